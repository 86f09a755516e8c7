"""The web client's files, and what the browser may do with them."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUNDLE = Path(__file__).parent.parent / "_web"

UNCHANGING = "public, max-age=31536000, immutable"
CHANGING = "no-cache"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>abaculus</title>
<h1>The table is up, but its web client is not built</h1>
<p>This installation has no client. Install abaculus without <code>ABACULUS_SKIP_WEB</code>
(<code>pip install .</code> builds the client), then start the server again.</p>
<p>The protocol works all the same: <a href="/api/games">what can be played</a>.</p>
</html>
"""


def client_route(bundle: Path, root_path: str = "") -> BaseRoute:
    """The built client, or a page that says how to build it."""
    if (bundle / "index.html").is_file():
        return Mount("/", ClientFiles(bundle, root_path))
    return Route("/{path:path}", _not_built)


async def _not_built(_: Request) -> Response:
    return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": CHANGING})


class ClientFiles(StaticFiles):
    """The files of the client. Any address that is no file is one of the client's own pages."""

    def __init__(self, bundle: Path, root_path: str) -> None:
        super().__init__(directory=bundle)
        self._index = bundle / "index.html"
        self._root_path = root_path

    async def get_response(self, path: str, scope: Scope) -> Response:
        asset = path.startswith(f"assets{os.sep}")
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or asset:
                raise
            path = "index.html"
            response = await super().get_response(path, scope)
        if path == "index.html" and self._root_path and scope["method"] == "GET" and response.status_code == 200:
            response = HTMLResponse(self._index_under_root_path(), headers={"ETag": response.headers["etag"]})
        response.headers["Cache-Control"] = UNCHANGING if asset else CHANGING
        return response

    def _index_under_root_path(self) -> str:
        """The page, which names its files from the root on: all others it finds from those."""
        return self._index.read_text("utf-8").replace('="/', f'="{self._root_path}/')


class SecurityHeaders:
    """Adds to every answer what keeps the browser from doing more than the client needs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
