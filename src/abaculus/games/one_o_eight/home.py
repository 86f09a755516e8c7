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
OTHERS = 5  # numbers that do not lie in the corners


def _members(numbers: int) -> list[int]:
    return [n for n in range(NUMBERS) if numbers >> n & 1]


OTHER_NUMBERS = np.array([_members(SETS - 1 - four) for four in FOURS.tolist()], np.int64)
"""OTHER_NUMBERS[i]: the five numbers that are not in FOURS[i]."""
_PLACES = [frozenset(OTHER_NUMBERS[0].tolist().index(n) for n in _members(pair)) for pair in PAIRS[0].tolist()]
SPLITS = np.array(
    [
        [(i, _PLACES.index(frozenset(range(OTHERS)) - {k} - pair)) for i, pair in enumerate(_PLACES) if k not in pair]
        for k in range(OTHERS)
    ],
    np.int64,
)
"""SPLITS[k]: if the k-th of OTHER_NUMBERS is the Dragon's, the pairs that may lie beside and above it, by their places
in PAIRS[i]; they are the same for every i."""
FIRST_CELL = np.array([BESIDE, ABOVE, CORNERS, ROW, COLUMN], np.int64)
CELLS = np.array([2, 2, 4, 6, 6], np.int64)
"""Of each group of squares, in the order of the sums, where it starts and how many it has."""
BY_SIZE = np.array(sorted(range(SETS), key=lambda numbers: numbers.bit_count()), np.int64)
FROM_SIZE = np.array([sum(numbers.bit_count() < size for numbers in range(SETS)) for size in range(NUMBERS + 2)])
"""The sets of numbers by size, and where each size starts among them."""


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
def fill_row(
    weights: npt.NDArray[np.float64], cell: int, fitting: npt.NDArray[np.int64], row: npt.NDArray[np.float64]
) -> int:
    """Into ``fitting`` and ``row`` the numbers that a square may have, less one each, and their weights; how many."""
    fit = 0
    for n in range(NUMBERS):
        if weights[cell, n] != 0.0:
            fitting[fit] = n
            row[fit] = weights[cell, n]
            fit += 1
    return fit


@kernel
def spread(weights: npt.NDArray[np.float64], group: int, sums: npt.NDArray[np.float64]) -> None:
    """Into sums[numbers], for each set of as many numbers as a group has squares: the sum over all ways to put them on.

    A way counts as the product of the weights of its squares' numbers. Smaller sets go onto the first squares.
    """
    sums[:] = 0.0
    sums[0] = 1.0
    fitting = np.empty(NUMBERS, np.int64)
    row = np.empty(NUMBERS, np.float64)
    for size in range(CELLS[group]):
        fit = fill_row(weights, FIRST_CELL[group] + size, fitting, row)
        for i in range(FROM_SIZE[size], FROM_SIZE[size + 1]):
            numbers = BY_SIZE[i]
            here = sums[numbers]
            if here != 0.0:
                for j in range(fit):
                    if not numbers >> fitting[j] & 1:
                        sums[numbers | 1 << fitting[j]] += here * row[j]


@kernel
def combine(weights: npt.NDArray[np.float64], sums: npt.NDArray[np.float64]) -> float:
    """The sum over all divisions of the numbers, from the sums of each group (``spread``)."""
    beside, above = np.empty(PAIRS.shape[1], np.float64), np.empty(PAIRS.shape[1], np.float64)
    total = 0.0
    for i in range(FOURS.shape[0]):
        corners = FOURS[i]
        of_corners = sums[CORNERS_SUM, corners]
        if of_corners == 0.0:
            continue
        for j in range(PAIRS.shape[1]):
            pair = PAIRS[i, j]
            beside[j] = sums[BESIDE_SUM, pair] * sums[COLUMN_SUM, corners | pair]
            above[j] = sums[ABOVE_SUM, pair] * sums[ROW_SUM, corners | pair]
        of_others = 0.0
        for k in range(OTHERS):
            weight = weights[DRAGON_CELL, OTHER_NUMBERS[i, k]]
            if weight != 0.0:
                of_pairs = 0.0
                for j in range(SPLITS.shape[1]):
                    of_pairs += beside[SPLITS[k, j, 0]] * above[SPLITS[k, j, 1]]
                of_others += weight * of_pairs
        total += of_corners * of_others
    return total


@kernel
def weigh(weights: npt.NDArray[np.float64]) -> float:
    """The sum over all solutions of a home of the product of weights[cell, number - 1] over its squares."""
    sums = np.empty((GROUPS, SETS), np.float64)
    for group in range(GROUPS):
        spread(weights, group, sums[group])
    return combine(weights, sums)


@kernel
def weigh_again(
    weights: npt.NDArray[np.float64],
    before: npt.NDArray[np.float64],
    sums_before: npt.NDArray[np.float64],
    total_before: float,
    sums: npt.NDArray[np.float64],
) -> float:
    """``weigh``, where only some weights are others than ``before``, of which sums and total are known.

    ``sums`` is a buffer.
    """
    changed = False
    for n in range(NUMBERS):
        changed |= weights[DRAGON_CELL, n] != before[DRAGON_CELL, n]
    for group in range(GROUPS):
        others = False
        for cell in range(FIRST_CELL[group], FIRST_CELL[group] + CELLS[group]):
            for n in range(NUMBERS):
                others |= weights[cell, n] != before[cell, n]
        if others:
            spread(weights, group, sums[group])
        else:
            sums[group] = sums_before[group]
        changed |= others
    return combine(weights, sums) if changed else total_before


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
