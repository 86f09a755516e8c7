"""The conformance suite passes on every game, and fails on a game that is wrong."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import abaculus
from abaculus import Game
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import register_kernels
from abaculus.testing import check_course, check_game

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("108", {"max_rounds": 45}),
    ("108", {"players": 3, "play_on": True, "max_rounds": 12}),
    ("108", {"players": 2, "first": 1, "play_on": True, "forbidden": "declared", "max_rounds": 60}),
    ("108", {"forbidden": "declared", "max_rounds": 8}),
    ("nmbr9", {}),
    ("nmbr9", {"players": 4}),
    ("nmbr9", {"players": 2, "draft": "known", "cards": 7}),
    ("nmbr9", {"players": 3, "draft": "free", "max_number": 6, "copies": 1, "cards": 5}),
    ("toushi", {}),
    ("toushi", {"lists": "single"}),
    ("3x8", {"max_turns": 10}),
    ("3x8", {"players": 3, "first": 2, "max_turns": 4}),
    ("3x8", {"players": 4, "max_turns": 5}),
    ("sumoku", {}),
    ("sumoku", {"players": 4, "key": 3}),
    ("connect_four", {}),
    ("pig", {}),
    ("pig", {"target": 20, "faces": 4}),
]


@pytest.mark.parametrize(("name", "parameters"), VARIANTS, ids=lambda value: str(value))
@pytest.mark.usefixtures("connect_four", "pig")
def test_game_conforms(name: str, parameters: dict[str, Any]) -> None:
    check_game(abaculus.load_game(name, **parameters), games=1)


def test_every_game_of_the_package_is_checked() -> None:
    checked = {name for name, _ in VARIANTS}
    assert {name for name, game in abaculus.game_types().items() if game.__module__.startswith("abaculus.")} <= checked


@kernel
def forgets_the_last_action(state: Any, player: int, out: Any) -> int:
    n = 0
    for column in range(6):
        if state.filled[column] < 6:
            out[n] = column
            n += 1
    return n


@kernel
def gives_all_to_both(state: Any, out: Any) -> None:
    out[:2] = 1.0


@kernel
def sees_a_number_that_is_none(state: Any, player: int, out: Any) -> None:
    out[:] = np.nan


@kernel
def leaves_what_it_saw_before(state: Any, player: int, out: Any) -> None:
    out[0, 0, state.filled[0]] = 1.0


@kernel
def lets_nobody_act(state: Any) -> int:
    return 0 if state.placed > 3 else 3 if state.placed == 3 else 1 << (state.placed & 1)


FAULTS = {
    "a seat that is not to act has actions": {"legal_actions": forgets_the_last_action},
    "returns do not add up": {"returns": gives_all_to_both},
    "an observation is not finite": {"observation": sees_a_number_that_is_none},
    "an observation is neither erased nor written anew": {"observation": leaves_what_it_saw_before},
    "two act where one has no action": {"players_to_act": lets_nobody_act},
}


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_suite_finds_a_faulty_kernel(fault: str, connect_four: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    sound = connect_four.kernels
    monkeypatch.setattr(connect_four, "kernels", dataclasses.replace(sound, **FAULTS[fault]))
    register_kernels(connect_four.dtype, connect_four.kernels)
    try:
        with pytest.raises(AssertionError):
            check_course(abaculus.load_game("connect_four"), seed=0)
    finally:
        register_kernels(connect_four.dtype, sound)


def text_of_another_action(self: Game, action: int) -> str:
    return "a"


def position_without_discs(self: Game, record: Any) -> dict[str, Any]:
    return {"board": ["......."] * 6}


def same_text_for_all(self: Game, record: Any, player: int, action: int) -> abaculus.Reason:
    return abaculus.Reason("FULL", "")


@pytest.mark.parametrize(
    ("method", "faulty"),
    [
        ("action_to_text", text_of_another_action),
        ("position", position_without_discs),
        ("explain", same_text_for_all),
    ],
)
def test_suite_finds_faulty_words(
    method: str, faulty: Callable[..., Any], connect_four: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect_four, method, faulty)
    with pytest.raises(AssertionError):
        check_course(abaculus.load_game("connect_four"), seed=0)
