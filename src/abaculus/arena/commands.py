"""The arena's commands. They import what they need themselves, as those of ``abaculus.cli`` do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from abaculus.arguments import GameName, Options, console, counted, fail, prepare_engine, read_options

if TYPE_CHECKING:
    from rich.progress import Progress

    from abaculus.arena.tournament import Played, Tournament

Games = Annotated[int, typer.Option(min=1, help="How many games at least; whole sets are played.")]
Seats = Annotated[int, typer.Option(min=0, help="The number of seats; as many as bots unless given.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed that all luck follows from.")]
Jobs = Annotated[int, typer.Option(help="How many games are played at once; -1: one for each core.")]
Backend = Annotated[
    str, typer.Option(help="What runs the jobs: loky (processes), threading, sequential, ray or dask (a cluster).")
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The Ray or Dask cluster; one on this machine unless given.")
]


def arena(
    name: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT…",
            help='Bots, as "greedy", "search:500ms", "search:2000", "program:COMMAND" or "policy:FILE".',
        ),
    ],
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = -1,
    seats: Seats = 0,
    option: Options = None,
    backend: Backend = "loky",
    cluster: Cluster = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep a record of each game there, and a table of all.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in --out.")] = False,
) -> None:
    """Let bots play a tournament: in all seats, on the same luck."""
    from abaculus.arena.runner import need
    from abaculus.arena.tournament import Tournament

    try:
        if resume and out is None:
            fail("--resume goes with --out: the folder of the tournament.")
        tournament = Tournament(name, tuple(bots), games, seed, seats, read_options(option or [])).checked()
        for package in ("filelock", "joblib", "openskill", "polars", "scipy"):
            need(package, "arena")
        if backend not in ("ray", "dask"):
            prepare_engine(name, bots)
        played, unbroken = _played(tournament, jobs, backend, cluster, out, resume)
    except (OSError, ValueError) as error:
        fail(error)
    _show(tournament, played)
    if not unbroken:
        fail("Stopped." + (" Go on with --resume." if out is not None else ""), status=130)


def _played(
    tournament: Tournament, jobs: int, backend: str, cluster: str | None, out: Path | None, resume: bool
) -> tuple[list[Played], bool]:
    """The games, and whether they are all there: a tournament may be stopped by Ctrl-C."""
    from contextlib import ExitStack, closing

    from abaculus.arena.folder import TABLE, opened
    from abaculus.arena.table import write_table
    from abaculus.arena.tournament import play

    with ExitStack() as stack:
        folder = None
        if out is not None:
            folder = stack.enter_context(opened(out, tournament, resume))
            _tell_damage(folder.damaged)
        fixtures = len(tournament.fixtures())
        played = [] if folder is None else [game for game in folder.played if game.number < fixtures]
        coming = play(tournament, [game.number for game in played], jobs, backend, cluster)
        try:
            with _progress() as progress, closing(coming):
                task = progress.add_task(f"{tournament.game}", total=fixtures, completed=len(played))
                for game in coming:
                    if folder is not None:
                        folder.add(game)
                    played.append(game)
                    progress.advance(task)
        except KeyboardInterrupt:
            unbroken = False
        else:
            unbroken = True
        if folder is not None:
            write_table(folder.path / TABLE, tournament.labels(), played)
    return played, unbroken


def _tell_damage(damaged: list[str]) -> None:
    """Name the first of the games that are played again."""
    for words in damaged[:5]:
        typer.echo(f"abaculus: {words}", err=True)
    if damaged:
        typer.echo(f"abaculus: {counted(len(damaged), 'game')} damaged, to be played again.", err=True)


def _progress() -> Progress:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("elapsed,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console(stderr=True),
    )


def _show(tournament: Tournament, played: list[Played]) -> None:
    """Print the standings."""
    from rich.table import Table

    from abaculus.arena.intervals import Mean, Share
    from abaculus.arena.statistics import differences, standings

    def share(value: Share | None) -> tuple[str, str]:
        if value is None:
            return "–", "–"
        return f"{100 * value.value:.1f}", f"{100 * value.low:.1f}–{100 * value.high:.1f}"

    def mean(value: Mean | None, digits: int = 1) -> str:
        if value is None:
            return "–"
        return f"{value.value:.{digits}f}" + ("" if value.reach is None else f" ± {value.reach:.{digits}f}")

    def table(names: list[str], figures: list[str]) -> Table:
        empty = Table(show_edge=False, pad_edge=False, header_style="bold")
        for title in names:
            empty.add_column(title, overflow="fold")
        for title in figures:
            empty.add_column(title, justify="right", no_wrap=True)
        return empty

    found = standings(tournament.labels(), played)
    pointed = any(standing.score for standing in found)
    forfeits = any(standing.forfeits for standing in found)
    points = ["score", "margin"] if pointed else []
    lost = ["forfeits"] if forfeits else []
    bots = table(["bot"], ["games", "wins %", "95 %", *points, "Elo", "openskill", *lost, "decisions/s", "ms/decision"])
    for standing in found:
        seconds = max(standing.seconds, 1e-9)
        bots.add_row(
            standing.bot,
            f"{standing.games:,}",
            *share(standing.wins),
            *([mean(standing.score), mean(standing.margin)] if pointed else []),
            mean(standing.elo, 0),
            mean(standing.openskill),
            *([str(standing.forfeits)] if forfeits else []),
            f"{standing.decisions / seconds:,.0f}" if standing.decisions else "–",
            f"{1000 * seconds / standing.decisions:,.2f}" if standing.decisions else "–",
        )
    sets = len({game.set for game in played})
    decisions = sum(standing.decisions for standing in found)
    print(
        f"{tournament.game}, {counted(tournament.seats, 'seat')}, seed {tournament.seed}: "
        f"{counted(len(played), 'game')} in {counted(sets, 'set')} of the same luck, {counted(decisions, 'decision')}\n"
    )
    out = console()
    out.print(bots)
    if len(found) > 2:
        difference = "score difference" if pointed else "wins %, difference"
        pairs = table(["bot", "against"], ["games", "ahead %", "95 %", difference])
        for pair in differences(tournament.labels(), played):
            lead = pair.score if pointed else pair.returns.scaled(100)
            pairs.add_row(pair.bot, pair.other, f"{pair.games:,}", *share(pair.ahead), mean(lead))
        out.print()
        out.print(pairs)


def study(
    name: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="A bot that plays against itself; may be given several times."),
    ] = None,
    games: Games = 200,
    seed: Seed = 0,
    jobs: Jobs = -1,
    seats: Annotated[int, typer.Option(min=0, help="The number of seats; the game's usual one unless given.")] = 0,
    option: Options = None,
    backend: Backend = "loky",
    cluster: Cluster = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the page and the plots go; study-GAME unless given.")
    ] = None,
) -> None:
    """Study a game: lengths, choices, seats, draws, scores and kinds of actions, as a page with plots."""
    from functools import partial

    from rich.table import Table

    from abaculus import game_types
    from abaculus.arena.page import rows, write_page
    from abaculus.arena.plots import plots
    from abaculus.arena.runner import need, run
    from abaculus.arena.study import Course, study_fixture, summary
    from abaculus.arena.tournament import Tournament
    from abaculus.kernel.reasons import shown

    try:
        if not seats and name in game_types():
            seats = game_types()[name].default_players
        given = read_options(option or [])
        tournaments = [
            Tournament(name, (bot,), games, seed, seats, given).checked() for bot in dict.fromkeys(bots or ["greedy"])
        ]
        for package in ("joblib", "matplotlib", "scipy"):
            need(package, "arena")
        if backend not in ("ray", "dask"):
            prepare_engine(name, bots or [])
        series: dict[str, list[Course]] = {}
        with _progress() as progress:
            for tournament in tournaments:
                [bot] = tournament.bots
                task = progress.add_task(bot, total=games)
                found = []
                for game in run(partial(study_fixture, tournament), tournament.fixtures(), jobs, backend, cluster):
                    found.append(game)
                    progress.advance(task)
                series[bot] = [course for _, course in sorted(found)]
        summaries = [summary(bot, courses) for bot, courses in series.items()]
        whole = {bot: [course for course in courses if not course.forfeited] for bot, courses in series.items()}
        kind = tournaments[0].load()
        title = f"{kind.title}, {counted(seats, 'seat')}"
        options = ", ".join(f"{key} = {shown(value)}" for key, value in kind.options.items())
        about = f"{kind.summary} Options: {options or 'none'}. "
        about += f"Each bot played {counted(games, 'game')} against itself, from seed {seed}."
        drawn = plots(title, kind.part_names[0], whole)
        page = write_page(out or Path(f"study-{name}"), title, about, summaries, drawn)
    except (OSError, ValueError) as error:
        fail(error)
    first, *others = rows(summaries)
    table = Table(*first, show_edge=False, pad_edge=False, header_style="bold")
    for line in others:
        table.add_row(*line)
    console().print(table)
    typer.echo(f"\n{page}")
