"""The plays of Sumoku: tile by tile, one after another, or the best one. How lines are worked out is in ``lines``.

A play is the actions that lay its tiles, in order, without ``end``. Every play is found once; memory is bounded, and
nothing needs a list of all plays.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku.lines import (
    AFTER,
    AHEAD,
    BEYOND,
    CHOSEN,
    COLOUR,
    COLOURS_AT,
    COLUMN,
    COMPLETED,
    ENDS,
    EVERY_COLOUR,
    FACE,
    FITS,
    GAIN,
    KIND,
    MARGIN,
    NEXT_REST,
    NEXT_RUN,
    PLACE,
    REST,
    REST_OF,
    ROW,
    SCORE,
    SET,
    SIXTH,
    STARTS,
    TIMES,
    TOUCHED,
    TOUCHES,
    UNTRIED,
    USED,
    VALUE,
    VALUE_AT,
    Desk,
    Desks,
    is_tile,
    look_at_table,
    new_desks,
    place_of,
    run,
    solve,
    take_stock,
)
from abaculus.games.sumoku.tiles import FACES, LONGEST, REACH, SPAN
from abaculus.kernel.bits import ONE, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

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
def begun(state: StateRecord, desk: Desk, direction: int) -> Begun:
    key, board, width = int(state.key), desk.board, desk.width
    step, across = (1, width) if direction == ROW else (width, 1)
    crossing, six, crossed = 0, False, True
    place = 0
    for k in range(state.laid):
        place = place_of(desk, int(state.laid_x[k]), int(state.laid_y[k]))
        colours, points = run_through(board, place, across)
        if colours & (colours - 1):  # two tiles or more
            crossing += points  # C1
            six |= colours == EVERY_COLOUR
            crossed &= points % key == 0  # P4
    colours, points = run_through(board, place, step)
    six |= colours == EVERY_COLOUR
    right = colours & (colours - 1) == 0 or points % key == 0
    i = (place % width if direction == ROW else place // width) + 1
    while is_tile(board[place + step]):
        place += step
        i += 1
    return Begun(i, colours, points, crossing, six, crossed, crossed and right and desk.touched != 0)


@kernel
def run_through(board: npt.NDArray[np.uint8], place: int, step: int) -> tuple[int, int]:
    """Colours and sum of the unbroken tiles through a tile."""
    before, before_sum = run(board, place, -step)
    behind, behind_sum = run(board, place, step)
    return before | behind | COLOURS_AT[board[place]], before_sum + behind_sum + VALUE_AT[board[place]]


@kernel
def points_of(play: Begun) -> int:
    """What the tiles laid score, as they are (C1)."""
    return play.crossing + (play.points if play.colours & (play.colours - 1) else 0)


@kernel
def may_go(state: StateRecord, direction: int) -> bool:
    """Whether the tiles laid, one or more, leave the direction open."""
    return state.laid == 1 or (state.laid_y[0] == state.laid_y[1]) == (direction == ROW)


@kernel
def stands(state: StateRecord, desk: Desk) -> Begun:
    """How the play under way stands as it is."""
    return begun(state, desk, ROW if may_go(state, ROW) else COLUMN)


# The lines of a position


@kernel
def lines_of(state: StateRecord, desk: Desk) -> int:
    """In how many lines a play can go: the rows and columns near the crossword, or through the tiles laid."""
    if state.laid > 0:
        return 2
    if state.on_board == 0:
        return 1  # P3
    return desk.height + desk.width - 4 * (MARGIN - 1)


@kernel
def place_line(state: StateRecord, desk: Desk, number: int) -> tuple[int, int, int]:
    """Direction of a line, and row and column of its place 0 in the frame."""
    if state.laid > 0:
        if number == ROW:
            return ROW, int(state.laid_y[0]) - desk.y, 0
        return COLUMN, 0, int(state.laid_x[0]) - desk.x
    if state.on_board == 0:
        return ROW, -desk.y, 0
    rows = desk.height - 2 * (MARGIN - 1)
    if number < rows:
        return ROW, number + MARGIN - 1, 0
    return COLUMN, 0, number - rows + MARGIN - 1


# Plays one after another. A search goes through the lines, in each line through the places a play can start at, and
# from there on tile by tile. It stands where plays end: at an empty place with the faces that each end one. Row d of
# the desk's table ``search`` is what there was before the d-th tile:
#
# - PLACE: the next empty place,
# - UNTRIED: the faces with which more tiles are still to be tried there,
# - ENDS: the faces with which a legal play ends there,
# - SET, REST_OF, TOUCHED: colours and rest of the line, and whether it touches the crossword,
# - SCORE: what it scores with its cross-lines,
# - USED: the kinds laid, and COMPLETED when a line of six is made,
# - CHOSEN: the action that lays a face there.


@kernel
def begin(state: StateRecord, player: int, desk: Desk) -> None:
    """Prepare a desk for ``next_ends``."""
    look_at_table(state, desk)
    take_stock(state, player, desk)
    desk.number = -1
    desk.start = 0
    desk.last = -1
    desk.depth = -1


@kernel
def enter_line(state: StateRecord, desk: Desk) -> None:
    """Solve the line that the search has come to, and find where plays can start in it."""
    direction, row, column = place_line(state, desk, desk.number)
    desk.origin = (row + desk.y + REACH) * SPAN + column + desk.x + REACH
    desk.pitch = 1 if direction == ROW else SPAN
    if state.laid > 0:
        # The play under way is in one place, and goes on there if it can.
        desk.start, desk.last = 0, -1
        play = begun(state, desk, direction)
        if may_go(state, direction) and play.crossed:
            solve(desk, direction, row, column, play.i, AHEAD)
            desk.start = desk.last = play.i
    elif state.on_board == 0:
        desk.start = desk.last = -desk.x  # P1
        solve(desk, direction, row, column, -desk.x, AHEAD)
    else:
        desk.start = 0
        desk.last = solve(desk, direction, row, column, 0, AHEAD)


@kernel
def enter_place(state: StateRecord, desk: Desk) -> bool:
    """Begin at the place that the search has come to, if a play can start or go on there."""
    i, root = desk.start, desk.search[0]
    direction, row, column = place_line(state, desk, desk.number)
    root[PLACE] = i
    if state.laid > 0:
        play = begun(state, desk, direction)
        root[SET] = play.colours
        root[REST_OF] = play.points % desk.key
        root[TOUCHED] = desk.touched
        root[SCORE] = play.points + play.crossing
        root[USED] = COMPLETED if play.six else 0
        return True
    step = 1 if direction == ROW else desk.width
    place = row * desk.width + column + i * step
    if is_tile(desk.board[place]) or desk.part[i, STARTS] == 0:
        return False
    before, before_sum = run(desk.board, place, -step)
    root[SET] = before
    root[REST_OF] = before_sum % desk.key
    root[TOUCHED] = 0
    root[SCORE] = before_sum
    root[USED] = 0
    return True


@kernel
def next_in_place(desk: Desk, depth: int, fresh: bool) -> int:
    """Go on from where the search stands, until plays end or all from this place were found (−1).

    ``fresh``: the search has just come there.
    """
    key, facts, coloured, resting = desk.key, desk.facts, desk.coloured, desk.resting
    part, goes, search = desk.part, desk.goes, desk.search
    while True:
        i = search[depth, PLACE]
        colours = search[depth, SET] | part[i, NEXT_RUN]
        after = part[i, AFTER]
        touched = search[depth, TOUCHED] | part[i, TOUCHES]
        rest = search[depth, REST_OF] + part[i, NEXT_REST]
        if rest >= key:
            rest -= key
        if fresh:
            # What may be laid here: what ends a play, and what goes on from here.
            ends = todo = 0
            if search[depth, SET] & part[i, NEXT_RUN] == 0:
                fits = part[i, FITS] & ~coloured[colours]
                if touched:
                    # A tile alone makes no line in this direction.
                    ends = fits if colours == 0 else fits & resting[key - rest if rest else 0]
                left = np.uint64(fits)
                while left:
                    f = lowest(left)
                    left = without_lowest(left)
                    then = rest + facts[f, REST]
                    if then >= key:
                        then -= key
                    if goes[after, touched, BEYOND + then] >> np.uint64(colours | facts[f, COLOUR]) & ONE:
                        todo |= 1 << f
            search[depth, ENDS] = ends
            search[depth, UNTRIED] = todo
            if ends:
                return depth
        todo = search[depth, UNTRIED]
        fresh = todo != 0
        if todo == 0:
            depth -= 1
            if depth < 0:
                return depth
            continue
        f = lowest(np.uint64(todo))
        search[depth, UNTRIED] = todo & (todo - 1)
        search[depth, CHOSEN] = (desk.origin + i * desk.pitch) * FACES + facts[f, FACE]
        rest += facts[f, REST]
        if rest >= key:
            rest -= key
        search[depth + 1, PLACE] = after
        search[depth + 1, SET] = colours | facts[f, COLOUR]
        search[depth + 1, REST_OF] = rest
        search[depth + 1, TOUCHED] = touched
        search[depth + 1, SCORE] = search[depth, SCORE] + part[i, GAIN] + part[i, TIMES] * facts[f, VALUE]
        search[depth + 1, USED] = search[depth, USED] | part[i, SIXTH] | facts[f, KIND]
        depth += 1


@kernel
def next_ends(state: StateRecord, desk: Desk) -> bool:
    """Go on to the next place where plays end; false when there are no more plays.

    Whether a play under way is legal as it is has to be asked of ``stands``.
    """
    depth, fresh = desk.depth, False
    while True:
        while depth < 0:
            while desk.start > desk.last:
                if desk.number + 1 == lines_of(state, desk):
                    desk.depth = -1
                    return False
                desk.number += 1
                enter_line(state, desk)
            if enter_place(state, desk):
                depth, fresh = 0, True
            desk.start += 1
        depth = next_in_place(desk, depth, fresh)
        fresh = False
        if depth == 0 and state.laid == 0 and desk.pitch != 1:
            desk.search[0, ENDS] = 0  # a play of one tile counts as a row
        elif depth >= 0:
            desk.depth = depth
            return True


@kernel
def points_with(desk: Desk, f: int) -> int:
    """What the play scores that ends here with this face (C1)."""
    here = desk.search[desk.depth]
    i = here[PLACE]
    alone = here[SET] | desk.part[i, NEXT_RUN] == 0
    times = desk.part[i, TIMES] - (1 if alone else 0)
    return here[SCORE] + desk.part[i, GAIN] + times * desk.facts[f, VALUE]


@kernel
def used_with(desk: Desk, f: int) -> int:
    """The kinds that it lays, and COMPLETED if it makes a line of six (C2)."""
    here = desk.search[desk.depth]
    i = here[PLACE]
    used = here[USED] | desk.facts[f, KIND] | desk.part[i, SIXTH]
    if here[SET] | desk.part[i, NEXT_RUN] | desk.facts[f, COLOUR] == EVERY_COLOUR:
        used |= COMPLETED
    return used


@kernel
def write_play(desk: Desk, f: int, out: npt.NDArray[np.int32], row: int) -> None:
    """Its tiles as actions in a row of ``out``; −1 beyond them."""
    search, depth = desk.search, desk.depth
    search[depth, CHOSEN] = (desk.origin + search[depth, PLACE] * desk.pitch) * FACES + desk.facts[f, FACE]
    for d in range(LONGEST):
        out[row, d] = search[d, CHOSEN] if d <= depth else -1


# What there is to ask. Of each question the desk is made first: whoever made it holds it until the answer is there.


@kernel
def count_plays(state: StateRecord, player: int) -> int:
    """How many plays a seat could make, or how many ways there are to end the one under way."""
    return _count_plays(state, player, new_desks())


@kernel
def _count_plays(state: StateRecord, player: int, desks: Desks) -> int:
    desk = desks[0]
    begin(state, player, desk)
    n = 0
    if state.laid > 0 and stands(state, desk).done:
        n += 1
    while next_ends(state, desk):
        n += count(np.uint64(desk.search[desk.depth, ENDS]))
    return n


@kernel
def has_play(state: StateRecord, player: int) -> bool:
    """Whether a seat could make a play on this board; none is under way."""
    return state.held[player] > 0 and _has_play(state, player, new_desks())


@kernel
def _has_play(state: StateRecord, player: int, desks: Desks) -> bool:
    begin(state, player, desks[0])
    return next_ends(state, desks[0])


@kernel
def list_plays(
    state: StateRecord, player: int, desks: Desks, out: npt.NDArray[np.int32], points: npt.NDArray[np.int32], more: bool
) -> int:
    """The first plays, or with ``more`` the next, as many as ``out`` takes; fewer when they are at an end.

    How many there were. A row of ``out`` has the actions of a play, −1 beyond them; ``points`` is what it scores. With
    tiles laid already it is what comes after them: at first nothing more, if they are a legal play. ``desks``
    (``new_desks``) keeps where the search stands.
    """
    desk = desks[0]
    n = 0
    if not more:
        begin(state, player, desk)
        if state.laid > 0:
            play = stands(state, desk)
            if play.done:
                out[n] = -1
                points[n] = points_of(play)
                n += 1
    search = desk.search
    while True:
        if (desk.depth < 0 or search[desk.depth, ENDS] == 0) and not next_ends(state, desk):
            return n
        depth = desk.depth
        while search[depth, ENDS]:
            if n == len(out):
                return n
            f = lowest(np.uint64(search[depth, ENDS]))
            search[depth, ENDS] &= search[depth, ENDS] - 1
            write_play(desk, f, out, n)
            points[n] = points_with(desk, f)
            n += 1


@kernel
def best_play(state: StateRecord, player: int, worth: npt.NDArray[np.float64], out: npt.NDArray[np.int32]) -> float:
    """The play that scores most with its worth: its value, and its actions, in the first row of ``out``.

    ``worth[s]`` is what it is worth to lay the set s of the stock's kinds, with COMPLETED for a line of six. Minus
    infinity when there is no play.
    """
    return best_play_at(state, player, worth, out, new_desks())


@kernel
def best_play_at(
    state: StateRecord, player: int, worth: npt.NDArray[np.float64], out: npt.NDArray[np.int32], desks: Desks
) -> float:
    """``best_play`` at desks of the caller's (``new_desks``), which may be used again and again."""
    desk = desks[0]
    begin(state, player, desk)
    best = -np.inf
    if state.laid > 0:
        play = stands(state, desk)
        if play.done:
            best = points_of(play) + worth[COMPLETED if play.six else 0]
            out[0] = -1
    while next_ends(state, desk):
        left = np.uint64(desk.search[desk.depth, ENDS])
        while left:
            f = lowest(left)
            left = without_lowest(left)
            value = points_with(desk, f) + worth[used_with(desk, f)]
            if value > best:
                best = value
                write_play(desk, f, out, 0)
    return best


@kernel
def score_of_laid(state: StateRecord) -> tuple[int, bool]:
    """What the tiles laid, a legal play, score, and whether a line of six comes with it (C1, C2)."""
    return _score_of_laid(state, new_desks())


@kernel
def _score_of_laid(state: StateRecord, desks: Desks) -> tuple[int, bool]:
    look_at_table(state, desks[0])
    play = stands(state, desks[0])
    return points_of(play), play.six
