"""The games as environments for programs that learn.

- ``abaculus.envs.gymnasium``: a seat of a game, the others played by bots; ``gymnasium.make("abaculus/nmbr9-v0")``
  after ``import abaculus.envs``.
- ``abaculus.envs.pettingzoo``: all seats of a game.
- ``abaculus.envs.open_spiel``: games that OpenSpiel loads by name.

The first two need the extra ``rl``, the last one the extra ``openspiel``.
"""

import importlib.util

if importlib.util.find_spec("gymnasium") is not None:
    from abaculus.envs.registration import register_all

    register_all()
