"""NMBR 9 as numbers for a network, and the evaluation that a greedy bot looks at.

The observation has the planes (60 × 60; rows, columns):

- 0, facts: row k = 0 … 19 is the k-th card from the one to be placed now, as far as it was turned: 1 in the column of
  its number. Row 20 + s, column n: how many n are left in the deck (s = 0), or with draft "free" of the tiles of the
  s-th seat clockwise from the player; divided by 2. Row 24: the player's tiles placed / 20; then where the corner of
  its first tile lies in its planes: column / 60, row / 60.
- 1 + 2s, heights of the display of the s-th seat clockwise from the player, its bounding box in the plane's top left
  corner: how many tiles lie on the place, divided by 10.
- 2 + 2s, tiles of that display: the highest tile on the place was its i-th; i / 20.
"""

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9.rules import CARDS, FRAME_ROWS, FREE, MAX_LEVELS, SEATS, TABLE, bounds, levels_of, paint, tile
from abaculus.games.nmbr9.tiles import CELL_X, CELL_Y, CELLS, INNER_EDGES, NUMBERS
from abaculus.kernel.bits import ONE, count
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

FACTS = CARDS + SEATS  # the row of plane 0 behind the cards and the numbers left


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    own = int(state.placed[player])
    for k in range(own, state.turned_count):
        out[0, k - own, state.turned[k]] = 1
    for s in range(state.seats if state.draft == FREE else 1):
        for number in range(NUMBERS):
            row = (player + s) % state.seats if state.draft == FREE else 0
            out[0, CARDS + s, number] = state.left[row, number] / 2
    out[0, FACTS, 0] = own / CARDS
    if own > 0:
        left, top, _, _ = bounds(state, player)
        out[0, FACTS, 1] = -left / TABLE
        out[0, FACTS, 2] = -top / TABLE
    for s in range(state.seats):
        seat = (player + s) % state.seats
        if state.placed[seat] > 0:
            draw_display(state, seat, out[1 + 2 * s], out[2 + 2 * s])


@kernel
def draw_display(
    state: StateRecord, seat: int, heights: npt.NDArray[np.float32], tiles: npt.NDArray[np.float32]
) -> None:
    left, top, _, _ = bounds(state, seat)
    # In the order placed: whatever lies on a place was placed after what it lies on.
    for i in range(state.placed[seat]):
        number, turn, x, y, level = tile(state, seat, i)
        height, tile_number = (level + 1) / MAX_LEVELS, (i + 1) / CARDS
        for cell in range(CELLS[number]):
            row, column = y - top + CELL_Y[number, turn, cell], x - left + CELL_X[number, turn, cell]
            heights[row, column] = height
            tiles[row, column] = tile_number


@kernel
def erase_observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    out[0, : FACTS + 1, :NUMBERS] = 0
    for s in range(state.seats):
        seat = (player + s) % state.seats
        if state.placed[seat] > 0:
            left, top, right, bottom = bounds(state, seat)
            out[1 + 2 * s : 3 + 2 * s, : bottom - top + 1, : right - left + 1] = 0


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    """Levels first, then cell edges that tiles of the same level share: high and compact."""
    if state.placed[player] == 0:
        return 0.0
    left, top, _, _ = bounds(state, player)
    levels = levels_of(state, player)
    boards = np.zeros((levels, FRAME_ROWS), np.uint64)
    paint(state, player, left, top, boards)
    edges = 0
    for level in range(levels):
        for row in range(FRAME_ROWS - 1):
            here = boards[level, row]
            edges += count(here & (here >> ONE)) + count(here & boards[level, row + 1])
    heights = 0
    for i in range(state.placed[player]):
        number, _, _, _, level = tile(state, player, i)
        heights += level
        edges -= INNER_EDGES[number]
    return heights + edges / 1000
