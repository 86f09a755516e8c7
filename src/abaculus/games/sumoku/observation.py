"""Sumoku as numbers for a network, the evaluation, and the play that a greedy bot makes.

The observation has the planes (81 × 81; rows, columns):

- 0 … 5: the tiles of each colour, in the order red, orange, yellow, green, blue, purple; value / 9 in the place where
  one lies. The crossword, with the play under way, has its top left corner in the planes' top left corner.
- 6: 1 where a tile of the play under way lies.
- 7, facts. Row s = 0 … 7: the stock of the s-th seat clockwise from the player; column k: how many tiles of the k-th
  kind (red 1 … 8, orange 1 … 8, …), divided by 2. Row 8: the bag likewise. Row 9, column s: the score of that seat /
  100. Row 10: 1 in the column of the key. Row 11: 1 in column s for the seat whose turn it is; then, from column 8 on:
  phase (draw, roll, play, over: four columns), bonus, passes / 8, tiles to draw / 8, and where the place 0,0 lies in
  the planes: column / 81, row / 81.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku.lines import COMPLETED
from abaculus.games.sumoku.plays import best_play
from abaculus.games.sumoku.rules import OVER, PLAY, STOCK, in_bag, total
from abaculus.games.sumoku.tiles import COLOUR_OF, COLOURS, END, KINDS, LONGEST, NINE, NUMBER_OF, PASS, VALUE_OF
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import MAX_SEATS, StateRecord

SIDE = 81  # SUMOKU-P1: as far as 96 tiles reach from one end to the other
LAID = len(COLOURS)
FACTS = LAID + 1
PLANES = FACTS + 1
BAG, SCORES, KEY, COURSE = MAX_SEATS, MAX_SEATS + 1, MAX_SEATS + 2, MAX_SEATS + 3  # rows of the facts


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    left, top = corner(state)
    draw_tiles(state, left, top, 1.0, out)
    facts = out[FACTS]
    for s in range(state.seats):
        seat = (player + s) % int(state.seats)
        for i in range(state.held[seat]):
            facts[s, state.stock[seat, i]] += 0.5
        facts[SCORES, s] = state.score[seat] / 100
        facts[COURSE, s] = state.turn_of == seat
    for kind in range(KINDS):
        facts[BAG, kind] = state.bag[kind] / 2
    facts[KEY, state.key] = state.key > 0
    facts[COURSE, MAX_SEATS + state.phase] = 1
    facts[COURSE, 12] = state.bonus
    facts[COURSE, 13] = state.passes / MAX_SEATS
    facts[COURSE, 14] = state.to_draw / STOCK
    if left < SIDE:
        facts[COURSE, 15] = -left / SIDE
        facts[COURSE, 16] = -top / SIDE


@kernel
def erase_observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    left, top = corner(state)
    draw_tiles(state, left, top, 0.0, out)
    out[FACTS, : COURSE + 1] = 0


@kernel
def corner(state: StateRecord) -> tuple[int, int]:
    """The least x and the least y of the tiles laid; SIDE where there are none."""
    left, top = SIDE, SIDE
    for i in range(state.on_board):
        left, top = min(left, int(state.x[i])), min(top, int(state.y[i]))
    for i in range(state.laid):
        left, top = min(left, int(state.laid_x[i])), min(top, int(state.laid_y[i]))
    return left, top


@kernel
def draw_tiles(state: StateRecord, left: int, top: int, one: float, out: npt.NDArray[np.float32]) -> None:
    """Write all planes but the facts; ``one`` stands for 1."""
    for i in range(state.on_board):
        face, row, column = int(state.face[i]), int(state.y[i]) - top, int(state.x[i]) - left
        out[COLOUR_OF[face], row, column] = VALUE_OF[face] / NINE * one
    for i in range(state.laid):
        face, row, column = int(state.laid_face[i]), int(state.laid_y[i]) - top, int(state.laid_x[i]) - left
        out[COLOUR_OF[face], row, column] = VALUE_OF[face] / NINE * one
        out[LAID, row, column] = one


BONUS = 8.0  # what a play more is worth for each tile that is left for it; found by play of the policy with itself


@kernel
def weigh(state: StateRecord, player: int, worth: npt.NDArray[np.float64]) -> None:
    """What it is worth to lay each set of the kinds in a stock, beyond what that scores (see ``best_play``).

    As long as others are drawn for them, it is no merit to lay tiles; at the end each that is left costs its number.
    """
    last = in_bag(state) == 0
    held = int(state.held[player])
    worth[0] = 0
    worth[COMPLETED] = BONUS * held
    kinds = 0
    before = -1
    for i in range(held):
        kind = int(state.stock[player, i])
        if kind == before:
            continue
        before = kind
        gain = float(NUMBER_OF[kind]) if last else 0.0  # E3
        size = 1 << kinds
        for others in range(size):
            worth[size + others] = worth[others] + gain
            worth[COMPLETED + size + others] = worth[COMPLETED + others] + gain - BONUS
        kinds += 1


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    """The lead; and in the middle of a play, or before a bonus play, what the best way to go on brings."""
    ahead = float(state.score[player])
    best_other = -np.inf
    for seat in range(state.seats):
        if seat != player:
            best_other = max(best_other, float(state.score[seat]))
    value = ahead - best_other
    if state.phase == OVER:
        return value
    if in_bag(state) == 0:
        value -= total(state, player)
    if state.phase == PLAY and state.turn_of == player and (state.laid > 0 or state.bonus):
        worth = np.empty(2 * COMPLETED, np.float64)
        weigh(state, player, worth)
        found = best_play(state, player, worth, np.empty((1, LONGEST), np.int32))
        if found > -np.inf:
            value += found
    return value


@kernel
def prefer(state: StateRecord, player: int) -> int:
    """The next tile of the best play, or ``end`` when that is what is laid."""
    worth = np.empty(2 * COMPLETED, np.float64)
    weigh(state, player, worth)
    actions = np.empty((1, LONGEST), np.int32)
    if best_play(state, player, worth, actions) == -np.inf:
        return PASS
    return int(actions[0, 0]) if actions[0, 0] >= 0 else END
