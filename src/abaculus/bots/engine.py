"""What an engine is: the strongest method that a game has for telling how good actions are.

Most games are searched by the tree search (``abaculus.bots.search``). A game for which there is something better has a
module of its name in ``abaculus.bots.engines``, or registers an engine from outside.
"""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from abaculus.bots.bot import Budget
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck
from abaculus.kernel.state import State


class Rating(NamedTuple):
    """How good an action is: the return that the seat may expect after it, and how much thought is behind that."""

    action: int
    value: float
    """In the game's own terms: the chance to win (a part of the win where it is shared), with one seat points."""
    weight: float
    """The part of the whole thought that went to this action, 0 … 1."""


class Engine(ABC):
    """Rates the actions of a seat. One engine serves one seat of one game: it may remember what it found before."""

    @abstractmethod
    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The actions that the seat might play, the best first; at least one, and in any case the one that is wanted.

        ``state`` is what the seat sees (``State.as_seen_by``). A budget in iterations makes the answer depend on
        ``luck`` alone, one in milliseconds is kept within a tenth (no bound: what the engine thinks fit).
        """

    def close(self) -> None:  # noqa: B027 - most engines hold nothing
        """Give back what the engine holds besides memory; it is not used after that."""


ANY_GAME = "*"
_ENGINES: dict[str, Callable[[Game, int], Engine]] = {}


def register_engine(game: str, make: Callable[[Game, int], Engine]) -> None:
    """Say how the engine of a game (by its name) is made: from the game, and how many threads it may use.

    The engine of ``ANY_GAME`` is that of all games that have none of their own.
    """
    _ENGINES[game] = make


def make_engine(game: Game, threads: int = 1) -> Engine:
    """The engine of a game: its own, or the tree search."""
    if game.name not in _ENGINES:
        # The package of a game bears a name that Python allows; the game's own name may not.
        folder = type(game).__module__.split(".")[-2:-1]
        own = f"abaculus.bots.engines.{folder[0]}" if folder else ""
        if own and type(game).__module__.startswith("abaculus.games.") and importlib.util.find_spec(own):
            importlib.import_module(own)
    return _ENGINES.get(game.name, _ENGINES[ANY_GAME])(game, threads)
