"""How strong the levels for people are, on one scale for all games.

    python -m benchmarks levels [--games 40] [--jobs 1] [--folder .benchmarks/levels]

In each game neighbours on the ladder play each other, with two seats, or alone on the same luck. A bot whose rating is
400 above another's wins ten games to each that it loses (Elo's scale; ratings that make the results likeliest, Bradley
and Terry 1952); greedy has 1000. A level's rating is the mean of those that it has in the games.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from benchmarks._tournament import results
from rich.console import Console
from rich.table import Table

from abaculus.arena.statistics import results as contests
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
STEPS = 10_000


def rate(bots: Sequence[str], wins: dict[tuple[str, str], float]) -> dict[str, float]:
    """The ratings that make the results likeliest; ``wins[a, b]`` is how often a won against b, shared wins in part.

    Each pair that met is taken to have drawn one game more, so that one who never lost has a rating, too. Fitted as
    Zermelo (1929) did.

    >>> found = rate(["greedy", "hard"], {("greedy", "hard"): 9.5, ("hard", "greedy"): 99.5})
    >>> round(found["hard"])
    1400
    """
    place = {bot: i for i, bot in enumerate(bots)}
    won = np.zeros((len(bots), len(bots)))
    for (winner, loser), share in wins.items():
        won[place[winner], place[loser]] += share
    met = won + won.T > 0
    won += met / 2
    played = won + won.T
    strength = np.ones(len(bots))
    for _ in range(STEPS):
        expected = (played / (strength[:, None] + strength[None, :])).sum(1)
        strength = won.sum(1) / np.where(expected > 0, expected, 1.0)
        strength /= strength[place[ANCHOR]]
    return {bot: AT + 400 * float(np.log10(strength[i])) for bot, i in place.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks levels", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="for each pair of bots in each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".benchmarks/levels"))
    given = parser.parse_args()

    ratings: dict[str, dict[str, float]] = {}
    for name, seats in GAMES.items():
        wins: dict[tuple[str, str], float] = {}
        for pair in PAIRS:
            tournament = Tournament(name, pair, given.games if seats > 1 else 2 * given.games, given.seed, seats)
            played = results(given.folder / f"{name}-{'-'.join(pair)}", tournament, given.jobs)
            for contest in contests(played):
                for result in contest:
                    key = (pair[result.bot], pair[1 - result.bot])
                    wins[key] = wins.get(key, 0.0) + result.share
        ratings[name] = rate(BOTS, wins)
    table = Table("bot", *GAMES, "rating")
    for bot in BOTS:
        own = [ratings[name][bot] for name in GAMES]
        table.add_row(bot, *(f"{rating:.0f}" for rating in own), f"{np.mean(own):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
