"""How strong the levels for people are, on one scale for all games.

    python -m benchmarks levels [--games 40] [--jobs 1] [--folder .benchmarks/levels]

In each game neighbours on the ladder play each other, with two seats, or alone on the same luck. A bot whose rating is
400 above another's wins ten games to each that it loses (``abaculus.arena.ratings.elo``, with 95 % intervals); greedy
has 1000. A level's rating is the mean of those that it has in the games.
"""

import argparse
from pathlib import Path
from statistics import fmean

from benchmarks._tournament import results
from rich.console import Console
from rich.table import Table

from abaculus.arena.contests import Contest, contests
from abaculus.arena.intervals import Mean
from abaculus.arena.ratings import elo
from abaculus.arena.tournament import Tournament

GAMES = {"108": 2, "3x8": 2, "sumoku": 2, "nmbr9": 1, "toushi": 1}
BOTS = ("random", "easy", "medium", "greedy", "hard", "expert")
PAIRS = (
    ("random", "easy"),
    ("easy", "medium"),
    ("easy", "greedy"),
    ("medium", "greedy"),
    ("medium", "hard"),
    ("greedy", "hard"),
    ("hard", "expert"),
)
ANCHOR, AT = "greedy", 1000.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks levels", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="for each pair of bots in each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".benchmarks/levels"))
    given = parser.parse_args()

    ratings: dict[str, list[Mean]] = {}
    for name, seats in GAMES.items():
        met: list[Contest] = []
        for pair in PAIRS:
            tournament = Tournament(name, pair, given.games if seats > 1 else 2 * given.games, given.seed, seats)
            played = results(given.folder / f"{name}-{'-'.join(pair)}", tournament, given.jobs)
            place = [BOTS.index(bot) for bot in pair]
            for contest in contests(played):
                found = [result._replace(bot=place[result.bot]) for result in contest.results]
                met.append(contest._replace(results=found))
        # Sets of the same number have the same luck, whoever plays them.
        ratings[name] = [rating for rating in elo(len(BOTS), met, BOTS.index(ANCHOR)) if rating is not None]
    table = Table("bot", *GAMES, "rating")
    for i, bot in enumerate(BOTS):
        own = [ratings[name][i] for name in GAMES]
        shown = [f"{AT + rating.value:.0f} ± {rating.reach or 0:.0f}" for rating in own]
        table.add_row(bot, *shown, f"{AT + fmean(rating.value for rating in own):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
