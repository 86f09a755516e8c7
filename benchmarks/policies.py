"""What the trained policies are worth beside greedy: the table in docs/policy.md.

    python -m benchmarks policies [--sets 250] [--jobs 1] [--page docs/policy.md]

Policy and greedy play sets on the same luck, as in ``abaculus arena``: NMBR 9 with two seats, Tóushì alone. The same
number of sets gives the same figures on every machine. ``--page`` puts the table in its place in the page instead of
printing it.
"""

import argparse
import re
from pathlib import Path

from abaculus.arena.intervals import Mean
from abaculus.arena.statistics import differences, standings
from abaculus.arena.tournament import Tournament, play

ROOT = Path(__file__).parent.parent
SEATS = {"nmbr9": 2, "toushi": 1}
SEED = 11
TABLE = re.compile(r"(?<=<!-- python -m benchmarks policies -->\n\n)(?:\|.*\n)*")


def table(sets: int, jobs: int) -> str:
    """The table, from so many sets of each game; a set is one game for each bot in each seat."""
    lines = [
        "| game, seats | games of each | policy, points | greedy, points | difference | policy ahead, % |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, seats in SEATS.items():
        bots = (f"policy:{ROOT / 'training/policies' / name}.npz", "greedy")
        tournament = Tournament(name, bots, 2 * sets, SEED, seats).checked()
        played = list(play(tournament, jobs=jobs, backend="loky" if jobs != 1 else "sequential"))
        policy, greedy = standings(tournament.labels(), played)
        [pair] = differences(tournament.labels(), played)
        ahead = f"{100 * pair.ahead.value:.1f} ({100 * pair.ahead.low:.1f}–{100 * pair.ahead.high:.1f})"
        points = " | ".join(shown(mean) for mean in (policy.score, greedy.score, pair.score))
        lines.append(f"| {tournament.load().title}, {seats} | {policy.games} | {points} | {ahead} |")
    return "\n".join(lines) + "\n"


def shown(mean: Mean | None) -> str:
    assert mean is not None
    return f"{mean.value:.1f}" + ("" if mean.reach is None else f" ± {mean.reach:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks policies",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sets", type=int, default=250, help="of two games each")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--page", type=Path, help="the page to put the table in")
    given = parser.parse_args()
    text = table(given.sets, given.jobs)
    if given.page is None:
        print(text, end="")
    else:
        page = given.page.read_text(encoding="utf-8")
        given.page.write_text(TABLE.sub(lambda _: text, page), encoding="utf-8")


if __name__ == "__main__":
    main()
