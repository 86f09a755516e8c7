"""The path under which a reverse proxy shows the server to the world."""

from __future__ import annotations

import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ROOT_PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)
TAKEN = ("/api", "/assets")


def checked_root_path(path: str) -> str:
    """The path as it stands before the server's own paths: without a slash at its end. Raises ValueError."""
    path = path.rstrip("/")
    if path and not ROOT_PATH.fullmatch(path):
        raise ValueError(f"The root path {path!r} is not of the form /some/path.")
    if any(path == taken or path.startswith(taken + "/") for taken in TAKEN):
        raise ValueError(f"The root path cannot be {path!r}: the server has addresses of its own that begin like this.")
    return path


class RootPath:
    """Finds the server's own path in a request, whether or not the proxy has taken the root path off."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._root or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if path == self._root and scope["type"] == "http":
            await RedirectResponse(f"{self._root}/", 308)(scope, receive, send)
            return
        if not path.startswith(f"{self._root}/"):
            path = self._root + path
        await self._app({**scope, "path": path, "root_path": self._root}, receive, send)


def is_api(scope: Scope) -> bool:
    """Whether a request is for the API, and not for a file or page of the client."""
    path: str = scope["path"].removeprefix(scope.get("root_path", ""))
    return path == "/api" or path.startswith("/api/")
