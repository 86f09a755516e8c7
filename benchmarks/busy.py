"""VectorEnv beside processes that keep cores busy: its default number of threads against one, decisions a second.

    python -m benchmarks busy [GAME …] [--games 1024 8192] [--seconds 1] [--runs 5]

Training keeps cores busy beside the environments, so threads must not wait for one another there. Each game is played
with ``threads=1`` and with the default number of threads: alone, beside one busy process, and beside one on each core;
at normal priority, and at the lowest (``nice``). The two take turns; figures are medians, and the ratio is the median
over turns that followed each other. A ratio below 0.9 means that the default does harm.
"""

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks._rates import in_turns, machine, vector_env, versions

import abaculus

sys.path.append(str(Path(__file__).parent.parent / "examples"))

GAMES = {"connect_four": 2, "3x8": 2}
NICE = 19
SPIN = "import os, sys\nos.nice(int(sys.argv[1]))\nprint(flush=True)\nwhile True: pass"


class Load(NamedTuple):
    """Busy processes, each on a core of its own."""

    processes: int
    niced: bool = False

    def __str__(self) -> str:
        return f"{self.processes} niced" if self.niced else str(self.processes)


def cores() -> list[int]:
    """The cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


def loads() -> list[Load]:
    """No busy process, one, and one for each core; those at normal and at the lowest priority."""
    counts = sorted({1, len(cores())})
    return [Load(0), *(Load(count, niced) for niced in (False, True) for count in counts)]


@contextmanager
def busy(load: Load) -> Iterator[None]:
    """Keep cores busy. Where the system allows it, each process stays on a core of its own."""
    processes = []
    try:
        for core in cores()[: load.processes]:
            command = [sys.executable, "-c", SPIN, str(NICE if load.niced else 0)]
            process = subprocess.Popen(command, stdout=subprocess.PIPE)
            processes.append(process)
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, {core})
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()  # it has started
        yield
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def report(names: list[str], sizes: list[int], seconds: float, runs: int) -> Iterator[str]:
    """The table, line by line as it is measured."""
    yield f"{machine()}.\n{versions()}.\n"
    yield "Decisions a second:\n"
    yield "| game, seats | games | busy processes | threads=1 | default | default / threads=1 |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name in names:
        game = abaculus.load_game(name, GAMES[name])
        for size in sizes:
            plays = {threads: vector_env(game, size, threads) for threads in (1, None)}
            for load in loads():
                with busy(load):
                    rates = in_turns(plays, seconds, runs, f"{name}, {size:,} games, {load} busy")
                one, default = ([rate.clock for rate in rates[threads]] for threads in (1, None))
                ratio = statistics.median(b / a for a, b in zip(one, default, strict=True))
                medians = " | ".join(f"{statistics.median(figures):,.0f}" for figures in (one, default))
                yield f"| {name}, {GAMES[name]} | {size:,} | {load} | {medians} | {ratio:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks busy", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all unless given")
    parser.add_argument("--games", nargs="+", type=int, default=[1024, 8192], help="how many are played side by side")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a run takes")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in GAMES]:
        parser.error(f"There is no {', '.join(unknown)} here; there are: {', '.join(GAMES)}.")
    import connect_four  # noqa: F401 - registers the game

    for line in report(given.names or list(GAMES), given.games, given.seconds, given.runs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
