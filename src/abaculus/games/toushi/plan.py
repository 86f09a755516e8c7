"""Plans for a sheet: which die goes into each square that is not marked yet.

No die may stand twice in a row or column, so a full sheet is a Latin square of the six dice. Who plays by a plan, that
is, by some Latin square that holds what is written already, never spoils the sheet.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.rules import NOTHING, marked, open_to
from abaculus.games.toushi.sheet import COLUMN, DICE, FACES_OF, ROW, SHEET, SIDE, SQUARES
from abaculus.kernel.bits import NONE, bit, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, output, uniform
from abaculus.kernel.verbs import StateRecord

TRIES = 8  # plans made where the sheet cannot be filled, of which the best is taken
MOST_STEPS = 400  # of one search for a Latin square; hardly any takes a hundred
ALL_DICE = np.uint64((1 << DICE) - 1)


@kernel
def fitting(lines: npt.NDArray[np.uint64], square: int) -> np.uint64:
    """The set of dice that stand neither in the row nor in the column of a square."""
    return ALL_DICE & ~(lines[square // SIDE] | lines[SIDE + square % SIDE])


@kernel
def write(lines: npt.NDArray[np.uint64], square: int, die: int) -> None:
    """Put a die in, or take it out of, the lines of a square."""
    lines[square // SIDE] ^= bit(die)
    lines[SIDE + square % SIDE] ^= bit(die)


@kernel
def dice_in_lines(state: StateRecord, lines: npt.NDArray[np.uint64]) -> None:
    """The set of dice in each row, then in each column."""
    lines[:] = NONE
    for die in range(DICE):
        bearing = state.bearing[die]
        while bearing:
            write(lines, lowest(bearing), die)
            bearing = without_lowest(bearing)


@kernel
def any_of(dice: np.uint64, u: float) -> int:
    """A member of the set, by a number in [0, 1)."""
    for _ in range(below(u, count(dice))):
        dice = without_lowest(dice)
    return lowest(dice)


@kernel
def tightest(
    lines: npt.NDArray[np.uint64], squares: npt.NDArray[np.int64], first: int, n: int, u: float, least: int
) -> int:
    """Where in squares[first:n] the one stands that the fewest dice fit, but at least so many; NOTHING if none does."""
    best, fewest = NOTHING, DICE + 1
    start = below(u, n - first)
    for i in range(n - first):
        place = first + (start + i) % (n - first)
        dice = count(fitting(lines, squares[place]))
        if least <= dice < fewest:
            best, fewest = place, dice
    return best


@kernel
def fill_up(
    lines: npt.NDArray[np.uint64], squares: npt.NDArray[np.int64], n: int, plan: npt.NDArray[np.int64], seed: np.uint64
) -> bool:
    """Fill all squares, at random, tightest first, going back where that fails; whether it was possible."""
    options = np.empty(SQUARES, np.uint64)
    depth, step = 0, 0
    while depth < n:
        place = tightest(lines, squares, depth, n, uniform(seed, step), 0)
        squares[depth], squares[place] = squares[place], squares[depth]
        options[depth] = fitting(lines, squares[depth])
        while options[depth] == NONE:
            if depth == 0:
                return False
            depth -= 1
            write(lines, squares[depth], plan[squares[depth]])
        if step == MOST_STEPS:
            return False
        die = any_of(options[depth], uniform(seed, MOST_STEPS + step))
        options[depth] ^= bit(die)
        plan[squares[depth]] = die
        write(lines, squares[depth], die)
        depth += 1
        step += 1
    return True


@kernel
def fill_in(
    lines: npt.NDArray[np.uint64], squares: npt.NDArray[np.int64], n: int, plan: npt.NDArray[np.int64], seed: np.uint64
) -> None:
    """Fill what can be filled, at random, tightest first, without going back."""
    for depth in range(n):
        place = tightest(lines, squares, depth, n, uniform(seed, depth), 1)
        if place == NOTHING:
            return
        squares[depth], squares[place] = squares[place], squares[depth]
        die = any_of(fitting(lines, squares[depth]), uniform(seed, SQUARES + depth))
        plan[squares[depth]] = die
        write(lines, squares[depth], die)


@kernel
def planned(plan: npt.NDArray[np.int64]) -> np.uint64:
    """The squares that the plan has a die for."""
    squares = NONE
    for square in range(SQUARES):
        if plan[square] != NOTHING:
            squares |= bit(square)
    return squares


@kernel
def points(squares: np.uint64) -> int:
    """What these squares score when marked (S1)."""
    total = count(squares)
    for line in range(SIDE):
        total += 3 * (squares & ROW[line] == ROW[line]) + 3 * (squares & COLUMN[line] == COLUMN[line])
    return total


@kernel
def drop_least(squares: np.uint64, plan: npt.NDArray[np.int64], die: int) -> None:
    """Take out of the plan the square, of a die or (NOTHING) of any, that ``squares`` loses least by."""
    best, most = NOTHING, -1
    for square in range(SQUARES):
        if plan[square] != NOTHING and die in (NOTHING, plan[square]):
            rest = points(squares & ~bit(square))
            if rest > most:
                best, most = square, rest
    plan[best] = NOTHING


@kernel
def fit_to_lists(state: StateRecord, plan: npt.NDArray[np.int64]) -> None:
    """Drop squares until the lists have a number for each square, and another for each roll."""
    numbers = 0
    squares = 0
    for die in range(DICE):
        left = 0
        for value in range(FACES_OF[die]):
            left += state.left[die, value]
        wanted = 0
        for square in range(SQUARES):
            wanted += plan[square] == die
        while wanted > left:
            drop_least(marked(state) | planned(plan), plan, die)
            wanted -= 1
        numbers += left
        squares += wanted
    rolls = squares if state.die == NOTHING else squares - 1
    while squares > 0 and squares + rolls > numbers:
        drop_least(marked(state) | planned(plan), plan, NOTHING)
        squares -= 1
        rolls -= 1


@kernel
def make_plan(state: StateRecord, plan: npt.NDArray[np.int64], seed: np.uint64) -> int:
    """A random plan for all squares, or else one that scores well; what it scores, without stars."""
    lines = np.empty(2 * SIDE, np.uint64)
    squares = np.empty(SQUARES, np.int64)
    kept = np.empty(SQUARES, np.int64)
    most = -1
    for attempt in range(TRIES):
        n = 0
        free = SHEET & ~marked(state)
        while free:
            squares[n] = lowest(free)
            n += 1
            free = without_lowest(free)
        plan[:] = NOTHING
        dice_in_lines(state, lines)
        if attempt > 0 or not fill_up(lines, squares, n, plan, output(seed, 1)):
            plan[:] = NOTHING
            dice_in_lines(state, lines)
            fill_in(lines, squares, n, plan, output(seed, attempt + 1))
        fit_to_lists(state, plan)
        score = points(marked(state) | planned(plan))
        if score > most:
            most = score
            kept[:] = plan
        if marked(state) | planned(plan) == SHEET:
            break
    plan[:] = kept
    return most


@kernel
def still_holds(state: StateRecord, plan: npt.NDArray[np.int64]) -> bool:
    """Whether a plan fills the sheet from this state on; what is marked is taken out of it."""
    for square in range(SQUARES):
        if marked(state) & bit(square):
            plan[square] = NOTHING
        elif plan[square] == NOTHING or not open_to(state, plan[square]) & bit(square):
            return False
    return True
