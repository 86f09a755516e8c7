"""The rules of 3x8 as kernels over its state."""

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import (
    CARDS,
    FULL,
    HALVES,
    NUMBERS,
    NUMBERS_HIGH,
    TENS,
    WORD,
    CardSet,
    add,
    first_of,
    has,
    high_of_colours,
    is_empty,
    last_of,
    low_of_colours,
    nth,
    remove,
    size,
    up_to_highest,
    up_to_last,
)
from abaculus.kernel.bits import NONE, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, uniform
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord, state_dtype

SEATS = 4
ROWS = 4  # R1
POOL = 3  # S1
HAND = 4  # S1
LONG = 8  # A5: a row of so many cards is completed
ROWS_TO_WIN = 3  # E1
MOST_MOVED = 17  # a row of seven and ten cards of a colour
MOST_TURNS = 2**62  # more than anybody plays

# Phases. START, FILL and REFILL are "pool" in positions: at the start, for `grow`, and after the draws.
START, DEAL, MAIN, PLAY, FILL, DRAW, DRAWN, REFILL, OVER = 0, 1, 2, 3, 4, 5, 6, 7, 8
_CHANCE = 1 << START | 1 << DEAL | 1 << FILL | 1 << DRAWN | 1 << REFILL
NOTHING = -1

STATE = state_dtype(
    "three_by_eight",
    __file__,
    [
        # The options and the number of seats, 2 … 4. The deck: base and set of blocked colours (bits) of each half.
        ("max_turns", "i8"),
        ("half_blocks", "u2", (HALVES,)),
        ("half_base", "u1", (HALVES,)),
        ("seats", "u1"),
        ("first", "u1"),
        # Sets of cards (see cards.py). Rows that are not open are empty.
        ("hands", "u8", (SEATS, 2)),
        ("known", "u8", (SEATS, 2)),  # those cards of a hand that all have seen (D3)
        ("rows", "u8", (SEATS, ROWS, 2)),
        ("draw", "u8", (2,)),
        ("discard", "u8", (2,)),
        # In a full state 0. In what a seat sees so many cards of each hand lie in `draw` instead: it is the set of the
        # cards that are in the draw pile or hidden in a hand.
        ("hidden", "u1", (SEATS,)),
        ("blocker", "i1", (SEATS, ROWS)),  # the half on the row, 0 … 19, or NOTHING (R3)
        ("completed", "i1", (SEATS, ROWS)),  # the face-down card of a completed row, or NOTHING (R2)
        ("pool", "i1", (POOL,)),  # cards, or NOTHING
        ("box", "u2"),  # the set of blockers that are out of the game (B4)
        ("turn", "i8"),  # from 1
        ("turn_of", "u1"),
        ("phase", "u1"),
        ("played", "u1"),  # cards played this turn
        ("row", "i1"),  # the place played on, 0 … 3, or NOTHING
        ("moved", "u1"),  # 1 once cards were moved this turn (A4)
        ("to_draw", "u1"),
    ],
)

# Actions: a card to a place, or to a new row, place NEW (A1, A2); the last k cards to a place (A4); the others.
NEW = ROWS
PLAYS = 0
MOVES = PLAYS + (ROWS + 1) * NUMBERS
END = MOVES + (ROWS + 1) * MOST_MOVED
DROPS = END + 1
GROW = DROPS + ROWS
BLOCKS = GROW + 1
POOL_DRAWS = BLOCKS + HALVES * SEATS * ROWS
PILE_DRAW = POOL_DRAWS + POOL
ACTIONS = PILE_DRAW + 1


@kernel
def init(state: StateRecord) -> None:
    state.hands[:] = 0
    state.known[:] = 0
    state.rows[:] = 0
    state.draw[:] = FULL  # S1
    state.discard[:] = 0
    state.hidden[:] = 0
    state.blocker[:] = NOTHING
    state.completed[:] = NOTHING
    state.pool[:] = NOTHING
    state.box = 0
    state.turn = 1
    state.turn_of = state.first  # S2
    state.phase = START
    clear_turn(state)


@kernel
def clear_turn(state: StateRecord) -> None:
    state.played = 0
    state.row = NOTHING
    state.moved = 0
    state.to_draw = 0


@kernel
def players_to_act(state: StateRecord) -> int:
    if state.phase == OVER:
        return 0
    return CHANCE_BIT if _CHANCE >> int(state.phase) & 1 else 1 << int(state.turn_of)


# The draw pile


@kernel
def pile_size(state: StateRecord) -> int:
    """How many cards the draw pile has."""
    cards = size(state.draw)
    for seat in range(SEATS):
        cards -= int(state.hidden[seat])
    return cards


@kernel
def hand_size(state: StateRecord, seat: int) -> int:
    """How many cards the seat holds, hidden ones too."""
    return size(state.hands[seat]) + int(state.hidden[seat])


