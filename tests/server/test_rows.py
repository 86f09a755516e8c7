"""Legal actions as the server tells them are those of the state, in every position."""

from __future__ import annotations

import json

import msgspec
import pytest

import abaculus
from abaculus.server.rows import Rows
from abaculus.testing import lively_policy, walk

VARIANTS = [
    ("108", {"players": 4}),
    ("108", {"players": 2, "forbidden": "declared"}),
    ("3x8", {"players": 2}),
    ("nmbr9", {"players": 2, "cards": 6}),
    ("nmbr9", {"players": 1, "cards": 4, "draft": "free"}),
    ("sumoku", {"players": 2}),
    ("toushi", {}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_rows_are_those_of_the_state(name: str, options: dict[str, object]) -> None:
    game, rows = abaculus.load_game(name, **options), Rows()
    for seed in range(3):
        for state in walk(game, seed, lively_policy):
            for seat in state.players_to_act():
                assert json.loads(msgspec.json.encode(rows.legal(state, seat))) == state.legal_rows(seat)


def test_a_game_without_keys_of_rows_has_its_rows_too(connect_four: type[abaculus.Game]) -> None:
    state = connect_four().new_initial_state()
    assert state.row_keys(0) is None
    assert json.loads(msgspec.json.encode(Rows().legal(state, 0))) == state.legal_rows(0)
