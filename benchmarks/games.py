"""How fast the kernels are: decisions a second in random play on one core, the list of legal actions made at each.

    python -m benchmarks games [--seconds 2] [--runs 5]

A run plays whole random games inside a kernel. Chance events are played too but not counted. The figure is the median
of the runs; least and most tell how quiet the machine was.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

import abaculus
from abaculus.kernel.game import Game
from abaculus.kernel.playout import random_decisions

sys.path.append(str(Path(__file__).parent.parent / "examples"))

VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("108", {}),
    ("108", {"players": 2, "play_on": True, "forbidden": "declared"}),
    ("3x8", {"players": 2}),
    ("3x8", {"players": 4}),
    ("nmbr9", {"players": 1}),
    ("nmbr9", {"players": 4}),
    ("nmbr9", {"players": 1, "draft": "free"}),
    ("toushi", {}),
    ("toushi", {"lists": "single"}),
    ("sumoku", {"players": 2}),
    ("sumoku", {"players": 4}),
    ("connect_four", {}),
]


def rates(game: Game, seconds: float, runs: int) -> list[float]:
    """Decisions a second of each run."""
    least = 1000
    random_decisions(game, 0, least)
    while True:
        begin = time.perf_counter()
        made = random_decisions(game, 0, least)
        took = time.perf_counter() - begin
        if took > seconds / 20:
            break
        least *= 4
    least = int(made / took * seconds)
    found = []
    for run in range(runs):
        begin = time.perf_counter()
        made = random_decisions(game, run, least)
        found.append(made / (time.perf_counter() - begin))
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=1.0, help="how long a run takes")
    arguments.add_argument("--runs", type=int, default=5)
    given = arguments.parse_args()

    import connect_four  # noqa: F401 - registers the game

    table = Table(title="Random play, one core, legal actions listed at every decision")
    for heading in ("game", "decisions/s", "least", "most"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, parameters in VARIANTS:
        game = abaculus.load_game(name, **parameters)
        found = rates(game, given.seconds, given.runs)
        shown = name + "".join(f", {key}={value}" for key, value in parameters.items())
        table.add_row(shown, *(f"{figure:,.0f}" for figure in (statistics.median(found), min(found), max(found))))
    Console().print(table)


if __name__ == "__main__":
    main()