@kernel
def chance_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    n = 0
    total = size(state.draw)
    for card in range(CARDS):
        if has(state.draw, card):  # S1: any of those left, alike likely
            out[n] = card
            probabilities[n] = 1.0 / total
            n += 1
    return n


@kernel
def sample_chance(state: StateRecord, u: float) -> int:
    return nth(state.draw, below(u, size(state.draw)))


@kernel
def pile_gives(state: StateRecord) -> bool:
    """Make sure that the draw pile holds a card, now that one is wanted; whether it does (D2)."""
    if pile_size(state) == 0:
        state.draw[0] |= state.discard[0]
        state.draw[1] |= state.discard[1]
        state.discard[:] = 0
        return pile_size(state) > 0
    return True


@kernel
def pool_wants(state: StateRecord) -> bool:
    """Whether chance is to turn up a card for an empty place of the pool."""
    return (state.pool[0] < 0 or state.pool[1] < 0 or state.pool[2] < 0) and pile_gives(state)


@kernel
def can_draw(state: StateRecord) -> bool:
    """Whether the top of the draw pile can be drawn (D2)."""
    return not is_empty(state.discard) or pile_size(state) > 0


# What may be done


@kernel
def list_cards(low: np.uint64, high: np.uint64, action: int, out: npt.NDArray[np.int32], n: int) -> int:
    """Append ``action`` + card for each card of a set to ``out``, which holds n actions."""
    while low:
        out[n] = action + lowest(low)
        n += 1
        low = without_lowest(low)
    while high:
        out[n] = action + WORD + lowest(high)
        n += 1
        high = without_lowest(high)
    return n


@kernel
def is_open(state: StateRecord, seat: int, place: int) -> bool:
    """Whether an open row lies in the place."""
    return not is_empty(state.rows[seat, place])


@kernel
def free_place(state: StateRecord, seat: int) -> int:
    """The place that a new row takes, or NOTHING (R1)."""
    for place in range(ROWS):
        if state.completed[seat, place] < 0 and not is_open(state, seat, place):
            return place
    return NOTHING


@kernel
def blocked_colours(state: StateRecord, seat: int, place: int) -> int:
    """The set of colours (bits) that the blocker on a row blocks (B2)."""
    half = state.blocker[seat, place]
    return int(state.half_blocks[half]) if half >= 0 else 0


@kernel
def closed_to(state: StateRecord, seat: int, place: int) -> tuple[np.uint64, np.uint64]:
    """The two words of the cards that cannot be put on an open row: not above its last (R1), or blocked there (B2)."""
    low, high = up_to_last(state.rows[seat, place])
    if state.blocker[seat, place] >= 0:
        colours = blocked_colours(state, seat, place)
        low |= low_of_colours(colours)
        high |= high_of_colours(colours)
    return low, high


