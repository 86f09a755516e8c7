"""The variants that tests of all games go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import abaculus

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("108", 3, {"max_rounds": 3}),
    ("108", 2, {"first": 1, "play_on": True, "forbidden": "declared", "max_rounds": 8}),
    ("nmbr9", 1, {"cards": 6}),
    ("nmbr9", 2, {"draft": "known", "cards": 4}),
    ("nmbr9", 3, {"draft": "free", "max_number": 6, "copies": 1, "cards": 4}),
    ("3x8", 2, {"first": 1, "max_turns": 5}),
    ("toushi", 1, {"lists": "ample"}),
    ("toushi", 1, {"lists": "single"}),
]
LONG_VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("108", 4, {}),
    ("108", 4, {"forbidden": "declared", "max_rounds": 25}),
    ("3x8", 4, {"max_turns": 30}),
    ("nmbr9", 4, {}),
    ("nmbr9", 2, {"draft": "known"}),
    ("nmbr9", 1, {"draft": "free"}),
    ("sumoku", 2, {"key": 4}),
    ("sumoku", 4, {"key": "roll"}),
]

Walk = Callable[[abaculus.Game, int], Iterator[abaculus.State]]


def _parameters() -> Iterator[Any]:
    for variants, marks in ((VARIANTS, []), (LONG_VARIANTS, [pytest.mark.slow])):
        for name, seats, options in variants:
            yield pytest.param((name, seats, options), marks=marks, id="-".join([name, *map(str, options.values())]))


@pytest.fixture(scope="session", params=_parameters())
def game(request: pytest.FixtureRequest) -> abaculus.Game:
    name, seats, options = request.param
    return abaculus.load_game(name, seats, **options)


@pytest.fixture(scope="session")
def walk() -> Walk:
    """A random game with a seed: the state at the start and after each event, the same object each time."""

    def walk(game: abaculus.Game, seed: int) -> Iterator[abaculus.State]:
        state = game.new_initial_state()
        luck = abaculus.Luck(seed)
        yield state
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.draw(state))
            else:
                seat = luck.choice(state.players_to_act(), 1)
                state.apply_action_for(seat, luck.choice(state.legal_actions(seat), 1))
            yield state

    return walk
