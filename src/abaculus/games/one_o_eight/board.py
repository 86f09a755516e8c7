"""The board of 108, computed from where the four Dragons lie (B1 to B4)."""

import numpy as np

SIDE = 9
SQUARES = SIDE * SIDE
COLOURS = ("red", "yellow", "green", "blue")
SEATS = len(COLOURS)
NUMBERS = 9
COPIES = 3  # S1
HOME_SQUARES = 21

NAMES = tuple(f"{'abcdefghi'[square % SIDE]}{square // SIDE + 1}" for square in range(SQUARES))
"""All squares, in reading order."""
DRAGONS = tuple(NAMES.index(name) for name in ("d2", "h4", "f8", "b6"))  # B1


def _row(square: int) -> int:
    return square // SIDE


def _column(square: int) -> int:
    return square % SIDE


def _in_base(square: int, dragon: int) -> bool:
    return abs(_row(square) - _row(dragon)) <= 1 and abs(_column(square) - _column(dragon)) <= 1


def _lines(dragon: int) -> dict[str, list[int]]:
    return {
        "row": [square for square in range(SQUARES) if _row(square) == _row(dragon)],
        "column": [square for square in range(SQUARES) if _column(square) == _column(dragon)],
        "base": [square for square in range(SQUARES) if _in_base(square, dragon)],
    }


LINES = tuple(_lines(dragon) for dragon in DRAGONS)
"""LINES[seat]: the nine squares each of its Dragon's row, column and base."""
HOMES = tuple(sorted({*lines["row"], *lines["column"], *lines["base"]}) for lines in LINES)  # B2
_SHARERS = [[seat for seat in range(SEATS) if square in HOMES[seat]] for square in range(SQUARES)]
WHITE_SQUARES = tuple(square for square in range(SQUARES) if len(_SHARERS[square]) == 2)  # B3
BLACK_SQUARES = tuple(square for square in range(SQUARES) if not _SHARERS[square])  # B4
PLAIN_SQUARES = tuple(square for square in range(SQUARES) if _SHARERS[square])
"""All that are not black."""
WHITES, BLACKS, PLAINS = len(WHITE_SQUARES), len(BLACK_SQUARES), len(PLAIN_SQUARES)


def _cells(seat: int) -> list[int]:
    """A home's squares by what they are to the puzzle: see ``CELL``."""
    dragon = DRAGONS[seat]
    arms = [square for square in HOMES[seat] if not _in_base(square, dragon)]
    row_arms = [square for square in arms if _row(square) == _row(dragon)]
    column_arms = [square for square in arms if _column(square) == _column(dragon)]
    corners = [dragon - SIDE - 1, dragon - SIDE + 1, dragon + SIDE - 1, dragon + SIDE + 1]
    return [
        dragon,
        *(dragon - 1, dragon + 1),
        *(dragon - SIDE, dragon + SIDE),
        *corners,
        *(square for square in row_arms if square in WHITE_SQUARES),
        *(square for square in row_arms if square not in WHITE_SQUARES),
        *(square for square in column_arms if square in WHITE_SQUARES),
        *(square for square in column_arms if square not in WHITE_SQUARES),
    ]


def _white_mates(white: int) -> list[int]:
    """The other white squares of a white square's row and column (P3), as numbers of white squares."""
    square = WHITE_SQUARES[white]
    return [
        mate
        for mate in range(WHITES)
        if mate != white
        and (_row(WHITE_SQUARES[mate]) == _row(square) or _column(WHITE_SQUARES[mate]) == _column(square))
    ]


def _index(squares: tuple[int, ...]) -> list[int]:
    """For each square its place among these squares, -1 if it is none of them."""
    return [squares.index(square) if square in squares else -1 for square in range(SQUARES)]


DRAGON = np.array(DRAGONS, np.int64)
HOME = np.array(HOMES, np.int64)
"""HOME[seat]: the 21 squares of its home in reading order."""
WHITE = np.array(WHITE_SQUARES, np.int64)
BLACK = np.array(BLACK_SQUARES, np.int64)
PLAIN = np.array(PLAIN_SQUARES, np.int64)
WHITE_INDEX = np.array(_index(WHITE_SQUARES), np.int64)
BLACK_INDEX = np.array(_index(BLACK_SQUARES), np.int64)
PLAIN_INDEX = np.array(_index(PLAIN_SQUARES), np.int64)
"""The place of a square among the white, the black, the other than black ones; -1 if it is none of them."""
COLOUR = np.array([sharers[0] if len(sharers) == 1 else -1 for sharers in _SHARERS], np.int64)
"""Whose coloured square a square is; -1 for white and black ones."""
SHARERS = np.array([_SHARERS[square] for square in WHITE_SQUARES], np.int64)
"""SHARERS[white]: the two colours in whose homes a white square lies."""
MATES = np.array([_white_mates(white) for white in range(WHITES)], np.int64)
"""MATES[white]: the four other white squares of its row and its column."""
CELL = np.array([_cells(seat) for seat in range(SEATS)], np.int64)
"""CELL[seat]: the squares of its home in this order: 0 the Dragon; 1, 2 left and right of it; 3, 4 above and below it;
5 to 8 the corners of the base; 9 to 14 the rest of the row, 15 to 20 the rest of the column, white squares first."""
MOVABLE = tuple(square for square in range(SQUARES) if COLOUR[square] >= 0 and square not in DRAGONS)
"""The coloured squares but for the Dragons: those from which numbers move and are taken."""
MOVES = tuple((start, end) for start in MOVABLE for end in HOMES[COLOUR[start]] if end != start and end not in DRAGONS)
"""Every move there is (T3, P4), from a square to a square, in reading order."""


def _move_index() -> list[list[list[int]]]:
    place = {move: index for index, move in enumerate(MOVES)}
    return [[[place.get((start, end), -1) for end in home] for start in home] for home in HOMES]


MOVE_INDEX = np.array(_move_index(), np.int64)
"""MOVE_INDEX[seat, i, j]: the place in MOVES of the move from HOME[seat, i] to HOME[seat, j], -1 where none is."""
MOVE_START = np.array([start for start, _ in MOVES], np.int64)
MOVE_END = np.array([end for _, end in MOVES], np.int64)
TAKEN = np.array(MOVABLE, np.int64)
TAKE_INDEX = np.array(_index(MOVABLE), np.int64)
"""The place of a square in MOVABLE; -1 for any other."""
