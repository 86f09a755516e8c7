"""The kernels of ``VectorEnv``: many games side by side, each in its row of preallocated arrays.

All that a game draws comes from its own row of ``lucks``: what happens in a row does not depend on the other rows or on
threads.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.kernel.borrow import borrowed
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, fork_seed, stream_seed, uniform
from abaculus.kernel.thread_pool import BLOCKS, Counters, claim, finish
from abaculus.kernel.verbs import (
    CHANCE_BIT,
    CHANCE_PLAYER,
    MAX_STREAMS,
    StateRecord,
    apply_action,
    chance_stream,
    erase_observation,
    init,
    legal_actions,
    observation,
    players_to_act,
    rewarded,
    sample_chance,
)

NEXT_STEP, SAME_STEP, DISABLED, RESET = 0, 1, 2, 3
"""When a game that is over gives way to a new one: gymnasium's autoreset modes. ``RESET`` begins one in any case."""
NEXT_GAME = 2**31
"""The game after one with the luck ``luck`` has the luck ``luck.fork(NEXT_GAME)``."""
OVER = -4
"""The player to act in a game that is over, as ``State.current_player`` has it."""
NOBODY = -1
FEW = 16
"""So few legal actions are all compared, for a branch that cannot be foreseen takes longer."""

LUCK = np.dtype(
    [
        ("seed", "u8"),
        ("used", "u4", (MAX_STREAMS,)),  # how many numbers of each stream are used up
    ],
    align=True,
)


class Rows(NamedTuple):
    """The games and all that is told of them; entry i of each array belongs to game i."""

    states: npt.NDArray[np.void]
    lucks: npt.NDArray[np.void]
    players: npt.NDArray[np.int64]  # who is to act, or OVER
    viewers: npt.NDArray[np.int64]  # whose observation it is: theirs, or of who acted last; NOBODY before the first
    observations: npt.NDArray[np.float32]
    legal: npt.NDArray[np.int32]  # the legal actions of who is to act,
    counts: npt.NDArray[np.int64]  # how many of them there are,
    masks: npt.NDArray[np.int8]  # and 1 for each of them
    last_players: npt.NDArray[np.int64]  # who acted in this step, or NOBODY
    rewarded: npt.NDArray[np.float64]  # what each seat was rewarded in this game so far,
    rewards: npt.NDArray[np.float64]  # and in this step,
    reward: npt.NDArray[np.float64]  # and who acted
    illegal: npt.NDArray[np.bool_]  # whether this step's action was illegal and forfeited the game
    ended: npt.NDArray[np.bool_]  # whether this step ended a game,
    finals: npt.NDArray[np.float32]  # and then, in the mode SAME_STEP, its last observation


@kernel
def settle(state: StateRecord, luck: StateRecord) -> int:
    """Let chance act until a seat may: the lowest that may, or OVER."""
    while True:
        bits = players_to_act(state)
        if bits == 0:
            return OVER
        if bits != CHANCE_BIT:
            player = 0
            while not bits >> player & 1:
                player += 1
            return player
        stream = chance_stream(state)
        u = uniform(stream_seed(luck.seed, stream), luck.used[stream])
        luck.used[stream] += 1
        apply_action(state, CHANCE_PLAYER, sample_chance(state, u))


@kernel
def begin_next(state: StateRecord, luck: StateRecord, so_far: npt.NDArray[np.float64]) -> int:
    """Begin the game after the one that had this luck, with no rewards so far; who is to act."""
    luck.seed = fork_seed(luck.seed, NEXT_GAME)
    luck.used[:] = 0
    so_far[:] = 0.0
    init(state)
    return settle(state, luck)


@kernel
def is_legal(legal: npt.NDArray[np.int32], count: int, action: int) -> bool:
    """Whether an action is one of the first ``count`` in ``legal``, which ascend.

    The masks would tell it as well, but they are given away, and whoever has them may write into them.
    """
    if len(legal) <= FEW:
        found = False
        for k in range(len(legal)):
            found |= (legal[k] == action) & (k < count)
        return found
    first, left = 0, count
    while left > 1:
        half = left >> 1
        if legal[first + half] <= action:
            first += half
        left -= half
    return count > 0 and legal[first] == action


