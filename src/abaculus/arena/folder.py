"""A tournament's folder: what is played, the record of each game, and a journal of the games played so far.

A game is there when it stands in the journal; its record was written before. So a tournament can be stopped at any
moment, also by the loss of its process, and goes on without losing or repeating a game. What was damaged since is
noticed when the folder is opened, and played again.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import msgspec
from filelock import FileLock, Timeout

from abaculus.arena.tournament import Played, Tournament
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError, shown
from abaculus.play.files import describe, write_whole
from abaculus.play.record import one_line, read_record

TABLE = "games.parquet"
MOST_GAMES = 2**32
_LINE = msgspec.defstruct(
    "Line", [(key, kind) for key, kind in Played.__annotations__.items() if key != "record"], forbid_unknown_fields=True
)
"""A line of the journal: a game without its record."""


class Folder:
    """An open folder: add games to it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.damaged: list[str] = []
        """The files and what is wrong with them, of games that have to be played again."""
        self.played = self._read()
        """The games that are there, in the order of the schedule."""
        self._journal: IO[str] = self._journal_file.open("a", encoding="ascii", newline="\n")

    def add(self, game: Played) -> None:
        """Keep a game."""
        write_whole(self.record_file(game.number), game.record)
        self._journal.write(_line(game))
        self._journal.flush()

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def record_file(self, number: int) -> Path:
        """Where the record of a game lies."""
        return self.path / "records" / f"{number:06}.txt"

    @property
    def _journal_file(self) -> Path:
        return self.path / "journal.jsonl"

    def _read(self) -> list[Played]:
        """The games of the journal that are whole. Lines of others are removed; a last one cut off is not missed."""
        journal = self._journal_file
        text = journal.read_bytes() if journal.exists() else b""
        *lines, cut_off = text.split(b"\n")
        found: dict[int, Played] = {}
        for number, line in enumerate(lines, start=1):
            try:
                game = self._game(_decoded(line, _LINE, f"{journal}, line {number}"))
            except OSError as error:
                self.damaged.append(describe(error))
            except ValueError as error:
                self.damaged.append(str(error))
            else:
                found[game.number] = game
        if cut_off or self.damaged:
            write_whole(journal, "".join(map(_line, found.values())))
        return [game for _, game in sorted(found.items())]

    def _game(self, line: Any) -> Played:
        """The game of a line, with its record. Raises ``ValueError`` where they are not of this tournament's game."""
        tournament, seats = self.tournament, self.tournament.seats
        where = f"{self._journal_file}: game {shown(line.number)}"
        if not 0 <= line.number < MOST_GAMES:
            raise ValueError(f"{where} has a number that no game has.")
        fixture = tournament.fixture(line.number)
        seed = Luck(tournament.seed).fork(fixture.set).seed
        if (line.set, tuple(line.seating), line.seed) != (fixture.set, fixture.seating, seed):
            raise ValueError(f"{where} has another set, seating or seed than in this tournament.")
        lists = [line.returns, line.decisions, line.seconds, *([] if line.scores is None else [line.scores])]
        if any(len(values) != seats for values in lists):
            raise ValueError(f"{where} does not have a value for each of the {seats} seats.")
        file = self.record_file(line.number)
        try:
            text = file.read_bytes().decode()
            record = read_record(text)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
        names = [one_line(tournament.bots[bot]) for bot in fixture.seating]
        wanted = (tournament.game, tournament.options, names, seed)
        if (record.game, record.options, record.names, record.seed) != wanted:
            raise ValueError(f"{file}: This is the record of another game.")
        if (record.result, record.forfeit) != (line.returns, line.forfeit):
            raise ValueError(f"{file}: The game ended otherwise than the journal says.")
        return Played(**msgspec.structs.asdict(line), record=text)


@contextmanager
def opened(path: Path, tournament: Tournament, resume: bool) -> Iterator[Folder]:
    """The folder of a tournament (``Tournament.checked``); a new one unless it is to be resumed.

    A tournament may be resumed with more or fewer games than before. Raises ``OptionError`` for a folder that has
    another tournament, or one that was not to be resumed, or is being played just now; ``OSError`` as files do.
    """
    (path / "records").mkdir(parents=True, exist_ok=True)
    lock = FileLock(path / ".lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise OptionError(f"The tournament in {path} is being played by another process.") from error
    with ExitStack() as stack:
        stack.callback(lock.release)
        _claim(path / "tournament.json", tournament, resume)
        yield stack.enter_context(closing(Folder(path, tournament)))


def _decoded(text: bytes, kind: Any, where: str) -> Any:
    """A JSON value of this type. Raises ``ValueError``, which says where it is damaged."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ValueError(f"{where} is damaged: {error}") from error


def _line(game: Played) -> str:
    row = game._asdict()
    del row["record"]
    return json.dumps(row, separators=(",", ":")) + "\n"


def _claim(file: Path, tournament: Tournament, resume: bool) -> None:
    """Write down what is played, or compare it."""
    wanted = {**asdict(tournament), "bots": list(tournament.bots), "rules": tournament.load().rules_version}
    if file.exists():
        if not resume:
            raise OptionError(f"{file.parent} has a tournament already; --resume goes on with it.")
        try:
            found = _decoded(file.read_bytes(), dict[str, Any], str(file))
        except ValueError as error:
            raise OptionError(f"{error}. Delete it and resume: games of this tournament are kept.") from error
        for key, value in json.loads(json.dumps(wanted)).items():
            if key != "games" and found.get(key) != value:
                raise OptionError(
                    f"The tournament in {file.parent} has {key} {shown(found.get(key))}, not {shown(value)}."
                )
    write_whole(file, json.dumps(wanted, ensure_ascii=False, indent=2) + "\n")
