"""What every action of 108 leads to, for the greedy bot: as ``evaluation`` has it, but for all actions at once.

A number that is put on a coloured square changes one's own home alone, and the sum over its solutions is linear in what
lies on a square: so one pass over the sums (``fast.find_parts``) tells what the sum becomes for all squares that a
number may be put on. There is one pass for the numbers on the table and one for each number that may move. Numbers on
white and on black squares change other homes, too: there the sums of those groups of squares are made anew that have
changed.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import (
    BLACK,
    BLACKS,
    CELL,
    HOME_SQUARES,
    MOVE_END,
    MOVE_START,
    NUMBERS,
    PLAIN,
    PLAINS,
    SEATS,
    SQUARES,
    TAKEN,
    WHITE,
    WHITE_INDEX,
    WHITES,
)
from abaculus.games.one_o_eight.evaluation import compare, decided, value_of_sum, weigh_squares
from abaculus.games.one_o_eight.fast import Notes, filled_sum, find_parts
from abaculus.games.one_o_eight.home import GROUPS, SETS, combine, spread, weigh, weigh_again
from abaculus.games.one_o_eight.rules import ACT, MOVE, NOTHING, OVER, PASS, PLACE, TAKE, apply_action, is_in
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

_CELL_OF = np.full((SEATS, SQUARES), NOTHING, np.int64)
for _seat in range(SEATS):
    _CELL_OF[_seat, CELL[_seat]] = np.arange(HOME_SQUARES)
CELL_OF = _CELL_OF
"""CELL_OF[seat, square]: which of a home's squares it is (CELL); -1 for none."""


@kernel
def evaluate_actions(
    state: StateRecord, player: int, actions: npt.NDArray[np.int32], values: npt.NDArray[np.float64], after: StateRecord
) -> None:
    before = np.empty((SEATS, HOME_SQUARES, NUMBERS), np.float64)
    sums_before = np.empty((SEATS, GROUPS, SETS), np.float64)
    totals = np.zeros(SEATS, np.float64)
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            weigh_squares(state, seat, 0, before[seat])
            for group in range(GROUPS):
                spread(before[seat], group, sums_before[seat, group])
            totals[seat] = combine(before[seat], sums_before[seat])
    weights = np.empty((HOME_SQUARES, NUMBERS), np.float64)
    sums = np.empty((GROUPS, SETS), np.float64)
    homes = np.zeros(SEATS, np.float64)
    own = np.full(len(actions), -1.0, np.float64)
    if state.phase == ACT:
        sums_of_own_home(state, player, actions, totals[player], own, after)
    # What a number on a white square makes of the other homes does not depend on where it comes from.
    known = np.full((WHITES, NUMBERS, SEATS), -1.0, np.float64)
    for i in range(len(actions)):
        after[0] = state
        apply_action(after[0], player, actions[i])
        if after[0].phase == OVER or not is_in(after[0], player):
            values[i] = decided(after[0], player)
            continue
        white = changed_white(state, after[0])
        elsewhere = white != NOTHING or changed_black(state, after[0])
        for seat in range(int(state.seats)):
            if not is_in(after[0], seat):
                continue
            total = totals[seat]
            number = int(after[0].number[WHITE[white]]) if white != NOTHING else 0
            if seat == player and own[i] >= 0.0:
                total = own[i]
            elif seat != player and number > 0 and known[white, number - 1, seat] >= 0.0:
                total = known[white, number - 1, seat]
            elif seat == player or elsewhere:
                weigh_squares(after[0], seat, 0, weights)
                total = weigh_again(weights, before[seat], sums_before[seat], totals[seat], sums)
                if seat != player and number > 0:
                    known[white, number - 1, seat] = total
            homes[seat] = value_of_sum(total)
        values[i] = compare(after[0], player, homes)


@kernel
def changed_white(state: StateRecord, after: StateRecord) -> int:
    """The first white square on which another number lies than before; ``NOTHING`` if there is none."""
    for white in range(WHITES):
        if after.number[WHITE[white]] != state.number[WHITE[white]]:
            return white
    return NOTHING


@kernel
def changed_black(state: StateRecord, after: StateRecord) -> bool:
    """Whether a number was put on a black square."""
    for i in range(BLACKS):  # noqa: SIM110 - numba compiles no generator
        if after.number[BLACK[i]] != state.number[BLACK[i]]:
            return True
    return False


@kernel
def sums_of_own_home(
    state: StateRecord,
    player: int,
    actions: npt.NDArray[np.int32],
    total: float,
    own: npt.NDArray[np.float64],
    after: StateRecord,
) -> None:
    """Into ``own`` the sum over the solutions of one's own home after each of these actions (T3), where that is linear.

    ``total`` is that sum now. ``after`` is a buffer.
    """
    notes = Notes(
        np.empty((HOME_SQUARES, NUMBERS), np.float64),
        np.empty((HOME_SQUARES, NUMBERS), np.float64),
        np.empty((GROUPS, SETS), np.float64),
        np.empty((GROUPS, SETS), np.float64),
        np.empty(0, np.int64),
        np.empty((0, 0), np.int64),
        np.empty(0, np.int64),
    )
    lifted, without = SQUARES, 0.0  # the square whose number is taken up, and the sum with an empty square to be filled
    for i in range(len(actions)):
        action = int(actions[i])
        start, end, number = NOTHING, NOTHING, 0
        if action == PASS:
            own[i] = total
            continue
        if action < MOVE:
            number = (action - PLACE) // PLAINS
            end = PLAIN[(action - PLACE) % PLAINS]
        elif action < TAKE:
            start, end = MOVE_START[action - MOVE], MOVE_END[action - MOVE]
        else:
            start = TAKEN[action - TAKE]
        if start != NOTHING:
            number = int(state.number[start]) - 1
        if end != NOTHING and WHITE_INDEX[end] >= 0 and state.declared:
            continue  # a number may be forbidden there, and lie there all the same
        if action >= TAKE or start != lifted:
            after[0] = state
            if start != NOTHING:
                after[0].number[start] = 0
                after[0].table[player, number] += 1
            if action >= TAKE:
                weigh_squares(after[0], player, 0, notes.weights)
                own[i] = weigh(notes.weights)
                lifted = SQUARES
                continue
            weigh_squares(after[0], player, 1, notes.weights)
            without, lifted = find_parts(notes), start
        own[i] = filled_sum(notes, without, CELL_OF[player, end], number, WHITE_INDEX[end] >= 0)
