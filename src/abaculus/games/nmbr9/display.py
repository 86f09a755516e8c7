"""Displays of NMBR 9 made for speed, and what a display promises.

A display lies in a frame of 60 by 60 places, as sets of columns: ``boards[level + 1, row]`` are the places that tiles
of a level take, ``boards[0]`` is the table. To each level a place is *void* (nothing lies below), *open* (a tile may
lie there) or *taken*.

How much a display promises, the points still to come, is a sum over all windows of 3 × 3 places on all levels. Each
adds the weight that was learned for its pattern of void, open and taken places, for its level, and for how many cards
are left. (Such sums over patterns, learned from play, are n-tuple networks; Szubert & Jaśkowski 2014 do so for 2048.)
Patterns that turn into each other share a weight; mirrored ones do not, as tiles are never flipped. The weights are
made by ``training/nmbr9.py``; what is known about them stands beside them in ``patterns.md``.

The code of a pattern is a number in base 3: the digit of void places is 0, of open ones 1, of taken ones 2. A tile
turns open places into taken ones, and void ones of the next level up into open ones, so on both levels it adds the same
numbers to the codes of the windows around it, whatever these are. That makes it quick to tell what all the placements
of a number would gain.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9.rules import CARDS, MAX_LEVELS, TABLE, bounds, tile
from abaculus.games.nmbr9.tiles import (
    CELL_X,
    CELL_Y,
    CELLS,
    HEIGHT,
    MAX_SIDE,
    NUMBERS,
    ROWS,
    TURNS,
    WIDTH,
    WITHIN,
    WITHIN_OFFSETS,
)
from abaculus.kernel.bits import lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

# The frame has room beyond its edges for tiles and windows that reach over them. Numbers with a sign are large enough
# for its columns, 3 … 62, and can be calculated with.
FIRST_COLUMN, FIRST_ROW = 3, 4
LAST_ROW = FIRST_ROW + TABLE - 1
FRAME = LAST_ROW + 5
COLUMNS = 64
WHOLE = ((1 << TABLE) - 1) << FIRST_COLUMN
MIDDLE = 32
MOST_PLACEMENTS = 4 * TABLE * TABLE
TILE_ROWS = ROWS.astype(np.int64)

PLACES = 9  # of a window
PATTERNS = 3**PLACES
REACH = 2  # how far above and to the left of a place the windows begin that it belongs to
BARE = (PATTERNS - 1) // 2  # all places open: the bare table, on level 0
LEVELS = 5  # of weights: those of the last one serve all higher levels
KNOTS = np.array([1, 4, 8, 13, 19])
"""Weights are learned for so many cards left, and lie in between for numbers in between."""


def _added() -> npt.NDArray[np.int16]:
    added = np.zeros((NUMBERS, 4, MAX_SIDE + REACH, MAX_SIDE + REACH), np.int16)
    for number in range(NUMBERS):
        for turn in range(TURNS[number]):
            for cell in range(CELLS[number]):
                for place in range(PLACES):
                    # The window in which the cell is this place begins so far from the tile's corner.
                    row = CELL_Y[number, turn, cell] + REACH - place // 3
                    column = CELL_X[number, turn, cell] + REACH - place % 3
                    added[number, turn, row, column] += 3**place
    return added


ADDED = _added()
"""ADDED[number, turn, row, column]: what a tile adds to the codes of the windows around it, from two above left on."""


class Display(NamedTuple):
    """The tiles of a seat, in the frame."""

    boards: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int16]
    """codes[level, row, column]: the code of the window that begins there."""
    tiles: npt.NDArray[np.int64]
    """Number, turn, x, y and level of each, in the frame; then the span that its level had before."""
    spans: npt.NDArray[np.int64]
    """The first and the last row of each level."""
    size: npt.NDArray[np.int64]
    """How many tiles, and how many levels."""


class Buffers(NamedTuple):
    """Memory for the placements of a number."""

    rows: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    """Turn, x, y and level of each placement."""
    worths: npt.NDArray[np.float64]
    """What each placement is worth."""
    sums: npt.NDArray[np.float64]
    """sums[level, row + 1, column + 1]: the weights of a level's windows as far as there."""


