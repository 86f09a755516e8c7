"""The sheet of Tóushì: squares, dice, number lists, and which squares a move reaches, as tables."""

import numpy as np

SIDE = 6  # TOUSHI-K1
SQUARES = SIDE * SIDE
FACES = (4, 6, 8, 10, 12, 20)  # TOUSHI-K2
DICE = len(FACES)
MAX_FACES = max(FACES)
AMPLE_COPIES = (3, 2, 2, 2, 1, 1)  # TOUSHI-K3: whole copies, as many as give at least twelve numbers
NUMBERS = sum(FACES)
MAX_SCORE = SQUARES + 3 * SIDE + 3 * SIDE + 4 * 3  # TOUSHI-S1

FACES_OF = np.array(FACES, np.int64)
COPIES_OF = np.array(AMPLE_COPIES, np.int64)
FIRST_NUMBER = np.array([sum(FACES[:die]) for die in range(DICE)], np.int64)
"""All numbers of all lists counted through: a die's number v is number FIRST_NUMBER[die] + v − 1."""
DIE_OF = np.array([die for die in range(DICE) for _ in range(FACES[die])], np.int64)
VALUE_OF = np.array([value for faces in FACES for value in range(1, faces + 1)], np.int64)


def _squares(members: list[int]) -> np.uint64:
    return np.uint64(sum(1 << square for square in members))


def _distance(one: int, other: int) -> int:
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


SHEET = _squares(list(range(SQUARES)))
ROW = np.array([_squares([s for s in range(SQUARES) if s // SIDE == line]) for line in range(SIDE)], np.uint64)
COLUMN = np.array([_squares([s for s in range(SQUARES) if s % SIDE == line]) for line in range(SIDE)], np.uint64)
CROSS = np.array([ROW[square // SIDE] | COLUMN[square % SIDE] for square in range(SQUARES)], np.uint64)
"""A square's row and column."""
REACHED = np.array(
    [
        [
            # TOUSHI-R3: within the distance, of the same parity, and not the square itself.
            _squares([s for s in range(SQUARES) if 0 < _distance(start, s) <= m and (m - _distance(start, s)) % 2 == 0])
            for m in range(MAX_FACES)
        ]
        for start in range(SQUARES)
    ],
    np.uint64,
)
"""REACHED[start, m]: the squares in which a path of exactly m steps that enters no square twice can end."""
