"""How fast the tree search is: iterations a second on one core, beside OpenSpiel's C++ search on Connect Four.

    python -m benchmarks search [--iterations 20000] [--runs 5]

Each run searches the start of Connect Four anew, with the same number of iterations (OpenSpiel: simulations, each one
random rollout to the end) in both programs by turns, so that the machine treats both alike. The figure is the median;
the ratio is that of the runs that followed each other. Time is that of the processor.
"""

import argparse
import itertools
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import abaculus
from abaculus.bots import Budget
from abaculus.bots.search import TreeSearch
from abaculus.kernel.game import Game
from abaculus.testing import lively_policy, walk

sys.path.append(str(Path(__file__).parent.parent / "examples"))

GAMES = [("connect_four", 2), ("108", 2), ("3x8", 2), ("sumoku", 2), ("nmbr9", 1), ("toushi", 1)]
MIDDLE = 40  # events into a game: where search is measured in games other than Connect Four


def seconds(run: Callable[[], object]) -> float:
    """How long the processor works on it."""
    began = time.process_time()
    run()
    return time.process_time() - began


def ours(game: Game, iterations: int, seed: int) -> Callable[[], object]:
    """A search of a state in the middle of a game (of Connect Four: of its start) from an empty tree."""
    last = 1 if game.name == "connect_four" else MIDDLE
    course = itertools.islice(walk(game, 0, lively_policy), last)
    state = [state.clone() for state in course if state.is_player_node() and len(state.legal_actions()) > 1][-1]
    seat = state.current_player()
    search = TreeSearch(game)
    return lambda: search.rate(state.as_seen_by(seat), seat, abaculus.Luck(seed), Budget(iterations=iterations))


def theirs(iterations: int, seed: int) -> Callable[[], object]:
    """OpenSpiel's search of the start of Connect Four: UCT with one random rollout a simulation."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, iterations, 1000, False, seed, False)
    state = game.new_initial_state()
    return lambda: bot.mcts_search(state)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--iterations", type=int, default=20_000)
    arguments.add_argument("--runs", type=int, default=5)
    given = arguments.parse_args()

    import connect_four  # noqa: F401 - registers the game

    table = Table(title=f"Tree search, one core, {given.iterations:,} iterations")
    for heading in ("game", "iterations/s", "least", "most"):
        table.add_column(heading, justify="left" if heading == "game" else "right")

    def row(name: str, found: list[float]) -> None:
        table.add_row(name, *(f"{figure:,.0f}" for figure in (statistics.median(found), min(found), max(found))))

    peers: list[float] = []
    for name, players in GAMES:
        game = abaculus.load_game(name, players)
        seconds(ours(game, 10, 0))
        found = []
        for run in range(given.runs):
            found.append(given.iterations / seconds(ours(game, given.iterations, run)))
            if name == "connect_four":
                try:
                    peers.append(given.iterations / seconds(theirs(given.iterations, run)))
                except ImportError:
                    continue
        row(name, found)
        if peers and name == "connect_four":
            row("connect_four, OpenSpiel's C++", peers)
            ratio = statistics.median(own / peer for own, peer in zip(found, peers, strict=True))
    console = Console()
    console.print(table)
    if peers:
        console.print(f"Connect Four: {ratio:.1f} times OpenSpiel's simulations a second.")


if __name__ == "__main__":
    main()
