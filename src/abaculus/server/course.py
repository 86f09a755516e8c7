"""The course of a game: its log, the position that leads to, and the luck that goes on from there."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

import anyio.to_thread
import msgspec

from abaculus import Game, IllegalAction, Luck, State, load_game
from abaculus.play.record import Record, write_record
from abaculus.server.errors import RequestError, shortened
from abaculus.server.protocol import Glance, Legal, Position, Told, encoded
from abaculus.server.rows import Rows
from abaculus.server.store import Event, Store, TableRow, UnreadableTable

logger = logging.getLogger(__name__)

CHANCE = -1

Seen = dict[int | None, str]
"""The text of an event as each seat sees it, and (under ``None``) anybody else."""


class Damaged(Exception):
    """A log that cannot be followed: it is damaged, or was made by other rules."""


class Course:
    """A game from its start to now.

    It moves only by ``follow``, with events that are stored. Positions are replaced and never changed, so that whoever
    holds one (a bot that thinks) may keep it.
    """

    def __init__(self, row: TableRow, log: Iterable[Event] = ()) -> None:
        self.row = row
        self.game, self._rows = _game(row.game, len(row.seats), msgspec.json.encode(row.options))
        if row.rules_version != self.game.rules_version:
            raise Damaged(f"it was begun by version {row.rules_version} of the rules, now {self.game.rules_version}")
        self.state: State = self.game.new_initial_state()
        self.log: list[Event] = []
        self._seen: list[Seen] = []
        self._luck = Luck(row.seed)
        self._asked = dict.fromkeys(self.state.players_to_act(), 0)
        """Since which position each seat that is to act has been asked for this action."""
        self._ahead: _Ahead | None = None
        self.follow(log)

    @property
    def position(self) -> int:
        """The number of the position."""
        return len(self.log)

    @property
    def changed(self) -> float:
        """The time of the last event."""
        return self.log[-1].time if self.log else self.row.created

    @property
    def seed(self) -> int | None:
        """The seed, where it may be told: when the game is over. That of a sandbox did not make all of its luck."""
        return self.row.seed if self.state.is_terminal() and self.row.origin is None else None

    def at(self, position: int) -> Course:
        """The game as it was in an earlier position. Raises RequestError."""
        if position > self.position:
            raise RequestError("position", f"There is no position {position} yet, only 0 to {self.position}.")
        return Course(self.row, self.log[:position])

    def in_time(self, seat: int, position: int) -> bool:
        """Whether what a seat chose in a position counts now: at most others have acted since, at the same time."""
        return self._asked.get(seat, self.position) <= position <= self.position

    def due(self) -> list[Event]:
        """The chance events that are due now."""
        self._ahead = self._start()
        self._ahead.draw()
        return self._ahead.events

    def decide(self, seat: int, text: str) -> list[Event]:
        """What comes if a seat does this: the action, and the chance that is due after it. Raises IllegalAction."""
        self._ahead = self._start()
        self._ahead.act(seat, self.state.string_to_action(seat, text))
        self._ahead.draw()
        return self._ahead.events

    def follow(self, events: Iterable[Event]) -> None:
        """Go along with events that are stored."""
        log = list(events)
        ahead = self._ahead
        if ahead is None or ahead.events != log:
            ahead = self._start()
            for event in log:
                ahead.follow(event)
        self.state, self._luck, self._asked, self._ahead = ahead.state, ahead.luck, ahead.asked, None
        self.log += ahead.events
        self._seen += ahead.seen

    def _start(self) -> _Ahead:
        return _Ahead(
            self.game, self.state.clone(), Luck(self._luck.seed, self._luck.counts), self._asked, self.position
        )

    def log_for(self, seats: Collection[int], after: int = 0) -> list[Told]:
        """The events that follow number ``after``, as one who sits at ``seats`` sees them."""
        events = self.log[after:]
        if not self.game.hides:
            return [Told(event.number, event.seat, event.text, event.time) for event in events]
        return [_told(event, seen, seats) for event, seen in zip(events, self._seen[after:], strict=True)]

    def view(self) -> Position:
        """What anybody may see."""
        return self.state.view(None)

    def views(self, seats: Iterable[int]) -> dict[int, Position]:
        """What each of these seats sees, where that is more."""
        if not self.game.hides:
            return {}
        view = self.view()
        return {seat: own for seat in seats if (own := self.state.view(seat)) != view}

    def aids(self, seats: Iterable[int]) -> dict[int, dict[str, Any]]:
        """What may help each of these seats, where the game offers anything."""
        if not self.game.has_aids():
            return {}
        return {seat: aids for seat in seats if (aids := self.state.aids(seat))}

    def legal(self, seats: frozenset[int]) -> dict[int, Legal]:
        """The legal actions of those of these seats that are to act, encoded."""
        parts, actors = list(self.game.part_names), self.state.players_to_act()
        return encoded({seat: Legal(parts, self._rows.legal(self.state, seat)) for seat in actors if seat in seats})

    def glance(self) -> Glance:
        """How the game stands, as anybody may know."""
        return Glance(
            table=self.row.id,
            game=self.row.game,
            seats=list(self.row.seats),
            position=self.position,
            to_act=self.state.players_to_act(),
            over=self.state.is_terminal(),
            changed=self.changed,
        )

    def record(self) -> str:
        """The game as a text."""
        return write_record(
            Record(
                game=self.row.game,
                options=self.game.options,
                seats=len(self.row.seats),
                names=[seat.name for seat in self.row.seats],
                seed=self.seed,
                events=[(CHANCE if event.seat is None else event.seat, event.text) for event in self.log],
                result=self.state.returns() if self.state.is_terminal() else None,
                rules=self.row.rules_version,
            )
        )


class _Ahead:
    """Where a course goes on: events that follow a position, and what they lead to."""

    def __init__(self, game: Game, state: State, luck: Luck, asked: dict[int, int], position: int) -> None:
        self.state = state
        self.luck = luck
        self.asked = asked
        self.events: list[Event] = []
        self.seen: list[Seen] = []
        self._eyes = (None, *range(game.num_players())) if game.hides else ()
        self._position = position
        self._now = round(time.time(), 3)

    def act(self, seat: int, action: int) -> None:
        """Play an action of a seat."""
        self._play(Event(self._position + 1, seat, self.state.action_to_string(seat, action), self._now), seat, action)

    def draw(self) -> None:
        """Draw chance as long as it is due."""
        while self.state.is_chance_node():
            outcome = self.luck.draw(self.state)
            text = self.state.action_to_string(CHANCE, outcome)
            self._play(Event(self._position + 1, None, text, self._now), CHANCE, outcome)

    def follow(self, event: Event) -> None:
        """Play what is stored. Raises Damaged."""
        if event.number != self._position + 1:
            raise Damaged(f"event {event.number} comes after event {self._position}")
        player = CHANCE if event.seat is None else event.seat
        if player == CHANCE and self.state.is_chance_node():
            self.luck.skip(self.state)
        try:
            action = self.state.string_to_action(player, event.text)
        except IllegalAction as error:
            raise Damaged(f"event {event.number} is not possible: {error}") from error
        self._play(event, player, action)

    def _play(self, event: Event, player: int, action: int) -> None:
        if self._eyes:
            self.seen.append({eye: self.state.event_text(player, action, eye) for eye in self._eyes})
        self.state.apply_action_for(player, action)
        self.events.append(event)
        self._position += 1
        waiting = {} if player == CHANCE else {seat: n for seat, n in self.asked.items() if seat != player}
        self.asked = {seat: waiting.get(seat, self._position) for seat in self.state.players_to_act()}


def _told(event: Event, seen: Seen, seats: Collection[int]) -> Told:
    """What those at ``seats`` see of an event together, and which of them do."""
    if seen[None] == event.text:
        return Told(event.number, event.seat, event.text, event.time)
    seen_by = sorted(seat for seat in seats if seen[seat] == event.text)
    return Told(event.number, event.seat, event.text if seen_by else seen[None], event.time, seen_by)


@lru_cache(maxsize=64)
def _game(name: str, players: int, options: bytes) -> tuple[Game, Rows]:
    """A game and its rows, shared by its tables."""
    return load_game(name, players=players, **msgspec.json.decode(options)), Rows()


async def load(store: Store, id: str) -> Course:
    """The course of the game at a table. Raises RequestError."""
    try:
        row = await store.table(id)
        if row is None:
            raise RequestError("table", f"There is no table {shortened(id)!r}.", status=404)
        return await anyio.to_thread.run_sync(Course, row, await store.events(id))
    except UnreadableTable as error:
        logger.error("%s", error)
        reason = "what is stored of it cannot be read"
    except (Damaged, ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        logger.error("table %s cannot be loaded: %s", id, error)
        reason = str(error) if isinstance(error, Damaged | ValueError) else "what is stored of it makes no game"
    raise RequestError(
        "damaged", f"The game at table {id!r} cannot be continued: {shortened(reason, 200)}.", status=409
    )
