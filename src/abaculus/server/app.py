"""The web application: the HTTP calls, the WebSocket, and the client's files."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from math import ceil
from pathlib import Path

import anyio
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from abaculus.server import protocol
from abaculus.server.addresses import Hosts, asks_locally
from abaculus.server.client import BUNDLE, SecurityHeaders, client_route
from abaculus.server.connection import GOING_AWAY, TOO_MANY, Connection
from abaculus.server.course import load
from abaculus.server.errors import RequestError, shortened
from abaculus.server.limits import Held, Limits, Pacer, Rate, default_limits
from abaculus.server.opening import catalogue, open_sandbox, open_table, refuse_if_secret
from abaculus.server.own_games import OwnGames
from abaculus.server.root_path import RootPath, checked_root_path, is_api
from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Store, StoreError
from abaculus.server.tables import Tables
from abaculus.server.thinking import Thinkers
from abaculus.server.warmup import tell_warmup

logger = logging.getLogger(__name__)

LARGEST_MESSAGE = 64 * 1024
THINKING_MILLISECONDS = 1000
BODY_SECONDS = 20.0


class Service:
    """What the routes share: the store, the tables in use and the clients at them."""

    def __init__(self, store: Store, thinkers: Thinkers, limits: Limits, *, direct: bool = True) -> None:
        self.store = store
        self.limits = limits
        self._direct = direct
        self._thinkers = thinkers
        self._connections: set[Connection] = set()
        self._sockets = Held(limits.sockets, limits.sockets_each)
        self._joins = Rate(limits.joins_at_once_each, limits.joins_a_second_each)
        self._openings = Rate(limits.tables_at_once_each, limits.tables_a_second_each)
        self._pacer = Pacer()

    @asynccontextmanager
    async def running(self, _app: object = None) -> AsyncIterator[None]:
        """Open from here on, until the application ends."""
        await self.store.open()
        try:
            self._own_games = OwnGames(self.store, await self.store.secret())
            async with anyio.create_task_group() as tasks:
                self.tables = Tables(self.store, self._thinkers, tasks)
                tasks.start_soon(tell_warmup, self._thinkers.warmup, self.tables)
                tasks.start_soon(self.tables.keep_up)
                yield
                tasks.cancel_scope.cancel()
        finally:
            self._thinkers.warmup.close()
            await self.store.close()

    async def say_goodbye(self) -> None:
        """Close all connections, as a server does that goes down."""
        for connection in self._connections:
            connection.close(GOING_AWAY, "The server goes down.")
        with anyio.move_on_after(1):
            while self._connections:
                await anyio.sleep(0.01)

    async def games(self, _: Request) -> Response:
        """``GET /api/games``."""
        return _json(catalogue())

    async def all_tables(self, request: Request) -> Response:
        """``/api/tables``: ``POST`` opens one, ``GET`` lists those of the server's own machine."""
        if request.method == "POST":
            return await self._open(request)
        return _json(await self._own_games.list() if self._is_own(request) else protocol.OwnTables([]))

    async def _open(self, request: Request) -> Response:
        if seconds := self._openings.take(_host(request)):
            message = f"Too many tables were opened from your address. Try again in {ceil(seconds)} s."
            return _failure(429, "limit", message, {"Retry-After": str(ceil(seconds))})
        wanted = protocol.read_opening(await _body(request))
        secret = self._own_games.secret if self._is_own(request) else None
        if isinstance(wanted, protocol.Sandbox):
            return _json(await open_sandbox(self.store, wanted, secret), 201)
        return _json(await open_table(self.store, wanted, secret), 201)

    def _is_own(self, request: Request) -> bool:
        return self._direct and asks_locally(request)

    async def glance(self, request: Request) -> Response:
        """``GET /api/tables/{table}``."""
        course = await load(self.store, request.path_params["table"])
        return _json(course.glance())

    async def record(self, request: Request) -> Response:
        """``GET /api/tables/{table}/record``."""
        course = await load(self.store, request.path_params["table"])
        refuse_if_secret(course)
        return PlainTextResponse(course.record(), headers={"Cache-Control": "no-cache"})

    async def connect(self, websocket: WebSocket) -> None:
        """``/api/ws``."""
        host = _host(websocket)
        if self._joins.take(host) or not self._sockets.take(host):
            await websocket.accept()
            await websocket.close(TOO_MANY, "There are too many connections; come back in a moment.")
            return
        connection = Connection(websocket, self.tables, self._pacer)
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)
            self._sockets.give_back(host)


