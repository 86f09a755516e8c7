"""A tournament as a table: a row for each game and seat."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from abaculus.arena.tournament import Played
from abaculus.play.files import write_whole

if TYPE_CHECKING:
    import polars


def table(labels: Sequence[str], played: Iterable[Played]) -> "polars.DataFrame":
    """The rows, in the order of the schedule; ``labels`` has the bots' names."""
    import polars

    columns = {
        "game": polars.Int64,
        "set": polars.Int64,
        "seed": polars.UInt64,
        "seat": polars.Int16,
        "bot": polars.String,
        "return": polars.Float64,
        "score": polars.Float64,
        "decisions": polars.Int64,
        "seconds": polars.Float64,
        "forfeit": polars.String,
    }
    rows = [
        (
            game.number,
            game.set,
            game.seed,
            seat,
            labels[bot],
            game.returns[seat],
            None if game.scores is None else game.scores[seat],
            game.decisions[seat],
            game.seconds[seat],
            game.forfeit.reason if game.forfeit is not None and game.forfeit.seat == seat else None,
        )
        for game in sorted(played, key=lambda game: game.number)
        for seat, bot in enumerate(game.seating)
    ]
    return polars.DataFrame(rows, schema=columns, orient="row")


def write_table(file: Path, labels: Sequence[str], played: Iterable[Played]) -> None:
    """Write the table as Parquet, whole or not at all."""
    content = BytesIO()
    table(labels, played).write_parquet(content)
    write_whole(file, content.getvalue())
