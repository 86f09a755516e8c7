"""The rows and columns in which a play of Sumoku may go, worked out from their far ends.

A play is found as Scrabble engines find words: line by line, tile by tile along the line. A line that is being made is
known by three things: the set of its colours, the rest of its sum when the key divides it, and whether it touches the
crossword yet. ``solve`` works out for each place of a row or column, from its far end back, from which *sets of
colours* a play can go on there to a legal end: 64 sets are the bits of one word, and laying a tile is one shift. So no
search ever enters a dead end, and whether a tile may be laid is one bit, however many plays go on from it.

That a line has at most six tiles follows from its colours, and that no tile is laid twice too: the same tile, its twin
and itself turned over have one colour.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku.tiles import (
    COLOUR_OF,
    COLOURS,
    FACE_OF,
    FACES,
    KIND_OF,
    LONGEST,
    NINE,
    NUMBER_OF,
    REACH,
    SIX,
    TILES,
    VALUE_OF,
)
from abaculus.kernel.bits import ALL, NONE, ONE, bit, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

SETS = 1 << len(COLOURS)
EVERY_COLOUR = SETS - 1
APART = np.array([sum(1 << one for one in range(SETS) if one & other == 0) for other in range(SETS)], np.uint64)
"""APART[s]: all sets of colours that have none in common with the set s, as a set of sets."""

ROW, COLUMN = 0, 1  # directions

# The stock, as the faces that it can show. A face has: its number; its colour, as a set; its value; the rest of that
# when the key divides it; which of the stock's kinds it is, as a set of these.
MAX_FACES = 16  # of a stock of eight: no more than six kinds of 6 have two faces
MAX_KEY = 5
FACE, COLOUR, VALUE, REST, KIND, FACTS = range(6)

# The frame: a part of the table with as much room around the crossword as a play can take, so that nothing ever lies at
# its edge. The tiles are connected, so width and height of the crossword are at most 97 together, and so they are with
# the play under way, for that can be ended.
MARGIN = LONGEST
AREA = ((TILES + 1) // 2 + 2 * MARGIN) * ((TILES + 2) // 2 + 2 * MARGIN)
AHEAD = LONGEST + 1  # beyond all that touches the crossword, as far as a search goes
LENGTH = 128  # more than the longest side, and what is looked at beyond it
NEAR = 64  # on the board: an empty place beside the crossword. Else 0 for an empty one, or face + 1

# A line, place by place; only empty places are written.
FITS, AFTER, NEXT_RUN, NEXT_REST, TOUCHES, GAIN, TIMES, SIXTH, STARTS, PARTS = range(10)
"""The faces whose cross-line is right there; the next empty place; colours and rest of the tiles up to there; whether a
tile is beside the place; the sum of these tiles and of those in the cross-line; how often what is laid there counts,
once or in two lines; COMPLETED where it completes a cross-line, else 0; the faces that a play can start with there."""
COMPLETED = 1 << 8  # beside the kinds laid, at most eight: a line of six is made
BEYOND = 2 * MAX_KEY
GOES = BEYOND + MAX_KEY

# A search, tile by tile (see ``plays``).
PLACE, UNTRIED, ENDS, SET, REST_OF, TOUCHED, SCORE, USED, CHOSEN, COLUMNS = range(10)

DESK = np.dtype(
    (
        np.record,
        [
            # The stock: the key, how many faces there are, and their facts; for each set of colours the faces that have
            # one of them; for each rest the faces that have it.
            ("key", "i8"),
            ("faces", "i8"),
            ("facts", "i8", (MAX_FACES, FACTS)),
            ("coloured", "i8", (SETS,)),
            ("resting", "i8", (MAX_KEY,)),
            # The frame: row r, column c is the place (x + c, y + r), at r · width + c on the board. The tiles of the
            # play under way are on it too; whether one of them is beside the crossword.
            ("x", "i8"),
            ("y", "i8"),
            ("width", "i8"),
            ("height", "i8"),
            ("touched", "i8"),
            ("board", "u1", (AREA,)),
            # The line that was solved last. goes[i, touched, rest]: of all sets of colours that the line may have
            # before place i those from which there is a legal end, here or after more tiles; the rest may be up to
            # twice the key, so that rests can be added. At BEYOND + rest: those from which there is one after more
            # tiles. And the same for a place in whose reach there is nothing.
            ("part", "i8", (LENGTH, PARTS)),
            ("goes", "u8", (LENGTH, 2, GOES)),
            ("opening", "u8", (GOES,)),
            # The search: what there was before each tile; which line is searched, the number (see ``encode``) of its
            # place 0 and how much that grows from place to place; the next place to start at, and the last; how many
            # tiles are laid.
            ("search", "i8", (LONGEST + 1, COLUMNS)),
            ("number", "i8"),
            ("origin", "i8"),
            ("pitch", "i8"),
            ("start", "i8"),
            ("last", "i8"),
            ("depth", "i8"),
        ],
    )
)
"""What is on the desk of whoever looks for plays."""
Desk = StateRecord
Desks = npt.NDArray[np.void]
"""An array of one desk. Who makes it holds it while others work on the record in it."""


@kernel
def new_desks() -> Desks:
    return np.empty(1, DESK)


Goes: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]
"""For each rest a set of sets of colours."""

# The stock


@kernel
def take_stock(state: StateRecord, player: int, desk: Desk) -> None:
    """Put the stock of a seat on the desk."""
    key = int(state.key)
    facts, coloured, resting, opening = desk.facts, desk.coloured, desk.resting, desk.opening
    coloured[:] = 0
    resting[:] = 0
    shown = NONE
    for i in range(state.held[player]):
        tile = int(state.stock[player, i])
        shown |= bit(FACE_OF[tile])
        if NUMBER_OF[tile] == SIX:
            shown |= bit(FACE_OF[tile] + NINE - SIX)  # P5
    n = 0
    kinds = 1
    while shown:
        face = lowest(shown)
        shown = without_lowest(shown)
        facts[n, FACE] = face
        facts[n, COLOUR] = 1 << COLOUR_OF[face]
        facts[n, VALUE] = VALUE_OF[face]
        facts[n, REST] = VALUE_OF[face] % key
        facts[n, KIND] = 0
        for other in range(n):
            if KIND_OF[facts[other, FACE]] == KIND_OF[face]:
                facts[n, KIND] = facts[other, KIND]
        if facts[n, KIND] == 0:
            facts[n, KIND] = kinds
            kinds <<= 1
        coloured[facts[n, COLOUR]] |= 1 << n
        resting[facts[n, REST]] |= 1 << n
        n += 1
    for colours in range(SETS):
        least = colours & -colours
        coloured[colours] = coloured[least] | coloured[colours & ~least]
    desk.key = key
    desk.faces = n
    opening[:] = NONE
    opening[0] = opening[key] = ALL
    for _ in range(LONGEST - 1):  # a line of one tile takes five more
        _, goes = go_on(desk, (1 << n) - 1, 0, 0, opening, 0, 0)
        write_goes(key, goes, opening, True)


# The table

COLOURS_AT = np.zeros(256, np.int64)
"""The colour, as a set, of what is written on the board; none for an empty place."""
COLOURS_AT[1 : FACES + 1] = 1 << COLOUR_OF
VALUE_AT = np.zeros(256, np.int64)
VALUE_AT[1 : FACES + 1] = VALUE_OF


@kernel
def look_at_table(state: StateRecord, desk: Desk) -> None:
    """Put the crossword and the play under way on the desk."""
    left = right = top = bottom = 0
    if state.on_board > 0:
        left, right = REACH, -REACH
        top, bottom = int(state.y[0]), int(state.y[state.on_board - 1])
    for i in range(state.on_board):
        x = int(state.x[i])
        left = min(left, x)
        right = max(right, x)
    for i in range(state.laid):
        x, y = int(state.laid_x[i]), int(state.laid_y[i])
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
    width, height = right - left + 1 + 2 * MARGIN, bottom - top + 1 + 2 * MARGIN
    desk.x, desk.y = left - MARGIN, top - MARGIN
    desk.width, desk.height = width, height
    board = desk.board
    board[: width * height] = 0
    for i in range(state.on_board):
        place = place_of(desk, int(state.x[i]), int(state.y[i]))
        board[place] = state.face[i] + 1
        for beside in (place - width, place - 1, place + 1, place + width):
            if board[beside] == 0:
                board[beside] = NEAR
    if state.on_board == 0:
        # P3: the first play has two tiles or more and starts at (0, 0), so (1, 0) is what it has to touch.
        board[place_of(desk, 1, 0)] = NEAR
    desk.touched = 0
    for i in range(state.laid):
        place = place_of(desk, int(state.laid_x[i]), int(state.laid_y[i]))
        if board[place] == NEAR:
            desk.touched = 1
        board[place] = state.laid_face[i] + 1


@kernel
def place_of(desk: Desk, x: int, y: int) -> int:
    """Where (x, y) is on the board."""
    return (y - desk.y) * desk.width + x - desk.x


@kernel
def is_tile(shown: int) -> bool:
    return 0 < shown < NEAR


@kernel
def run(board: npt.NDArray[np.uint8], place: int, step: int) -> tuple[int, int]:
    """Colours and sum of the unbroken tiles from a place (not included) in the direction of a step."""
    colours, points = 0, 0
    place += step
    while is_tile(board[place]):
        colours |= COLOURS_AT[board[place]]
        points += VALUE_AT[board[place]]
        place += step
    return colours, points


# A row or column


@kernel
def fitting(desk: Desk, place: int, across: int) -> tuple[int, int, int]:
    """The faces whose cross-line is right in a place, and colours and sum of the tiles there are in that line."""
    before, before_sum = run(desk.board, place, -across)
    behind, behind_sum = run(desk.board, place, across)
    colours, points = before | behind, before_sum + behind_sum
    if colours == 0:
        return (1 << desk.faces) - 1, 0, 0
    if before & behind:
        return 0, colours, points
    return desk.resting[-points % desk.key] & ~desk.coloured[colours], colours, points  # P4


@kernel
def go_on(
    desk: Desk, fits: int, next_run: int, next_rest: int, after: npt.NDArray[np.uint64], colours: int, rest: int
) -> tuple[int, Goes]:
    """Lay any of these faces, pass over the run behind it, and go on as ``after`` has it.

    Which of the faces come to a legal end so from this set of colours and this rest; and for each rest the sets of
    colours from which any of them does.
    """
    key, facts = desk.key, desk.facts
    good = 0
    start = np.uint64(colours)
    # Each rest has a variable, as fast as can be: those of the largest key, what is beyond this key means nothing.
    g0 = g1 = g2 = g3 = g4 = NONE
    left = np.uint64(fits & ~desk.coloured[next_run])
    while left:
        f = lowest(left)
        left = without_lowest(left)
        more = facts[f, COLOUR] | next_run
        # A set s without these colours becomes s + more, so all sets are tested by one shift.
        shift, apart = np.uint64(more), APART[more]
        turned = facts[f, REST] + next_rest
        if turned >= key:
            turned -= key
        g0 |= (after[turned] >> shift) & apart
        g1 |= (after[turned + 1] >> shift) & apart
        g2 |= (after[turned + 2] >> shift) & apart
        g3 |= (after[turned + 3] >> shift) & apart
        g4 |= (after[turned + 4] >> shift) & apart
        if ((after[rest + turned] >> shift) & apart) >> start & ONE:
            good |= 1 << f
    return good, (g0, g1, g2, g3, g4)


@kernel
def touch(
    desk: Desk, place: int, step: int, across: int, next_run: int, next_sum: int, after: npt.NDArray[np.uint64]
) -> tuple[int, int, int, int, Goes]:
    """Lay a tile in a place beside the crossword, and go on as ``after`` has it behind the run that follows.

    The faces that a play can start with there, and those whose cross-line is right; colours and sum of the tiles in the
    cross-line; and for each rest the sets of colours from which that comes to a legal end.
    """
    fits, cross, cross_sum = fitting(desk, place, across)
    before, before_sum = run(desk.board, place, -step)
    starts, goes = go_on(desk, fits, next_run, next_sum % desk.key, after, before, before_sum % desk.key)
    if cross and before == 0 and next_run == 0:
        starts = fits  # alone in this line, which is then no line
    return starts, fits, cross, cross_sum, goes


@kernel
def write_goes(key: int, goes: Goes, out: npt.NDArray[np.uint64], may_stop: bool) -> None:
    """Write how a play goes on before a place; whether it may stop there."""
    write_rests(goes, out, BEYOND)
    if may_stop:
        write_onward(key, goes, out)
    else:
        write_rests(goes, out, 0)
        write_rests(goes, out, key)


@kernel
def write_onward(key: int, goes: Goes, out: npt.NDArray[np.uint64]) -> None:
    """Double the rests, and add that the play may stop where its rest is 0."""
    # What means nothing is written over, or never read.
    write_rests(goes, out, 0)
    write_rests(goes, out, key)
    out[0] = out[key] = ALL


@kernel
def write_rests(goes: Goes, out: npt.NDArray[np.uint64], begin: int) -> None:
    g0, g1, g2, g3, g4 = goes
    out[begin] = g0
    out[begin + 1] = g1
    out[begin + 2] = g2
    out[begin + 3] = g3
    out[begin + 4] = g4


@kernel
def leave_open(desk: Desk, i: int, after: int) -> None:
    """Write a place beside which there is nothing, but not how a play can go on from it."""
    here = desk.part[i]
    here[:] = 0
    here[FITS] = (1 << desk.faces) - 1
    here[AFTER] = after
    here[TIMES] = 1


@kernel
def first_faces(desk: Desk, after: npt.NDArray[np.uint64]) -> int:
    """The faces that can start a line in an empty place, which goes on as ``after`` has it."""
    good = 0
    for f in range(desk.faces):
        if after[desk.facts[f, REST]] >> np.uint64(desk.facts[f, COLOUR]) & ONE:
            good |= 1 << f
    return good


@kernel
def solve(desk: Desk, direction: int, row: int, column: int, least: int, beyond: int) -> int:
    """Work out a row or column of the frame from its place ``least`` on, and so many places ``beyond`` its last.

    Row and column are those of place 0 of the line. The last place that touches the crossword, or one less than
    ``least``: no play starts behind it.
    """
    key, board, part, goes = desk.key, desk.board, desk.part, desk.goes
    at = row * desk.width + column
    step, across, length = 1, desk.width, desk.width
    if direction == COLUMN:
        step, across, length = desk.width, 1, desk.height
    every = (1 << desk.faces) - 1
    last = length - 1
    while last >= least and board[at + last * step] != NEAR:
        last -= 1
    # Before the first place that touches, no play has touched yet (one under way perhaps has), and further before it
    # than a line is long there is nothing to write.
    first = begin = least
    if least == 0:
        while first < last and board[at + first * step] != NEAR:
            first += 1
        begin = max(least, first - LONGEST + 1)
        for i in range(begin):
            part[i, STARTS] = 0
    for i in range(last + 1, last + 1 + beyond):
        leave_open(desk, i, i + 1)
        goes[i, 0] = NONE
        goes[i, 1] = desk.opening
    touching = LENGTH  # the next place that touches
    after = last + 1  # the next empty place
    next_run, next_sum = 0, 0  # of the tiles before it
    for i in range(last, begin - 1, -1):
        place = at + i * step
        shown = board[place]
        if is_tile(shown):
            next_run |= COLOURS_AT[shown]
            next_sum += VALUE_AT[shown]
            continue
        if shown == NEAR:
            touching = i
            starts, fits, cross, cross_sum, found = touch(desk, place, step, across, next_run, next_sum, goes[after, 1])
            part[i, STARTS] = starts
            part[i, FITS] = fits
            part[i, AFTER] = after
            part[i, NEXT_RUN] = next_run
            part[i, NEXT_REST] = next_sum % key
            part[i, TOUCHES] = 1
            part[i, GAIN] = next_sum + cross_sum
            part[i, TIMES] = 2 if cross else 1  # C1
            part[i, SIXTH] = COMPLETED if count(np.uint64(cross)) == LONGEST - 1 else 0  # C2
            write_goes(key, found, goes[i, 0], False)
            write_goes(key, found, goes[i, 1], True)
        else:
            leave_open(desk, i, after)
            if touching - i == LONGEST - 1 and i < first:
                part[i, STARTS] = first_faces(desk, goes[after, 0])  # and nothing goes on from before it
            elif touching - i < LONGEST:  # P3: else it is too far to touch anything
                starts, found = go_on(desk, every, 0, 0, goes[after, 0], 0, 0)
                part[i, STARTS] = starts
                write_goes(key, found, goes[i, 0], False)
            else:
                goes[i, 0] = NONE
            if i > first and touching - i < LONGEST - 1:
                _, found = go_on(desk, every, 0, 0, goes[after, 1], 0, 0)
                write_goes(key, found, goes[i, 1], True)
            elif i >= first:
                goes[i, 1] = desk.opening
        after = i
        next_run, next_sum = 0, 0
    return last
