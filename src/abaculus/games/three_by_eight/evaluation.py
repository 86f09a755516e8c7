"""The evaluation of 3x8 that a greedy bot looks at: for how many more turns the seat must play, at a guess.

A row's *effort* is how hard it is to complete: the cards that it lacks, and the more, the less room there is above its
last card. Two rows, one above the other, are as good as one long row, for cards move (A4). What the rows lack together
is divided by the pace that a hand of that size has. Within a play the rest of it is thought of as well: the further
cards that could be played, and the best move.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import (
    COLOURS,
    NUMBERS,
    NUMBERS_HIGH,
    TENS,
    WORD,
    first_of,
    high_of_colours,
    is_empty,
    last_in,
    last_of,
    low_of_colours,
    of_colour,
    size,
    up_to_highest,
)
from abaculus.games.three_by_eight.rules import (
    LONG,
    OVER,
    PLAY,
    ROWS,
    ROWS_TO_WIN,
    apply_action,
    blocked_colours,
    closed_to,
    completed_rows,
    movable,
)
from abaculus.kernel.bits import NONE, ONE, count, lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

WON = 1000.0

# How much things count, found by playing variants of the greedy bot against each other.
NARROW = 0.5  # a row whose room is just as wide as ten values for each card that it lacks
BLOCKED = 1.0  # a blocker on a row
HOPELESS = 0.2  # at most so much more than an empty place
MERGE = 0.5  # two rows that are to be one
BEST_PLAY = 0.3  # of what the best play of the hand would save
OTHER_PLAYS = 0.26  # of what plays of the other colours would save
UNSEEN = 0.3  # what a card to be drawn would save
BLOCKER = 0.6  # a blocker in hand, in cards
PACE = 0.86  # how the pace grows with the hand
OTHERS = 0.02  # what the others lack
SURE = 1.2  # how sure fewer turns to come are to win; fitted to the results of greedy games
KEEN = 4.0  # how much more promising an action is that saves a turn

# What lies in a place: how many cards (LONG and more: completed), the first, the last, whether a blocker is on it.
CARDS_IN, FIRST, LAST, BARRED = 0, 1, 2, 3
Table = npt.NDArray[np.int64]


def _effort(cards: int, last: int) -> float:
    lacks = max(0, LONG - cards)
    return lacks + NARROW * lacks**2 * TENS / (NUMBERS - last)


EMPTY = _effort(0, -1)
EFFORT = np.array(
    [[min(_effort(cards, last), EMPTY + HOPELESS) for last in range(NUMBERS)] for cards in range(LONG + 1)]
)
"""EFFORT[n, last]: the effort of a row of n cards."""


@kernel
def look_at(state: StateRecord, seat: int, table: Table) -> None:
    """Write into the table what lies in the seat's places."""
    for place in range(ROWS):
        row = state.rows[seat, place]
        table[place, CARDS_IN] = LONG if state.completed[seat, place] >= 0 else size(row)
        table[place, BARRED] = state.blocker[seat, place] >= 0
        if not is_empty(row):
            table[place, FIRST] = first_of(row)
            table[place, LAST] = last_of(row)


@kernel
def is_going(table: Table, place: int) -> bool:
    """Whether a row lies in the place that is not completed."""
    return 0 < table[place, CARDS_IN] < LONG


@kernel
def completed_in(table: Table) -> int:
    """How many of the rows are completed."""
    completed = 0
    for place in range(ROWS):
        if table[place, CARDS_IN] >= LONG:
            completed += 1
    return completed


@kernel
def effort(cards: int, last: int, barred: int) -> float:
    if cards >= LONG:
        return 0.0
    if cards == 0:
        return EMPTY
    return min(EFFORT[cards, last] + BLOCKED, EMPTY + HOPELESS) if barred else EFFORT[cards, last]


@kernel
def effort_in(table: Table, place: int) -> float:
    return effort(table[place, CARDS_IN], table[place, LAST], table[place, BARRED])


