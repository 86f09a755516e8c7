"""The command ``abaculus``.

Each command imports what it needs itself: kernels take most of a second to import, and not every command needs them.
"""

import errno
import os
import shlex
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from abaculus.arena.commands import arena, study
from abaculus.arguments import GameName, Options, compile_stages, console, counted, fail, prepare_engine, read_options

if TYPE_CHECKING:
    from abaculus.play.record import Record

app = typer.Typer(
    name="abaculus",
    help="Five tabletop games of numbers, for people, bots and programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

DEFAULT_PORT = 8108


def main() -> None:
    """Run the command line. What its output cannot encode comes out as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


def _version(wanted: bool) -> None:
    if wanted:
        from abaculus import __version__

        typer.echo(f"abaculus {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[  # noqa: ARG001 - its callback answers
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
    load: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE",
            help="Load a module, or a file ending in .py, that registers games or bots; may be given several times.",
        ),
    ] = None,
) -> None:
    if load:
        from abaculus import OptionError
        from abaculus.loading import LOAD, load_extensions

        modules = [str(Path(module).absolute()) if module.endswith(".py") else module for module in load]
        os.environ[LOAD] = os.pathsep.join(filter(None, [os.environ.get(LOAD), *modules]))
        try:
            load_extensions()
        except OptionError as error:
            fail(error)


@app.command()
def play(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help='With --terminal: the game, as "abaculus games" lists them.')
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SEAT…]", help="With --terminal: for each seat a bot's name, a person's, or person:NAME."
        ),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", "-t", help="Play in this terminal.")] = False,
    option: Options = None,
    seed: Annotated[int | None, typer.Option(min=0, help="With --terminal: the seed of the luck.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --terminal: save the game after every event, in this new file."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --terminal: continue a saved game, saving it there or in --save."),
    ] = None,
    browser: Annotated[
        bool,
        typer.Option(help="Open the table in the browser. ABACULUS_NO_BROWSER=1 does the same as --no-browser."),
    ] = True,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=f"The port; {DEFAULT_PORT}, or any free one, unless given."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where games are kept; a file of the user's unless given.")
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="One more name that the server answers to, as behind a proxy; may be repeated."
        ),
    ] = None,
    root_path: Annotated[
        str, typer.Option(metavar="PATH", help="The path under which a reverse proxy shows the server, as /abaculus.")
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a proxy whose X-Forwarded headers are believed; may be repeated. "
            "Unless given, this machine.",
        ),
    ] = None,
) -> None:
    """Play at the table in the browser, or in this terminal."""
    if terminal:
        _play_in_terminal(name, seats or [], option or [], seed, save, resume)
    elif name is not None or option or seed is not None or save or resume:
        fail(
            "A game, seats, options, --seed, --save and --resume go with --terminal; in the browser they are set there."
        )
    else:
        from abaculus.server.serve import TRUSTED_PROXIES, run

        shown = browser and os.environ.get("ABACULUS_NO_BROWSER", "") in ("", "0")
        _serve(
            port,
            partial(
                run,
                host,
                store_path=store,
                open_browser=shown,
                allowed_hosts=allowed_host or (),
                root_path=root_path,
                trusted_proxies=trusted_proxy or TRUSTED_PROXIES,
            ),
        )


def _serve(port: int | None, run: Callable[..., None]) -> None:
    """Serve at this port; unless one is given at the usual one or, where that is taken, at another."""
    from abaculus.server.store import StoreError

    try:
        try:
            run(port=DEFAULT_PORT if port is None else port)
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                raise
            typer.echo(
                f"Port {DEFAULT_PORT} is taken, so this server uses another one. "
                "Its start page also lists the games begun here on other ports, as long as --store is the same."
            )
            run(port=0)
    except (OSError, StoreError, ValueError) as error:
        fail(error)
    except KeyboardInterrupt:
        pass


def _play_in_terminal(
    name: str | None, seats: list[str], option: list[str], seed: int | None, save: Path | None, resume: Path | None
) -> None:
    from abaculus.play.files import describe
    from abaculus.terminal.app import TableApp
    from abaculus.terminal.opening import new_session, resumed_session

    encoding = sys.__stdout__.encoding if sys.__stdout__ is not None else "none"
    if sys.stdout.isatty() and "utf" not in encoding.lower():
        fail(f'The board needs a terminal with UTF-8, not {encoding}. In the browser: "abaculus play".')
    if save is not None and os.path.exists(save) and save != resume:  # noqa: PTH110 - no error for a long name
        again = f"abaculus play --terminal --resume {shlex.quote(str(save))}"
        fail(f'{save} exists. Save in a new file, or continue the game in this one: "{again}".')
    try:
        if resume is not None:
            if name is not None or option or seed is not None:
                fail("A saved game has its own seats, options and seed; --resume goes without them.")
            session = resumed_session(resume)
        elif name is None:
            fail('--terminal needs a game, as in "abaculus play nmbr9 --terminal".')
        else:
            session = new_session(name, seats, read_options(option), seed)
    except (OSError, ValueError) as error:
        if resume is None:
            fail(error)
        _fail_to_read(resume, error)
    file = save or resume
    if file is not None:
        try:
            session.save(file)
        except OSError as error:
            fail(f"The game cannot be saved. {describe(error)}")
    table = TableApp(session, file)
    table.run()
    if table.unsaved:
        fail(table.unsaved)
    if table.return_code:
        raise typer.Exit(table.return_code)


@app.command()
def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Tell more about this one.")] = None,
) -> None:
    """List the games with their seats and options, or tell about one."""
    import abaculus
    from abaculus.kernel.reasons import unknown

    types = abaculus.game_types()
    if name is None:
        for each in types:
            _tell_game(each)
        return
    if name not in types:
        fail(f"There is no game {name!r}; {unknown(name, types)}")
    from abaculus.bots import bot_kinds

    _tell_game(name)
    if types[name].option_specs:
        typer.echo("An option is given as in: --option NAME=VALUE")
    typer.echo("Bots, each with a budget if you like, as in expert:500ms or expert:2000:")
    for kind in bot_kinds().values():
        typer.echo(f"    {kind.name}: {kind.summary}")
    typer.echo("    program:COMMAND, policy:FILE: a program of this machine, a trained policy; not at the table")
    typer.echo(f"To play: abaculus play, or in this terminal: abaculus play {name} --terminal")


def _tell_game(name: str) -> None:
    import abaculus

    game = abaculus.game_types()[name]
    least, most = game.min_players, game.max_players
    seats = counted(most, "seat") if least == most else f"{least} to {counted(most, 'seat')}"
    typer.echo(f"{name}: {game.title}, {seats}. {game.summary}")
    for option in game.option_specs:
        # What an option of data may be is its summary.
        allowed = "" if option.kind == "data" else f"; {option.allowed()}"
        default = "" if option.default is None else f" (default {option.default!r})"
        typer.echo(f"    {option.name}: {option.summary}{allowed}{default}")


@app.command("compile")
def compile_ahead(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME…]", help="The games; all unless given.")] = None,
) -> None:
    """Compile the kernels of games ahead: rules, bots and environments. Otherwise that happens at their first use."""
    from importlib.util import find_spec

    from abaculus import OptionError, game_types, load_game
    from abaculus.bots.warmup import BOTS, ENVS, RULES

    try:
        names = [load_game(name).name for name in games or game_types()]
    except OptionError as error:
        fail(error, 2)
    stages = [RULES, BOTS, *([ENVS] if find_spec("gymnasium") else [])]
    if not compile_stages((name, stage) for stage in stages for name in names):
        fail("not everything could be compiled; the messages above tell why.")
    typer.echo(f"compiled: {', '.join(names)}")


@app.command()
def match(
    name: GameName,
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT…", help="A bot for each seat.")] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the game's luck.")] = 0,
    milliseconds: Annotated[float | None, typer.Option(min=1, help="How long a bot may think about a move.")] = None,
) -> None:
    """Let bots play a game and print its record."""
    from contextlib import ExitStack, closing

    import abaculus
    from abaculus.bots import Bot, Budget, make_bot
    from abaculus.play.match import Chooser, play_or_forfeit
    from abaculus.play.record import Record, write_record

    def chooser(bot: Bot, luck: abaculus.Luck) -> Chooser:
        return lambda state, seat: bot.choose(state, seat, luck, Budget(milliseconds=milliseconds))

    names = bots or []
    try:
        game = abaculus.load_game(name, len(names) or None, **read_options(option or []))
        names = names or ["greedy"] * game.num_players()
        luck = abaculus.Luck(seed)
        with ExitStack() as stack:
            prepare_engine(name, names)
            players = [stack.enter_context(closing(make_bot(bot, programs=True))) for bot in names]
            choosers = [chooser(bot, luck.fork(seat)) for seat, bot in enumerate(players)]
            state, forfeit = play_or_forfeit(game, choosers, luck)
    except ValueError as error:
        fail(error)
    # As bytes: a record is UTF-8 whatever the output is.
    typer.echo(write_record(Record.of(state, names, seed, forfeit)).encode(), nl=False)


@app.command()
def check(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A file with a record; - for standard input.")],
) -> None:
    """Check a record: that it is whole, unaltered, and that everything in it is legal."""
    found = _read(record)
    result = "still running" if found.result is None else "result " + " ".join(f"{value:g}" for value in found.result)
    if found.forfeit is not None:
        result += f", as seat {found.forfeit.seat} forfeited: {found.forfeit.reason}"
    typer.echo(f"{record}: {found.game}, {', '.join(found.names)}; {counted(len(found.events), 'event')}, {result}.")


@app.command()
def review(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A file with a record; - for standard input.")],
    milliseconds: Annotated[float, typer.Option(min=1, help="How long to think about each decision.")] = 200,
    most: Annotated[int, typer.Option(min=1, help="How many moves to show, at most.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the luck of the thinking.")] = 0,
) -> None:
    """Show the moves of a game that cost most and what was better, and how the seats stood."""
    from abaculus import Luck
    from abaculus.bots import Budget
    from abaculus.bots.review import ASCII_BARS, BARS, describe, review

    found = _read(record)
    prepare_engine(found.game)
    judgements = []
    with console(stderr=True).status("Thinking again about every decision …") as status:
        for judgement in review(found, Budget(milliseconds=milliseconds), Luck(seed)):
            judgements.append(judgement)
            status.update(f"Thinking again about every decision … {judgement.event + 1} of {len(found.events)} events")
    out = console()
    for part in describe(found, judgements, most, ASCII_BARS if out.options.ascii_only else BARS):
        out.print(part)


def _read(file: Path) -> "Record":
    """The record in a file, or in standard input for ``-``; ends with a message where there is none."""
    from abaculus.play.record import RecordError, read_record

    try:
        return read_record((sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()).decode())
    except (OSError, UnicodeDecodeError, RecordError) as error:
        _fail_to_read(file, error)


def _fail_to_read(file: Path, error: Exception) -> NoReturn:
    """End with a message that names the file once."""
    if isinstance(error, OSError):
        fail(error)
    fail(f"{file}: {'This is not text in UTF-8.' if isinstance(error, UnicodeDecodeError) else error}")


app.command()(arena)
app.command()(study)
