"""What a greedy bot looks at in 108, and what it makes of it; and the planes of an observation."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import pytest

import abaculus
from abaculus.bots import Budget, make_bot
from abaculus.games.one_o_eight import evaluation

Arrange = Callable[..., abaculus.State]


def home_of(solution: dict[str, int], seat: int) -> dict[str, int]:
    column, row = ["d2", "h4", "f8", "b6"][seat]
    return {
        square: number
        for square, number in solution.items()
        if square[0] == column
        or square[1] == row
        or (abs(ord(square[0]) - ord(column)) < 2 and abs(ord(square[1]) - ord(row)) < 2)
    }


def choice(state: abaculus.State) -> str:
    seat = state.current_player()
    action = make_bot("greedy").choose(state, seat, abaculus.Luck(1), Budget())
    return state.action_to_string(seat, action)


def test_the_chance_that_numbers_turn_up() -> None:
    """Against the ways to draw them, counted."""
    for size in range(28):
        for copies in range(min(3, size) + 1):
            for draws in range(25):
                drawn = min(draws, size)
                ways = [
                    comb(copies, k) * comb(size - copies, drawn - k) if k <= drawn else 0 for k in range(copies + 1)
                ]
                for missing in range(copies + 1):
                    chance = evaluation.chance_of(missing, copies, size, draws)
                    assert chance == pytest.approx(sum(ways[missing:]) / comb(size, drawn), abs=1e-12)


def test_a_home_is_worth_more_the_nearer_it_is(arrange: Arrange, solution: dict[str, int]) -> None:
    board = home_of(solution, 0)
    dragon = board.pop("d2")
    values = []
    for left_out in range(0, 20, 3):
        lying = dict(list(board.items())[left_out:])
        at_hand = [dragon, *list(board.values())[:left_out]]
        owner = {square: 0 for square in lying if square in ("b2", "f2", "h2", "d4", "d6", "d8")}
        state = arrange(lying, table={0: at_hand}, owner=owner, round=23)
        values.append(evaluation.home_value(state.record, 0))
    assert values == sorted(values, reverse=True)


def test_a_home_without_a_solution(arrange: Arrange) -> None:
    board = {"b2": 1, "f2": 2, "h2": 3, "d4": 1, "d6": 2, "d8": 3, "a1": 1, "g1": 2, "i1": 3}
    state = arrange(board, owner=dict.fromkeys(("b2", "f2", "h2", "d4", "d6", "d8"), 0))
    assert evaluation.home_value(state.record, 0) == evaluation.NO_SOLUTION


def test_it_goes_out(arrange: Arrange, solution: dict[str, int]) -> None:
    board = home_of(solution, 0)
    dragon = board.pop("d2")
    for play_on in (False, True):
        owner = dict.fromkeys(("b2", "f2", "h2", "d4", "d6", "d8"), 0)
        state = arrange(board, table={0: [dragon]}, owner=owner, options={"play_on": play_on})
        assert choice(state) == f"{dragon}@d2"


def test_it_places_no_forbidden_number_and_warns(arrange: Arrange) -> None:
    state = arrange({"f2": 5}, table={0: [5]}, options={"forbidden": "declared"})
    assert choice(state) not in ("5@h2", "5@b2")
    state = arrange({"h6": 5}, table={0: [5]}, owner={"h6": 3}, options={"forbidden": "declared"})
    state.apply_action(state.string_to_action("5@h2"))
    assert state.current_player() == 1  # whose column it is
    assert choice(state) == "warn"


def test_it_removes_a_repeat_from_its_home(arrange: Arrange) -> None:
    state = arrange({"h2": 5, "h6": 5}, owner={"h2": 0, "h6": 3}, options={"forbidden": "declared"})
    state.apply_action(state.string_to_action("-"))
    assert state.current_player() == 1
    assert choice(state) in ("remove h2", "remove h6")


@pytest.mark.slow
def test_greedy_bots_finish_a_home() -> None:
    for seats in (2, 3, 4):
        for seed in range(3):
            state = abaculus.load_game("108", seats).new_initial_state()
            luck = abaculus.Luck(seed)
            own, bot = luck.fork(0), make_bot("greedy")
            while not state.is_terminal():
                state.apply_action(
                    luck.draw(state)
                    if state.is_chance_node()
                    else bot.choose(state, state.current_player(), own, Budget())
                )
            assert len(state.to_dict()["out"]) == 1
            assert 18 < state.to_dict()["round"] < 35


def test_the_planes(arrange: Arrange) -> None:
    """Seats are counted from the one that looks."""
    state = arrange({"h2": 5, "c1": 4}, table={0: [6, 6]}, turn_of=1, owner={"h2": 0}, round=4)
    position = state.to_dict()
    red, yellow = state.observation(0), state.observation(1)
    assert red.shape == (69, 9, 9)
    for planes in (red, yellow):
        assert [tuple(map(int, place)) for place in zip(*planes[4].nonzero(), strict=True)] == [(1, 7)]  # 5 on h2
        assert planes[3][0, 2] == 1  # 4 on c1
    assert red[9].sum() == red[12].sum() == 21
    assert (red[9] == yellow[12]).all()  # red's home: seat + 0 for itself, seat + 3 for yellow
    assert red[9][1, 3] == 1
    assert red[13][1, 7] == yellow[16][1, 7] == 1  # h2 is a piece of red's
    assert red[17][5, :3].tolist() == [1, 1, 0]  # two 6 on its table
    assert red[17][5, 3:6].tolist() == [position["wall"][0][5] > i for i in range(3)]
    assert (red[46] == 1).all()
    assert (yellow[45] == 1).all()
    assert red[36:45].sum(axis=(1, 2)).tolist() == [0, 0, 0, 0, 0, 81, 0, 0, 0]
    assert red[65][0, 0] == pytest.approx(4 / 100)


def test_the_planes_of_an_offence(arrange: Arrange) -> None:
    state = arrange({"f2": 5, "c3": 5}, options={"forbidden": "declared"})
    for text in ("c3-b2", "warn", "c3-h2"):
        state.apply_action(state.string_to_action(text))
    planes = state.observation(2)
    assert planes[25 + 4][1, 1] == 1  # 5 is barred from b2
    assert planes[25:34].sum() == 1
    assert planes[34][1, 7] == planes[35][2, 2] == 1  # it lies on h2, and came from c3
    assert [int(planes[57 + i][0, 0]) for i in range(4)] == [1, 1, 0, 1]  # green, blue and yellow are asked
