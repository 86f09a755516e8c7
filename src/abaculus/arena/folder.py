"""A tournament's folder: what is played, the record of each game, and a journal of the games played so far.

A game is there when it stands in the journal; its record was written before. So a tournament can be stopped at any
moment, also by the loss of its process, and goes on without losing or repeating a game.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from abaculus.arena.tournament import Played, Tournament
from abaculus.kernel.reasons import OptionError
from abaculus.play.record import Forfeit

TABLE = "games.parquet"


class Folder:
    """An open folder: add games to it. ``played`` has those that are there, in the order of the schedule."""

    def __init__(self, path: Path, journal: IO[str], played: list[Played]) -> None:
        self.path = path
        self.played = played
        self._journal = journal

    def add(self, game: Played) -> None:
        """Keep a game."""
        _write(self.record_file(game.number), game.record)
        row = game._asdict()
        del row["record"]
        self._journal.write(json.dumps(row, separators=(",", ":")) + "\n")
        self._journal.flush()

    def record_file(self, number: int) -> Path:
        """Where the record of a game lies."""
        return self.path / "records" / f"{number:06}.txt"


@contextmanager
def opened(path: Path, tournament: Tournament, resume: bool) -> Iterator[Folder]:
    """The folder of a tournament; a new one unless it is to be resumed.

    A tournament may be resumed with more or fewer games than before. Raises ``OptionError`` for a folder that has
    another tournament, or one that was not to be resumed, or is being played just now; ``OSError`` as files do.
    """
    (path / "records").mkdir(parents=True, exist_ok=True)
    with (path / "journal.jsonl").open("a+", encoding="ascii", newline="\n") as journal:
        try:
            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OptionError(f"The tournament in {path} is being played by another process.") from error
        _claim(path / "tournament.json", tournament, resume)
        folder = Folder(path, journal, [])
        folder.played = list(_read(journal, folder))
        yield folder


def _claim(file: Path, tournament: Tournament, resume: bool) -> None:
    """Write down what is played, or compare it."""
    wanted = {**asdict(tournament), "bots": list(tournament.bots), "rules": tournament.load().rules_version}
    if file.exists():
        if not resume:
            raise OptionError(f"{file.parent} has a tournament already; --resume goes on with it.")
        found = json.loads(file.read_text(encoding="utf-8"))
        for key, value in json.loads(json.dumps(wanted)).items():
            if key != "games" and found.get(key) != value:
                raise OptionError(f"The tournament in {file.parent} has {key} {found.get(key)!r}, not {value!r}.")
    _write(file, json.dumps(wanted, ensure_ascii=False, indent=2) + "\n")


def _read(journal: IO[str], folder: Folder) -> Iterator[Played]:
    """The games of a journal. A last line that was cut off is removed; a game whose record is lost is not there."""
    journal.seek(0)
    text = journal.read()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        journal.truncate(len(whole))
    rows: dict[int, dict[str, Any]] = {row["number"]: row for row in map(json.loads, whole.splitlines())}
    for number, row in sorted(rows.items()):
        file = folder.record_file(number)
        if file.exists():
            forfeit = row.pop("forfeit")
            record = file.read_text(encoding="utf-8")
            yield Played(**row, forfeit=None if forfeit is None else Forfeit(*forfeit), record=record)


def _write(file: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    draft = file.with_name(file.name + ".new")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(file)
