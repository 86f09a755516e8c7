"""What the commands share: arguments that several of them take, what they tell, and how they end with an error."""

import json
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

GameName = Annotated[str, typer.Argument(metavar="GAME", help='A game, as "abaculus games" lists them.')]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]


def fail(message: object, status: int = 1) -> NoReturn:
    """End with an error message and this status. An error of a file tells the file and what is wrong with it."""
    if isinstance(message, OSError):
        from abaculus.play.files import describe

        message = describe(message)
    typer.echo(f"abaculus: {message}", err=True)
    raise typer.Exit(status)


def console(stderr: bool = False) -> "Console":
    """Where tables and progress are printed. It shows every text as it is: no markup, no emoji, no highlighting."""
    from rich.console import Console

    wide = not stderr and not sys.stdout.isatty()
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, width=160 if wide else None)


def counted(number: int, one: str) -> str:
    """A number of things that are called so: ``1 seat``, ``1,200 games``."""
    return f"{number:,} {one}{'s' * (number != 1)}"


def prepare_engine(game: str, bots: Iterable[str] | None = None) -> None:
    """Compile the engine of a game, and say so, if it was never used here and one of these bots thinks with it."""
    from abaculus.bots import uses_engine
    from abaculus.bots.warmup import BOTS, is_ready

    if (bots is None or any(map(uses_engine, bots))) and not is_ready(game, BOTS):
        compile_stages([(game, BOTS)])


def compile_stages(jobs: Iterable[tuple[str, str]]) -> bool:
    """Compile stages of games in other processes, with a bar that tells how far they are; whether all succeeded."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from abaculus.bots.warmup import MESSAGE, Warmup, is_ready, progress

    due = [job for job in jobs if not is_ready(*job)]
    if not due:
        return True
    out = console(stderr=True)
    out.print(MESSAGE)
    warmup = Warmup()
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
        console=out,
        disable=not out.is_terminal,
        transient=True,
    )
    try:
        with bar:
            tasks = {job: bar.add_task(f"{job[0]}: {job[1]}", total=1.0) for job in due}
            warmup.add(due)
            while unready := warmup.unready():
                for job, task in tasks.items():
                    bar.update(task, completed=progress(*job) if job in unready else 1.0)
                time.sleep(0.1)
    finally:
        warmup.close()
    return all(is_ready(*job) for job in due)


def read_options(given: list[str]) -> dict[str, Any]:
    """NAME=VALUE pairs; a value that is JSON is taken as that, anything else as a text. Raises ``OptionError``."""
    from abaculus import OptionError

    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f'An option is given as NAME=VALUE, not "{text}".')
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options
