"""The environments beside other frameworks' on Connect Four, and on our games: decisions a second, as a report.

    python -m benchmarks peers [--seconds 2] [--runs 5] [--report docs/benchmarks.md]

In every framework each decision is the same work: an action is chosen at random from the mask of legal ones, it is
played, and then mask and observation are there for the seat to move; a game that is over gives way to a new one. All
processors may be used. Batches have the size with the best median of several short runs; the report shows all sizes.
Runs go in turns, so that what else the machine does falls on all alike; the figure is the median, and so is the ratio,
of the runs that followed each other. Beside it stands what a second of one processor's time does, which is about the
same on a machine that is busy with other things. Games are played on for a while first, so that not all of them are at
their beginning.

Frameworks that are not installed are left out: ``pip install -r benchmarks/requirements.txt``.
"""

import argparse
import os
import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks._rates import Play, Rate, in_turns, machine, vector_env, versions

import abaculus

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "examples"))

BATCHES = (256, 1024, 4096, 16384)
GAMES: list[tuple[str, int, int]] = [
    # with how many seats, and how many games side by side: fewer where observations are large
    ("108", 2, 1024),
    ("108", 4, 1024),
    ("3x8", 2, 1024),
    ("3x8", 4, 1024),
    ("sumoku", 2, 128),
    ("sumoku", 4, 128),
    ("nmbr9", 1, 256),
    ("nmbr9", 4, 128),
    ("toushi", 1, 1024),
]