def create_app(
    store: Store | str | Path,
    *,
    thinking_milliseconds: int = THINKING_MILLISECONDS,
    bundle: Path = BUNDLE,
    host: str = "127.0.0.1",
    allowed_hosts: Iterable[str] = (),
    root_path: str = "",
    limits: Limits | None = None,
) -> Starlette:
    """The application, on a store or the path of its file. ``app.state.service`` is its ``Service``.

    ``host`` is the address that it is served at. It answers to the names that follow from that and to
    ``allowed_hosts``, whose pages may use it, too. ``root_path`` is the path under which a proxy shows it to the world.
    Raises ValueError if that is none.
    """
    if isinstance(store, str | Path):
        store = SqliteStore(store)
    root_path = checked_root_path(root_path)
    hosts = Hosts(host, allowed_hosts)
    # What a proxy passes on may look like a request from this machine.
    service = Service(
        store, Thinkers(thinking_milliseconds), limits or default_limits(), direct=not (root_path or hosts.extended)
    )
    app = Starlette(
        routes=[
            Mount(
                "/api",
                app=Router(
                    routes=[
                        Route("/games", service.games, methods=["GET"]),
                        Route("/tables", service.all_tables, methods=["GET", "POST"]),
                        Route("/tables/{table}", service.glance, methods=["GET"]),
                        Route("/tables/{table}/record", service.record, methods=["GET"]),
                        WebSocketRoute("/ws", service.connect),
                    ],
                    redirect_slashes=False,
                ),
            ),
            client_route(bundle, root_path),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RootPath, root_path=root_path),
            Middleware(Guard, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=6),
        ],
        exception_handlers=dict.fromkeys(ERRORS, _answer_error),
        lifespan=service.running,
    )
    app.router.redirect_slashes = False
    app.state.service = service
    return app


class Guard:
    """Refuses names that are not the server's, and what pages of other sites ask of it.

    They must not act for people who also have a table open. Files of the client are for everybody.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = None if scope["type"] == "lifespan" else self._refusal(HTTPConnection(scope))
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        host = connection.headers.get("host", "")
        if not self._hosts.answers_to(host):
            name = shortened(host)
            message = f"This server is not known as {name!r}. If it should be, start it with --allowed-host NAME."
            return _failure(403, "host", message)
        if is_api(connection.scope) and not self._hosts.trusts(connection.headers):
            message = (
                "Only pages of this server may use it. "
                "Behind a proxy that changes the Host header, start it with --allowed-host NAME."
            )
            return _failure(403, "origin", message)
        return None


async def _body(request: Request) -> bytes:
    body = bytearray()
    with anyio.move_on_after(BODY_SECONDS):
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_MESSAGE:
                raise RequestError("size", f"A body may have {LARGEST_MESSAGE} bytes.", status=413)
        return bytes(body)
    raise RequestError("timeout", "The request took too long to arrive.", status=408)


def _host(connection: HTTPConnection) -> str:
    """The address a request comes from."""
    return connection.client.host if connection.client else "127.0.0.1"


def _json(content: msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    headers = {"Cache-Control": "no-cache", **(headers or {})}
    return Response(protocol.write(content), status, headers, "application/json")


def _failure(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> Response:
    return _json(protocol.Failed(protocol.Failure(code, message)), status, headers)


def _answer_error(_: HTTPConnection, error: Exception) -> Response:
    """What an error of the routes looks like from outside."""
    match error:
        case RequestError():
            return _failure(error.status, error.code, str(error))
        case StoreError():
            logger.error("%s", error)
            return _failure(503, error.code, error.words)
        case HTTPException(status_code=404):
            return _failure(404, "address", "There is nothing at this address.")
        case HTTPException(status_code=405):
            return _failure(405, "method", "This address does not take that method.", error.headers)
        case HTTPException():
            return _failure(error.status_code, "request", error.detail, error.headers)
    return _failure(500, "server", "The server made a mistake; it is noted in its log.")


ERRORS = (RequestError, StoreError, HTTPException, Exception)
