"""Who wins the race: each seat's chance, by a small network that learned from games against itself.

The network looks at one seat at a time and says how many rounds it needs to win. Two such numbers make the chance to
be first. It was trained by temporal differences, as Tesauro's TD-Gammon was (1995): see ``training/three_by_eight.py``,
which also writes the weights, ``race.json``.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import (
    COLOURS,
    NUMBERS,
    NUMBERS_HIGH,
    WORD,
    of_colour,
    size,
)
from abaculus.games.three_by_eight.evaluation import (
    BARRED,
    BLOCKER,
    CARDS_IN,
    FIRST,
    LAST,
    PACE,
    UNSEEN,
    Table,
    can_merge,
    completed_in,
    effort_in,
    is_going,
    lack,
    look_at,
    saved_by_plays,
)
from abaculus.games.three_by_eight.rules import (
    DRAWN,
    LONG,
    MAIN,
    OVER,
    PLAY,
    POOL,
    ROWS,
    closed_to,
    ends_in,
    pile_size,
    returns,
)
from abaculus.kernel.bits import NONE, bit, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

ROW_INPUTS = 10
MERGED = ROWS * ROW_INPUTS  # the inputs of rows that may become one
SEAT = MERGED + 8  # those of the seat as a whole
INPUTS = SEAT + 20


class Network(NamedTuple):
    """Weights: of the inputs, a hidden layer of rectified units, then one output."""

    inputs: npt.NDArray[np.float64]
    hidden_bias: npt.NDArray[np.float64]
    hidden: npt.NDArray[np.float64]
    last: npt.NDArray[np.float64]
    """The bias of the output; how sure it is to win by being faster."""


class Notes(NamedTuple):
    """Buffers of the network."""

    table: Table
    inputs: npt.NDArray[np.float64]
    hidden: npt.NDArray[np.float64]
    order: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]


def read_network() -> Network:
    """The trained weights."""
    weights = json.loads(Path(__file__).with_name("race.json").read_text())["weights"]
    return Network(*(np.array(weights[name], np.float64) for name in Network._fields))


def new_notes(network: Network) -> Notes:
    """Buffers for this network."""
    return Notes(
        np.zeros((ROWS, 4), np.int64),
        np.zeros(INPUTS),
        np.zeros(len(network.hidden)),
        np.zeros(ROWS, np.int64),
        np.zeros(ROWS),
    )


@kernel
def most_of_a_colour(low: np.uint64, high: np.uint64) -> int:
    """How many cards of these can be played in one turn."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, count(of_colour(low, high, colour)))
    return most


@kernel
def pool_cards(state: StateRecord) -> tuple[np.uint64, np.uint64]:
    """The two words of the cards in the pool."""
    low, high = NONE, NONE
    for place in range(POOL):
        card = int(state.pool[place])
        if card >= WORD:
            high |= bit(card - WORD)
        elif card >= 0:
            low |= bit(card)
    return low, high


@kernel
def sort_rows(notes: Notes) -> int:
    """Put the places of the open rows in order, the longest row first; how many there are."""
    table, order = notes.table, notes.order
    n = 0
    for place in range(ROWS):
        if not is_going(table, place):
            continue
        k = n
        while k > 0:
            other = order[k - 1]
            if table[other, CARDS_IN] > table[place, CARDS_IN]:
                break
            if table[other, CARDS_IN] == table[place, CARDS_IN] and table[other, LAST] <= table[place, LAST]:
                break
            order[k] = other
            k -= 1
        order[k] = place
        n += 1
    return n


@kernel
def look_at_rows(state: StateRecord, seat: int, notes: Notes, rows: int) -> int:
    """Inputs of each open row; how many cards of the hand could be played on one."""
    table, inputs = notes.table, notes.inputs
    low, high = state.hands[seat, 0], state.hands[seat, 1] & NUMBERS_HIGH
    pool_low, pool_high = pool_cards(state)
    useful_low, useful_high = NONE, NONE
    ready = 0
    for k in range(rows):
        place = notes.order[k]
        closed_low, closed_high = closed_to(state, seat, place)
        closed_high |= ~NUMBERS_HIGH
        fit_low, fit_high = low & ~closed_low, high & ~closed_high
        useful_low |= fit_low
        useful_high |= fit_high
        most = most_of_a_colour(fit_low, fit_high)
        if table[place, CARDS_IN] + most >= LONG:
            ready += 1
        i = k * ROW_INPUTS
        inputs[i] = 1.0
        inputs[i + 1] = table[place, CARDS_IN] / 8
        inputs[i + 2] = (NUMBERS - 1 - table[place, LAST]) / NUMBERS
        inputs[i + 3] = table[place, FIRST] / NUMBERS
        inputs[i + 4] = table[place, BARRED]
        inputs[i + 5] = (count(fit_low) + count(fit_high)) / 6
        inputs[i + 6] = most / 3
        inputs[i + 7] = effort_in(table, place) / 10
        inputs[i + 8] = (count(pool_low & ~closed_low) + count(pool_high & ~closed_high)) / 3
        inputs[i + 9] = (count(state.draw[0] & ~closed_low) + count(state.draw[1] & ~closed_high)) / 60
    inputs[MERGED] = min(ready, 2) / 2
    return count(useful_low) + count(useful_high)


