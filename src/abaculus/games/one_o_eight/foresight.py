"""On which turn a home could be solved, were the order of its wall known.

How often a solution has each number depends only on which number is the Dragon's and which four lie in the corners
(C1): that makes 9 · 70 = 630 *needs*. Of a board one calculates what each need still costs in actions, of an order of
the wall the turn from which on all of its numbers are there; the later of the two is the turn that counts. As a seat
turns up one number a turn and places one, nothing else holds it up, but that the Dragon comes after the last other
number. Such foresight flatters, but all actions alike (hindsight optimisation; Chong, Givan & Chang 2000).
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import CELL, COPIES, HOME_SQUARES, NUMBERS
from abaculus.games.one_o_eight.home import (
    ABOVE,
    ABOVE_SUM,
    BESIDE,
    BESIDE_SUM,
    COLUMN,
    COLUMN_SUM,
    CORNERS,
    CORNERS_SUM,
    DRAGON_CELL,
    FOURS,
    GROUPS,
    OTHER_NUMBERS,
    OTHERS,
    PAIRS,
    ROW,
    ROW_SUM,
    SETS,
    SIZE,
    SPLITS,
    possible,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, uniform
from abaculus.kernel.verbs import StateRecord

NEEDS = len(FOURS) * OTHERS
NEVER = 60  # turns, or actions: more than any game has, and small enough for a byte
WALL = NUMBERS * COPIES


CORNER_NUMBERS = np.array([[n for n in range(NUMBERS) if four >> n & 1] for four in FOURS.tolist()], np.int64)
"""CORNER_NUMBERS[i]: the four numbers in FOURS[i]."""


@kernel
def cheapest(costs: npt.NDArray[np.int16], first: int, cells: int, least: npt.NDArray[np.int16]) -> None:
    """As ``home.spread``, but into least[numbers] the least sum of costs over all ways to put them on."""
    least[:] = NEVER
    least[0] = 0
    for numbers in range(SETS):
        if least[numbers] < NEVER and SIZE[numbers] < cells:
            cell = first + SIZE[numbers]
            for n in range(NUMBERS):
                if not numbers >> n & 1:
                    more = least[numbers] + costs[cell, n]
                    if more < least[numbers | 1 << n]:
                        least[numbers | 1 << n] = more


@kernel
def count_actions(state: StateRecord, seat: int, actions: npt.NDArray[np.int8]) -> None:
    """For each need how many actions the home is from the nearest solution that has it, if no number is lacking.

    Each square that does not have its number costs one, and so does each number of which too many lie in the home.
    """
    costs = np.empty((HOME_SQUARES, NUMBERS), np.int16)
    lying = np.zeros(NUMBERS, np.int64)
    for cell in range(HOME_SQUARES):
        number = int(state.number[CELL[seat, cell]])
        if number:
            lying[number - 1] += 1
        numbers = possible(state, seat, cell)
        for n in range(NUMBERS):
            costs[cell, n] = NEVER if not numbers >> n & 1 else 0 if number == n + 1 else 1
    least = np.empty((GROUPS, SETS), np.int16)
    cheapest(costs, BESIDE, 2, least[BESIDE_SUM])
    cheapest(costs, ABOVE, 2, least[ABOVE_SUM])
    cheapest(costs, CORNERS, 4, least[CORNERS_SUM])
    cheapest(costs, ROW, 6, least[ROW_SUM])
    cheapest(costs, COLUMN, 6, least[COLUMN_SUM])
    beside = np.empty(PAIRS.shape[1], np.int64)
    above = np.empty(PAIRS.shape[1], np.int64)
    for i in range(FOURS.shape[0]):
        corners = FOURS[i]
        for j in range(PAIRS.shape[1]):
            pair = PAIRS[i, j]
            beside[j] = least[BESIDE_SUM, pair] + least[COLUMN_SUM, corners | pair]
            above[j] = least[ABOVE_SUM, pair] + least[ROW_SUM, corners | pair]
        too_many = 0
        for k in range(OTHERS):
            too_many += max(0, lying[OTHER_NUMBERS[i, k]] - 2)
        for k in range(OTHERS):
            dragon = OTHER_NUMBERS[i, k]
            fewest = NEVER
            for j in range(SPLITS.shape[1]):
                fewest = min(fewest, beside[SPLITS[k, j, 0]] + above[SPLITS[k, j, 1]])
            fewest += int(least[CORNERS_SUM, corners]) + int(costs[DRAGON_CELL, dragon]) + too_many
            fewest += lying[dragon] - max(0, lying[dragon] - 2)  # the Dragon's comes from the table (P4)
            actions[i * OTHERS + k] = min(NEVER, fewest)


@kernel
def shuffle_wall(state: StateRecord, seat: int, seed: np.uint64, order: npt.NDArray[np.int64]) -> int:
    """Into ``order`` the numbers of a seat's wall in any order, less one each; how many they are."""
    size = 0
    for n in range(NUMBERS):
        for _ in range(int(state.wall[seat, n])):
            order[size] = n
            size += 1
    for i in range(size - 1):
        j = i + below(uniform(seed, i), size - i)
        order[i], order[j] = order[j], order[i]
    return size


