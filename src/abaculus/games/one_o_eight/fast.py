"""A player of 108 that thinks fast, and how it brings its home to an end.

It looks at its own home as the greedy bot does (``evaluation``), but at all actions at once: the sum over all solutions
is linear in the weight of each square's number, so that one pass forth and one back through the sums of ``home.weigh``
tell what part of the sum has which number on which square, and so what the sum becomes once it lies there.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import (
    BLACK,
    BLACKS,
    CELL,
    DRAGON,
    HOME,
    HOME_SQUARES,
    MOVE_END,
    MOVE_INDEX,
    MOVE_START,
    NUMBERS,
    PLAIN,
    PLAIN_INDEX,
    PLAINS,
    SEATS,
    SIDE,
    TAKE_INDEX,
    TAKEN,
    WHITE_INDEX,
)
from abaculus.games.one_o_eight.evaluation import EMPTY, EMPTY_WHITE, WRONG, weigh_squares
from abaculus.games.one_o_eight.foresight import WALL, shuffle_wall
from abaculus.games.one_o_eight.home import (
    ABOVE_SUM,
    BESIDE,
    BESIDE_SUM,
    BY_SIZE,
    CELLS,
    COLUMN_SUM,
    CORNERS_SUM,
    DRAGON_CELL,
    FIRST_CELL,
    FOURS,
    FROM_SIZE,
    GROUPS,
    OTHER_NUMBERS,
    OTHERS,
    PAIRS,
    ROW_SUM,
    SETS,
    SPLITS,
    numbers_beside,
    solving_number,
)
from abaculus.games.one_o_eight.rules import MOVE, PASS, PLACE, TAKE, is_in
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, uniform
from abaculus.kernel.verbs import StateRecord

LAST = 40  # a home that is not solved on this turn never is
LIES_WELL = 0.7  # the part of the sum from which on a number stays
LIES_BADLY = 0.3  # the part below which it may move


class Notes(NamedTuple):
    """What the fast player writes on."""

    weights: npt.NDArray[np.float64]
    parts: npt.NDArray[np.float64]
    """What part of the sum over all solutions has a number on a square: parts[cell, number - 1], unscaled."""
    forth: npt.NDArray[np.float64]
    back: npt.NDArray[np.float64]
    wall: npt.NDArray[np.int64]
    walls: npt.NDArray[np.int64]
    """The orders of one's own wall, and of those of all seats."""
    sizes: npt.NDArray[np.int64]


def new_notes() -> Notes:
    """Room for notes."""
    return Notes(
        weights=np.empty((HOME_SQUARES, NUMBERS)),
        parts=np.empty((HOME_SQUARES, NUMBERS)),
        forth=np.empty((GROUPS, SETS)),
        back=np.empty((GROUPS, SETS)),
        wall=np.empty(WALL, np.int64),
        walls=np.empty((SEATS, WALL), np.int64),
        sizes=np.empty(SEATS, np.int64),
    )


@kernel
def find_parts(notes: Notes) -> float:
    """The sum over all solutions, as ``home.weigh`` has it, and into ``parts`` what of it each square's numbers have.

    ``forth[group, numbers]`` are the sums of ``home.spread``; ``back`` what they are multiplied with in the whole.
    """
    weights, forth, back, parts = notes.weights, notes.forth, notes.back, notes.parts
    forth[:] = 0.0
    back[:] = 0.0
    parts[:] = 0.0
    # Most weights are positive in a game that is played on: passing over the others, as ``spread`` does, takes longer.
    for group in range(GROUPS):
        forth[group, 0] = 1.0
        for size in range(CELLS[group]):
            cell = FIRST_CELL[group] + size
            for i in range(FROM_SIZE[size], FROM_SIZE[size + 1]):
                numbers = BY_SIZE[i]
                if forth[group, numbers] != 0.0:
                    for n in range(NUMBERS):
                        if not numbers >> n & 1:
                            forth[group, numbers | 1 << n] += forth[group, numbers] * weights[cell, n]
    total = meet(notes)
    for group in range(GROUPS):
        for size in range(CELLS[group] - 1, -1, -1):
            cell = FIRST_CELL[group] + size
            for i in range(FROM_SIZE[size], FROM_SIZE[size + 1]):
                numbers = BY_SIZE[i]
                if forth[group, numbers] != 0.0:
                    for n in range(NUMBERS):
                        if not numbers >> n & 1:
                            part = back[group, numbers | 1 << n] * weights[cell, n]
                            back[group, numbers] += part
                            parts[cell, n] += forth[group, numbers] * part
    return total


