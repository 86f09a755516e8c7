"""How good a state of 108 is for a seat: what a greedy bot looks at.

A home is worth the logarithm of a sum over all of its solutions, each weighted by how near it is: a square still to be
filled costs an action, and so does a number that lies wrongly; a number of which pieces are missing costs the chance
that they turn up in time. So the sum falls to nothing as the home becomes insolvable, and grows with each step towards
a solution, the more so the more solutions share it. The homes of the others count against it.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import (
    CELL,
    HOME_SQUARES,
    NUMBERS,
    SEATS,
    WHITE_INDEX,
)
from abaculus.games.one_o_eight.home import (
    BESIDE,
    CORNERS,
    ROW,
    possible,
    weigh,
)
from abaculus.games.one_o_eight.rules import (
    OVER,
    PUNISHING,
    WARNING,
    is_in,
    returns,
    wall_size,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

EMPTY = 0.03  # the weight of a square to be filled
EMPTY_WHITE = 0.01  # of a white one: those first, before another seat fills them
WRONG = 0.3  # of a number to be moved away first
OTHERS = 1.0  # how much the home of each other seat counts
NO_SOLUTION = -100.0
DECIDED = 1000.0
SURE = 0.22  # how sure a better home is to win; fitted, as is the next, to the results of greedy games
AT_TURN = 0.25  # how much it is worth to be on turn


@kernel
def chance_of(missing: int, copies: int, size: int, draws: int) -> float:
    """The chance that of so many copies among the ``size`` numbers of a wall at least ``missing`` are drawn."""
    if missing <= 0:
        return 1.0
    if draws > size:
        draws = size
    chance = 0.0
    for k in range(missing, copies + 1):
        # Each way to choose the k that are drawn: [draws]_k [size - draws]_(copies - k) / [size]_copies.
        ways = 1.0
        for i in range(copies):
            ways *= (draws - i if i < k else size - draws - (i - k)) / (size - i)
        if k < copies and k > 0:
            ways *= copies  # copies is 3 at most: C(2, 1) = 2, C(3, 1) = C(3, 2) = 3
        chance += ways
    return chance


@kernel
def weigh_squares(state: StateRecord, seat: int, fewer: int, weights: npt.NDArray[np.float64]) -> None:
    """Into weights[cell, number - 1]: how near each number is to lying on each square of the home.

    Numbers are counted on to turn up while squares are empty; so many ``fewer`` than now where some are about to be
    filled.
    """
    lying = np.zeros(NUMBERS, np.int64)  # on the home's white squares
    at_hand = np.zeros(NUMBERS, np.int64)  # on its coloured squares and the table
    empty = 0
    weights[:] = 0.0
    for n in range(NUMBERS):
        at_hand[n] = state.table[seat, n]
    for cell in range(HOME_SQUARES):
        square = CELL[seat, cell]
        white = WHITE_INDEX[square] >= 0
        number = int(state.number[square])
        numbers = possible(state, seat, cell)
        if number == 0:
            empty += 1
        elif white:
            lying[number - 1] += 1
        else:
            at_hand[number - 1] += 1
        for n in range(NUMBERS):
            if numbers >> n & 1:
                if number == n + 1:
                    weights[cell, n] = 1.0
                elif number == 0:
                    weights[cell, n] = EMPTY_WHITE if white else EMPTY
                else:
                    weights[cell, n] = EMPTY * WRONG
    size = wall_size(state, seat)
    draws = empty - fewer
    for n in range(NUMBERS):
        # A solution has a number once in the base, and by its place there once, twice or three times in all (C1).
        for copies in range(1, 4):
            missing = copies - lying[n] - at_hand[n]
            chance = chance_of(missing, int(state.wall[seat, n]), size, draws)
            first = 0 if copies == 1 else BESIDE if copies == 2 else CORNERS
            last = BESIDE if copies == 1 else CORNERS if copies == 2 else ROW
            for cell in range(first, last):
                weights[cell, n] *= chance


@kernel
def value_of_sum(total: float) -> float:
    """The value of a home by the sum of the weights of its solutions: the logarithm."""
    return np.log(total) if total > 1e-40 else NO_SOLUTION


@kernel
def home_value(state: StateRecord, seat: int) -> float:
    """The logarithm of the sum of the weights of the home's solutions."""
    weights = np.empty((HOME_SQUARES, NUMBERS), np.float64)
    weigh_squares(state, seat, 0, weights)
    return value_of_sum(weigh(weights))


@kernel
def decided(state: StateRecord, player: int) -> float:
    """The value of a state that is over, or in which the seat has gone out; 0 elsewhere."""
    if state.phase == OVER:
        out = np.zeros(SEATS, np.float64)
        returns(state, out)
        return DECIDED * out[player]
    return 0.0 if is_in(state, player) else DECIDED


@kernel
def compare(state: StateRecord, player: int, homes: npt.NDArray[np.float64]) -> float:
    """The value of the seat's own home, less those of the others that are in."""
    value = homes[player]
    others = 0.0
    for seat in range(int(state.seats)):
        if seat != player and is_in(state, seat):
            others += homes[seat]
    value -= OTHERS * others
    if player == state.turn_of and state.phase in (WARNING, PUNISHING):
        value -= DECIDED  # A forbidden number does not stay.
    return value


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    """The value of the seat's own home, less those of the others; what is decided counts for all."""
    if state.phase == OVER or not is_in(state, player):
        return decided(state, player)
    homes = np.zeros(SEATS, np.float64)
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            homes[seat] = home_value(state, seat)
    return compare(state, player, homes)


@kernel
def estimate(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    """Each seat's part of the win: the homes of those still in, compared; who is out has the best of what is left."""
    best = -np.inf
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            out[seat] = SURE * max(home_value(state, seat), NO_SOLUTION / 2)
            if seat == state.turn_of:
                out[seat] += AT_TURN
            best = max(best, out[seat])
    total = 0.0
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            out[seat] = np.exp(out[seat] - best)
            total += out[seat]
    seats = float(state.seats)
    gone = int(state.out_count)
    weights = seats * (seats - 1) / 2
    left = 1.0
    for i in range(gone):
        out[state.out[i]] = (seats - 1 - i) / weights  # W3
        left -= (seats - 1 - i) / weights
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            out[seat] = left * out[seat] / total
