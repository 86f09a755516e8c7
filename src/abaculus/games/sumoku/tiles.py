"""The tiles of Sumoku, what they show when they are laid, and the numbers of actions."""

import numpy as np

from abaculus.kernel.compile import kernel

COLOURS = "ROYGBP"  # SUMOKU-K3
COLOUR_WORDS = ("red", "orange", "yellow", "green", "blue", "purple")
NUMBERS = 8  # SUMOKU-K1
COPIES = 2
SIX, NINE = 6, 9
KINDS = len(COLOURS) * NUMBERS
"""A kind of tile is its colour · 8 + its number − 1, in the order of COLOURS."""
TILES = COPIES * KINDS
FACES = len(COLOURS) * NINE
"""A face is what a laid tile shows: its colour · 9 + its value − 1. A 6 shows 6 or 9 (SUMOKU-P5)."""
KEYS = (3, 4, 5)  # SUMOKU-K2
LONGEST = 6  # SUMOKU-P4: as many as there are colours, for none stands twice

KIND_NAMES = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, NUMBERS + 1))
FACE_NAMES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, NINE + 1))

NUMBER_OF = np.array([kind % NUMBERS + 1 for kind in range(KINDS)], np.int64)
"""The number of a kind."""
FACE_OF = np.array([kind // NUMBERS * NINE + kind % NUMBERS for kind in range(KINDS)], np.int64)
"""The face of a kind, a 6 laid as a six."""
COLOUR_OF = np.array([face // NINE for face in range(FACES)], np.int64)
VALUE_OF = np.array([face % NINE + 1 for face in range(FACES)], np.int64)
KIND_OF = np.array(
    [face // NINE * NUMBERS + (SIX if face % NINE + 1 == NINE else face % NINE + 1) - 1 for face in range(FACES)],
    np.int64,
)
"""The kind of tile that shows a face."""

# Actions: a face at a place (x, y), in the order of y, x, face; then END and PASS.
REACH = 80  # SUMOKU-P1
SPAN = 2 * REACH + 1
END = SPAN * SPAN * FACES
PASS = END + 1
ACTIONS = PASS + 1

# Outcomes of chance: a kind of tile is drawn; then the faces of the die.
ROLLED = KINDS
OUTCOMES = ROLLED + len(KEYS)


@kernel
def encode(face: int, x: int, y: int) -> int:
    """The action that lays a face."""
    return ((y + REACH) * SPAN + x + REACH) * FACES + face


@kernel
def decode(action: int) -> tuple[int, int, int]:
    """Face, x and y of an action that lays a tile."""
    place, face = divmod(action, FACES)
    y, x = divmod(place, SPAN)
    return face, x - REACH, y - REACH