@kernel
def meet(notes: Notes) -> float:
    """The sum over all divisions of the numbers; into ``back`` what each group's sums are multiplied with there."""
    weights, forth, back, parts = notes.weights, notes.forth, notes.back, notes.parts
    pairs = PAIRS.shape[1]
    beside, above = np.empty(pairs, np.float64), np.empty(pairs, np.float64)
    back_beside, back_above = np.empty(pairs, np.float64), np.empty(pairs, np.float64)
    total = 0.0
    for i in range(FOURS.shape[0]):
        corners = FOURS[i]
        of_corners = forth[CORNERS_SUM, corners]
        if of_corners == 0.0:
            continue
        for j in range(pairs):
            pair = PAIRS[i, j]
            beside[j] = forth[BESIDE_SUM, pair] * forth[COLUMN_SUM, corners | pair]
            above[j] = forth[ABOVE_SUM, pair] * forth[ROW_SUM, corners | pair]
            back_beside[j] = 0.0
            back_above[j] = 0.0
        of_others = 0.0
        for k in range(OTHERS):
            dragon = OTHER_NUMBERS[i, k]
            weight = weights[DRAGON_CELL, dragon]
            if weight == 0.0:
                continue
            of_pairs = 0.0
            for j in range(SPLITS.shape[1]):
                one, other = SPLITS[k, j, 0], SPLITS[k, j, 1]
                of_pairs += beside[one] * above[other]
                back_beside[one] += weight * above[other]
                back_above[other] += weight * beside[one]
            parts[DRAGON_CELL, dragon] += of_corners * weight * of_pairs
            of_others += weight * of_pairs
        if of_others == 0.0:
            continue
        total += of_corners * of_others
        back[CORNERS_SUM, corners] = of_others
        for j in range(pairs):
            pair = PAIRS[i, j]
            back[BESIDE_SUM, pair] += of_corners * back_beside[j] * forth[COLUMN_SUM, corners | pair]
            back[COLUMN_SUM, corners | pair] += of_corners * back_beside[j] * forth[BESIDE_SUM, pair]
            back[ABOVE_SUM, pair] += of_corners * back_above[j] * forth[ROW_SUM, corners | pair]
            back[ROW_SUM, corners | pair] += of_corners * back_above[j] * forth[ABOVE_SUM, pair]
    return total


@kernel
def filled_sum(notes: Notes, total: float, cell: int, number: int, white: bool) -> float:
    """What the sum becomes when a number is put onto an empty square."""
    if white:
        return notes.parts[cell, number] / EMPTY_WHITE
    return notes.parts[cell, number] / EMPTY * (1.0 - EMPTY * WRONG) + WRONG * total


@kernel
def fast_action(state: StateRecord, seat: int, notes: Notes) -> int:
    """What the fast player does with its turn (T3): what makes the sum over its home's solutions largest."""
    number = solving_number(state, seat)
    if number and state.table[seat, number - 1]:
        return PLACE + (number - 1) * PLAINS + PLAIN_INDEX[DRAGON[seat]]
    weigh_squares(state, seat, 0, notes.weights)
    total = find_parts(notes)
    if total <= 0.0:
        return PASS
    best, most = PASS, total
    for end in range(BESIDE, HOME_SQUARES):
        square = CELL[seat, end]
        white = WHITE_INDEX[square]
        if state.number[square]:
            continue
        closed = 0 if white < 0 else numbers_beside(state, white)
        for n in range(NUMBERS):
            if state.table[seat, n] and not closed >> n & 1:
                value = filled_sum(notes, total, end, n, white >= 0)
                if value > most:
                    best, most = PLACE + n * PLAINS + PLAIN_INDEX[square], value
    for start in range(BESIDE, HOME_SQUARES):
        square = CELL[seat, start]
        number = int(state.number[square])
        if number == 0 or WHITE_INDEX[square] >= 0 or notes.parts[start, number - 1] > LIES_WELL * total:
            continue
        stays = notes.parts[start, number - 1]
        taken = (total - stays) / WRONG + stays * EMPTY
        if taken > most:
            best, most = TAKE + TAKE_INDEX[square], taken
        if stays > LIES_BADLY * total:
            continue
        for end in range(BESIDE, HOME_SQUARES):
            target = CELL[seat, end]
            white = WHITE_INDEX[target]
            if state.number[target] or (white >= 0 and numbers_beside(state, white) >> (number - 1) & 1):
                continue
            # As if the two squares had nothing to do with each other.
            value = taken / total * filled_sum(notes, total, end, number - 1, white >= 0)
            if value > most:
                best, most = move_between(seat, square, target), value
    return best


