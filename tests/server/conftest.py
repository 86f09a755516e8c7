"""A real server on a socket of its own, and clients that speak the protocol."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from abaculus.server.app import create_app
from abaculus.server.serve import Server, listen
from abaculus.server.sqlite_store import SqliteStore

PATIENCE = 60  # seconds; kernels may have to be compiled first

Message = dict[str, Any]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


class Client:
    """One connection; it numbers its requests."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last_id = 0

    async def send(self, type: str, **fields: object) -> int:
        self.last_id += 1
        await self.socket.send(json.dumps({"type": type, "id": self.last_id, **fields}))
        return self.last_id

    async def receive(self) -> Message:
        """The next message, other than how far kernels are compiled: that may come at any time."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Message = json.loads(await self.socket.recv())
                if message["type"] != "warmup":
                    return message

    async def answer(self, id: int | None) -> Message:
        """The message with this id; others are passed over."""
        while (message := await self.receive()).get("id") != id:
            pass
        return message

    async def ask(self, type: str, **fields: object) -> Message:
        return await self.answer(await self.send(type, **fields))

    async def closed(self) -> tuple[int, str]:
        """Wait until the server closes; its code and reason."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
        assert self.socket.close_code is not None
        return self.socket.close_code, self.socket.close_reason or ""


class Running:
    """A server that runs, and how to reach it."""

    def __init__(self, app: Starlette, server: Server, port: int) -> None:
        self.app = app
        self.server = server
        self.host = f"127.0.0.1:{port}"
        self.http = httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE)

    @property
    def live(self) -> int:
        """The number of tables in memory."""
        return len(self.app.state.service.tables)

    @asynccontextmanager
    async def client(self, root: str = "", **options: Any) -> AsyncIterator[Client]:
        async with connect(f"ws://{self.host}{root}/api/ws", max_size=None, **options) as socket:
            yield Client(socket)

    def open(self, game: str, *seats: str, **fields: object) -> Message:
        """Open a table; a seat is `person` or the name of a bot."""
        wanted = [{"kind": "person"} if seat == "person" else {"kind": "bot", "bot": seat} for seat in seats]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wanted, **fields})
        assert answer.status_code == 201, answer.text
        return answer.json()


@contextmanager
def serving(store: Path, **options: Any) -> Iterator[Running]:
    """Run a server in a thread while the context lasts."""
    app = create_app(store, **{"thinking_milliseconds": 20, **options})
    listener = listen("127.0.0.1", 0)
    server = Server(app)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    running = Running(app, server, listener.getsockname()[1])
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        with running.http:
            yield running
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()


@pytest.fixture(name="serving", scope="session")
def _serving() -> Any:
    return serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("store") / "tables.db") as running:
        yield running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "tables.db")
    await store.open()
    yield store
    await store.close()
