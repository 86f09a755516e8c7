"""The bot that looks one action ahead."""

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Bot, Budget
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import Luck, below, seed_of_stream, uniform
from abaculus.kernel.state import State
from abaculus.kernel.verbs import NO_ACTION, StateRecord, evaluate_actions, legal_actions, prefer


@kernel
def best_action(
    state: StateRecord,
    player: int,
    seed: np.uint64,
    most: int,
    out: npt.NDArray[np.int32],
    values: npt.NDArray[np.float64],
    after: StateRecord,
) -> int:
    """What the game's own greedy policy plays, or else the legal action after which the game's evaluation is best.

    Equals are drawn among, by the stream with this seed.
    At most ``most`` actions are looked at, then chosen at random. ``out`` and ``values`` are buffers for
    actions and their values, ``after`` one for a state (an array of one).
    """
    preferred = prefer(state, player)
    if preferred != NO_ACTION:
        return preferred
    n = legal_actions(state, player, out)
    if n > most:
        # The first steps of a Fisher-Yates shuffle: any of the actions, none twice.
        for i in range(most):
            j = i + below(uniform(seed, i), n - i)
            out[i], out[j] = out[j], out[i]
        n = most
    evaluate_actions(state, player, out[:n], values, after)
    best = out[0]
    best_value = -np.inf
    equals = 0
    for i in range(n):
        if values[i] > best_value:
            best, best_value, equals = out[i], values[i], 1
        elif values[i] == best_value:
            equals += 1
            # The k-th of equals takes the place of the one before with probability 1/k.
            if below(uniform(seed, most + i), equals) == 0:
                best = out[i]
    return best


class GreedyBot(Bot):
    """Chooses as its game's own greedy policy does, or the action after which the game's evaluation is best."""

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """The best action at first sight."""
        game = state.game
        most = game.max_legal_actions() if budget.iterations is None else max(1, budget.iterations)
        out = np.empty(game.max_legal_actions(), np.int32)
        values = np.empty(len(out), np.float64)
        seed = seed_of_stream(luck.fresh().seed)
        return int(best_action(state.record, seat, seed, most, out, values, game.new_records(1)))
