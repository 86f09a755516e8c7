"""Positions of NMBR 9: the form that the rules give, and what could not come from a game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]


def after(seats: int, options: dict[str, Any], *texts: str) -> abaculus.State:
    state = abaculus.load_game("nmbr9", seats, **options).new_initial_state()
    for text in texts:
        seat, _, action = text.rpartition(": ")
        player = int(seat) if seat else state.current_player()
        state.apply_action_for(player, state.string_to_action(player, action))
    return state


def test_the_form_in_the_rules() -> None:
    """NMBR9-C1: two seats, three cards, the first seat has placed them all."""
    tiles = [
        {"number": 4, "turn": 0, "x": 0, "y": 0, "level": 0},
        {"number": 9, "turn": 1, "x": 3, "y": 0, "level": 0},
        {"number": 0, "turn": 1, "x": -4, "y": 1, "level": 0},
    ]
    position = {
        "game": "nmbr9",
        "options": {"max_number": 9, "copies": 2, "cards": 20, "draft": "unknown"},
        "seats": 2,
        "to_act": [1],
        "over": False,
        "returns": None,
        "turned": [4, 9, 0],
        "left": [1, 2, 2, 2, 1, 2, 2, 2, 2, 1],
        "displays": [tiles, tiles[:2]],
        "scores": [0, 0],
    }
    played = after(2, {}, "*4", "r0@0,0", "r0@0,0", "*9", "r1@3,0", "r1@3,0", "*0", "0: r1@-4,1")
    assert list(played.to_dict()) == list(position)
    assert list(played.to_dict()["displays"][0][0]) == list(tiles[0])
    assert played.to_dict() == position
    assert abaculus.from_dict(position) == played


def test_free_has_no_deck() -> None:
    """NMBR9-V1: with draft "free" ``turned`` is empty and ``left`` a list for each seat."""
    options = {"draft": "free", "max_number": 2, "copies": 1}
    position = after(2, options, "0: 1r0@0,0").to_dict()
    assert position["turned"] == []
    assert position["left"] == [[1, 0, 1], [1, 1, 1]]


def set_in(*path: Any, to: Any) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        inner: Any = position
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to

    return change


def all_of(*changes: Callable[[Position], None]) -> Callable[[Position], None]:
    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


# Both seats have placed 5, 9 and 1; the 1 lies at level 1 on both others. Two cards more are turned than in a game.
PLACED = ["*5", "r0@0,0", "r0@0,0", "*9", "r0@3,0", "r0@3,0", "*1", "r3@1,0", "r3@1,0"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_in("turned", to=[5, 9, 1, 1, 1]), "'turned' has more 1s than the deck"),
        (set_in("turned", to=[5, 9, 10]), "10, which is no card"),
        (set_in("turned", to=[5, 9, "1"]), "'1', which is no card"),
        (set_in("turned", to=[5, 9, 1.0]), "1.0, which is no card"),
        (set_in("turned", to=[5, 9, True]), "True, which is no card"),
        (set_in("turned", to=[5, 9]), "2 cards were turned, but 3 tiles placed"),
        (set_in("turned", to=[5, 9, 1, 1, 2]), "5 cards were turned"),
        (set_in("turned", to=[9, 5, 1]), "Tile 0 of display 0 is a 5, but card 0 is a 9"),
        (set_in("turned", to=5), "turned|form"),
        (set_in("left", 0, to=1), "'left'"),
        (set_in("left", to=[2, 1, 2, 2, 2, 1, 2, 2, 2]), "'left'"),
        (set_in("displays", to=[]), "0 displays for 2 seats"),
        (lambda position: position["displays"].append([]), "3 displays for 2 seats"),
        (set_in("displays", 1, to=[]), "one tile ahead"),
        (set_in("displays", 0, 0, "number", to=9), "Tile 0 of display 0 is a 9, but card 0 is a 5"),
        (set_in("displays", 0, 0, "number", to=10), "no number 10"),
        (set_in("displays", 0, 0, "turn", to=4), "turn of a 5 is 0 to 3"),
        (set_in("displays", 0, 0, "x", to=1), "NMBR9-P7"),
        (set_in("displays", 0, 1, "x", to=59), "from -58 to 58"),
        (set_in("displays", 0, 1, "x", to=10**30), "from -58 to 58"),
        (set_in("displays", 0, 1, "x", to=2), "Tile 1 of display 0: NMBR9-P4"),
        (set_in("displays", 0, 1, "x", to=4), "Tile 1 of display 0: NMBR9-P3"),
        (set_in("displays", 1, 2, "x", to=3), "Tile 2 of display 1: NMBR9-P4"),
        (set_in("displays", 1, 2, to={"number": 1, "turn": 0, "x": 1, "y": 0, "level": 1}), "display 1: NMBR9-P5"),
        (set_in("displays", 1, 2, "level", to=0), "has level 0, but lies on level 1"),
        (set_in("displays", 1, 2, "level", to=2), "has level 2, but lies on level 1"),
        (set_in("displays", 1, 2, "level", to=True), "whole numbers"),
        (set_in("displays", 1, 2, "colour", to=1), "no more"),
        (lambda position: position["displays"][1][2].pop("level"), "whole numbers number, turn, x, y and level"),
        (set_in("displays", 1, 2, to=[1, 3, 1, 0, 1]), "whole numbers"),
        (lambda position: position["displays"][1].reverse(), "Tile 0 of display 1 is a 1"),
        (set_in("scores", to=[1, 2]), "'scores' is \\[1, 2\\], but from the rest follows \\[1, 1\\]"),
        (set_in("scores", to=[1]), "'scores'"),
        (set_in("to_act", to=[0, 1]), "'to_act' is \\[0, 1\\], but from the rest follows 'chance'"),
        (set_in("over", to=True), "'over'"),
        (set_in("over", to=0), "'over'"),
        (set_in("returns", to=[0.5, 0.5]), "'returns'"),
        (set_in("seats", to=3), "2 displays for 3 seats"),
        (set_in("seats", to=5), "5 seats; allowed: 1 to 4"),
        (set_in("seats", to="2"), "seats"),
        (set_in("options", "draft", to="known"), "All cards are turned before the first tile"),
        (set_in("options", "draft", to="free"), "no cards are turned"),
        (set_in("options", "draft", to="open"), "'unknown', 'known', 'free'"),
        (set_in("options", "max_number", to=8), "1 to 18"),
        (all_of(set_in("options", "max_number", to=8), set_in("options", "cards", to=18)), "9, which is no card"),
        (set_in("options", "copies", to=1), "1 to 10"),
        (set_in("options", "cards", to=2), "'turned' has more than 2 cards"),
        (set_in("options", "cards", to=3), "'to_act'|'over'"),
        (lambda position: position["options"].pop("copies"), "'options'"),
    ],
)
def test_what_could_not_come_from_a_game(change: Callable[[Position], None], words: str) -> None:
    position = copy.deepcopy(after(2, {}, *PLACED).to_dict())
    change(position)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(position)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_in("turned", to=[2]), "no cards are turned"),
        (set_in("displays", 0, 1, "number", to=2), "no 2 is left to take"),
        (set_in("left", to=[1, 1, 1]), "'left'"),
        (set_in("left", 0, 2, to=1), "'left'"),
        (set_in("displays", 1, to=[]), "one tile ahead"),
        (
            lambda position: position["displays"][0].append(position["displays"][0][0]),
            "more than 2 tiles|one tile ahead",
        ),
    ],
)
def test_what_could_not_come_from_a_free_draft(change: Callable[[Position], None], words: str) -> None:
    options = {"draft": "free", "max_number": 2, "copies": 1, "cards": 2}
    position = copy.deepcopy(after(2, options, "0: 2r0@0,0", "1: 2r0@0,0", "0: 1r0@3,0").to_dict())
    change(position)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(position)


def test_turned_cards_of_a_known_draft() -> None:
    """Before the first tile any number of them may be turned."""
    for texts in ([], ["*3"], ["*3", "*3"], ["*3", "*3", "*0"], ["*3", "*3", "*0", "0: r0@0,0"]):
        state = after(2, {"draft": "known", "cards": 3}, *texts)
        assert abaculus.from_dict(state.to_dict()) == state
    with pytest.raises(abaculus.PositionError, match="more than 3 cards"):
        abaculus.from_dict({**state.to_dict(), "turned": [3, 3, 0, 0]})
