"""The games' names in gymnasium."""

import gymnasium

from abaculus.loading import game_types

NAMESPACE = "abaculus"
VERSION = 0


def environment_id(game: str) -> str:
    """The id of a game's environment in gymnasium: ``abaculus/nmbr9-v0``.

    ``abaculus.envs:abaculus/nmbr9-v0`` imports this package first, as a worker process has to.
    """
    return f"{NAMESPACE}/{game}-v{VERSION}"


def register_all() -> None:
    """Make every game known to gymnasium, those too that were registered from outside the package by now."""
    for name, game in game_types().items():
        identity = environment_id(name)
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                "abaculus.envs.gymnasium:GameEnv",
                vector_entry_point="abaculus.envs.vector:solo_games" if game.default_players == 1 else None,
                kwargs={"game": name},
            )
