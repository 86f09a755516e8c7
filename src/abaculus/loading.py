"""Finding a game by name."""

from collections.abc import Mapping
from typing import Any

from abaculus import games
from abaculus.kernel.game import Game, registered_games
from abaculus.kernel.reasons import OptionError, PositionError, shown, unknown
from abaculus.kernel.state import State


def game_types() -> dict[str, type[Game]]:
    """All games by name: those of the package, and those that were registered besides."""
    games.import_all()
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
