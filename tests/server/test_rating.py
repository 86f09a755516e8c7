"""Hints and reviews: who may ask for what, that nothing hidden is used, and that nobody can pile up work."""

from __future__ import annotations

import asyncio
import pickle
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from abaculus import Game, Luck, State, load_game
from abaculus.bots import Budget, Engine, Rating, make_engine
from abaculus.server import tables, thinking
from abaculus.server.protocol import LARGEST
from abaculus.server.thinking import Thinkers

if TYPE_CHECKING:
    from conftest import Client, Message, Running

pytestmark = pytest.mark.anyio

NO_WHOLE_NUMBERS: list[Any] = [None, "0", 0.5, True, -1, LARGEST + 1, [0], {}]
CARDS = 2


class Fancy(Engine):
    """Takes the first actions to be the best; what it was shown is kept."""

    seen: list[tuple[State, int]]
    asked: list[Budget]

    def __init__(self) -> None:
        self.seen, self.asked = [], []

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        self.seen.append((state, seat))
        self.asked.append(budget)
        actions = state.legal_actions(seat)
        rated = actions[:7] if wanted is None or wanted in actions[:7] else [*actions[:7], wanted]
        values = np.linspace(0.75, 0.67, 9).round(2)  # numpy's numbers, as many an engine has
        return [Rating(np.int32(action), values[i], np.float32(1 / len(rated))) for i, action in enumerate(rated)]


class Steady(Engine):
    """A game's own engine, but it thinks the same each time."""

    def __init__(self, game: Game) -> None:
        self.engine = make_engine(game)

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        return self.engine.rate(state, seat, luck, Budget(iterations=60), wanted)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Fancy:
    engine = Fancy()
    monkeypatch.setattr(thinking, "make_engine", lambda _: engine)
    return engine


async def rate(client: Client, message: Message, position: int | None = None, seat: int = 0) -> Message:
    position = message["position"] if position is None else position
    return await client.ask("rate", table=message["table"], position=position, seat=seat)


def failed(answer: Message, code: str) -> bool:
    return (answer["type"], answer["code"]) == ("error", code)


async def played_to_the_end(client: Client, opened: Message) -> Message:
    """All seats do what comes first until the game is over; the whole picture then."""
    message = await client.ask("join", **opened)
    while not message["view"]["over"]:
        seat, legal = next(iter(message["legal"].items()))
        where = {"table": opened["table"], "position": message["position"], "seat": int(seat)}
        message = await client.ask("act", **where, action=legal["actions"][-1][0])
    return await client.ask("join", **opened)


async def test_a_hint_names_the_best_actions(server: Running, engine: Fancy) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as client:
        message = await client.ask("join", **opened)
        hint = await rate(client, message)
    assert (hint["type"], hint["position"], hint["seat"]) == ("ratings", message["position"], 0)
    assert hint["parts"] == message["legal"]["0"]["parts"]
    assert [rated["action"] for rated in hint["actions"]] == message["legal"]["0"]["actions"][:5]
    assert [rated["value"] for rated in hint["actions"]] == [0.75, 0.74, 0.73, 0.72, 0.71]
    assert all(rated["weight"] > 0 for rated in hint["actions"])
    assert hint["value"] == 0.75
    assert hint["played"] is None
    assert engine.asked == [Budget(milliseconds=20)], "a server's bots are given 20 ms in these tests"


async def test_a_hint_where_there_is_no_choice(server: Running, engine: Fancy) -> None:
    opened = server.open("108", "person", "person", seed=1)
    async with server.client() as client:
        message = await client.ask("join", **opened)
        while len(message["legal"][(seat := min(message["legal"]))]["actions"]) > 1:
            where = {"table": opened["table"], "position": message["position"], "seat": int(seat)}
            message = await client.ask("act", **where, action=message["legal"][seat]["actions"][-1][0])
        hint = await rate(client, message, seat=int(seat))
    assert (hint["type"], hint["value"], hint["actions"]) == ("ratings", None, [])
    assert engine.seen == []


async def test_a_hint_is_for_a_seat_of_yours_that_is_to_act_now(server: Running, engine: Fancy) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as player, server.client() as watcher:
        message = await player.ask("join", **opened)
        await watcher.ask("join", table=opened["table"])
        assert failed(await rate(watcher, message), "seat")
        for seat in 1, 99, LARGEST:
            assert failed(await rate(player, message, seat=seat), "seat")
        for position in 1, LARGEST:
            assert failed(await rate(player, message, position), "position")
        where = {"table": opened["table"], "position": 0, "seat": 0}
        await player.ask("act", **where, action="T6:4@c3")
        assert failed(await rate(player, message, 0), "position")
        assert failed(await rate(watcher, message, 0), "position")
    opened = server.open("sumoku", "person", "person", seed=3)
    async with server.client() as player:
        message = await player.ask("join", **opened)
        (acting,) = map(int, message["legal"])
        assert failed(await rate(player, message, seat=1 - acting), "seat")
    assert engine.seen == []


async def test_a_review_tells_what_was_played(server: Running, engine: Fancy) -> None:
    opened = server.open("nmbr9", "person", "person", options={"cards": CARDS})
    async with server.client() as player, server.client() as watcher:
        picture = await played_to_the_end(player, opened)
        await watcher.ask("join", table=opened["table"])
        for event in picture["log"]:
            if event["seat"] is None:
                assert failed(await rate(watcher, picture, event["number"] - 1), "seat")
                continue
            assert failed(await rate(watcher, picture, event["number"] - 1, 1 - event["seat"]), "seat")
            review = await rate(watcher, picture, event["number"] - 1, event["seat"])
            assert review["played"]["action"][0] == event["text"]
            assert review["value"] >= review["played"]["value"]
            assert 2 <= len(review["actions"]) <= 5
        for position in picture["position"], LARGEST:
            assert failed(await rate(watcher, picture, position), "position")


