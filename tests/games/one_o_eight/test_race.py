"""How near a home of 108 is to its end: by foresight, and played by the fast player."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import abaculus
from abaculus.bots import Budget, make_bot
from abaculus.games.one_o_eight import fast, foresight, home, rules
from abaculus.games.one_o_eight.board import CELL, HOME_SQUARES, NAMES, NUMBERS, WHITE_INDEX
from abaculus.games.one_o_eight.evaluation import home_value, weigh_squares


def play(seed: int, round_number: int) -> abaculus.State:
    """A game of two greedy bots, up to the first choice of a round."""
    state = abaculus.load_game("108", players=2).new_initial_state()
    luck, bot = abaculus.Luck(seed), make_bot("greedy")
    while state.record.round_number < round_number or state.record.phase != rules.ACT:
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        else:
            state.apply_action(bot.choose(state, state.current_player(), luck, Budget()))
    return state


@pytest.mark.parametrize("round_number", [1, 6, 12, 18])
def test_parts_of_the_sum_are_what_it_loses_with_a_number(round_number: int) -> None:
    record = play(3, round_number).record
    notes = fast.new_notes()
    weigh_squares(record, 0, 0, notes.weights)
    total = fast.find_parts(notes)
    assert total == pytest.approx(home.weigh(notes.weights), rel=1e-9)
    assert notes.parts.sum(1) == pytest.approx(np.full(HOME_SQUARES, total), rel=1e-9)
    for cell, n in ((0, 4), (2, 1), (4, 7), (6, 0), (11, 8), (20, 3)):
        without = notes.weights.copy()
        without[cell, n] = 0.0
        assert total - notes.parts[cell, n] == pytest.approx(home.weigh(without), rel=1e-6, abs=1e-9 * total)


@pytest.mark.parametrize("round_number", [4, 10, 16, 19])
def test_filling_a_square_makes_of_the_sum_what_is_said(round_number: int) -> None:
    """Against the evaluation of the home, where all numbers are at hand."""
    state = play(5, round_number)
    record, seat = state.record, state.current_player()
    record.wall[seat] = 0
    record.table[seat] = 3
    notes = fast.new_notes()
    weigh_squares(record, seat, 0, notes.weights)
    total = fast.find_parts(notes)
    for cell in range(1, HOME_SQUARES):
        square = int(CELL[seat, cell])
        if record.number[square] or WHITE_INDEX[square] >= 0:
            continue
        for n in range(NUMBERS):
            after = state.clone()
            after.record.number[square] = n + 1
            said = fast.filled_sum(notes, total, cell, n, False)
            assert np.log(said) == pytest.approx(home_value(after.record, seat), abs=1e-6)


def test_needs_cost_what_the_nearest_solution_does(solution: dict[str, int]) -> None:
    """A home that is solved but for some squares, and some numbers that lie wrongly."""
    record = abaculus.load_game("108", players=2, first=0).new_initial_state().record
    actions = np.empty(foresight.NEEDS, np.int8)
    for cell in range(1, HOME_SQUARES):
        record.number[CELL[0, cell]] = solution[NAMES[CELL[0, cell]]]
    foresight.count_actions(record, 0, actions)
    assert actions.min() == 1
    for cell in (5, 9, 20):
        record.number[CELL[0, cell]] = 0
    foresight.count_actions(record, 0, actions)
    assert actions.min() == 4
    # A second of the Dragon's number, on a coloured square: it is one too many, and its square is to be filled.
    record.number[CELL[0, 20]] = solution[NAMES[CELL[0, 0]]]
    foresight.count_actions(record, 0, actions)
    corners = sum({1 << solution[NAMES[CELL[0, cell]]] - 1 for cell in range(5, 9)})
    i = home.FOURS.tolist().index(corners)
    k = foresight.OTHER_NUMBERS[i].tolist().index(solution[NAMES[CELL[0, 0]]] - 1)
    assert actions[i * foresight.OTHERS + k] == 5


def test_turns_are_those_on_which_numbers_come() -> None:
    order = np.array([3, 0, 5, 5, 7], np.int64)
    owned = np.array([2, 3, 3, 2, 3, 1, 2, 2, 3], np.int64)
    turns = np.empty(foresight.NEEDS, np.int8)
    foresight.find_turns(order, owned, turns)
    for i, corners in enumerate(foresight.CORNER_NUMBERS.tolist()):
        for k, dragon in enumerate(foresight.OTHER_NUMBERS[i].tolist()):
            need = [3 if n in corners else 1 if n == dragon else 2 for n in range(NUMBERS)]
            have, come = owned.copy(), {}
            for turn, n in enumerate(order.tolist(), 1):
                if have[n] < need[n]:
                    come[turn] = n
                have[n] += 1
            expected = foresight.NEVER
            if all(have >= need):
                last = max((turn for turn, n in come.items() if n != dragon), default=-1)
                expected = max(last + 1, *(turn for turn, n in come.items() if n == dragon), 0)
            assert max(0, turns[i * foresight.OTHERS + k]) == expected


def test_splits_of_the_other_numbers() -> None:
    for i in range(len(home.FOURS)):
        for k in range(foresight.OTHERS):
            rest = home.ALL_NUMBERS ^ int(home.FOURS[i]) ^ 1 << int(foresight.OTHER_NUMBERS[i, k])
            pairs = {(int(home.PAIRS[i, a]), int(home.PAIRS[i, b])) for a, b in foresight.SPLITS[k]}
            numbers = [1 << n for n in range(NUMBERS) if rest >> n & 1]
            assert pairs == {(a | b, c | d) for a, b, c, d in permutations(numbers)}


@pytest.mark.parametrize("seed", range(10))
def test_the_fast_player_fills_its_home_by_legal_actions(seed: int) -> None:
    state = abaculus.load_game("108", players=2, first=0).new_initial_state()
    luck, notes = abaculus.Luck(seed), fast.new_notes()
    while not state.is_terminal():
        seat = state.current_player()
        if state.is_chance_node():
            state.apply_action(luck.draw(state))
        elif state.record.phase == rules.ACT:
            action = int(fast.fast_action(state.record, seat, notes))
            assert action in state.legal_actions(seat)
            state.apply_action(action)
        else:
            state.apply_action(luck.choice(state.legal_actions(seat)))
    assert state.record.out_count == 1
