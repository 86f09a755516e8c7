"""Running the server from the command line."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn

from abaculus.server.app import LARGEST_MESSAGE, THINKING_MILLISECONDS, Service, create_app
from abaculus.server.gate import Gate, Http, Sockets
from abaculus.server.limits import Held, raise_descriptor_limit
from abaculus.server.sqlite_store import SqliteStore

GRACE_SECONDS = 5
TRUSTED_PROXIES = ("127.0.0.1", "::1")


def default_store() -> Path:
    """Where games are kept if nobody says where: in the user's folder for data."""
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "abaculus" / "tables.db"


def run(
    host: str = "127.0.0.1",
    port: int = 8108,
    store_path: str | Path | None = None,
    *,
    open_browser: bool = False,
    thinking_milliseconds: int = THINKING_MILLISECONDS,
    allowed_hosts: Sequence[str] = (),
    root_path: str = "",
    trusted_proxies: Sequence[str] = TRUSTED_PROXIES,
    log_level: str = "warning",
) -> None:
    """Serve until interrupted, on a free port if ``port`` is 0.

    ``allowed_hosts`` and ``root_path`` are those of ``create_app``; whom requests of ``trusted_proxies`` come from is
    told by their headers. Raises OSError if the address cannot be had, StoreError if the file of the store cannot be
    used, and ValueError if the root path is none.
    """
    raise_descriptor_limit()
    store = SqliteStore(store_path or default_store())
    store.check()
    app = create_app(
        store,
        thinking_milliseconds=thinking_milliseconds,
        host=host,
        allowed_hosts=allowed_hosts,
        root_path=root_path,
    )
    with listen(host, port) as listener:
        server = Server(app, open_browser=open_browser, trusted_proxies=trusted_proxies, log_level=log_level)
        server.run([listener])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)


class Server(uvicorn.Server):
    """Uvicorn as this application wants it: it tells its address when it is up, and clients when it goes down."""

    def __init__(
        self,
        app: Any,
        *,
        open_browser: bool = False,
        trusted_proxies: Sequence[str] = TRUSTED_PROXIES,
        log_level: str = "warning",
    ) -> None:
        self._service: Service = app.state.service
        limits = self._service.limits
        gate = Gate(Held(limits.connections, limits.connections_each))
        super().__init__(
            uvicorn.Config(
                app,
                http=cast(Any, partial(Http, gate=gate)),
                ws=cast(Any, partial(Sockets, gate=gate)),
                ws_max_size=LARGEST_MESSAGE,
                log_level=log_level,
                access_log=False,
                server_header=False,
                forwarded_allow_ips=list(trusted_proxies),
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            address = _address(sockets[0])
            print(f"abaculus is at {address}", flush=True)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._service.say_goodbye()
        await super().shutdown(sockets)


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"
