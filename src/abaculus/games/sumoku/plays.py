"""The play generator of Sumoku: which plays there are, tile by tile, one after another, or the best one.

A play is found as Scrabble engines find words: line by line, tile by tile along the line. A line that is being made is
known by three things: the set of its colours, the rest of its sum when the key divides it, and whether it touches the
crossword yet. ``solve`` works out for each place of a row or column, from its far end back, from which *sets of
colours* a play can go on there to a legal end: 64 sets are the bits of one word, and laying a tile is one shift. So no
search ever enters a dead end, and whether a tile may be laid is one bit, however many plays go on from it.

That a line has at most six tiles follows from its colours, and that no tile is laid twice too: the same tile, its twin
and itself turned over have one colour.
"""

from typing import NamedTuple

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
    SPAN,
    TILES,
    VALUE_OF,
    encode,
)
from abaculus.kernel.bits import ALL, NONE, ONE, bit, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

SETS = 1 << len(COLOURS)
EVERY_COLOUR = SETS - 1
MAX_KEY = 5
MAX_FACES = 16  # of a stock of eight: no more than six kinds of 6 have two faces
SUBSETS = 256  # of the kinds in a stock of eight

APART = np.array([sum(1 << one for one in range(SETS) if one & other == 0) for other in range(SETS)], np.uint64)
"""APART[s]: all sets of colours that have none in common with the set s, as a set of sets."""

ROW, COLUMN = 0, 1  # directions


# The stock


class Hand(NamedTuple):
    """A stock as the generator takes it: the faces that it can show, each with its facts, and sets of these faces."""

    key: int
    faces: int
    face: npt.NDArray[np.int64]
    colour: npt.NDArray[np.int64]  # as a set
    value: npt.NDArray[np.int64]
    rest: npt.NDArray[np.int64]  # of the value, divided by the key
    kind: npt.NDArray[np.int64]  # which of the stock's kinds, as a set
    coloured: npt.NDArray[np.int64]  # for each set of colours: the faces that have one of them
    resting: npt.NDArray[np.int64]  # for each rest: the faces that have it
    opening: npt.NDArray[np.uint64]  # how a play goes on where nothing is near (see `Line.goes`)


@kernel
def hand_of(state: StateRecord, player: int) -> Hand:
    """The stock of a seat."""
    key = int(state.key)
    facts = np.zeros((5, MAX_FACES), np.int64)
    face, colour, value, rest, kind = facts[0], facts[1], facts[2], facts[3], facts[4]
    coloured = np.zeros(SETS, np.int64)
    resting = np.zeros(MAX_KEY, np.int64)
    shown = NONE
    for i in range(state.held[player]):
        tile = int(state.stock[player, i])
        shown |= bit(FACE_OF[tile])
        if NUMBER_OF[tile] == SIX:
            shown |= bit(FACE_OF[tile] + NINE - SIX)  # P5
    count = 0
    kinds = 0
    while shown:
        one = lowest(shown)
        shown = without_lowest(shown)
        face[count] = one
        colour[count] = 1 << COLOUR_OF[one]
        value[count] = VALUE_OF[one]
        rest[count] = VALUE_OF[one] % key
        which = kinds
        for other in range(count):
            if KIND_OF[face[other]] == KIND_OF[one]:
                which = other
        if which == kinds:
            kind[count] = 1 << kinds
            kinds += 1
        else:
            kind[count] = kind[which]
        coloured[colour[count]] |= 1 << count
        resting[rest[count]] |= 1 << count
        count += 1
    for colours in range(SETS):
        least = colours & -colours
        coloured[colours] = coloured[least] | coloured[colours & ~least]
    opening = np.zeros(GOES, np.uint64)
    hand = Hand(key, count, face, colour, value, rest, kind, coloured, resting, opening)
    opening[0] = opening[key] = ALL
    goes = np.empty(MAX_KEY, np.uint64)
    for _ in range(LONGEST - 1):  # a line of one tile takes five more
        go_on(hand, (1 << count) - 1, 0, 0, opening, 0, 0, goes)
        write_goes(key, goes, opening, True)
    return hand


# The table


