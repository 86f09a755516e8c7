"""The decisions of Sumoku (P6): with which tiles a play may start, or go on. How lines are worked out is in ``lines``.

Most time goes into starts, which may be anywhere near the crossword. So only the places that touch it are worked out.
Before them the places are open, and there it matters no more than what tiles side by side come to.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.sumoku.lines import (
    AFTER,
    APART,
    AREA,
    COLOUR,
    COLOURS_AT,
    COLUMN,
    FACE,
    FITS,
    MARGIN,
    MAX_FACES,
    MAX_KEY,
    NEAR,
    NEXT_REST,
    NEXT_RUN,
    REST,
    ROW,
    STARTS,
    TOUCHES,
    VALUE_AT,
    Desk,
    Desks,
    go_on,
    is_tile,
    look_at_table,
    new_desks,
    solve,
    take_stock,
    touch,
    write_onward,
    write_rests,
)
from abaculus.games.sumoku.plays import Begun, begun, lines_of, may_go, place_line, stands
from abaculus.games.sumoku.tiles import LONGEST, encode
from abaculus.kernel.bits import NONE, ONE, bit, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

BEFORE = LONGEST - 1  # at most so many tiles lie before the first one that touches the crossword


@kernel
def legal_decisions(state: StateRecord, player: int, out: npt.NDArray[np.int32]) -> tuple[int, bool]:
    """The actions that lay a tile with which some legal play starts, or goes on (P6), ascending: how many; and whether
    the tiles laid are a legal play.
    """
    return _legal_decisions(state, player, out, new_desks())  # who makes the desk holds it until the answer is there


@kernel
def _legal_decisions(state: StateRecord, player: int, out: npt.NDArray[np.int32], desks: Desks) -> tuple[int, bool]:
    desk = desks[0]
    look_at_table(state, desk)
    take_stock(state, player, desk)
    if state.laid > 0:
        return ways_on(state, desk, out), stands(state, desk).done
    if state.held[player] == 0:
        return 0, False
    if state.on_board == 0:
        solve(desk, ROW, -desk.y, 0, -desk.x, 1)
        return write_faces(desk, desk.part[-desk.x, STARTS], 0, 0, out, 0), False
    return ways_to_start(state, desk, out), False


@kernel
def write_faces(desk: Desk, faces: int, x: int, y: int, out: npt.NDArray[np.int32], n: int) -> int:
    """Append the actions that lay these faces at a place to ``out``, which holds n actions."""
    left = np.uint64(faces)
    while left:
        out[n] = encode(desk.facts[lowest(left), FACE], x, y)
        n += 1
        left = without_lowest(left)
    return n


# Going on


@kernel
def ways_on(state: StateRecord, desk: Desk, out: npt.NDArray[np.int32]) -> int:
    """Write the actions with which the play under way goes on."""
    n = 0
    for direction in (ROW, COLUMN):
        play = begun(state, desk, direction)
        if may_go(state, direction) and play.crossed:
            _, row, column = place_line(state, desk, direction)
            solve(desk, direction, row, column, play.i, 2)  # the place that it goes on at, and the one after
            x, y = (desk.x + play.i, desk.y + row) if direction == ROW else (desk.x + column, desk.y + play.i)
            n = write_faces(desk, faces_that_go_on(desk, play), x, y, out, n)
    return n


@kernel
def faces_that_go_on(desk: Desk, play: Begun) -> int:
    """The faces with which the play under way can go on along this line, which is solved."""
    here = desk.part[play.i]
    if play.colours & here[NEXT_RUN]:
        return 0
    colours = play.colours | here[NEXT_RUN]
    rest = (play.points + here[NEXT_REST]) % desk.key
    after = desk.goes[here[AFTER], desk.touched | here[TOUCHES]]
    good = 0
    for f in range(desk.faces):
        fits = here[FITS] >> f & 1 and not desk.facts[f, COLOUR] & colours
        if fits and after[rest + desk.facts[f, REST]] >> np.uint64(colours | desk.facts[f, COLOUR]) & ONE:
            good |= 1 << f
    return good


# Starting


@kernel
def ways_to_start(state: StateRecord, desk: Desk, out: npt.NDArray[np.int32]) -> int:
    """Write the actions with which a play starts beside a crossword."""
    abreast = np.empty((BEFORE, MAX_KEY, MAX_FACES), np.uint64)
    lay_abreast(desk, abreast)
    starts = np.zeros(AREA, np.uint16)
    for number in range(lines_of(state, desk)):
        direction, row, column = place_line(state, desk, number)
        find_starts(desk, direction, row, column, abreast, starts)
    n = place = 0
    for row in range(desk.height):
        for column in range(desk.width):
            if starts[place]:
                n = write_faces(desk, int(starts[place]), desk.x + column, desk.y + row, out, n)
            place += 1
    return n


@kernel
def lay_abreast(desk: Desk, abreast: npt.NDArray[np.uint64]) -> None:
    """Write which sets of colours tiles side by side may have, as a set of sets.

    The first index is how many there are besides the first of them, the next is the rest of their sum when the key
    divides it, the last is the face that the first of them shows.
    """
    key, facts = desk.key, desk.facts
    abreast[:] = NONE
    for f in range(desk.faces):
        abreast[0, facts[f, REST], f] = bit(facts[f, COLOUR])
    for n in range(1, BEFORE):
        for other in range(desk.faces):
            # A set s without this colour becomes s + colour, so all sets grow by one shift.
            colour = facts[other, COLOUR]
            shift, apart = np.uint64(colour), APART[colour]
            for rest in range(key):
                then = rest + facts[other, REST]
                if then >= key:
                    then -= key
                for f in range(MAX_FACES):
                    abreast[n, then, f] |= (abreast[n - 1, rest, f] & apart) << shift


@kernel
def find_starts(
    desk: Desk, direction: int, row: int, column: int, abreast: npt.NDArray[np.uint64], starts: npt.NDArray[np.uint16]
) -> None:
    """Add the faces with which a play along a line can start to those of each place on the board."""
    key, board, goes = desk.key, desk.board, desk.goes
    step, across, length = 1, desk.width, desk.width
    if direction == COLUMN:
        step, across, length = desk.width, 1, desk.height
    place = row * desk.width + column + (length - MARGIN + 1) * step
    touching = length + LONGEST  # the next place that touches: none
    next_run, next_sum = 0, 0  # of the tiles before it
    for i in range(length - MARGIN, -1, -1):  # from the last place that may touch
        place -= step
        shown = board[place]
        if is_tile(shown):
            next_run |= COLOURS_AT[shown]
            next_sum += VALUE_AT[shown]
        elif shown == NEAR:
            after = touching
            if next_run == 0:
                after = i + 1
                cross_gap(desk, after, touching)
            faces, _, _, _, found = touch(desk, place, step, across, next_run, next_sum, goes[after, 1])
            starts[place] |= np.uint16(faces)
            write_rests(found, goes[i, 0], 0)
            write_onward(key, found, goes[i, 1])
            touching = i
            next_run, next_sum = 0, 0
        elif touching - i <= BEFORE:  # P3: else it is too far to touch anything
            starts[place] |= np.uint16(faces_abreast(abreast[touching - i - 1], goes[touching, 0]))


@kernel
def cross_gap(desk: Desk, first: int, touching: int) -> None:
    """Work out how plays that touch already go on at the open places from ``first`` to before the next that touches."""
    if touching - first >= BEFORE:
        desk.goes[first, 1] = desk.opening
        return
    for i in range(touching - 1, first - 1, -1):
        _, found = go_on(desk, (1 << desk.faces) - 1, 0, 0, desk.goes[i + 1, 1], 0, 0)
        write_onward(desk.key, found, desk.goes[i, 1])


@kernel
def faces_abreast(abreast: npt.NDArray[np.uint64], after: npt.NDArray[np.uint64]) -> int:
    """The faces of the first of tiles side by side that go on as ``after`` has it."""
    a0, a1, a2, a3, a4 = after[0], after[1], after[2], after[3], after[4]
    good = NONE
    # All that could be, and without a branch: so the processor does many faces at once.
    for f in range(MAX_FACES):
        met = abreast[0, f] & a0 | abreast[1, f] & a1 | abreast[2, f] & a2 | abreast[3, f] & a3 | abreast[4, f] & a4
        good |= bit(f) if met else NONE
    return int(good)
