"""The rules of NMBR 9 as kernels over its state."""

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9.tiles import (
    CELL_X,
    CELL_Y,
    CELLS,
    HEIGHT,
    NUMBERS,
    ROWS,
    TURNS,
    WIDTH,
    WITHIN,
    WITHIN_OFFSETS,
)
from abaculus.kernel.bits import ALL, NONE, ONE, bit, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import CHANCE_BIT, CHANCE_PLAYER, StateRecord, state_dtype

SEATS = 4
CARDS = 20
MAX_LEVELS = 10  # each level but the highest holds two tiles or more (P5)
TABLE = 60  # the longest side of a display (P7)
UNKNOWN, KNOWN, FREE = 0, 1, 2  # drafts (V1)

STATE = state_dtype(
    "nmbr9",
    __file__,
    [
        # The options and the number of seats, 1 … 4.
        ("seats", "u1"),
        ("max_number", "u1"),
        ("copies", "u1"),
        ("cards", "u1"),
        ("draft", "u1"),
        # What is left of each number: in the deck (row 0), or with draft FREE of each seat's tiles.
        ("left", "u1", (SEATS, NUMBERS)),
        # The cards turned so far, in order; -1 beyond them.
        ("turned", "i1", (CARDS,)),
        ("turned_count", "u1"),
        # The displays: how many tiles, and of each tile, in the order placed, its number, quarter turns clockwise, the
        # corner of its bounding box (x to the right, y down, -58 … 58) and its level. 0 beyond them.
        ("placed", "u1", (SEATS,)),
        ("number", "i1", (SEATS, CARDS)),
        ("turn", "i1", (SEATS, CARDS)),
        ("x", "i1", (SEATS, CARDS)),
        ("y", "i1", (SEATS, CARDS)),
        ("level", "i1", (SEATS, CARDS)),
    ],
)

# An action is a placement: turn, y and x, and before them the number, which counts with draft FREE only.
REACH = TABLE - 2  # no shape is narrower than two, so no corner lies further from 0,0
SPAN = 2 * REACH + 1
PLACEMENTS = 4 * SPAN * SPAN


@kernel
def encode(number: int, turn: int, x: int, y: int) -> int:
    """The action of a placement; ``number`` is 0 unless the draft is FREE."""
    return ((number * 4 + turn) * SPAN + y + REACH) * SPAN + x + REACH


@kernel
def decode(action: int) -> tuple[int, int, int, int]:
    """Number (0 unless the draft is FREE), turn, x, y of an action."""
    rows, x = divmod(action, SPAN)
    turns, y = divmod(rows, SPAN)
    number, turn = divmod(turns, 4)
    return number, turn, x - REACH, y - REACH


@kernel
def init(state: StateRecord) -> None:
    rows = state.seats if state.draft == FREE else 1
    state.left[:] = 0
    for row in range(rows):
        for number in range(state.max_number + 1):
            state.left[row, number] = state.copies
    state.turned[:] = -1
    state.turned_count = 0
    state.placed[:] = 0
    state.number[:] = 0
    state.turn[:] = 0
    state.x[:] = 0
    state.y[:] = 0
    state.level[:] = 0


@kernel
def step_of(state: StateRecord) -> int:
    """How many tiles every seat has placed."""
    step = int(state.placed[0])
    for seat in range(1, state.seats):
        step = min(step, int(state.placed[seat]))
    return step


@kernel
def players_to_act(state: StateRecord) -> int:
    step = step_of(state)
    if step == state.cards:
        return 0  # C3
    if state.draft == KNOWN and state.turned_count < state.cards:
        return CHANCE_BIT  # V1: all cards are turned first
    if state.draft == UNKNOWN and state.turned_count == step:
        return CHANCE_BIT  # C1
    bits = 0
    for seat in range(state.seats):
        if state.placed[seat] == step:  # C1: one that has placed waits for the others
            bits |= 1 << seat
    return bits


@kernel
def cards_left(state: StateRecord) -> int:
    """How many cards the deck still holds."""
    cards = 0
    for number in range(NUMBERS):
        cards += int(state.left[0, number])
    return cards


@kernel
def chance_outcomes(state: StateRecord, out: npt.NDArray[np.int32], probabilities: npt.NDArray[np.float64]) -> int:
    n = 0
    total = cards_left(state)
    for number in range(NUMBERS):
        if state.left[0, number] > 0:  # C1: any of those left alike likely
            out[n] = number
            probabilities[n] = state.left[0, number] / total
            n += 1
    return n


@kernel
def sample_chance(state: StateRecord, u: float) -> int:
    card = int(u * cards_left(state))
    for number in range(NUMBERS):
        card -= int(state.left[0, number])
        if card < 0:
            return number
    return NUMBERS - 1


