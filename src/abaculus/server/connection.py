"""One client's WebSocket: requests in, answers and news out, both in order."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from abaculus.server import protocol
from abaculus.server.errors import RequestError
from abaculus.server.store import StoreError
from abaculus.server.tables import Table, Tables

logger = logging.getLogger(__name__)

R = TypeVar("R", bound=protocol.Request)

TABLES_AT_ONCE = 16
MESSAGES_WAITING = 64
CLOSE_SECONDS = 2.0

GOING_AWAY = 1001
TOO_SLOW = 4008


class Connection:
    """A client that follows tables and acts at them.

    What it does not take in time waits in a bounded queue; when that is full the connection is closed, and the client
    may join again.
    """

    def __init__(self, websocket: WebSocket, tables: Tables) -> None:
        self._websocket = websocket
        self._tables = tables
        self._following: dict[str, Table] = {}
        self._waiting: deque[str] = deque()
        self._news = anyio.Event()
        self._scope = anyio.CancelScope()
        self._close: tuple[int, str] | None = None
        self._rating = False

    async def serve(self) -> None:
        """Answer the client until it or the server goes."""
        await self._websocket.accept()
        try:
            with self._scope:
                async with anyio.create_task_group() as self._tasks:
                    self._tasks.start_soon(self._send_all)
                    await self._receive_all()
                    self._tasks.cancel_scope.cancel()
        finally:
            for table in self._following.values():
                table.leave(self)
            if self._close:
                await self._say_goodbye(*self._close)

    def send(self, message: str) -> None:
        """Take a message for the client, at once; messages keep their order."""
        if len(self._waiting) == MESSAGES_WAITING:
            self.close(TOO_SLOW, "The client does not keep up; it may come back.")
            return
        self._waiting.append(message)
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        """End the connection."""
        self._close = self._close or (code, reason)
        self._scope.cancel()

    async def _say_goodbye(self, code: int, reason: str) -> None:
        with anyio.move_on_after(CLOSE_SECONDS, shield=True), suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._websocket.close(code, reason)

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, WebSocketDisconnected):  # the reader is told, too
            while True:
                await self._news.wait()
                self._news = anyio.Event()
                while self._waiting:
                    await self._websocket.send_text(self._waiting.popleft())

    async def _receive_all(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            await self._answer(message["bytes"] if data is None else data)

    async def _answer(self, data: str | bytes) -> None:
        try:
            request = protocol.read_request(data)
        except RequestError as error:
            self._fail(error.code, str(error), error.id)
        else:
            await self._attempt(self._do, request)

    async def _attempt(self, do: Callable[[R], Awaitable[None]], request: R) -> None:
        """Do what is asked for, or tell why not."""
        try:
            await do(request)
        except RequestError as error:
            self._fail(error.code, str(error), request.id)
        except StoreError as error:
            logger.error("%s", error)
            self._fail("busy", "That could not be stored, and nothing has changed. Try again.", request.id)
        except Exception:
            logger.exception("request %r", request)
            self._fail("server", "The server made a mistake; it is noted in its log.", request.id)

    async def _do(self, request: protocol.Request) -> None:
        match request:
            case protocol.Join():
                if len(self._following) >= TABLES_AT_ONCE and request.table not in self._following:
                    raise RequestError("busy", f"A connection may follow {TABLES_AT_ONCE} tables; leave one first.")
                self._following[request.table] = await self._tables.join(self, request)
            case protocol.Leave():
                self._followed(request).leave(self)
                del self._following[request.table]
            case protocol.Act():
                await self._followed(request).act(self, request)
            case protocol.Why():
                self._followed(request).why(self, request)
            case protocol.Look():
                await self._followed(request).look(self, request)
            case protocol.Rate():
                if self._rating:
                    raise RequestError("busy", "A connection may ask for one rating at a time; wait for its answer.")
                self._rating = True
                self._tasks.start_soon(self._attempt, self._rate, request)

    async def _rate(self, request: protocol.Rate) -> None:
        """Answer in its own time: what is asked meanwhile does not wait for it."""
        try:
            await self._followed(request).rate(self, request)
        finally:
            self._rating = False

    def _followed(self, request: protocol.Request) -> Table:
        table = self._following.get(request.table)
        if table is None:
            raise RequestError("table", f"You do not follow a table {request.table!r}; join it first.")
        return table

    def _fail(self, code: str, message: str, id: int | None) -> None:
        self.send(protocol.write(protocol.Error(code=code, message=message, id=id)))
