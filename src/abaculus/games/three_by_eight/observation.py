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

from abaculus.games.three_by_eight.cards import BLOCKERS, CARDS, NUMBERS, TENS, CardSet, has
from abaculus.games.three_by_eight.rules import (
    NOTHING,
    POOL,
    ROWS,
    blocked_colours,
    completed_rows,
    hand_size,
    pile_size,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

DISCARD, BOX, UNSEEN, SEAT = 4, 5, 6, 7
SEAT_PLANES = 1 + 2 * ROWS


@kernel
def draw_cards(cards: CardSet, plane: npt.NDArray[np.float32]) -> None:
    for card in range(CARDS):
        if has(cards, card):
            plane[card // TENS, card % TENS] = 1


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    draw_cards(state.hands[player], out[0])
    for place in range(POOL):
        if state.pool[place] >= 0:
            out[1 + place, state.pool[place] // TENS, state.pool[place] % TENS] = 1
    draw_cards(state.discard, out[DISCARD])
    for blocker in range(BLOCKERS):
        out[BOX, NUMBERS // TENS, blocker] = state.box >> blocker & 1
    draw_cards(state.draw, out[UNSEEN])
    facts = out[len(out) - 1]
    for s in range(state.seats):
        seat = (player + s) % state.seats
        if s > 0:
            for card in range(CARDS):
                if has(state.hands[seat], card) and not has(state.known[seat], card):
                    out[UNSEEN, card // TENS, card % TENS] = 1
        planes = SEAT + SEAT_PLANES * s
        draw_cards(state.known[seat], out[planes])
        for place in range(ROWS):
            draw_cards(state.rows[seat, place], out[planes + 1 + place])
            card = int(state.completed[seat, place])
            if card >= 0:
                out[planes + 1 + place, card // TENS, card % TENS] = -1
            for colour in range(NUMBERS // TENS):
                if blocked_colours(state, seat, place) >> colour & 1:
                    out[planes + 1 + ROWS + place, colour] = 1
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