@kernel
def can_merge(table: Table, lower: int, upper: int) -> bool:
    """Whether the upper row could be moved to the lower one, once a card is played on it."""
    return (
        lower != upper
        and is_going(table, lower)
        and is_going(table, upper)
        and table[lower, LAST] < table[upper, FIRST]
    )


@kernel
def effort_of_both(table: Table, lower: int, upper: int) -> float:
    """The effort of two rows as one; a card is to be played all the same."""
    cards = min(table[lower, CARDS_IN] + table[upper, CARDS_IN], LONG - 1)
    return effort(cards, table[upper, LAST], table[upper, BARRED]) + MERGE


@kernel
def but_the_worst(a: float, b: float, c: float, d: float) -> float:
    return a + b + c + d - max(max(a, b), max(c, d))


@kernel
def lack(table: Table) -> float:
    """What is lacking to three completed rows: of four places all but one are needed, and rows may become one."""
    least = but_the_worst(effort_in(table, 0), effort_in(table, 1), effort_in(table, 2), effort_in(table, 3))
    for lower in range(ROWS):
        for upper in range(ROWS):
            if can_merge(table, lower, upper):
                both = effort_of_both(table, lower, upper)
                one = 0
                while one in (lower, upper):
                    one += 1
                other = 6 - lower - upper - one  # the places 0, 1, 2, 3 add up to 6
                least = min(least, but_the_worst(both, EMPTY, effort_in(table, one), effort_in(table, other)))
                if can_merge(table, one, other):
                    least = min(least, but_the_worst(both, EMPTY, effort_of_both(table, one, other), EMPTY))
                elif can_merge(table, other, one):
                    least = min(least, but_the_worst(both, EMPTY, effort_of_both(table, other, one), EMPTY))
    return least


@kernel
def saved_by_plays(state: StateRecord, player: int, table: Table, low: np.uint64, high: np.uint64) -> float:
    """What plays of the next turns would save: for each colour in hand, its cards on the row where they fit best."""
    best_of_all = 0.0
    others = 0.0
    for colour in range(COLOURS):
        cards = of_colour(low, high, colour)
        if cards == NONE:
            continue
        last = TENS * colour + count(up_to_highest(cards)) - 1
        best = 0.0
        for place in range(ROWS):
            if table[place, CARDS_IN] == 0:
                best = max(best, EMPTY - effort(count(cards), last, 0))
            elif is_going(table, place) and table[place, LAST] < last:
                if table[place, BARRED] and blocked_colours(state, player, place) >> colour & 1:
                    continue
                fit = count(cards >> np.uint64(max(0, table[place, LAST] + 1 - TENS * colour)))
                best = max(best, effort_in(table, place) - effort(table[place, CARDS_IN] + fit, last, 0))
        others += min(best, best_of_all)
        best_of_all = max(best, best_of_all)
    return BEST_PLAY * best_of_all + OTHER_PLAYS * others


@kernel
def outlook(state: StateRecord, player: int, table: Table, low: np.uint64, high: np.uint64, unseen: int) -> float:
    """The turns to come, negative, with these rows, these cards in hand, and so many more to be drawn."""
    if completed_in(table) >= ROWS_TO_WIN:
        return WON
    lacking = lack(table) - saved_by_plays(state, player, table, low, high) - UNSEEN * unseen
    hand = count(low) + count(high & NUMBERS_HIGH) + BLOCKER * count(high & ~NUMBERS_HIGH) + unseen
    return -lacking / (1 + hand) ** PACE


