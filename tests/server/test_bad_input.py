"""Whatever a client sends over the WebSocket, it is told what is wrong, and the server plays on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

if TYPE_CHECKING:
    from conftest import Running

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


async def test_a_client_that_does_not_read(server: Running) -> None:
    """It is dropped, and others are served meanwhile."""
    opened = server.open("toushi", "person")
    async with server.client(compression=None, max_queue=1) as client, server.client() as other:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(600):
                await client.send("join", **opened)
        assert (await other.ask("join", table=opened["table"]))["type"] == "table"
        assert (await client.closed())[0] in {4008, 1006}


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


@st.composite
def frames(draw: st.DrawFn, table: str) -> str | bytes:
    """Requests with some fields spoilt, and what is none at all."""
    kind = draw(st.sampled_from(["join", "leave", "act", "why", "look"]))
    good: dict[str, Any] = {"type": kind, "table": table}
    if kind == "join":
        good["key"] = None
    if kind in {"act", "why", "look"}:
        good["position"] = draw(st.integers(0, 3))
    if kind in {"act", "why"}:
        good["seat"] = draw(st.integers(0, 2))
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
                assert message["type"] in {"error", "refused", "reason", "look", "table", "update"}
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
