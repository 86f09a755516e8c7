"""What is worth knowing of a placement in NMBR 9, for a small network that chooses among placements.

All of it is about the player's display with the tile placed: the tile's number, its level and their product; how many
tiles are to be placed after it, and what the numbers left in the deck add up to; the display's width and height; then
for each of the levels 0 … 4 the cells that tiles take there, and for each of the levels 0 … 3

- platforms: how many 3 × 3 and 3 × 4 windows lie open on top of the level, for the tiles of the next one;
- gaps: how many cells of the level are free though three or four of their neighbours are taken.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9.rules import CARDS, FRAME_ROWS, FREE, TABLE, bounds, paint, tile
from abaculus.games.nmbr9.tiles import NUMBERS
from abaculus.kernel.bits import ALL, ONE, count
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

AREAS, OPEN = 5, 4  # levels that are looked at
NAMES = (
    *("number", "level", "points", "to be placed", "left", "width", "height"),
    *(f"cells {level}" for level in range(AREAS)),
    *(f"{name} {level}" for level in range(OPEN) for name in ("3 × 3", "3 × 4", "gaps")),
)
TWO = np.uint64(2)


@kernel
def features(state: StateRecord, player: int, action: int, after: StateRecord, out: npt.NDArray[np.float32]) -> None:
    last = int(after.placed[player]) - 1
    number, _, _, _, level = tile(after, player, last)
    left, top, right, bottom = bounds(after, player)
    deck = player if after.draft == FREE else 0
    left_over = 0
    for n in range(NUMBERS):
        left_over += n * int(after.left[deck, n])
    out[0] = number / 9
    out[1] = level / 5
    out[2] = number * level / 20
    out[3] = (after.cards - last - 1) / CARDS
    out[4] = left_over / 90
    out[5] = (right - left) / 20
    out[6] = (bottom - top) / 20

    boards = np.zeros((10 + 1, FRAME_ROWS), np.uint64)  # the display one row down and one column to the right
    paint(after, player, left - 1, top - 1, boards)
    rows = min(bottom - top + 3, TABLE + 2)
    for floor in range(AREAS):
        cells = 0
        for row in range(rows):
            cells += count(boards[floor, row])
        out[7 + floor] = cells / 60
    for floor in range(OPEN):
        squares, oblongs, gaps = 0, 0, 0
        wide1, wide2, wide3 = np.uint64(0), np.uint64(0), np.uint64(0)  # runs of three in the three rows above
        for row in range(rows):
            here = boards[floor, row]
            open_here = here & ~boards[floor + 1, row]
            wide = open_here & (open_here >> ONE) & (open_here >> TWO)
            window = wide & wide1 & wide2
            squares += count(window)
            oblongs += count(window & wide3) + count(window & (window >> ONE))
            wide1, wide2, wide3 = wide, wide1, wide2
            if 0 < row < rows - 1:
                ground = ALL if floor == 0 else boards[floor - 1, row]
                west, east = here << ONE, here >> ONE
                north, south = boards[floor, row - 1], boards[floor, row + 1]
                three = (west & east & (north | south)) | (north & south & (west | east))
                gaps += count(three & ground & ~here)
        out[7 + AREAS + 3 * floor] = squares / 20
        out[8 + AREAS + 3 * floor] = oblongs / 20
        out[9 + AREAS + 3 * floor] = gaps / 5