@kernel
def move_between(seat: int, start: int, end: int) -> int:
    """The action that moves a number from a square of a home to another one."""
    i, j = 0, 0
    for place in range(HOME_SQUARES):
        if HOME[seat, place] == start:
            i = place
        if HOME[seat, place] == end:
            j = place
    return MOVE + MOVE_INDEX[seat, i, j]


@kernel
def perform(state: StateRecord, seat: int, action: int) -> bool:
    """Do what ``fast_action`` says; whether that solves the home. Nothing but the home and the table changes."""
    if action < MOVE:
        n, square = (action - PLACE) // PLAINS, PLAIN[(action - PLACE) % PLAINS]
        state.table[seat, n] -= 1
        state.number[square] = n + 1
        return square == DRAGON[seat]
    if action < TAKE:
        start = MOVE_START[action - MOVE]
        state.number[MOVE_END[action - MOVE]] = state.number[start]
        state.number[start] = 0
    elif action < PASS:
        square = TAKEN[action - TAKE]
        state.table[seat, state.number[square] - 1] += 1
        state.number[square] = 0
    return False


@kernel
def loss(state: StateRecord, seat: int, notes: Notes, black: int, number: int) -> float:
    """What of the sum over all solutions a number on a black square forbids, solutions with two such squares twice."""
    square = BLACK[black]
    lost = 0.0
    for cell in range(HOME_SQUARES):
        other = CELL[seat, cell]
        if WHITE_INDEX[other] < 0 and (other // SIDE == square // SIDE or other % SIDE == square % SIDE):
            lost += notes.parts[cell, number - 1]
    return lost


@kernel
def place_black(state: StateRecord, seat: int, notes: Notes, u: float, looks: int, hostile: bool) -> None:
    """Any black number comes onto a black square: of so many looked at, the worst for the seat, or the best."""
    left, empty = 0, 0
    for n in range(NUMBERS):
        left += int(state.black_left) >> n & 1
    for black in range(BLACKS):
        empty += state.number[BLACK[black]] == 0
    if left == 0 or empty == 0:
        return
    chosen = below(u, left)
    u = u * left - chosen
    number = 0
    for n in range(NUMBERS):
        if int(state.black_left) >> n & 1:
            if chosen == 0:
                number = n + 1
            chosen -= 1
    state.black_left = int(state.black_left) ^ 1 << (number - 1)
    black = below(u, BLACKS)
    step = 1 + below(u * BLACKS - black, 2)  # 1 or 2: both lead through all nine
    best, best_value = 0, -np.inf
    for _ in range(BLACKS):
        if state.number[BLACK[black]] == 0 and looks > 0:
            looks -= 1
            value = loss(state, seat, notes, black, number)
            value = value if hostile else -value
            if value > best_value:
                best, best_value = black, value
        black = (black + step) % BLACKS
    state.number[BLACK[best]] = number


@kernel
def race(state: StateRecord, seat: int, turn: int, to_flip: bool, last: int, seed: np.uint64, notes: Notes) -> int:
    """The turn on which the seat goes out if it plays fast from this turn on; LAST if on none up to the last one.

    Where ``to_flip`` is not set it has turned up its number on that turn already. The others do nothing but place
    black numbers as they harm the seat most; its own it places with some care. Changes the state.
    """
    size = shuffle_wall(state, seat, seed, notes.wall)
    for other in range(int(state.seats)):
        notes.sizes[other] = shuffle_wall(state, other, seed + np.uint64(other + 1), notes.walls[other])
    weigh_squares(state, seat, 0, notes.weights)
    find_parts(notes)
    come, gone, luck = 0, 0, WALL
    while turn <= last:
        if to_flip:
            for other in range(int(state.seats)):
                if other != seat and gone < notes.sizes[other] and is_in(state, other):
                    n = notes.walls[other, gone]
                    state.wall[other, n] -= 1
                    if n in (0, 7):  # a 1 or an 8 (T2)
                        place_black(state, seat, notes, uniform(seed, luck), BLACKS, True)
                        luck += 1
            gone += 1
            if come < size:
                n = notes.wall[come]
                come += 1
                state.wall[seat, n] -= 1
                state.table[seat, n] += 1
                if n in (0, 7):
                    place_black(state, seat, notes, uniform(seed, luck), 2, False)
                    luck += 1
        to_flip = True
        action = fast_action(state, seat, notes)
        if perform(state, seat, action):
            return turn
        if action == PASS and come == size and not state.black_left:
            return LAST  # nothing more will come
        turn += 1
    return LAST