class Frame(NamedTuple):
    """A part of the table: row r, column c of the frame is the place (x + c, y + r), at r · width + c on the board.

    It leaves as much room around the crossword as a play can take, so that nothing ever lies at its edge. The tiles of
    the play under way are on it too; ``touched`` tells whether one of them is beside the crossword.
    """

    x: int
    y: int
    width: int
    height: int
    board: npt.NDArray[np.uint8]
    touched: bool


NEAR = 64  # on the board: an empty place beside the crossword. Else 0 for an empty one, or face + 1
MARGIN = LONGEST
# The tiles are connected, so width and height of the crossword are at most 97 together; as much as a play ends there.
AREA = ((TILES + 1) // 2 + 2 * MARGIN) * ((TILES + 2) // 2 + 2 * MARGIN)
LENGTH = 128  # more than the longest side of a frame and what is looked at beyond it

BYTES = 256
COLOURS_AT = np.zeros(BYTES, np.int64)
"""The colour, as a set, of what is written on the board; none for an empty place."""
COLOURS_AT[1 : FACES + 1] = 1 << COLOUR_OF
VALUE_AT = np.zeros(BYTES, np.int64)
VALUE_AT[1 : FACES + 1] = VALUE_OF


@kernel
def frame_of(state: StateRecord) -> Frame:
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
    x0, y0 = left - MARGIN, top - MARGIN
    width, height = right - left + 1 + 2 * MARGIN, bottom - top + 1 + 2 * MARGIN
    board = np.zeros(AREA, np.uint8)
    for i in range(state.on_board):
        place = (int(state.y[i]) - y0) * width + int(state.x[i]) - x0
        board[place] = state.face[i] + 1
        for beside in (place - width, place - 1, place + 1, place + width):
            if board[beside] == 0:
                board[beside] = NEAR
    if state.on_board == 0:
        # P3: the first play has two tiles or more and starts at (0, 0), so (1, 0) is what it has to touch.
        board[-y0 * width - x0 + 1] = NEAR
    touched = False
    for i in range(state.laid):
        place = (int(state.laid_y[i]) - y0) * width + int(state.laid_x[i]) - x0
        touched |= board[place] == NEAR
        board[place] = state.laid_face[i] + 1
    return Frame(x0, y0, width, height, board, touched)


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

FITS, AFTER, NEXT_RUN, NEXT_SUM, NEXT_REST, CROSS, CROSS_SUM, TOUCHES, STARTS, PARTS = range(10)
GOES = 2 * MAX_KEY + 1
BEYOND = 2 * MAX_KEY  # in `goes`


class Line(NamedTuple):
    """A row or column of a frame as ``solve`` leaves it, place by place; only empty places are written.

    ``part[i]`` has FITS: the faces whose cross-line is right there. AFTER: the next empty place; NEXT_RUN, NEXT_SUM,
    NEXT_REST: colours, sum and rest of the tiles up to there. CROSS, CROSS_SUM: colours and sum of the tiles in the
    cross-line. TOUCHES: whether a tile is beside the place. STARTS: the faces that a play can start with there.

    ``goes[i, touched, rest]``: of all sets of colours that the line may have before place i those from which there is a
    legal end, here or after more tiles; ``rest`` may be up to twice the key, so that rests can be added. ``BEYOND`` in
    the place of a rest: the same for rest 0, after more tiles only.
    """

    part: npt.NDArray[np.int64]
    goes: npt.NDArray[np.uint64]


@kernel
def new_line() -> Line:
    return Line(np.zeros((LENGTH, PARTS), np.int64), np.zeros((LENGTH, 2, GOES), np.uint64))


@kernel
def go_on(
    hand: Hand,
    fits: int,
    next_run: int,
    next_rest: int,
    after: npt.NDArray[np.uint64],
    colours: int,
    rest: int,
    goes: npt.NDArray[np.uint64],
) -> int:
    """Lay any of these faces, pass over the run behind it, and go on as ``after`` has it.

    Writes for each rest the sets of colours from which that comes to a legal end. Which of the faces do so from this
    set of colours and this rest.
    """
    key = hand.key
    goes[:] = NONE
    good = 0
    start = np.uint64(colours)
    left = np.uint64(fits & ~hand.coloured[next_run])
    while left:
        f = lowest(left)
        left = without_lowest(left)
        more = hand.colour[f] | next_run
        # A set s without these colours becomes s + more, so all sets are tested by one shift.
        shift, apart = np.uint64(more), APART[more]
        turned = hand.rest[f] + next_rest
        if turned >= key:
            turned -= key
        for r in range(key):
            goes[r] |= (after[r + turned] >> shift) & apart
        if ((after[rest + turned] >> shift) & apart) >> start & ONE:
            good |= 1 << f
    return good


@kernel
def write_goes(key: int, goes: npt.NDArray[np.uint64], out: npt.NDArray[np.uint64], may_stop: bool) -> None:
    """Double the rests, and add that the line may stop where its rest is 0."""
    for r in range(key):
        out[r] = out[r + key] = goes[r]
    out[BEYOND] = goes[0]
    if may_stop:
        out[0] = out[key] = ALL


@kernel
def solve(
    board: npt.NDArray[np.uint8], at: int, step: int, across: int, length: int, least: int, hand: Hand, line: Line
) -> int:
    """Work out a line, whose place i is at + i · step on the board, from place ``least`` on.

    The last place that touches the crossword, or one less than ``least``: no play starts behind it.
    """
    key = hand.key
    part, goes = line.part, line.goes
    every = (1 << hand.faces) - 1
    last = length - 1
    while last >= least and board[at + last * step] != NEAR:
        last -= 1
    for i in range(last + 1, last + 2 + LONGEST):
        leave_open(part[i], goes[i], i + 1, every, hand.opening)
    buffer = np.empty(MAX_KEY, np.uint64)
    touching = LENGTH  # the next place that touches
    after = last + 1  # the next empty place
    next_run, next_sum = 0, 0  # of the tiles before it
    for i in range(last, least - 1, -1):
        place = at + i * step
        shown = board[place]
        if is_tile(shown):
            next_run |= COLOURS_AT[shown]
            next_sum += VALUE_AT[shown]
            continue
        if shown == NEAR:
            touching = i
        here, ways = part[i], goes[i]
        if touching - i >= LONGEST:
            # P3: too far to touch anything.
            leave_open(here, ways, after, every, hand.opening)
        elif shown == NEAR:
            cross, cross_sum = run(board, place, -across)
            below, below_sum = run(board, place, across)
            apart = cross & below == 0
            cross |= below
            cross_sum += below_sum
            fits = every
            if cross:
                fits = hand.resting[(key - cross_sum % key) % key] & ~hand.coloured[cross] if apart else 0  # P4
            before, before_sum = run(board, place, -step)
            rest = next_sum % key
            here[FITS] = fits
            here[AFTER] = after
            here[NEXT_RUN] = next_run
            here[NEXT_SUM] = next_sum
            here[NEXT_REST] = rest
            here[CROSS] = cross
            here[CROSS_SUM] = cross_sum
            here[TOUCHES] = 1
            here[STARTS] = go_on(hand, fits, next_run, rest, goes[after, 1], before, before_sum % key, buffer)
            if cross and before == 0 and next_run == 0:
                here[STARTS] = fits  # alone in this line, which is then no line
            write_goes(key, buffer, ways[0], False)
            write_goes(key, buffer, ways[1], True)
        else:
            leave_open(here, ways, after, every, hand.opening)
            here[STARTS] = go_on(hand, every, 0, 0, goes[after, 0], 0, 0, buffer)
            write_goes(key, buffer, ways[0], False)
            if touching - i < LONGEST - 1:
                go_on(hand, every, 0, 0, goes[after, 1], 0, 0, buffer)
                write_goes(key, buffer, ways[1], True)
        after = i
        next_run, next_sum = 0, 0
    return last


@kernel
def leave_open(
    here: npt.NDArray[np.int64], ways: npt.NDArray[np.uint64], after: int, every: int, opening: npt.NDArray[np.uint64]
) -> None:
    """Write a place in whose reach there is nothing."""
    here[:] = 0
    here[FITS] = every
    here[AFTER] = after
    ways[0] = NONE
    ways[1] = opening


# The play under way


class Begun(NamedTuple):
    """How the play under way stands if it goes along this line, before the empty place i of the line."""

    i: int
    colours: int  # of the line, with the tiles that lay there already
    points: int  # their sum
    crossing: int  # what the cross-lines of the laid tiles score
    six: bool  # whether one of the lines is complete
    crossed: bool  # whether the cross-lines are right, so that more tiles may be laid in this direction
    done: bool  # whether the laid tiles are a legal play


@kernel
def begun(state: StateRecord, frame: Frame, direction: int) -> Begun:
    key = int(state.key)
    step, across = (1, frame.width) if direction == ROW else (frame.width, 1)
    crossing, six, crossed = 0, False, True
    place = 0
    for k in range(state.laid):
        place = (int(state.laid_y[k]) - frame.y) * frame.width + int(state.laid_x[k]) - frame.x
        colours, points = run_through(frame.board, place, across)
        if colours & (colours - 1):  # two tiles or more
            crossing += points  # C1
            six |= colours == EVERY_COLOUR
            crossed &= points % key == 0  # P4
    colours, points = run_through(frame.board, place, step)
    six |= colours == EVERY_COLOUR
    right = colours & (colours - 1) == 0 or points % key == 0
    i = (place % frame.width if direction == ROW else place // frame.width) + 1
    while is_tile(frame.board[place + step]):
        place += step
        i += 1
    return Begun(i, colours, points, crossing, six, crossed, crossed and right and frame.touched)


@kernel
def run_through(board: npt.NDArray[np.uint8], place: int, step: int) -> tuple[int, int]:
    """Colours and sum of the unbroken tiles through a tile."""
    before, before_sum = run(board, place, -step)
    behind, behind_sum = run(board, place, step)
    return before | behind | COLOURS_AT[board[place]], before_sum + behind_sum + VALUE_AT[board[place]]


@kernel
def may_go(state: StateRecord, direction: int) -> bool:
    """Whether the tiles laid, one or more, leave the direction open."""
    return state.laid == 1 or (state.laid_y[0] == state.laid_y[1]) == (direction == ROW)


@kernel
def direction_of(state: StateRecord) -> int:
    """The direction of the tiles laid; ROW for one."""
    return ROW if may_go(state, ROW) else COLUMN


@kernel
def is_play(state: StateRecord) -> bool:
    """Whether the tiles laid, one or more, are a legal play."""
    return begun(state, frame_of(state), direction_of(state)).done


@kernel
def score_of_laid(state: StateRecord) -> tuple[int, bool]:
    """What the tiles laid, a legal play, score, and whether a line of six comes with it (C1, C2)."""
    play = begun(state, frame_of(state), direction_of(state))
    return play.crossing + (play.points if play.colours & (play.colours - 1) else 0), play.six


# Plays one after another. A search goes through the lines, in each line through the places a play can start at, and
# from there on tile by tile. All that it has to remember is a small table: row d is what there was before its d-th
# tile, and the last row where it is. So it can be stopped after any play and go on later.

PLACE, TODO, SET, POINTS, REST, TOUCHED, CROSSING, USED, COMPLETE, CHOSEN, COLUMNS = range(11)
"""The next empty place; the faces to be tried there; colours, sum and rest of the line; whether it touches; what its
cross-lines score; the kinds laid; whether a line of six is made; which of the faces is laid."""
HEAD = LONGEST + 1
NUMBER, START, LAST, DEPTH, STAGE, ORIGIN, PITCH = range(7)
"""In the last row: which line is searched; the next place to start at, and the last; how many tiles are laid; whether
there is a search; the number (see ``encode``) of the line's place 0, and how much it grows from place to place."""


@kernel
def new_search() -> npt.NDArray[np.int64]:
    """A search that is to begin: give it to ``next_play`` until there are no more plays."""
    return np.zeros((HEAD + 1, COLUMNS), np.int64)


@kernel
def faces_that_go_on(hand: Hand, line: Line, i: int, colours: int, rest: int, touched: int) -> int:
    """The faces that may be laid at an empty place."""
    part, goes = line.part, line.goes
    behind = part[i, NEXT_RUN]
    if behind & colours:
        return 0
    after = goes[part[i, AFTER], touched | part[i, TOUCHES]]
    colours |= behind
    rest += part[i, NEXT_REST]
    if rest >= hand.key:
        rest -= hand.key
    good = 0
    left = np.uint64(part[i, FITS] & ~hand.coloured[colours])
    while left:
        f = lowest(left)
        left = without_lowest(left)
        if after[rest + hand.rest[f]] >> np.uint64(colours | hand.colour[f]) & ONE:
            good |= 1 << f
    return good


@kernel
def lines_of(state: StateRecord, frame: Frame) -> int:
    """In how many lines a play can go: the rows and columns near the crossword, or through the tiles laid."""
    if state.laid > 0:
        return 2
    if state.on_board == 0:
        return 1  # P3
    return frame.height + frame.width - 4 * (MARGIN - 1)


@kernel
def place_line(state: StateRecord, frame: Frame, number: int) -> tuple[int, int, int]:
    """Direction of a line, and row and column of its place 0 in the frame."""
    if state.laid > 0:
        if number == ROW:
            return ROW, int(state.laid_y[0]) - frame.y, 0
        return COLUMN, 0, int(state.laid_x[0]) - frame.x
    if state.on_board == 0:
        return ROW, -frame.y, 0
    rows = frame.height - 2 * (MARGIN - 1)
    if number < rows:
        return ROW, number + MARGIN - 1, 0
    return COLUMN, 0, number - rows + MARGIN - 1


@kernel
def solve_line(
    state: StateRecord, frame: Frame, hand: Hand, line: Line, direction: int, row: int, column: int, least: int
) -> int:
    at = row * frame.width + column
    if direction == ROW:
        return solve(frame.board, at, 1, frame.width, frame.width, least, hand, line)
    return solve(frame.board, at, frame.width, 1, frame.height, least, hand, line)


@kernel
def enter_line(state: StateRecord, frame: Frame, hand: Hand, line: Line, search: npt.NDArray[np.int64]) -> None:
    """Solve the line that the search has come to; the places that a play starts at are in START … LAST then."""
    direction, row, column = place_line(state, frame, search[HEAD, NUMBER])
    search[HEAD, ORIGIN] = (row + frame.y + REACH) * SPAN + column + frame.x + REACH
    search[HEAD, PITCH] = 1 if direction == ROW else SPAN
    if state.laid > 0:
        # The play under way starts in one place, and goes on there if it can.
        search[HEAD, START], search[HEAD, LAST] = 0, -1
        play = begun(state, frame, direction)
        if may_go(state, direction) and play.crossed:
            solve_line(state, frame, hand, line, direction, row, column, play.i)
            search[HEAD, START] = search[HEAD, LAST] = play.i
    elif state.on_board == 0:
        search[HEAD, START] = search[HEAD, LAST] = -frame.x  # P1
        solve_line(state, frame, hand, line, direction, row, column, -frame.x)
    else:
        search[HEAD, START] = 0
        search[HEAD, LAST] = solve_line(state, frame, hand, line, direction, row, column, 0)


@kernel
def enter_place(state: StateRecord, frame: Frame, hand: Hand, line: Line, search: npt.NDArray[np.int64]) -> bool:
    """Begin at the place that the search has come to, if a play can start there."""
    i = search[HEAD, START]
    root = search[0]
    direction, row, column = place_line(state, frame, search[HEAD, NUMBER])
    if state.laid > 0:
        play = begun(state, frame, direction)
        touched = 1 if frame.touched else 0
        todo = faces_that_go_on(hand, line, i, play.colours, play.points % hand.key, touched)
        root[SET] = play.colours
        root[POINTS] = play.points
        root[TOUCHED] = touched
        root[CROSSING] = play.crossing
        root[COMPLETE] = play.six
    else:
        at = row * frame.width + column
        step = 1 if direction == ROW else frame.width
        if is_tile(frame.board[at + i * step]):
            return False
        todo = line.part[i, STARTS]
        if todo == 0:
            return False
        root[SET], root[POINTS] = run(frame.board, at + i * step, -step)
        root[TOUCHED] = root[CROSSING] = root[COMPLETE] = 0
    root[PLACE] = i
    root[TODO] = todo
    root[REST] = root[POINTS] % hand.key
    root[USED] = 0
    return todo != 0


@kernel
def next_in_place(hand: Hand, line: Line, search: npt.NDArray[np.int64], depth: int, singles: bool) -> int:
    """Go on from the play of so many tiles to the next one from the same place; how many tiles it has, or −1."""
    part = line.part
    while True:
        here = search[depth]
        todo = here[TODO]
        if todo == 0:
            depth -= 1
            if depth < 0:
                return -1
            continue
        f = lowest(np.uint64(todo))
        here[TODO] = todo & (todo - 1)
        here[CHOSEN] = f
        i = here[PLACE]
        there = part[i]
        colours = here[SET] | hand.colour[f] | there[NEXT_RUN]
        rest = here[REST] + hand.rest[f]
        if rest >= hand.key:
            rest -= hand.key
        rest += there[NEXT_REST]
        if rest >= hand.key:
            rest -= hand.key
        touched = here[TOUCHED] | there[TOUCHES]
        after = there[AFTER]
        depth += 1
        below = search[depth]
        below[PLACE] = after
        below[SET] = colours
        below[POINTS] = here[POINTS] + hand.value[f] + there[NEXT_SUM]
        below[REST] = rest
        below[TOUCHED] = touched
        below[USED] = here[USED] | hand.kind[f]
        cross = there[CROSS]
        if cross:
            below[CROSSING] = here[CROSSING] + there[CROSS_SUM] + hand.value[f]
            below[COMPLETE] = here[COMPLETE] | (cross | hand.colour[f] == EVERY_COLOUR)
        else:
            below[CROSSING] = here[CROSSING]
            below[COMPLETE] = here[COMPLETE]
        stops = touched and rest == 0
        below[TODO] = 0
        if not stops or line.goes[after, 1, BEYOND] >> np.uint64(colours) & ONE:
            below[TODO] = faces_that_go_on(hand, line, after, colours, rest, touched)
        if colours == hand.colour[f]:
            stops = touched  # a tile alone makes no line in this direction
        if stops and (depth > 1 or singles):
            return depth


@kernel
def next_play(state: StateRecord, frame: Frame, hand: Hand, line: Line, search: npt.NDArray[np.int64]) -> int:
    """Go on to the next play; how many tiles it lays, or −1 when there are no more.

    With tiles laid already it is what comes after them: at first nothing more, if they are a legal play.
    """
    head = search[HEAD]
    if head[STAGE] == 0:
        head[STAGE] = 1
        head[DEPTH] = -1
        enter_line(state, frame, hand, line, search)
        if state.laid > 0:
            play = begun(state, frame, direction_of(state))
            if play.done:
                root = search[0]
                root[SET] = play.colours
                root[POINTS] = play.points
                root[CROSSING] = play.crossing
                root[COMPLETE] = play.six
                root[USED] = 0
                return 0
    depth = head[DEPTH]
    singles = state.laid > 0 or head[PITCH] == 1  # a play of one tile counts as a row
    while True:
        if depth >= 0:
            depth = next_in_place(hand, line, search, depth, singles)
            if depth >= 0:
                head[DEPTH] = depth
                return depth
        while head[START] > head[LAST]:
            head[NUMBER] += 1
            if head[NUMBER] >= lines_of(state, frame):
                head[NUMBER] -= 1
                head[DEPTH] = -1
                return -1
            enter_line(state, frame, hand, line, search)
            singles = state.laid > 0 or head[PITCH] == 1
        if enter_place(state, frame, hand, line, search):
            depth = 0
        head[START] += 1


@kernel
def points_of(search: npt.NDArray[np.int64], depth: int) -> int:
    """What the play that the search has come to scores."""
    here = search[depth]
    return here[CROSSING] + (here[POINTS] if here[SET] & (here[SET] - 1) else 0)  # C1


@kernel
def is_complete(search: npt.NDArray[np.int64], depth: int) -> bool:
    """Whether the play that the search has come to makes a line of six (C2)."""
    return search[depth, COMPLETE] != 0 or search[depth, SET] == EVERY_COLOUR


@kernel
def write_play(hand: Hand, search: npt.NDArray[np.int64], depth: int, out: npt.NDArray[np.int32]) -> None:
    """The tiles of the play that the search has come to, as actions; −1 beyond them."""
    origin, pitch = search[HEAD, ORIGIN], search[HEAD, PITCH]
    for d in range(LONGEST):
        out[d] = -1
        if d < depth:
            out[d] = (origin + search[d, PLACE] * pitch) * FACES + hand.face[search[d, CHOSEN]]


# What there is to ask


@kernel
def tiles_to_lay(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> int:
    """The actions that lay a tile with which some legal play starts, or goes on (P6); how many."""
    n = 0
    if state.held[player] == 0:
        return n
    frame, hand, line = frame_of(state), hand_of(state, player), new_line()
    if state.laid > 0:
        for direction in (ROW, COLUMN):
            play = begun(state, frame, direction)
            if may_go(state, direction) and play.crossed:
                _, row, column = place_line(state, frame, direction)
                solve_line(state, frame, hand, line, direction, row, column, play.i)
                good = faces_that_go_on(
                    hand, line, play.i, play.colours, play.points % hand.key, 1 if frame.touched else 0
                )
                x, y = (frame.x + play.i, frame.y + row) if direction == ROW else (frame.x + column, frame.y + play.i)
                n = write_faces(hand, good, x, y, out, n)
        return n
    if state.on_board == 0:
        solve_line(state, frame, hand, line, ROW, -frame.y, 0, -frame.x)
        return write_faces(hand, line.part[-frame.x, STARTS], 0, 0, out, n)
    starts = np.zeros(AREA, np.uint16)
    for number in range(lines_of(state, frame)):
        direction, row, column = place_line(state, frame, number)
        last = solve_line(state, frame, hand, line, direction, row, column, 0)
        at, step = row * frame.width + column, 1 if direction == ROW else frame.width
        for i in range(last + 1):
            if not is_tile(frame.board[at + i * step]):
                starts[at + i * step] |= np.uint16(line.part[i, STARTS])
    place = 0
    for row in range(frame.height):
        for column in range(frame.width):
            if starts[place]:
                n = write_faces(hand, int(starts[place]), frame.x + column, frame.y + row, out, n)
            place += 1
    return n


@kernel
def write_faces(hand: Hand, faces: int, x: int, y: int, out: npt.NDArray[np.int32], n: int) -> int:
    """Append the actions that lay these faces at a place to ``out``, which holds n actions."""
    left = np.uint64(faces)
    while left:
        out[n] = encode(hand.face[lowest(left)], x, y)
        n += 1
        left = without_lowest(left)
    return n


@kernel
def has_play(state: StateRecord, player: int) -> bool:
    """Whether a seat could make a play on this board."""
    if state.held[player] == 0:
        return False
    frame, hand, line = frame_of(state), hand_of(state, player), new_line()
    return next_play(state, frame, hand, line, new_search()) >= 0


@kernel
def count_plays(state: StateRecord, player: int) -> int:
    """How many plays a seat could make."""
    frame, hand, line, search = frame_of(state), hand_of(state, player), new_line(), new_search()
    n = 0
    while next_play(state, frame, hand, line, search) >= 0:
        n += 1
    return n


@kernel
def list_plays(
    state: StateRecord,
    player: int,
    search: npt.NDArray[np.int64],
    out: npt.NDArray[np.int32],
    points: npt.NDArray[np.int32],
) -> int:
    """The next plays of a search, as many as ``out`` takes; how many there were: fewer when they are at an end.

    ``out[n]`` has the actions of a play in order, without ``end``; −1 beyond them. ``points[n]`` is what it scores.
    """
    frame, hand, line = frame_of(state), hand_of(state, player), new_line()
    if search[HEAD, STAGE] > 0:
        # Solve again the line in which the search was stopped.
        start, last = search[HEAD, START], search[HEAD, LAST]
        enter_line(state, frame, hand, line, search)
        search[HEAD, START], search[HEAD, LAST] = start, last
    n = 0
    while n < len(out):
        depth = next_play(state, frame, hand, line, search)
        if depth < 0:
            break
        write_play(hand, search, depth, out[n])
        points[n] = points_of(search, depth)
        n += 1
    return n


@kernel
def best_play(
    state: StateRecord, player: int, worth: npt.NDArray[np.float64], bonus: float, out: npt.NDArray[np.int32]
) -> float:
    """The play that scores most, with ``worth[s]`` added for laying the set s of the stock's kinds and ``bonus`` for a
    line of six: its value, and its actions as ``list_plays`` has them. Minus infinity when there is no play.
    """
    frame, hand, line, search = frame_of(state), hand_of(state, player), new_line(), new_search()
    best = -np.inf
    while True:
        depth = next_play(state, frame, hand, line, search)
        if depth < 0:
            return best
        value = points_of(search, depth) + worth[search[depth, USED]]
        if is_complete(search, depth):
            value += bonus
        if value > best:
            best = value
            write_play(hand, search, depth, out)
