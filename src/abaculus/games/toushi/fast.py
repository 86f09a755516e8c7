"""A fast player of Tóushì, who writes what a plan says (``plan``) and weighs the rest by a few trained numbers.

It plays a game in some twenty microseconds, so that its mean over many games tells how good a state is.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.toushi.plan import make_plan, planned, points, still_holds
from abaculus.games.toushi.rules import (
    BONUS_REROLL,
    CHOOSE,
    FIRST,
    MARK,
    MARKS,
    NOTHING,
    ONE_ROLLED,
    OVER,
    REROLL,
    ROLL,
    ROLLS,
    STOP,
    apply_action,
    mark,
    marked,
    score,
)
from abaculus.games.toushi.sheet import DICE, FACES, FACES_OF, FIRST_NUMBER, MAX_FACES, NUMBERS, SIDE, SQUARES
from abaculus.kernel.bits import bit, count, lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, output, uniform
from abaculus.kernel.verbs import StateRecord

DISTANCE = np.array(
    [[abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) for b in range(SQUARES)] for a in range(SQUARES)], np.int64
)
NEIGHBOURS = np.array([sum(1 << b for b in range(SQUARES) if DISTANCE[a, b] == 1) for a in range(SQUARES)], np.uint64)
NO_NUMBER = MAX_FACES  # stands for the smallest number of a list that has none: out of reach of any roll
UPWARD = np.array(
    [sum(1 << roll for roll in range(least, MAX_FACES + 1, 2)) for least in range(NO_NUMBER + 2 * SIDE)], np.uint64
)
"""The rolls, as bits, from the least one on in steps of two: with a number v of a die a roll leads to a square at a
distance d if it is v + d, or more by an even number."""
ROLLED = np.array([(1 << faces + 1) - 4 for faces in FACES], np.uint64)
"""The rolls of each die that are not a one, which may be rolled again."""
SMALL, SMALLISH = 2, 4
FIRST_MARK = MARKS + (NUMBERS - 1) * SQUARES + 2 * SIDE + 2  # T20:20@c3; no later mark can use a twenty


class Habits(NamedTuple):
    """What the fast player goes by; trained by ``training/toushi.py``."""

    failing: float
    """Against a mark or a die for the part of rolls that will lead nowhere, …"""
    near_the_end: float
    """… which is looked at for marks when so many squares are left."""
    neighbour: float
    """Against a mark for each free square beside it,"""
    lonely: float
    """and for each of those that then has no free square beside it."""
    far: float
    """Against a mark for each square of its distance."""
    small: float
    """Against writing the last copy of a 1 or 2; less for others,"""
    smallish: float
    """and of a 3 or 4."""
    spare: float
    """For rolling a die, for each number that its list has beyond those that must be written,"""
    t4: float
    """and for the die itself."""
    t6: float
    t8: float
    t10: float
    t12: float
    t20: float


HABITS = Habits(**json.loads(Path(__file__).with_name("habits.json").read_text())["habits"])


class Notes(NamedTuple):
    """What the fast player keeps in mind; made once (``new_notes``)."""

    plan: npt.NDArray[np.int64]
    """The die for each square; NOTHING for squares that are marked or given up."""
    needed: npt.NDArray[np.int64]
    """How many squares the plan has for each die."""
    left: npt.NDArray[np.int64]
    """How many numbers each list has."""
    smallest: npt.NDArray[np.int64]
    """The smallest even and the smallest odd number of each list, or NO_NUMBER."""


def new_notes() -> Notes:
    """Empty notes."""
    return Notes(*(np.full(shape, NOTHING, np.int64) for shape in (SQUARES, DICE, DICE, (DICE, 2))))


@kernel
def largest(state: StateRecord, die: int, odd: int, most: int) -> int:
    """The largest even (0) or odd (1) number that is left of a die and not above ``most``; 0 if there is none."""
    value = min(most, FACES_OF[die])
    value -= (value ^ odd) & 1
    while value > 0 and state.left[die, value - 1] == 0:
        value -= 2
    return max(value, 0)


@kernel
def note_smallest(state: StateRecord, notes: Notes, die: int) -> None:
    for odd in range(2):
        value = 2 - odd
        while value <= FACES_OF[die] and state.left[die, value - 1] == 0:
            value += 2
        notes.smallest[die, odd] = value if value <= FACES_OF[die] else NO_NUMBER


@kernel
def take_stock(state: StateRecord, notes: Notes) -> np.uint64:
    """Write the notes but the plan; the squares that are planned."""
    notes.needed[:] = 0
    for square in range(SQUARES):
        if notes.plan[square] != NOTHING:
            notes.needed[notes.plan[square]] += 1
    for die in range(DICE):
        notes.left[die] = 0
        for value in range(FACES_OF[die]):
            notes.left[die] += state.left[die, value]
        note_smallest(state, notes, die)
    return planned(notes.plan)


@kernel
def leading_rolls(notes: Notes, at: int, free: np.uint64) -> np.uint64:
    """The rolls, as bits, that lead from a square to a free one where the planned die can be written."""
    rolls = np.uint64(0)
    while free:
        square = lowest(free)
        free = without_lowest(free)
        die, distance = notes.plan[square], DISTANCE[at, square]
        rolls |= UPWARD[notes.smallest[die, 0] + distance] | UPWARD[notes.smallest[die, 1] + distance]
        if rolls & ROLLED[DICE - 1] == ROLLED[DICE - 1]:
            break
    return rolls


@kernel
def failing(die: int, leading: np.uint64) -> float:
    """The part of a die's rolls, less the one, that is not among the leading ones."""
    return count(ROLLED[die] & ~leading) / (FACES_OF[die] - 1)


