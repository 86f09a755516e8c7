"""The engine of 108: the game is a race, and each action is judged by when one's own home and the others' end after it.

First every action is judged by foresight (``abaculus.games.one_o_eight.foresight``) and at sight (``evaluation``). For
the best of them the homes are then played to their end by a fast player, each home by itself (``fast.race``), all
actions with the same luck; the worse half is given up again and again (sequential halving, Karnin, Koren & Somekh
2013). As the homes are played apart, each turn on which one ends is compared with all on which another does.
"""

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, register_engine
from abaculus.bots.work import Threads, in_slices
from abaculus.games.one_o_eight.board import MOVE_END, PLAIN, PLAINS, SEATS, SHARERS, WHITE_INDEX
from abaculus.games.one_o_eight.evaluation import estimate, evaluate
from abaculus.games.one_o_eight.fast import LAST, Notes, new_notes, race
from abaculus.games.one_o_eight.foresight import NEEDS, count_actions, foresee, mean_turn
from abaculus.games.one_o_eight.rules import (
    ACT,
    BLACK_AT,
    BLACKEN,
    MOVE,
    OVER,
    PLACE,
    STACK,
    TAKE,
    apply_action,
    is_in,
    returns,
)
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, output, seed_of_stream
from abaculus.kernel.state import State

ORDERS = 64  # of each wall that are foreseen
LATEST = 35  # turns: a home that is not solved by then counts as solved then
AT_SIGHT = 0.1  # turns that a unit of the evaluation is worth
TURN = 0.05  # the part of the win that a turn is worth where actions are judged before they are played out
PLAYED_OUT = 8  # actions
DEFAULT_BUDGET = Budget(milliseconds=200)


@kernel
def touches(action: int, other: int) -> bool:
    """Whether an action changes another seat's home: a black number, or one on a white square that they share."""
    if action < BLACK_AT or action >= TAKE:
        return False
    if action < PLACE:
        return True
    square = PLAIN[(action - PLACE) % PLAINS] if action < MOVE else MOVE_END[action - MOVE]
    white = WHITE_INDEX[square]
    return white >= 0 and (SHARERS[white, 0] == other or SHARERS[white, 1] == other)


@kernel
def judge(
    root: Any,
    seat: int,
    actions: npt.NDArray[np.int32],
    seed: np.uint64,
    state: Any,
    turns: npt.NDArray[np.int8],
    out: npt.NDArray[np.float64],
) -> None:
    """How many turns each action is worth, by foresight and at sight, as against the others."""
    needed = np.empty(NEEDS, np.int8)
    before = np.zeros(SEATS, np.float64)  # the turns on which the others end where an action does not touch them
    seats = int(root[0].seats)
    for other in range(seats):
        foresee(root[0], other, output(seed, other + 1), turns[other])
        count_actions(root[0], other, needed)
        before[other] = mean_turn(turns[other], needed, LATEST)
    done = 0 if root[0].phase == ACT else 1  # actions that a seat on turn is ahead
    for i in range(len(actions)):
        state[0] = root[0]
        apply_action(state[0], seat, actions[i])
        out[i] = AT_SIGHT * evaluate(state[0], seat)
        count_actions(state[0], seat, needed)
        for need in range(NEEDS):
            needed[need] = max(0, needed[need] - done)
        out[i] -= mean_turn(turns[seat], needed, LATEST)
        for other in range(seats):
            if other == seat or not is_in(root[0], other):
                continue
            end = before[other]
            if touches(actions[i], other):
                # A number on a white square is one less to wait for.
                foresee(state[0], other, output(seed, other + 1), turns[other])
                count_actions(state[0], other, needed)
                end = mean_turn(turns[other], needed, LATEST)
            out[i] += end / (seats - 1)


@kernel
def play_out(
    root: Any,
    seat: int,
    actions: npt.NDArray[np.int32],
    first: int,
    step: int,
    n: int,
    seed: np.uint64,
    state: Any,
    notes: Notes,
    ends: npt.NDArray[np.int64],
) -> None:
    """Play the homes out n times after each action, with the luck number first, first + step, ….

    Counts in ends[action, seat, turn]; those of others whom an action does not touch, in the place after all actions.
    """
    seats = int(root[0].seats)
    acting = root[0].phase == ACT
    last = min(LAST - 1, int(root[0].max_rounds - root[0].round_number))
    for i in range(n):
        luck = output(seed, first + i * step + 1)
        for other in range(seats):
            if other != seat and is_in(root[0], other):
                state[0] = root[0]
                ends[len(actions), other, race(state[0], other, 1, True, last, luck, notes)] += 1
        for k in range(len(actions)):
            state[0] = root[0]
            apply_action(state[0], seat, actions[k])
            if is_in(state[0], seat):
                end = race(state[0], seat, 1 if acting else 0, acting, last, luck, notes)
            else:
                end = 0
            ends[k, seat, end] += 1
            for other in range(seats):
                if other != seat and is_in(root[0], other) and touches(actions[k], other):
                    state[0] = root[0]
                    apply_action(state[0], seat, actions[k])
                    ends[k, other, race(state[0], other, 1, True, last, luck, notes)] += 1


