"""A home as a puzzle: when it is solved (W1), and whether it can still be.

In a solved home the row, the column and the base share the Dragon, so that the nine numbers have four parts (C1): one
is the Dragon's, two stand beside it in its row, two beside it in its column, four in the corners of the base. The rest
of the row holds the numbers of the corners and of the column's two; the rest of the column those of the corners and of
the row's two. There are 9! / (1! 2! 2! 4!) = 3780 such divisions of the numbers, and with a division chosen the groups
of squares no longer touch each other. So all solutions are counted, or weighed, as a sum of 3780 products, and each
factor is a sum over the ways to put a set of numbers onto the squares of a group.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import BLACK, CELL, HOME_SQUARES, MATES, NUMBERS, SIDE, WHITE, WHITE_INDEX
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

SETS = 1 << NUMBERS
ALL_NUMBERS = SETS - 1
DRAGON_CELL, BESIDE, ABOVE, CORNERS, ROW, COLUMN = 0, 1, 3, 5, 9, 15
"""Where the groups of squares start in CELL."""
GROUPS = 5
BESIDE_SUM, ABOVE_SUM, CORNERS_SUM, ROW_SUM, COLUMN_SUM = range(GROUPS)


def _sets(size: int) -> list[int]:
    return [numbers for numbers in range(SETS) if numbers.bit_count() == size]


SIZE = np.array([numbers.bit_count() for numbers in range(SETS)], np.int64)
FOURS = np.array(_sets(4), np.int64)
PAIRS = np.array([[pair for pair in _sets(2) if not pair & four] for four in _sets(4)], np.int64)
"""PAIRS[i]: the pairs of two of the five numbers that are not in FOURS[i]."""


@kernel
def numbers_beside(state: StateRecord, white: int) -> int:
    """The set of numbers on the other white squares of a white square's row and column: those forbidden there (P3)."""
    numbers = 0
    for i in range(MATES.shape[1]):
        number = int(state.number[WHITE[MATES[white, i]]])
        if number:
            numbers |= 1 << (number - 1)
    return numbers


