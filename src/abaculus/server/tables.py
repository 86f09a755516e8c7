"""The tables that somebody follows: loaded when the first comes, forgotten when the last has gone.

Followers are told of events only after these are stored. All changes of a table go through its lock.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

import anyio
import anyio.to_thread
import msgspec
from anyio.abc import TaskGroup

from abaculus import IllegalAction, Reason
from abaculus.bots.warmup import BOTS, is_ready
from abaculus.server import keys, protocol
from abaculus.server.course import Course, Damaged, load
from abaculus.server.errors import RequestError
from abaculus.server.store import Event, Store, StoreError
from abaculus.server.thinking import Thinkers, stand_in

logger = logging.getLogger(__name__)

Seats = frozenset[int]

RETRY_SECONDS = 1.0
WATCH_SECONDS = 0.25
BEST_ACTIONS = 5
REVIEWS_KEPT = 10_000
STALE = Reason("STALE", "The position has moved on.")


class Follower(Protocol):
    """Somebody who is told what happens at a table."""

    def send(self, message: str) -> None:
        """Take a message, at once; messages keep their order."""


class Table:
    """A game that is being followed."""

    def __init__(
        self,
        course: Course,
        store: Store,
        thinkers: Thinkers,
        reviews: Reviews,
        tasks: TaskGroup,
        forget: Callable[[Table], None],
    ) -> None:
        self.id = course.row.id
        self.course = course
        self._store = store
        self._thinkers = thinkers
        self._reviews = reviews
        self._tasks = tasks
        self._forget = forget
        self._lock = asyncio.Lock()
        self._followers: dict[Follower, Seats] = {}
        self._thinking: set[int] = set()
        self._scenes: dict[Seats, dict[str, Any]] = {}
        self._prepared = False

    async def settle(self) -> None:
        """Draw the chance that is due: at the start of a game."""
        async with self._lock:
            if events := self.course.due():
                await self._store_and_follow(events)

    def join(self, follower: Follower, seats: Seats, id: int | None = None) -> None:
        """Tell ``follower`` everything, and from now on what happens; with these seats it acts."""
        self._followers[follower] = seats
        follower.send(protocol.write(self._picture(seats, id)))
        self._wake_bots()

    def leave(self, follower: Follower) -> None:
        """Tell ``follower`` no more."""
        self._followers.pop(follower, None)
        self.rest()

    async def act(self, follower: Follower, request: protocol.Act) -> bool:
        """Play the requested action, or refuse it and return False.

        Raises StoreError if it could not be stored; nothing has changed then.
        """
        async with self._lock:
            before = self.course.position
            while (reason := self._not_now(follower, request)) is None:
                try:
                    events = self.course.decide(request.seat, request.action)
                except IllegalAction as error:
                    reason = error.reason
                    break
                with anyio.CancelScope(shield=True):
                    if await self._store_and_follow(events):
                        break
            if reason is not None:
                self._refuse(follower, request, reason)
            if self.course.position > before:
                self._tell(before, {follower: request.id} if reason is None else {})
            elif reason is STALE:
                news = self._news(self._followers[follower], None, after=min(request.position, before))
                follower.send(protocol.write(news))
            return reason is None

    async def catch_up(self) -> None:
        """Tell of what was stored by others, as by the server of another process."""
        async with self._lock:
            before = self.course.position
            with anyio.CancelScope(shield=True):
                events = await self._store.events(self.id, after=before)
                self.course.follow(events)
            if events:
                self._scenes.clear()
                self._tell(before, {})

    def why(self, follower: Follower, request: protocol.Why) -> None:
        """Tell why an action is not allowed."""
        reason = self._not_now(follower, request) or self.course.state.why_not(request.seat, request.action)
        code, words = (reason.code, reason.words) if reason else (None, None)
        follower.send(protocol.write(protocol.Reason(table=self.id, id=request.id, code=code, message=words)))

    async def look(self, follower: Follower, request: protocol.Look) -> None:
        """Show an earlier position, and when the game is over what each seat saw then. Raises RequestError."""
        earlier = await anyio.to_thread.run_sync(self.course.at, request.position)
        over, seats = self.course.state.is_terminal(), self._followers[follower]
        looked = protocol.Looked(
            table=self.id,
            id=request.id,
            position=request.position,
            view=earlier.view(),
            views=earlier.views(range(len(self.course.row.seats)) if over else seats),
        )
        follower.send(protocol.write(looked))

    async def rate(self, follower: Follower, request: protocol.Rate) -> None:
        """Tell how good the actions of a seat are: a hint in the current position, or a review. Raises RequestError."""
        place = (self.id, request.position, request.seat)
        played = self._what_to_rate(self._followers[follower], request)
        ratings = self._reviews.get(place) if played is not None else None
        if ratings is None:
            ratings = await self._rate(follower, request, played)
            if played is not None:
                self._reviews.keep(place, ratings)
        follower.send(protocol.write(msgspec.structs.replace(ratings, id=request.id)))

    def _what_to_rate(self, seats: Seats, request: protocol.Rate) -> str | None:
        """What was played there in a game that is over; None in one that goes on. Raises RequestError."""
        course, seat, position = self.course, request.seat, request.position
        if course.state.is_terminal():
            if position >= course.position:
                raise RequestError(
                    "position", f"Nobody acted in position {position}, only in 0 to {course.position - 1}."
                )
            event = course.log[position]
            if event.seat != seat:
                raise RequestError("seat", f"It was not seat {seat} that acted in position {position}.")
            return event.text
        if position != course.position:
            raise RequestError("position", f"Only the current position, {course.position}, is rated before the end.")
        if seat not in seats:
            raise RequestError("seat", f"Seat {seat} is not yours.")
        if seat not in course.state.players_to_act():
            raise RequestError("seat", f"Seat {seat} is not to act.")
        return None

    async def _rate(self, follower: Follower, request: protocol.Rate, played: str | None) -> protocol.Ratings:
        state, seat = self.course.state, request.seat
        action = None
        if played is not None:
            state = (await anyio.to_thread.run_sync(self.course.at, request.position)).state
            action = state.string_to_action(seat, played)
        ratings = [
            # Engines may calculate with numpy's numbers, which JSON does not know.
            protocol.RatedAction(state.action_row(seat, rating.action), float(rating.value), float(rating.weight))
            for rating in await self._thinkers.rate(state, seat, action, (self.id, id(follower)))
        ]
        return protocol.Ratings(
            table=self.id,
            position=request.position,
            seat=seat,
            parts=list(self.course.game.part_names),
            value=ratings[0].value if ratings else None,
            actions=ratings[:BEST_ACTIONS],
            played=next((rating for rating in ratings if rating.action[0] == played), None),
        )

    # Events

    async def _store_and_follow(self, events: list[Event]) -> bool:
        """Store events and go along; where others (of another process) were first, go along with those."""
        stored = await self._store.append(self.id, events)
        self.course.follow(events if stored else await self._store.events(self.id, after=self.course.position))
        self._scenes.clear()
        return stored

    def _tell(self, after: int, ids: dict[Follower, int | None]) -> None:
        """Send everybody an update with the events that follow number ``after``; ``ids`` are those of answers."""
        updates: dict[tuple[Seats, int | None], str] = {}
        for follower, seats in list(self._followers.items()):
            audience = seats, ids.get(follower)
            if audience not in updates:
                updates[audience] = protocol.write(self._news(*audience, after))
            follower.send(updates[audience])
        self._wake_bots()

    def _refuse(self, follower: Follower, request: protocol.Act, reason: Reason) -> None:
        refused = protocol.Refused(
            table=self.id, id=request.id, position=self.course.position, code=reason.code, message=reason.words
        )
        follower.send(protocol.write(refused))

    def _not_now(self, follower: Follower, request: protocol.Act | protocol.Why) -> Reason | None:
        """Why the seat may not act, whatever the action."""
        if request.seat not in self._followers[follower]:
            return Reason("SEAT", f"Seat {request.seat} is not yours.")
        if not self.course.in_time(request.seat, request.position):
            return STALE
        return None

    # Messages

    def _picture(self, seats: Seats, id: int | None) -> protocol.Table:
        row = self.course.row
        return protocol.Table(
            id=id,
            game=row.game,
            options=self.course.game.options,
            players=len(row.seats),
            seats=[
                protocol.TableSeat(seat.kind, seat.name, seat.bot, number in seats)
                for number, seat in enumerate(row.seats)
            ],
            log=self.course.log_for(seats),
            **self._scene(seats),
        )

    def _news(self, seats: Seats, id: int | None, after: int) -> protocol.Update:
        return protocol.Update(id=id, events=self.course.log_for(seats, after), **self._scene(seats))

    def _scene(self, seats: Seats) -> dict[str, Any]:
        """What ``table`` and ``update`` have in common, made once for all who have the same seats."""
        if seats not in self._scenes:
            course = self.course
            self._scenes[seats] = {
                "table": self.id,
                "position": course.position,
                "view": protocol.encoded(course.view()),
                "views": protocol.encoded(course.views(seats)),
                "legal": course.legal(seats),
                "aids": course.aids(seats),
                "waiting_since": course.changed,
                "thinking": self._bots_to_act(),
                "preparing": self._preparing(),
                "seed": course.seed,
            }
        return self._scenes[seats]

    def _preparing(self) -> bool:
        """Whether bots wait for their engine; not asked again once they do not, for that looks at a file."""
        self._prepared = self._prepared or is_ready(self.course.row.game, BOTS)
        return not self._prepared

    # Bots

    def _bots_to_act(self) -> list[int]:
        return [seat for seat in self.course.state.players_to_act() if self.course.row.seats[seat].kind == "bot"]

    def _wake_bots(self) -> None:
        """Let every bot that is to act think, as long as anybody watches."""
        for seat in self._bots_to_act() if self._followers else ():
            if seat not in self._thinking:
                self._thinking.add(seat)
                self._tasks.start_soon(self._play_bot, seat)

    async def _play_bot(self, seat: int) -> None:
        try:
            while self._followers and seat in self._bots_to_act():
                try:
                    await self._act_for_bot(seat)
                except StoreError as error:
                    logger.error("table %s, bot at seat %d: %s", self.id, seat, error)
                    if error.lasting:
                        self.announce(protocol.Error(code=error.code, message=error.words))
                        return
                    await anyio.sleep(RETRY_SECONDS)
        except Exception:
            logger.exception("table %s, bot at seat %d", self.id, seat)
        finally:
            self._thinking.discard(seat)
            self.rest()

    async def _act_for_bot(self, seat: int) -> None:
        state, bot = self.course.state, self.course.row.seats[seat].bot
        assert bot is not None
        awaited = any(other.kind == "person" for other in self.course.row.seats)
        text = await self._thinkers.choose(bot, state, seat, self.id, awaited)
        if text is None:
            text = stand_in(state, seat)
            message = f"The bot {bot!r} at seat {seat} failed; a random action stands in for its own."
            self.announce(protocol.Error(code="bot", message=message))
        async with self._lock:
            position = self.course.position
            try:
                events = self.course.decide(seat, text)
            except IllegalAction:
                return  # others have moved meanwhile, and the bot must think again
            with anyio.CancelScope(shield=True):
                await self._store_and_follow(events)
            self._tell(position, {})

    def announce(self, message: protocol.Error | protocol.Warmup) -> None:
        for follower in list(self._followers):
            follower.send(protocol.write(message))

    def rest(self) -> None:
        """Be forgotten, unless somebody follows or a bot still thinks."""
        if not self._followers and not self._thinking:
            self._forget(self)


class Reviews:
    """The newest ratings of games that are over, by table, position and seat: a game is reviewed again and again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], protocol.Ratings] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, place: tuple[str, int, int]) -> protocol.Ratings | None:
        """What is kept for this place."""
        return self._kept.get(place)

    def keep(self, place: tuple[str, int, int], ratings: protocol.Ratings) -> None:
        """Keep ratings, and forget the oldest where there are too many."""
        self._kept[place] = ratings
        while len(self._kept) > REVIEWS_KEPT:
            self._kept.popitem(last=False)


