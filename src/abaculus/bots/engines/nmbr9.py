"""The engine of NMBR 9: it plays on from promising placements, with many orders of the cards to come.

Displays do not touch each other, so there is no tree to search: what counts is how a placement fares with the cards to
come. A quick policy, which places each number where score and promise (``abaculus.games.nmbr9.display``) are best,
names candidates and plays them on for a few cards (a truncated rollout; Tesauro & Galperin 1996), after which what the
display promises counts. In each *trial* all candidates meet the same cards, which makes differences between them clear
much sooner, and candidates are halved again and again, so that most trials go to the best ones (sequential halving;
Karnin, Koren & Somekh 2013).

With several seats the others' displays are played on too, and a placement's value is the chance to win; the seats that
have a say in nothing but their own displays need no model of what they want.
"""

import math
import time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.bots.bot import Budget
from abaculus.bots.engine import Engine, Rating, register_engine
from abaculus.bots.work import SLICE, Threads
from abaculus.games.nmbr9.display import (
    FIRST_COLUMN,
    FIRST_ROW,
    MOST_PLACEMENTS,
    Buffers,
    Display,
    corner,
    load,
    load_table,
    new_buffers,
    new_displays,
    one_of,
    promise,
    put,
    rate_placements,
    scale,
    take_back,
)
from abaculus.games.nmbr9.rules import CARDS, FREE, KNOWN, SEATS, TABLE, decode, encode, height_at, score
from abaculus.games.nmbr9.tiles import CELL_X, CELL_Y, HEIGHT, NUMBERS, WIDTH
from abaculus.kernel.compile import kernel
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, below, output, seed_of_stream, uniform
from abaculus.kernel.state import State
from abaculus.kernel.verbs import StateRecord

DEFAULT_BUDGET = Budget(milliseconds=1000)
MOST_CANDIDATES = 16
LEAST_CANDIDATES = 4
ITERATIONS_A_CANDIDATE = 12  # or there are fewer candidates
NONE = -1
NUMBER, TURN, X, Y, LEVEL = range(5)  # of a candidate
DEPTH = 5  # numbers that are played on in a trial; then promises count
SPREAD = 1.0  # points a card to come by which a margin in a trial may well be off
NOISE = 2.0  # points by which rollouts err on purpose where otherwise all would be alike


class Race(NamedTuple):
    """What the trials of one decision work on."""

    displays: Display
    """Those of all seats, one after another."""
    buffers: Buffers
    table: npt.NDArray[np.float32]
    candidates: npt.NDArray[np.int64]
    """Number, turn, x, y, level of each placement that is tried."""
    values: npt.NDArray[np.float64]
    """Of each candidate the sum over its trials of what came of them."""
    deck: npt.NDArray[np.int64]
    coming: npt.NDArray[np.int64]
    """Numbers to place."""


def new_race(table: npt.NDArray[np.float32]) -> Race:
    """Memory for trials."""
    return Race(
        displays=new_displays(SEATS),
        buffers=new_buffers(),
        table=table,
        candidates=np.zeros((MOST_CANDIDATES + 1, 5), np.int64),
        values=np.zeros(MOST_CANDIDATES + 1),
        deck=np.zeros(2 * NUMBERS, np.int64),
        coming=np.zeros(CARDS + 1, np.int64),
    )


@kernel
def signed(field: int) -> int:
    """A field to calculate with: compiled, an unsigned and a signed number make a floating-point one."""
    return int(np.int64(field))


@kernel
def load_all(race: Race, state: StateRecord) -> None:
    """Make the displays those of a state, and forget all trials."""
    for seat in range(state.seats):
        load(state, seat, one_of(race.displays, seat))
    race.values[:] = 0.0


