"""Random play inside kernels: whole games without coming back to Python."""

import numpy as np
import numpy.typing as npt

from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import below, seed_of_stream, uniform
from abaculus.kernel.verbs import (
    CHANCE_BIT,
    CHANCE_PLAYER,
    StateRecord,
    apply_action,
    init,
    legal_actions,
    players_to_act,
    sample_chance,
)


@kernel
def play_out(state: StateRecord, seed: np.uint64, n: int, out: npt.NDArray[np.int32]) -> tuple[int, int]:
    """Play to the end, in place, every decision and outcome drawn at random.

    Numbers are taken from the stream with this seed, from the n-th on; ``out`` is a buffer for legal actions. How many
    decisions were made, and how many numbers of the stream are used up then.
    """
    decisions = 0
    while True:
        bits = players_to_act(state)
        if bits == 0:
            return decisions, n
        u = uniform(seed, n)
        n += 1
        if bits == CHANCE_BIT:
            apply_action(state, CHANCE_PLAYER, sample_chance(state, u))
        else:
            player = 0
            while not bits >> player & 1:
                player += 1
            apply_action(state, player, out[below(u, legal_actions(state, player, out))])
            decisions += 1


@kernel
def play_out_many(state: StateRecord, seed: np.uint64, least: int, out: npt.NDArray[np.int32]) -> int:
    """Play random games in the same record until at least so many decisions were made; how many were."""
    decisions = 0
    n = 0
    while decisions < least:
        init(state)
        made, n = play_out(state, seed, n, out)
        decisions += made
    return decisions


def random_decisions(game: Game, seed: int, least: int) -> int:
    """Play random games, listing legal actions each time, for at least so many decisions; how many were made."""
    out = np.empty(game.max_legal_actions(), np.int32)
    return int(play_out_many(game.new_record(), seed_of_stream(seed), least, out))