@kernel
def best_move(
    state: StateRecord,
    player: int,
    table: Table,
    low: np.uint64,
    high: np.uint64,
    row_low: np.uint64,
    row_high: np.uint64,
    played: int,
) -> float:
    """The best outlook after a move, or none, from the row played on, whose words are given."""
    best = outlook(state, player, table, low, high, played)
    place = int(state.row)
    cards, last = table[place, CARDS_IN], table[place, LAST]
    for target in range(ROWS):
        if target == place or not is_going(table, target):
            continue
        closed_low, closed_high = closed_to(state, player, target)
        moved_low, moved_high = movable(row_low, row_high, closed_low, closed_high)
        moved = count(moved_low) + count(moved_high)
        if moved == 0:
            continue
        before, last_before = table[target, CARDS_IN], table[target, LAST]
        table[target, CARDS_IN] = before + moved
        table[target, LAST] = last
        table[place, CARDS_IN] = cards - moved
        table[place, LAST] = last_in(row_low & ~moved_low, row_high & ~moved_high)
        best = max(best, outlook(state, player, table, low, high, played))
        table[target, CARDS_IN], table[target, LAST] = before, last_before
        table[place, CARDS_IN], table[place, LAST] = cards, last
    return best


@kernel
def best_of_play(state: StateRecord, player: int, table: Table) -> float:
    """The best outlook that the rest of a play can lead to."""
    low, high = state.hands[player, 0], state.hands[player, 1]
    played = int(state.played)
    if state.row < 0 or state.moved:
        return outlook(state, player, table, low, high, played)
    row_low, row_high = state.rows[player, state.row, 0], state.rows[player, state.row, 1]
    colour = 1 << table[state.row, LAST] // TENS
    best = -np.inf
    while True:
        best = max(best, best_move(state, player, table, low, high, row_low, row_high, played))
        more_low = low & low_of_colours(colour) & ~up_to_highest(row_low)
        more_high = high & high_of_colours(colour) & ~up_to_highest(row_high)
        if not more_low | more_high:
            return best
        card = lowest(more_low) if more_low else WORD + lowest(more_high)
        next_low = more_low & ~(more_low - ONE) if more_low else NONE
        next_high = NONE if more_low else more_high & ~(more_high - ONE)
        low &= ~next_low
        high &= ~next_high
        row_low |= next_low
        row_high |= next_high
        table[state.row, CARDS_IN] += 1
        table[state.row, LAST] = card
        played += 1


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    """Minus the turns to come, at a guess; a little less where the others lack little."""
    if state.phase == OVER:
        return WON if completed_rows(state, player) >= ROWS_TO_WIN else -WON
    table = np.zeros((ROWS, 4), np.int64)
    nearest = np.inf
    for seat in range(state.seats):
        if seat != player:
            look_at(state, seat, table)
            nearest = min(nearest, lack(table))
    look_at(state, player, table)
    if state.phase == PLAY and state.turn_of == player:
        own = best_of_play(state, player, table)
    else:
        unseen = int(state.to_draw) if state.turn_of == player else 0
        own = outlook(state, player, table, state.hands[player, 0], state.hands[player, 1], unseen)
    return own + OTHERS * nearest


@kernel
def estimate(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    """Each seat's chance to win: the turns to come, compared, count the more the fewer they are."""
    turns = 0.0
    for seat in range(state.seats):
        out[seat] = evaluate(state, seat)
        turns -= min(out[seat], 0.0) / state.seats
    best = out[: state.seats].max()
    total = 0.0
    for seat in range(state.seats):
        out[seat] = np.exp(SURE * (out[seat] - best) / np.sqrt(max(turns, 0.2)))
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total


@kernel
def prior(
    state: StateRecord, player: int, actions: npt.NDArray[np.int32], out: npt.NDArray[np.float64], after: StateRecord
) -> None:
    """What looks better after an action makes it more promising."""
    best = -np.inf
    for i in range(len(actions)):
        after[0] = state
        apply_action(after[0], player, actions[i])
        out[i] = evaluate(after[0], player)
        best = max(best, out[i])
    for i in range(len(actions)):
        out[i] = np.exp(max(KEEN * (out[i] - best), -6.0))