@kernel
def check(
    rows: Rows, actions: npt.NDArray[np.int64], illegal: npt.NDArray[np.int64], parts: int, own: int, counters: Counters
) -> None:
    """Write the first row of each block whose player may not do its action into ``illegal``.

    Rows with a game that is over are passed over.
    """
    legal, counts = borrowed((rows.legal, rows.counts))
    n = len(actions)
    while True:
        block = claim(counters, parts, own)
        if block < 0:
            return
        for i in range(n * block // (parts * BLOCKS), n * (block + 1) // (parts * BLOCKS)):
            if counts[i] and not is_legal(legal[i], counts[i], actions[i]):
                illegal[block] = i
                break
        finish(counters, parts)


# One kernel does all and calls each verb in one place: every further copy of a game's kernels takes seconds to
# compile.


@kernel
def step(
    rows: Rows,
    mode: int,
    forfeits: npt.NDArray[np.float64],
    actions: npt.NDArray[np.int64],
    chosen: npt.NDArray[np.bool_],
    parts: int,
    own: int,
    counters: Counters,
) -> None:
    """Play an action in each row, and all chance events that follow.

    An illegal action ends its game. ``forfeits`` has the return of the player that forfeits, then that of each other.

    With the mode ``RESET`` actions count for nothing: a game begins in each row chosen, with the seed that stands in
    its luck.
    """
    states, lucks, players, viewers, observations, legal, counts, masks = borrowed(rows[:8])
    last_players, all_rewarded, all_rewards, reward, illegal, ended, finals = borrowed(rows[8:])
    buffer = np.empty(legal.shape[1], np.int32)
    n = len(players)
    while True:
        block = claim(counters, parts, own)
        if block < 0:
            return
        for i in range(n * block // (parts * BLOCKS), n * (block + 1) // (parts * BLOCKS)):
            if mode == RESET and not chosen[i]:
                continue
            state, luck, out = states[i], lucks[i], observations[i]
            # Not what stands in ``players``: that is given away, and whoever has it may write into it.
            player = viewers[i] if counts[i] else OVER
            so_far, rewards = all_rewarded[i], all_rewards[i]
            if viewers[i] != NOBODY:
                erase_observation(state, viewers[i], out)
            begins = mode == RESET or player == OVER
            if begins:
                last_players[i] = NOBODY
                rewards[:] = 0.0
                reward[i] = 0.0
                illegal[i] = ended[i] = False
                if mode != RESET:
                    luck.seed = fork_seed(luck.seed, NEXT_GAME)
            while True:
                forfeit = False
                if begins:
                    luck.used[:] = 0
                    so_far[:] = 0.0
                    init(state)
                elif is_legal(legal[i], counts[i], actions[i]):
                    apply_action(state, player, actions[i])
                else:
                    forfeit = True
                to_act = OVER if forfeit else settle(state, luck)
                if begins:
                    break
                last_players[i] = player
                illegal[i] = forfeit
                if forfeit:
                    rewards[:] = forfeits[1]
                    rewards[player] = forfeits[0]
                else:
                    rewarded(state, rewards)
                for seat in range(len(rewards)):
                    before, so_far[seat] = so_far[seat], rewards[seat]
                    rewards[seat] -= before
                reward[i] = rewards[player]
                ended[i] = to_act == OVER
                if to_act != OVER or mode != SAME_STEP:
                    break
                finals[i] = 0.0
                observation(state, player, finals[i])
                luck.seed = fork_seed(luck.seed, NEXT_GAME)
                begins = True
            players[i] = to_act
            viewer = viewers[i] = player if to_act == OVER else to_act
            observation(state, viewer, out)
            # What begins with the same actions stays as it is: often that is all.
            mask, count = masks[i], counts[i]
            now = 0 if to_act == OVER else legal_actions(state, to_act, buffer)
            same, most = 0, min(now, count)
            while same < most and buffer[same] == legal[i, same]:
                same += 1
            for k in range(same, count):
                mask[legal[i, k]] = 0
            for k in range(same, now):
                legal[i, k] = buffer[k]
                mask[buffer[k]] = 1
            counts[i] = now
        finish(counters, parts)


@kernel
def pick(rows: Rows, seed: np.uint64, out: npt.NDArray[np.int64], parts: int, own: int, counters: Counters) -> None:
    """A legal action for each row, by row i's number of the stream with this seed; 0 where there is none."""
    n = len(out)
    while True:
        block = claim(counters, parts, own)
        if block < 0:
            return
        for i in range(n * block // (parts * BLOCKS), n * (block + 1) // (parts * BLOCKS)):
            count = rows.counts[i]
            out[i] = rows.legal[i, below(uniform(seed, i), count)] if count else 0
        finish(counters, parts)
