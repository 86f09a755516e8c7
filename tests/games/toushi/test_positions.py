"""Positions of Tóushì: the form that the rules give, and what could not come from a game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]
Change = Callable[[Position], None]

# The example of the rules.
SECOND_ROUND = {
    "game": "toushi",
    "options": {"lists": "ample"},
    "seats": 1,
    "to_act": [0],
    "over": False,
    "returns": None,
    "phase": "mark",
    "round": 2,
    "grid": {"c3": "T6"},
    "at": "c3",
    "die": "T8",
    "rolled": 6,
    "left": {
        "T4": [3] * 4,
        "T6": [2, 2, 2, 1, 2, 2],
        "T8": [2, 2, 2, 2, 1, 2, 2, 2],
        "T10": [2] * 10,
        "T12": [1] * 12,
        "T20": [1] * 20,
    },
    "stars": 3,
    "scores": [13],
}


def after(*texts: str, lists: str = "ample") -> abaculus.State:
    state = abaculus.load_game("toushi", lists=lists).new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_the_form_in_the_rules() -> None:
    played = after("T6:4@c3", "roll T8:5", "*6")
    assert list(played.to_dict()) == list(SECOND_ROUND)
    assert played.to_dict() == SECOND_ROUND
    assert abaculus.from_dict(SECOND_ROUND) == played


def test_the_phases() -> None:
    state = after()
    shown = []
    for text in ["", "T6:4@c3", "roll T8:5", "*1", "reroll", "*6", "T8:4@c5", "roll T8:4", "*1", "bonus T20:20@a1"]:
        if text:
            state.apply_action(state.string_to_action(text))
        position = state.to_dict()
        shown.append([position[key] for key in ("phase", "round", "at", "die", "rolled", "stars")])
    assert shown == [
        ["first", 1, None, None, None, 3],
        ["choose", 2, "c3", None, None, 3],
        ["roll", 2, "c3", "T8", None, 3],
        ["one", 2, "c3", "T8", 1, 3],
        ["roll", 2, "c3", "T8", None, 3],
        ["mark", 2, "c3", "T8", 6, 3],
        ["choose", 3, "c5", None, None, 3],
        ["roll", 3, "c5", "T8", None, 3],
        ["one", 3, "c5", "T8", 1, 3],
        ["choose", 4, "a1", None, None, 2],
    ]


def setting(**values: Any) -> Change:
    return lambda position: position.update(values)


def left(die: str, numbers: Any) -> Change:
    def change(position: Position) -> None:
        position["left"][die] = numbers

    return change


def refused(position: Position, change: Change, words: str) -> None:
    position = copy.deepcopy(position)
    change(position)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(position)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (setting(phase="move"), "phases are first, choose, roll, one, mark, over"),
        (setting(phase=None), "phase"),
        (setting(phase=["mark"]), "phase"),
        (setting(phase="first"), "'first'|crossed out"),
        (setting(phase="choose"), "crossed out"),
        (setting(phase="roll"), "'to_act'|'rolled'"),
        (setting(phase="one"), "'rolled' is 6"),
        (setting(phase="over"), "can still be made"),
        (setting(round=1), "'round' is 1, but from the rest follows 2"),
        (setting(round=2.5), "'round'"),
        (setting(grid={}), "'at'"),
        (setting(grid=[]), "'grid' is an object"),
        (setting(grid={"c3": "T5"}), "'T5'"),
        (setting(grid={"c3": 6}), "'grid'"),
        (setting(grid={"c7": "T6"}), "'c7'"),
        (setting(grid={"C3": "T6"}), "'C3'"),
        (setting(grid={"c3": "T6", "c5": "T6"}), "T6 stand in a row or column"),
        (setting(grid={"c3": "T6", "e3": "T6"}), "T6 stand in a row or column"),
        (setting(grid={"c3": "T6", "d4": "T4"}), "crossed out, but 2 marks"),
        (setting(at=None), "'at'"),
        (setting(at="d4"), "'at' is d4, a square that is not marked"),
        (setting(at=["c3"]), "'at'"),
        (setting(die=None), "'die'"),
        (setting(die="T7"), "'die' has 'T7'"),
        (setting(die="T10"), "T10 has 0 numbers crossed out, but was used 1 times"),
        (setting(die=8), "'die'"),
        (setting(rolled=None), "'rolled'"),
        (setting(rolled=1), "whole number from 2 to 8"),
        (setting(rolled=9), "whole number from 2 to 8"),
        (setting(rolled=True), "whole number from 2 to 8"),
        (setting(rolled=10**30), "whole number from 2 to 8"),
        (setting(stars=4), "whole number from 0 to 3"),
        (setting(stars=-1), "whole number from 0 to 3"),
        (setting(stars=2), "'scores' is \\[13\\], but from the rest follows \\[9\\]"),
        (setting(stars="3"), "whole number from 0 to 3"),
        (setting(scores=[12]), "'scores'"),
        (setting(scores=13), "'scores'"),
        (setting(to_act="chance"), "'to_act'"),
        (setting(to_act=[]), "'to_act'"),
        (setting(over=True), "'over'"),
        (setting(returns=[13.0]), "'returns'"),
        (setting(seats=2), "2 seats; allowed: 1"),
        (setting(seats=True), "seats"),
        (setting(options={"lists": "single"}), "whole numbers from 0 to 1"),
        (setting(options={}), "'options'"),
        (setting(left=[]), "'left' has the lists T4, T6, T8, T10, T12, T20"),
        (setting(left={"T4": [3] * 4}), "'left' has the lists"),
        (lambda position: position["left"].update(T5=[]), "'left' has the lists"),
        (left("T8", [2, 2, 2, 2, 2, 2, 2, 2]), "1 numbers are crossed out"),
        (left("T4", [3, 3, 3, 2]), "3 numbers are crossed out"),
        (left("T4", [3, 3, 3, 4]), "T4 are whole numbers from 0 to 3"),
        (left("T4", [3, 3, 3, -1]), "T4 are whole numbers from 0 to 3"),
        (left("T4", [3, 3, 3, 3.0]), "T4 are whole numbers"),
        (left("T12", [True] * 12), "T12 are whole numbers"),
        (left("T4", [3] * 5), "The list of T4 has 4 counts"),
        (left("T4", None), "form|T4"),
        (left("T4", "3333"), "T4 are whole numbers"),
    ],
)
def test_what_could_not_come_from_a_game(change: Change, words: str) -> None:
    refused(SECOND_ROUND, change, words)


def test_stars_that_do_not_fit_the_phase() -> None:
    """A star is used by a bonus mark or a bonus reroll, and the third one ends the game."""
    fresh = after().to_dict()
    refused(fresh, setting(stars=2, scores=[8]), "'first'")
    chosen = after("T6:4@c3").to_dict()
    refused(chosen, setting(stars=0, scores=[1]), "the game is over")
    refused(chosen, setting(stars=2, scores=[9]), "star")  # nothing was rolled yet
    later = after("T6:4@c3", "roll T8:5", "*6", "T8:4@c5").to_dict()
    refused(later, setting(stars=0, scores=[2]), "the game is over")
    for stars in (1, 2):
        abaculus.from_dict({**later, "stars": stars, "scores": [2 + 4 * stars]})
    for texts in (["roll T8:5"], ["roll T8:5", "*1"], ["roll T8:5", "*6"]):
        position = after("T6:4@c3", *texts).to_dict()
        for stars in (0, 1, 2):  # the last star's reroll may be under way
            abaculus.from_dict({**position, "stars": stars, "scores": [1 + 4 * stars]})


def test_games_that_ended_otherwise() -> None:
    """A mark ends the game with the last star or the last square; without one die and roll are kept."""
    end = after("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 2, "*1", "bonus T4:2@a1").to_dict()
    assert abaculus.from_dict(end).to_dict() == end
    refused(end, setting(stars=1, scores=[6], returns=[6.0]), "would not end the game")
    refused(end, setting(die="T8", rolled=6), "crossed out|can still be made")
    refused(end, setting(round=3), "'round'")
    refused(end, setting(returns=None), "'returns'")
    refused(end, setting(over=False, to_act=[0]), "'over'|'to_act'")
    first = {**after("T6:4@c3").to_dict(), "phase": "over", "round": 1, "over": True, "to_act": [], "returns": [1.0]}
    refused(first, setting(stars=0, scores=[1]), "would not end the game")  # three stars need more than one mark
    stuck = {**SECOND_ROUND, "grid": {"a1": "T4", "b1": "T6", "a2": "T8"}, "at": "a1", "die": "T20", "round": 4}
    stuck["left"] = {
        "T4": [2, 3, 3, 3],
        "T6": [1] + [2] * 5,
        "T8": [1] + [2] * 7,
        "T10": [2] * 10,
        "T12": [1] * 12,
        "T20": [0, 0, 0] + [1] * 17,
    }
    over = {**stuck, "phase": "over", "rolled": 2, "over": True, "to_act": []}
    for stars in (0, 1, 2, 3):
        abaculus.from_dict({**over, "stars": stars, "scores": [3 + 4 * stars], "returns": [3.0 + 4 * stars]})
    over |= {"scores": [15], "returns": [15.0]}
    refused(over, setting(rolled=3), "A mark can still be made")
    refused({**stuck, "scores": [3]}, setting(rolled=2, stars=0), "no mark and no star the game is over")
    refused(over, setting(rolled=None), "'rolled'")
    refused(over, setting(die=None), "crossed out|'rolled'")


def test_all_squares_marked() -> None:
    dice = ["T4", "T6", "T8", "T10", "T12", "T20"]
    grid = {f"{'abcdef'[x]}{y + 1}": dice[(x + y) % 6] for y in range(6) for x in range(6)}
    lists = {
        "T4": [0] * 4,
        "T6": [0] * 6,
        "T8": [0] * 6 + [2] * 2,
        "T10": [0] * 6 + [2] * 4,
        "T12": [0] * 12,
        "T20": [0] * 11 + [1] * 9,
    }
    full = {**SECOND_ROUND, "phase": "over", "over": True, "to_act": [], "die": None, "rolled": None, "round": 36}
    full |= {"grid": grid, "at": "f6", "left": lists, "scores": [84], "returns": [84.0]}
    assert abaculus.from_dict(full).to_dict() == full
    running = {**full, "phase": "choose", "over": False, "to_act": [0], "returns": None, "round": 37}
    refused(running, setting(), "all squares marked")