class OneOhEightEngine(Engine):
    """Rates by the chance to go out before the others. An iteration is a home of one's own played out."""

    def __init__(self, game: Game, threads: int = 1) -> None:
        self.play_on = bool(game.options["play_on"])
        self.states = [game.new_records(1) for _ in range(threads)]
        self.notes = [new_notes() for _ in range(threads)]
        self.turns = np.empty((SEATS, ORDERS, NEEDS), np.int8)
        self.root = game.new_records(1)
        self.threads = Threads(threads)

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The actions that were played out; of answers to forbidden numbers, and stacks, all at sight."""
        began = time.perf_counter()
        seed = seed_of_stream(luck.fresh().seed)
        self.root[0] = state.record
        actions = np.array(state.legal_actions(seat), np.int32)
        if state.record.phase not in (ACT, BLACKEN):
            return self._at_sight(actions, seat)
        sights = np.zeros(len(actions))
        judge(self.root, seat, actions, seed, self.states[0], self.turns, sights)
        order = np.argsort(-sights, kind="stable")
        chosen = order[: self._breadth(budget)].tolist()
        chosen += [i for i in order.tolist() if actions[i] == wanted and i not in chosen]
        return self._played_out(
            actions[chosen], TURN * (sights[chosen] - sights.max()), seat, seed, began, budget.or_else(DEFAULT_BUDGET)
        )

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def _breadth(self, budget: Budget) -> int:
        """How many actions are played out: few where there is little thought."""
        most = PLAYED_OUT
        if budget.iterations is not None:
            most = min(most, budget.iterations // 8)
        if budget.milliseconds is not None:
            most = min(most, int(budget.milliseconds / 5))
        return max(2, most)

    def _at_sight(self, actions: npt.NDArray[np.int32], seat: int) -> list[Rating]:
        seats = int(self.root[0].seats)
        ratings = []
        for action in actions.tolist():
            after = self.states[0]
            after[0] = self.root[0]
            apply_action(after[0], seat, action)
            parts = np.zeros(SEATS)
            (returns if after[0].phase == OVER else estimate)(after[0], parts)
            sight = 0.0 if self.root[0].phase == STACK else float(evaluate(after[0], seat))
            ratings.append((sight, Rating(action, float(parts[:seats][seat]), 1 / len(actions))))
        return [rating for _, rating in sorted(ratings, key=lambda pair: (-pair[0], pair[1].action))]

    def _played_out(
        self,
        actions: npt.NDArray[np.int32],
        sights: npt.NDArray[np.float64],
        seat: int,
        seed: np.uint64,
        began: float,
        budget: Budget,
    ) -> list[Rating]:
        rounds = max(1, (len(actions) - 1).bit_length())
        ends = np.zeros((len(actions) + 1, SEATS, LAST + 1), np.int64)
        plays = np.zeros(len(actions), np.int64)
        values = np.zeros(len(actions))
        ranks = np.arange(len(actions))  # the best first
        played = 0
        for turn in range(1, rounds + 1):
            still = np.sort(ranks[: max(2, len(actions) >> (turn - 1))])
            most = None if budget.iterations is None else max(1, budget.iterations // rounds // len(still))
            deadline = budget.deadline(began, turn / rounds)
            added, n = self._play(actions[still], seat, played, seed, most, deadline)
            ends[[*still.tolist(), -1]] += added
            plays[still] += n
            played += n
            for k in still.tolist():
                values[k] = self._value(ends[k], ends[-1], seat, int(actions[k]))
            order = np.argsort(-(values + sights)[still], kind="stable")
            ranks = np.concatenate([still[order], ranks[len(still) :]])
        return [Rating(int(actions[k]), float(values[k]), float(plays[k] / plays.sum())) for k in ranks.tolist()]

    def _value(self, ends: npt.NDArray[np.int64], untouched: npt.NDArray[np.int64], seat: int, action: int) -> float:
        """The return to expect from how often each home ended on each turn; where none does it is shared."""
        root = self.root[0]
        seats = int(root.seats)
        own = ends[seat] / ends[seat].sum()
        first, ahead, rivals = np.ones(LAST + 1), np.zeros(LAST + 1), 0
        for other in range(seats):
            if other == seat or not is_in(root, other):
                continue
            theirs = ends[other] if touches(action, other) else untouched[other]
            share = theirs / theirs.sum()
            # Who is on turn comes first; those who never go out come together.
            later = share[::-1].cumsum()[::-1] - share
            later[LAST] = 0.0
            first *= np.append(later[:LAST], share[LAST])
            ahead += np.append(later[:LAST], share[LAST] / 2)
            rivals += 1
        if self.play_on:
            return float(own @ ahead) / (seats * (seats - 1) / 2)  # W3
        first[LAST] /= rivals + 1
        return float(own @ first)

    def _play(
        self,
        actions: npt.NDArray[np.int32],
        seat: int,
        first: int,
        seed: np.uint64,
        most: int | None,
        deadline: float | None,
    ) -> tuple[npt.NDArray[np.int64], int]:
        """Play the homes out as often as the bounds allow, with luck from number ``first`` on.

        What ``play_out`` counts, and how often each action was played.
        """
        threads = self.threads.count
        ends = np.zeros((threads, len(actions) + 1, SEATS, LAST + 1), np.int64)

        def play(done: int, more: int) -> None:
            def on_thread(thread: int) -> None:
                numbers = range(first + done + thread, first + done + more, threads)
                state, notes, counts = self.states[thread], self.notes[thread], ends[thread]
                play_out(self.root, seat, actions, numbers.start, threads, len(numbers), seed, state, notes, counts)

            self.threads.each(on_thread)

        done = in_slices(play, most, deadline, threads)
        return ends.sum(0), done


register_engine("108", OneOhEightEngine)
