"""3x8 as numbers for a network.

The observation has planes of 12 × 10, a square a card: row k holds the cards of colour k, row 11 the blockers. 1 in the
square of each card that is

- 0: in the player's hand.
- 1 … 3: in place 1 … 3 of the pool.
- 4: in the discard pile. 5: in the box.
- 6: not seen by the player: in the draw pile or hidden in another hand.
- 7 + 9 s, for the s-th seat clockwise from the player: in its hand, as all have seen.
- 8 + 9 s … 11 + 9 s: in its row 1 … 4; −1 for the face-down card of a completed row.
- 12 + 9 s … 15 + 9 s: of a colour that a blocker blocks on its row 1 … 4.

The last plane holds facts. Row 0: 1 in the column of the phase (the pool at the start, deal, main, play, the pool for
`grow`, draw, drawn, the pool after the draws, over). Row 1: draw pile / 120, cards to draw / 10, cards played / 10, 1
if cards were moved, turn / turns at most. Row 2: 1 in the column of the row played on. Row 3 + s, for the s-th seat:
cards in hand / 10, completed rows / 3, 1 if the turn is its.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import BLOCKERS, CARDS, NUMBERS, TENS, WORD
from abaculus.games.three_by_eight.rules import (
    NOTHING,
    POOL,
    ROWS,
    blocked_colours,
    completed_rows,
    hand_size,
    pile_size,
)
from abaculus.kernel.bits import lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

DISCARD, BOX, UNSEEN, SEAT = 4, 5, 6, 7
SEAT_PLANES = 1 + 2 * ROWS


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    draw_planes(state, player, 1.0, out)
    facts = out[len(out) - 1]
    for s in range(state.seats):
        seat = (player + s) % state.seats
        facts[3 + s, 0] = hand_size(state, seat) / TENS
        facts[3 + s, 1] = completed_rows(state, seat) / 3
        facts[3 + s, 2] = seat == state.turn_of
    facts[0, state.phase] = 1
    facts[1, 0] = pile_size(state) / CARDS
    facts[1, 1] = state.to_draw / TENS
    facts[1, 2] = state.played / TENS
    facts[1, 3] = state.moved
    facts[1, 4] = state.turn / state.max_turns
    if state.row != NOTHING:
        facts[2, state.row] = 1


@kernel
def erase_observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    draw_planes(state, player, 0.0, out)
    out[len(out) - 1] = 0.0


@kernel
def draw_planes(state: StateRecord, player: int, one: float, out: npt.NDArray[np.float32]) -> None:
    """Write all planes but the facts; ``one`` stands for 1."""
    draw_cards(state.hands[player, 0], state.hands[player, 1], one, out[0])
    for place in range(POOL):
        if state.pool[place] >= 0:
            out[1 + place, state.pool[place] // TENS, state.pool[place] % TENS] = one
    draw_cards(state.discard[0], state.discard[1], one, out[DISCARD])
    for blocker in range(BLOCKERS):
        if state.box >> blocker & 1:
            out[BOX, NUMBERS // TENS, blocker] = one
    draw_cards(state.draw[0], state.draw[1], one, out[UNSEEN])
    for s in range(state.seats):
        seat = (player + s) % state.seats
        hand, known = state.hands[seat], state.known[seat]
        if s > 0:
            draw_cards(hand[0] & ~known[0], hand[1] & ~known[1], one, out[UNSEEN])
        planes = SEAT + SEAT_PLANES * s
        draw_cards(known[0], known[1], one, out[planes])
        for place in range(ROWS):
            draw_cards(state.rows[seat, place, 0], state.rows[seat, place, 1], one, out[planes + 1 + place])
            card = int(state.completed[seat, place])
            if card >= 0:
                out[planes + 1 + place, card // TENS, card % TENS] = 0.0 - one
            blocked = np.uint64(blocked_colours(state, seat, place))
            while blocked:
                out[planes + 1 + ROWS + place, lowest(blocked)] = one
                blocked = without_lowest(blocked)


@kernel
def draw_cards(low: np.uint64, high: np.uint64, one: float, plane: npt.NDArray[np.float32]) -> None:
    """Write ``one`` in the square of each card of a set that is given as its two words."""
    while low:
        card = lowest(low)
        plane[card // TENS, card % TENS] = one
        low = without_lowest(low)
    while high:
        card = WORD + lowest(high)
        plane[card // TENS, card % TENS] = one
        high = without_lowest(high)