def new_displays(seats: int) -> Display:
    """Empty ones of so many seats, one after another in each array."""
    boards = np.zeros((seats, MAX_LEVELS + 2, FRAME), np.int64)
    boards[:, 0, FIRST_ROW : LAST_ROW + 1] = WHOLE
    codes = np.zeros((seats, MAX_LEVELS + 2, FRAME, COLUMNS), np.int16)
    codes[:, 0] = BARE
    tiles, spans = np.zeros((seats, CARDS, 7), np.int64), np.zeros((seats, MAX_LEVELS + 1, 2), np.int64)
    return Display(boards, codes, tiles, spans, np.zeros((seats, 2), np.int64))


@kernel
def one_of(displays: Display, seat: int) -> Display:
    """That of a seat."""
    return Display(
        displays.boards[seat], displays.codes[seat], displays.tiles[seat], displays.spans[seat], displays.size[seat]
    )


def new_display() -> Display:
    """An empty one."""
    display: Display = one_of(new_displays(1), 0)
    return display


def new_buffers() -> Buffers:
    """Room for all placements of one number."""
    return Buffers(
        np.zeros((3, FRAME), np.int64),
        np.zeros((MOST_PLACEMENTS, 4), np.int32),
        np.zeros(MOST_PLACEMENTS),
        np.zeros((MAX_LEVELS + 2, FRAME + 1, COLUMNS + 1)),
    )