class Tables:
    """All tables that are being followed."""

    def __init__(self, store: Store, thinkers: Thinkers, tasks: TaskGroup) -> None:
        self._store = store
        self._thinkers = thinkers
        self._reviews = Reviews()
        self._tasks = tasks
        self._live: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self._live)

    async def join(self, follower: Follower, request: protocol.Join) -> Table:
        """Let ``follower`` follow a table. Raises RequestError."""
        table = self._live.get(request.table)
        if table is None:
            # Two loads at once do no harm: the log decides between them, and the first one here stays.
            loaded = await self._load(request.table)
            self._thinkers.warmup.request(loaded.course.row.game)
            table = self._live.setdefault(request.table, loaded)
        try:
            table.join(follower, _seats(table, request.key), request.id)
        finally:
            table.rest()
        return table

    async def keep_up(self) -> None:
        """Follow what servers of other processes do at these tables, and notice when the store is gone."""
        trouble = ""
        while True:
            await anyio.sleep(WATCH_SECONDS)
            if not self._live:
                continue
            try:
                if await self._store.others_wrote():
                    await self._catch_up()
                trouble = ""
            except StoreError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    logger.error("%s", error)
                    if error.lasting:
                        for table in list(self._live.values()):
                            table.announce(protocol.Error(code=error.code, message=error.words))

    async def _catch_up(self) -> None:
        positions = await self._store.positions(list(self._live))
        for id, position in positions.items():
            table = self._live.get(id)
            if table is not None and position > table.course.position:
                try:
                    await table.catch_up()
                except (Damaged, ValueError) as error:
                    logger.error("table %s cannot be followed: %s", id, error)

    async def _load(self, id: str) -> Table:
        course = await load(self._store, id)
        table = Table(course, self._store, self._thinkers, self._reviews, self._tasks, self._forget)
        await table.settle()
        return table

    def tell_warmup(self, game: str, stage: str, progress: float) -> None:
        """Tell all who follow a game how far its kernels are compiled."""
        for table in list(self._live.values()):
            if table.course.row.game == game:
                table.announce(protocol.Warmup(game=game, stage=stage, progress=progress))

    def _forget(self, table: Table) -> None:
        if self._live.get(table.id) is table:
            del self._live[table.id]


def _seats(table: Table, key: str | None) -> Seats:
    """The seats that this key opens."""
    row = table.course.row
    if key is None:
        return frozenset()
    if not keys.fits(key, row.key_hash):
        raise RequestError("key", f"This is not the key of table {table.id!r}.")
    return frozenset(number for number, seat in enumerate(row.seats) if seat.kind == "person")
