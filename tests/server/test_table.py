"""Playing over the WebSocket: everybody is told the same in the same order, and nobody more than may be seen."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from abaculus import Game, game_types
from abaculus.bots.warmup import Warmup
from abaculus.play.record import read_record
from abaculus.server import tables, thinking
from abaculus.server import warmup as server_warmup
from abaculus.server.compression import LARGE

if TYPE_CHECKING:
    from conftest import Client, Message, Running

pytestmark = pytest.mark.anyio


def first_action(message: Message, seat: int = 0) -> str:
    return message["legal"][str(seat)]["actions"][0][0]


async def act(client: Client, message: Message, seat: int | None = None, choice: int = 0) -> Message:
    """Do the legal action with this index in the position of a message; the answer."""
    if seat is None:
        seat = min(map(int, message["legal"]))
    rows = message["legal"][str(seat)]["actions"]
    return await client.ask(
        "act", table=message["table"], position=message["position"], seat=seat, action=rows[choice % len(rows)][0]
    )


async def bots_done(client: Client, message: Message) -> Message:
    """The newest picture or update, once no bot thinks."""
    while message["thinking"]:
        while (message := await client.receive())["type"] != "update":
            pass
    return message


async def gone(server: Running, tables: int = 0) -> None:
    """Wait until no more than so many tables are in memory."""
    async with asyncio.timeout(10):
        while server.live > tables:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("compiled", [True, False])
async def test_who_waits_for_an_engine_knows(server: Running, monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    monkeypatch.setattr(tables, "is_ready", lambda *job: compiled and job == ("nmbr9", "bots"))
    async with server.client() as client:
        picture = await client.ask("join", **server.open("nmbr9", "person"))
        assert picture["preparing"] is not compiled


async def test_who_follows_a_game_is_told_how_far_it_is_compiled(
    serving: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    unready = {("nmbr9", "rules"), ("nmbr9", "bots"), ("toushi", "bots")}
    monkeypatch.setattr(Warmup, "start", lambda _: None)
    monkeypatch.setattr(Warmup, "unready", lambda _: list(unready))
    monkeypatch.setattr(server_warmup, "progress", lambda game, stage: {"rules": 0.25, "bots": 0.5}[stage])
    monkeypatch.setattr(server_warmup, "SECONDS", 0.01)
    with serving(tmp_path / "tables.db") as cold:
        async with cold.client() as client:
            await client.ask("join", **cold.open("nmbr9", "person"))
            told: list[tuple[str, float]] = []

            async def until(stage: str, progress: float) -> None:
                while (stage, progress) not in told:
                    message = json.loads(await client.socket.recv())
                    assert (message["type"], message["game"]) == ("warmup", "nmbr9")
                    told.append((message["stage"], message["progress"]))

            await until("rules", 0.25)
            await until("bots", 0.5)
            unready.discard(("nmbr9", "rules"))
            await until("rules", 1.0)
            unready.clear()
            await until("bots", 1.0)
        assert told.count(("rules", 1.0)) == told.count(("bots", 1.0)) == 1


async def test_a_table_tells_the_whole_picture(server: Running) -> None:
    seats = [{"kind": "person", "name": " Ann "}, {"kind": "person"}, {"kind": "bot", "bot": "random"}]
    opened = server.http.post("/api/tables", json={"game": "nmbr9", "seats": seats}).json()
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        assert picture["type"] == "table"
        assert picture["table"] == opened["table"]
        assert (picture["game"], picture["players"], picture["seed"]) == ("nmbr9", 3, None)
        assert picture["options"]["draft"] == "unknown"
        assert picture["seats"] == [
            {"kind": "person", "name": "Ann", "bot": None, "yours": True},
            {"kind": "person", "name": "Player 2", "bot": None, "yours": True},
            {"kind": "bot", "name": "random", "bot": "random", "yours": False},
        ]
        assert picture["position"] == len(picture["log"]) == 1
        (turned,) = picture["log"]
        assert (turned["number"], turned["seat"], turned["text"][0]) == (1, None, "*")
        assert picture["waiting_since"] == turned["time"] == pytest.approx(time.time(), abs=30)
        assert picture["view"]["game"] == "nmbr9"
        assert picture["view"]["to_act"] == [0, 1, 2]
        assert picture["views"] == {}
        assert picture["thinking"] == [2]
        assert set(picture["legal"]) == {"0", "1"}
        for legal in picture["legal"].values():
            assert {len(row) for row in legal["actions"]} == {1 + len(legal["parts"])}


async def test_an_act_is_told_to_all(server: Running) -> None:
    opened = server.open("nmbr9", "person")
    async with server.client() as actor, server.client() as watcher:
        picture = await actor.ask("join", **opened)
        seen = await watcher.ask("join", table=opened["table"], key=None)
        assert seen["legal"] == {}
        assert [seat["yours"] for seat in seen["seats"]] == [False]
        text = first_action(picture)
        update = await act(actor, picture)
        told = await watcher.receive()
        assert update["type"] == told["type"] == "update"
        assert told["id"] is None
        assert told["events"] == update["events"]
        assert [event["number"] for event in told["events"]] == [2, 3]
        assert told["events"][0] | {"time": 0} == {"number": 2, "seat": 0, "text": text, "time": 0}
        assert told["position"] == 3
        assert told["view"] == update["view"]
        assert told["legal"] == {}
        assert update["legal"]["0"]["actions"]


async def test_a_game_to_its_end(server: Running) -> None:
    opened = server.open("nmbr9", "person", "person", seed=11, options={"cards": 4})
    async with server.client() as client:
        message = await client.ask("join", **opened)
        while message["legal"]:
            assert message["seed"] is None
            message = await act(client, message, choice=message["position"])
        assert message["view"]["over"]
        assert message["seed"] == 11
        assert sum(message["view"]["returns"]) == pytest.approx(1)
        picture = await client.ask("join", **opened)
        assert picture["view"] == message["view"]
        assert picture["seed"] == 11
        refused = await client.ask("act", table=opened["table"], position=picture["position"], seat=0, action="r0@0,0")
        assert (refused["type"], refused["code"]) == ("refused", "TURN")
        record = server.http.get(f"/api/tables/{opened['table']}/record")
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        read = read_record(record.text)
        assert (read.game, read.seats, read.seed, read.names) == ("nmbr9", 2, 11, ["Player 1", "Player 2"])
        assert read.result == message["view"]["returns"]
        assert [text for _, text in read.events] == [event["text"] for event in picture["log"]]


async def test_a_stale_act_is_refused_and_brought_up_to_date(server: Running) -> None:
    opened = server.open("nmbr9", "person", "person")
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        update = await act(client, picture, seat=0)
        id = await client.send("act", table=opened["table"], position=1, seat=0, action=first_action(picture, 0))
        refused = await client.receive()
        assert refused["message"]
        assert refused | {"message": ""} == {
            "type": "refused", "id": id, "table": opened["table"], "position": 2, "code": "STALE", "message": "",
        }  # fmt: skip
        current = await client.receive()
        assert (current["type"], current["id"], current["position"]) == ("update", None, 2)
        assert current["events"] == update["events"]
        after = await act(client, update, seat=1)
        late = await client.ask("act", table=opened["table"], position=2, seat=1, action=first_action(picture, 1))
        assert (late["code"], late["position"]) == ("STALE", 4)
        assert (await client.receive())["events"] == after["events"]
        ahead = await client.ask("act", table=opened["table"], position=99, seat=1, action=first_action(after, 1))
        assert ahead["code"] == "STALE"
        assert (await client.receive())["events"] == []


async def test_an_act_counts_though_another_seat_acted_at_the_same_time(server: Running) -> None:
    opened = server.open("nmbr9", "person", "person", "person")
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        updates = [await act(client, picture, seat) for seat in (1, 0, 2)]
        assert [update["position"] for update in updates] == [2, 3, 5]
        assert [event["seat"] for event in updates[-1]["events"]] == [2, None]
        where = {"table": opened["table"], "action": first_action(updates[-1], 0)}
        assert (await client.ask("why", seat=0, position=5, **where))["code"] is None
        for position in range(5):
            assert (await client.ask("why", seat=0, position=position, **where))["code"] == "STALE"


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (0, "", "TEXT"),
        (0, "castle", "TEXT"),
        (0, "r0@5,5", "NMBR9-P7"),
        (0, "*7", "CHANCE"),
        (1, "r0@0,0", "TURN"),
        (2, "r0@0,0", "SEAT"),
        (3, "r0@0,0", "SEAT"),
        (2**53 - 1, "r0@0,0", "SEAT"),
    ],
)
async def test_an_illegal_act_is_refused_and_changes_nothing(
    server: Running, seat: int, action: str, code: str
) -> None:
    opened = server.open("nmbr9", "person", "person", "random")
    async with server.client() as client:
        picture = await bots_done(client, await client.ask("join", **opened))
        update = await act(client, picture, seat=1)
        where = {"table": opened["table"], "position": update["position"], "seat": seat, "action": action}
        refused = await client.ask("act", **where)
        assert (refused["type"], refused["code"]) == ("refused", code)
        assert refused["message"]
        reason = await client.ask("why", **where)
        assert (reason["type"], reason["code"], reason["message"]) == ("reason", code, refused["message"])
        again = await client.ask("join", **opened)
        assert {key: again[key] for key in ("position", "view", "legal", "thinking")} == {
            key: update[key] for key in ("position", "view", "legal", "thinking")
        }


async def test_why_an_action_is_allowed_or_stale(server: Running) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        where = {"table": opened["table"], "seat": 0, "action": first_action(picture)}
        reason = await client.ask("why", position=0, **where)
        assert (reason["code"], reason["message"]) == (None, None)
        reason = await client.ask("why", position=5, **where)
        assert reason["code"] == "STALE"


async def test_a_watcher_may_not_act(server: Running) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as client:
        picture = await client.ask("join", table=opened["table"])
        where = {"table": opened["table"], "position": 0, "seat": 0, "action": "T6:4@c3"}
        assert picture["legal"] == {}
        assert (await client.ask("act", **where))["code"] == "SEAT"
        assert (await client.ask("why", **where))["code"] == "SEAT"


async def test_an_earlier_position(server: Running) -> None:
    opened = server.open("nmbr9", "person")
    async with server.client() as client:
        message = await client.ask("join", **opened)
        seen = {message["position"]: message["view"]}
        for _ in range(3):
            message = await act(client, message)
            seen[message["position"]] = message["view"]
        for position, view in seen.items():
            looked = await client.ask("look", table=opened["table"], position=position)
            assert looked | {"id": 0} == {
                "type": "look", "id": 0, "table": opened["table"], "position": position, "view": view, "views": {},
            }  # fmt: skip
        start = await client.ask("look", table=opened["table"], position=0)
        assert start["view"]["to_act"] == "chance"
        error = await client.ask("look", table=opened["table"], position=99)
        assert (error["type"], error["code"]) == ("error", "position")
        assert "99" in error["message"]


async def test_who_has_left_is_told_no_more(server: Running) -> None:
    opened = server.open("nmbr9", "person")
    async with server.client() as actor, server.client() as leaver:
        picture = await actor.ask("join", **opened)
        await leaver.ask("join", **opened)
        await leaver.send("leave", table=opened["table"])
        error = await leaver.ask("act", table=opened["table"], position=1, seat=0, action="r0@0,0")
        assert (error["type"], error["code"]) == ("error", "table")
        await act(actor, picture)
        error = await leaver.ask("leave", table=opened["table"])
        assert (error["type"], error["code"]) == ("error", "table")


async def test_the_same_luck_after_all_have_left(server: Running) -> None:
    """A table that is forgotten and loaded again goes on as if nothing had been."""

    async def play(leaving: bool) -> list[str]:
        opened = server.open("toushi", "person", seed=5)
        async with server.client() as client:
            message = await client.ask("join", **opened)
            while message["legal"]:
                message = await act(client, message, choice=message["position"] * 7)
                if leaving and message["position"] % 5 == 0:
                    await client.send("leave", table=opened["table"])
                    message = await client.ask("join", **opened)
            log = (await client.ask("join", **opened))["log"]
            return [event["text"] for event in log]

    steadily = await play(leaving=False)
    assert steadily == await play(leaving=True)
    assert len(steadily) > 10


async def test_tables_nobody_follows_are_forgotten(server: Running) -> None:
    await gone(server)
    opened = server.open("nmbr9", "person")
    async with server.client() as first:
        picture = await first.ask("join", **opened)
        async with server.client() as second:
            await second.ask("join", **opened)
            assert server.live == 1
        update = await act(first, picture)
        assert server.live == 1
    await gone(server)
    async with server.client() as client:
        again = await client.ask("join", **opened)
        assert again["position"] == update["position"]
        assert again["view"] == update["view"]
        error = await client.ask("join", table=opened["table"], key="wrong")
        assert error["code"] == "key"
        await client.send("leave", table=opened["table"])
        await gone(server)
        error = await client.ask("join", table=opened["table"], key="wrong")
        assert error["code"] == "key"
        await gone(server)


async def test_bots_play_as_long_as_somebody_watches(server: Running) -> None:
    opened = server.open("nmbr9", "random", "random", options={"cards": 6})
    async with server.client() as client:
        message = await client.ask("join", table=opened["table"])
        while not message["view"]["over"]:
            message = await client.receive()
        assert message["position"] == 6 + 2 * 6
        assert message["thinking"] == []


async def test_bots_rest_while_nobody_watches(server: Running) -> None:
    await gone(server)
    opened = server.open("nmbr9", "random", "random")
    async with server.client() as client:
        await client.ask("join", table=opened["table"])
    await gone(server)
    async with server.client() as client:
        first = await client.ask("join", table=opened["table"])
        assert not first["view"]["over"]
    await gone(server)


class Faulty:
    """A bot that fails, each time in another way."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, *_: Any) -> Any:
        self.asked += 1
        if self.asked % 3 == 0:
            raise RuntimeError("a bot's own trouble")
        return "an action" if self.asked % 3 == 1 else -7


