"""How much one client may have, what it is told beyond that, and that others notice nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest

from abaculus.server import app, gate
from abaculus.server.limits import LOOPBACK, Held, Limits, Pace, Pacer, Rate, default_limits

if TYPE_CHECKING:
    from conftest import Running

pytestmark = pytest.mark.anyio

TOUSHI = {"game": "toushi", "seats": [{"kind": "person"}]}
ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# The counters


def test_a_rate_is_so_many_at_once_and_so_many_a_second() -> None:
    clock = Clock()
    rate = Rate(3, 0.5, clock)
    assert [rate.take("203.0.113.9") for _ in range(4)] == [0, 0, 0, 2]
    assert rate.take("203.0.113.8") == 0
    clock.now += 2
    assert [rate.take("203.0.113.9") for _ in range(2)] == [0, 2]
    clock.now += 1000
    assert [rate.take("203.0.113.9") for _ in range(4)] == [0, 0, 0, 2]


def test_a_household_shares_a_rate_and_the_machine_itself_has_more() -> None:
    rate = Rate(1, 0.1, Clock())
    assert rate.take("2001:db8::1") == 0
    assert rate.take("2001:db8::2") > 0
    assert rate.take("2001:db8:0:1::2") == 0
    assert sum(rate.take("127.0.0.1") == 0 for _ in range(200)) == LOOPBACK


def test_what_is_held_is_given_back() -> None:
    held = Held(in_all=3, each=2)
    assert [held.take("203.0.113.9") for _ in range(3)] == [True, True, False]
    assert [held.take("127.0.0.1") for _ in range(2)] == [True, False]
    held.give_back("203.0.113.9")
    assert held.take("127.0.0.1")
    assert held.total == 3


async def test_who_asks_for_little_never_waits_for_who_asks_for_much() -> None:
    pacer = Pacer()
    greedy, modest = Pace(pacer), Pace(pacer)
    worked = 0.0

    async def ask_on_and_on() -> None:
        nonlocal worked
        while True:
            free = await greedy.begin()
            worked += 0.01
            greedy.end(0.01, free)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask_on_and_on)
        began = time.perf_counter()
        for _ in range(5):
            await anyio.sleep(0.1)
            waited = time.perf_counter()
            assert await modest.begin()
            assert time.perf_counter() - waited < 0.05
            modest.end(0.001, True)
        took = time.perf_counter() - began
        tasks.cancel_scope.cancel()
    assert worked <= Pacer.ALLOWED + took * (Pacer.SHARE + Pacer.REGAINED) + 0.02


# Tables and sockets


@pytest.fixture
def strict(serving: Any, tmp_path: Path) -> Iterator[Running]:
    """A server with little room."""
    limits = Limits(connections=40, sockets=8, sockets_each=2, tables_at_once_each=2, tables_a_second_each=0.01)
    with serving(tmp_path / "tables.db", limits=limits) as server:
        yield server


def test_too_many_tables(strict: Running) -> None:
    for _ in range(2):
        assert strict.http.post("/api/tables", json=TOUSHI, headers=ELSEWHERE).status_code == 201
    answer = strict.http.post("/api/tables", json=TOUSHI, headers=ELSEWHERE)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "limit")
    assert 1 <= int(answer.headers["retry-after"]) <= 100
    assert strict.http.post("/api/tables", json=TOUSHI, headers={"X-Forwarded-For": "203.0.113.8"}).status_code == 201
    assert strict.http.post("/api/tables", json=TOUSHI).status_code == 201


async def test_too_many_sockets(strict: Running) -> None:
    async with contextlib.AsyncExitStack() as stack:

        async def come(headers: dict[str, str]) -> Any:
            return await stack.enter_async_context(strict.client(additional_headers=headers))

        for number in range(2):
            assert (await (await come(ELSEWHERE)).ask("ping"))["type"] == "pong", number
        assert (await (await come(ELSEWHERE)).closed())[0] == 1013
        for number in range(6):
            assert (await (await come({})).ask("ping"))["type"] == "pong", number
        code, reason = await (await come({})).closed()
        assert code == 1013
        assert "too many connections" in reason
        assert (await asyncio.to_thread(strict.http.get, "/api/games")).status_code == 200
    async with asyncio.timeout(10):
        while strict.app.state.service._sockets.total:
            await asyncio.sleep(0.01)
    async with strict.client() as client:
        assert (await client.ask("ping"))["type"] == "pong"


def test_honest_use_meets_no_limit() -> None:
    """Thirty people behind one address who all come at once, reload, and each play a few games."""
    limits = default_limits()
    rate, joins = (
        Rate(limits.tables_at_once_each, limits.tables_a_second_each, Clock()),
        Rate(limits.joins_at_once_each, limits.joins_a_second_each, Clock()),
    )
    assert all(rate.take("203.0.113.9") == 0 for _ in range(30 * 3))
    assert all(joins.take("203.0.113.9") == 0 for _ in range(30 * 5))
    sockets = Held(limits.sockets, limits.sockets_each)
    assert all(sockets.take("203.0.113.9") for _ in range(30 * 3))


# Connections that say nothing


def connect(server: Running, say: bytes = b"") -> socket.socket:
    host, port = server.host.split(":")
    raw = socket.create_connection((host, int(port)), timeout=60)
    raw.sendall(say)
    return raw


def read_all(raw: socket.socket) -> bytes:
    with contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: raw.recv(65536), b""))
    return b""


def test_silent_connections_shut_nobody_out(strict: Running) -> None:
    with contextlib.ExitStack() as stack:
        for number in range(200):
            stack.enter_context(connect(strict, b"GET / HTTP/1.1\r\nHost: " if number % 2 else b""))
            if number % 20 == 0:
                assert httpx.get(f"http://{strict.host}/api/games").status_code == 200


def test_connections_that_are_at_work_are_not_given_up(strict: Running) -> None:
    half = f"POST /api/tables HTTP/1.1\r\nHost: {strict.host}\r\nContent-Length: 50\r\n\r\n{{".encode()
    with contextlib.ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(connect(strict, half))
        assert _eventually(lambda: strict.server.config.http_protocol_class.keywords["gate"]._silent == {})
        refused = read_all(stack.enter_context(connect(strict)))
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["code"] == "limit"
    assert _eventually(lambda: _succeeds(f"http://{strict.host}/api/games"))


def _succeeds(address: str) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(address).status_code == 200
    return False


def _eventually(happens: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("before", [False, True], ids=["first request", "second request"])
@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_headers_that_never_end(server: Running, monkeypatch: pytest.MonkeyPatch, said: bytes, before: bool) -> None:
    monkeypatch.setattr(gate, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(server.server.config, "timeout_keep_alive", 0.3)
    with connect(server) as raw:
        if before:
            raw.sendall(f"GET /api/nothing HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
            assert raw.recv(65536).startswith(b"HTTP/1.1 404 ")
        raw.sendall(said)
        answer = read_all(raw)
    if before and not said:
        assert answer == b""
    else:
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "timeout"


def test_a_body_that_never_ends(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_SECONDS", 0.3)
    head = f"POST /api/tables HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{{"
    with connect(server, head.encode()) as raw:
        assert read_all(raw).startswith(b"HTTP/1.1 408 ")


def test_an_answer_that_is_never_taken(serving: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "STALLED_SECONDS", 0.3)
    monkeypatch.setattr(gate, "LINGER_SECONDS", 0.3)
    bundle = tmp_path / "web"
    (bundle / "assets").mkdir(parents=True)
    (bundle / "index.html").write_text("the client")
    (bundle / "assets" / "large.bin").write_bytes(bytes(30_000_000))
    with serving(tmp_path / "tables.db", bundle=bundle) as server:
        request = f"GET /assets/large.bin HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
        with connect(server, request.encode()):
            assert _eventually(lambda: len(server.server.server_state.connections) == 1)
            assert _eventually(lambda: len(server.server.server_state.connections) == 0)


SHORT_OF_DESCRIPTORS = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from abaculus.server.serve import run
run(port=0, store_path=sys.argv[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit")
def test_a_server_with_few_descriptors_outlives_many_connections(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SHORT_OF_DESCRIPTORS, str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        with contextlib.ExitStack() as stack:
            for _ in range(400):
                stack.enter_context(socket.create_connection((host, int(port)), timeout=60))
            opened = httpx.post(f"{address}api/tables", json=TOUSHI, timeout=60)
            assert opened.status_code == 201
        assert httpx.get(f"{address}api/tables/{opened.json()['table']}", timeout=60).status_code == 200
        process.terminate()
        assert process.communicate(timeout=60)[1] == ""


# Answers out of turn


async def test_a_ping_does_not_wait_for_what_is_at_work(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("nmbr9", "person")
    working, gate_opens = server.app.state.service.store.append, asyncio.Event()
    loop = asyncio.get_running_loop()

    async def append(*arguments: Any) -> bool:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(gate_opens.wait(), loop))
        return bool(await working(*arguments))

    async with server.client() as client:
        picture = await client.ask("join", **opened)
        monkeypatch.setattr(server.app.state.service.store, "append", append)
        action = picture["legal"]["0"]["actions"][0][0]
        act = await client.send("act", table=opened["table"], position=1, seat=0, action=action)
        why = await client.send("why", table=opened["table"], position=1, seat=0, action=action)
        ping = await client.send("ping")
        pong = await client.receive()
        assert (pong["type"], pong["id"]) == ("pong", ping)
        assert abs(pong["time"] - time.time()) < 60
        gate_opens.set()
        assert [(await client.receive())["id"] for _ in range(2)] == [act, why]
