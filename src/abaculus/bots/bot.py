"""What a bot is: something that chooses a legal action from what its seat sees."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: milliseconds, or nodes (states looked at); ``None`` is no bound."""

    milliseconds: float | None = None
    nodes: int | None = None


class Bot(Protocol):
    """A program that plays a seat."""

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """One of the seat's legal actions.

        ``state`` is what the seat sees (``State.as_seen_by``): nothing hidden is in it, and no history. ``luck`` is the bot's own, not the
        game's: the same luck, state and node budget give the same choice.
        """
        ...


class BotType(Protocol):
    """A kind of bot that can be asked for by name."""

    name: ClassVar[str]
    summary: ClassVar[str]

    def __call__(self) -> Bot:
        """A bot, ready to play any game."""
        ...


_BOTS: dict[str, BotType] = {}


def register_bot(bot: BotType) -> None:
    """Make a kind of bot known by its name."""
    _BOTS[bot.name] = bot


def bot_types() -> dict[str, BotType]:
    """All kinds of bots by name, weaker ones first."""
    return dict(_BOTS)


def make_bot(name: str) -> Bot:
    """A bot by name. Raises ``OptionError`` for a name that does not exist; it says which do."""
    if name not in _BOTS:
        raise OptionError(f"There is no bot {name!r}; there are: {', '.join(_BOTS)}.")
    return _BOTS[name]()
