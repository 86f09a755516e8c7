"""What a store of games must do.

A game is an append-only log: one row an event, numbered from 1 without gaps. A store acknowledges an append only after
it is safe on disk, and refuses one whose number is already taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct


class StoreError(Exception):
    """The store cannot be used, or a request to it failed; the message says why.

    ``words`` are for clients, who need not know where it lies. ``lasting``: it is of no use to try again.
    """

    def __init__(
        self,
        message: str,
        words: str = "That could not be stored, and nothing has changed. Try again.",
        *,
        lasting: bool = False,
    ) -> None:
        super().__init__(message)
        self.words = words
        self.lasting = lasting

    @property
    def code(self) -> str:
        """The code of the protocol."""
        return "store" if self.lasting else "busy"


class UnreadableTable(StoreError):
    """What is stored of one table cannot be read; others are not affected."""


class Seat(Struct, frozen=True):
    """Who sits at a place of the table: a person, or the bot of that name."""

    kind: Literal["person", "bot"]
    name: str
    bot: str | None = None


class Origin(Struct, frozen=True):
    """The table and position at which a sandbox branched off."""

    table: str
    position: int


class TableRow(Struct, frozen=True):
    """Immutable settings of a table. ``own``: it was opened on the machine the server runs on."""

    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    seed: int
    key_hash: bytes
    created: float
    origin: Origin | None = None
    own: bool = False


class Event(Struct, frozen=True):
    """One row of a log: an action of a seat, or (``seat`` is None) of chance. ``time`` is in seconds since 1970."""

    number: int
    seat: int | None
    text: str
    time: float


class Recent(Struct, frozen=True):
    """A table, the number of its last event (0: none) and when that happened (or when the table was opened)."""

    row: TableRow
    position: int
    changed: float


class Store(Protocol):
    """A keeper of tables and their logs. All methods but ``open`` and ``close`` may be called concurrently.

    All raise StoreError. Lists leave out tables that cannot be read.
    """

    async def open(self) -> None:
        """Get ready. Raises StoreError if the store cannot be used."""

    async def close(self) -> None:
        """Finish what was asked for and let go."""

    async def create(self, table: TableRow, events: Sequence[Event] = ()) -> None:
        """Store a new table, with the events it starts with."""

    async def append(self, table: str, events: Sequence[Event]) -> bool:
        """Store all of ``events``, or none and return False if their numbers are taken. Returns once they are safe."""

    async def table(self, id: str) -> TableRow | None:
        """The table with this id. Raises UnreadableTable."""

    async def secret(self) -> bytes:
        """32 random bytes that stay the same as long as the store exists."""

    async def tables(self, limit: int = 100) -> list[TableRow]:
        """The tables opened last, newest first."""

    async def own_tables(self, limit: int = 100) -> list[Recent]:
        """The tables opened on the server's own machine, the one that moved last first."""

    async def events(self, table: str, after: int = 0) -> list[Event]:
        """The log of a table, from the event that follows number ``after``."""

    async def others_wrote(self) -> bool:
        """Whether another process has written since this was last asked. It costs next to nothing."""

    async def positions(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""
