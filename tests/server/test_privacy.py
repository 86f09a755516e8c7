"""Nobody is told more than may be seen from where they sit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from abaculus import Game, Kernels, NotAnAction, Reason, state_dtype
from abaculus.kernel import game as registry
from abaculus.kernel.verbs import CHANCE_BIT
from abaculus.server import thinking

if TYPE_CHECKING:
    from conftest import Client, Message, Running

pytestmark = pytest.mark.anyio

CARDS = 6
ROUNDS = 3


def init(state: Any) -> None:
    state.hands = 0
    state.said = 0
    state.done = 0
    state.drawn = 0


def players_to_act(state: Any) -> int:
    if state.done == 2 * ROUNDS:
        return 0
    return CHANCE_BIT if state.drawn < 2 else 1 << int(state.done) % 2


def legal_actions(state: Any, player: int, out: Any) -> int:
    if players_to_act(state) != 1 << player:
        return 0
    n = int(state.hands[player])
    out[:n] = range(n)
    return n


def chance_outcomes(state: Any, out: Any, probabilities: Any) -> int:
    out[:CARDS] = range(CARDS)
    probabilities[:CARDS] = 1 / CARDS
    return CARDS


def apply_action(state: Any, player: int, action: int) -> None:
    if player < 0:
        state.hands[state.drawn] = action + 1
        state.drawn += 1
        return
    state.said[state.done] = action + 1
    state.done += 1
    if state.done % 2 == 0:
        state.hands = 0
        state.drawn = 0


def returns(state: Any, out: Any) -> None:
    out[:2] = 0.5


def hide(state: Any, player: int) -> None:
    for seat in range(2):
        if seat != player:
            state.hands[seat] = 0


class Whisper(Game):
    """Each round both draw a card face down, and say a number that is not above it."""

    name = "whisper"
    title = "Whisper"
    summary = "Cards that only their owner sees."
    rules_version = 1
    min_players = max_players = default_players = 2
    part_names = ("number",)
    hides = True
    dtype = state_dtype(
        "whisper", __file__, [("hands", "u1", 2), ("said", "u1", 2 * ROUNDS), ("done", "u1"), ("drawn", "u1")]
    )
    kernels = Kernels(
        init=init,
        players_to_act=players_to_act,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        sample_chance=lambda state, u: int(u * CARDS),
        chance_stream=lambda state: 0,
        apply_action=apply_action,
        returns=returns,
        observation=lambda *_: None,
        hide=hide,
    )

    def num_distinct_actions(self) -> int:
        return CARDS

    max_legal_actions = max_chance_outcomes = num_distinct_actions

    def max_game_length(self) -> int:
        return 2 * ROUNDS

    def observation_tensor_shape(self) -> tuple[int, ...]:
        return (1,)

    def write_options(self, record: Any) -> None:
        pass

    def action_to_text(self, action: int) -> str:
        return f"say {action + 1}"

    def text_to_action(self, text: str) -> int:
        if len(text) != 5 or text[:4] != "say " or text[4] not in "123456":
            raise NotAnAction('An action is like "say 3".')
        return int(text[4]) - 1

    def outcome_to_text(self, outcome: int) -> str:
        return f"*{outcome + 1}"

    def text_to_outcome(self, text: str) -> int:
        return int(text[1]) - 1

    def explain(self, record: Any, player: int, action: int) -> Reason:
        return self.clause("W1", f"Your card is a {record.hands[player]} only.")

    def explain_outcome(self, record: Any, outcome: int) -> str:
        return ""

    def action_parts(self, record: Any, player: int, actions: Any) -> list[tuple[int]]:
        return [(int(action) + 1,) for action in actions]

    def position(self, record: Any) -> dict[str, Any]:
        return {"hands": [int(card) for card in record.hands], "said": [int(n) for n in record.said[: record.done]]}

    def read_position(self, record: Any, position: dict[str, Any]) -> None:
        raise NotImplementedError

    def view_position(self, record: Any, player: int) -> dict[str, Any]:
        position = self.position(record)
        position["hands"] = [card if seat == player else None for seat, card in enumerate(position["hands"])]
        return position

    def seen_outcome(self, record: Any, outcome: int, player: int) -> str:
        return self.outcome_to_text(outcome) if player == record.drawn else "*?"


@pytest.fixture(autouse=True)
def whisper(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known in these tests, and nowhere else."""
    monkeypatch.setitem(registry._GAMES, Whisper.name, Whisper)


def texts(events: list[Message]) -> list[str]:
    return [event["text"] for event in events]


async def say_one(client: Client, message: Message) -> Message:
    """The seat to act says 1, which is always legal."""
    (seat,) = message["view"]["to_act"]
    return await client.ask("act", table=message["table"], position=message["position"], seat=seat, action="say 1")


