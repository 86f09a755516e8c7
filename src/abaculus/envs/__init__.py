"""The games as environments for programs that learn.

- ``abaculus.envs.gymnasium``: a seat of a game, the others played by bots; ``gymnasium.make("abaculus/nmbr9-v0")``
  after ``import abaculus.envs``, or ``gymnasium.make("abaculus.envs:abaculus/nmbr9-v0")`` without.
- ``abaculus.envs.VectorEnv``: many games at once, all seats played by the learner, with gymnasium's vector API.
- ``abaculus.envs.pettingzoo``: all seats of a game.
- ``abaculus.envs.open_spiel``: games that OpenSpiel loads by name.

The first three need the extra ``rl``, the last one the extra ``openspiel``.
"""

import importlib.util
from typing import Any

if importlib.util.find_spec("gymnasium") is not None:
    from abaculus.envs.registration import register_all

    register_all()


def __getattr__(name: str) -> Any:
    # Imported when it is asked for: it needs gymnasium, and its kernels take time.
    if name == "VectorEnv":
        from abaculus.envs.vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