@kernel
def roll_to_make(state: StateRecord, notes: Notes, habits: Habits, free: np.uint64) -> int:
    """The number of all lists to cross out, and thereby the die to roll."""
    liking = (habits.t4, habits.t6, habits.t8, habits.t10, habits.t12, habits.t20)
    leading = leading_rolls(notes, state.at, free)
    best, best_value = NOTHING, -np.inf
    for die in range(DICE):
        if notes.left[die] > 0:
            spare = notes.left[die] - notes.needed[die]
            value = liking[die] + habits.spare * spare - habits.failing * failing(die, leading)
            if spare <= 0:
                value -= 1000.0  # it takes a number that is to be written
            if value > best_value:
                best, best_value = die, value
    # The largest number, but of those that there are more of: both even and odd ones are needed to the end.
    balance = 0
    for i in range(FACES_OF[best]):
        balance += (2 * (i & 1) - 1) * int(np.int64(state.left[best, i]))
    even, odd = largest(state, best, 0, MAX_FACES), largest(state, best, 1, MAX_FACES)
    number = max(even, odd) if balance == 0 else even if balance > 0 else odd
    return FIRST_NUMBER[best] + number - 1


@kernel
def liking_of_mark(
    state: StateRecord, notes: Notes, habits: Habits, free: np.uint64, square: int, number: int
) -> float:
    """How much the fast player likes to write a number of the planned die in a free square."""
    die = notes.plan[square]
    beside = free & NEIGHBOURS[square]
    value = -habits.neighbour * count(beside) - habits.far * DISTANCE[state.at, square]
    while beside:
        if count(free & NEIGHBOURS[lowest(beside)]) == 1:
            value -= habits.lonely
        beside = without_lowest(beside)
    if number <= SMALL:
        value -= habits.small / state.left[die, number - 1]
    elif number <= SMALLISH:
        value -= habits.smallish / state.left[die, number - 1]
    rest = free & ~bit(square)
    if rest and count(free) <= habits.near_the_end:
        state.left[die, number - 1] -= 1
        note_smallest(state, notes, die)
        leading = leading_rolls(notes, square, rest)
        state.left[die, number - 1] += 1
        note_smallest(state, notes, die)
        least = 1.0
        for other in range(DICE):
            if notes.left[other] > notes.needed[other]:
                least = min(least, failing(other, leading))
        value -= habits.failing * least
    return value


