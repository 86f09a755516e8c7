"""Train the habits of Tóushì's fast player: ``python training/toushi.py [GENERATIONS]``.

The cross-entropy method (Rubinstein 1999): of many random habits those that score best in whole games say where to draw
the next ones. Writes the file that the game reads.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import abaculus
from abaculus.games.toushi import fast
from abaculus.games.toushi.fast import FIRST_MARK, Habits, Notes, new_notes, play_on
from abaculus.games.toushi.rules import apply_action, init
from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import output, seed_of_stream

START = Habits(
    failing=10.0,
    near_the_end=8.0,
    neighbour=1.0,
    lonely=1.0,
    far=0.1,
    small=2.0,
    smallish=1.0,
    spare=0.1,
    t4=0.0,
    t6=0.0,
    t8=0.0,
    t10=0.0,
    t12=0.0,
    t20=0.0,
)
SPREAD = np.array([10, 3, 1, 1, 0.2, 2, 1, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
DRAWN, KEPT, GAMES, TEST_GAMES = 28, 7, 4000, 40000
SEED = 1


@kernel
def mean_score(state: Any, notes: Notes, habits: Habits, seed: np.uint64, games: int) -> float:
    """The mean score of so many games."""
    total = 0.0
    for i in range(games):
        init(state[0])
        apply_action(state[0], 0, FIRST_MARK)
        total += play_on(state[0], notes, habits, output(seed, i + 1))
    return total / games


def train(generations: int) -> None:
    """Train, and write the file."""
    began = time.perf_counter()
    state, notes = abaculus.load_game("toushi").new_records(1), new_notes()

    def score(habits: npt.NDArray[np.float64], seed: int, games: int) -> float:
        return mean_score(state, notes, Habits(*habits.tolist()), seed_of_stream(seed), games)

    random = np.random.default_rng(SEED)
    center, spread = np.array(START), SPREAD
    for generation in range(1, generations + 1):
        # More games as the differences become small.
        games = GAMES * (1 + 2 * (generation > generations // 2))
        drawn = center + spread * random.standard_normal((DRAWN, len(center)))
        scores = [score(habits, generation, games) for habits in drawn]
        best = drawn[np.argsort(scores)[-KEPT:]]
        center, spread = best.mean(0), 0.3 * spread + 0.7 * best.std(0)
        print(f"generation {generation}: {np.mean(scores):.3f}, best {max(scores):.3f}", flush=True)
    before, after = (score(np.array(habits), 0, TEST_GAMES) for habits in (START, center.round(3)))
    about = (
        f"Made by: python training/toushi.py {generations} (seed {SEED}, {time.perf_counter() - began:.0f} s). The "
        f"fast player alone scores {after:.2f} by these habits, {before:.2f} by those that the training started from "
        f"({TEST_GAMES} games)."
    )
    habits = dict(zip(Habits._fields, center.round(3).tolist(), strict=True))
    file = Path(fast.__file__).with_name("habits.json")
    file.write_text(json.dumps({"about": about, "habits": habits}, indent=2) + "\n")
    print(about)


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
