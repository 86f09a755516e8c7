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
        known = self._known
        rows = list(map(known.get, keys))
        if None in rows:
            if len(known) > ROWS_KEPT:
                known.clear()
            places = [place for place, row in enumerate(rows) if row is None]
            actions = state.legal_actions(seat)
            made = [_encode(row) for row in state.legal_rows(seat, [actions[place] for place in places])]
            for place, row in zip(places, made, strict=True):
                rows[place] = known[keys[place]] = row
        return cast(list[bytes], rows)
