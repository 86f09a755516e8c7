"""The rows of legal actions as JSON: most come again in the next position, and in other games."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Raw
from msgspec.json import Encoder

from abaculus import State

ROWS_KEPT = 2**16

_encode = Encoder().encode


class Rows:
    """The rows of one game that were told so far, encoded."""

    def __init__(self) -> None:
        self._known: dict[int, bytes] = {}

    def legal(self, state: State, seat: int) -> list[list[Any]]:
        """``State.legal_rows``, encoded: to be used as a part of a message."""
        return cast(list[list[Any]], Raw(b"[" + b",".join(self._encoded(state, seat)) + b"]"))

    def _encoded(self, state: State, seat: int) -> list[bytes]:
        keys = state.row_keys(seat)
        if keys is None:
            return [_encode(row) for row in state.legal_rows(seat)]
        try:
            return [self._known[key] for key in keys]
        except KeyError:
            if len(self._known) > ROWS_KEPT:
                self._known.clear()
            rows = [_encode(row) for row in state.legal_rows(seat)]
            self._known.update(zip(keys, rows, strict=True))
            return rows
