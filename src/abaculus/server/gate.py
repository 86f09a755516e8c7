"""The connections below the application: how many there may be, and how long they may take to ask and to listen."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from abaculus.server.compression import WebSockets
from abaculus.server.limits import Held

HEADER_SECONDS = 10.0
"""How long a client may take from connecting until it has sent the headers of a request."""
STALLED_SECONDS = 30.0
"""How long a client may take nothing of what it is sent."""
LINGER_SECONDS = 5.0
"""How long a connection that is to be closed may take for what is still on its way."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\ncontent-type: application/json\r\n"
    b'\r\n{"error":{"code":"limit","message":"There are too many connections. Come back in a moment."}}'
)
LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: application/json\r\n"
    b'\r\n{"error":{"code":"timeout","message":"The request took too long to arrive."}}'
)


class Gate:
    """All connections of a server.

    Where there are as many as there may be, one that has not asked for anything yet makes room for the next.
    """

    def __init__(self, held: Held) -> None:
        self._held = held
        self._hosts: dict[asyncio.Transport, str] = {}
        self._silent: dict[asyncio.Transport, None] = {}

    def enter(self, transport: asyncio.Transport) -> bool:
        """Let a connection in; False if it must go. It is silent until it ``speaks``."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else "127.0.0.1"
        if self._held.total >= self._held.in_all and self._silent:
            oldest = next(iter(self._silent))
            self.leave(oldest)
            oldest.abort()
        if not self._held.take(host):
            return False
        self._hosts[transport] = host
        self._silent[transport] = None
        return True

    def speaks(self, transport: asyncio.Transport) -> None:
        """A connection has sent a request."""
        self._silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self._silent.pop(transport, None)
        if host := self._hosts.pop(transport, None):
            self._held.give_back(host)


class Http(H11Protocol):
    """Uvicorn's protocol, behind the gate."""

    def __init__(self, *arguments: Any, gate: Gate, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate = gate
        self._until_asked = Patience(self.loop)
        self._until_taken = Patience(self.loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._until_asked.transport = self._until_taken.transport = transport
        if self._gate.enter(transport):
            self._until_asked.wait(HEADER_SECONDS, LATE)
        else:
            self._until_taken.refuse(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.leave(self.transport)
        self._until_asked.end()
        self._until_taken.end()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and not self._until_asked.running:
            self._until_asked.wait(HEADER_SECONDS, LATE)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._gate.speaks(self.transport)
            self._until_asked.end()
        if self.transport.is_closing():
            self._until_taken.wait(LINGER_SECONDS)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._until_taken.wait(LINGER_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._until_taken.wait(STALLED_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._until_taken.end()


class Sockets(WebSockets):
    """The protocol of a WebSocket, behind the gate."""

    def __init__(self, *arguments: Any, gate: Gate, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate = gate
        self._until_closed = Patience(self.loop)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._until_closed.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.leave(self.transport)
        self._until_closed.end()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._until_closed.wait(LINGER_SECONDS)

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._until_closed.wait(LINGER_SECONDS)


class Patience:
    """A limit of time on a connection, after which it is cut, whatever is still on its way."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.transport: asyncio.Transport
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether time runs out."""
        return self._timer is not None

    def wait(self, seconds: float, words: bytes = b"") -> None:
        """Say ``words`` and cut in so many seconds, and not sooner."""
        self.end()
        self._timer = self._loop.call_later(seconds, self._cut, words)

    def end(self) -> None:
        """Do not cut."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def refuse(self, words: bytes) -> None:
        """Say ``words`` and close, now."""
        if not self.transport.is_closing():
            self.transport.write(words)
            self.transport.close()
        self.wait(LINGER_SECONDS)

    def _cut(self, words: bytes) -> None:
        self._timer = None
        if words:
            self.refuse(words)
        else:
            self.transport.abort()
