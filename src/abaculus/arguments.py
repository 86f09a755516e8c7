"""What the commands share: arguments that several of them take, what they tell, and how they end with an error."""

import json
from collections.abc import Iterable
from typing import Annotated, Any, NoReturn

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help='A game, as "abaculus games" lists them.')]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]


def fail(message: object, status: int = 1) -> NoReturn:
    """End with an error message and this status. An error of a file tells the file and what is wrong with it."""
    if isinstance(message, OSError) and message.strerror:
        message = message.strerror if message.filename is None else f"{message.filename}: {message.strerror}"
    typer.echo(f"abaculus: {message}", err=True)
    raise typer.Exit(status)


def counted(number: int, one: str) -> str:
    """A number of things that are called so: ``1 seat``, ``1,200 games``."""
    return f"{number:,} {one}{'s' * (number != 1)}"


def prepare_engine(game: str, bots: Iterable[str] | None = None) -> None:
    """Compile the engine of a game, and say so, if it was never used here and one of these bots thinks with it."""
    from abaculus.bots import uses_engine
    from abaculus.bots.rehearsal import PREPARING, is_rehearsed, rehearse_engine

    if (bots is None or any(map(uses_engine, bots))) and not is_rehearsed(game):
        typer.echo(PREPARING, err=True)
        rehearse_engine(game)


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
        except ValueError:
            options[name] = value
    return options