async def test_a_review_is_kept_but_not_for_ever(
    server: Running, engine: Fancy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "REVIEWS_KEPT", 3)
    opened = server.open("nmbr9", "person", "person", options={"cards": CARDS})
    async with server.client() as client:
        picture = await played_to_the_end(client, opened)
        decisions = [(event["number"] - 1, event["seat"]) for event in picture["log"] if event["seat"] is not None]
        assert len(decisions) == 2 * CARDS
        first = [await rate(client, picture, *decision) for decision in decisions]
        assert len(engine.seen) == len(decisions)
        again = [await rate(client, picture, *decision) for decision in decisions[-3:]]
        assert [{**review, "id": 0} for review in again] == [{**review, "id": 0} for review in first[-3:]]
        assert len(engine.seen) == len(decisions)
        await rate(client, picture, *decisions[0])
        assert len(engine.seen) == len(decisions) + 1


@pytest.mark.parametrize("field", ["position", "seat"])
@pytest.mark.parametrize("value", NO_WHOLE_NUMBERS, ids=repr)
async def test_fields_of_the_wrong_type(server: Running, field: str, value: Any) -> None:
    async with server.client() as client:
        error = await client.ask("rate", **{"table": "t", "position": 0, "seat": 0, field: value})
        assert failed(error, "request")
        assert f"$.{field}" in error["message"]


async def test_fields_that_are_missing_or_unknown(server: Running) -> None:
    async with server.client() as client:
        assert "`seat`" in (await client.ask("rate", table="t", position=0))["message"]
        assert "`position`" in (await client.ask("rate", table="t", seat=0))["message"]
        error = await client.ask("rate", table="t", position=0, seat=0, milliseconds=10**6)
        assert failed(error, "request")
        assert "`milliseconds`" in error["message"]
        assert failed(await client.ask("rate", table="t", position=0, seat=0), "table")


class Slow(Fancy):
    """Thinks until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.started, self.go = threading.Semaphore(0), threading.Event()

    def rate(self, *given: Any) -> list[Rating]:
        self.started.release()
        assert self.go.wait(60)
        return super().rate(*given)


async def test_one_rating_at_a_time_and_nothing_waits_for_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Slow()
    monkeypatch.setattr(thinking, "make_engine", lambda _: engine)
    opened = server.open("toushi", "person")
    try:
        async with server.client() as client:
            message = await client.ask("join", **opened)
            where = {"table": opened["table"], "position": message["position"], "seat": 0}
            first = await client.send("rate", **where)
            await asyncio.to_thread(engine.started.acquire)
            assert failed(await client.ask("rate", **where), "busy")
            assert (await client.ask("look", table=opened["table"], position=0))["type"] == "look"
            assert (await client.ask("act", **where, action="T6:4@c3"))["type"] == "update"
            engine.go.set()
            assert (await client.answer(first))["position"] == 0
            hint = await client.ask("rate", **{**where, "position": 1})
            assert (hint["type"], hint["position"]) == ("ratings", 1)
    finally:
        engine.go.set()


async def test_who_goes_and_comes_again_starts_no_more_threads_than_there_may_be(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Slow()
    monkeypatch.setattr(thinking, "make_engine", lambda _: engine)
    opened = server.open("toushi", "person", seed=1)
    most = server.app.state.service._thinkers.rating.threads
    try:
        for _ in range(most + 3):
            async with server.client() as client:
                await client.ask("join", **opened)
                await client.send("rate", table=opened["table"], position=0, seat=0)
                await client.ask("look", table=opened["table"], position=0)
        started = 0
        while engine.started.acquire(timeout=0.2):
            started += 1
        assert started == most
    finally:
        engine.go.set()


async def test_an_engine_that_fails_is_a_mistake_of_the_server(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Engine:
        raise ZeroDivisionError

    monkeypatch.setattr(thinking, "make_engine", broken)
    opened = server.open("toushi", "person")
    async with server.client() as client:
        message = await client.ask("join", **opened)
        assert failed(await rate(client, message), "server")
        monkeypatch.setattr(thinking, "make_engine", lambda _: Fancy())
        assert (await rate(client, message))["type"] == "ratings"


async def test_what_is_hidden_changes_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """3x8's own engine, asked about states that differ in what the seat cannot see, says the same."""
    monkeypatch.setattr(thinking, "new_seed", lambda: 7)
    monkeypatch.setattr(thinking, "make_engine", Steady)
    state, luck = load_game("3x8").new_initial_state(), Luck(5)
    while state.is_chance_node():
        state.apply_action(luck.draw(state))
    seat = state.current_player()
    states = [state, *(state.determinized(seat, seed) for seed in range(3))]
    assert len({other.serialize() for other in states}) > 1
    hints = [await Thinkers(50).rate(other, seat) for other in states]
    assert all(hint == hints[0] for hint in hints)
    assert hints[0]


async def test_a_hint_sees_what_its_seat_sees(server: Running, engine: Fancy) -> None:
    opened = server.open("3x8", "person", "person", seed=5)
    async with server.client() as client:
        message = await client.ask("join", **opened)
        (seat,) = map(int, message["legal"])
        assert (await rate(client, message, seat=seat))["type"] == "ratings"
    ((seen, of),) = engine.seen
    assert of == seat
    assert seen.full_history() == []
    assert pickle.dumps(seen) == pickle.dumps(seen.as_seen_by(seat))
    assert seen.view(seat) == message["views"][str(seat)]
