"""A test for each clause of the rules of Tóushì."""

from __future__ import annotations

from typing import Any

import pytest

import abaculus

COPIES = {"T4": (4, 3), "T6": (6, 2), "T8": (8, 2), "T10": (10, 2), "T12": (12, 1), "T20": (20, 1)}
DICE = list(COPIES)
SQUARES = [f"{column}{row}" for row in "123456" for column in "abcdef"]
# Every die once in each row and column.
FULL = {square: DICE[(SQUARES.index(square) // 6 + SQUARES.index(square) % 6) % 6] for square in SQUARES}

# From a1 every path starts across a marked square.
ENCLOSED = {"a1": "T4", "b1": "T6", "a2": "T8"}


def game(*texts: str, lists: str = "ample") -> abaculus.State:
    """A game after these texts, of chance or the player."""
    return play(abaculus.load_game("toushi", lists=lists).new_initial_state(), *texts)


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def sheet(phase: str, grid: dict[str, str], at: str, crossed: dict[str, int], **more: Any) -> abaculus.State:
    """A position; of each die's list so many numbers are crossed out, the smallest ones first."""
    left = {}
    for die, (faces, copies) in COPIES.items():
        gone = [v for v in range(1, faces + 1) for _ in range(copies)][: crossed.get(die, 0)]
        left[die] = [copies - gone.count(v) for v in range(1, faces + 1)]
    stars = more.get("stars", 3)
    lines = sum(all(f"{a}{b}" in grid for b in "123456") for a in "abcdef")
    lines += sum(all(f"{a}{b}" in grid for a in "abcdef") for b in "123456")
    return abaculus.from_dict(
        {
            "game": "toushi",
            "options": {"lists": "ample"},
            "seats": 1,
            "to_act": "chance" if phase == "roll" else [0],
            "over": False,
            "returns": None,
            "phase": phase,
            "round": len(grid) + 1,
            "grid": grid,
            "at": at,
            "die": None,
            "rolled": None,
            "left": left,
            "stars": stars,
            "scores": [len(grid) + 3 * lines + 4 * stars],
            **more,
        }
    )


def legal(state: abaculus.State) -> set[str]:
    return {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}


def refusal(state: abaculus.State, text: str, player: int = 0) -> abaculus.Reason:
    reason = state.why_not(player, text)
    assert reason is not None
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.string_to_action(player, text)
    assert raised.value.reason == reason
    return reason


def numbers_left(state: abaculus.State) -> int:
    return sum(map(sum, state.to_dict()["left"].values()))


# Sheet


def test_K1_squares() -> None:
    """TOUSHI-K1: columns a to f, rows 1 to 6 from the top; the position lists them in reading order."""
    assert {text.split("@")[1] for text in legal(game())} == set(SQUARES)
    for text in ("T4:1@g1", "T4:1@a7", "T4:1@a0", "T4:1@1a"):
        assert refusal(game(), text).code == "TEXT"
    state = game("T4:1@f1", "roll T20:1", "*20", "T6:6@a2")  # 14 steps to a square 6 away
    assert list(state.to_dict()["grid"]) == ["f1", "a2"]


def test_K2_dice() -> None:
    """TOUSHI-K2: six dice; each shows its faces, all alike likely."""
    for die, (faces, _) in COPIES.items():
        state = game("T20:20@a1", f"roll {die}:1")
        assert state.chance_outcomes() == [(face, 1 / faces) for face in range(faces)]
        assert legal(state) == {f"*{face}" for face in range(1, faces + 1)}
        assert state.why_not(-1, f"*{faces}") is None
        if faces < 20:
            reason = refusal(state, f"*{faces + 1}", -1)
            assert reason.code == "CHANCE"
            assert die in reason.words
    assert refusal(state, "*21", -1).code == "TEXT"
    for text in ("T5:1@a1", "T2:1@a1", "roll T100:1"):
        assert refusal(game(), text).code == "TEXT"


def test_K3_lists() -> None:
    """TOUSHI-K3: whole copies of 1 … N, at least twelve numbers a die, or with "single" each number once."""
    ample = game().to_dict()["left"]
    assert ample == {
        "T4": [3] * 4,
        "T6": [2] * 6,
        "T8": [2] * 8,
        "T10": [2] * 10,
        "T12": [1] * 12,
        "T20": [1] * 20,
    }
    assert numbers_left(game()) == 92
    single = game(lists="single").to_dict()["left"]
    assert single == {die: [1] * faces for die, (faces, _) in COPIES.items()}
    with pytest.raises(abaculus.OptionError, match="'ample', 'single'"):
        game(lists="plenty")


def test_K3_a_number_beyond_the_range_is_not_allowed() -> None:
    """TOUSHI-K3: it is no nonsense; the clause of the phase forbids it."""
    chosen, one = game("T20:20@a1"), game("T20:20@a1", "roll T4:1", "*1")
    rolled = game("T20:20@c3", "roll T20:19", "*20")
    for state, text, code in [
        (game(), "T4:7@c3", "F1"),
        (chosen, "roll T4:5", "R1"),
        (rolled, "T4:19@c4", "R3"),
        (one, "bonus T12:13@c3", "R5"),
    ]:
        reason = refusal(state, text)
        assert reason.code == f"TOUSHI-{code}"
        assert "from 1 to" in reason.words
    assert refusal(chosen, "roll T4:0").code == "TEXT"


def test_K4_stars() -> None:
    """TOUSHI-K4: three bonus stars."""
    assert game().to_dict()["stars"] == 3
    assert game().to_dict()["scores"] == [12]


# First round


def test_F1_first_mark() -> None:
    """TOUSHI-F1: any number of any list in any square; it is crossed out, and the square is the starting point."""
    state = game()
    expected = {
        f"{die}:{v}@{square}" for die, (faces, _) in COPIES.items() for v in range(1, faces + 1) for square in SQUARES
    }
    assert legal(state) == expected
    assert len(expected) == 60 * 36
    position = play(state, "T6:4@c3").to_dict()
    assert position["grid"] == {"c3": "T6"}
    assert position["at"] == "c3"
    assert position["left"]["T6"] == [2, 2, 2, 1, 2, 2]
    assert (position["phase"], position["round"]) == ("choose", 2)


@pytest.mark.parametrize("text", ["roll T8:5", "reroll", "bonus reroll", "bonus T4:2@a1", "stop"])
def test_F1_is_due_first(text: str) -> None:
    """TOUSHI-F1: an action of another phase gets the clause of the phase that is due."""
    assert refusal(game(), text).code == "TOUSHI-F1"


# A later round


def test_R1_choose_a_die() -> None:
    """TOUSHI-R1: a die whose list has a number left, and any number of that list, which is crossed out."""
    state = game("T6:4@c3")
    assert len(legal(state)) == 60
    assert all(text.startswith("roll ") for text in legal(state))
    play(state, "roll T8:5")
    assert state.is_chance_node()
    position = state.to_dict()
    assert (position["phase"], position["die"], position["rolled"]) == ("roll", "T8", None)
    assert position["left"]["T8"] == [2, 2, 2, 2, 1, 2, 2, 2]


def test_R1_not_a_number_that_is_gone() -> None:
    """TOUSHI-R1: a number crossed out as often as it stood there is gone; with all gone the die is."""
    state = game("T12:5@c3")
    assert refusal(state, "roll T12:5") == "TOUSHI-R1: No 5 is left in the list of T12."
    assert state.why_not(0, "roll T8:5") is None
    state = sheet("choose", {"a1": "T4", "c2": "T4", "b3": "T4", "d4": "T4", "f5": "T4", "e6": "T4"}, "e6", {"T4": 11})
    assert {text for text in legal(state) if "T4" in text} == {"roll T4:4"}
    state = sheet("choose", {**state.to_dict()["grid"], "a2": "T6"}, "a2", {"T4": 12, "T6": 1})
    assert not any("T4" in text for text in legal(state))
    assert refusal(state, "roll T4:4").code == "TOUSHI-R1"


@pytest.mark.parametrize("text", ["T8:3@c4", "reroll", "bonus reroll", "bonus T4:2@a1", "stop"])
def test_R1_is_due_in_a_new_round(text: str) -> None:
    """TOUSHI-R1: a round starts with a die."""
    assert refusal(game("T6:4@c3"), text).code == "TOUSHI-R1"


def test_R1_the_die_is_rolled_at_once() -> None:
    """TOUSHI-R1: then chance is to act, not the player."""
    state = game("T6:4@c3", "roll T8:5")
    assert refusal(state, "T8:3@c4").code == "TURN"
    assert refusal(state, "T8:3@c4", -1).code == "CHANCE"
    assert refusal(game("T6:4@c3"), "*6").code == "CHANCE"
    assert refusal(game("T6:4@c3"), "*6", -1).code == "TURN"


def test_R2_a_one() -> None:
    """TOUSHI-R2: reroll the same die, nothing crossed out, or a bonus mark."""
    state = game("T6:4@c3", "roll T8:5", "*1")
    assert state.to_dict()["phase"] == "one"
    assert state.to_dict()["rolled"] == 1
    assert "reroll" in legal(state)
    assert all(text == "reroll" or text.startswith("bonus T") for text in legal(state))
    before = numbers_left(state)
    play(state, "reroll")
    assert state.to_dict()["die"] == "T8"
    assert state.is_chance_node()
    assert numbers_left(state) == before
    assert state.to_dict()["stars"] == 3
    play(state, "*1", "reroll", "*8")
    assert state.to_dict()["phase"] == "mark"


@pytest.mark.parametrize("text", ["T8:3@c4", "T4:1@c4", "roll T8:5", "stop"])
def test_R2_is_due_after_a_one(text: str) -> None:
    """TOUSHI-R2: a one moves nowhere."""
    assert refusal(game("T6:4@c3", "roll T8:5", "*1"), text).code == "TOUSHI-R2"


def test_R3_steps_and_number() -> None:
    """TOUSHI-R3: m steps, 1 ≤ m ≤ r − 1, leave v = r − m to write."""
    state = game("T6:4@c3", "roll T8:5", "*4")
    t20 = {text for text in legal(state) if text.startswith("T20")}
    one_step = {f"T20:3@{square}" for square in ("c2", "b3", "d3", "c4")}
    two_steps = {f"T20:2@{square}" for square in ("c1", "b2", "d2", "a3", "e3", "b4", "d4", "c5")}
    far = {f"T20:1@{square}" for square in ("d1", "b1", "a2", "e2", "f3", "a4", "e4", "b5", "d5", "c6")}
    three_steps = far | {f"T20:1@{square}" for square in ("c2", "b3", "d3", "c4")}
    assert t20 == one_step | two_steps | three_steps
    assert "at most 3" in refusal(state, "T20:4@c4").words  # one step is the least
    assert refusal(state, "T20:9@c4").code == "TOUSHI-R3"
    reason = refusal(state, "T20:2@c4")
    assert reason.code == "TOUSHI-R3"
    assert "1 step away" in reason.words
    assert "exactly 2 steps" in reason.words
    assert refusal(state, "T20:3@f6").code == "TOUSHI-R3"


@pytest.mark.parametrize("rolled", range(2, 21))
def test_R3_every_roll(rolled: int) -> None:
    """TOUSHI-R3: of every die the numbers up to r − 1 and its largest one; what is left of the roll are the steps.

    From the corner of the empty sheet a path of m steps ends in a square that is m, m − 2, m − 4 … away.
    """
    state = game("T4:1@a1", "roll T20:20", f"*{rolled}")
    away = {square: "abcdef".index(square[0]) + "123456".index(square[1]) for square in SQUARES}
    expected = set()
    for die, (faces, _) in COPIES.items():
        open_to = [square for square in SQUARES if die != "T4" or (square[0] != "a" and square[1] != "1")]
        for v in range(1, min(rolled - 1, faces) + 1):
            steps = rolled - v
            reached = [square for square in open_to if away[square] in range(steps, 0, -2)]
            expected |= {f"{die}:{v}@{square}" for square in reached}
    assert legal(state) - {"bonus reroll"} == expected


def test_R3_number_in_range_and_left() -> None:
    """TOUSHI-R3: the die written has v in its range and in its list, and v is crossed out there."""
    state = game("T12:6@c3", "roll T10:5", "*7")
    assert refusal(state, "T12:6@c4") == "TOUSHI-R3: No 6 is left in the list of T12."
    assert "from 1 to 4" in refusal(state, "T4:6@c4").words
    before = state.to_dict()["left"]["T8"]
    play(state, "T8:6@c4")
    assert [a - b for a, b in zip(before, state.to_dict()["left"]["T8"], strict=True)] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert state.to_dict()["at"] == "c4"
    assert state.to_dict()["round"] == 3
    # Not the die rolled but any die may be written, also the one that was rolled.
    assert game("T12:6@c3", "roll T10:5", "*7").why_not(0, "T10:6@c4") is None


def test_R3_marked_squares_are_crossed_but_not_ended_on() -> None:
    """TOUSHI-R3: a path may cross marked squares; it ends on an unmarked one and enters none twice."""
    crossed = {"T4": 1, "T6": 1, "T8": 1, "T20": 3}
    state = sheet("mark", ENCLOSED, "a1", crossed, die="T20", rolled=5)
    assert state.why_not(0, "T12:3@a3") is None  # across a2
    assert state.why_not(0, "T12:3@b2") is None
    assert refusal(state, "T12:4@a2") == "TOUSHI-R3: a2 is marked already."
    assert refusal(state, "T12:1@a1").code == "TOUSHI-R3"  # four steps do not lead back to the start
    assert "marked" in refusal(state, "T12:1@a1").words


def test_R3_row_and_column() -> None:
    """TOUSHI-R3: no square of the row or column bears the same die."""
    state = game("T6:4@c3", "roll T8:5", "*8")
    reason = refusal(state, "T6:6@c5")
    assert reason == "TOUSHI-R3: A T6 stands in the row or column of c5 already."
    assert refusal(state, "T6:6@e3").code == "TOUSHI-R3"
    assert state.why_not(0, "T6:6@d4") is None
    assert state.why_not(0, "T8:6@c5") is None


@pytest.mark.parametrize("text", ["roll T8:5", "reroll", "bonus T4:2@a1"])
def test_R3_is_due_after_a_roll(text: str) -> None:
    """TOUSHI-R3: the roll is to be used first."""
    assert refusal(game("T6:4@c3", "roll T8:5", "*6"), text).code == "TOUSHI-R3"


def test_R4_bonus_reroll() -> None:
    """TOUSHI-R4: a star rolls the same die again, after any roll but a one."""
    state = game("T6:4@c3", "roll T8:5", "*6")
    before = numbers_left(state)
    play(state, "bonus reroll")
    position = state.to_dict()
    assert (position["phase"], position["die"], position["rolled"], position["stars"]) == ("roll", "T8", None, 2)
    assert position["scores"] == [1 + 8]
    assert numbers_left(state) == before
    play(state, "*2", "bonus reroll", "*3")
    assert state.to_dict()["stars"] == 1


def test_R4_not_after_a_one_nor_without_a_star() -> None:
    """TOUSHI-R4: after a one the reroll is free, so no star may be spent on it."""
    reason = refusal(game("T6:4@c3", "roll T8:5", "*1"), "bonus reroll")
    assert reason.code == "TOUSHI-R4"
    assert "free" in reason.words
    reason = refusal(game("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 3, "*6"), "bonus reroll")
    assert reason == "TOUSHI-R4: No star is left for a bonus reroll."


def test_R5_bonus_mark() -> None:
    """TOUSHI-R5: after a one, any die with any number left in any unmarked square that the row and column allow."""
    state = game("T6:4@c3", "roll T8:5", "*1")
    for text in ("bonus T4:2@a1", "bonus T20:20@f6", "bonus T6:6@d4", "bonus T8:5@c4"):
        assert state.why_not(0, text) is None
    assert refusal(state, "bonus T6:2@c6").code == "TOUSHI-R5"
    assert "row or column" in refusal(state, "bonus T6:2@a3").words
    assert refusal(state, "bonus T8:2@c3") == "TOUSHI-R5: c3 is marked already."
    play(state, "bonus T4:2@a1")
    position = state.to_dict()
    assert position["grid"] == {"a1": "T4", "c3": "T6"}
    assert position["at"] == "a1"
    assert position["left"]["T4"] == [3, 2, 3, 3]
    assert (position["stars"], position["phase"], position["round"]) == (2, "choose", 3)
    state = game("T12:6@c3", "roll T20:5", "*1")
    assert refusal(state, "bonus T12:6@d4") == "TOUSHI-R5: No 6 is left in the list of T12."


def test_R5_not_without_a_star() -> None:
    """TOUSHI-R5: with no star left there is no bonus mark."""
    state = game("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 3, "*1")
    assert legal(state) == {"reroll"}
    assert refusal(state, "bonus T4:2@a1") == "TOUSHI-R5: No star is left for a bonus mark."


def test_R5_only_reroll_when_no_die_fits() -> None:
    """TOUSHI-R5: if no die with a number left fits any square, only reroll is left."""
    grid = {square: die for square, die in FULL.items() if square != "f6"}
    assert FULL["f6"] == "T12"  # the only one that fits there; its list is used up
    crossed = dict.fromkeys(DICE, 12) | {"T20": 10}
    state = sheet("one", grid, "f5", crossed, die="T4", rolled=1)
    assert legal(state) == {"reroll"}
    assert refusal(state, "bonus T12:1@f6").code == "TOUSHI-R5"


# The end


def test_R6_the_third_star_for_a_mark() -> None:
    """TOUSHI-R6: a. once the third star was used, the game ends; after a bonus mark at once."""
    state = game("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 2, "*1", "bonus T4:2@a1")
    position = state.to_dict()
    assert position["over"]
    assert (position["stars"], position["phase"], position["to_act"]) == (0, "over", [])
    assert (position["die"], position["rolled"]) == (None, None)
    assert position["round"] == 2
    assert state.returns() == [2.0]
    assert refusal(state, "roll T8:5").code == "TURN"


def test_R6_the_third_star_for_a_reroll() -> None:
    """TOUSHI-R6: a. after a bonus reroll it ends when a mark was made, or none is possible; ones are still rerolled."""
    state = game("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 3)
    assert not state.is_terminal()
    play(state, "*1")
    assert legal(state) == {"reroll"}
    play(state, "reroll", "*3")
    assert "bonus reroll" not in legal(state)
    assert "stop" not in legal(state)
    play(state, "T8:2@c4")
    assert state.is_terminal()
    assert state.returns() == [2.0]
    assert (state.to_dict()["die"], state.to_dict()["rolled"]) == (None, None)


def test_R6_unable_to_move() -> None:
    """TOUSHI-R6: b. no mark is legal after a roll; with no star left the game is over at once, die and roll kept."""
    crossed = {"T4": 1, "T6": 1, "T8": 1, "T20": 3}
    state = sheet("roll", ENCLOSED, "a1", crossed, die="T20", stars=0)
    play(state, "*2")  # one step from a1: to a2 or b1, both marked
    assert state.is_terminal()
    position = state.to_dict()
    assert (position["phase"], position["die"], position["rolled"]) == ("over", "T20", 2)
    assert position["returns"] == [3.0]
    assert position["round"] == 4


@pytest.mark.parametrize("lists", ["ample", "single"])
def test_R6_a_round_can_always_start(lists: str) -> None:
    """TOUSHI-R6: an odd number of numbers is crossed out at the start of a round, and the lists hold an even number."""
    assert numbers_left(game(lists=lists)) % 2 == 0
    state = game("T6:4@c3", lists=lists)
    assert numbers_left(state) % 2 == 1
    assert numbers_left(play(state, "roll T8:5", "*3", "T8:2@c4")) % 2 == 1
    assert numbers_left(play(state, "roll T8:4", "*1", "bonus T4:2@a1")) % 2 == 1


def test_R6_all_squares_marked() -> None:
    """TOUSHI-R6: c. the game ends when all 36 squares are marked."""
    grid = {square: die for square, die in FULL.items() if square != "f6"}
    crossed = {"T4": 12, "T6": 12, "T8": 14, "T10": 16, "T12": 6, "T20": 10}
    state = sheet("mark", grid, "f5", crossed, die="T20", rolled=10)
    assert legal(state) == {"T12:9@f6", "T12:7@f6", "bonus reroll"}  # 1 or 3 steps; 1 to 6 are crossed out
    play(state, "T12:9@f6")
    assert state.is_terminal()
    assert state.to_dict()["stars"] == 3
    assert state.to_dict()["round"] == 36
    assert state.returns() == [84.0]


def test_R7_stop_or_reroll() -> None:
    """TOUSHI-R7: when no mark is legal and a star is left, bonus reroll and stop are the choice."""
    crossed = {"T4": 1, "T6": 1, "T8": 1, "T20": 3}
    state = play(sheet("roll", ENCLOSED, "a1", crossed, die="T20", stars=2), "*2")
    assert not state.is_terminal()
    assert legal(state) == {"bonus reroll", "stop"}
    reason = refusal(state, "reroll")
    assert reason.code == "TOUSHI-R7"
    assert "stop" in reason.words
    assert refusal(state, "T10:1@a2").code == "TOUSHI-R3"
    rerolled = play(state.clone(), "bonus reroll")
    assert rerolled.to_dict()["stars"] == 1
    play(state, "stop")
    assert state.is_terminal()
    assert state.returns() == [3.0 + 8.0]
    assert (state.to_dict()["die"], state.to_dict()["rolled"]) == ("T20", 2)


def test_R7_stop_in_no_other_case() -> None:
    """TOUSHI-R7: stop exists only when no mark can be made and a star is left."""
    state = game("T6:4@c3", "roll T8:5", "*6")
    assert "stop" not in legal(state)
    assert refusal(state, "stop").code == "TOUSHI-R7"
    assert refusal(play(state, *["bonus reroll", "*6"] * 3), "stop").code == "TOUSHI-R7"


# Score


def test_S1_score() -> None:
    """TOUSHI-S1: 1 for each marked square, 3 for each full row and column, 4 for each unused star."""
    row = {square: FULL[square] for square in SQUARES if square[1] == "1"}
    crossed = dict.fromkeys(DICE, 2) | {"T20": 1}
    assert sheet("choose", row, "f1", crossed).to_dict()["scores"] == [6 + 3 + 12]
    column = {square: FULL[square] for square in SQUARES if square[0] == "a"}
    assert sheet("choose", column, "a6", crossed, stars=1).to_dict()["scores"] == [6 + 3 + 4]
    crossed = dict.fromkeys(DICE, 4) | {"T12": 3, "T20": 2}
    assert sheet("choose", row | column, "a6", crossed).to_dict()["scores"] == [11 + 6 + 12]


@pytest.mark.parametrize("line", "abcdef123456")
@pytest.mark.parametrize("stars", [1, 2, 3])
def test_S1_every_row_and_column(line: str, stars: int) -> None:
    """TOUSHI-S1: each of the twelve lines is worth 3 when it is full, and each star left 4."""
    for squares, points in (([s for s in SQUARES if line in s], 6 + 3), ([s for s in SQUARES if line in s][1:], 5)):
        grid = {square: FULL[square] for square in squares}
        crossed = dict.fromkeys(grid.values(), 2) | {FULL[squares[0]]: 1}
        state = sheet("choose", grid, squares[0], crossed, stars=stars)
        assert state.to_dict()["scores"] == [points + 4 * stars]


def test_S1_the_most() -> None:
    """TOUSHI-S1: 36 squares, twelve lines and three stars; no return is larger."""
    assert abaculus.load_game("toushi").max_utility() == 36 + 12 * 3 + 3 * 4


def test_S2_the_return_is_the_score() -> None:
    """TOUSHI-S2: at the end; before it there is none."""
    state = game("T6:4@c3", "roll T8:5", *["*6", "bonus reroll"] * 2, "*1")
    assert state.to_dict()["returns"] is None
    play(state, "bonus T4:2@a1")
    assert state.to_dict()["returns"] == [2.0]
    assert state.to_dict()["scores"] == [2]


# Texts of actions


@pytest.mark.parametrize("text", ["", "6", "T6:4", "T6@c3", "T6:4@", "T6:4@c33", "T06:4@c3", "T6:04@c3", "T6:-4@c3"])
def test_texts_that_are_no_mark(text: str) -> None:
    for state in (game(), game("T6:4@c3"), game("T6:4@c3", "roll T8:5", "*6")):
        assert refusal(state, text).code == "TEXT"


@pytest.mark.parametrize(
    "text",
    [
        "roll  T8:5",
        "rollT8:5",
        "roll T8:5@c3",
        "roll T8",
        "re roll",
        "bonusreroll",
        "bonus stop",
        "*",
        "*0",
        "*06",
        "*6.0",
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    for state in (game(), game("T6:4@c3"), game("T6:4@c3", "roll T8:5", "*6")):
        assert refusal(state, text).code == "TEXT"


def test_a_text_is_asked_before_the_turn() -> None:
    state = game("T6:4@c3", "roll T8:5")
    assert [refusal(state, text).code for text in ("nonsense", "*99", "stop", "*7")] == ["TEXT", "TEXT", "TURN", "TURN"]
    assert "no seat 1" in refusal(state, "stop", 1).words
    assert refusal(state, "stop", -1).code == "CHANCE"
    assert "T8" in refusal(state, "*9", -1).words
