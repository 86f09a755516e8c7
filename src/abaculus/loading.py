"""Finding a game by name, and loading what is registered from outside the package."""

import importlib
import logging
import os
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from abaculus import games
from abaculus.kernel.game import Game, registered_games
from abaculus.kernel.reasons import OptionError, PositionError, shown, unknown
from abaculus.kernel.state import State

logger = logging.getLogger(__name__)

LOAD = "ABACULUS_LOAD"
"""The environment variable that names modules to be loaded, separated as in ``PATH``; other processes inherit it."""
GROUPS = ("abaculus.games", "abaculus.bots")
"""The entry points of installed packages that are loaded."""
_loaded: set[str] = set()


def load_extensions() -> None:
    """Load the modules of ``ABACULUS_LOAD`` and of the entry points, once. They register games and bots.

    Raises ``OptionError`` for a module of ``ABACULUS_LOAD`` that cannot be loaded; for an entry point it is logged.
    """
    for name in filter(None, os.environ.get(LOAD, "").split(os.pathsep)):
        _load_module(name)
    for group in GROUPS:
        if group in _loaded:
            continue
        _loaded.add(group)
        for point in entry_points(group=group):
            try:
                point.load()
            except Exception as error:
                logger.warning("%s: %s cannot be loaded: %s: %s", group, point.value, type(error).__name__, error)


def _load_module(name: str) -> None:
    """Import a module by name, or by the path of its file (``….py``)."""
    if name in _loaded:
        return
    _loaded.add(name)
    try:
        if not name.endswith(".py"):
            importlib.import_module(name)
            return
        file = Path(name).resolve(strict=True)
        if str(file.parent) not in sys.path:
            sys.path.append(str(file.parent))
        found = importlib.import_module(file.stem).__file__
        if found is None or Path(found).resolve() != file:
            raise ImportError(f"another module is called {file.stem}: {found}")
    except Exception as error:
        _loaded.discard(name)
        raise OptionError(f"{name} cannot be loaded. {type(error).__name__}: {error}") from error


def game_types() -> dict[str, type[Game]]:
    """All games by name: those of the package, and those that were registered besides."""
    games.import_all()
    load_extensions()
    return dict(sorted(registered_games().items()))


def load_game(name: str, players: int | None = None, **options: Any) -> Game:
    """A game by name, with a number of seats and options.

    Raises ``OptionError`` (a ``ValueError``) for a game, option, value or number of seats that does not exist; it says
    what does.

    >>> load_game("nmbr9", draft="open")
    Traceback (most recent call last):
    ...
    abaculus.kernel.reasons.OptionError: nmbr9: option 'draft' cannot be 'open'; it is one of 'unknown', 'known',
    'free'.
    """
    types = game_types()
    if not isinstance(name, str) or name not in types:
        raise OptionError(f"There is no game {shown(name)}; {unknown(name, types)}")
    return types[name](players, **options)


def from_dict(position: Mapping[str, Any]) -> State:
    """The state of a full position (``State.to_dict``) of any game.

    Raises ``PositionError`` (a ``ValueError``) for what could not be a position.
    """
    if not isinstance(position, Mapping):
        raise PositionError("A position is an object with the keys that the rules name.")
    for key in ("game", "seats", "options"):
        if key not in position:
            raise PositionError(f"The position has no {key!r}.")
    if not isinstance(position["options"], Mapping):
        raise PositionError(f"'options' is {shown(position['options'])}; it is an object with all options.")
    try:
        game = load_game(position["game"], position["seats"], **position["options"])
    except (OptionError, TypeError) as error:
        raise PositionError(str(error)) from error
    return game.state_from_dict(position)
