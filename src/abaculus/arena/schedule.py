"""Who plays whom, in which seats, on which luck: duplicate play.

Games come in sets. All games of a set are played on the same luck, and each bot plays each seat equally often in it:
what the luck of the draw and the seat give to one bot, they give to all.
"""

from itertools import combinations, islice, permutations
from math import comb, factorial
from typing import NamedTuple

Seating = tuple[int, ...]
"""For each seat the number of the bot that plays it."""


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    """From 0, in the order of the schedule."""
    set: int
    """Games of a set are played on the same luck."""
    seating: Seating


def seatings(bots: int, seats: int, turn: int = 0) -> list[Seating]:
    """The games of a set, for so many bots in so many seats.

    With as many bots as seats these are the rotations of the bots around the table. With more bots each choice of as
    many as there are seats plays its rotations (with one seat: each bot alone). With fewer bots they repeat around the
    table, and rotate.

    A rotation never changes who sits behind whom. So ``turn``, the number of the set, goes through the ways to sit
    around a table.

    >>> seatings(2, 2)
    [(0, 1), (1, 0)]
    >>> seatings(3, 3, turn=0), seatings(3, 3, turn=1)
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 2, 1), (2, 1, 0), (1, 0, 2)])
    >>> seatings(3, 1)
    [(0,), (1,), (2,)]
    >>> seatings(2, 4)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    chosen = min(bots, seats)
    found: list[Seating] = []
    for first, *others in combinations(range(bots), chosen):
        order = (first, *nth_permutation(others, turn))
        found += [tuple(order[(seat + rotation) % chosen] for seat in range(seats)) for rotation in range(chosen)]
    return found


def nth_permutation(items: list[int], n: int) -> tuple[int, ...]:
    """The n-th order of these items, counted round and round.

    >>> [nth_permutation([1, 2], n) for n in range(3)]
    [(1, 2), (2, 1), (1, 2)]
    """
    return next(islice(permutations(items), n % factorial(len(items)), None))


def set_size(bots: int, seats: int) -> int:
    """How many games a set has."""
    chosen = min(bots, seats)
    return comb(bots, chosen) * chosen


def schedule(bots: int, seats: int, games: int) -> list[Fixture]:
    """At least so many games, in whole sets."""
    sets = -(-games // set_size(bots, seats))
    found = (Fixture(0, turn, seating) for turn in range(sets) for seating in seatings(bots, seats, turn))
    return [fixture._replace(number=number) for number, fixture in enumerate(found)]


def fixture(bots: int, seats: int, number: int) -> Fixture:
    """The game with this number, from 0, of a schedule that is long enough.

    >>> fixture(3, 3, 4) == schedule(3, 3, games=6)[4]
    True
    """
    turn, place = divmod(number, set_size(bots, seats))
    return Fixture(number, turn, seatings(bots, seats, turn)[place])
