"""Positions of 3x8: the form that the rules give, and what could not come from a game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]
Change = Callable[[Position], None]

# The example of the rules, filled in.
EXAMPLE: Position = {
    "game": "3x8",
    "options": {"first": 0, "max_turns": 400, "blockers": "standard"},
    "seats": 3,
    "to_act": [1],
    "over": False,
    "returns": None,
    "phase": "main",
    "turn_of": 1,
    "turn": 17,
    "hands": [[4, 16, 33, 78, "b3"], [9, 70, 75, 101], [1, 2, 64, 88, "b0"]],
    "rows": [
        [{"cards": [17, 40, 42], "blocker": "4a"}, None, None, {"completed": 3}],
        [{"cards": [20, 21], "blocker": None}, None, None, None],
        [None, {"cards": [50], "blocker": None}, None, None],
    ],
    "pool": [61, 13, "b9"],
    "draw": [],
    "discard": [12, 14, 15],
    "box": ["b5"],
    "played": 0,
    "row": None,
    "moved": False,
    "to_draw": 0,
    "known": [[16], [], []],
}


def elsewhere(position: Position) -> set[Any]:
    """The cards that do not lie in the draw pile."""
    cards = {card for hand in position["hands"] for card in hand} | {
        card for card in position["pool"] if card is not None
    }
    cards |= {*position["discard"], *position["box"]}
    for row in (row for rows in position["rows"] for row in rows if row):
        cards |= {row["completed"]} if "completed" in row else set(row["cards"])
        if row.get("blocker"):
            cards.add(f"b{row['blocker'][0]}")
    return cards


EXAMPLE["draw"] = [card for card in [*range(110), *(f"b{i}" for i in range(10))] if card not in elsewhere(EXAMPLE)]


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    state = state.clone()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_the_form_in_the_rules() -> None:
    state = abaculus.from_dict(EXAMPLE)
    assert state.to_dict() == EXAMPLE
    assert list(state.to_dict()) == list(EXAMPLE)


def test_the_phases() -> None:
    state = play(abaculus.from_dict(EXAMPLE), "drop 1")
    shown = []
    for text in ["", "70>n", "75>1", "m1>n", "end", "p3", "d", "*5", "*6", "grow", "*7", "*8", "*10", "p1", "*11"]:
        state = play(state, *([text] if text else []))
        position = state.to_dict()
        shown.append([position[key] for key in ("phase", "turn_of", "turn", "played", "row", "moved", "to_draw")])
        assert abaculus.from_dict(position) == state
    assert shown == [
        ["main", 1, 17, 0, None, False, 0],
        ["play", 1, 17, 1, 1, False, 0],
        ["play", 1, 17, 2, 1, False, 0],
        ["play", 1, 17, 2, 1, True, 0],
        ["draw", 1, 17, 2, 1, True, 2],
        ["draw", 1, 17, 2, 1, True, 1],
        ["drawn", 1, 17, 2, 1, True, 1],
        ["pool", 1, 17, 2, 1, True, 0],
        ["main", 2, 18, 0, None, False, 0],
        ["pool", 2, 18, 0, None, False, 1],
        ["pool", 2, 18, 0, None, False, 1],
        ["pool", 2, 18, 0, None, False, 1],
        ["draw", 2, 18, 0, None, False, 1],
        ["pool", 2, 18, 0, None, False, 0],
        ["main", 0, 19, 0, None, False, 0],
    ]


def test_the_row_stays_when_it_is_completed() -> None:
    position = copy.deepcopy(EXAMPLE)
    position["rows"][1][0]["cards"] = [20, 21, 22, 23, 24, 25, 26]
    position["draw"] = [card for card in position["draw"] if card not in range(22, 27)]
    state = play(abaculus.from_dict(position), "70>1", "end")
    assert state.to_dict()["row"] == 1
    assert state.to_dict()["rows"][1][0] == {"completed": 20}
    assert abaculus.from_dict(state.to_dict()) == state


def setting(**values: Any) -> Change:
    return lambda position: position.update(values)


def at(*path: Any) -> Change:
    """Put the last into the place that the others lead to."""
    *way, key, value = path

    def change(position: Any) -> None:
        for step in way:
            position = position[step]
        position[key] = value

    return change


def swapped(card: Any, other: Any) -> Change:
    """The two cards change places, in whatever order that leaves."""

    def change(position: Position) -> None:
        def swap(value: Any) -> Any:
            if isinstance(value, list):
                return [swap(part) for part in value]
            if isinstance(value, dict):
                return {key: swap(part) for key, part in value.items()}
            same = isinstance(value, type(card)) and value == card
            return other if same else card if isinstance(value, type(other)) and value == other else value

        for key in ("hands", "rows", "pool", "draw", "discard", "box", "known"):
            position[key] = swap(position[key])

    return change


def both(*changes: Change) -> Change:
    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


def refused(position: Position, change: Change, words: str) -> None:
    position = copy.deepcopy(position)
    change(position)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(position)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (setting(phase="end"), "it is pool or deal or main or play or draw or drawn or over"),
        (setting(phase=["main"]), "'phase'"),
        (setting(phase="deal"), "turn 1"),
        (setting(phase="pool"), "full|refilled|empty"),
        (setting(phase="pool", to_draw=1), "filled from the left"),
        (setting(phase="play"), "'played' is 1 or more"),
        (setting(phase="draw"), "'to_draw' is 1 or more"),
        (setting(phase="draw", to_draw=3), "3 cards to draw are too many"),
        (setting(phase="drawn", to_draw=0), "'to_draw' is 1 or more"),
        (setting(phase="over", over=True), "not the last one, 400"),
        (setting(turn=18, to_act=[2]), "'turn_of' is 1, but from the rest follows 2"),
        (setting(turn=0), "whole number from 1 to 400"),
        (setting(turn=401), "whole number from 1 to 400"),
        (setting(turn=True), "whole number"),
        (setting(turn_of=2), "'turn_of'"),
        (setting(to_act=[2]), "'to_act'"),
        (setting(played=1), "'played' is 0"),
        (setting(played=11), "from 0 to 10"),
        (setting(row=1), "'row' is null"),
        (setting(row=5), "from 1 to 4"),
        (setting(moved=True), "'moved' is false"),
        (setting(moved=0), "true or false"),
        (setting(to_draw=1), "'to_draw' is 0"),
        (setting(hands=[[], []]), "list of 3"),
        (setting(known=[[], []]), "list of 3"),
        (setting(rows=[]), "list of 3"),
        (at("rows", 0, [None] * 3), "list of 4"),
        (setting(pool=[61, 13]), "list of 3"),
        (setting(pool=[61, 13, None]), "nowhere: b9"),
        (setting(pool=[61, 61, "b9"]), "61 lies in the pool and in the pool"),
        (setting(discard=[12, 14]), "nowhere: 15"),
        (setting(discard=[14, 12, 15]), "discard pile are not in ascending order"),
        (setting(discard=[12, 12, 14, 15]), "ascending"),
        (setting(discard=[12, 14, 15, 16]), "16 lies in the discard pile and in hand 0"),
        (at("hands", 0, [4, 16, 33, "b3", 78]), "hand 0 are not in ascending order, numbers before blockers"),
        (at("hands", 0, 0, "4"), "'4' in hand 0 is no card"),
        (at("hands", 0, 0, 4.0), "4.0 in hand 0 is no card"),
        (at("hands", 0, 0, 110), "110 in hand 0 is no card"),
        (at("hands", 0, 0, False), "False in hand 0 is no card"),
        (at("hands", 0, {"known": [16], "count": 5}), "hand 0 are not a list"),
        (setting(draw=70), "draw pile are not a list"),
        (at("known", 0, [17]), "17 is known of hand 0, but not in it"),
        (at("known", 1, [16]), "16 is known of hand 1, but not in it"),
        (at("known", 0, [33, 16]), "ascending"),
        (setting(box=[5]), "5 lies in the box, where only blockers go"),
        (setting(box=["b5", "b9"]), "b9 lies in the box and in the pool|b9 lies in the pool and in the box|b9 lies"),
        (at("rows", 0, 0, "cards", [17, 42, 40]), "ascending"),
        (at("rows", 0, 0, "cards", []), "no card"),
        (at("rows", 0, 0, "cards", None), "not a list"),
        (at("rows", 0, 0, {"cards": [17, 40, 42]}), "'cards' and 'blocker', or 'completed'"),
        (at("rows", 0, 0, 17), "'cards' and 'blocker', or 'completed'"),
        (at("rows", 0, 0, "blocker", "4"), "as in '4a' or null"),
        (at("rows", 0, 0, "blocker", "4A"), "as in '4a' or null"),
        (at("rows", 0, 0, "blocker", 4), "as in '4a' or null"),
        (at("rows", 0, 0, "blocker", ["4a"]), "as in '4a' or null"),
        (at("rows", 0, 0, "blocker", None), "nowhere: b4"),
        (at("rows", 0, 0, "blocker", "4b"), "no card of its base colour 9"),
        (at("rows", 0, 3, {"completed": "b3"}), "b3 is no number card"),
        (at("rows", 0, 3, {"completed": None}), "None"),
        (at("rows", 2, 1, "cards", [50, "b2"]), "b2 is no number card"),
        (both(swapped(42, 60), setting()), "blocks its 60"),
        (setting(options={"first": 3, "max_turns": 400, "blockers": "standard"}), "'first'"),
        (setting(options={"first": 1, "max_turns": 400, "blockers": "standard"}), "'to_act'"),
        (setting(options={"first": 0, "max_turns": 16, "blockers": "standard"}), "from 1 to 16"),
        (setting(options={"first": 0, "max_turns": 400, "blockers": []}), "'blockers'"),
    ],
)
def test_what_could_not_come_from_a_game(change: Change, words: str) -> None:
    refused(EXAMPLE, change, words)


def with_row(cards: list[int], seat: int = 1, place: int = 0, blocker: str | None = None) -> Change:
    """The cards in this row, from the draw pile; what lay there goes to the discard pile."""

    def change(position: Position) -> None:
        old = position["rows"][seat][place] or {"cards": []}
        freed = [card for card in old.get("cards", []) if card not in cards]
        position["rows"][seat][place] = {"cards": cards, "blocker": blocker}
        position["draw"] = [card for card in position["draw"] if card not in cards]
        position["discard"] = sorted([*position["discard"], *freed])

    return change


def test_rows_of_eight_are_completed() -> None:
    eight = list(range(20, 28))
    refused(EXAMPLE, with_row(eight), "Row 1 of seat 1 has 8 cards and should be completed")
    playing = play(abaculus.from_dict(EXAMPLE), "70>1").to_dict()
    refused(playing, with_row(list(range(22, 30)), seat=2, place=2), "Row 3 of seat 2 has 8 cards")
    refused(playing, with_row(list(range(22, 30)), place=2), "played on or moved to")


def test_plays_that_could_not_be() -> None:
    playing = play(abaculus.from_dict(EXAMPLE), "70>1", "75>1").to_dict()
    assert abaculus.from_dict(playing).to_dict() == playing
    refused(playing, setting(played=3), "does not end in 3 cards of one colour")
    refused(playing, setting(played=0), "'played' is 1 or more")
    refused(playing, setting(row=2), "there is no such row")
    refused(playing, setting(to_draw=1), "'to_draw' is 1")
    refused(playing, with_row([20, 21, 22, 23, 24, 25, 26, 27, 70, 75]), "cannot have got so long")
    refused(playing, both(setting(row=None), with_row(list(range(22, 30)), place=2)), "played on or moved to")
    refused(playing, setting(pool=[61, 13, None], hands=[*playing["hands"][:2], [*EXAMPLE["hands"][2], "b9"]]), "short")
    drawing = play(abaculus.from_dict(playing), "end").to_dict()
    refused(drawing, setting(to_draw=3), "3 cards are to be drawn, but 2 were played")
    blocked = copy.deepcopy(playing)
    blocked["rows"][1][0] = {"cards": [20, 21, 70, 75], "blocker": "2a"}
    blocked["draw"].remove("b2")
    refused(blocked, setting(), "blocks its|played on, so it bears no blocker")


def test_moves_that_could_not_be() -> None:
    moved = play(abaculus.from_dict(EXAMPLE), "70>1", "75>1", "m2>n").to_dict()
    assert abaculus.from_dict(moved).to_dict() == moved
    too_long = with_row(list(range(20, 30)))
    refused(moved, too_long, "cannot have got so long")


def test_wins_that_could_not_be() -> None:
    def completed(seat: int) -> Change:
        def change(position: Position) -> None:
            for place, card in enumerate((80, 90, 100)):
                position["rows"][seat][place + 1] = {"completed": card}
                position["draw"].remove(card)

        return change

    refused(EXAMPLE, completed(1), "seat 1 has won already")
    over = setting(phase="over", over=True, to_act=[], returns=[0.0, 1.0, 0.0])
    position = copy.deepcopy(EXAMPLE)
    both(completed(1), over)(position)
    assert abaculus.from_dict(position).returns() == [0.0, 1.0, 0.0]
    refused(position, setting(returns=[1.0, 0.0, 0.0]), "'returns'")
    refused(position, setting(played=1), "'played' is 0")
    refused(position, setting(turn=16, turn_of=0), "seat 1 has won already")


def test_draws_of_the_game_that_could_not_be() -> None:
    end = copy.deepcopy(EXAMPLE)
    both(
        setting(phase="over", over=True, to_act=[], returns=[1 / 3] * 3),
        setting(options={"first": 0, "max_turns": 17, "blockers": "standard"}),
    )(end)
    assert abaculus.from_dict(end).is_terminal()
    hand = [*EXAMPLE["hands"][2], "b9"]
    refused(end, both(setting(pool=[61, 13, None]), at("hands", 2, hand)), "The pool is to be refilled")


def test_the_start() -> None:
    state = abaculus.load_game("3x8", 3).new_initial_state()
    fresh = state.to_dict()
    refused(fresh, setting(pool=[None, 5, None], draw=[card for card in fresh["draw"] if card != 5]), "from the left")
    without = [card for card in fresh["draw"] if card != 5]
    refused(fresh, setting(discard=[5], draw=without), "no card was put aside")
    row = [[{"cards": [5], "blocker": None}, None, None, None], [None] * 4, [None] * 4]
    refused(fresh, setting(rows=row, draw=without), "there are no rows")
    luck = abaculus.Luck(1)
    for _ in range(3 + 5):
        state.apply_action(luck.draw(state))
    dealt = state.to_dict()
    assert dealt["phase"] == "deal"
    first, second = dealt["hands"][0], dealt["hands"][1]
    refused(
        dealt, setting(hands=[first[:3], sorted([*second, first[3]], key=fresh["draw"].index), []]), "dealt one seat"
    )
    refused(dealt, setting(known=[first[:1], [], []]), "no card was taken from the pool")
    for _ in range(7):
        state.apply_action(luck.draw(state))
    refused(state.to_dict(), setting(phase="deal", to_act="chance"), "dealt already")
