"""What is worth knowing of a decision in Tóushì, for a small network that chooses among decisions.

First what kind it is (a mark, a bonus mark, a roll, a reroll, a bonus reroll, stop), with the die's faces and the
value; then, of the sheet after it: score, stars, squares marked, and squares that are marked or still can be; lines
that are full, that are lost, that lack one square, and how far the others are (the sums of the squares and of the
cubes of what is full of them); unmarked squares one and two steps away. For each die: how many squares are open to
it, how many numbers are left in its list, and which part of its rolls would allow a mark. At last that part for the
die that is to be rolled.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.rules import (
    BONUS_MARKS,
    BONUS_REROLL,
    NOTHING,
    REROLL,
    ROLL,
    ROLLS,
    marked,
    open_to,
    score,
)
from abaculus.games.toushi.sheet import (
    COLUMN,
    DICE,
    DIE_OF,
    FACES_OF,
    MAX_FACES,
    MAX_SCORE,
    REACHED,
    ROW,
    SIDE,
    SQUARES,
    VALUE_OF,
)
from abaculus.kernel.bits import count
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

_DIE_NAMES = tuple(f"T{faces}" for faces in FACES_OF.tolist())
NAMES = (
    *("mark", "bonus mark", "roll", "reroll", "bonus reroll", "stop", "faces", "value"),
    *(
        "score",
        "stars",
        "marked",
        "reachable",
        "full",
        "lost",
        "lacks one",
        "squares",
        "cubes",
        "one step",
        "two steps",
    ),
    *(f"{name} {die}" for die in _DIE_NAMES for name in ("open", "left", "fits")),
    "fits",
)
SHEET_AT, DICE_AT = 8, 19


@kernel
def features(state: StateRecord, player: int, action: int, after: StateRecord, out: npt.NDArray[np.float32]) -> None:
    out[:] = 0
    if action < REROLL:
        number = action - ROLLS if action >= ROLLS else action % BONUS_MARKS // SQUARES
        out[2 if action >= ROLLS else action // BONUS_MARKS] = 1
        out[6] = FACES_OF[DIE_OF[number]] / MAX_FACES
        out[7] = VALUE_OF[number] / MAX_FACES
    else:
        out[3 if action == REROLL else 4 if action == BONUS_REROLL else 5] = 1

    squares = marked(after)
    reachable = squares
    fitting = rolls_that_fit(after)
    for die in range(DICE):
        left = 0
        for value in range(FACES_OF[die]):
            left += int(after.left[die, value])
        squares_open = open_to(after, die)
        if left > 0:
            reachable |= squares_open
        out[DICE_AT + 3 * die] = count(squares_open) / SQUARES
        out[DICE_AT + 3 * die + 1] = left / 12
        out[DICE_AT + 3 * die + 2] = part_that_fits(fitting, die)
    if after.phase == ROLL:
        out[DICE_AT + 3 * DICE] = part_that_fits(fitting, after.die)

    full, lost, near = 0, 0, 0
    second, third = 0.0, 0.0
    for i in range(2 * SIDE):
        line = ROW[i] if i < SIDE else COLUMN[i - SIDE]
        has = count(squares & line)
        if has == SIDE:
            full += 1
        elif reachable & line != line:
            lost += 1
        else:
            near += has == SIDE - 1
            second += (has / SIDE) ** 2
            third += (has / SIDE) ** 3
    out[SHEET_AT] = score(after) / MAX_SCORE
    out[SHEET_AT + 1] = after.stars / 3
    out[SHEET_AT + 2] = count(squares) / SQUARES
    out[SHEET_AT + 3] = count(reachable) / SQUARES
    out[SHEET_AT + 4] = full / 12
    out[SHEET_AT + 5] = lost / 12
    out[SHEET_AT + 6] = near / 12
    out[SHEET_AT + 7] = second / 4
    out[SHEET_AT + 8] = third / 4
    if after.at != NOTHING:
        out[SHEET_AT + 9] = count(REACHED[after.at, 1] & reachable & ~squares) / 4
        out[SHEET_AT + 10] = count(REACHED[after.at, 2] & reachable & ~squares) / 8


@kernel
def rolls_that_fit(state: StateRecord) -> int:
    """The set of rolls, as bits, after which R3 would allow a mark."""
    rolls = 0
    if state.at == NOTHING:
        return rolls
    for die in range(DICE):
        squares = open_to(state, die)
        distances = 0
        for distance in range(1, MAX_FACES):
            if squares & REACHED[state.at, distance]:
                distances |= 1 << distance
        for value in range(1, FACES_OF[die] + 1):
            if state.left[die, value - 1] > 0:
                rolls |= distances << value
    return rolls


@kernel
def part_that_fits(rolls: int, die: int) -> float:
    """Which part of a die's rolls is in the set."""
    fitting = 0
    for roll in range(2, FACES_OF[die] + 1):
        fitting += rolls >> roll & 1
    return fitting / FACES_OF[die]
