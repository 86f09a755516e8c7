"""The end of a game of Tóushì, calculated to the last die: the best play and its expectation over all faces.

Only actions that no other one is at least as good as are looked at. Of a list, the smaller of two numbers that are both
even or both odd serves for all rolls that the larger serves for. So the largest of either kind is crossed out to roll,
and a square is marked with the largest number that fits.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.fast import DISTANCE, largest
from abaculus.games.toushi.plan import points
from abaculus.games.toushi.rules import CHOOSE, OVER, ROLLS, apply_action, mark, marked, open_to, score
from abaculus.games.toushi.sheet import DICE, FACES_OF, FIRST_NUMBER, MAX_FACES, SHEET
from abaculus.kernel.bits import NONE, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import output
from abaculus.kernel.verbs import StateRecord

DEEPEST = 16  # states below the first; three squares and three stars make twelve at most
KNOWN = 2**16


class Ending(NamedTuple):
    """The memory of the calculation; made once (``new_ending``)."""

    states: Any
    """The state looked at, and those on the way to it."""
    identities: npt.NDArray[np.uint64]
    """Of states whose worth is known, each at the place that its last bits say."""
    worths: npt.NDArray[np.float64]


def new_ending(states: Any) -> Ending:
    """Memory that knows nothing; ``states`` are DEEPEST records."""
    return Ending(states, np.zeros(KNOWN, np.uint64), np.zeros(KNOWN, np.float64))


@kernel
def fillable(state: StateRecord) -> np.uint64:
    """The unmarked squares that some die can still be written in."""
    squares = NONE
    for die in range(DICE):
        if state.left[die].any():
            squares |= open_to(state, die)
    return squares


@kernel
def mixed(code: np.uint64, number: int) -> np.uint64:
    return output(code ^ np.uint64(number), 1)


@kernel
def identity_of(state: StateRecord) -> np.uint64:
    """A hash that is the same for states of the same worth, as far as that is easily told.

    With n squares to go at most the n smallest even and odd numbers of a list are ever written; of the others it
    only matters how many there are, up to n, as they can be crossed out to roll.
    """
    code = mixed(np.uint64(state.at), state.stars)
    to_go = count(SHEET & ~marked(state))
    for die in range(DICE):
        code = mixed(code, state.bearing[die])
        others = 0
        for odd in range(2):
            kept = to_go
            for value in range(2 - odd, FACES_OF[die] + 1, 2):
                left = int(np.int64(state.left[die, value - 1]))
                copies = min(left, kept)
                kept -= copies
                others += left - copies
                code = mixed(code, copies)
        code = mixed(code, min(others, to_go))
    return code


@kernel
def worth(ending: Ending, depth: int) -> float:
    """The score that best play may expect from the state at this depth, at the start of a round, in a roll or over."""
    state = ending.states[depth]
    if state.phase == OVER:
        return float(score(state))
    best = 0.0
    ceiling = float(points(marked(state) | fillable(state)) + 4 * int(state.stars))
    if state.phase == CHOOSE:
        identity = identity_of(state)
        place = int(identity % np.uint64(KNOWN))
        if ending.identities[place] == identity:
            return ending.worths[place]
        for choice in range(2 * DICE):
            die = choice // 2
            number = largest(state, die, choice & 1, MAX_FACES)
            if number > 0 and best < ceiling:
                ending.states[depth + 1] = state
                apply_action(ending.states[depth + 1], 0, ROLLS + FIRST_NUMBER[die] + number - 1)
                best = max(best, worth(ending, depth + 1))
        ending.identities[place] = identity
        ending.worths[place] = best
        return best
    # Where no mark can be made the game stops, or goes on with another roll of the die for a star.
    otherwise = 0.0
    if state.stars > 0:
        ending.states[depth + 1] = state
        ending.states[depth + 1].stars -= 1
        otherwise = worth(ending, depth + 1)
    total = 0.0
    faces = int(FACES_OF[state.die])
    for roll in range(2, faces + 1):
        best = otherwise
        stuck = True
        for die in range(DICE):
            squares = open_to(state, die)
            while squares:
                square = lowest(squares)
                squares = without_lowest(squares)
                most = roll - DISTANCE[state.at, square]
                number = largest(state, die, most & 1, most)
                if number > 0:
                    stuck = False
                    if best < ceiling:
                        ending.states[depth + 1] = state
                        mark(ending.states[depth + 1], FIRST_NUMBER[die] + number - 1, square)
                        best = max(best, worth(ending, depth + 1))
        total += max(best, float(score(state))) if stuck else best
    # A one is rolled again, for nothing; or a star is given for a mark anywhere.
    expected = total / (faces - 1)
    if state.stars > 0:
        for choice in range(2 * DICE):
            die = choice // 2
            number = largest(state, die, choice & 1, MAX_FACES)
            squares = open_to(state, die) if number > 0 and expected < ceiling - 4 else NONE
            while squares:
                square = lowest(squares)
                squares = without_lowest(squares)
                ending.states[depth + 1] = state
                ending.states[depth + 1].stars -= 1
                mark(ending.states[depth + 1], FIRST_NUMBER[die] + number - 1, square)
                expected = max(expected, (total + worth(ending, depth + 1)) / faces)
    return expected