@kernel
def name_candidates(race: Race, state: StateRecord, seat: int, most: int) -> int:
    """Write the placements that look best, of each number that may be placed; how many these are."""
    own = one_of(race.displays, seat)
    load(state, seat, own)
    cards = signed(state.cards) - signed(state.placed[seat]) - 1
    choices = 0
    if state.draft == FREE:
        for number in range(NUMBERS):
            choices += state.left[seat, number] > 0
    n = 0
    for number in range(NUMBERS):
        if state.draft == FREE and state.left[seat, number] == 0:
            continue
        if state.draft != FREE and state.turned[state.placed[seat]] != number:
            continue
        factor = mean_to_come(state, seat, number)
        found = rate_placements(own, number, factor, race.table[cards], race.buffers, False)
        room = most if state.draft != FREE else max(1, most // choices)
        for i in np.argsort(-race.buffers.worths[:found])[:room]:
            if n < most:
                candidate = race.candidates[n]
                candidate[NUMBER] = number
                candidate[TURN:] = race.buffers.places[i]
                n += 1
    return n


@kernel
def mean_to_come(state: StateRecord, seat: int, number: int) -> float:
    """The mean of the numbers to come after this one, by ``scale``."""
    cards, points = 0, 0
    row = seat if state.draft == FREE else 0
    for other in range(NUMBERS):
        cards += signed(state.left[row, other])
        points += signed(state.left[row, other]) * other
    if state.draft == FREE:
        return scale(points - number, cards - 1)
    for i in range(state.placed[seat] + 1, state.turned_count):
        cards += 1
        points += signed(state.turned[i])
    return scale(points, cards)


@kernel
def shuffle(race: Race, state: StateRecord, row: int, seed: np.uint64) -> int:
    """Put what is left of the numbers into an order, all orders alike likely; how many there are."""
    n = 0
    for number in range(NUMBERS):
        for _ in range(state.left[row, number]):
            race.deck[n] = number
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(uniform(seed, i), i + 1)
        race.deck[i], race.deck[j] = race.deck[j], race.deck[i]
    return n


@kernel
def foresee(race: Race, state: StateRecord, seat: int, skipped: int, placed: int, seed: np.uint64) -> int:
    """Write the numbers that the seat places after so many tiles; how many these are.

    Cards are dealt alike to all. A seat that chooses freely takes any of its tiles, less one that is skipped, small
    ones rather first.
    """
    n = 0
    wanted = signed(state.cards) - placed
    if state.draft != FREE:
        found = shuffle(race, state, 0, seed)
        for i in range(placed, state.turned_count):
            race.coming[n] = state.turned[i]
            n += 1
        drawn = max(placed - signed(state.turned_count), 0)
        while n < wanted and drawn < found:
            race.coming[n] = race.deck[drawn]
            drawn += 1
            n += 1
        return n
    found = shuffle(race, state, seat, output(seed, seat + 1))
    for i in range(found):
        if race.deck[i] == skipped:
            skipped = -1
        elif n < wanted:
            # Insertion by number and luck.
            number = race.deck[i]
            at = n
            while at > 0 and race.coming[at - 1] > number and uniform(seed, 100 + i * CARDS + at) < 0.9:
                race.coming[at] = race.coming[at - 1]
                at -= 1
            race.coming[at] = number
            n += 1
    return n


@kernel
def play_on(race: Race, display: Display, n: int, noise: float, seed: np.uint64) -> float:
    """Play the first of n numbers to come on a display; the points they score, and those still promised then.

    ``noise`` is by how many points the quick policy may err.
    """
    table, buffers = race.table, race.buffers
    points, left = 0, 0
    for i in range(n):
        left += race.coming[i]
    for i in range(min(n, DEPTH)):
        number = race.coming[i]
        left -= number
        cards = n - 1 - i
        found = rate_placements(display, number, scale(left, cards), table[cards], buffers, True)
        if found == 0:
            continue
        if noise > 0.0:
            for k in range(found):
                buffers.worths[k] += noise * uniform(seed, i * MOST_PLACEMENTS + k)
        place = buffers.places[np.argmax(buffers.worths[:found])]
        put(display, number, place[0], place[1], place[2], place[3])
        points += number * place[3]
    cards = max(n - DEPTH, 0)
    return points + scale(left, cards) * promise(display, table[cards], buffers.sums) if cards > 0 else float(points)


@kernel
def share(margin: float, rivals: int, spread: float) -> float:
    """The part of the win that a margin over the best of the others, of which there are so many, may be worth."""
    if spread > 0.0:
        return 1.0 / (1.0 + math.exp(-margin / spread))
    return 1.0 if margin > 0 else 1.0 / (1 + rivals) if margin == 0 else 0.0


@kernel
def hold_trials(
    race: Race, state: StateRecord, seat: int, alive: npt.NDArray[np.int64], seed: np.uint64, first: int, trials: int
) -> None:
    """Play on from all candidates that are alive, with the cards of so many trials from the first on."""
    own, placed = one_of(race.displays, seat), signed(state.placed[seat])
    noise = NOISE if state.draft == KNOWN else 0.0
    for trial in range(first, first + trials):
        luck = output(seed, trial + 1)
        best, rivals = -1.0, 0
        for other in range(state.seats):
            if other != seat:
                n = foresee(race, state, other, NONE, signed(state.placed[other]), luck)
                points = score(state, other) + play_on(race, one_of(race.displays, other), n, noise, luck)
                take_back(one_of(race.displays, other), signed(state.placed[other]))
                if points == best:
                    rivals += 1
                elif points > best:
                    best, rivals = points, 1
        for i in alive:
            candidate = race.candidates[i]
            number = candidate[NUMBER]
            put(own, number, candidate[TURN], candidate[X], candidate[Y], candidate[LEVEL])
            n = foresee(race, state, seat, number, placed + 1, luck)
            points = score(state, seat) + number * candidate[LEVEL] + play_on(race, own, n, noise, luck)
            take_back(own, placed)
            race.values[i] += points if state.seats == 1 else share(points - best, rivals, SPREAD * n)


class Trials(Engine):
    """Ratings by trials; each thread holds its own. An iteration is one candidate in one trial."""

    def __init__(self, game: Game, threads: int = 1) -> None:
        self.game = game
        table = load_table()
        self.races = [new_race(table) for _ in range(threads)]
        self.threads = Threads(threads)
        self.pace = 12e-6  # seconds that a tile takes in a trial, as far as is known

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The placements by how many trials they were in, then by what came of these."""
        began = time.perf_counter()
        bounds = budget.or_else(DEFAULT_BUDGET)
        seconds = math.inf if bounds.milliseconds is None else bounds.milliseconds / 1000
        iterations = math.inf if bounds.iterations is None else bounds.iterations / len(self.races)
        root = self.game.new_records(1)
        root[0] = state.record
        with np.errstate(over="ignore"):
            seed = luck.fresh().seed
            tiles = min(int(root[0].cards) - int(root[0].placed[seat]), DEPTH + 1)
            afforded = min(iterations, seconds / (tiles * self.pace))
            most = int(min(MOST_CANDIDATES, max(LEAST_CANDIDATES, afforded / ITERATIONS_A_CANDIDATE)))
            count = name_candidates(self.races[0], root[0], seat, most)
            asked = NONE if wanted is None else self._add(root[0], seat, wanted, count)
            count = max(count, asked + 1)
            for race in self.races:
                load_all(race, root[0])
                race.candidates[:] = self.races[0].candidates
            alive = np.arange(count)
            trials = np.zeros((len(self.races), count), np.int64)
            rounds = max(1, (count - 1).bit_length())
            for done in range(rounds if count > 0 else 0):
                end = began + seconds * (done + 1) / rounds
                # Where only this tile is left, one trial tells all.
                held = 1.0 if tiles == 1 else iterations / rounds / len(alive)
                self._hold(root, seat, tiles, alive, seed, trials, held, end)
                means = self._means(trials)
                better = alive[np.argsort(-means[alive], kind="stable")][: (len(alive) + 1) // 2]
                alive = better if asked == NONE or asked in better else np.append(better, asked)
        return self._ratings(root[0], seat, trials, wanted if asked == NONE else None)

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def _add(self, root: Any, seat: int, action: int, count: int) -> int:
        """The number of the candidate that is this action, a new one if need be; NONE where it leaves the frame."""
        number, turn, x, y = decode(action)
        if root.draft != FREE:
            number = int(root.turned[root.placed[seat]])
        level = height_at(root, seat, x + CELL_X[number, turn, 0], y + CELL_Y[number, turn, 0])
        x0, y0 = corner(root, seat)
        left, top = x0 + x, y0 + y
        candidates = self.races[0].candidates
        candidates[count] = number, turn, left, top, level
        same = np.flatnonzero((candidates[:count] == candidates[count]).all(1))
        if len(same):
            return int(same[0])
        wide = FIRST_COLUMN <= left <= FIRST_COLUMN + TABLE - WIDTH[number, turn]
        return count if wide and FIRST_ROW <= top <= FIRST_ROW + TABLE - HEIGHT[number, turn] else NONE

    def _hold(
        self,
        root: npt.NDArray[Any],
        seat: int,
        tiles: int,
        alive: npt.NDArray[np.int64],
        seed: int,
        trials: npt.NDArray[np.int64],
        most: float,
        end: float,
    ) -> None:
        """Hold so many trials more on each thread (one at least), until a time; they are counted."""

        def hold(thread: int) -> None:
            done = 0
            pace = self.pace
            while done < max(1.0, most):
                cost = pace * tiles * len(alive)
                now = time.perf_counter()
                if done > 0 and now + cost / 2 > end:
                    return
                chunk = int(max(1.0, min(most - done, min(SLICE, end - now) / cost)))
                first = trials[thread, alive[0]]
                hold_trials(self.races[thread], root[0], seat, alive, seed_of_stream(seed, thread), first, chunk)
                trials[thread, alive] += chunk
                done += chunk
                pace = self.pace = (time.perf_counter() - now) / (chunk * tiles * len(alive))

        self.threads.each(hold)

    def _means(self, trials: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        sums = sum(race.values[: trials.shape[1]] for race in self.races)
        means: npt.NDArray[np.float64] = sums / trials.sum(0)
        return means

    def _ratings(self, root: Any, seat: int, trials: npt.NDArray[np.int64], outside: int | None) -> list[Rating]:
        x0, y0 = corner(root, seat)
        means, counts = self._means(trials), trials.sum(0)
        ratings = []
        for i in np.lexsort((-means, -counts)):
            number, turn, x, y, _ = (int(part) for part in self.races[0].candidates[i])
            action = int(encode(number if root.draft == FREE else 0, turn, x - x0, y - y0))
            ratings.append(Rating(action, float(means[i]), float(counts[i] / counts.sum())))
        if outside is not None:
            ratings.append(Rating(outside, min((rating.value for rating in ratings), default=0.0), 0.0))
        return ratings


register_engine("nmbr9", Trials)