async def test_a_bot_that_fails_does_not_stop_the_game(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faulty = Faulty()
    monkeypatch.setattr(thinking, "make_bot", lambda _: faulty)
    opened = server.open("nmbr9", "person", "random", options={"cards": 4})
    async with server.client() as client:
        message = await client.ask("join", **opened)
        error = await client.receive()
        assert (error["type"], error["code"], error["id"]) == ("error", "bot", None)
        assert "seat 1" in error["message"]
        assert "trouble" not in error["message"]
        message = await client.receive()
        while not message["view"]["over"]:
            message = await bots_done(client, await act(client, message))
    assert faulty.asked == 4
    assert "a bot's own trouble" in caplog.text


async def test_a_bot_thinks_beside_the_game(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot thinks others are served, and may act."""

    class Slow:
        def choose(self, state: Any, seat: int, *_: Any) -> int:
            time.sleep(0.3)
            return state.legal_actions(seat)[0]

    monkeypatch.setattr(thinking, "make_bot", lambda _: Slow())
    opened = server.open("nmbr9", "person", "random", options={"cards": 2})
    async with server.client() as client:
        message = await client.ask("join", **opened)
        began = time.monotonic()
        update = await act(client, message)
        assert time.monotonic() - began < 0.25
        assert update["thinking"] == [1]
        assert (await client.receive())["position"] == 4


async def test_several_tables_on_one_connection(server: Running) -> None:
    tables = [server.open("toushi", "person") for _ in range(17)]
    async with server.client() as client:
        for opened in tables[:16]:
            assert (await client.ask("join", **opened))["type"] == "table"
        error = await client.ask("join", **tables[16])
        assert (error["type"], error["code"]) == ("error", "busy")
        assert "16" in error["message"]
        assert (await client.ask("join", **tables[0]))["type"] == "table"
        await client.send("leave", table=tables[0]["table"])
        assert (await client.ask("join", **tables[16]))["type"] == "table"


async def test_requests_in_flight_are_answered_in_order(server: Running) -> None:
    opened = server.open("nmbr9", "person", "person")
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        where = {"table": opened["table"], "position": 1}
        sent = [
            await client.send("act", **where, seat=0, action=first_action(picture, 0)),
            await client.send("look", **where),
            await client.send("why", **where, seat=1, action="x"),
            await client.send("act", **where, seat=0, action=first_action(picture, 0)),
        ]
        answers = [await client.receive() for _ in range(5)]
        assert [answer["type"] for answer in answers] == ["update", "look", "reason", "refused", "update"]
        assert [answer["id"] for answer in answers] == [*sent, None]


async def test_one_of_two_windows_that_act_at_once_is_first(server: Running) -> None:
    opened = server.open("nmbr9", "person", "person")
    async with server.client() as one, server.client() as other:
        picture = await one.ask("join", **opened)
        await other.ask("join", **opened)
        where = {"table": opened["table"], "position": picture["position"]}
        answers = await asyncio.gather(
            one.ask("act", **where, seat=0, action=first_action(picture, 0)),
            other.ask("act", **where, seat=0, action=first_action(picture, 0)),
        )
        assert sorted(answer["type"] for answer in answers) == ["refused", "update"]


@pytest.mark.parametrize(
    ("seats", "kept"),
    [
        (("person", "greedy"), [("person", None), ("bot", "greedy")]),
        (("random", "person"), [("bot", "random"), ("person", None)]),
        (("random", "random"), [("person", None), ("person", None)]),
    ],
)
async def test_bots_keep_their_seats_in_a_sandbox(
    server: Running, seats: tuple[str, str], kept: list[tuple[str, str | None]]
) -> None:
    opened = server.open("nmbr9", *seats, options={"cards": 2})
    async with server.client() as client:
        origin = await client.ask("join", table=opened["table"])
        branch = server.http.post("/api/tables", json={"from": {"table": opened["table"], "position": 1}}).json()
        sandbox = await client.ask("join", **branch)
    assert [(seat["kind"], seat["bot"]) for seat in sandbox["seats"]] == kept
    assert [seat["name"] for seat in sandbox["seats"]] == [seat["name"] for seat in origin["seats"]]


async def test_a_sandbox_goes_its_own_way(server: Running) -> None:
    opened = server.open("toushi", "person", seed=3)
    async with server.client() as client:
        message = await client.ask("join", **opened)
        for _ in range(4):
            message = await act(client, message, choice=5)
        origin = await client.ask("join", **opened)
        request = {"from": {"table": opened["table"], "position": 2}}
        branch = server.http.post("/api/tables", json=request).json()
        sandbox = await client.ask("join", **branch)
        assert sandbox["log"][:2] == origin["log"][:2]
        assert [seat["kind"] for seat in sandbox["seats"]] == ["person"]
        while sandbox["legal"]:
            sandbox = await act(client, sandbox)
        assert sandbox["seed"] is None
        after = await client.ask("join", **opened)
        assert after["log"] == origin["log"]
        record = read_record(server.http.get(f"/api/tables/{branch['table']}/record").text)
        assert record.seed is None
        assert record.result == sandbox["view"]["returns"]


async def test_two_servers_on_one_store(serving: Any, tmp_path: Path) -> None:
    """The second to act is told so, and is up to date then."""
    with serving(tmp_path / "tables.db") as one, serving(tmp_path / "tables.db") as two:
        opened = one.open("nmbr9", "person")
        async with one.client() as here, two.client() as there, two.client() as watcher:
            picture = await here.ask("join", **opened)
            assert (await there.ask("join", **opened))["view"] == picture["view"]
            await watcher.ask("join", table=opened["table"])
            update = await act(here, picture)
            refused = await act(there, picture, choice=1)
            assert (refused["type"], refused["code"], refused["position"]) == ("refused", "STALE", 3)
            current = await there.receive()
            assert current["events"] == update["events"]
            assert (await watcher.receive())["events"] == update["events"]
            message = await act(there, current)
            assert message["position"] == 5


async def test_followers_at_another_server_are_told(serving: Any, tmp_path: Path) -> None:
    """They need not ask, and do not wait long."""
    with serving(tmp_path / "tables.db") as one, serving(tmp_path / "tables.db") as two:
        opened, other = one.open("nmbr9", "person"), one.open("nmbr9", "person")
        async with one.client() as here, two.client() as there, two.client() as elsewhere:
            picture = await here.ask("join", **opened)
            await there.ask("join", **opened)
            await elsewhere.ask("join", **other)
            for _ in range(3):
                picture = await act(here, picture)
                async with asyncio.timeout(10):
                    news = await there.receive()
                assert news["type"] == "update"
                assert (news["events"], news["position"]) == (picture["events"], picture["position"])
                assert news["legal"] == picture["legal"]
            assert (await elsewhere.ask("ping"))["type"] == "pong"  # and nothing before it
            assert (await act(there, news))["position"] == picture["position"] + 2
            assert (await here.receive())["position"] == picture["position"] + 2


async def test_two_servers_where_seats_act_at_the_same_time(serving: Any, tmp_path: Path) -> None:
    """The second to act is late for the store, but not for the rules."""
    with serving(tmp_path / "tables.db") as one, serving(tmp_path / "tables.db") as two:
        opened = one.open("nmbr9", "person", "person")
        async with one.client() as here, two.client() as there:
            picture = await here.ask("join", **opened)
            assert (await there.ask("join", **opened))["view"] == picture["view"]
            first = await act(here, picture, seat=0)
            second = await act(there, picture, seat=1)
            assert (second["type"], second["position"]) == ("update", 4)
            assert second["events"][:1] == first["events"]


async def test_goodbye_when_the_server_goes_down(serving: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        opened = server.open("nmbr9", "person", "random")
        async with server.client() as client:
            await client.ask("join", **opened)
            server.server.should_exit = True
            code, reason = await client.closed()
            assert code == 1001
            assert "down" in reason


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_large_messages_are_compressed_for_those_who_offer_it(server: Running, compression: str | None) -> None:
    async with server.client(compression=compression) as client:
        received = count_received(client)
        large = await client.ask("join", **server.open("toushi", "person"))
        assert (received.pop() < LARGE / 2) is (compression is not None)
        small = await act(client, large)
        assert LARGE > received.pop() > len(json.dumps(small["legal"], separators=(",", ":")))


def count_received(client: Client) -> list[int]:
    """The sizes of what comes over the network from now on, added up."""
    sizes: list[int] = []
    receive = client.socket.protocol.receive_data

    def count(data: bytes) -> None:
        sizes[:] = [sum(sizes) + len(data)]
        receive(data)

    client.socket.protocol.receive_data = count  # type: ignore[method-assign]
    return sizes


async def test_json_is_all_that_is_sent(server: Running) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as client:
        await client.send("join", **opened)
        text = await client.socket.recv()
        assert isinstance(text, str)
        assert json.loads(text)["type"] == "table"


async def test_aids_go_to_those_who_sit_there(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def aids(self: Game, record: Any, player: int) -> dict[str, Any]:
        return {"stars": int(record.stars)}

    monkeypatch.setattr(game_types()["toushi"], "aids", aids)
    opened = server.open("toushi", "person")
    async with server.client() as player, server.client() as watcher:
        picture = await player.ask("join", table=opened["table"], key=opened["key"])
        watched = await watcher.ask("join", table=opened["table"], key=None)
        assert (picture["aids"], watched["aids"]) == ({"0": {"stars": 3}}, {})
        assert (await act(player, picture))["aids"] == {"0": {"stars": 3}}
