"""How fast Sumoku's plays are found, at every turn of greedy games with two seats, on one core.

    python -m benchmarks sumoku_plays [--games 100]

The time of the best play is taken for each position on its own, the least of three; listing all plays is timed over all
positions.
"""

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

import abaculus
from abaculus.bots import Budget, make_bot
from abaculus.games.sumoku import lines, observation, plays
from abaculus.games.sumoku.tiles import LONGEST


def positions(games: int) -> list[abaculus.State]:
    """The state at the start of every turn in which there is a play."""
    game = abaculus.load_game("sumoku", 2)
    bot, luck = make_bot("greedy"), abaculus.Luck(0)
    found = []
    for seed in range(games):
        draws = abaculus.Luck(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draws.draw(state))
                continue
            seat = state.current_player()
            if state.record.laid == 0 and plays.has_play(state.record, seat):
                found.append(state.as_seen_by(seat))
            state.apply_action(bot.choose(state, seat, luck, Budget()))
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--games", type=int, default=100)
    found = positions(arguments.parse_args().games)

    worth = np.empty(2 * lines.COMPLETED, np.float64)
    desks = np.zeros(1, lines.DESK)
    actions = np.empty((4096, LONGEST), np.int32)
    points = np.empty(len(actions), np.int32)
    best, listing, counts = [], [], []
    for state in (found[0], *found):  # the first one compiles
        record, seat = state.record, state.current_player()
        took = []
        for _ in range(3):
            begin = time.process_time()
            observation.weigh(record, seat, worth)
            plays.best_play(record, seat, worth, actions)
            took.append(time.process_time() - begin)
        best.append(min(took) * 1e6)
        begin = time.process_time()
        count, n, more = 0, len(actions), False
        while n == len(actions):
            n = plays.list_plays(record, seat, desks, actions, points, more)
            count += n
            more = True
        listing.append(time.process_time() - begin)
        counts.append(count)
    del best[0], listing[0], counts[0]

    table = Table(title=f"Sumoku, {len(found)} positions of greedy play with two seats, one core")
    for heading in ("", "mean", "median", "99 %", "most"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, figures in (("plays of a position", counts), ("best play, µs", best)):
        row = (np.mean(figures), *np.percentile(figures, (50, 99, 100)))
        table.add_row(name, *(f"{figure:,.0f}" for figure in row))
    console = Console()
    console.print(table)
    console.print(f"listed {sum(counts):,} plays, {sum(counts) / sum(listing) / 1e6:.1f} million a second")


if __name__ == "__main__":
    main()