@kernel
def mark_to_make(state: StateRecord, notes: Notes, habits: Habits, free: np.uint64) -> tuple[int, int]:
    """The square, and the number of the planned die to write there; NOTHING where the roll leads to none."""
    best, best_number, best_value = NOTHING, 0, -np.inf
    squares = free
    while squares:
        square = lowest(squares)
        squares = without_lowest(squares)
        most = state.rolled - DISTANCE[state.at, square]
        number = largest(state, notes.plan[square], most & 1, most)
        if number > 0:
            value = liking_of_mark(state, notes, habits, free, square, number)
            if value > best_value:
                best, best_number, best_value = square, number, value
    return best, best_number


@kernel
def worth_a_star(state: StateRecord, notes: Notes, free: np.uint64) -> bool:
    """Whether rolling again, where the roll led nowhere, promises more than the star scores."""
    squares = marked(state)
    hoped = 0.0
    if state.stars > 1:
        hoped = points(squares | free) - points(squares)
    else:  # the game ends after one more mark
        rest = free
        while rest:
            hoped = max(hoped, points(squares | bit(lowest(rest))) - points(squares))
            rest = without_lowest(rest)
    leading = leading_rolls(notes, state.at, free)
    return (1 - failing(state.die, leading)) * hoped > 4


@kernel
def fast_action(state: StateRecord, notes: Notes, habits: Habits, seed: np.uint64) -> int:
    """What the fast player plays, by the plan noted as long as it holds; STOP, legal or not, where it finds no way."""
    if state.phase == FIRST:
        return FIRST_MARK
    if state.phase == ONE_ROLLED:
        return REROLL
    if not still_holds(state, notes.plan):
        make_plan(state, notes.plan, seed)
    free = take_stock(state, notes)
    if state.phase == CHOOSE:
        return ROLLS + roll_to_make(state, notes, habits, free)
    square, number = mark_to_make(state, notes, habits, free)
    if square != NOTHING:
        return MARKS + (FIRST_NUMBER[notes.plan[square]] + number - 1) * SQUARES + square
    return BONUS_REROLL if state.stars > 0 and worth_a_star(state, notes, free) else STOP


@kernel
def cross_out(state: StateRecord, notes: Notes, die: int) -> None:
    """Note that a number of a die was crossed out."""
    notes.left[die] -= 1
    note_smallest(state, notes, die)


@kernel
def play_on(state: StateRecord, notes: Notes, habits: Habits, seed: np.uint64) -> float:
    """Play to the end, in place, from any state but the first, by a plan made now; the score."""
    make_plan(state, notes.plan, output(seed, 1))
    free = take_stock(state, notes)
    n = 0
    # When the plan is carried out, or its last star used, there is nothing more to win.
    while free and state.phase != OVER:
        if state.phase == CHOOSE:
            number = roll_to_make(state, notes, habits, free)
            apply_action(state, 0, ROLLS + number)
            cross_out(state, notes, state.die)
        elif state.phase in (ROLL, ONE_ROLLED):
            state.rolled = 2 + below(uniform(seed, n), FACES_OF[state.die] - 1)
            state.phase = MARK
            n += 1
        else:
            square, number = mark_to_make(state, notes, habits, free)
            if square != NOTHING:
                die = notes.plan[square]
                mark(state, FIRST_NUMBER[die] + number - 1, square)
                cross_out(state, notes, die)
                notes.needed[die] -= 1
                free &= ~bit(square)
            elif state.stars > 0 and worth_a_star(state, notes, free):
                state.stars -= 1
                state.phase = ROLL
            else:
                break
    return float(score(state))
