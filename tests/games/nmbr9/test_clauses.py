"""A test for each clause of the rules of NMBR 9; what is expected was worked out on squared paper.

Most displays are built with draft "free", where the text of a placement names the number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

import abaculus
from abaculus.games.nmbr9 import rules
from abaculus.games.nmbr9.tiles import ORIENTATIONS

# Rows 0 and 1 of these four tiles have no gap from x = 0 to x = 11; a 5 has one at its 0,2 and 1,2.
ROW = ["5r0@0,0", "9r0@3,0", "5r0@6,0", "9r0@9,0"]
# Two 9s that make a block 5 wide and 4 high without a gap.
BLOCK = ["9r0@0,0", "9r2@2,0"]


def free(*texts: str, seats: int = 1, **options: Any) -> abaculus.State:
    """A game with draft "free" after these placements of seat 0."""
    return play(abaculus.load_game("nmbr9", seats, draft="free", **options).new_initial_state(), *texts)


def play(state: abaculus.State, *texts: str) -> abaculus.State:
    """Play texts; a text stands for chance or the lowest seat to act, unless a seat stands before it: ``1: r0@0,0``."""
    for text in texts:
        seat, _, action = text.rpartition(": ")
        player = int(seat) if seat else state.current_player()
        state.apply_action_for(player, state.string_to_action(player, action))
    return state


def level(state: abaculus.State, text: str) -> int:
    """The level at which a legal placement would lie."""
    return state.action_parts(0, state.string_to_action(0, text))[4]


def refusal(state: abaculus.State, text: str, player: int = 0) -> abaculus.Reason:
    reason = state.why_not(player, text)
    assert reason is not None
    with pytest.raises(abaculus.IllegalAction) as raised:
        state.string_to_action(player, text)
    assert raised.value.reason == reason
    return reason


# Tiles


def test_K1_shapes() -> None:
    """NMBR9-K1: each number as drawn, turned but never flipped; 0 and 8 have two orientations, the others four."""
    drawings = """
        0 XXX   1 XX.   2 .XX   3 XXX   4 .XX   5 XXX   6 XX.   7 XXX   8 .XX   9 XXX
          X.X     .X.     .XX     ..X     .X.     XXX     X..     .X.     .XX     XXX
          X.X     .X.     XX.     .XX     XXX     ..X     XXX     XX.     XX.     XX.
          XXX     .X.     XXX     XXX     .XX     XXX     XXX     X..     XX.     XX.
    """
    rows = [[word for word in line.split() if not word.isdigit()] for line in drawings.strip().split("\n")]
    for number, count in enumerate([10, 5, 9, 9, 8, 10, 9, 7, 8, 10]):
        drawn = {(x, y) for y in range(4) for x in range(3) if rows[y][number][x] == "X"}
        shapes = [set(shape) for shape in ORIENTATIONS[number]]
        assert shapes[0] == drawn
        assert len(drawn) == count
        assert len(shapes) == (2 if number in (0, 8) else 4)
        for shape, following in itertools.pairwise(shapes):
            bottom = max(y for _, y in shape)
            assert following == {(bottom - y, x) for x, y in shape}  # a quarter turn clockwise
        flipped = {(2 - x, y) for x, y in drawn}
        assert (flipped in shapes) == (number == 0)


def test_K1_turns_that_look_the_same() -> None:
    """NMBR9-K1: half a turn leaves 0 and 8 as they are, so only the smaller turn is an action."""
    state = play(abaculus.load_game("nmbr9").new_initial_state(), "*8")
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["r0@0,0", "r1@0,0"]
    reason = refusal(state, "r2@0,0")
    assert reason.code == "NMBR9-K1"
    assert "write r0" in reason.words
    assert "write r1" in refusal(state, "r3@0,0").words
    # With draft "free" the number is in the text, so no event of the game could show this one.
    assert refusal(free(), "8r2@0,0").code == "TEXT"
    assert free().why_not(0, "9r2@0,0") is None


def test_K2_two_of_each() -> None:
    """NMBR9-K2: twenty cards, two of each number; a seat has two tiles of each."""
    state = abaculus.load_game("nmbr9", 4).new_initial_state()
    assert state.to_dict()["left"] == [2] * 10
    assert state.to_dict()["options"]["cards"] == 20
    play(state, "*3", "r0@0,0", "r0@0,0", "r0@0,0", "r0@0,0", "*3")
    reason = refusal(play(state, *["r0@3,0"] * 4), "*3", -1)
    assert reason.code == "CHANCE"
    assert "3" in reason.words


# Course


def test_C1_cards_are_alike_likely() -> None:
    """NMBR9-C1: any of the cards left is alike likely."""
    state = play(abaculus.load_game("nmbr9", max_number=2).new_initial_state(), "*2", "r0@0,0")
    chances = {state.action_to_string(-1, outcome): chance for outcome, chance in state.chance_outcomes()}
    assert chances == {"*0": pytest.approx(2 / 5), "*1": pytest.approx(2 / 5), "*2": pytest.approx(1 / 5)}


@pytest.mark.parametrize("draft", ["unknown", "known", "free"])
def test_C1_seats_place_step_by_step(draft: str) -> None:
    """NMBR9-C1: seats place in any order, and one that has placed waits for the others, in every draft."""
    cards, number = {"unknown": (["*1"], ""), "known": (["*1", "*1"], ""), "free": ([], "1")}[draft]
    state = play(abaculus.load_game("nmbr9", 3, draft=draft, cards=2).new_initial_state(), *cards)
    assert state.players_to_act() == [0, 1, 2]
    play(state, f"1: {number}r1@0,0")
    assert state.players_to_act() == [0, 2]
    reason = refusal(state, f"{number}r1@0,2", 1)
    assert reason.code == "TURN"
    assert "0, 2" in reason.words
    play(state, f"2: {number}r0@0,0", f"0: {number}r0@0,0")
    assert state.is_chance_node() == (draft == "unknown")
    play(state, *(["*1"] if draft == "unknown" else []))
    assert state.players_to_act() == [0, 1, 2]


def test_C1_all_see_everything() -> None:
    """NMBR9-C1: they see each other's displays; every seat's view is the position."""
    state = play(abaculus.load_game("nmbr9", 2).new_initial_state(), "*4", "1: r2@0,0")
    assert state.view(0) == state.view(1) == state.view() == state.to_dict()


def test_C1_chance_and_seats_do_not_mix() -> None:
    """NMBR9-C1: a card is turned before it is placed, and no card before all have placed."""
    state = abaculus.load_game("nmbr9", 2).new_initial_state()
    assert state.is_chance_node()
    assert refusal(state, "r0@0,0").code == "TURN"
    assert refusal(state, "r0@0,0", -1).code == "CHANCE"
    play(state, "*4", "0: r0@0,0")
    assert refusal(state, "*5", -1).code == "TURN"
    assert refusal(state, "*5", 1).code == "CHANCE"


def test_C2_tiles_stay() -> None:
    """NMBR9-C2: what was placed stays as it is, whatever follows."""
    state = free()
    before: list[Any] = []
    for text in [*BLOCK, "5r2@0,0", "1r1@1,0", "8r0@0,0"]:
        play(state, text)
        tiles = state.to_dict()["displays"][0]
        assert tiles[:-1] == before
        before = tiles


def test_C3_ends_after_the_last_card() -> None:
    """NMBR9-C3: after the last card the displays are scored."""
    state = abaculus.load_game("nmbr9", 2, cards=2).new_initial_state()
    play(state, "*1", "r0@0,0", "r0@0,0", "*7", "r0@2,0")
    assert not state.is_terminal()
    assert state.to_dict()["returns"] is None
    play(state, "1: r0@2,0")
    assert state.is_terminal()
    assert state.to_dict()["to_act"] == []
    assert state.to_dict()["returns"] == [0.5, 0.5]
    assert refusal(state, "r0@2,4").code == "TURN"
    assert "over" in refusal(state, "*1", -1).words


# Placing


def test_P1_levels() -> None:
    """NMBR9-P1: on the table is level 0, on tiles of level n is level n + 1."""
    tiles = free(*BLOCK, "5r2@0,0", "1r1@1,0", "8r0@0,0").to_dict()["displays"][0]
    assert [tile["level"] for tile in tiles] == [0, 0, 1, 1, 2]


def test_P2_turned_on_the_grid() -> None:
    """NMBR9-P2: 0 to 3 quarter turns, on whole coordinates."""
    state = free("9r0@0,0")
    for turn in range(4):
        assert state.why_not(0, f"5r{turn}@3,0") is None
    for text in ("5r4@3,0", "5r-1@3,0", "5r0@2.5,0", "5@3,0", "5r0@3"):
        assert refusal(state, text).code == "TEXT"


def test_P2_parts_of_a_placement() -> None:
    """NMBR9-P2: number, quarter turns, x and y of the corner, and the level, whatever the draft."""
    state = free(*BLOCK)
    assert state.action_parts(0, state.string_to_action("5r2@0,0")) == (5, 2, 0, 0, 1)
    assert state.action_parts(0, state.string_to_action("7r3@1,-3")) == (7, 3, 1, -3, 0)
    state = play(abaculus.load_game("nmbr9").new_initial_state(), "*9", "r0@0,0", "*7")
    assert state.action_parts(0, state.string_to_action("r3@1,-3")) == (7, 3, 1, -3, 0)


def test_P3_next_to_its_level() -> None:
    """NMBR9-P3: unless it is the first on its level, it shares a cell edge with a tile of the same level."""
    table = free("5r0@0,0")
    assert table.why_not(0, "7r0@3,0") is None
    assert table.why_not(0, "7r0@3,1") is None
    assert table.why_not(0, "7r0@3,4") == "NMBR9-P3: It would share no edge with a tile of level 0."  # a corner only
    assert refusal(table, "7r0@20,20").code == "NMBR9-P3"

    first = free(*ROW)
    assert [level(first, text) for text in ("1r3@1,0", "1r3@7,0")] == [1, 1]  # whichever is the first on level 1
    second = play(first, "1r3@1,0")  # 1,0 to 4,0 and 1,1
    assert level(second, "1r3@5,0") == 1
    reason = refusal(second, "1r3@7,0")
    assert reason.code == "NMBR9-P3"
    assert "level 1" in reason.words
    assert refusal(second, "1r1@5,0").code == "NMBR9-P3"  # its 5,1 meets 4,0 at a corner


def test_P3_on_level_2() -> None:
    """NMBR9-P3: the same higher up. One 1 covers -1,3 to 2,3 and 2,2, the other would cover 1,0 to 4,0 and 1,1."""
    state = free(*BLOCK, "0r0@2,0", "2r2@-3,2", "7r2@-1,0")
    assert [level(state, text) for text in ("1r1@-1,2", "1r3@1,0")] == [2, 2]
    assert refusal(play(state, "1r1@-1,2"), "1r3@1,0") == "NMBR9-P3: It would share no edge with a tile of level 2."


def test_P3_levels_do_not_count_for_each_other() -> None:
    """NMBR9-P3: a tile of level 1 that is next to the place is no tile of level 0 next to it."""
    # The 1 of level 1 ends at the edge of the 9 below; a tile at 6,0 touches that 9, not just the 1.
    state = free("5r0@0,0", "9r0@3,0", "1r3@2,0")
    assert level(state, "7r0@6,0") == 0
    # Far from every tile of level 0 nothing lies on the table, whatever there is above.
    assert refusal(state, "7r0@7,0").code == "NMBR9-P3"


def test_P4_support() -> None:
    """NMBR9-P4: every cell lies on a tile of the level directly below, none over a gap, as the hole of a 0 is."""
    state = free("0r0@0,0", "5r0@3,0")
    assert level(state, "1r3@0,0") == 1  # 0,0 to 3,0 and 0,1
    hole = refusal(state, "1r3@1,0")  # its 1,1 is the hole of the 0
    assert hole.code == "NMBR9-P4"
    assert "over the table" in hole.words
    assert refusal(state, "1r3@3,0").code == "NMBR9-P4"  # its 6,0 is beyond the edge

    state = free(*ROW, "1r3@1,0", "1r3@5,0")  # level 1: 1,0 to 8,0, and 1,1 and 5,1
    directly = refusal(state, "7r0@3,0")  # 3,0 to 5,0 lie on level 1, but 4,1 on level 0
    assert directly.code == "NMBR9-P4"
    assert "level 1" in directly.words
    assert "over level 0" in directly.words


def test_P5_two_beneath() -> None:
    """NMBR9-P5: it lies on at least two different tiles of the level directly below."""
    reason = refusal(free("9r0@0,0"), "1r0@0,0")
    assert reason.code == "NMBR9-P5"
    assert "single tile" in reason.words
    # Two tiles of the same number are two tiles.
    assert level(free("5r0@0,0", "5r0@3,0"), "1r3@1,0") == 1
    # What lies further below does not count: the 5 lies on two 9s, a 1 on that 5 on one tile.
    state = free(*BLOCK, "5r0@1,0")
    assert state.to_dict()["displays"][0][-1]["level"] == 1
    assert refusal(state, "1r0@2,0").code == "NMBR9-P5"


def test_P6_the_level_follows() -> None:
    """NMBR9-P6: a placement names orientation and place alone; what is free there, and so the level, follows."""
    state = free(*BLOCK)
    assert level(state, "1r1@1,0") == 1
    assert level(play(state, "1r1@1,0"), "5r2@0,0") == 1
    assert level(play(state, "5r2@0,0"), "8r0@0,0") == 2
    # On the cells of a tile of level 1 nothing else can lie at level 1.
    assert refusal(state, "1r1@1,0").code == "NMBR9-P5"
    # A tile that overlaps another one in part lies neither on the table nor on that tile.
    assert refusal(free("9r0@0,0"), "4r0@1,0").code == "NMBR9-P4"


def test_P7_first_tile() -> None:
    """NMBR9-P7: any orientation, with the corner of its bounding box at 0,0, even if that cell is empty."""
    state = free()
    texts = {state.action_to_string(0, action) for action in state.legal_actions()}
    assert texts == {f"{n}r{turn}@0,0" for n in range(10) for turn in range(2 if n in (0, 8) else 4)}
    assert refusal(state, "2r0@1,0").code == "NMBR9-P7"
    assert "0,0" in refusal(state, "2r0@0,-1").words
    tile = play(state, "2r0@0,0").to_dict()["displays"][0][0]
    assert tile == {"number": 2, "turn": 0, "x": 0, "y": 0, "level": 0}
    assert state.why_not(0, "7r0@-2,0") is None  # XXX from -2,0: the 2 has no cell at 0,0, so it fits


Line = Callable[[int, int], str]


def in_line(axis: str, sign: int) -> tuple[abaculus.State, Line]:
    """Fourteen tiles in a line of 56 cells from 0,0 in one direction; and the text of a number that is turned so that
    it is four long in the line, so far along it and across it.
    """

    def text(number: int, along: int, across: int = 0) -> str:
        return f"{number}r1@{along},{across}" if axis == "x" else f"{number}r0@{across},{along}"

    state = free(text(0, 0))
    for i in range(1, 14):
        place = sign * 4 * i
        play(state, next(text(n, place) for n in range(9, 0, -1) if state.why_not(0, text(n, place)) is None))
    return state, text


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("sign", [1, -1])
def test_P7_the_table_ends(axis: str, sign: int) -> None:
    """NMBR9-P7: a display is at most 60 cells wide and 60 high."""
    state, text = in_line(axis, sign)
    play(state, next(text(n, sign * 56) for n in range(9, 0, -1) if state.why_not(0, text(n, sign * 56)) is None))
    ends = [tile[axis] for tile in state.to_dict()["displays"][0]]
    assert max(ends) + 4 - min(ends) == 60
    for along in {1: (57, 58), -1: (-57, -58)}[sign]:
        for across in range(-4, 5):
            reason = refusal(state, text(0, along, across))
            assert reason.code == "NMBR9-P7"
            assert "60 by 60" in reason.words
    assert any(state.why_not(0, text(0, sign * 56, across)) is None for across in range(-4, 5))
    # Beyond these no corner can ever lie.
    assert refusal(state, text(0, sign * 59)).code == "TEXT"


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("room", [1, 2, 3, 4])
def test_P7_up_to_the_end_of_the_table(axis: str, sign: int, room: int) -> None:
    """NMBR9-P7: with so many cells left, tiles may lie up to the end of the table in both directions, not beyond it."""
    state, text = in_line(axis, sign)
    places = (text(n, sign * (56 - room), across) for n in range(9, 0, -1) for across in (3, -3, 2, -2))
    if room < 4:
        play(state, next(place for place in places if state.why_not(0, place) is None))
    side = ["x", "y"].index(axis)
    least = min(tile[axis] for tile in state.to_dict()["displays"][0])
    length = 60 - room
    starts, ends = set(), set()
    for _, number, turn, *corner, _ in state.legal_rows(0):
        starts.add(corner[side])
        ends.add(corner[side] + max(cell[side] for cell in ORIENTATIONS[number][turn]))
    assert min(starts) == least - room
    assert max(ends) == least + length - 1 + room


# Score


def test_S1_number_times_level() -> None:
    """NMBR9-S1: number × level; level 0 counts nothing."""
    state = free(*BLOCK)
    assert state.to_dict()["scores"] == [0]
    assert play(state, "5r2@0,0").to_dict()["scores"] == [5]
    assert play(state, "1r1@1,0").to_dict()["scores"] == [6]
    assert play(state, "8r0@0,0").to_dict()["scores"] == [5 + 1 + 8 * 2]


@pytest.mark.parametrize("number", range(10))
def test_S1_every_number_at_every_level(number: int) -> None:
    """NMBR9-S1: up to level 9, the highest that twenty tiles can reach by P5."""
    record = abaculus.load_game("nmbr9").new_initial_state().record
    record.placed[0] = 1
    record.number[0, 0] = number
    for level in range(10):
        record.level[0, 0] = level
        assert rules.score(record, 0) == number * level


# Six levels, from the table up.
TOWER = [
    ["5r1@0,0", "4r0@-3,1", "5r2@-5,2", "0r1@0,3"],
    ["9r2@1,0", "3r0@-2,1", "8r0@-4,2"],
    ["6r3@0,0", "4r0@-3,1", "1r3@0,3"],
    ["9r2@1,0", "3r0@-2,1"],
    ["6r3@0,0", "1r3@-1,3"],
    ["8r0@1,0"],
]


def test_S1_a_tower() -> None:
    """NMBR9-S1: each level of a tower counts once more than the level below."""
    state = free(cards=15)
    points = 0
    for floor, (texts, numbers) in enumerate(zip(TOWER, (14, 20, 11, 12, 7, 8), strict=True)):
        play(state, *texts)
        points += numbers * floor
        assert state.to_dict()["scores"] == [points]
    assert [tile["level"] for tile in state.to_dict()["displays"][0]] == [0] * 4 + [1] * 3 + [2] * 3 + [3, 3, 4, 4, 5]
    assert state.returns() == [20 + 11 * 2 + 12 * 3 + 7 * 4 + 8 * 5] == [146.0]
    assert abaculus.from_dict(state.to_dict()) == state


ONE_POINT = ["5r0@0,0", "9r0@3,0", "1r3@1,0"]
NO_POINT = ["5r0@0,0", "9r0@3,0", "1r0@6,0"]


@pytest.mark.parametrize(
    ("displays", "scores", "returns"),
    [
        ([NO_POINT], [0], [0.0]),
        ([ONE_POINT], [1], [1.0]),
        ([NO_POINT, ONE_POINT], [0, 1], [0.0, 1.0]),
        ([ONE_POINT, ONE_POINT], [1, 1], [0.5, 0.5]),
        ([ONE_POINT, NO_POINT, ONE_POINT], [1, 0, 1], [0.5, 0.0, 0.5]),
        ([NO_POINT, NO_POINT, NO_POINT, NO_POINT], [0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]),
    ],
)
def test_S2_the_highest_total_wins(displays: list[list[str]], scores: list[int], returns: list[float]) -> None:
    """NMBR9-S2: the highest total wins, sharers share; with one seat the return is the score."""
    state = free(seats=len(displays), cards=3)
    for step in range(3):
        play(state, *(f"{seat}: {texts[step]}" for seat, texts in enumerate(displays)))
    assert state.is_terminal()
    assert state.to_dict()["scores"] == scores
    assert state.to_dict()["returns"] == state.returns() == returns


def test_S2_one_seat_gets_its_score() -> None:
    """NMBR9-S2: alone, the return is the score, whatever it is."""
    assert free(*BLOCK, "5r2@0,0", "1r1@1,0", "8r0@0,0", cards=5).returns() == [22.0]


def test_S2_rewards_with_one_seat() -> None:
    """NMBR9-S2: alone, a seat is rewarded with its score as it stands; several get nothing before the end."""
    texts = [*BLOCK, "5r2@0,0", "1r1@1,0", "8r0@0,0"]
    assert [free(*texts[:n]).rewarded() for n in range(6)] == [[0.0], [0.0], [0.0], [5.0], [6.0], [22.0]]
    state = free(*(f"{seat}: {text}" for text in ONE_POINT for seat in (0, 1)), seats=2, cards=4)
    assert state.to_dict()["scores"] == [1, 1]
    assert state.rewarded() == [0.0, 0.0]
    play(state, "0: 1r0@6,0", "1: 9r0@6,0")
    assert state.rewarded() == state.returns() == [0.5, 0.5]


# Variants


def test_V1_known() -> None:
    """NMBR9-V1: with draft "known" all cards are turned before the first tile is placed."""
    state = abaculus.load_game("nmbr9", 2, draft="known", max_number=3, copies=1, cards=3).new_initial_state()
    assert state.to_dict()["left"] == [1, 1, 1, 1]
    play(state, "*3", "*0")
    assert state.is_chance_node()
    play(state, "*1")
    assert state.players_to_act() == [0, 1]
    assert state.to_dict()["turned"] == [3, 0, 1]
    assert state.to_dict()["left"] == [0, 0, 1, 0]
    play(state, "0: r0@0,0", "1: r0@0,0")
    assert {state.action_parts(0, action)[0] for action in state.legal_actions(0)} == {0}  # in the order turned


def test_V1_free() -> None:
    """NMBR9-V1: with draft "free" a seat chooses the number, of its own tiles, and what it leaves out."""
    state = free(seats=2, max_number=2, copies=1, cards=2)
    assert state.to_dict()["turned"] == []
    assert state.to_dict()["left"] == [[1, 1, 1], [1, 1, 1]]
    play(state, "0: 2r0@0,0", "1: 1r0@0,0")
    assert state.to_dict()["left"] == [[1, 1, 0], [1, 0, 1]]
    reason = refusal(state, "2r0@3,0")
    assert reason == "NMBR9-V1: No 2 is left to take."
    assert state.why_not(1, "2r0@2,0") is None
    play(state, "0: 1r0@3,0", "1: 0r0@2,0")
    assert state.is_terminal()


def test_V1_a_number_in_the_text_only_with_free() -> None:
    """NMBR9-V1: the number comes first in the text with draft "free", and only there."""
    assert refusal(free(), "r1@0,0").code == "TEXT"
    state = play(abaculus.load_game("nmbr9").new_initial_state(), "*7")
    assert refusal(state, "7r1@0,0").code == "TEXT"
    assert refusal(free(max_number=6), "7r1@0,0").code == "TEXT"
    assert refusal(free(), "*7").code == "TEXT"


@pytest.mark.parametrize(
    ("options", "complete"),
    [
        ({}, {"max_number": 9, "copies": 2, "cards": 20, "draft": "unknown"}),
        ({"max_number": 6, "copies": 1}, {"max_number": 6, "copies": 1, "cards": 7, "draft": "unknown"}),
        (
            {"draft": "free", "max_number": 6, "copies": 1, "cards": 5},
            {"max_number": 6, "copies": 1, "cards": 5, "draft": "free"},
        ),
    ],
)
def test_V1_options(options: dict[str, Any], complete: dict[str, Any]) -> None:
    """NMBR9-V1: options and their defaults; ``F-6-1-5`` is one of the variants."""
    assert abaculus.load_game("nmbr9", **options).options == complete


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"max_number": 10}, "0 to 9"),
        ({"copies": 0}, "1 to 2"),
        ({"cards": 0}, "1 to 20"),
        ({"cards": 15, "max_number": 6}, "1 to 14"),
        ({"draft": "open"}, "'unknown', 'known', 'free'"),
    ],
)
def test_V1_wrong_options(options: dict[str, Any], allowed: str) -> None:
    """NMBR9-V1: a value out of range is an error that says what is allowed."""
    with pytest.raises(abaculus.OptionError, match=allowed):
        abaculus.load_game("nmbr9", **options)


# Texts of actions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r0",
        "r0@0",
        "r0@0,0,0",
        "r0@00,0",
        "r0@-0,0",
        "r0@+1,0",
        "r0 @0,0",
        "r0@0, 0",
        "r4@0,0",
        "r0@100,0",
        "x",
        "*",
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    state = play(abaculus.load_game("nmbr9").new_initial_state(), "*7")
    assert refusal(state, text).code == "TEXT"


def test_a_text_is_asked_before_the_turn() -> None:
    state = play(abaculus.load_game("nmbr9", 2).new_initial_state(), "*7", "0: r0@0,0")
    assert [refusal(state, text).code for text in ("nonsense", "*77", "r1@3,-2", "*7")] == [
        "TEXT",
        "TEXT",
        "TURN",
        "TURN",
    ]
    assert refusal(state, "r9@0,0", 1).code == "TEXT"
    assert "no seat 2" in refusal(state, "r0@0,0", 2).words


# Examples


def test_X1_an_8_on_level_2() -> None:
    """NMBR9-X1: it is worth 16."""
    before = free(*BLOCK, "5r2@0,0", "1r1@1,0")
    after = before.child(before.string_to_action("8r0@0,0"))
    assert after.to_dict()["displays"][0][-1]["level"] == 2
    assert after.to_dict()["scores"][0] - before.to_dict()["scores"][0] == 16


def test_X2_two_1s_carry_a_0() -> None:
    """NMBR9-X2: two 1s make the outline of a 0; a 1 that lies wholly on a 9 is no placement."""
    state = play(abaculus.load_game("nmbr9").new_initial_state(), "*1", "r0@0,0", "*1", "r2@-1,0", "*0")
    assert level(state, "r0@-1,0") == 1
    nine = play(abaculus.load_game("nmbr9").new_initial_state(), "*9", "r0@0,0", "*1")
    assert refusal(nine, "r0@0,0").code == "NMBR9-P5"
