"""Whole turns of 3x8 and what they are worth, and a fast player that looks at them all.

Of a turn that is under way these are the ways to go on; where cards are drawn, the next draw. A *line* is a row of
actions up to the draws. It is worth the chance to win after it (see ``race.py``).
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import (
    COLOURS,
    NUMBERS,
    NUMBERS_HIGH,
    TENS,
    last_of,
    of_colour,
    up_to_last,
)
from abaculus.games.three_by_eight.race import Network, Notes, chance_to_win, new_notes
from abaculus.games.three_by_eight.rules import (
    END,
    GROW,
    MAIN,
    MOST_MOVED,
    MOVES,
    NEW,
    PLAY,
    PLAYS,
    POOL,
    POOL_DRAWS,
    ROWS,
    apply_action,
    can_draw,
    closed_to,
    free_place,
    is_open,
    list_blocks,
    list_drops,
    most_moved,
)
from abaculus.kernel.bits import NONE, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game

LINES = 2048  # looked at, at most
LONGEST = TENS + 2  # a colour, a move, the end
ANY_CARDS, FEW_CARDS = 5, 4  # so many playable cards of a colour or fewer: any of them may be played, else neighbours
DROPPING = 0.01  # what a row that is dropped before the turn's action must bring, against errors in the network


class Lines(NamedTuple):
    """Lines, and what is needed to make them."""

    actions: npt.NDArray[np.int32]
    """Of each line, up to LONGEST."""
    lengths: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    draft: npt.NDArray[np.int32]
    """The line that is being made."""
    states: Any
    """Three state records: where lines start from, and two to look ahead in."""
    buffer: npt.NDArray[np.int32]
    """For legal actions."""
    network: Network
    notes: Notes


def new_lines(game: Game, network: Network) -> Lines:
    """Room for lines of a game."""
    return Lines(
        np.zeros((LINES, LONGEST), np.int32),
        np.zeros(LINES, np.int64),
        np.zeros(LINES),
        np.zeros(LONGEST, np.int32),
        game.new_records(3),
        np.zeros(game.max_legal_actions(), np.int32),
        network,
        new_notes(network),
    )


@kernel
def add_line(lines: Lines, player: int, n: int, length: int, state: Any) -> int:
    """Add the draft, which leads to this state, to n lines."""
    if n == LINES:
        return n
    lines.actions[n, :length] = lines.draft[:length]
    lines.lengths[n] = length
    lines.values[n] = chance_to_win(state, player, lines.network, lines.notes)
    return n + 1


@kernel
def add_step(lines: Lines, player: int, n: int, action: int) -> int:
    """Add the line of a single action."""
    after = lines.states[1]
    lines.states[1] = lines.states[0]
    apply_action(after, player, action)
    lines.draft[0] = action
    length = 1
    if after.phase == PLAY:
        apply_action(after, player, END)
        lines.draft[1] = END
        length = 2
    return add_line(lines, player, n, length, after)


@kernel
def add_endings(lines: Lines, player: int, n: int, length: int, thorough: bool) -> int:
    """Add the draft, which leads to the second state, with each move and with none (A4), ended (A5)."""
    before, after = lines.states[1], lines.states[2]
    lines.states[2] = lines.states[1]
    apply_action(after, player, END)
    lines.draft[length] = END
    n = add_line(lines, player, n, length + 1, after)
    if before.row < 0 or before.moved:
        return n
    for target in range(ROWS + 1 if thorough else ROWS):
        most = most_moved(before, player, target)
        for moved in range(1 if thorough else max(1, most), most + 1):
            action = MOVES + target * MOST_MOVED + moved - 1
            lines.states[2] = lines.states[1]
            apply_action(after, player, action)
            apply_action(after, player, END)
            lines.draft[length] = action
            lines.draft[length + 1] = END
            n = add_line(lines, player, n, length + 2, after)
    return n


@kernel
def add_plays(
    lines: Lines, player: int, n: int, target: int, colour: int, cards: np.uint64, fewest: int, thorough: bool
) -> int:
    """Add the plays of these cards of a colour on a row: of any of them where they are few, else of neighbours."""
    number = count(cards)
    for chosen in range(fewest, 1 << number):
        gap = chosen + (chosen & -chosen) & chosen
        if gap and number > (ANY_CARDS if thorough else FEW_CARDS):
            continue
        lines.states[1] = lines.states[0]
        state = lines.states[1]
        place = target
        left = cards
        length = 0
        for i in range(number):
            card = TENS * colour + lowest(left)
            left = without_lowest(left)
            if chosen >> i & 1:
                action = PLAYS + place * NUMBERS + card
                apply_action(state, player, action)
                place = int(state.row)
                lines.draft[length] = action
                length += 1
        n = add_endings(lines, player, n, length, thorough)
    return n


@kernel
def list_lines(lines: Lines, player: int, thorough: bool) -> int:
    """List the lines from the first state, in which the player is to act; how many there are.

    If not thorough, the moves are left out that seldom help, and drops within a turn.
    """
    state = lines.states[0]
    n = 0
    low, high = state.hands[player, 0], state.hands[player, 1] & NUMBERS_HIGH
    if state.phase == MAIN:
        for target in range(ROWS + 1):
            closed_low, closed_high = NONE, NONE
            if target == NEW:
                if free_place(state, player) < 0:
                    continue
            elif is_open(state, player, target):
                closed_low, closed_high = closed_to(state, player, target)
            else:
                continue
            for colour in range(COLOURS):
                cards = of_colour(low & ~closed_low, high & ~closed_high, colour)
                n = add_plays(lines, player, n, target, colour, cards, 1, thorough)
        n = add_step(lines, player, n, GROW)
        for i in range(list_blocks(state, player, lines.buffer, 0)):
            n = add_step(lines, player, n, lines.buffer[i])
    elif state.phase == PLAY:
        if state.row < 0 or state.moved:
            lines.states[1] = lines.states[0]
            n = add_endings(lines, player, n, 0, thorough)
        else:
            row = state.rows[player, state.row]
            closed_low, closed_high = up_to_last(row)
            colour = last_of(row) // TENS
            cards = of_colour(low & ~closed_low, high & ~closed_high, colour)
            n = add_plays(lines, player, n, int(state.row), colour, cards, 0, thorough)
    else:
        for place in range(POOL + 1):
            if state.pool[place] >= 0 if place < POOL else can_draw(state):
                n = add_step(lines, player, n, POOL_DRAWS + place)
    if thorough or state.phase == MAIN:
        for i in range(list_drops(state, player, lines.buffer, 0)):
            before = n
            n = add_step(lines, player, n, lines.buffer[i])
            if n > before:
                lines.values[before] -= DROPPING
    return n


@kernel
def best_line(lines: Lines, player: int) -> int:
    """The number of the line that the fast player plays in the first state."""
    return int(lines.values[: list_lines(lines, player, False)].argmax())
