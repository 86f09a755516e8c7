"""Telling people at a terminal that the first step of an environment takes time, and how much of it is over."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from abaculus.bots.warmup import ENVS, share_compiled
from abaculus.kernel.compile import watch
from abaculus.kernel.game import Game


@contextmanager
def tell_compiling(game: Game) -> Iterator[None]:
    """Where stderr is a terminal, show a line and a bar there as long as kernels are compiled meanwhile."""
    if not sys.stderr.isatty():
        yield
        return
    bar: Progress | None = None

    def tell() -> None:
        nonlocal bar
        if bar is None:
            bar = _start(game)
        bar.update(bar.task_ids[0], completed=min(share_compiled(game.name, ENVS), 0.99))

    try:
        with watch(tell):
            yield
    finally:
        if bar is not None:
            bar.stop()


def _start(game: Game) -> Progress:
    console = Console(stderr=True)
    console.print(
        f"Compiling {game.title}, once after installing. To do it ahead: abaculus compile {game.name}", highlight=False
    )
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True)
    bar.add_task(game.name, total=1.0)
    bar.start()
    return bar