def pgx(batch: int) -> Play:
    """A loop of steps inside one compiled function, so that nothing is lost between them."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))
    steps = 32

    def act(state, key):
        mask = state.legal_action_mask
        place = jnp.floor(jax.random.uniform(key, (batch, 1)) * mask.sum(axis=1, keepdims=True))
        action = jnp.argmax(jnp.cumsum(mask, axis=1) > place, axis=1)
        return step(state, action, jax.random.split(key, batch))

    @jax.jit
    def run(state, key):
        return jax.lax.fori_loop(0, steps, lambda i, state: act(state, jax.random.fold_in(key, i)), state)

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), batch))
    number = 0

    def play() -> int:
        nonlocal state, number
        state = jax.block_until_ready(run(state, jax.random.key(number)))
        number += 1
        return steps * batch

    return play


def open_spiel() -> Play:
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            mask = state.legal_actions_mask()
            state.apply_action(random.choice([action for action, legal in enumerate(mask) if legal]))
            if not state.is_terminal():
                state.observation_tensor(state.current_player())
            decisions += 1
        return decisions

    return play


def petting_zoo() -> Play:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play() -> int:
        env.reset()
        decisions = 0
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            decisions += not over
        return decisions

    return play


def rlcard(env) -> Play:
    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def rlcard_connect_four() -> Play:
    """It has none, so one was written for it."""
    from benchmarks._rlcard_connect_four import ConnectFourEnv

    return rlcard(ConnectFourEnv())


def rlcard_uno() -> Play:
    """Its own game that is the nearest to 3x8."""
    import rlcard as framework

    return rlcard(framework.make("uno"))


def best_batch(rates: Mapping[int, Sequence[Rate]]) -> int:
    """The batch size with the highest median, so that one lucky or unlucky try decides nothing."""
    return max(sorted(rates), key=lambda batch: statistics.median(rate.clock for rate in rates[batch]))


class Trial(NamedTuple):
    """What a framework does with each batch size, and the one that it is measured with."""

    rates: dict[int, list[Rate]]
    batch: int
    play: Play


def trial(name: str, make: Callable[[int], Play], seconds: float, runs: int) -> Trial:
    """Try all batch sizes in turns."""
    plays = {batch: make(batch) for batch in BATCHES}
    rates = in_turns(plays, seconds, runs, f"{name}, sizes of batches")
    batch = best_batch(rates)
    return Trial(rates, batch, plays[batch])


def found_peers(seconds: float, runs: int) -> tuple[dict[str, Play], dict[str, Trial], list[str]]:
    """What there is to measure on Connect Four, ours first; the trials of batches; and what is missing."""
    import connect_four

    game = connect_four.ConnectFour()
    plays: dict[str, Play] = {}
    trials: dict[str, Trial] = {}
    missing = []
    for name, make_batch in (("abaculus, VectorEnv", partial(vector_env, game)), ("Pgx", pgx)):
        try:
            found = trials[name] = trial(name, make_batch, seconds / 4, runs)
            plays[f"{name}, {found.batch:,} games"] = found.play
        except ImportError:
            missing.append(name)
    for name, make in (
        ("OpenSpiel, from Python", open_spiel),
        ("PettingZoo, connect_four_v3", petting_zoo),
        ("RLCard, with a Connect Four written for it", rlcard_connect_four),
        ("RLCard, its UNO", rlcard_uno),
    ):
        try:
            plays[name] = make()
        except ImportError:
            missing.append(name.split(",")[0])
    return plays, trials, list(dict.fromkeys(missing))


def batches(trials: Mapping[str, Trial]) -> list[str]:
    """The trials of batches as a table; the ones chosen are bold."""
    lines = [
        "| | games side by side | decisions/s | least | most | a processor second |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, found in trials.items():
        for batch, rates in found.rates.items():
            size = f"**{batch:,}**" if batch == found.batch else f"{batch:,}"
            lines.append(f"| {name} | {size} | {figures(rates)} |")
    return lines


def figures(rates: list[Rate]) -> str:
    clock = [one.clock for one in rates]
    shown = (statistics.median(clock), min(clock), max(clock), statistics.median(one.processor for one in rates))
    return " | ".join(f"{figure:,.0f}" for figure in shown)


def times(own: list[float], others: list[float]) -> str:
    ratio = statistics.median(one / other for one, other in zip(own, others, strict=True))
    return f"{ratio:,.1f}" if ratio < 20 else f"{ratio:,.0f}"


def report(seconds: float, runs: int) -> str:
    lines = [
        "# Benchmarks",
        "",
        "Written by `python -m benchmarks peers`; what is measured, and how, is told at the top of",
        "`benchmarks/peers.py`.",
        "",
        f"- Machine: {machine()}.",
        f"- Versions: {versions()}.",
        f"- {runs} runs of {seconds:g} s each, in turns.",
        "",
        "## Connect Four",
        "",
        "Decisions a second, with a random legal action, the mask and the observation each time. Ours is",
        "`examples/connect_four.py`.",
        "",
        "| | decisions/s | least | most | a processor second | abaculus: times as many | by processor time |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    plays, trials, missing = found_peers(seconds, runs)
    rates = in_turns(plays, seconds, runs, "Connect Four")
    own = next(iter(rates.values()))
    for name, found in rates.items():
        ratios = (times([one[i] for one in own], [one[i] for one in found]) for i in range(2))
        lines.append(f"| {name} | {figures(found)} | {' | '.join(ratios)} |")
    lines += [f"\nNot installed here: {', '.join(missing)}."] if missing else []
    lines += [
        "",
        "Batches were chosen (bold) by the median of these shorter runs, likewise in turns:",
        "",
        *batches(trials),
        "",
        "## Our games",
        "",
        "The same with `VectorEnv`; an observation has so many numbers, a mask so many actions.",
        "",
        "| game, seats | side by side | numbers seen | actions | decisions/s | least | most | a processor second |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    games = {f"{name}, {seats}": (abaculus.load_game(name, seats), batch) for name, seats, batch in GAMES}
    rates = in_turns({name: vector_env(*one) for name, one in games.items()}, seconds, runs, "Our games")
    for name, (game, batch) in games.items():
        size, actions = game.observation_tensor_size(), game.num_distinct_actions()
        lines.append(f"| {name} | {batch:,} | {size:,} | {actions:,} | {figures(rates[name])} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=2.0, help="how long a run takes")
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--report", type=Path, help="the file to write; by default it is printed")
    given = arguments.parse_args()
    text = report(given.seconds, given.runs)
    if given.report:
        given.report.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
