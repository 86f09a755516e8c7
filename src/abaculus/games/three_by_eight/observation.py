"""3x8 as numbers for a network, and the evaluation that a greedy bot looks at."""

import numpy as np
import numpy.typing as npt

from abaculus.games.three_by_eight.cards import size
from abaculus.games.three_by_eight.rules import ROWS, hand_size, is_open
from abaculus.kernel.compile import kernel
from abaculus.kernel.verbs import StateRecord

PLANES = 1


@kernel
def observation(state: StateRecord, player: int, out: npt.NDArray[np.float32]) -> None:
    out[:] = 0


@kernel
def evaluate(state: StateRecord, player: int) -> float:
    value = float(hand_size(state, player) + int(state.played))
    for place in range(ROWS):
        if state.completed[player, place] >= 0:
            value += 100
        elif is_open(state, player, place):
            value += size(state.rows[player, place])
    return value
