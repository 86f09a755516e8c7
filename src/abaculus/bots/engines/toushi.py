"""The engine of Tóushì: the game's fast player plays each action out, and the last squares are calculated.

The fast player (``abaculus.games.toushi.fast``) all but fills the sheet, so that its mean score after an action tells
actions apart better than a tree does. All actions are played out with the same luck; the worse half is given up again
and again (sequential halving, Karnin, Koren & Somekh 2013).
"""

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, register_engine
from abaculus.bots.work import Threads, in_slices
from abaculus.games.toushi.ending import DEEPEST, fillable, new_ending, worth
from abaculus.games.toushi.fast import HABITS, Habits, Notes, fast_action, new_notes, play_on
from abaculus.games.toushi.rules import BONUS_MARKS, FIRST, REROLL, ROLLS, apply_action
from abaculus.games.toushi.sheet import DIE_OF, SIDE, SQUARES, VALUE_OF
from abaculus.kernel.bits import count
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, output, seed_of_stream
from abaculus.kernel.state import State

CALCULATED = 2  # squares left, at most, that are calculated
SCORES, LEADS, SQUARES_OF_LEADS = 0, 1, 2  # what is added up of the games played out
CAUTION = 1.5  # standard errors by which an action must lead the fast player's own choice
DEFAULT_BUDGET = Budget(milliseconds=200)


@kernel
def play_out(
    root: Any,
    actions: npt.NDArray[np.int32],
    first: int,
    step: int,
    n: int,
    seed: np.uint64,
    state: Any,
    notes: Notes,
    habits: Habits,
    sums: npt.NDArray[np.float64],
) -> None:
    """Play each action out n times, with the luck number first, first + step, ….

    Adds up, for each action: the scores, the leads over the first action's score with the same luck, their squares.
    """
    for i in range(n):
        usual = 0.0
        for k in range(len(actions)):
            state[0] = root[0]
            apply_action(state[0], 0, actions[k])
            score = play_on(state[0], notes, habits, output(seed, first + i * step + 1))
            if k == 0:
                usual = score
            sums[k, SCORES] += score
            sums[k, LEADS] += score - usual
            sums[k, SQUARES_OF_LEADS] += (score - usual) ** 2


class ToushiEngine(Engine):
    """Rates by the fast player's mean score, or exactly. An iteration is a game played out."""

    def __init__(self, game: Game, threads: int = 1) -> None:
        self.states = [game.new_records(1) for _ in range(threads)]
        self.notes = [new_notes() for _ in range(threads)]
        self.own_notes = new_notes()  # keeps to one plan from move to move
        self.ending = new_ending(game.new_records(DEEPEST))
        self.root = game.new_records(1)
        self.threads = Threads(threads)

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The actions that no other one is surely as good as, and the one that is wanted."""
        began = time.perf_counter()
        seed = seed_of_stream(luck.fresh().seed)
        self.root[0] = state.record
        actions = self._candidates(state, seat, seed, wanted)
        if count(fillable(state.record)) <= CALCULATED:
            return self._calculated(actions)
        return self._played_out(actions, 1 if wanted is None else 2, seed, began, budget.or_else(DEFAULT_BUDGET))

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def _candidates(self, state: State, seat: int, seed: np.uint64, wanted: int | None) -> list[int]:
        """Of actions alike the one with the largest number.

        First comes what the fast player would play, if it can, then what is wanted.
        """
        alike: dict[Any, int] = {}
        for action in state.legal_actions(seat):
            if action < ROLLS:
                number, square = divmod(action % BONUS_MARKS, SQUARES)
                if state.record.phase == FIRST and not square // SIDE <= square % SIDE < SIDE / 2:
                    continue  # the sheet looks the same from four sides, and in a mirror
                alike[DIE_OF[number], VALUE_OF[number] & 1, square] = action
            elif action < REROLL:
                number = action - ROLLS
                alike[DIE_OF[number], VALUE_OF[number] & 1] = action
            else:
                alike[action] = action
        actions = {*alike.values(), *([] if wanted is None else [wanted])}
        self.states[0][0] = self.root[0]
        first = int(fast_action(self.states[0][0], self.own_notes, HABITS, seed))
        return sorted(actions, key=lambda action: (action != first, action != wanted, action))

    def _calculated(self, actions: list[int]) -> list[Rating]:
        values = []
        for action in actions:
            self.ending.states[0] = self.root[0]
            apply_action(self.ending.states[0], 0, action)
            values.append(float(worth(self.ending, 0)))
        best_first = sorted(range(len(actions)), key=lambda k: -values[k])
        return [Rating(actions[k], values[k], 1 / len(actions)) for k in best_first]

    def _played_out(
        self, actions: list[int], least: int, seed: np.uint64, began: float, budget: Budget
    ) -> list[Rating]:
        # Where there is little thought it goes to few actions (``least`` at least): a handful of games each, of some
        # thirty microseconds.
        if budget.iterations is not None:
            actions = actions[: max(least, budget.iterations // 8)]
        if budget.milliseconds is not None:
            actions = actions[: max(least, int(budget.milliseconds * 4))]
        rounds = max(1, (len(actions) - 1).bit_length())
        sums = np.zeros((len(actions), 3))
        plays = np.zeros(len(actions), np.int64)
        ranks = np.arange(len(actions))  # the best first; the first action stays to the end
        tried = np.array(actions, np.int32)
        played = 0
        for turn in range(1, rounds + 1):
            still = np.union1d(ranks[: max(2, len(actions) >> (turn - 1))], [0])
            most = None if budget.iterations is None else max(1, budget.iterations // rounds // len(still))
            deadline = budget.deadline(began, turn / rounds)
            added, n = self._play(tried[still], played, seed, most, deadline)
            sums[still] += added
            plays[still] += n
            played += n
            leads = sums[still, LEADS] / plays[still]
            # Few games that end alike do not prove that all do: as if one more had been led by a star.
            variances = (sums[still, SQUARES_OF_LEADS] + 4.0**2) / plays[still] - leads**2
            errors = np.sqrt(variances / plays[still])
            errors[0] = 0.0
            order = np.argsort(CAUTION * errors - leads, kind="stable")
            ranks = np.concatenate([still[order], np.setdiff1d(ranks, still, assume_unique=True)])
        return [Rating(actions[k], sums[k, SCORES] / plays[k], plays[k] / plays.sum()) for k in ranks.tolist()]

    def _play(
        self, actions: npt.NDArray[np.int32], first: int, seed: np.uint64, most: int | None, deadline: float | None
    ) -> tuple[npt.NDArray[np.float64], int]:
        """Play each action out as often as the bounds allow, with luck from number ``first`` on.

        What ``play_out`` adds up, and how often each was played.
        """
        threads = self.threads.count
        sums = np.zeros((threads, len(actions), 3))

        def play(done: int, more: int) -> None:
            def on_thread(thread: int) -> None:
                numbers = range(first + done + thread, first + done + more, threads)
                state, notes, added = self.states[thread], self.notes[thread], sums[thread]
                play_out(self.root, actions, numbers.start, threads, len(numbers), seed, state, notes, HABITS, added)

            self.threads.each(on_thread)

        done = in_slices(play, most, deadline, threads)
        return sums.sum(0), done


register_engine("toushi", ToushiEngine)