@kernel
def blocked(state: StateRecord, square: int) -> int:
    """The set of black numbers in a square's row and column (W1)."""
    numbers = 0
    for i in range(BLACK.shape[0]):
        black = BLACK[i]
        number = int(state.number[black])
        if number and (black // SIDE == square // SIDE or black % SIDE == square % SIDE):
            numbers |= 1 << (number - 1)
    return numbers


@kernel
def solving_number(state: StateRecord, seat: int) -> int:
    """The number that solves the home on the Dragon, when all its other squares are filled (P4, W1); 0 for none."""
    row, column, base = 0, 0, 0
    for cell in range(1, HOME_SQUARES):
        square = CELL[seat, cell]
        number = int(state.number[square])
        if number == 0:
            return 0
        if WHITE_INDEX[square] < 0 and blocked(state, square) >> (number - 1) & 1:
            return 0
        numbers = 1 << (number - 1)
        if cell < ROW:
            base |= numbers
        if cell < ABOVE or ROW <= cell < COLUMN:
            row |= numbers
        elif not CORNERS <= cell < ROW:
            column |= numbers
    # A set that holds eight numbers got none twice.
    if row != column or row != base or SIZE[row] != NUMBERS - 1:
        return 0
    missing = ALL_NUMBERS ^ row
    if blocked(state, CELL[seat, DRAGON_CELL]) & missing:
        return 0
    return 1 + SIZE[missing - 1]  # of one bit less 1 are left as many bits as stood below it


@kernel
def possible(state: StateRecord, seat: int, cell: int) -> int:
    """The set of numbers that a square of the home can have in a solution, for all that its row, column and base say.

    A coloured square takes any that no black number blocks, whatever lies on it now. A white square keeps its number;
    an empty one takes any that is not forbidden.
    """
    square = CELL[seat, cell]
    white = WHITE_INDEX[square]
    if white < 0:
        return ALL_NUMBERS & ~blocked(state, square)
    if state.number[square]:
        return 1 << (int(state.number[square]) - 1)
    return ALL_NUMBERS & ~numbers_beside(state, white)


@kernel
def spread(weights: npt.NDArray[np.float64], first: int, cells: int, sums: npt.NDArray[np.float64]) -> None:
    """Into sums[numbers], for each set of as many numbers as a group has squares: the sum over all ways to put them on.

    A way counts as the product of the weights of its squares' numbers. Smaller sets go onto the first squares.
    """
    sums[:] = 0.0
    sums[0] = 1.0
    for numbers in range(SETS):
        if sums[numbers] != 0.0 and SIZE[numbers] < cells:
            cell = first + SIZE[numbers]
            for n in range(NUMBERS):
                if not numbers >> n & 1:
                    sums[numbers | 1 << n] += sums[numbers] * weights[cell, n]


@kernel
def weigh(weights: npt.NDArray[np.float64]) -> float:
    """The sum over all solutions of a home of the product of weights[cell, number - 1] over its squares."""
    sums = np.empty((GROUPS, SETS), np.float64)
    spread(weights, BESIDE, 2, sums[BESIDE_SUM])
    spread(weights, ABOVE, 2, sums[ABOVE_SUM])
    spread(weights, CORNERS, 4, sums[CORNERS_SUM])
    spread(weights, ROW, 6, sums[ROW_SUM])
    spread(weights, COLUMN, 6, sums[COLUMN_SUM])
    total = 0.0
    for i in range(FOURS.shape[0]):
        corners = FOURS[i]
        if sums[CORNERS_SUM, corners] == 0.0:
            continue
        of_corners = 0.0
        for j in range(PAIRS.shape[1]):
            beside = PAIRS[i, j]
            factor = sums[BESIDE_SUM, beside] * sums[COLUMN_SUM, corners | beside]
            if factor == 0.0:
                continue
            rest = ALL_NUMBERS ^ corners ^ beside
            of_rest = 0.0
            for n in range(NUMBERS):
                if rest >> n & 1:
                    above = rest ^ 1 << n
                    of_rest += weights[DRAGON_CELL, n] * sums[ABOVE_SUM, above] * sums[ROW_SUM, corners | above]
            of_corners += factor * of_rest
        total += sums[CORNERS_SUM, corners] * of_corners
    return total


@kernel
def solutions(state: StateRecord, seat: int) -> int:
    """How many solutions the home still has, at most 188 billion.

    A solution is a number for each of the 21 squares such that the row, the column and the base hold 1 to 9 once each,
    no coloured square has a black number in its row or column, white squares that are filled keep their number, and no
    other white square gets a number that is forbidden there as the board lies.

    Coloured squares count as empty, as their numbers can all be moved and taken back. Nor does it matter which numbers
    are on the table, in the wall or on the board: a solution has no number more than three times (C1), and the seat has
    three of each; those that lie on white squares lie in its own home, so that the solution has them there. All others
    it has or will turn up. A white square that it could fill itself is none that it would have to wait for.

    Not foreseen are black numbers still to come, the end of the rounds, and numbers removed from white squares (F2): a
    home in which a white number repeats has no solution while it does (F2d).
    """
    weights = np.zeros((HOME_SQUARES, NUMBERS), np.float64)
    for cell in range(HOME_SQUARES):
        numbers = possible(state, seat, cell)
        for n in range(NUMBERS):
            if numbers >> n & 1:
                weights[cell, n] = 1.0
    # Whole numbers below 2^53 are exact.
    return int(weigh(weights))


@kernel
def solvable(state: StateRecord, seat: int) -> bool:
    """Whether the seat's home is solved or has a solution yet (C2), exactly; what that means: see ``solutions``."""
    for i in range(int(state.out_count)):
        if state.out[i] == seat:
            return True  # W4
    return solutions(state, seat) > 0
