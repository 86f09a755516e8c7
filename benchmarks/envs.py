"""How long a step of the environments takes that are written in Python: processor time, actions chosen at random.

    python -m benchmarks envs [--game 108 …] [--seconds 2]

A step of Gymnasium's environment is an action of the seat and all that the opponents, greedy bots, then play; of
PettingZoo's, an action of one seat. Many games at once are stepped by ``VectorEnv``, see ``peers``.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import abaculus
from abaculus.envs import pettingzoo
from abaculus.envs.gymnasium import GameEnv

WARM = 0.5  # seconds that are not measured
RUNS = 5


def gymnasium_steps(game: str) -> Callable[[float], float]:
    """Plays for so many seconds of processor time; the microseconds a step."""
    env, chooser = GameEnv(game), random.Random(1)
    env.reset(seed=1)

    def play(seconds: float) -> float:
        begin, steps = time.process_time(), 0
        while time.process_time() - begin < seconds:
            if env.step(chooser.choice(env.action_space.legal))[2]:
                env.reset()
            steps += 1
        return (time.process_time() - begin) / steps * 1e6

    return play


def pettingzoo_steps(game: str) -> Callable[[float], float]:
    """The same for all seats in turn, without PettingZoo's wrappers."""
    env, chooser = pettingzoo.TableEnv(game), random.Random(1)
    env.reset(seed=1)

    def play(seconds: float) -> float:
        begin, steps = time.process_time(), 0
        while time.process_time() - begin < seconds:
            agent = env.agent_selection
            if env.terminations[agent]:
                env.reset()
                continue
            env.step(chooser.choice(env.action_space(agent).legal))
            env.last()
            steps += 1
        return (time.process_time() - begin) / steps * 1e6

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", nargs="+", default=list(abaculus.game_types()))
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    table = Table(title="A step, in microseconds of processor time", title_justify="left")
    for heading in ("game", "seats", "Gymnasium, beside greedy", "PettingZoo"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game in given.game:
        figures = []
        for steps in (gymnasium_steps, pettingzoo_steps):
            play = steps(game)
            play(WARM)
            figures.append(statistics.median(play(given.seconds) for _ in range(RUNS)))
        table.add_row(game, str(abaculus.load_game(game).num_players()), *(f"{figure:,.0f}" for figure in figures))
    Console().print(table)


if __name__ == "__main__":
    main()
