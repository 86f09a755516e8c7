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


def client_route(bundle: Path) -> BaseRoute:
    """The built client, or a page that says how to build it."""
    if (bundle / "index.html").is_file():
        return Mount("/", ClientFiles(directory=bundle))
    return Route("/{path:path}", _not_built)


async def _not_built(_: Request) -> Response:
    return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": CHANGING})


class ClientFiles(StaticFiles):
    """The files of the client. Any address that is no file is one of the client's own pages."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        asset = path.startswith(f"assets{os.sep}")
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or asset:
                raise
            response = await super().get_response("index.html", scope)
        response.headers["Cache-Control"] = UNCHANGING if asset else CHANGING
        return response


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
