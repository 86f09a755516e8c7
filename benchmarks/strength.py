"""How much the engines gain by thinking: their results against greedy at several budgets.

    python -m benchmarks strength [GAME …] [--budgets 200ms …] [--games 400] [--jobs 1] [--picture FILE]

Aims, at 200 ms a decision on one core: 108 with two seats at least 85 % of wins against greedy, 3x8 at least 80 %,
Sumoku at least 65 % with a margin of at least 15 points; NMBR 9 alone a mean score of at least 80 and none below 50;
Tóushì alone at least 1.25 times greedy's.

Games are played as ``abaculus arena`` plays them, with all seats on the same luck; intervals are 95 %. A budget of time
is worth what the machine is: leave it alone, and give it as many jobs as it has cores to spare. ``--picture`` draws
strength against budget. The folder keeps what was played; the command goes on where it was stopped.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from benchmarks._tournament import results
from rich.console import Console
from rich.table import Table

from abaculus.arena.statistics import Mean, Standing, standings
from abaculus.arena.tournament import Tournament

ALONE = ("nmbr9", "toushi")
TOGETHER = ("108", "3x8", "sumoku")
BUDGETS = ("10ms", "30ms", "100ms", "200ms", "1000ms")


@dataclass(frozen=True)
class Row:
    """How a bot did in a game, against greedy or alone."""

    game: str
    bot: str
    own: Standing
    least: float | None
    """Its lowest score."""

    @property
    def milliseconds(self) -> float:
        """What it took for a decision."""
        return 1000 * self.own.seconds / self.own.decisions

    @property
    def strength(self) -> tuple[float, float, float]:
        """Per cent of wins, or alone the mean score, and the 95 % interval."""
        if self.own.wins is not None:
            return 100 * self.own.wins.value, 100 * self.own.wins.low, 100 * self.own.wins.high
        assert self.own.score is not None
        value, reach = self.own.score
        return value, value - (reach or 0), value + (reach or 0)


def measure(name: str, bot: str, games: int, seed: int, jobs: int, folder: Path) -> Row:
    """Play the games that the folder lacks."""
    alone = name in ALONE
    bots = (bot,) if alone else (bot, "greedy")
    tournament = Tournament(name, bots, games // 2 if alone else games, seed, len(bots))
    played = results(folder / f"{name}-{bot.replace(':', '-')}", tournament, jobs)
    scores = [game.scores[game.seating.index(0)] for game in played if game.scores is not None]
    return Row(name, bot, standings(tournament.labels(), played)[0], min(scores, default=None))


def tell(rows: list[Row]) -> None:
    """Print a table."""

    def shown(mean: Mean | None) -> str:
        return "" if mean is None else f"{mean.value:.1f} ± {mean.reach or 0:.1f}"

    table = Table("game", "bot", "games", "wins %", "score", "least", "margin", "ms a decision")
    for row in rows:
        value, low, high = row.strength
        wins = f"{value:.1f} ({low:.1f}–{high:.1f})" if row.own.wins else ""
        least = "" if row.least is None else f"{row.least:g}"
        score, margin = shown(row.own.score), shown(row.own.margin)
        table.add_row(row.game, row.bot, str(row.own.games), wins, score, least, margin, f"{row.milliseconds:.1f}")
    Console(width=120).print(table)


def draw(rows: list[Row], file: Path) -> None:
    """A picture for each game: strength against the time of a decision, greedy as a line where it plays alone."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(row.game for row in rows))
    figure = Figure(figsize=(2.6 * len(names), 2.8), layout="constrained")
    for name, axes in zip(names, figure.subplots(1, len(names), squeeze=False)[0], strict=True):
        own = [row for row in rows if row.game == name and row.bot != "greedy"]
        middles = [row.strength[0] for row in own]
        reaches = [[abs(row.strength[end] - row.strength[0]) for row in own] for end in (1, 2)]
        axes.errorbar([row.milliseconds for row in own], middles, reaches, marker="o", capsize=3, color="#1f5f99")
        for row in rows:
            if row.game == name and row.bot == "greedy":
                axes.axhline(row.strength[0], linestyle="--", color="#666666")
                axes.text(1, row.strength[0], "greedy", ha="right", va="bottom", transform=axes.get_yaxis_transform())
        axes.set(xscale="log", title=name, xlabel="ms a decision")
        axes.set_ylabel("mean score" if name in ALONE else "% of wins against greedy")
        axes.grid(alpha=0.3)
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks strength", description=__doc__)
    parser.add_argument("names", nargs="*", default=[*TOGETHER, *ALONE], metavar="GAME")
    parser.add_argument("--budgets", nargs="+", default=list(BUDGETS), help="as in search:200ms or search:500")
    parser.add_argument("--games", type=int, default=400, help="for each budget; of games alone half as many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".benchmarks/strength"))
    parser.add_argument("--picture", type=Path, metavar="FILE", help="SVG or PNG")
    given = parser.parse_args()

    rows = []
    for name in given.names:
        bots = [f"search:{budget}" for budget in given.budgets] + (["greedy"] if name in ALONE else [])
        rows += [measure(name, bot, given.games, given.seed, given.jobs, given.folder) for bot in bots]
    tell(rows)
    if given.picture is not None:
        draw(rows, given.picture)


if __name__ == "__main__":
    main()