@kernel
def movable(
    low: np.uint64, high: np.uint64, closed_low: np.uint64, closed_high: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Of a row's two words the cards after the last one that the target is closed to."""
    staying = high & closed_high
    if staying:
        return NONE, high & ~up_to_highest(staying)
    return low & ~up_to_highest(low & closed_low), high


@kernel
def list_plays(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    """What can be played as the first card of a play (A1)."""
    n = 0
    low, high = state.hands[player, 0], state.hands[player, 1] & NUMBERS_HIGH
    for place in range(ROWS):
        if is_open(state, player, place):
            closed_low, closed_high = closed_to(state, player, place)
            n = list_cards(low & ~closed_low, high & ~closed_high, PLAYS + place * NUMBERS, out, n)
    if free_place(state, player) >= 0:
        n = list_cards(low, high, PLAYS + NEW * NUMBERS, out, n)
    return n


@kernel
def list_drops(state: StateRecord, player: int, out: npt.NDArray[np.int32], n: int) -> int:
    for place in range(ROWS):
        if is_open(state, player, place):  # M2
            out[n] = DROPS + place
            n += 1
    return n


@kernel
def ends_in(row: CardSet, colour: int) -> bool:
    """Whether the last card of an open row has the colour."""
    return not is_empty(row) and last_of(row) // TENS == colour


@kernel
def list_blocks(state: StateRecord, player: int, out: npt.NDArray[np.int32], n: int) -> int:
    blockers = state.hands[player, 1] >> np.uint64(NUMBERS - WORD)
    while blockers:
        blocker = lowest(blockers)
        blockers = without_lowest(blockers)
        for half in range(2 * blocker, 2 * blocker + 2):
            colour = int(state.half_base[half])
            for seat in range(state.seats):
                if seat == player:
                    continue
                for place in range(ROWS):
                    if state.blocker[seat, place] < 0 and ends_in(state.rows[seat, place], colour):  # B1
                        out[n] = BLOCKS + (half * SEATS + seat) * ROWS + place
                        n += 1
    return n


@kernel
def most_moved(state: StateRecord, player: int, target: int) -> int:
    """How many cards at most can be moved from the row played on to a place, or to NEW; any fewer can, too (A4)."""
    row = state.rows[player, state.row]
    if target == NEW:
        return size(row) - 1 if free_place(state, player) >= 0 else 0
    if target == state.row or not is_open(state, player, target):
        return 0
    closed_low, closed_high = closed_to(state, player, target)
    low, high = movable(row[0], row[1], closed_low, closed_high)
    return count(low) + count(high)


@kernel
def legal_actions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    if player != state.turn_of or state.phase == OVER or _CHANCE >> int(state.phase) & 1:
        return 0
    if state.phase == MAIN:  # M1
        n = list_plays(state, player, out)
        n = list_drops(state, player, out, n)
        out[n] = GROW
        return list_blocks(state, player, out, n + 1)
    if state.phase == PLAY:
        n = 0
        if state.row >= 0 and state.moved == 0:
            row = state.rows[player, state.row]
            low, high = up_to_last(row)
            colour = 1 << last_of(row) // TENS
            low = state.hands[player, 0] & ~low & low_of_colours(colour)  # A2
            high = state.hands[player, 1] & ~high & high_of_colours(colour)
            n = list_cards(low, high, PLAYS + int(state.row) * NUMBERS, out, n)
            for target in range(ROWS + 1):  # A4
                for moved in range(most_moved(state, player, target)):
                    out[n] = MOVES + target * MOST_MOVED + moved
                    n += 1
        out[n] = END  # A5
        return list_drops(state, player, out, n + 1)
    n = list_drops(state, player, out, 0)
    for place in range(POOL):  # D1
        if state.pool[place] >= 0:
            out[n] = POOL_DRAWS + place
            n += 1
    if can_draw(state):
        out[n] = PILE_DRAW
        n += 1
    return n


# What happens


@kernel
def apply_action(state: StateRecord, player: int, action: int) -> None:
    if player == CHANCE_PLAYER:
        turn_up(state, action)
    elif action < MOVES:
        play(state, player, action % NUMBERS, action // NUMBERS)
    elif action < END:
        move(state, player, (action - MOVES) % MOST_MOVED + 1, (action - MOVES) // MOST_MOVED)
    elif action == END:
        end_play(state, player)
    elif action < GROW:
        drop(state, player, action - DROPS)
    elif action == GROW:
        grow(state)
    elif action < POOL_DRAWS:
        block(state, player, action - BLOCKS)
    elif action < PILE_DRAW:
        draw_from_pool(state, player, action - POOL_DRAWS)
    else:
        pile_gives(state)
        state.phase = DRAWN


@kernel
def turn_up(state: StateRecord, card: int) -> None:
    """The next card of the draw pile."""
    remove(state.draw, card)
    if state.phase == DEAL:
        seat = seat_dealt_to(state)
        add(state.hands[seat], card)
        if seat == state.seats - 1 and hand_size(state, seat) == HAND:
            state.phase = MAIN
    elif state.phase == DRAWN:
        add(state.hands[state.turn_of], card)
        state.to_draw -= 1
        draw_or_finish(state)
    else:
        place = 0
        while state.pool[place] >= 0:  # D1: leftmost empty place first
            place += 1
        state.pool[place] = card
        if not pool_wants(state):
            if state.phase == START:
                state.phase = DEAL
            elif state.phase == FILL:
                draw_or_finish(state)
            else:
                finish_turn(state)


@kernel
def seat_dealt_to(state: StateRecord) -> int:
    """The first seat with fewer than four cards (S1)."""
    seat = 0
    while hand_size(state, seat) >= HAND:
        seat += 1
    return seat


@kernel
def draw_or_finish(state: StateRecord) -> None:
    """Go on with what is left to draw, if there is a card, then with the pool, then with the next turn (D1, D2)."""
    if state.to_draw > 0 and (state.pool[0] >= 0 or state.pool[1] >= 0 or state.pool[2] >= 0 or can_draw(state)):
        state.phase = DRAW
        return
    state.to_draw = 0
    if pool_wants(state):
        state.phase = REFILL
    else:
        finish_turn(state)


@kernel
def finish_turn(state: StateRecord) -> None:
    clear_turn(state)
    if state.turn == state.max_turns:
        state.phase = OVER  # E2
        return
    state.turn += 1
    state.turn_of = state.turn_of + 1 if state.turn_of + 1 < state.seats else 0
    state.phase = MAIN


@kernel
def play(state: StateRecord, player: int, card: int, target: int) -> None:
    remove(state.hands[player], card)
    remove(state.known[player], card)
    place = free_place(state, player) if target == NEW else target
    unblock(state, player, place)  # A3
    add(state.rows[player, place], card)
    state.row = place
    state.played += 1
    state.phase = PLAY


@kernel
def unblock(state: StateRecord, seat: int, place: int) -> None:
    """Put the blocker on a row, if there is one, into the box (B4)."""
    half = int(state.blocker[seat, place])
    if half >= 0:
        state.box |= 1 << half // 2
        state.blocker[seat, place] = NOTHING


@kernel
def move(state: StateRecord, player: int, cards: int, target: int) -> None:
    """Move the last cards of the row played on (A4)."""
    place = free_place(state, player) if target == NEW else target
    for _ in range(cards):
        card = last_of(state.rows[player, state.row])
        remove(state.rows[player, state.row], card)
        add(state.rows[player, place], card)
    state.moved = 1
    if not is_open(state, player, state.row):
        state.row = NOTHING


@kernel
def end_play(state: StateRecord, player: int) -> None:
    """Complete rows, then draw (A5, A6)."""
    completed = 0
    for place in range(ROWS):
        row = state.rows[player, place]
        if size(row) >= LONG:
            state.completed[player, place] = first_of(row)
            remove(row, first_of(row))
            discard_row(state, player, place)
        if state.completed[player, place] >= 0:
            completed += 1
    if completed >= ROWS_TO_WIN:  # E1
        clear_turn(state)
        state.phase = OVER
    else:
        state.to_draw = state.played
        draw_or_finish(state)


@kernel
def discard_row(state: StateRecord, player: int, place: int) -> None:
    """The row's cards go to the discard pile, a blocker on it to the box."""
    row = state.rows[player, place]
    state.discard[0] |= row[0]
    state.discard[1] |= row[1]
    row[:] = 0
    unblock(state, player, place)  # B3


@kernel
def drop(state: StateRecord, player: int, place: int) -> None:
    discard_row(state, player, place)  # M2
    if place == state.row:
        state.row = NOTHING


@kernel
def grow(state: StateRecord) -> None:
    for place in range(POOL):  # G1
        if state.pool[place] >= 0:
            add(state.discard, state.pool[place])
            state.pool[place] = NOTHING
    state.to_draw = 1
    if pool_wants(state):
        state.phase = FILL
    else:
        draw_or_finish(state)


@kernel
def block(state: StateRecord, player: int, choice: int) -> None:
    half, seat, place = choice // ROWS // SEATS, choice // ROWS % SEATS, choice % ROWS
    blocker = NUMBERS + half // 2
    remove(state.hands[player], blocker)
    remove(state.known[player], blocker)
    state.blocker[seat, place] = half  # B1
    state.to_draw = 2  # B5
    draw_or_finish(state)


@kernel
def draw_from_pool(state: StateRecord, player: int, place: int) -> None:
    card = int(state.pool[place])
    state.pool[place] = NOTHING
    add(state.hands[player], card)
    add(state.known[player], card)  # D3
    state.to_draw -= 1
    draw_or_finish(state)


@kernel
def returns(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    for seat in range(state.seats):
        out[seat] = 1.0 / state.seats  # E2
    for winner in range(state.seats):
        if completed_rows(state, winner) >= ROWS_TO_WIN:  # E1
            for seat in range(state.seats):
                out[seat] = 1.0 if seat == winner else 0.0


@kernel
def completed_rows(state: StateRecord, seat: int) -> int:
    """How many rows the seat has completed."""
    rows = 0
    for place in range(ROWS):
        if state.completed[seat, place] >= 0:
            rows += 1
    return rows


# What is hidden


@kernel
def hide(state: StateRecord, player: int) -> None:
    """Leave of the other hands what all have seen (D3), and put the rest of them to the draw pile's cards."""
    if state.phase == OVER:
        return
    for seat in range(state.seats):
        if seat != player:
            low = state.hands[seat, 0] & ~state.known[seat, 0]
            high = state.hands[seat, 1] & ~state.known[seat, 1]
            state.hidden[seat] += count(low) + count(high)
            state.hands[seat, 0] = state.known[seat, 0]
            state.hands[seat, 1] = state.known[seat, 1]
            state.draw[0] |= low
            state.draw[1] |= high


@kernel
def determinize(state: StateRecord, player: int, seed: np.uint64) -> None:
    """Deal what the seat cannot see: any of those cards to any hand, alike likely."""
    hide(state, player)
    n = 0
    for seat in range(state.seats):
        while state.hidden[seat] > 0:
            card = nth(state.draw, below(uniform(seed, n), size(state.draw)))
            n += 1
            remove(state.draw, card)
            add(state.hands[seat], card)
            state.hidden[seat] -= 1


@kernel
def sees(state: StateRecord, player: int) -> bool:
    """Whether the seat sees the card that comes next: not one that another seat draws (D3)."""
    if state.phase == DEAL:
        return player == seat_dealt_to(state)
    return state.phase != DRAWN or player == state.turn_of
