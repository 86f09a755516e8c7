"""What a bot is: something that chooses a legal action from what its seat sees."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError, unknown
from abaculus.kernel.state import State


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: milliseconds, or iterations; ``None`` is no bound.

    What an iteration is, is up to the bot: a way through the tree of a search, an action that greedy looks at. With
    iterations alone a bot's choice depends on its luck only, not on the machine.
    """

    milliseconds: float | None = None
    iterations: int | None = None

    def __str__(self) -> str:
        """As in a bot's name: ``500ms``, ``2000``, or nothing."""
        return f"{self.milliseconds:g}ms" if self.milliseconds is not None else str(self.iterations or "")

    def or_else(self, other: "Budget") -> "Budget":
        """The other one where this has no bound, else this."""
        return other if self == Budget() else self

    def at_most(self, milliseconds: float) -> "Budget":
        """The same, but so many milliseconds where it is longer or has no bound; iterations stay as they are."""
        if self.iterations is not None:
            return self
        return Budget(milliseconds if self.milliseconds is None else min(milliseconds, self.milliseconds))

    def deadline(self, began: float, part: float = 1.0) -> float | None:
        """When a part of the time is over, by the clock that told ``began`` (seconds); ``None`` without a bound."""
        return None if self.milliseconds is None else began + self.milliseconds / 1000 * part


class Bot(ABC):
    """A program that plays a seat of any game. One bot plays one seat of one game: it may remember what it thought."""

    @abstractmethod
    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """One of the seat's legal actions.

        ``state`` is what the seat sees (``State.as_seen_by``): nothing hidden is in it, and no history. ``luck`` is the
        bot's own, not the game's: a new bot with the same luck, state and budget of iterations chooses the same.
        """

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Give back what the bot holds besides memory; it is not used after that."""


@dataclass(frozen=True)
class BotKind:
    """A kind of bot: its name, what it does in words that follow its name, how strong it is, and how to make one."""

    name: str
    summary: str
    make: Callable[[], Bot]
    rating: int | None = None
    """On one scale for all games, where it was measured."""
    for_people: bool = True
    """Whether it is offered to people as an opponent."""
    budget: Budget = Budget()
    """How much it thinks by itself; no bound: as much as it is let."""
    uses_engine: bool = True
    """Whether it thinks with its game's engine."""
    threads: int = 1
    """On how many threads it thinks."""


_KINDS: dict[str, BotKind] = {}


def register_bot(kind: BotKind) -> None:
    """Make a kind of bot known by its name."""
    _KINDS[kind.name] = kind


def bot_kinds() -> dict[str, BotKind]:
    """All kinds of bots by name, in the order they were registered."""
    return dict(_KINDS)


_WRITTEN: dict[str, Callable[[str], Bot]] = {}


def register_written(prefix: str, make: Callable[[str], Bot]) -> None:
    """Make known the bots that are named by a prefix and what follows it, of which only this machine knows."""
    _WRITTEN[prefix] = make


def read_bot(text: str) -> tuple[str, Budget]:
    """Name and budget of a bot as written: ``greedy``, ``search:500ms``, ``search:2000`` (iterations).

    Raises ``OptionError`` for a bot that does not exist, and for a budget that is none.

    >>> read_bot("search:500ms")
    ('search', Budget(milliseconds=500.0, iterations=None))
    """
    name, colon, budget = text.partition(":")
    if name not in _KINDS:
        raise OptionError(f"There is no bot {name!r}; {unknown(name, _KINDS)}")
    if not colon:
        return name, Budget()
    found = read_budget(budget)
    if found is None:
        raise OptionError(f'A budget is a time or a number of iterations, as in "{name}:500ms" or "{name}:2000".')
    return name, found


def read_budget(text: str) -> Budget | None:
    """A budget as written; ``None`` for a text that is none."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})(ms|s)?", text)
    if match is None:
        return None
    amount = int(match[1])
    if match[2]:
        return Budget(milliseconds=amount * (1000.0 if match[2] == "s" else 1.0))
    return Budget(iterations=amount)


def uses_engine(text: str) -> bool:
    """Whether a bot, by name as in ``make_bot``, thinks with its game's engine; a program does not."""
    kind = _KINDS.get(text.partition(":")[0])
    return kind is not None and kind.uses_engine


def make_bot(text: str, programs: bool = False) -> Bot:
    """A bot by name, with the budget that stands behind the name if there is one (see ``read_bot``).

    With ``programs`` it may also be a program of this machine, ``program:COMMAND``, or a trained policy,
    ``policy:FILE``. That is for what the user of this machine writes, never for what came over a network.

    Raises ``OptionError`` for a name that does not exist; it says which do.
    """
    for prefix, make in _WRITTEN.items() if programs else ():
        if text.startswith(prefix):
            return make(text)
    name, budget = read_bot(text)
    bot = _KINDS[name].make()
    return bot if budget == Budget() else _Bounded(bot, budget)


class _Bounded(Bot):
    """A bot with a budget of its own."""

    def __init__(self, bot: Bot, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        return self.bot.choose(state, seat, luck, self.budget)

    def close(self) -> None:
        self.bot.close()
