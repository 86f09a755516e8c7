"""The engine of Sumoku: whole plays, compared by what may follow them.

As programs for Scrabble do (Sheppard 2002, "World-championship-caliber Scrabble"), it takes the plays that score most
with what they keep, and simulates: tiles are drawn, the others answer with such plays of their own, and so on for a few
turns, after which the chance to win is read off scores and stocks. All plays get the same draws, so that luck does not
decide between them, and the worse half of them is given up time after time (sequential halving, Karnin, Koren & Somekh
2013).

A turn is decided as a whole; what was found is kept for the decisions that carry it out.
"""

import time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, register_engine
from abaculus.bots.work import Threads, in_slices
from abaculus.games.sumoku import plays, rules
from abaculus.games.sumoku.leave import Floats, Leave, chances, read_leave, weigh_leave
from abaculus.games.sumoku.lines import COMPLETED, DESK, ENDS, Desks
from abaculus.games.sumoku.rules import OVER, PLAY, in_bag
from abaculus.games.sumoku.tiles import END, LONGEST, PASS
from abaculus.kernel.bits import lowest, without_lowest
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, output, seed_of_stream, stream_seed, uniform
from abaculus.kernel.state import State
from abaculus.kernel.verbs import MAX_SEATS, StateRecord

WIDTH = 32  # plays that are compared
HORIZON = 2  # turns after the play; with an empty bag the game is played to its end
SCRIPT = 16
EVER = 2**40
ALONE = 64  # simulations of a play that there is no other of
DEFAULT_BUDGET = Budget(milliseconds=1000)

Plays = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]


class Table(NamedTuple):
    """What one thread plays with."""

    states: Any
    """One state record."""
    desks: Desks
    worth: Floats
    answer: Plays
    chance: Floats
    script: npt.NDArray[np.int32]
    """For each of the plays compared those that follow it whatever is drawn: all stocks are open, so until a seat plays
    that has drawn meanwhile nothing is left to luck."""
    scripted: Ints
    """How many plays these are, as far as they are known."""


def new_table(game: Game, width: int = WIDTH) -> Table:
    return Table(
        states=game.new_records(1),
        desks=np.empty(1, DESK),
        worth=np.empty(2 * COMPLETED, np.float64),
        answer=np.empty((1, LONGEST), np.int32),
        chance=np.empty(MAX_SEATS, np.float64),
        script=np.empty((width + 1, SCRIPT, LONGEST), np.int32),
        scripted=np.zeros(width + 1, np.int64),
    )


@kernel
def collect(state: StateRecord, seat: int, leave: Leave, table: Table, out: Plays, values: Floats) -> int:
    """The plays that score most with what they keep, as many as ``out`` takes, in no order; how many.

    With tiles laid they are what comes after these. ``values`` is a heap whose first is the lowest.
    """
    desk, worth = table.desks[0], table.worth
    weigh_leave(state, seat, leave, worth)
    plays.begin(state, seat, desk)
    n = 0
    if state.laid > 0:
        play = plays.stands(state, desk)
        if play.done:
            out[0] = -1
            values[0] = plays.points_of(play) + worth[COMPLETED if play.six else 0]
            n = 1
    while plays.next_ends(state, desk):
        left = np.uint64(desk.search[desk.depth, ENDS])
        while left:
            f = lowest(left)
            left = without_lowest(left)
            value = plays.points_with(desk, f) + worth[plays.used_with(desk, f)]
            if n < len(values):
                i = rise(out, values, n, value)
                n += 1
            elif value > values[0]:
                i = sink(out, values, value)
            else:
                continue
            values[i] = value
            plays.write_play(desk, f, out, i)
    return n


