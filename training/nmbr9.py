"""Learn the weights of NMBR 9's patterns, from play against nobody: ``python training/nmbr9.py``.

A quick player places each card where score and promise are best, and after each game the promises of the displays it
went through are moved towards the points that came after them (temporal differences of afterstates, TD(λ); Sutton 1988,
and Szubert & Jaśkowski 2014 for afterstates). The promise is a weighted sum of counts of patterns, so each step is
divided by the sum of their squares (normalised least mean squares). Games, and thus weights, depend on the seed alone.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.games.nmbr9 import display as displays
from abaculus.games.nmbr9.display import (
    BARE,
    CLASS_COUNT,
    CLASSES,
    KNOTS,
    LEVELS,
    REACH,
    SHARES,
    WEIGHTS_SHAPE,
    Buffers,
    Display,
    best_placement,
    columns_taken,
    new_buffers,
    new_display,
    put,
    scale,
    table_of,
    take_back,
)
from abaculus.games.nmbr9.rules import CARDS
from abaculus.games.nmbr9.tiles import NUMBERS
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import below, output, uniform

FEATURES = LEVELS * CLASS_COUNT
POINTS = NUMBERS * (NUMBERS - 1)  # of the whole deck
LEAST_SCALE = 0.3  # of a step
WINDOWS = 4000  # a sensible display has no more
GAMES_A_TABLE = 200  # between two looks at the new weights


class Course(NamedTuple):
    """What one game went through: after each tile the points to come as promised, and where that came from."""

    promises: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]
    scales: npt.NDArray[np.float64]
    squares: npt.NDArray[np.float64]
    """The sum of the squares of how often each feature occurs."""
    features: npt.NDArray[np.int64]
    """features[tile, …]: those that occur, as often as they do."""
    sizes: npt.NDArray[np.int64]
    """How many these are."""
    counts: npt.NDArray[np.int64]
    """A buffer: how often each feature occurs."""


def new_course() -> Course:
    """Memory for a game."""
    numbers = (np.zeros(CARDS) for _ in range(4))
    return Course(
        *numbers, np.zeros((CARDS, WINDOWS), np.int64), np.zeros(CARDS, np.int64), np.zeros(FEATURES, np.int64)
    )


@kernel
def find_features(display: Display, found: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> tuple[int, int]:
    """Write the classes of the patterns on all levels; how many, and the squares of their counts."""
    first, last = columns_taken(display)
    n = 0
    for level in range(display.size[1] + 1):
        nothing = BARE if level == 0 else 0
        base = min(level, LEVELS - 1) * CLASS_COUNT
        span = display.spans[max(level - 1, 0)]
        for row in range(span[0] - REACH, span[1] + 1):
            for column in range(first, last + 1):
                code = display.codes[level, row, column]
                if code != nothing and n < WINDOWS:
                    found[n] = base + CLASSES[code]
                    counts[found[n]] += 1
                    n += 1
    squares = 0
    for i in range(n):
        squares += counts[found[i]]
    for i in range(n):
        counts[found[i]] = 0
    return n, squares


@kernel
def play(
    display: Display,
    buffers: Buffers,
    table: npt.NDArray[np.float32],
    weights: npt.NDArray[np.float64],
    seed: np.uint64,
    course: Course,
    learning: bool,
) -> int:
    """Play a game; its score. Where it is to learn, keep its course."""
    deck = np.arange(CARDS) // 2
    for i in range(CARDS - 1, 0, -1):
        j = below(uniform(seed, i), i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    take_back(display, 0)
    score, left = 0, POINTS
    for i in range(CARDS):
        number = deck[i]
        left -= number
        cards = CARDS - 1 - i
        factor = scale(left, cards)
        place = buffers.places[best_placement(display, number, factor, table[cards], buffers)]
        put(display, number, place[0], place[1], place[2], place[3])
        score += number * place[3]
        if learning:
            n, squares = find_features(display, course.features[i], course.counts)
            promise, share = 0.0, 0.0
            for knot in range(len(KNOTS)):
                share += SHARES[cards, knot] ** 2
                for feature in course.features[i, :n]:
                    promise += SHARES[cards, knot] * weights[knot, feature]
            course.sizes[i] = n
            course.points[i] = number * place[3]
            course.promises[i] = promise * factor
            course.scales[i] = factor
            course.squares[i] = squares * share
    return score


@kernel
def learn(course: Course, weights: npt.NDArray[np.float64], rate: float, trace: float) -> None:
    """Move the promises of a game towards what came after them, the last one first."""
    came = 0.0
    for i in range(CARDS - 2, -1, -1):
        promise_then = course.promises[i + 1] if i + 2 < CARDS else 0.0
        came = course.points[i + 1] + (1.0 - trace) * promise_then + trace * came
        error = came - course.promises[i]
        step = rate * error / (course.squares[i] * max(course.scales[i], LEAST_SCALE))
        cards = CARDS - 1 - i
        for knot in range(len(KNOTS)):
            if SHARES[cards, knot] > 0.0:
                for feature in course.features[i, : course.sizes[i]]:
                    weights[knot, feature] += step * SHARES[cards, knot]


def train(games: int, seed: int, rate: float, trace: float, progress: bool) -> npt.NDArray[np.float64]:
    """Weights after so many games; the rate falls to a tenth in the second half of them."""
    weights = np.zeros((len(KNOTS), FEATURES))
    display, buffers = new_display(), new_buffers()
    course = new_course()
    scores = np.zeros(games)
    began = time.perf_counter()
    for game in range(games):
        if game % GAMES_A_TABLE == 0:
            table = table_of(weights.reshape(WEIGHTS_SHAPE))
        luck = np.uint64(output(np.uint64(seed), game + 1))
        scores[game] = play(display, buffers, table, weights, luck, course, True)
        falling = 0.1 ** max(0.0, 2 * game / games - 1)
        learn(course, weights, rate * falling, trace)
        if progress and (game + 1) % (games // 20) == 0:
            mean = scores[game + 1 - games // 20 : game + 1].mean()
            print(f"{game + 1} games, mean score of the last {games // 20}: {mean:.1f}", flush=True)
    if progress:
        print(f"{time.perf_counter() - began:.0f} s")
    return weights


def measure(weights: npt.NDArray[np.float64], games: int, seed: int) -> tuple[float, float]:
    """Mean score of the quick player in new games, and its standard error."""
    display, buffers = new_display(), new_buffers()
    course = new_course()
    table = table_of(weights.reshape(WEIGHTS_SHAPE))
    scores = [
        play(display, buffers, table, weights, np.uint64(output(np.uint64(seed), game + 1)), course, False)
        for game in range(games)
    ]
    return float(np.mean(scores)), float(np.std(scores) / games**0.5)


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.05, help="how far a promise moves at first")
    parser.add_argument("--trace", type=float, default=0.5, help="λ: what came against what was promised")
    parser.add_argument("--out", type=Path, default=Path(displays.__file__).parent / "patterns.npz")
    arguments = parser.parse_args()
    with np.errstate(over="ignore"):
        weights = train(arguments.games, arguments.seed, arguments.rate, arguments.trace, progress=True)
        mean, error = measure(weights, 2000, arguments.seed + 1)
    np.savez_compressed(arguments.out, weights=weights.reshape(WEIGHTS_SHAPE).astype(np.float16))
    print(f"quick player, 2000 new games: {mean:.2f} ± {1.96 * error:.2f}")


if __name__ == "__main__":
    main()
