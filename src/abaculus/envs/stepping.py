"""The kernels of ``VectorEnv``: many games side by side, each in its row of preallocated arrays.

All that a game draws comes from its own row of ``lucks``: what happens in a row does not depend on the other rows or on
threads.
"""

from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from abaculus.kernel.borrow import borrowed
from abaculus.kernel.compile import kernel, parallel_kernel
from abaculus.kernel.luck import below, fork_seed, stream_seed, uniform
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

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When a game that is over gives way to a new one; gymnasium's autoreset modes."""
NEXT_GAME = 2**31
"""The game after one with the luck ``luck`` has the luck ``luck.fork(NEXT_GAME)``."""
OVER = -4
"""The player to act in a game that is over, as ``State.current_player`` has it."""
NOBODY = -1

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
    viewers: npt.NDArray[np.int64]  # whose observation it is; NOBODY before the first
    observations: npt.NDArray[np.float32]
    legal: npt.NDArray[np.int32]  # the legal actions of who is to act,
    counts: npt.NDArray[np.int64]  # how many of them there are,
    masks: npt.NDArray[np.int8]  # and 1 for each of them
    last_players: npt.NDArray[np.int64]  # who acted in this step, or NOBODY
    rewarded: npt.NDArray[np.float64]  # what each seat was rewarded in this game so far,
    rewards: npt.NDArray[np.float64]  # and in this step,
    reward: npt.NDArray[np.float64]  # and who acted
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
def begin(state: StateRecord, luck: StateRecord) -> int:
    """Begin a game with this luck's seed; who is to act."""
    luck.used[:] = 0
    init(state)
    return settle(state, luck)


@kernel
def begin_next(state: StateRecord, luck: StateRecord, so_far: npt.NDArray[np.float64]) -> int:
    """Begin the game after the one that had this luck, with no rewards so far; who is to act."""
    luck.seed = fork_seed(luck.seed, NEXT_GAME)
    so_far[:] = 0.0
    return begin(state, luck)


@kernel
def tell_legal(
    state: StateRecord,
    player: int,
    legal: npt.NDArray[np.int32],
    count: int,
    mask: npt.NDArray[np.int8],
    buffer: npt.NDArray[np.int32],
) -> int:
    """Write what the player may do in place of ``count`` legal actions; how many there are now."""
    now = 0 if player == OVER else legal_actions(state, player, buffer)
    # What begins alike stays as it is: often that is all.
    same, most = 0, min(now, count)
    while same < most and buffer[same] == legal[same]:
        same += 1
    for k in range(same, count):
        mask[legal[k]] = 0
    for k in range(same, now):
        legal[k] = buffer[k]
        mask[buffer[k]] = 1
    return now


@kernel
def restart(rows: Rows, chosen: npt.NDArray[np.bool_]) -> None:
    """Begin a game in each row chosen, with the seed that stands in its luck."""
    buffer = np.empty(rows.legal.shape[1], np.int32)
    for i in range(len(chosen)):
        if chosen[i]:
            state, out = rows.states[i], rows.observations[i]
            if rows.viewers[i] != NOBODY:
                erase_observation(state, rows.viewers[i], out)
            player = begin(state, rows.lucks[i])
            rows.players[i] = rows.viewers[i] = player
            rows.last_players[i] = NOBODY
            rows.rewarded[i] = 0.0
            rows.rewards[i] = 0.0
            rows.reward[i] = 0.0
            rows.ended[i] = False
            observation(state, player, out)
            rows.counts[i] = tell_legal(state, player, rows.legal[i], rows.counts[i], rows.masks[i], buffer)


@kernel
def first_illegal(rows: Rows, first: int, last: int, actions: npt.NDArray[np.int64]) -> int:
    """The first row from ``first`` to ``last`` − 1 whose player may not do its action, or −1.

    Rows with a game that is over are passed over.
    """
    limit = rows.masks.shape[1]
    for i in range(first, last):
        if rows.players[i] != OVER and not (0 <= actions[i] < limit and rows.masks[i, actions[i]]):
            return i
    return -1


@kernel
def step_rows(rows: Rows, first: int, last: int, mode: int, actions: npt.NDArray[np.int64]) -> None:
    """Play a legal action in each of the rows ``first`` … ``last`` − 1, and whatever follows by itself."""
    states, lucks, players, viewers, observations, legal, counts, masks = borrowed(rows[:8])
    last_players, all_rewarded, all_rewards, reward, ended, finals = borrowed(rows[8:])
    buffer = np.empty(legal.shape[1], np.int32)
    for i in range(first, last):
        state, luck, player, out = states[i], lucks[i], players[i], observations[i]
        so_far, rewards = all_rewarded[i], all_rewards[i]
        erase_observation(state, viewers[i], out)
        if player == OVER:
            last_players[i] = NOBODY
            rewards[:] = 0.0
            reward[i] = 0.0
            ended[i] = False
            to_act = begin_next(state, luck, so_far)
        else:
            last_players[i] = player
            apply_action(state, player, actions[i])
            to_act = settle(state, luck)
            rewarded(state, rewards)
            for seat in range(len(rewards)):
                before, so_far[seat] = so_far[seat], rewards[seat]
                rewards[seat] -= before
            reward[i] = rewards[player]
            ended[i] = to_act == OVER
            if to_act == OVER and mode == SAME_STEP:
                final = finals[i]
                final[:] = 0.0
                observation(state, player, final)
                to_act = begin_next(state, luck, so_far)
        players[i] = to_act
        viewer = viewers[i] = player if to_act == OVER else to_act
        observation(state, viewer, out)
        counts[i] = tell_legal(state, to_act, legal[i], counts[i], masks[i], buffer)


@kernel
def pick_rows(rows: Rows, first: int, last: int, seed: np.uint64, out: npt.NDArray[np.int64]) -> None:
    """A legal action for each of the rows, by row i's number of the stream with this seed; 0 where there is none."""
    for i in range(first, last):
        count = rows.counts[i]
        out[i] = rows.legal[i, below(uniform(seed, i), count)] if count else 0


# What a processor wrote is slow to read for another one: each block of rows belongs to one thread, in all that follows.


@parallel_kernel
def step(rows: Rows, blocks: int, mode: int, actions: npt.NDArray[np.int64]) -> int:
    """``step_rows`` for all rows, in so many blocks side by side, and −1; or only the first row that is illegal."""
    n = len(actions)
    illegal = np.empty(blocks, np.int64)
    for block in numba.prange(blocks):
        illegal[block] = first_illegal(rows, n * block // blocks, n * (block + 1) // blocks, actions)
    for row in illegal:
        if row >= 0:
            return int(row)
    for block in numba.prange(blocks):
        step_rows(rows, n * block // blocks, n * (block + 1) // blocks, mode, actions)
    return -1


@parallel_kernel
def pick(rows: Rows, blocks: int, seed: np.uint64, out: npt.NDArray[np.int64]) -> None:
    """``pick_rows`` for all rows, in so many blocks side by side."""
    n = len(out)
    for block in numba.prange(blocks):
        pick_rows(rows, n * block // blocks, n * (block + 1) // blocks, seed, out)