def _classes() -> npt.NDArray[np.int64]:
    """Which patterns turn into each other: of each the smallest, then numbered."""
    windows = (np.arange(PATTERNS)[:, None] // 3 ** np.arange(PLACES) % 3).reshape(-1, 3, 3)
    turned = [np.rot90(windows, turns, (1, 2)).reshape(-1, PLACES) @ 3 ** np.arange(PLACES) for turns in range(4)]
    smallest = np.min(turned, axis=0)
    return np.searchsorted(np.unique(smallest), smallest).astype(np.int64)


CLASSES = _classes()
CLASS_COUNT = int(CLASSES.max()) + 1
WEIGHTS_SHAPE = (len(KNOTS), LEVELS, CLASS_COUNT)


def _shares() -> npt.NDArray[np.float64]:
    cards = np.clip(np.arange(CARDS + 1), KNOTS[0], KNOTS[-1])
    return np.array([np.interp(cards, KNOTS, unit) for unit in np.eye(len(KNOTS))]).T


SHARES = _shares()
"""SHARES[cards left, knot]: how much the weights of each knot count."""


def table_of(weights: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """The weight of each pattern: table[cards left, level, code]."""
    table: npt.NDArray[np.float32] = np.tensordot(SHARES, weights, 1)[:, :, CLASSES].astype(np.float32)
    table[0] = 0  # nothing comes any more
    table[:, 0, BARE] = 0
    table[:, 1:, 0] = 0  # nothing to build upon
    return table


def load_table() -> npt.NDArray[np.float32]:
    """The table of the weights that come with the package."""
    with np.load(Path(__file__).parent / "patterns.npz") as file:
        return table_of(file["weights"])


@kernel
def put(display: Display, number: int, turn: int, x: int, y: int, level: int) -> None:
    """Add a tile."""
    height, width = HEIGHT[number, turn], WIDTH[number, turn]
    for dy in range(height):
        display.boards[level + 1, y + dy] |= TILE_ROWS[number, turn, dy] << x
    for dy in range(height + REACH):
        for dx in range(width + REACH):
            display.codes[level, y - REACH + dy, x - REACH + dx] += ADDED[number, turn, dy, dx]
            display.codes[level + 1, y - REACH + dy, x - REACH + dx] += ADDED[number, turn, dy, dx]
    own, span = display.tiles[display.size[0]], display.spans[level]
    own[0], own[1], own[2], own[3], own[4], own[5], own[6] = number, turn, x, y, level, span[0], span[1]
    display.size[0] += 1
    if level == display.size[1]:
        display.size[1] += 1
        span[0], span[1] = y, y + height - 1
    else:
        span[0], span[1] = min(span[0], y), max(span[1], y + height - 1)


@kernel
def take_back(display: Display, tiles: int) -> None:
    """Take back the last tiles, so that so many are left."""
    while display.size[0] > tiles:
        display.size[0] -= 1
        own = display.tiles[display.size[0]]
        number, turn, x, y, level = own[0], own[1], own[2], own[3], own[4]
        height, width = HEIGHT[number, turn], WIDTH[number, turn]
        for dy in range(height):
            display.boards[level + 1, y + dy] &= ~(TILE_ROWS[number, turn, dy] << x)
        for dy in range(height + REACH):
            for dx in range(width + REACH):
                display.codes[level, y - REACH + dy, x - REACH + dx] -= ADDED[number, turn, dy, dx]
                display.codes[level + 1, y - REACH + dy, x - REACH + dx] -= ADDED[number, turn, dy, dx]
        display.spans[level, 0], display.spans[level, 1] = own[5], own[6]
    display.size[1] = 0
    for i in range(tiles):
        display.size[1] = max(display.size[1], display.tiles[i, 4] + 1)


@kernel
def corner(state: StateRecord, player: int) -> tuple[int, int]:
    """Where in the frame the place 0,0 of a seat's display lies; the display is in the middle."""
    if state.placed[player] == 0:
        return MIDDLE, MIDDLE
    left, top, right, bottom = bounds(state, player)
    x = FIRST_COLUMN + (TABLE - 1 - right + left) // 2 - left
    y = FIRST_ROW + (TABLE - 1 - bottom + top) // 2 - top
    return x, y


@kernel
def load(state: StateRecord, player: int, display: Display) -> None:
    """Make a display that of a seat."""
    take_back(display, 0)
    x0, y0 = corner(state, player)
    for i in range(state.placed[player]):
        number, turn, x, y, level = tile(state, player, i)
        put(display, number, turn, x0 + x, y0 + y, level)


@kernel
def placements(display: Display, number: int, buffers: Buffers, snug: bool = False) -> int:
    """Write all placements of a number within the frame into the buffers, level by level; how many there are.

    Where they are to be ``snug``, tiles on the table do not touch others with a single cell alone.
    """
    n = 0
    if display.size[0] == 0:
        for turn in range(TURNS[number]):
            place = buffers.places[n]
            place[0], place[1], place[2], place[3] = turn, MIDDLE, MIDDLE, 0
            n += 1
        return n
    levels = display.size[1]
    free, near, fits = buffers.rows[0], buffers.rows[1], buffers.rows[2]
    for level in range(levels + 1):
        span = display.spans[max(level - 1, 0)]
        first, last = int(span[0]), int(span[1])
        if level == 0:
            first, last = max(first - 4, FIRST_ROW), min(last + 4, LAST_ROW)
        ground, here = display.boards[level], display.boards[level + 1]
        for row in range(first, last + 1):
            free[row] = ground[row] & ~here[row]  # P4, P6
            beside = (here[row] << 1) | (here[row] >> 1) | here[row - 1] | here[row + 1]
            near[row] = WHOLE if level == levels else beside  # P3
        for turn in range(TURNS[number]):
            lowest_row = last - HEIGHT[number, turn] + 1
            for row in range(first, lowest_row + 1):
                fit, touch, twice = WHOLE, 0, 0
                for cell in range(CELLS[number]):
                    dx, at = CELL_X[number, turn, cell], row + CELL_Y[number, turn, cell]
                    fit &= free[at] >> dx
                    beside = near[at] >> dx
                    twice |= touch & beside
                    touch |= beside
                fits[row] = fit & (twice if snug and level == 0 else touch)
            if level > 0:
                drop_lone_supports(display, number, turn, level, first, lowest_row, fits)
            for row in range(first, lowest_row + 1):
                left_over = fits[row]
                while left_over:
                    place = buffers.places[n]
                    place[0], place[1], place[2], place[3] = turn, lowest(np.uint64(left_over)), row, level
                    n += 1
                    left_over &= left_over - 1
    return n


@kernel
def drop_lone_supports(
    display: Display, number: int, turn: int, level: int, first: int, last: int, fits: npt.NDArray[np.int64]
) -> None:
    """P5: remove the places at which the tile would lie wholly on one tile of the level below."""
    for i in range(display.size[0]):
        beneath = display.tiles[i]
        if beneath[4] == level - 1:
            entries = WITHIN[number, turn, beneath[0], beneath[1]]
            for entry in range(entries[0], entries[1]):
                row = beneath[3] + WITHIN_OFFSETS[entry, 1]
                if first <= row <= last:
                    fits[row] &= ~(1 << (beneath[2] + WITHIN_OFFSETS[entry, 0]))


@kernel
def promise(display: Display, table: npt.NDArray[np.float32], sums: npt.NDArray[np.float64]) -> float:
    """What the display promises, from a table[level, code]; the sums as far as each window are kept."""
    if display.size[0] == 0:
        return 0.0
    first, last = columns_taken(display)
    total = 0.0
    for level in range(display.size[1] + 1):
        weights, codes, own = table[min(level, LEVELS - 1)], display.codes[level], sums[level]
        span = display.spans[max(level - 1, 0)]
        top = span[0] - REACH
        own[top, first : last + 2] = 0.0
        for row in range(top, span[1] + 1):
            in_row = 0.0
            own[row + 1, first] = 0.0
            for column in range(first, last + 1):
                in_row += weights[codes[row, column]]
                own[row + 1, column + 1] = own[row, column + 1] + in_row
        total += own[span[1] + 1, last + 1]
    return total


@kernel
def columns_taken(display: Display) -> tuple[int, int]:
    """The first and the last column in which windows of a display that is not empty begin."""
    taken = 0
    for row in range(display.spans[0, 0], display.spans[0, 1] + 1):
        taken |= display.boards[1, row]
    last = lowest(np.uint64(taken))
    first = last - REACH
    while taken >> (last + 1):
        last += 1
    return first, last


@kernel
def weight_of_windows(
    display: Display,
    sums: npt.NDArray[np.float64],
    level: int,
    first: int,
    last: int,
    x: int,
    y: int,
    right: int,
    bottom: int,
) -> float:
    """What the windows of a level that begin in this rectangle promise."""
    if level > display.size[1]:
        return 0.0
    span = display.spans[max(level - 1, 0)]
    left, right = max(x, first), min(right, last)
    top, bottom = max(y, span[0] - REACH), min(bottom, span[1])
    if left > right or top > bottom:
        return 0.0
    own = sums[level]
    return own[bottom + 1, right + 1] - own[top, right + 1] - own[bottom + 1, left] + own[top, left]


@kernel
def gain(
    display: Display,
    number: int,
    place: npt.NDArray[np.int32],
    first: int,
    last: int,
    table: npt.NDArray[np.float32],
    sums: npt.NDArray[np.float64],
) -> float:
    """By how much a placement changes what the display promises, whose sums and columns taken are given."""
    turn, level = place[0], int(place[3])
    left, top = place[1] - REACH, place[2] - REACH
    height, width = HEIGHT[number, turn] + REACH, WIDTH[number, turn] + REACH
    own, next_up = table[min(level, LEVELS - 1)], table[min(level + 1, LEVELS - 1)]
    codes, codes_up, added = display.codes[level], display.codes[level + 1], ADDED[number, turn]
    total = 0.0
    for dy in range(height):
        for dx in range(width):
            total += own[codes[top + dy, left + dx] + added[dy, dx]]
            total += next_up[codes_up[top + dy, left + dx] + added[dy, dx]]
    right, bottom = left + width - 1, top + height - 1
    total -= weight_of_windows(display, sums, level, first, last, left, top, right, bottom)
    return total - weight_of_windows(display, sums, level + 1, first, last, left, top, right, bottom)


@kernel
def scale(points: int, cards: int) -> float:
    """What promises are multiplied with: the mean of so many numbers to come that make so many points in all.

    It is 1 for the mean of all numbers.
    """
    return points / (cards * (NUMBERS - 1) / 2) if cards > 0 else 0.0


@kernel
def rate_placements(
    display: Display,
    number: int,
    factor: float,
    table: npt.NDArray[np.float32],
    buffers: Buffers,
    snug: bool,
) -> int:
    """Write the placements of a number and what each is worth: points, and those that are then promised more."""
    n = placements(display, number, buffers, snug)
    if n == 0 and snug:
        n = placements(display, number, buffers, False)
    first, last = 0, 0
    if display.size[0] > 0:
        first, last = columns_taken(display)
    if factor > 0.0:
        promise(display, table, buffers.sums)
    for i in range(n):
        place = buffers.places[i]
        buffers.worths[i] = number * place[3]
        if factor > 0.0:
            buffers.worths[i] += factor * gain(display, number, place, first, last, table, buffers.sums)
    return n


@kernel
def best_placement(
    display: Display, number: int, factor: float, table: npt.NDArray[np.float32], buffers: Buffers
) -> int:
    """Which of the placements of a number is worth most (written into the buffers); -1 where none is in the frame."""
    n = rate_placements(display, number, factor, table, buffers, True)
    return int(np.argmax(buffers.worths[:n])) if n > 0 else -1