async def test_a_watcher_sees_no_hand(server: Running) -> None:
    opened = server.open("whisper", "person", "person")
    async with server.client() as player, server.client() as watcher:
        message = await player.ask("join", **opened)
        picture = await watcher.ask("join", table=opened["table"])
        assert picture["view"]["hands"] == [None, None]
        assert picture["views"] == {}
        assert picture["legal"] == {}
        assert texts(picture["log"]) == ["*?", "*?"]
        assert [event["seen_by"] for event in picture["log"]] == [[], []]
        for _ in range(2):
            message = await say_one(player, message)
            update = await watcher.receive()
        assert texts(update["events"]) == ["say 1", "*?", "*?"]
        assert "seen_by" not in update["events"][0]
        assert update["view"]["hands"] == [None, None]
        assert (update["views"], update["legal"]) == ({}, {})
        looked = await watcher.ask("look", table=opened["table"], position=1)
        assert looked["view"]["hands"] == [None, None]
        assert looked["views"] == {}
        where = {"table": opened["table"], "position": message["position"]}
        assert (await watcher.ask("why", **where, seat=0, action="say 6"))["code"] == "SEAT"
        assert (await watcher.ask("act", **where, seat=0, action="say 6"))["code"] == "SEAT"


async def test_a_seat_sees_its_own_hand(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Spy:
        def choose(self, state: Any, seat: int, *_: Any) -> int:
            seen.append(list(state.record.hands))
            assert state.full_history() == []
            return state.legal_actions(seat)[0]

    monkeypatch.setattr(thinking, "make_bot", lambda _: Spy())
    opened = server.open("whisper", "person", "random")
    async with server.client() as client:
        message = await client.ask("join", **opened)
        log = message["log"]
        for _ in range(ROUNDS):
            assert message["view"]["hands"] == [None, None]
            card, other = message["views"]["0"]["hands"]
            assert set(message["views"]) == {"0"}
            assert other is None
            assert texts(log)[-2:] == [f"*{card}", "*?"]
            assert [row[0] for row in message["legal"]["0"]["actions"]] == [f"say {n + 1}" for n in range(card)]
            assert set(message["legal"]) == {"0"}
            message = await say_one(client, message)
            assert message["legal"] == {}
            log += message["events"]
            message = await client.receive()
            log += message["events"]
        assert message["view"]["over"]
        again = await client.ask("join", **opened)
        assert again["log"] == log
    assert len(seen) == ROUNDS
    for hidden, own in seen:
        assert hidden == 0
        assert own > 0


async def test_two_seats_at_one_screen_see_both(server: Running) -> None:
    opened = server.open("whisper", "person", "person")
    async with server.client() as client:
        message = await client.ask("join", **opened)
        cards = [message["views"][str(seat)]["hands"][seat] for seat in range(2)]
        assert message["views"]["0"]["hands"] == [cards[0], None]
        assert message["views"]["1"]["hands"] == [None, cards[1]]
        assert texts(message["log"]) == [f"*{card}" for card in cards]
        assert [event["seen_by"] for event in message["log"]] == [[0], [1]]
        assert set(message["legal"]) == {"0"}


async def test_what_is_hidden_changes_nothing_for_a_watcher(server: Running) -> None:
    """Games that differ in the hands alone look the same, to the letter."""

    async def watch(seed: int) -> list[Message]:
        opened = server.open("whisper", "person", "person", seed=seed)
        heard = []
        async with server.client() as player, server.client() as watcher:
            message = await player.ask("join", **opened)
            heard.append(await watcher.ask("join", table=opened["table"]))
            while not message["view"]["over"]:
                message = await say_one(player, message)
                heard.append(await watcher.receive())
                heard.append(await watcher.ask("look", table=opened["table"], position=message["position"]))
        for message in heard:
            for key in "id", "table", "waiting_since", "seed":
                message.pop(key, None)
            for event in [*message.get("log", ()), *message.get("events", ())]:
                del event["time"]
        return heard

    first = await watch(1)
    assert len(first) == 1 + 2 * 2 * ROUNDS
    for seed in 2, 3:
        assert await watch(seed) == first


async def test_what_was_hidden_is_shown_when_the_game_is_over(server: Running) -> None:
    opened = server.open("whisper", "person", "person")
    async with server.client() as player, server.client() as watcher:
        message = await player.ask("join", **opened)
        await watcher.ask("join", table=opened["table"])
        cards = [message["views"][str(seat)]["hands"][seat] for seat in range(2)]
        while not message["view"]["over"]:
            assert (await watcher.ask("look", table=opened["table"], position=2))["views"] == {}
            message = await say_one(player, message)
        looked = await watcher.ask("look", table=opened["table"], position=2)
        assert looked["view"]["hands"] == [None, None]
        assert [looked["views"][str(seat)]["hands"][seat] for seat in range(2)] == cards


async def test_the_log_is_secret_until_the_end(server: Running) -> None:
    opened = server.open("whisper", "person", "person", seed=4)
    address = f"/api/tables/{opened['table']}/record"
    branch = {"from": {"table": opened["table"], "position": 1}}
    async with server.client() as client:
        message = await client.ask("join", **opened)
        while not message["view"]["over"]:
            assert message["seed"] is None
            for answer in server.http.get(address), server.http.post("/api/tables", json=branch):
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "hidden")
            message = await say_one(client, message)
        assert message["seed"] == 4
    assert server.http.get(address).status_code == 200
    assert server.http.post("/api/tables", json=branch).status_code == 201
