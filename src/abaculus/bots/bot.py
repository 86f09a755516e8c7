"""What a bot is: something that chooses a legal action from what its seat sees."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: milliseconds, or nodes (states looked at); ``None`` is no bound."""

    milliseconds: float | None = None
    nodes: int | None = None


class Bot(ABC):
    """A program that plays a seat of any game."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """What it does, as words that follow its name."""

    @abstractmethod
    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """One of the seat's legal actions.

        ``state`` is what the seat sees (``State.as_seen_by``): nothing hidden is in it, and no history. ``luck`` is the
        bot's own, not the game's: the same luck, state and node budget give the same choice.
        """


_BOTS: dict[str, type[Bot]] = {}


def register_bot(bot: type[Bot]) -> None:
    """Make a kind of bot known by its name."""
    _BOTS[bot.name] = bot


def bot_types() -> dict[str, type[Bot]]:
    """All kinds of bots by name, in the order they were registered."""
    return dict(_BOTS)


def make_bot(name: str) -> Bot:
    """A bot by name. Raises ``OptionError`` for a name that does not exist; it says which do."""
    if name not in _BOTS:
        raise OptionError(f"There is no bot {name!r}; there are: {', '.join(_BOTS)}.")
    return _BOTS[name]()
