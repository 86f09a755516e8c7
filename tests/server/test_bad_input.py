"""Whatever a client sends, it is told what is wrong, and the server plays on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from abaculus import Game, game_types
from abaculus.server import connection
from abaculus.server.protocol import DEEPEST, LARGEST

if TYPE_CHECKING:
    from conftest import Client, Message, Running

pytestmark = pytest.mark.anyio

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("frame", "code", "words"),
    [
        ("", "json", "not JSON"),
        ("{", "json", "not JSON"),
        (b"\xff\x00", "json", "not JSON"),
        ("[]", "request", "join, leave, act, why, look"),
        ('{"type": "shout"}', "request", "'shout'"),
        ('{"type": "join", "table": "zzz"}', "table", "'zzz'"),
        ('{"type": "join", "table": "../etc/passwd", "key": "x"}', "table", "'../etc/passwd'"),
        ('{"type": "act", "table": "zzz", "position": 0, "seat": 0, "action": "stop"}', "table", "'zzz'"),
        ('{"type": "why", "table": "zzz", "position": 0, "seat": 0, "action": "stop"}', "table", "'zzz'"),
        ('{"type": "look", "table": "zzz", "position": 0}', "table", "'zzz'"),
        ('{"type": "leave", "table": "zzz"}', "table", "'zzz'"),
        ('{"type": "join", "table": ""}', "table", "There is no table ''."),
        ('{"type": "join", "table": "a\\u0000b"}', "table", "There is no table"),
        (json.dumps({"type": "join", "table": "x" * 60_000}), "table", "There is no table 'xxx"),
        (json.dumps({"type": "look", "table": "x" * 300, "position": 0}), "table", "You do not follow a table 'xxx"),
        ("x" * 65_536, "json", "not JSON"),
    ],
)
async def test_a_frame_that_cannot_be_answered(server: Running, frame: str | bytes, code: str, words: str) -> None:
    async with server.client() as client:
        await client.socket.send(frame)
        error = await client.receive()
        assert (error["type"], error["code"]) == ("error", code)
        assert words in error["message"]
        assert "Traceback" not in error["message"]
        assert len(error["message"]) < 500
        opened = server.open("toushi", "person")
        assert (await client.ask("join", **opened))["type"] == "table"


async def test_an_error_has_the_id_of_its_request(server: Running) -> None:
    async with server.client() as client:
        error = await client.ask("join", table="zzz")
        assert (error["type"], error["code"]) == ("error", "table")
        error = await client.ask("look", table="zzz", position="first")
        assert (error["type"], error["code"]) == ("error", "request")


async def test_a_wrong_key(server: Running) -> None:
    opened = server.open("toushi", "person")
    other = server.open("toushi", "person")
    async with server.client() as client:
        for key in "", "x", "\u0000", "é", other["key"], opened["key"] + "x":
            error = await client.ask("join", table=opened["table"], key=key)
            assert (error["type"], error["code"]) == ("error", "key")


@pytest.mark.parametrize("frame", ["x" * 65_537, "x" * 10_000_000, b"x" * 10_000_000])
async def test_a_message_of_ten_megabytes_closes_the_connection(server: Running, frame: str | bytes) -> None:
    async with server.client(compression=None) as client, server.client() as other:
        with contextlib.suppress(ConnectionClosed):
            await client.socket.send(frame)
        assert (await client.closed())[0] == 1009
        assert (await other.ask("join", table="zzz"))["type"] == "error"


async def test_a_small_frame_that_unpacks_to_ten_megabytes(server: Running) -> None:
    """Compression does not get around the limit."""
    async with server.client() as client:
        with contextlib.suppress(ConnectionClosed):
            await client.socket.send('{"type": "leave", "table": "' + " " * 10_000_000 + '"}')
        assert (await client.closed())[0] == 1009


def nested(levels: int, innermost: str = "0") -> str:
    return "[" * levels + innermost + "]" * levels


@pytest.mark.parametrize("levels", [DEEPEST - 2, 500, 900, 1_000, 5_000, 30_000])
async def test_json_that_is_nested_deeply(server: Running, levels: int, caplog: pytest.LogCaptureFixture) -> None:
    """Wherever it stands it is refused in words, and the connection lasts."""
    async with server.client() as client:
        for frame in (
            nested(levels),
            f'{{"type": {nested(levels)}}}',
            f'{{"type": "join", "table": {nested(levels)}}}',
            f'{{"type": "join", "table": "zzz", "colour": {nested(levels)}}}',
            f'{{"type": "act", "table": "zzz", "id": {nested(levels)}, "seat": "x"}}',
            f'{{"type": "act", "table": "zzz", "position": {nested(levels, "{}")}, "seat": 0, "action": ""}}',
        ):
            await client.socket.send(frame)
            assert (await client.receive())["code"] == ("request" if levels < DEEPEST else "json")
        brackets = json.dumps({"type": "join", "table": "[" * levels})
        await client.socket.send(brackets)
        assert (await client.receive())["code"] == "table"
    for body in (
        nested(levels),
        f'{{"from": {nested(levels)}}}',
        f'{{"game": "nmbr9", "seats": {nested(levels)}}}',
        f'{{"game": "nmbr9", "seats": [{{"kind": "person"}}], "options": {{"draft": {nested(levels)}}}}}',
        f'{{"game": {nested(levels)}, "seats": [{{"kind": "person"}}]}}',
    ):
        answer = server.http.post("/api/tables", content=body)
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]["code"] in {"json", "request", "option"}
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "id",
    ["x" * 300, "x" * 8_000, "%00", "%ff%fe", "%E0%A4%A", "%", "100%25", "..%2f..%2fetc", "%0d%0a", "a%20b", "%F0"],
)
def test_odd_names_of_tables(server: Running, id: str, caplog: pytest.LogCaptureFixture) -> None:
    """No validator's message is shown, and nothing counts as a server error."""
    for path in f"/api/tables/{id}", f"/api/tables/{id}/record":
        error = raw_get(server, path)
        assert (error["code"], error["message"][:18]) in {
            ("table", "There is no table "),
            ("address", "There is nothing a"),  # where the name has a slash
        }
        assert len(error["message"]) < 300
    answer = server.http.post("/api/tables", json={"from": {"table": id, "position": 0}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "table")
    assert "Traceback" not in caplog.text


def raw_get(server: Running, path: str) -> Any:
    """The error of a path that is sent as it is."""
    host, port = server.host.split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404"), answer[:200]
    return json.loads(answer.partition(b"\r\n\r\n")[2])["error"]


@pytest.mark.parametrize("path", ["%00", "%ff%fe", "%E0%A4%A", "setup/100%", "assets/%00", "assets/%ff", "x" * 8_000])
def test_odd_names_of_files(serving: Any, tmp_path: Any, path: str) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("the client")
    with serving(tmp_path / "tables.db", bundle=tmp_path) as server:
        host, port = server.host.split(":")
        with socket.create_connection((host, int(port))) as raw:
            raw.sendall(f"GET /{path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404" if path.startswith("assets") else b"HTTP/1.1 200"), answer[:300]


async def test_a_client_that_does_not_read(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets no more than it takes, is dropped in the end, and others are served meanwhile."""
    monkeypatch.setattr(connection, "STALLED_SECONDS", 0.5)
    opened = server.open("toushi", "person")
    async with server.client(compression=None, max_queue=1) as client, server.client() as other:
        for _ in range(200):  # 16 MB of answers, more than the system keeps for a connection
            await client.send("join", **opened)
        assert (await other.ask("join", table=opened["table"]))["type"] == "table"
        connections = server.app.state.service._connections
        async with asyncio.timeout(30):
            while len(connections) > 1:
                (waiting,) = {connection._characters for connection in connections} - {0} or {0}
                assert waiting < 2 * connection.CHARACTERS_TAKEN + 100_000
                await asyncio.sleep(0.01)
        assert (await other.ask("join", table=opened["table"]))["type"] == "table"


async def test_many_large_answers_at_once(server: Running) -> None:
    """A client that joins all its tables before it reads anything is not dropped."""
    tables = [server.open("toushi", "person") for _ in range(connection.TABLES_AT_ONCE)]
    async with server.client(compression=None, max_queue=1) as client:
        ids = [await client.send("join", **opened) for opened in tables]
        await asyncio.sleep(0.5)
        assert [(await client.receive())["id"] for _ in ids] == ids


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1"])
async def test_other_sites_cannot_connect(server: Running, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        async with server.client(origin=origin):
            pass
    assert caught.value.response.status_code == 403
    assert json.loads(caught.value.response.body or b"")["error"]["code"] == "origin"


async def test_the_same_site_connects(server: Running) -> None:
    async with server.client(origin=f"http://{server.host}") as client:
        assert (await client.ask("join", table="zzz"))["code"] == "table"


async def test_no_websocket_elsewhere(server: Running) -> None:
    for path in "/", "/api", "/api/games", "/api/wss":
        with pytest.raises(InvalidStatus) as caught:
            async with connect(f"ws://{server.host}{path}"):
                pass
        assert caught.value.response.status_code in {403, 404}


async def test_a_client_that_vanishes(server: Running) -> None:
    """A connection that breaks off amid everything leaves nothing behind."""
    opened = server.open("nmbr9", "person", "random")
    for _ in range(5):
        async with server.client() as client:
            await client.send("join", **opened)
            await client.send("act", table=opened["table"], position=1, seat=0, action="r0@0,0")
            client.socket.transport.abort()
    async with asyncio.timeout(10):
        while server.live:
            await asyncio.sleep(0.005)
    async with server.client() as client:
        assert (await client.ask("join", **opened))["type"] == "table"


def test_what_is_no_http(server: Running) -> None:
    host, port = server.host.split(":")
    for data in (
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=5) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            assert b"Traceback" not in connection.recv(10_000)
    assert server.http.get("/api/games").status_code == 200


GAMES = {name: kind for name, kind in game_types().items() if kind.__module__.startswith("abaculus.")}

# What is not allowed at the start of a game, and the code of the reason.
NOT_NOW = [
    ("108", "5@e1", "108-T3"),  # a number that is not on the table
    ("108", "7@a1", "108-T3"),  # a black square
    ("108", "7@i5", "108-T3"),  # outside of the home
    ("108", "7@d2", "108-P4"),  # the Dragon, while other squares are empty
    ("108", "e1-c2", "108-T3"),
    ("108", "e1x", "108-T3"),
    ("108", "s1", "108-T3"),
    ("108", "#e5", "108-T3"),
    ("108", "warn", "108-T3"),
    ("108", "punish", "108-T3"),
    ("108", "silent", "108-T3"),
    ("108", "remove d4", "108-T3"),
    ("3x8", "17>n", "3x8-A1"),
    ("nmbr9", "r0@1,0", "NMBR9-P7"),
    ("sumoku", "end", "SUMOKU-P2"),
    ("toushi", "stop", "TOUSHI-F1"),
]
# What is no action in any position, though it looks like one.
NO_TEXT = [
    ("108", "0@e1"),
    ("108", "10@e1"),
    ("108", "5@j1"),
    ("108", "5@e0"),
    ("108", "5 @e1"),
    ("108", "e1-"),
    ("108", "e1-e1-e1"),
    ("108", "s4"),
    ("108", "#"),
    ("108", "*10"),
    ("108", "--"),
    ("108", "\u2212"),
    ("108", "remove"),
    ("108", "remove  d4"),
    ("3x8", "110>n"),
    ("3x8", "17>5"),
    ("nmbr9", "r4@0,0"),
    ("nmbr9", "r0@-0,0"),
    ("sumoku", "X7@0,0"),
    ("sumoku", "*G9"),
    ("toushi", "T5:1@a1"),
    ("toushi", "roll"),
]
OUTCOMES = {"108": "*7", "3x8": "*7", "nmbr9": "*7", "sumoku": "*G6", "toushi": "*7"}
NO_WHOLE_NUMBERS: list[Any] = [None, "0", 0.5, True, -1, LARGEST + 1, [0], {}]


def wrong_values(kind: type[Game]) -> list[tuple[str, Any]]:
    """Values that are near to what an option may be, for each option of a game."""
    found: list[tuple[str, Any]] = []
    for option in kind.option_specs:
        wrong: list[Any] = ["nonsense", "", [], {}, -1, 1.5, LARGEST, str(option.default)]
        if option.kind == "integer":
            assert option.minimum is not None
            wrong += [option.minimum - 1, float(option.minimum), True]
            wrong.remove(LARGEST)
            wrong += [option.maximum + 1] if option.maximum is not None else []
        elif option.kind == "choice":
            assert isinstance(option.default, str)
            wrong += [True, False, option.default.upper()]
            wrong.remove(option.default)
        elif option.kind == "boolean":
            wrong += [0, 1, "true"]
        else:
            wrong += [True, [None] * 10, {"a": 1}]
            wrong.remove(str(option.default))
        found += [(option.name, value) for value in wrong]
    return found


def not_opened(server: Running, game: str, seats: int, options: dict[str, Any], code: str) -> str:
    """The words in which such a table is refused."""
    request = {"game": game, "seats": [{"kind": "person"}] * seats, "options": options}
    answer = server.http.post("/api/tables", json=request)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), answer.text
    words: str = answer.json()["error"]["message"]
    assert "Traceback" not in words
    return words


@pytest.mark.parametrize("name", GAMES)
def test_an_option_that_a_game_does_not_have(server: Running, name: str) -> None:
    kind = GAMES[name]
    for option in "colour", "", "players", "seats", kind.option_specs[0].name.upper():
        words = not_opened(server, name, kind.default_players, {option: 1}, "option")
        assert all(known.name in words for known in kind.option_specs)


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [(name, *wrong) for name, kind in GAMES.items() for wrong in wrong_values(kind)],
)
def test_a_value_that_an_option_cannot_have(server: Running, name: str, option: str, value: Any) -> None:
    assert repr(option) in not_opened(server, name, GAMES[name].default_players, {option: value}, "option")


@pytest.mark.parametrize(("name", "option"), [("108", "first"), ("3x8", "first")])
def test_a_seat_that_begins_but_is_not_there(server: Running, name: str, option: str) -> None:
    assert "2 seats" in not_opened(server, name, 2, {option: 2}, "option")


@pytest.mark.parametrize("name", GAMES)
def test_too_few_or_too_many_seats(server: Running, name: str) -> None:
    kind = GAMES[name]
    for seats in 0, kind.min_players - 1, kind.max_players + 1, 100:
        assert f"not {seats}" in not_opened(server, name, seats, {}, "seats")


@contextlib.asynccontextmanager
async def started(server: Running, name: str) -> AsyncIterator[tuple[Client, Message, int]]:
    """A table of persons as it starts, the same each time, and the seat that is to act."""
    options = {"first": 0} if name == "108" else {}
    opened = server.open(name, *["person"] * GAMES[name].default_players, seed=7, options=options)
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        yield client, picture, min(map(int, picture["legal"]))
        assert await client.ask("join", **opened) | {"id": 0} == picture | {"id": 0}, "it changed something"


async def refused(client: Client, picture: Message, seat: int, action: str) -> tuple[str, str]:
    """The code and the words in which an action is refused; who asks why is told the same."""
    where = {"table": picture["table"], "position": picture["position"], "seat": seat, "action": action}
    answer, reason = await client.ask("act", **where), await client.ask("why", **where)
    assert (answer["type"], reason["type"]) == ("refused", "reason")
    assert (answer["code"], answer["message"]) == (reason["code"], reason["message"])
    return answer["code"], answer["message"]


@pytest.mark.parametrize(("name", "action", "code"), NOT_NOW)
async def test_an_action_that_is_not_allowed_now(server: Running, name: str, action: str, code: str) -> None:
    async with started(server, name) as (client, picture, seat):
        found, words = await refused(client, picture, seat, action)
        assert found == code
        assert words.endswith(".")


@pytest.mark.parametrize(("name", "action"), NO_TEXT)
async def test_a_text_that_is_no_action(server: Running, name: str, action: str) -> None:
    async with started(server, name) as (client, picture, seat):
        assert (await refused(client, picture, seat, action))[0] == "TEXT"


@pytest.mark.parametrize("name", GAMES)
async def test_nonsense(server: Running, name: str) -> None:
    async with started(server, name) as (client, picture, seat):
        for action in "", " ", "nonsense", "\u0000", "\ud83c\udfb2", "x" * 200, "[0]", "null":
            code, words = await refused(client, picture, seat, action)
            assert code == "TEXT"
            assert "is no action" in words


@pytest.mark.parametrize("name", GAMES)
async def test_acting_for_luck(server: Running, name: str) -> None:
    async with started(server, name) as (client, picture, seat):
        assert (await refused(client, picture, seat, OUTCOMES[name]))[0] == "CHANCE"


@pytest.mark.parametrize("name", GAMES)
async def test_acting_for_another_seat(server: Running, name: str) -> None:
    async with started(server, name) as (client, picture, seat):
        action = picture["legal"][str(seat)]["actions"][0][0]
        seats = len(picture["seats"])
        for other in {*range(seats)} - {*map(int, picture["legal"])}:
            assert (await refused(client, picture, other, action))[0] == "TURN"
        for other in seats, 99, LARGEST:
            assert (await refused(client, picture, other, action))[0] == "SEAT"


@pytest.mark.parametrize("name", GAMES)
async def test_acting_in_another_position(server: Running, name: str) -> None:
    async with started(server, name) as (client, picture, seat):
        where = {"table": picture["table"], "seat": seat, "action": picture["legal"][str(seat)]["actions"][0][0]}
        for position in {0, picture["position"] - 1, picture["position"] + 1, LARGEST} - {picture["position"], -1}:
            for request in "act", "why":
                assert (await client.ask(request, position=position, **where))["code"] == "STALE"


@pytest.mark.parametrize("name", GAMES)
async def test_fields_of_the_wrong_type(server: Running, name: str) -> None:
    async with started(server, name) as (client, picture, seat):
        good = {"table": picture["table"], "position": picture["position"], "seat": seat}
        good["action"] = picture["legal"][str(seat)]["actions"][0][0]
        spoilt: list[dict[str, Any]] = [{field: wrong} for field in ("position", "seat") for wrong in NO_WHOLE_NUMBERS]
        spoilt += [{"action": wrong} for wrong in (None, 0, True, [good["action"]], {}, "x" * 201)]
        for request in "act", "why":
            for wrong in spoilt:
                error = await client.ask(request, **{**good, **wrong})
                assert (error["type"], error["code"]) == ("error", "request"), wrong
                assert f"$.{next(iter(wrong))}" in error["message"]
            for field in "position", "seat", "action":
                error = await client.ask(request, **{key: value for key, value in good.items() if key != field})
                assert (error["type"], error["code"]) == ("error", "request")
                assert f"`{field}`" in error["message"]


@pytest.mark.parametrize("name", GAMES)
async def test_acting_without_the_key(server: Running, name: str) -> None:
    async with started(server, name) as (_, picture, seat), server.client() as watcher:
        assert (await watcher.ask("join", table=picture["table"]))["legal"] == {}
        action = picture["legal"][str(seat)]["actions"][0][0]
        assert (await refused(watcher, picture, seat, action))[0] == "SEAT"


@st.composite
def frames(draw: st.DrawFn, table: str) -> str | bytes:
    """Requests with some fields spoilt, and what is none at all."""
    kind = draw(st.sampled_from(["join", "leave", "act", "why", "look", "rate"]))
    good: dict[str, Any] = {"type": kind, "table": table}
    if kind == "join":
        good["key"] = None
    if kind in {"act", "why", "look", "rate"}:
        good["position"] = draw(st.integers(0, 3))
    if kind in {"act", "why", "rate"}:
        good["seat"] = draw(st.integers(0, 2))
    if kind in {"act", "why"}:
        good["action"] = draw(
            st.text(max_size=30) | st.sampled_from(["r0@0,0", "*7", "7r1@3,-2", "R1@0,0 ", "r0@0,-0"])
        )
    spoilt = draw(st.dictionaries(st.sampled_from([*good, "id", "more"]), JSON, max_size=2))
    return draw(st.just(json.dumps({**good, **spoilt})) | st.text(max_size=40) | st.binary(max_size=40))


async def test_fuzzed_frames(server: Running) -> None:
    """Nothing of it breaks the connection or the game, or ends in a mistake of the server."""
    opened = server.open("nmbr9", "person", "person")

    async def send(batch: list[str | bytes]) -> None:
        async with server.client() as client:
            await client.ask("join", **opened)
            for frame in batch:
                await client.socket.send(frame)
            marker = await client.send("join", table="the end")
            while (message := await client.receive()).get("id") != marker or message.get("code") != "table":
                assert message["type"] in {"error", "refused", "reason", "look", "ratings", "table", "update"}
                assert message.get("code") != "server", message

    @settings(max_examples=30, deadline=None)
    @given(st.lists(frames(opened["table"]), min_size=1, max_size=10))
    def fuzz(batch: list[str | bytes]) -> None:
        anyio.run(send, batch)

    await anyio.to_thread.run_sync(fuzz)
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        assert picture["position"] == len(picture["log"]) > 0
        assert picture["legal"]