# Boards. A display is painted onto a frame: row r, column c of the frame is the place (x0 + c, y0 + r). The frame
# leaves as much room around the display as a new tile may take, so that 64 columns, the bits of a word, are enough.
MARGIN = 4
FRAME_ROWS = 1 + TABLE + MARGIN + 1  # a row more at each end: every row has neighbours


@kernel
def tile(state: StateRecord, player: int, i: int) -> tuple[int, int, int, int, int]:
    """Number, turn, x, y and level of the i-th tile of a display."""
    return (
        int(state.number[player, i]),
        int(state.turn[player, i]),
        int(state.x[player, i]),
        int(state.y[player, i]),
        int(state.level[player, i]),
    )


@kernel
def bounds(state: StateRecord, player: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a display that is not empty."""
    left, top, right, bottom = SPAN, SPAN, -SPAN, -SPAN
    for i in range(state.placed[player]):
        number, turn, x, y, _ = tile(state, player, i)
        left = min(left, x)
        top = min(top, y)
        right = max(right, x + WIDTH[number, turn] - 1)
        bottom = max(bottom, y + HEIGHT[number, turn] - 1)
    return left, top, right, bottom


@kernel
def levels_of(state: StateRecord, player: int) -> int:
    """How many levels a display has."""
    levels = 0
    for i in range(state.placed[player]):
        levels = max(levels, int(state.level[player, i]) + 1)
    return levels


@kernel
def paint(state: StateRecord, player: int, x0: int, y0: int, boards: npt.NDArray[np.uint64]) -> None:
    """Add a display's cells to blank boards: boards[level, r] is the set of columns that are taken in row r."""
    for i in range(state.placed[player]):
        number, turn, x, y, level = tile(state, player, i)
        column = np.uint64(x - x0)
        for dy in range(HEIGHT[number, turn]):
            boards[level, y - y0 + dy] |= ROWS[number, turn, dy] << column


@kernel
def and_shifted(rows: npt.NDArray[np.uint64], others: npt.NDArray[np.uint64], columns: np.uint64) -> None:
    """Keep in each row what the other one has so many columns further on."""
    for row in range(len(rows)):
        rows[row] &= others[row] >> columns


@kernel
def or_shifted(rows: npt.NDArray[np.uint64], others: npt.NDArray[np.uint64], columns: np.uint64) -> None:
    """Add to each row what the other one has so many columns further on."""
    for row in range(len(rows)):
        rows[row] |= others[row] >> columns


@kernel
def legal_placements(
    state: StateRecord, player: int, number: int, base: int, out: npt.NDArray[np.int32], n: int
) -> int:
    """Append all legal placements of a number to ``out``, which holds n actions; how many it holds then."""
    if state.placed[player] == 0:
        for turn in range(TURNS[number]):  # P7: the first tile's corner is 0,0
            out[n] = encode(base, turn, 0, 0)
            n += 1
        return n

    left, top, right, bottom = bounds(state, player)
    width, height = right - left + 1, bottom - top + 1
    margin_x, margin_y = min(MARGIN, TABLE - width), min(MARGIN, TABLE - height)
    x0, y0 = left - margin_x, top - margin_y - 1
    first_row, last_row = 1 + margin_y, margin_y + height  # of the display in the frame

    levels = levels_of(state, player)
    scratch = np.zeros((3 * levels + 6, FRAME_ROWS), np.uint64)
    boards, free, near = scratch[: levels + 1], scratch[levels + 1 : 2 * levels + 2], scratch[2 * levels + 2 :]
    fits, touches, places = scratch[-3], scratch[-2], scratch[-1]
    paint(state, player, x0, y0, boards)
    # Where a cell of a new tile may lie at each level, and the places next to the tiles of the level.
    for level in range(levels + 1):
        for row in range(1, FRAME_ROWS - 1):
            here = boards[level, row]
            ground = ALL if level == 0 else boards[level - 1, row]
            free[level, row] = ground & ~here  # P4, P6
            beside = (here << ONE) | (here >> ONE) | boards[level, row - 1] | boards[level, row + 1]
            near[level, row] = ALL if level == levels else beside  # P3: unless it is the first on its level

    for turn in range(TURNS[number]):
        # P7: a display of 60 ends there, and so do the rows and columns in which the corner may lie.
        rows = min(last_row + 1, TABLE + first_row - HEIGHT[number, turn])
        columns = bit(TABLE + margin_x - WIDTH[number, turn] + 1) - ONE
        places[:] = NONE
        for level in range(levels + 1):
            low = 1 if level == 0 else first_row
            high = rows if level == 0 else last_row - HEIGHT[number, turn] + 1
            fits[low : high + 1] = columns
            touches[low : high + 1] = NONE
            for cell in range(CELLS[number]):
                dx, dy = np.uint64(CELL_X[number, turn, cell]), CELL_Y[number, turn, cell]
                and_shifted(fits[low : high + 1], free[level, low + dy :], dx)
                or_shifted(touches[low : high + 1], near[level, low + dy :], dx)
            for row in range(low, high + 1):
                fits[row] &= touches[row]
            if level > 0:
                drop_lone_supports(state, player, number, turn, level, x0, y0, fits)
            for row in range(low, high + 1):
                places[row] |= fits[row]
        for row in range(1, rows + 1):
            left_over = places[row]
            while left_over:
                out[n] = encode(base, turn, x0 + lowest(left_over), y0 + row)
                n += 1
                left_over = without_lowest(left_over)
    return n


@kernel
def drop_lone_supports(
    state: StateRecord,
    player: int,
    number: int,
    turn: int,
    level: int,
    x0: int,
    y0: int,
    fits: npt.NDArray[np.uint64],
) -> None:
    """P5: remove the places at which the tile would lie wholly on one tile of the level below."""
    for i in range(state.placed[player]):
        beneath, turn_beneath, x, y, level_beneath = tile(state, player, i)
        if level_beneath == level - 1:
            span = WITHIN[number, turn, beneath, turn_beneath]
            for entry in range(span[0], span[1]):
                fits[y + WITHIN_OFFSETS[entry, 1] - y0] &= ~bit(x + WITHIN_OFFSETS[entry, 0] - x0)


@kernel
def legal_actions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    if not players_to_act(state) >> player & 1:
        return 0
    if state.draft != FREE:
        return legal_placements(state, player, state.turned[state.placed[player]], 0, out, 0)
    n = 0
    for number in range(NUMBERS):
        if state.left[player, number] > 0:  # V1
            n = legal_placements(state, player, number, number, out, n)
    return n


@kernel
def height_at(state: StateRecord, player: int, x: int, y: int) -> int:
    """How many tiles lie on a place: the level that a tile put there would have."""
    height = 0
    for i in range(state.placed[player]):
        number, turn, left, top, level = tile(state, player, i)
        row, column = y - top, x - left
        inside = 0 <= row < HEIGHT[number, turn] and 0 <= column < WIDTH[number, turn]
        if inside and ROWS[number, turn, row] >> np.uint64(column) & ONE:
            height = max(height, level + 1)
    return height


@kernel
def parts_of_placements(
    state: StateRecord, player: int, actions: npt.NDArray[np.int32], parts: npt.NDArray[np.int64]
) -> None:
    """Number, turn, x, y and level of each of these placements."""
    for i in range(len(actions)):
        number, turn, x, y = decode(actions[i])
        if state.draft != FREE:
            number = int(state.turned[state.placed[player]])
        parts[i, 0] = number
        parts[i, 1] = turn
        parts[i, 2] = x
        parts[i, 3] = y
        parts[i, 4] = height_at(state, player, x + CELL_X[number, turn, 0], y + CELL_Y[number, turn, 0])  # P6


@kernel
def apply_action(state: StateRecord, player: int, action: int) -> None:
    if player == CHANCE_PLAYER:
        state.turned[state.turned_count] = action
        state.turned_count += 1
        state.left[0, action] -= 1
        return
    number, turn, x, y = decode(action)
    i = state.placed[player]
    if state.draft == FREE:
        state.left[player, number] -= 1
    else:
        number = state.turned[i]
    state.number[player, i] = number
    state.turn[player, i] = turn
    state.x[player, i] = x
    state.y[player, i] = y
    state.level[player, i] = height_at(state, player, x + CELL_X[number, turn, 0], y + CELL_Y[number, turn, 0])  # P6
    state.placed[player] += 1


@kernel
def score(state: StateRecord, player: int) -> int:
    """The score of a display as it stands."""
    points = 0
    for i in range(state.placed[player]):
        number, _, _, _, level = tile(state, player, i)
        points += number * level  # S1
    return points


@kernel
def returns(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    if state.seats == 1:
        out[0] = score(state, 0)
        return
    best = 0
    for seat in range(state.seats):
        best = max(best, score(state, seat))
    winners = 0
    for seat in range(state.seats):
        winners += score(state, seat) == best
    for seat in range(state.seats):
        out[seat] = 1.0 / winners if score(state, seat) == best else 0.0  # S2


@kernel
def rewarded(state: StateRecord, out: npt.NDArray[np.float64]) -> None:
    if state.seats == 1 or players_to_act(state) == 0:
        returns(state, out)
    else:
        out[:] = 0.0
