"""TOUSHI-R3: which squares a path of exactly m steps reaches. A path is looked for to every square claimed.

That no others are reached needs no search: each step changes the colour of a chessboard's square, and no path is
shorter than the distance.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from abaculus.games.toushi.sheet import REACHED

SIDE = 6
LONGEST = 19  # a twenty that leaves a one
SQUARES = range(SIDE * SIDE)


def neighbours(square: int) -> Iterator[int]:
    row, column = divmod(square, SIDE)
    if row > 0:
        yield square - SIDE
    if row < SIDE - 1:
        yield square + SIDE
    if column > 0:
        yield square - 1
    if column < SIDE - 1:
        yield square + 1


def distance(one: int, other: int) -> int:
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


def find_path(path: list[int], end: int, steps: int) -> list[int] | None:
    """A path that goes on from ``path`` with so many steps, depth first."""
    if steps == 0:
        return path if path[-1] == end else None
    for square in neighbours(path[-1]):
        if square not in path and distance(square, end) <= steps - 1 and (square != end or steps == 1):
            found = find_path([*path, square], end, steps - 1)
            if found is not None:
                return found
    return None


@pytest.mark.parametrize("steps", range(1, LONGEST + 1))
def test_R3_there_is_a_path_to_every_square_reached(steps: int) -> None:
    for start in SQUARES:
        for end in SQUARES:
            if not int(REACHED[start, steps]) >> end & 1:
                continue
            path = find_path([start], end, steps)
            assert path is not None
            assert path[0] == start
            assert path[-1] == end
            assert len(path) == len(set(path)) == steps + 1
            assert all(after in neighbours(before) for before, after in itertools.pairwise(path))


@pytest.mark.parametrize("steps", range(1, LONGEST + 1))
def test_R3_there_is_no_path_to_any_other_square(steps: int) -> None:
    for start in SQUARES:
        assert not int(REACHED[start, steps]) >> SIDE * SIDE
        for end in SQUARES:
            too_far = distance(start, end) > steps
            wrong_colour = (distance(start, end) - steps) % 2 == 1
            back_home = start == end  # the starting square counts as entered
            assert bool(int(REACHED[start, steps]) >> end & 1) != (too_far or wrong_colour or back_home)
