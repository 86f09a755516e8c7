"""Decisions a second of programs that play, measured in turns so that other load falls on all alike."""

import importlib.metadata
import os
import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import track

import abaculus
from abaculus.envs import VectorEnv

Play = Callable[[], int]
"""Plays on for a while; how many decisions that were."""

Name = TypeVar("Name")
WARM = 200
"""Steps that games are played on for before they are measured."""


def vector_env(game: abaculus.Game, batch: int, threads: int | None = None) -> Play:
    """``VectorEnv`` under random legal actions, already played on for a while."""
    envs = VectorEnv(game, batch, threads=threads)
    generator = np.random.default_rng(1)
    envs.reset(seed=1)

    def play() -> int:
        envs.step(envs.sample_actions(generator))
        return batch

    for _ in range(WARM):
        play()
    return play


class Rate(NamedTuple):
    """Decisions a second, by the clock and by the time of processors (of all that work, added up)."""

    clock: float
    processor: float


def rate(play: Play, seconds: float) -> Rate:
    decisions, began, began_working = 0, time.perf_counter(), time.process_time()
    while (took := time.perf_counter() - began) < seconds:
        decisions += play()
    return Rate(decisions / took, decisions / (time.process_time() - began_working))


def in_turns(plays: Mapping[Name, Play], seconds: float, runs: int, what: str) -> dict[Name, list[Rate]]:
    """The rates of each, run by run."""
    for play in plays.values():
        play()
    rates: dict[Name, list[Rate]] = {name: [] for name in plays}
    for _ in track(range(runs), what, console=Console(stderr=True)):
        for name, play in plays.items():
            rates[name].append(rate(play, seconds))
    return rates


def machine() -> str:
    """The processor, how many of its cores there are, and how busy they were."""
    model = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = f"; {load:.0f} other programs were running, so figures by the clock are too low" if load >= cores else ""
    return f"{model}, {cores} cores{busy}"


def versions() -> str:
    found = [f"Python {platform.python_version()}", f"abaculus {abaculus.__version__}"]
    for package in ("numpy", "numba", "gymnasium", "pgx", "jax", "open_spiel", "pettingzoo", "rlcard"):
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)
