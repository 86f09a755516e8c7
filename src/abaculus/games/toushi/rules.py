"""The rules of Tóushì as kernels over its state."""

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.sheet import (
    COLUMN,
    COPIES_OF,
    CROSS,
    DICE,
    DIE_OF,
    FACES_OF,
    FIRST_NUMBER,
    MAX_FACES,
    NUMBERS,
    REACHED,
    ROW,
    SHEET,
    SIDE,
    SQUARES,
    VALUE_OF,
)
from abaculus.kernel.bits import NONE, bit, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord, state_dtype

FIRST, CHOOSE, ROLL, ONE_ROLLED, MARK, OVER = 0, 1, 2, 3, 4, 5  # phases
NOTHING = -1

STATE = state_dtype(
    "toushi",
    __file__,
    [
        ("single", "u1"),  # option: each number once (K3)
        ("phase", "u1"),
        ("round_number", "u1"),  # from 1; goes up with each mark that does not end the game
        ("stars", "u1"),  # not used yet, 0 … 3 (K4)
        ("at", "i1"),  # the starting point, a square 0 … 35 in reading order; NOTHING before the first mark
        ("die", "i1"),  # the die chosen, 0 … 5 for T4 … T20; NOTHING in FIRST and CHOOSE
        ("rolled", "i1"),  # what it showed, in ONE_ROLLED and MARK; else 0
        ("left", "u1", (DICE, MAX_FACES)),  # how often the number v is still in a die's list, at v - 1
        ("bearing", "u8", (DICE,)),  # the set of squares that bear each die
    ],
)

# Actions: a number of a list with a square, as a mark (F1, R3) or a bonus mark (R5); a number of a list, to roll its
# die (R1).
MARKS = 0
BONUS_MARKS = MARKS + NUMBERS * SQUARES
ROLLS = BONUS_MARKS + NUMBERS * SQUARES
REROLL = ROLLS + NUMBERS
BONUS_REROLL = REROLL + 1
STOP = BONUS_REROLL + 1
ACTIONS = STOP + 1


@kernel
def init(state: StateRecord) -> None:
    state.phase = FIRST
    state.round_number = 1
    state.stars = 3  # K4
    state.at = NOTHING
    state.die = NOTHING
    state.rolled = 0
    state.left[:] = 0
    for die in range(DICE):
        state.left[die, : FACES_OF[die]] = 1 if state.single else COPIES_OF[die]  # K3
    state.bearing[:] = 0


@kernel
def players_to_act(state: StateRecord) -> int:
    if state.phase == OVER:
        return 0
    return CHANCE_BIT if state.phase == ROLL else 1


@kernel
def chance_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    faces = int(FACES_OF[state.die])
    for face in range(faces):
        out[face] = face  # the outcome *1 is number 0
        probabilities[face] = 1.0 / faces
    return faces


@kernel
def sample_chance(state: StateRecord, u: float) -> int:
    return int(u * FACES_OF[state.die])


@kernel
def marked(state: StateRecord) -> np.uint64:
    """The squares that are marked."""
    squares = NONE
    for die in range(DICE):
        squares |= state.bearing[die]
    return squares


@kernel
def open_to(state: StateRecord, die: int) -> np.uint64:
    """The unmarked squares in whose row and column the die does not stand (R3)."""
    closed = marked(state)
    bearing = state.bearing[die]
    while bearing:
        closed |= CROSS[lowest(bearing)]
        bearing = without_lowest(bearing)
    return SHEET & ~closed


@kernel
def list_marks(squares: np.uint64, action: int, out: npt.NDArray[np.int32], n: int) -> int:
    """Append ``action`` + square for each of the squares to ``out``, which holds n actions."""
    while squares:
        out[n] = action + lowest(squares)
        n += 1
        squares = without_lowest(squares)
    return n


@kernel
def can_mark(state: StateRecord) -> bool:
    """Whether R3 allows any mark."""
    for die in range(DICE):
        squares = open_to(state, die)
        for value in range(1, min(state.rolled - 1, FACES_OF[die]) + 1):
            if state.left[die, value - 1] > 0 and squares & REACHED[state.at, state.rolled - value]:
                return True
    return False


@kernel
def legal_actions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    n = 0
    if player != 0:
        return 0
    if state.phase == FIRST:  # F1
        for number in range(NUMBERS):
            n = list_marks(SHEET, MARKS + number * SQUARES, out, n)
    elif state.phase == CHOOSE:  # R1
        for number in range(NUMBERS):
            if state.left[DIE_OF[number], VALUE_OF[number] - 1] > 0:
                out[n] = ROLLS + number
                n += 1
    elif state.phase == ONE_ROLLED:  # R2
        if state.stars > 0:
            for die in range(DICE):
                squares = open_to(state, die)  # R5
                for value in range(1, FACES_OF[die] + 1):
                    if state.left[die, value - 1] > 0:
                        n = list_marks(squares, BONUS_MARKS + (FIRST_NUMBER[die] + value - 1) * SQUARES, out, n)
        out[n] = REROLL
        n += 1
    elif state.phase == MARK:
        for die in range(DICE):
            squares = open_to(state, die)
            for value in range(1, min(state.rolled - 1, FACES_OF[die]) + 1):  # R3
                if state.left[die, value - 1] > 0:
                    reached = squares & REACHED[state.at, state.rolled - value]
                    n = list_marks(reached, MARKS + (FIRST_NUMBER[die] + value - 1) * SQUARES, out, n)
        stuck = n == 0
        if state.stars > 0:
            out[n] = BONUS_REROLL  # R4
            n += 1
        if stuck:
            out[n] = STOP  # R7
            n += 1
    return n


@kernel
def apply_action(state: StateRecord, player: int, action: int) -> None:
    if player == CHANCE_PLAYER:
        state.rolled = action + 1
        if state.rolled == 1:
            state.phase = ONE_ROLLED  # R2
        elif can_mark(state) or state.stars > 0:
            state.phase = MARK  # R3, R7
        else:
            state.phase = OVER  # R6b, R7
    elif ROLLS <= action < REROLL:
        number = action - ROLLS
        state.die = DIE_OF[number]
        state.left[state.die, VALUE_OF[number] - 1] -= 1  # R1
        state.phase = ROLL
    elif action in (REROLL, BONUS_REROLL):
        if action == BONUS_REROLL:
            state.stars -= 1  # R4
        state.rolled = 0
        state.phase = ROLL
    elif action == STOP:
        state.phase = OVER  # R7
    else:
        if action >= BONUS_MARKS:
            state.stars -= 1  # R5
            action -= BONUS_MARKS
        mark(state, action // SQUARES, action % SQUARES)


@kernel
def mark(state: StateRecord, number: int, square: int) -> None:
    """Write a number's die in a square, and end the round, or the game."""
    die = DIE_OF[number]
    state.left[die, VALUE_OF[number] - 1] -= 1
    state.bearing[die] |= bit(square)
    state.at = square
    state.die = NOTHING
    state.rolled = 0
    if state.stars == 0 or marked(state) == SHEET:  # R6a, R6c
        state.phase = OVER
    else:
        state.phase = CHOOSE
        state.round_number += 1


@kernel
def score(state: StateRecord) -> int:
    """What the sheet scores as it stands (S1)."""
    squares = marked(state)
    points = count(squares) + 4 * int(state.stars)
    for line in range(SIDE):
        if squares & ROW[line] == ROW[line]:
            points += 3
        if squares & COLUMN[line] == COLUMN[line]:
            points += 3
    return points


@kernel
def returns(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    out[0] = score(state)  # S2
