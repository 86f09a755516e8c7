"""108 as numbers for a network.

Seats are counted from the one that looks, clockwise: seat + 0 is itself, seat + 1 the next one. The observation has the
planes (9 × 9; rows, columns of the board):

- 0 … 8: 1 where the number 1 … 9 lies.
- 9 … 12: 1 on the squares of the home of seat + 0 … seat + 3.
- 13 … 16: 1 on the white squares whose number is a piece of seat + 0 … seat + 3.
- 17 … 20: what seat + 0 … seat + 3 has besides: in row n − 1, columns 0 … 2, 1 for each n on its table, from the left;
  in columns 3 … 5 the same for its wall.
- 21: in row n − 1, 1 for the black number n: in column 0 while it lies in the stacks, in column 1 when it is to be
  placed.
- 22 … 24, the same value everywhere: the height of each stack / 3.
- 25 … 33: 1 on the white squares from which the number 1 … 9 is barred in this turn.
- 34: 1 where the forbidden number lies that is asked about; 35: 1 on the square it came from.
- 36 … 44, the same value everywhere: 1 in the plane of the phase (draw, flip, stack, reveal, black, act, warn, punish,
  remove).
- 45 … 48, 49 … 52, 53 … 56, 57 … 60, 61 … 64, the same value everywhere: for seat + 0 … seat + 3, 1 when it is its
  turn; when it is the first player; when it has gone out; when it is still to be asked; the number it drew / 9.
- 65 … 68, the same value everywhere: round / rounds at most, passes / seats, and 1 for each of the options play_on and
  declared.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.one_o_eight.board import COPIES, HOME, HOME_SQUARES, NUMBERS, SEATS, SIDE, SQUARES, WHITE, WHITES
from abaculus.games.one_o_eight.rules import NOTHING, OVER, STACKS, still_in
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

HOME_OF = NUMBERS
OWNER = HOME_OF + SEATS
PIECES = OWNER + SEATS
BLACK_NUMBERS = PIECES + SEATS
HEIGHTS = BLACK_NUMBERS + 1
BARRED = HEIGHTS + STACKS
OFFENCE = BARRED + NUMBERS
ORIGIN = OFFENCE + 1
PHASE = ORIGIN + 1
TURN = PHASE + OVER
FIRST = TURN + SEATS
OUT = FIRST + SEATS
ASK = OUT + SEATS
DRAWN = ASK + SEATS
FACTS = DRAWN + SEATS
PLANES = FACTS + 4


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    seats = int(state.seats)
    for square in range(SQUARES):
        if state.number[square]:
            out[state.number[square] - 1, square // SIDE, square % SIDE] = 1
    for white in range(WHITES):
        row, column = WHITE[white] // SIDE, WHITE[white] % SIDE
        if state.owner[white] != NOTHING:
            out[OWNER + (int(state.owner[white]) - player) % seats, row, column] = 1
        for n in range(NUMBERS):
            if int(state.warned[white]) >> n & 1:
                out[BARRED + n, row, column] = 1
    for n in range(NUMBERS):
        if int(state.black_left) >> n & 1:
            out[BLACK_NUMBERS, n, 0] = 1
    if state.revealed:
        out[BLACK_NUMBERS, int(state.revealed) - 1, 1] = 1
    for stack in range(STACKS):
        out[HEIGHTS + stack] = state.stacks[stack] / COPIES
    if state.offence != NOTHING:
        out[OFFENCE, int(state.offence) // SIDE, int(state.offence) % SIDE] = 1
    if state.origin != NOTHING:
        out[ORIGIN, int(state.origin) // SIDE, int(state.origin) % SIDE] = 1
    if state.phase != OVER:
        out[PHASE + state.phase] = 1
    for distance in range(seats):
        observe_seat(state, (player + distance) % seats, distance, out)
    out[FACTS] = state.round_number / state.max_rounds
    out[FACTS + 1] = state.passes / seats
    out[FACTS + 2] = state.play_on
    out[FACTS + 3] = state.declared


@kernel
def observe_seat(state: StateRecord, seat: int, distance: int, out: npt.NDArray[np.float32]) -> None:
    """The planes of the seat that sits so far clockwise from the one that looks."""
    for i in range(HOME_SQUARES):
        out[HOME_OF + distance, HOME[seat, i] // SIDE, HOME[seat, i] % SIDE] = 1
    for n in range(NUMBERS):
        out[PIECES + distance, n, : state.table[seat, n]] = 1
        out[PIECES + distance, n, COPIES : COPIES + state.wall[seat, n]] = 1
    out[TURN + distance] = state.turn_of == seat
    out[FIRST + distance] = state.first == seat
    out[OUT + distance] = still_in(state) >> seat & 1 == 0
    out[ASK + distance] = int(state.ask) >> seat & 1
    out[DRAWN + distance] = state.drawn[seat] / NUMBERS
