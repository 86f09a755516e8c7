"""One client's WebSocket: requests in, answers and news out, both in order."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import anyio
import anyio.lowlevel
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from abaculus.server import protocol
from abaculus.server.errors import RequestError, shortened
from abaculus.server.limits import Pace, Pacer
from abaculus.server.store import StoreError
from abaculus.server.tables import Table, Tables

logger = logging.getLogger(__name__)

R = TypeVar("R", bound=protocol.TableRequest)

TABLES_AT_ONCE = 16
REQUESTS_WAITING = 32
CHARACTERS_WAITING = 256 * 1024
"""What may wait for a client before the connection is given up."""
CHARACTERS_TAKEN = 64 * 1024
"""A client that has not even taken what waits beyond this gets no more answers until it has."""
STALLED_SECONDS = 30.0
CLOSE_SECONDS = 2.0

GOING_AWAY = 1001
TOO_MANY = 1013
TOO_SLOW = 4008


class Connection:
    """A client that follows tables and acts at them.

    What it does not take in time waits in a bounded queue; when that is full the connection is closed, and the client
    may join again. Requests are read while earlier ones are at work, so that a ``ping`` is answered at once.
    """

    def __init__(self, websocket: WebSocket, tables: Tables, pacer: Pacer) -> None:
        self._websocket = websocket
        self._tables = tables
        self._pace = Pace(pacer)
        self._following: dict[str, Table] = {}
        self._requests: deque[protocol.TableRequest | RequestError] = deque()
        self._asked = anyio.Event()
        self._answered = anyio.Event()
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._news = anyio.Event()
        self._taken = anyio.Event()
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
                    self._tasks.start_soon(self._answer_all)
                    await self._receive_all()
                    self._tasks.cancel_scope.cancel()
        finally:
            for table in self._following.values():
                table.leave(self)
            self._waiting.clear()
            if self._close:
                await self._say_goodbye(*self._close)

    def send(self, message: str) -> None:
        """Take a message for the client, at once; messages keep their order."""
        if self._waiting and self._characters + len(message) > CHARACTERS_WAITING:
            self.close(TOO_SLOW, "The client does not keep up; it may come back.")
            return
        self._waiting.append(message)
        self._characters += len(message)
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        """End the connection."""
        self._close = self._close or (code, reason)
        self._scope.cancel()

    async def _say_goodbye(self, code: int, reason: str) -> None:
        with anyio.move_on_after(CLOSE_SECONDS, shield=True), suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._websocket.close(code, reason)

    # Out

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, WebSocketDisconnected):  # the reader is told, too
            while True:
                await self._news.wait()
                self._news = anyio.Event()
                while self._waiting:
                    message = self._waiting.popleft()
                    with anyio.move_on_after(STALLED_SECONDS) as patience:
                        await self._websocket.send_text(message)
                    if patience.cancelled_caught:
                        self.close(TOO_SLOW, "The client takes nothing; it may come back.")
                    self._characters -= len(message)
                    self._taken.set()

    async def _until_taken(self) -> None:
        """Wait until the client has taken most of what it was sent."""
        while self._characters > CHARACTERS_TAKEN:
            self._taken = anyio.Event()
            await self._taken.wait()

    # In

    async def _receive_all(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            await self._take(message["bytes"] if data is None else data)
            await anyio.lowlevel.checkpoint()  # what one client has sent must not keep others waiting

    async def _take(self, data: str | bytes) -> None:
        """Put a request in the queue; a ping needs no queue."""
        request: protocol.TableRequest | RequestError
        try:
            read = protocol.read_request(data)
        except RequestError as error:
            request = error
        else:
            if isinstance(read, protocol.Ping):
                free = await self._pace.begin()
                self.send(protocol.write(protocol.Pong(id=read.id, time=round(time.time(), 3))))
                self._pace.end(0, free)
                return
            request = read
        while len(self._requests) >= REQUESTS_WAITING:
            self._answered = anyio.Event()
            await self._answered.wait()
        self._requests.append(request)
        self._asked.set()

    async def _answer_all(self) -> None:
        while True:
            await self._asked.wait()
            self._asked = anyio.Event()
            while self._requests:
                request = self._requests.popleft()
                self._answered.set()
                await self._until_taken()
                await self._answer(request)
                await anyio.lowlevel.checkpoint()

    async def _answer(self, request: protocol.TableRequest | RequestError) -> None:
        """Answer at once, or later if this client has asked for much; acts that are allowed do not count."""
        if isinstance(request, protocol.Act):
            await self._attempt(self._act, request)
            return
        free = await self._pace.begin()
        began = time.perf_counter()
        if isinstance(request, RequestError):
            self._fail(request.code, str(request), request.id)
        else:
            await self._attempt(self._do, request)
        self._pace.end(time.perf_counter() - began, free)

    async def _attempt(self, do: Callable[[R], Awaitable[None]], request: R) -> None:
        """Do what is asked for, or tell why not."""
        try:
            await do(request)
        except RequestError as error:
            self._fail(error.code, str(error), request.id)
        except StoreError as error:
            logger.error("%s", error)
            self._fail(error.code, error.words, request.id)
        except Exception:
            logger.exception("request %r", request)
            self._fail("server", "The server made a mistake; it is noted in its log.", request.id)

    async def _do(self, request: protocol.TableRequest) -> None:
        match request:
            case protocol.Join():
                if len(self._following) >= TABLES_AT_ONCE and request.table not in self._following:
                    raise RequestError("busy", f"A connection may follow {TABLES_AT_ONCE} tables; leave one first.")
                self._following[request.table] = await self._tables.join(self, request)
            case protocol.Leave():
                self._followed(request).leave(self)
                del self._following[request.table]
            case protocol.Why():
                self._followed(request).why(self, request)
            case protocol.Look():
                await self._followed(request).look(self, request)
            case protocol.Rate():
                if self._rating:
                    raise RequestError("busy", "A connection may ask for one rating at a time; wait for its answer.")
                self._rating = True
                self._tasks.start_soon(self._attempt, self._rate, request)

    async def _act(self, request: protocol.Act) -> None:
        began, done = time.perf_counter(), False
        try:
            done = await self._followed(request).act(self, request)
        finally:
            if not done:
                free = await self._pace.begin()
                self._pace.end(time.perf_counter() - began, free)

    async def _rate(self, request: protocol.Rate) -> None:
        """Answer in its own time: what is asked meanwhile does not wait for it."""
        try:
            await self._followed(request).rate(self, request)
        finally:
            self._rating = False

    def _followed(self, request: protocol.TableRequest) -> Table:
        table = self._following.get(request.table)
        if table is None:
            raise RequestError("table", f"You do not follow a table {shortened(request.table)!r}; join it first.")
        return table

    def _fail(self, code: str, message: str, id: int | None) -> None:
        self.send(protocol.write(protocol.Error(code=code, message=message, id=id)))
