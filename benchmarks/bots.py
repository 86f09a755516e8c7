"""How well the bots play: winners, lengths and scores over many games.

    python -m benchmarks bots [--games 1000] [--processes 2]

Aims: 108 with four greedy bots is won in at least 95 % of games, on average in round 20 to 28; 3x8 always, with two
seats in at most 45 turns on average.

Won is a game with a single winner; lengths are those of games won. Returns and scores are means, seat by seat; least is
the lowest score of any seat. The games of a row have the seeds 0, 1, 2 …, so the figures are the same every time.
"""

import argparse
import multiprocessing
import statistics
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import abaculus
from abaculus.bots import Bot, Budget, make_bot
from abaculus.games.sumoku.tiles import END
from abaculus.play.match import play_match

LINEUPS: list[tuple[str, tuple[str, ...]]] = [
    ("108", ("greedy",) * 4),
    ("3x8", ("greedy",) * 2),
    ("3x8", ("greedy",) * 3),
    ("3x8", ("greedy",) * 4),
    ("sumoku", ("greedy",) * 2),
    ("sumoku", ("greedy", "random")),
    ("sumoku", ("random", "greedy")),
    ("nmbr9", ("greedy",)),
    ("nmbr9", ("random",)),
    ("toushi", ("greedy",)),
    ("toushi", ("random",)),
]

# How long a game was, where that is not the same for all games, and in what.
LENGTHS: dict[str, tuple[str, Callable[[abaculus.State], int]]] = {
    "108": ("rounds", lambda state: int(state.record.round_number)),
    "3x8": ("turns", lambda state: int(state.record.turn)),
    "sumoku": ("plays", lambda state: state.history().count(END)),
}
AT_ONCE = 10
"""How many games a process plays before it reports."""


@dataclass
class Result:
    """What is told of a finished game."""

    returns: list[float]
    scores: list[float]
    length: int

    @property
    def won(self) -> bool:
        """Whether one seat won; where there is one seat that says nothing."""
        return max(self.returns) == 1


def choose(bot: Bot, luck: abaculus.Luck, state: abaculus.State, seat: int) -> int:
    return bot.choose(state, seat, luck, Budget())


def play(name: str, bots: tuple[str, ...], seeds: range) -> list[Result]:
    """The results of games with these seeds."""
    game = abaculus.load_game(name, len(bots))
    results = []
    for seed in seeds:
        luck = abaculus.Luck(seed)
        choosers = [partial(choose, make_bot(bot), luck.fork(seat)) for seat, bot in enumerate(bots)]
        state = play_match(game, choosers, luck)
        length = LENGTHS[name][1](state) if name in LENGTHS else 0
        results.append(Result(state.returns(), state.to_dict().get("scores", []), length))
    return results


def play_all(games: int, processes: int, console: Console) -> list[list[Result]]:
    """The results of each line-up."""
    played: list[list[Result]] = [[] for _ in LINEUPS]
    with Progress(console=console, disable=not console.is_terminal) as progress:
        warming = progress.add_task("compile", total=len(LINEUPS))
        for name, bots in LINEUPS:  # once, so that each process finds the kernels in the cache
            play(name, bots, range(1))
            progress.advance(warming)
        tasks = [progress.add_task(f"{name}, {', '.join(bots)}", total=games) for name, bots in LINEUPS]
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=spawn) as pool:
            lineup_of: dict[Future[list[Result]], int] = {}
            for lineup, (name, bots) in enumerate(LINEUPS):
                for first in range(0, games, AT_ONCE):
                    seeds = range(first, min(first + AT_ONCE, games))
                    lineup_of[pool.submit(play, name, bots, seeds)] = lineup
            for future in as_completed(lineup_of):
                lineup = lineup_of[future]
                played[lineup] += future.result()
                progress.update(tasks[lineup], completed=len(played[lineup]))
                if progress.disable and len(played[lineup]) == games:
                    name, bots = LINEUPS[lineup]
                    print(f"played: {name}, {', '.join(bots)}", flush=True)
    return played


def by_seat(figures: list[list[float]], times: int = 1) -> str:
    """The mean of each seat's figures."""
    return "  ".join(f"{statistics.mean(seat) * times:.1f}" for seat in zip(*figures, strict=True))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--games", type=int, default=1000, help="how many games each line-up plays")
    arguments.add_argument("--processes", type=int, default=2)
    given = arguments.parse_args()

    console = Console()
    played = play_all(given.games, given.processes, console)

    table = Table(title=f"Bots over {given.games:,} games each")
    table.add_column("game")
    table.add_column("seats")
    for heading in ("won", "length", "returns, %", "scores", "least"):
        table.add_column(heading, justify="right")
    for (name, bots), results in zip(LINEUPS, played, strict=True):
        seats = f"{len(bots)} × {bots[0]}" if len(set(bots)) == 1 else ", ".join(bots)
        several = len(bots) > 1
        won = [result.length for result in results if result.won]
        scores = [result.scores for result in results if result.scores]
        table.add_row(
            name,
            seats,
            f"{len(won) / len(results):.1%}" if several else "",
            f"{statistics.mean(won):.1f} {LENGTHS[name][0]}" if name in LENGTHS and won else "",
            by_seat([result.returns for result in results], 100) if several else "",
            by_seat(scores),
            f"{min(map(min, scores)):.0f}" if scores else "",
        )
    console.print(table)


if __name__ == "__main__":
    main()
