"""What a client is told when its request cannot be granted."""

from __future__ import annotations


class RequestError(Exception):
    """A request that cannot be granted: a code of the protocol, the words for the client, and the HTTP status."""

    def __init__(self, code: str, message: str, *, status: int = 400, id: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.id = id


def shortened(text: str, longest: int = 60) -> str:
    """What a client sent, short enough to be repeated in a message."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