@kernel
def find_turns(order: npt.NDArray[np.int64], owned: npt.NDArray[np.int64], turns: npt.NDArray[np.int8]) -> None:
    """For each need the turn from which on its numbers allow to go out, if order[0] is turned up on turn 1.

    ``owned`` is how many of each number lie on the table and in the home already.
    """
    come = np.full((NUMBERS, COPIES + 1), NEVER, np.int64)  # the turn on which so many of a number are there
    count = owned.copy()
    for n in range(NUMBERS):
        come[n, : min(count[n], COPIES) + 1] = -1
    for i in range(len(order)):
        n = order[i]
        if count[n] < COPIES:
            count[n] += 1
            come[n, count[n]] = i + 1
    for i in range(FOURS.shape[0]):
        thrice = -1
        for k in range(CORNER_NUMBERS.shape[1]):
            thrice = max(thrice, come[CORNER_NUMBERS[i, k], 3])
        last, second, latest = -1, -1, 0
        for k in range(OTHERS):
            twice = come[OTHER_NUMBERS[i, k], 2]
            if twice > last:
                last, second, latest = twice, last, k
            elif twice > second:
                second = twice
        for k in range(OTHERS):
            others = max(thrice, second if k == latest else last)
            turns[i * OTHERS + k] = min(NEVER, max(others + 1, come[OTHER_NUMBERS[i, k], 1]))


@kernel
def foresee(state: StateRecord, seat: int, seed: np.uint64, turns: npt.NDArray[np.int8]) -> None:
    """Into turns[k] what ``find_turns`` finds for the k-th of some orders of the seat's wall."""
    owned = np.zeros(NUMBERS, np.int64)
    for n in range(NUMBERS):
        owned[n] = state.table[seat, n]
    for cell in range(HOME_SQUARES):
        number = int(state.number[CELL[seat, cell]])
        if number:
            owned[number - 1] += 1
    order = np.empty(WALL, np.int64)
    for k in range(turns.shape[0]):
        size = shuffle_wall(state, seat, seed + np.uint64(k * WALL), order)
        find_turns(order[:size], owned, turns[k])


@kernel
def mean_turn(turns: npt.NDArray[np.int8], actions: npt.NDArray[np.int8], latest: int) -> float:
    """The mean over all orders of the first turn on which the home could be solved, none taken as more than latest."""
    total = 0
    for k in range(turns.shape[0]):
        first = np.int8(NEVER)
        for i in range(turns.shape[1]):
            first = min(first, max(turns[k, i], actions[i]))
        total += min(latest, int(first))
    return total / turns.shape[0]
