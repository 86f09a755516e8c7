"""The position form of 108, and what is refused as no position."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import abaculus

Position = dict[str, Any]
Change = Callable[[Position], Any]


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def after(*texts: str, seats: int = 4, **options: Any) -> Position:
    return play(abaculus.load_game("108", seats, **options).new_initial_state(), *texts).to_dict()


# Green goes first; red's 5 and blue's 4 on white squares, and a black 3.
THIRD_TURN = ["*4", "*1", "*9", "*6", "*2", "2@f9", "*8", "s2", "*3", "#a1", "8@b5", "*5"]
DECLARED = {"first": 0, "forbidden": "declared"}
OFFENCE = ["*5", "5@b2", "*5", "5@b4", "warn", "5@h2"]


def test_the_form() -> None:
    position = after(*THIRD_TURN)
    walls = [[3] * 9 for _ in range(4)]
    for seat, number in ((2, 2), (3, 8), (0, 5)):
        walls[seat][number - 1] -= 1
    assert position == {
        "game": "108",
        "options": {"first": "draw", "play_on": False, "forbidden": "prevented", "max_rounds": 100},
        "seats": 4,
        "to_act": [0],
        "over": False,
        "returns": None,
        "phase": "act",
        "first": 2,
        "drawn": [4, 1, 9, 6],
        "turn_of": 0,
        "round": 1,
        "passes": 0,
        "board": {"a1": 3, "b5": 8, "f9": 2},
        "white_owner": {},
        "table": [[5], [], [], []],
        "wall": walls,
        "black_left": [1, 2, 4, 5, 6, 7, 8, 9],
        "black_stacks": [3, 2, 3],
        "revealed": None,
        "out": [],
        "offence": None,
    }
    assert list(position)[6:] == [
        "phase", "first", "drawn", "turn_of", "round", "passes", "board", "white_owner", "table", "wall",
        "black_left", "black_stacks", "revealed", "out", "offence",
    ]  # fmt: skip
    assert list(position["board"]) == ["a1", "b5", "f9"]


def test_the_example_of_the_rules() -> None:
    """Round 3, first player 2, seat 0 to act."""
    position = {
        "game": "108",
        "options": {"first": "draw", "play_on": False, "forbidden": "prevented", "max_rounds": 100},
        "seats": 4,
        "to_act": [0],
        "over": False,
        "returns": None,
        "phase": "act",
        "first": 2,
        "drawn": [4, 1, 9, 6],
        "turn_of": 0,
        "round": 3,
        "passes": 0,
        "board": {"a1": 7, "e1": 5, "d4": 2},
        "white_owner": {"d4": 0},
        "table": [[8], [3, 6], [2, 4, 9], [3, 3, 7]],
        "wall": [
            [3, 2, 3, 3, 2, 3, 3, 2, 3],
            [3, 3, 2, 3, 3, 2, 3, 3, 3],
            [3, 2, 3, 2, 3, 3, 3, 3, 2],
            [3, 3, 1, 3, 3, 3, 2, 3, 3],
        ],
        "black_left": [1, 2, 3, 4, 5, 6, 8, 9],
        "black_stacks": [3, 2, 3],
        "revealed": None,
        "out": [],
        "offence": None,
    }
    state = abaculus.from_dict(position)
    assert state.to_dict() == position
    assert (
        state.why_not(0, "8@d2")
        == "108-P4: d2 is your Dragon, the last square to be filled; 18 others are still empty."
    )
    assert state.why_not(0, "8@d8") is None


def test_the_phases() -> None:
    state = abaculus.load_game("108", 2, forbidden="declared").new_initial_state()
    shown = []
    texts = ["*3", "*1", "*8", "s1", "*9", "#a9", "8@f2", "*8", "s1", "*2", "#c9", "8@h2", "warn", "8@f4", "silent"]
    for text in ["", *texts, "silent", "*2", "-", "silent", "remove f2"]:
        if text:
            play(state, text)
        position = state.to_dict()
        shown.append((position["phase"], position["turn_of"], position["to_act"]))
    assert shown == [
        ("draw", 0, "chance"),
        ("draw", 1, "chance"),
        ("flip", 0, "chance"),
        ("stack", 0, [0]),
        ("reveal", 0, "chance"),
        ("black", 0, [0]),
        ("act", 0, [0]),
        ("flip", 1, "chance"),
        ("stack", 1, [1]),
        ("reveal", 1, "chance"),
        ("black", 1, [1]),
        ("act", 1, [1]),
        ("warn", 1, [0]),
        ("act", 1, [1]),
        ("warn", 1, [0]),
        ("punish", 1, [0]),
        ("flip", 0, "chance"),
        ("act", 0, [0]),
        ("remove", 0, [1]),
        ("remove", 0, [0]),
        ("flip", 1, "chance"),
    ]


def setting(**values: Any) -> Change:
    return lambda position: position.update(values)


def within(key: str, **values: Any) -> Change:
    return lambda position: position[key].update(values)


def wall(seat: int, number: int, by: int) -> Change:
    def change(position: Position) -> None:
        position["wall"][seat][number - 1] += by

    return change


def refused(position: Position, change: Change, words: str) -> None:
    changed = copy.deepcopy(position)
    change(changed)
    with pytest.raises(abaculus.PositionError, match=words):
        abaculus.from_dict(changed)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (setting(phase="move"), "phases are draw, flip, stack"),
        (setting(phase=["act"]), "phases are draw"),
        (setting(phase="flip"), "has turned up 1 numbers"),
        (setting(phase="draw"), "'drawn' has 4 numbers, but 0"),
        (setting(phase="stack"), "black numbers have come up"),
        (setting(phase="black"), "'revealed'"),
        (setting(phase="over"), "Nothing has ended the game"),
        (setting(phase="warn"), "Where forbidden numbers are prevented there is no offence"),
        (setting(first=3), "'first' is 3, but from the rest follows 2"),
        (setting(first=None), "'first'"),
        (setting(drawn=None), "'drawn' is None; it is a list"),
        (setting(drawn=[4, 1, 9]), "'drawn' has 3 numbers, but 4 were drawn"),
        (setting(drawn=[4, 1, 9, 9]), "no number comes twice"),
        (setting(drawn=[4, 1, 9, 10]), "'drawn' has 10"),
        (setting(drawn=[4, 1, True, 6]), "'drawn' has True"),
        (setting(turn_of=1), "turned up|act"),
        (setting(turn_of=4), "'turn_of' has 4"),
        (setting(turn_of="red"), "'turn_of' has 'red'"),
        (setting(round=0), "'round' has 0"),
        (setting(round=2), "turned up"),
        (setting(round=101), "whole number from 1 to 100"),
        (setting(passes=1), "There cannot have been 1 passes"),
        (setting(passes=-1), "'passes' has -1"),
        (setting(passes=5), "'passes' has 5"),
        (setting(board=[]), "'board' is an object"),
        (within("board", j1=1), "'board' has 'j1'"),
        (within("board", A1=1), "'board' has 'A1'"),
        (within("board", e1=0), "'board' has 0"),
        (within("board", e1=10), "'board' has 10"),
        (within("board", e1="5"), "'board' has '5'"),
        (within("board", e1=5), "Seat 0 has 4 of the number 5 in all; there are 3"),
        (within("board", d2=5), "Seat 0 has its Dragon d2 filled, but is not out"),
        (within("board", a1=4), "black numbers are not 1 to 9 once each"),
        (within("board", g1=3), "black numbers are not 1 to 9 once each"),
        (within("board", f2=5), "does not say whose number lies on f2"),
        (within("white_owner", f2=0), "'white_owner' has f2, where no number lies"),
        (within("white_owner", b5=3), "b5, which is no white square"),
        (within("white_owner", z5=3), "'white_owner' has 'z5'"),
        (setting(white_owner=None), "'white_owner' is an object"),
        (setting(table=[[5], [], []]), "a list for each of the 4 seats"),
        (setting(table=[[], [], [], []]), "Seat 0 has 2 of the number 5"),
        (setting(table=[[4], [], [], []]), "Seat 0 has 4 of the number 4"),
        (setting(table=[[5], [], [0], []]), "'table' has 0"),
        (setting(table=5), "'table' is 5; it is a list"),
        (wall(1, 3, -1), "Seat 1 has 2 of the number 3"),
        (wall(1, 3, 1), "'wall' has 4"),
        (setting(wall=[[3] * 9] * 3), "'wall' has a list for each"),
        (setting(wall=[[3] * 8] * 4), "has 9 counts"),
        (setting(black_left=[1, 2, 3, 4, 5, 6, 7, 8, 9]), "not 1 to 9 once each"),
        (setting(black_left=[1, 2, 4, 5, 6, 7, 9, 8]), "in ascending order"),
        (setting(black_left=[1, 2, 4, 5, 6, 7, 9]), "not 1 to 9 once each"),
        (setting(black_stacks=[3, 3, 3]), "hold 9 black numbers in all, not 8"),
        (setting(black_stacks=[4, 2, 2]), "'black_stacks' has 4"),
        (setting(black_stacks=[3, 2, 3, 0]), "has 3 heights"),
        (setting(revealed=3), "'revealed' is 3, but from the rest follows None"),
        (setting(out=[0]), "Seat 0 is out, but its home is not solved"),
        (setting(out=[0, 1]), "At most 1 can go out"),
        (setting(out=[0, 0]), "no seat comes twice|At most"),
        (setting(out=[4]), "'out' has 4"),
        (setting(offence={}), "'offence' is an object|there is no offence"),
        (setting(to_act=[1]), "'to_act'"),
        (setting(over=True), "'over'"),
        (setting(seats=3), "'first'|'drawn'|3 seats|home"),
        (setting(seats=5), "allowed: 2 to 4"),
        (setting(options={}), "'options'"),
        (setting(options={"first": 5}), "option 'first' cannot be 5"),
    ],
)
def test_refused(change: Change, words: str) -> None:
    refused(after(*THIRD_TURN), change, words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (setting(drawn=[4, 1]), "'drawn' has 2 numbers, but 1"),
        (setting(drawn=[]), "'drawn' has 0 numbers, but 1"),
        (setting(round=2), "the round is 1"),
        (setting(first=0), "'first'"),
        (setting(black_left=[1]), "not 1 to 9"),
        (within("board", c1=2), "in all|nothing lies on the board"),
    ],
)
def test_refused_while_the_first_player_is_drawn_for(change: Change, words: str) -> None:
    refused(after("*4"), change, words)


def test_no_draw_where_the_first_player_is_named() -> None:
    position = after(first=1)
    refused(position, setting(phase="draw"), "Nothing is drawn for the first player")
    refused(position, setting(drawn=[1, 2, 3, 4]), "'drawn' is null")
    refused(position, setting(first=0), "'first' is 0, but from the rest follows 1")


def test_refused_around_a_black_number() -> None:
    stack, reveal, black = (after(*["*8", "s1", "*4"][:n], first=0) for n in (1, 2, 3))
    refused(stack, setting(phase="act"), "0 black numbers have come up; by the 1s and 8s turned up it would be 1")
    refused(stack, setting(phase="reveal"), "not 8")
    refused(reveal, setting(black_stacks=[3, 3, 3]), "not 8")
    refused(reveal, setting(black_left=[1, 2, 3]), "not 1 to 9")
    refused(black, setting(revealed=None), "'revealed' has None")
    refused(black, setting(revealed=5), "not 1 to 9")
    refused(black, setting(revealed=True), "'revealed' has True")
    other = after("*8", "s1", "*4", "#a1", "8@c1", "*3", first=0)
    refused(other, setting(phase="black"), "'revealed'")
    refused(after("*3", first=0), setting(phase="stack"), "black numbers have come up")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (setting(offence=None), "'offence' is an object"),
        (within("offence", square="b4"), "not of seat 1|not forbidden|lies|'number'"),
        (within("offence", square="e1"), "no white square"),
        (within("offence", square="b2"), "The number on b2 is not of seat 1"),
        (within("offence", number=4), "'offence'"),
        (within("offence", **{"from": "d1"}), "cannot come from d1"),
        (within("offence", **{"from": "h4"}), "cannot come from h4"),
        (within("offence", **{"from": None}), "'offence' has None"),
        (within("offence", ask=[]), "'ask'"),
        (within("offence", ask=[3, 2, 0]), "'ask'"),
        (within("offence", ask=[2, 3]), "'ask'"),
        (within("offence", ask=[1, 2, 3, 0]), "'ask'"),
        (within("offence", ask=[7]), "'ask' has 7"),
        (within("offence", warned=["5@h2"]), "the offence itself"),
        (within("offence", warned=["5@b2"]), "no white square of seat 1"),
        (within("offence", warned=["5@h6"]), "not forbidden"),
        (within("offence", warned=["4@b4"]), "not forbidden|at hand"),
        (within("offence", warned=["5@b4", "5@b4"]), "'offence'"),
        (within("offence", warned=["5-b4"]), "not as in 4@f2"),
        (within("offence", warned=[5]), "not as in 4@f2"),
        (within("offence", warned="5@b4"), "it is a list"),
        (within("offence", more=1), "'offence' has the keys"),
        (setting(passes=1), "'passes'"),
        (setting(phase="remove"), "'offence'|'ask'"),
        (setting(phase="act"), "no such number at hand"),
        (setting(phase="flip"), "turned up"),
    ],
)
def test_refused_in_an_offence(change: Change, words: str) -> None:
    position = after(*OFFENCE, **DECLARED)
    assert position["offence"] == {
        "square": "h2",
        "number": 5,
        "from": "table",
        "ask": [2, 3, 0],
        "warned": ["5@b4"],
    }
    refused(position, change, words)


def test_refused_after_a_warning() -> None:
    position = after(*OFFENCE, "warn", **DECLARED)
    assert position["offence"]["warned"] == ["5@b4", "5@h2"]
    refused(position, within("offence", warned=["5@h2", "5@b4"]), "'offence'")
    refused(position, within("offence", warned=[]), "only after a warning")
    refused(position, within("offence", ask=[2]), "'offence'")
    refused(position, within("offence", square="h2"), "'offence'")
    refused(position, setting(passes=1), "'passes'")


def test_refused_while_it_is_asked_what_to_remove() -> None:
    position = after(*OFFENCE, *["silent"] * 6, "*2", "-", **DECLARED)
    assert position["phase"] == "remove"
    refused(position, within("offence", ask=[0, 3, 1, 2]), "'ask'")
    refused(position, within("offence", warned=["5@b4"]), "'offence'")
    refused(position, within("offence", square="b2"), "'offence'")
    whole = after("*5", "5@b2", "*4", "-", **DECLARED)
    none = {"square": None, "number": None, "from": None, "ask": [2, 3, 0, 1], "warned": []}
    refused(whole, setting(phase="remove", turn_of=1, offence=none), "some square can be named|turned up")


def test_a_repeat_that_is_prevented() -> None:
    position = after(*OFFENCE, *["silent"] * 6, **DECLARED)
    assert abaculus.from_dict(position).to_dict() == position
    position["options"]["forbidden"] = "prevented"
    refused(position, setting(), "repeats, which is prevented")


def test_refused_at_the_end(arrange: Callable[..., abaculus.State], solution: dict[str, int]) -> None:
    home = [s for s in solution if s[0] == "d" or s[1] == "2" or (s[0] in "cde" and s[1] in "123")]
    board = {square: solution[square] for square in home if square != "d2"}
    state = arrange(board, table={0: [solution["d2"]]})
    number = solution["d2"]
    won = play(state, f"{number}@d2").to_dict()
    assert abaculus.from_dict(won).to_dict() == won
    refused(won, setting(turn_of=1), "turned up|in its turn|this order|yet")
    refused(won, setting(out=[]), "Dragon d2 filled")
    refused(won, setting(out=[1]), "not solved|filled")
    refused(won, setting(phase="act"), "turn of seat 0|game is over")
    refused(won, setting(returns=[0, 1, 0, 0]), "'returns'")
    refused(won, setting(passes=1), "'passes'")
    refused(won, setting(round=won["round"] + 1), "turned up|this turn")
    swapped = {**won["board"], "c1": won["board"]["c2"], "c2": won["board"]["c1"]}
    refused(won, setting(board=swapped), "home is not solved")


def test_refused_where_passes_or_rounds_have_ended_the_game(arrange: Callable[..., abaculus.State]) -> None:
    state = arrange({}, round=28)
    position = play(state, "-", "-").to_dict()
    assert position["passes"] == 2
    assert abaculus.from_dict({**position, "passes": 3})  # if blue passed in round 27, when all walls were empty
    refused(position, setting(passes=4), "There cannot have been 4 passes")
    ended = play(state, "-", "-").to_dict()
    assert ended["over"]
    refused(ended, setting(passes=3), "Nothing has ended the game yet")
    refused(ended, setting(phase="act", turn_of=3), "All have passed|There cannot have been")
    last = play(arrange({}, turn_of=3, round=20, options={"max_rounds": 20}), "-").to_dict()
    assert last["over"]
    refused(last, setting(turn_of=2), "turned up|Nothing has ended")
    refused(last, setting(round=19), "turned up")


def test_more_numbers_than_turns() -> None:
    position = after("*5", "-", *["*2", "-"] * 3, "*4", "-", first=0)
    position["board"] = {"c1": 5, "c2": 4}
    position["table"][0] = []
    assert abaculus.from_dict(position)
    position = after("*5", "-", *["*2", "-"] * 3, "*4", first=0)
    position["board"] = {"c1": 5, "c2": 4}
    position["table"][0] = []
    refused(position, setting(), "Seat 0 has 2 numbers on the board, but has acted only 1 times")


def test_seats_that_go_out_in_an_impossible_order(
    arrange: Callable[..., abaculus.State], solution: dict[str, int]
) -> None:
    red = [s for s in solution if s[0] == "d" or s[1] == "2" or (s[0] in "cde" and s[1] in "123")]
    green = [s for s in solution if s[0] == "f" or s[1] == "8" or (s[0] in "efg" and s[1] in "789")]
    board = {square: solution[square] for square in {*red, *green}}
    state = arrange(board, out={0: 22, 2: 23}, turn_of=1, round=24)
    position = state.to_dict()
    refused(position, setting(out=[2, 0]), "cannot have gone out in this order")
    refused(position, setting(turn_of=0), "turn of seat 0")
    refused(position, setting(round=23), "turned up")