@kernel
def look_at_merging(state: StateRecord, seat: int, notes: Notes, rows: int) -> None:
    """Inputs of the two rows that would make the longest one."""
    table, inputs = notes.table, notes.inputs
    low, high = state.hands[seat, 0], state.hands[seat, 1] & NUMBERS_HIGH
    longest = 0
    for i in range(rows):
        for j in range(rows):
            lower, upper = notes.order[i], notes.order[j]
            if not can_merge(table, lower, upper):
                continue
            closed_low, closed_high = closed_to(state, seat, upper)
            most = most_of_a_colour(low & ~closed_low, high & ~closed_high)
            both = table[lower, CARDS_IN] + table[upper, CARDS_IN]
            inputs[MERGED + 7] += 1 / 3
            if most > 0 and both + most >= LONG:
                inputs[MERGED + 6] = 1.0
            if both > longest:
                longest = both
                inputs[MERGED + 2] = (NUMBERS - 1 - table[upper, LAST]) / NUMBERS
                inputs[MERGED + 3] = most / 3
                inputs[MERGED + 4] = table[lower, BARRED]
                inputs[MERGED + 5] = (table[upper, FIRST] - table[lower, LAST]) / NUMBERS
    inputs[MERGED + 1] = min(longest, 10) / 8


@kernel
def possible_blocks(state: StateRecord, seat: int) -> int:
    """How many blocks of others' rows the hand allows (B1)."""
    blockers = state.hands[seat, 1] >> np.uint64(NUMBERS - WORD)
    n = 0
    while blockers:
        blocker = lowest(blockers)
        blockers = without_lowest(blockers)
        for half in range(2 * blocker, 2 * blocker + 2):
            colour = int(state.half_base[half])
            for other in range(state.seats):
                for place in range(ROWS):
                    if other != seat and state.blocker[other, place] < 0 and ends_in(state.rows[other, place], colour):
                        n += 1
    return n


@kernel
def look_at_seat(state: StateRecord, seat: int, notes: Notes) -> None:
    """Write the inputs of a seat."""
    table, inputs = notes.table, notes.inputs
    inputs[:] = 0.0
    look_at(state, seat, table)
    rows = sort_rows(notes)
    useful = look_at_rows(state, seat, notes, rows)
    look_at_merging(state, seat, notes, rows)

    low, high = state.hands[seat, 0], state.hands[seat, 1] & NUMBERS_HIGH
    pool_low, pool_high = pool_cards(state)
    numbers = count(low) + count(high)
    blockers = size(state.hands[seat]) - numbers
    # Cards to be drawn: of one it is certain already that it comes from the pile.
    from_pile = 1 if state.turn_of == seat and state.phase == DRAWN else 0
    due = int(state.to_draw) - from_pile if state.turn_of == seat else 0
    hand = numbers + blockers + from_pile + due
    lacking = lack(table)
    saved = saved_by_plays(state, seat, table, low, state.hands[seat, 1])
    colours = most = second = match = 0
    for colour in range(COLOURS):
        n = count(of_colour(low, high, colour))
        if n > 0:
            colours += 1
            match += count(of_colour(pool_low, pool_high & NUMBERS_HIGH, colour))
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    completed = completed_in(table)
    inputs[SEAT] = completed == 1
    inputs[SEAT + 1] = completed >= 2
    inputs[SEAT + 2] = numbers / 8
    inputs[SEAT + 3] = blockers / 3
    inputs[SEAT + 4] = from_pile
    inputs[SEAT + 5] = due / 3
    inputs[SEAT + 6] = hand / 8
    inputs[SEAT + 7] = 4 / (1 + hand)
    inputs[SEAT + 8] = lacking / 20
    inputs[SEAT + 9] = saved / 5
    unseen = from_pile + due
    inputs[SEAT + 10] = (lacking - saved - UNSEEN * unseen) / (1 + numbers + BLOCKER * blockers + unseen) ** PACE / 5
    inputs[SEAT + 11] = colours / 6
    inputs[SEAT + 12] = most / 3
    inputs[SEAT + 13] = second / 3
    inputs[SEAT + 14] = match / 3
    inputs[SEAT + 15] = count(pool_high & ~NUMBERS_HIGH)
    inputs[SEAT + 16] = (ROWS - rows - completed) / 3
    inputs[SEAT + 17] = useful / 6
    inputs[SEAT + 18] = min(possible_blocks(state, seat), 4) / 4
    inputs[SEAT + 19] = pile_size(state) / 60


@kernel
def rounds_before(state: StateRecord, seat: int) -> float:
    """The part of a round until the seat's next turn begins."""
    seats = int(state.seats)
    begun = state.phase == MAIN or state.phase == PLAY
    if seat == state.turn_of and not begun:
        return 1.0
    ahead = (seat - int(state.turn_of) + seats) % seats
    return ahead / seats if begun else (ahead - 1) / seats


@kernel
def rounds_to_win(state: StateRecord, seat: int, network: Network, notes: Notes) -> float:
    """How many rounds from now the seat needs to win, at a guess."""
    look_at_seat(state, seat, notes)
    notes.hidden[:] = network.hidden_bias
    for i in range(INPUTS):
        if notes.inputs[i] != 0.0:
            for k in range(len(notes.hidden)):
                notes.hidden[k] += notes.inputs[i] * network.inputs[i, k]
    total = network.last[0]
    for k in range(len(notes.hidden)):
        total += max(notes.hidden[k], 0.0) * network.hidden[k]
    return np.log1p(np.exp(min(total, 30.0))) + rounds_before(state, seat)


@kernel
def chance_to_win(state: StateRecord, seat: int, network: Network, notes: Notes) -> float:
    """The chance of a seat to win, or its return if the game is over.

    All hands are looked at: it is for full states, guessed ones. Within a play it takes the play to be over.
    """
    if state.phase == OVER:
        returns(state, notes.chances)
        return notes.chances[seat]
    own = rounds_to_win(state, seat, network, notes)
    odds = 1.0
    for other in range(state.seats):
        if other != seat:
            rounds = rounds_to_win(state, other, network, notes)
            odds += np.exp(network.last[1] * (own - rounds) / np.sqrt(own + rounds + 0.5))
    return 1.0 / odds
