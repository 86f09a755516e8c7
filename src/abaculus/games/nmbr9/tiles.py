"""The ten tiles of NMBR 9 in all their orientations, as tables (NMBR9-K1)."""

import numpy as np
import numpy.typing as npt

Cells = list[tuple[int, int]]

_DRAWINGS = """
XXX XX. .XX XXX .XX XXX XX. XXX .XX XXX
X.X .X. .XX ..X .X. XXX X.. .X. .XX XXX
X.X .X. XX. .XX XXX ..X XXX XX. XX. XX.
XXX .X. XXX XXX .XX XXX XXX X.. XX. XX.
"""

NUMBERS = 10
MAX_CELLS = 10
MAX_SIDE = 4


def _drawn(number: int) -> Cells:
    rows = [line.split()[number] for line in _DRAWINGS.split("\n")[1:5]]
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]


def _turned(cells: Cells) -> Cells:
    """One quarter turn clockwise; the corner of the bounding box stays at 0,0."""
    bottom = max(y for _, y in cells)
    return sorted((bottom - y, x) for x, y in cells)


def _orientations(number: int) -> list[Cells]:
    """The shapes that differ, by quarter turns clockwise."""
    shapes = [_drawn(number)]
    for _ in range(3):
        shape = _turned(shapes[-1])
        if shape == sorted(shapes[0]):
            break
        shapes.append(shape)
    return [sorted(shape) for shape in shapes]


ORIENTATIONS: list[list[Cells]] = [_orientations(number) for number in range(NUMBERS)]
"""The cells (x, y) of each number, for each turn that gives another shape."""

# Half a turn maps 0 and 8 onto themselves, so there are two shapes of each; a quarter turn maps no number onto itself.
TURNS = np.array([len(shapes) for shapes in ORIENTATIONS], np.int64)
CELLS = np.array([len(shapes[0]) for shapes in ORIENTATIONS], np.int64)
CELL_X = np.zeros((NUMBERS, 4, MAX_CELLS), np.int64)
CELL_Y = np.zeros((NUMBERS, 4, MAX_CELLS), np.int64)
WIDTH = np.zeros((NUMBERS, 4), np.int64)
HEIGHT = np.zeros((NUMBERS, 4), np.int64)
ROWS = np.zeros((NUMBERS, 4, MAX_SIDE), np.uint64)
"""Each row of a shape as a set of columns."""
INNER_EDGES = np.zeros(NUMBERS, np.int64)
"""How many pairs of a tile's own cells share an edge."""

for _number, _shapes in enumerate(ORIENTATIONS):
    for _turn, _shape in enumerate(_shapes):
        for _place, (_x, _y) in enumerate(_shape):
            CELL_X[_number, _turn, _place] = _x
            CELL_Y[_number, _turn, _place] = _y
            ROWS[_number, _turn, _y] |= np.uint64(1 << _x)
        WIDTH[_number, _turn] = max(x for x, _ in _shape) + 1
        HEIGHT[_number, _turn] = max(y for _, y in _shape) + 1
    _cells = set(_shapes[0])
    INNER_EDGES[_number] = sum(((x + 1, y) in _cells) + ((x, y + 1) in _cells) for x, y in _cells)


def _offsets_within(inner: Cells, outer: Cells) -> list[tuple[int, int]]:
    """Where the corner of one shape may lie, from the corner of another, so that it lies wholly on the other."""
    cells = set(outer)
    steps = range(MAX_SIDE)
    return [(dx, dy) for dy in steps for dx in steps if all((x + dx, y + dy) in cells for x, y in inner)]


def _within_table() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each pair of shapes the first and last entry in a list of offsets, and that list."""
    spans = np.zeros((NUMBERS, 4, NUMBERS, 4, 2), np.int64)
    offsets: list[tuple[int, int]] = []
    for inner, inner_shapes in enumerate(ORIENTATIONS):
        for inner_turn, inner_shape in enumerate(inner_shapes):
            for outer, outer_shapes in enumerate(ORIENTATIONS):
                for outer_turn, outer_shape in enumerate(outer_shapes):
                    begin = len(offsets)
                    if len(inner_shape) <= len(outer_shape):
                        offsets += _offsets_within(inner_shape, outer_shape)
                    spans[inner, inner_turn, outer, outer_turn] = begin, len(offsets)
    return spans, np.array(offsets, np.int64)


WITHIN, WITHIN_OFFSETS = _within_table()
"""WITHIN[n, turn, m, turn of m]: which entries of WITHIN_OFFSETS are the offsets at which n lies wholly on m."""