@kernel
def rise(out: Plays, values: Floats, i: int, value: float) -> int:
    """Where a value belongs that comes into a heap at its end."""
    while i > 0 and values[(i - 1) // 2] > value:
        above = (i - 1) // 2
        values[i] = values[above]
        out[i] = out[above]
        i = above
    return i


@kernel
def sink(out: Plays, values: Floats, value: float) -> int:
    """Where a value belongs that takes the place of the lowest of a full heap."""
    i = 0
    while 2 * i + 1 < len(values):
        below = 2 * i + 1
        if below + 1 < len(values) and values[below + 1] < values[below]:
            below += 1
        if values[below] >= value:
            break
        values[i] = values[below]
        out[i] = out[below]
        i = below
    return i


@kernel
def carry_out(state: StateRecord, play: npt.NDArray[np.int32]) -> None:
    """Make a play, or pass."""
    if play[0] == PASS:
        rules.skip_play(state)
    else:
        rules.make_play(state, play)


@kernel
def simulate(
    state: StateRecord, seat: int, found: Plays, i: int, horizon: int, leave: Leave, seed: np.uint64, table: Table
) -> float:
    """Make the i-th of the plays, and go on for so many turns; the chance of the seat to win, at a glance.

    Each seat draws by a stream of luck of its own, so that it mostly gets the same whatever was played.
    """
    carry_out(state, found[i])
    drawn = np.zeros(MAX_SEATS, np.int64)
    last = seat
    turns = 0
    known = 0  # plays that are the same whatever is drawn
    sure = True  # no other was made
    while state.phase != OVER and (turns < horizon or state.bonus):
        mover = int(state.turn_of)
        if state.phase != PLAY:
            u = uniform(stream_seed(seed, mover), drawn[mover])
            drawn[mover] += 1
            rules.draw(state, rules.sample_chance(state, u))
            continue
        if not state.bonus:
            last = mover
            turns += 1
        sure = sure and drawn[mover] == 0 and known < SCRIPT
        if sure and known < table.scripted[i]:
            carry_out(state, table.script[i, known])
        else:
            weigh_leave(state, mover, leave, table.worth)
            if plays.best_play_at(state, mover, table.worth, table.answer, table.desks) == -np.inf:
                table.answer[0, 0] = PASS
            carry_out(state, table.answer[0])
            if sure:
                table.script[i, known] = table.answer[0]
                table.scripted[i] = known + 1
        known += 1
    chances(state, last, leave, table.chance)
    return table.chance[seat]


@kernel
def compare(
    root: Any,
    seat: int,
    found: Plays,
    rivals: Ints,
    first: int,
    last: int,
    horizon: int,
    leave: Leave,
    seed: np.uint64,
    table: Table,
    sums: Floats,
    counts: Ints,
) -> None:
    """Simulate the rivals in turn, from the ``first`` to before the ``last`` time, and add up what they come to.

    ``root`` is an array of one state. Every rival's n-th time has the same luck.
    """
    for number in range(first, last):
        i = rivals[number % len(rivals)]
        table.states[0] = root[0]
        luck = output(seed, number // len(rivals) + 1)
        sums[i] += simulate(table.states[0], seat, found, i, horizon, leave, luck, table)
        counts[i] += 1


class PlaySearch(Engine):
    """Compares whole plays; the threads share the simulations."""

    def __init__(
        self, game: Game, threads: int = 1, leave: Leave | None = None, width: int = WIDTH, horizon: int = HORIZON
    ) -> None:
        self.game = game
        self.leave = leave or read_leave()
        self.width = width
        self.horizon = horizon
        self.tables = [new_table(game, width) for _ in range(threads)]
        self.threads = Threads(threads)
        self.root = game.new_records(1)
        self.planned: dict[bytes, list[Rating]] = {}
        """Ratings of the decisions that carry out the last play chosen, by what the seat sees."""

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The decisions with which the plays compared go on."""
        began = time.perf_counter()
        seed = seed_of_stream(luck.fresh().seed)
        ratings = self.planned.get(bytes(state), [])
        if not ratings or (wanted is not None and all(rating.action != wanted for rating in ratings)):
            self.root[0] = state.record
            found = self._candidates(seat, wanted)
            ranked, values, shares = self._compare(seat, found, seed, budget.or_else(DEFAULT_BUDGET), began)
            self._plan(state, seat, found[ranked], values, shares)
            ratings = self.planned[bytes(state)]
        return ratings

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def _candidates(self, seat: int, wanted: int | None) -> Plays:
        """The plays to be compared, the most promising first; but before them the best that begins as is wanted, where
        no other does.
        """
        found = self._collect(seat, self.width)
        if wanted is None or any(decision(play, 0) == wanted for play in found):
            return found
        play = np.full((1, LONGEST), -1, np.int32)
        if wanted != END:
            kept = self.root.copy()
            self.game.kernels.apply_action(self.root[0], seat, wanted)
            play[0, 0], play[0, 1:] = wanted, self._collect(seat, 1)[0, :-1]
            self.root[:] = kept
        return np.concatenate([play, found])

    def _collect(self, seat: int, width: int) -> Plays:
        found, values = np.empty((width, LONGEST), np.int32), np.empty(width, np.float64)
        n = collect(self.root[0], seat, self.leave, self.tables[0], found, values)
        if n == 0:
            found[0] = PASS
            return found[:1]
        return found[np.argsort(-values[:n], kind="stable")]

    def _compare(
        self, seat: int, found: Plays, seed: np.uint64, budget: Budget, began: float
    ) -> tuple[list[int], list[float], list[float]]:
        """The plays that were simulated, the best first; what they are worth, and their shares of the simulations."""
        n = len(found)
        rounds = max(1, (n - 1).bit_length())
        most = min(budget.iterations or EVER, ALONE if n == 1 else EVER)
        sums, counts = np.zeros((len(self.tables), n)), np.zeros((len(self.tables), n), np.int64)
        horizon = self.horizon if in_bag(self.root[0]) else EVER
        for table in self.tables:
            table.scripted[:] = 0
        rivals = np.arange(n)
        ranked: list[int] = []
        means: list[Floats] = []
        given_up = np.full(n, rounds - 1)
        for number in range(rounds):
            part = (number + 1) / rounds
            deadline = budget.deadline(began, part)
            self._simulate(seat, found, rivals, horizon, seed, int(most * part), deadline, sums, counts)
            times = counts.sum(axis=0)
            means.append(np.where(times > 0, sums.sum(axis=0) / np.maximum(times, 1), -np.inf))
            order = rivals[np.argsort(-means[-1][rivals], kind="stable")]
            rivals, lost = order[: (len(order) + 1) // 2], order[(len(order) + 1) // 2 :]
            ranked[:0] = [int(i) for i in lost if times[i] > 0]
            given_up[lost] = number
        best = int(rivals[0])
        ranked.insert(0, best)
        # A play that was given up is worth less than the best by as much as when both had the same luck.
        behind = [min(0.0, float(means[given_up[i]][i] - means[given_up[i]][best])) for i in ranked]
        total = counts.sum()
        return ranked, [float(means[-1][best]) + gap for gap in behind], [float(times[i] / total) for i in ranked]

    def _simulate(
        self,
        seat: int,
        found: Plays,
        rivals: Ints,
        horizon: int,
        seed: np.uint64,
        most: int,
        deadline: float | None,
        sums: Floats,
        counts: Ints,
    ) -> None:
        """Simulate the rivals until so many simulations were made in all, or the time is over."""
        if deadline is not None and time.perf_counter() >= deadline and counts.sum() > 1:
            return
        m, threads = len(rivals), self.threads.count
        before = int(counts[:, rivals[-1]].sum()) * m
        wanted = max(0, most - int(counts.sum()))
        if wanted > m:
            wanted -= (before + wanted) % m  # so that all have the same luck

        def work(done: int, more: int) -> None:
            bounds = [before + done + more * t // threads for t in range(threads + 1)]

            def on_thread(t: int) -> None:
                first, last, table = bounds[t], bounds[t + 1], self.tables[t]
                compare(
                    self.root, seat, found, rivals, first, last, horizon, self.leave, seed, table, sums[t], counts[t]
                )

            self.threads.each(on_thread)

        in_slices(work, wanted, deadline, threads)

    def _plan(self, state: State, seat: int, ranked: Plays, values: list[float], shares: list[float]) -> None:
        """Keep the ratings of all decisions that carry out the best play; those of the others as long as they are the
        same.
        """
        self.planned = {}
        follow = state.clone()
        for d in range(LONGEST + 1):
            same = [i for i, play in enumerate(ranked) if (play[:d] == ranked[0, :d]).all()]
            whole = sum(shares[i] for i in same)
            ratings: dict[int, Rating] = {}
            for i in same:
                action = decision(ranked[i], d)
                known = ratings.get(action, Rating(action, values[i], 0.0))
                ratings[action] = known._replace(weight=known.weight + shares[i] / whole)
            self.planned[bytes(follow)] = list(ratings.values())
            action = decision(ranked[0], d)
            if action in (END, PASS):
                return
            self.game.kernels.apply_action(follow.record, seat, action)


def decision(play: npt.NDArray[np.int32], d: int) -> int:
    """The d-th decision of a play."""
    return int(play[d]) if d < LONGEST and play[d] >= 0 else END


register_engine("sumoku", PlaySearch)
