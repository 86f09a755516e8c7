"""Tóushì as numbers for a network, and the evaluation that a greedy bot looks at.

The observation has the planes (6 × 6; rows, columns of the sheet):

- 0 … 5: 1 where a square bears T4, T6, T8, T10, T12, T20.
- 6: 1 at the starting point.
- 7 … 12: 1 where T4 … T20 could be written by the row and column rule.
- 13 … 17, the same value everywhere: 1 in the plane of the phase (first, choose, roll, one, mark).
- 18 … 22, the same value everywhere: stars / 3, faces of the die chosen / 20, roll / 20, squares marked / 36, score /
  84.
- 23 … 42: for v = 1 … 20 how often v is left in the list of the d-th die, divided by 3, in row d (all six columns).
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.rules import NOTHING, OVER, marked, open_to, score
from abaculus.games.toushi.sheet import COLUMN, DICE, FACES_OF, MAX_FACES, MAX_SCORE, ROW, SIDE, SQUARES
from abaculus.kernel.bits import ONE, count
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

OPEN, PHASES, FACTS, LISTS = 7, 13, 18, 23
PLANES = LISTS + MAX_FACES


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    for die in range(DICE):
        for square in range(SQUARES):
            place = np.uint64(square)
            out[die, square // SIDE, square % SIDE] = float(state.bearing[die] >> place & ONE)
            out[OPEN + die, square // SIDE, square % SIDE] = float(open_to(state, die) >> place & ONE)
        for value in range(FACES_OF[die]):
            out[LISTS + value, die, :] = state.left[die, value] / 3
    if state.at != NOTHING:
        out[6, state.at // SIDE, state.at % SIDE] = 1
    if state.phase != OVER:
        out[PHASES + state.phase] = 1
    out[FACTS] = state.stars / 3
    out[FACTS + 1] = 0 if state.die == NOTHING else FACES_OF[state.die] / MAX_FACES
    out[FACTS + 2] = state.rolled / MAX_FACES
    out[FACTS + 3] = count(marked(state)) / SQUARES
    out[FACTS + 4] = score(state) / MAX_SCORE


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    """The score, and what is hoped for: full lines, squares that can still be marked, numbers left."""
    value = float(score(state))
    if state.phase == OVER:
        return value
    squares = marked(state)
    reachable = squares
    for die in range(DICE):
        lists = 0
        for number in range(FACES_OF[die]):
            lists += state.left[die, number]
            # A small number can be written after more rolls than a large one.
            value += 0.06 * state.left[die, number] / (number + 2)
        if lists > 0:
            reachable |= open_to(state, die)
            value += 0.04 * count(open_to(state, die))
    value -= 0.8 * (SQUARES - count(reachable))
    for line in range(SIDE):
        # A line that holds a square for no die is lost; the others count the more, the fuller they are.
        if reachable & ROW[line] == ROW[line]:
            value += 3 * (count(squares & ROW[line]) / SIDE) ** 2
        if reachable & COLUMN[line] == COLUMN[line]:
            value += 3 * (count(squares & COLUMN[line]) / SIDE) ** 2
    return value
