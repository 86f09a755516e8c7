"""The store in an SQLite file.

One thread writes: it drains its queue into one transaction and acknowledges everything in it after the commit, so that
full durability costs one disk flush a batch and not one a move. Each request of a batch stands or falls alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from abaculus.server.store import Event, Origin, Recent, Seat, StoreError, TableRow, UnreadableTable

T = TypeVar("T")

APPLICATION_ID = 0x61626163  # "abac": marks the file as ours
FORMAT = 2
BUSY_SECONDS = 10.0
BATCH = 1000

SCHEMA = """
create table tables (
    id text primary key,
    game text not null,
    rules_version integer not null,
    options text not null,
    seats text not null,
    seed integer not null,
    key_hash blob not null,
    created real not null,
    origin text,
    own integer not null default 0
) strict;
create index tables_by_age on tables (created);
create table events (
    table_id text not null references tables,
    number integer not null check (number > 0),
    seat integer,
    text text not null,
    time real not null,
    primary key (table_id, number)
) strict, without rowid;
create index own_tables on tables (id) where own;
create table secret (value blob not null) strict;
insert into secret values (randomblob(32));
"""

UPGRADES = {
    1: """
alter table tables add column own integer not null default 0;
create index own_tables on tables (id) where own;
create table secret (value blob not null) strict;
insert into secret values (randomblob(32));
"""
}
"""What turns a file of a format into one of the next."""

OWN_TABLES = """
select tables.*, number, time from tables
left join events on table_id = id and number = (select max(number) from events where table_id = id)
where own order by coalesce(time, created) desc limit ?
"""
INSERT_TABLE = "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_EVENT = "insert into events values (?, ?, ?, ?, ?)"


COLUMNS = {
    "tables": "id game rules_version options seats seed key_hash created origin own",
    "events": "table_id number seat text time",
    "secret": "value",
}
LARGEST_CHECKED = 256 * 2**20
"""Bytes: a file up to this size is read through at the start, to see whether it is damaged."""

GONE = (
    "The file with the games was deleted or replaced while the server ran, so nothing can be stored any more. "
    "Whoever runs the server must start it again."
)
DAMAGED = "The file with the games is damaged. Whoever runs the server finds more in its log."
READ_ONLY = "The file with the games cannot be written. Whoever runs the server finds more in its log."
FULL = "The disk of the server is full: nothing was stored, and nothing has changed. Try again when there is room."
REFUSED = "The store refused that, and nothing has changed. Whoever runs the server finds more in its log."

LASTING = {
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FORMAT: DAMAGED,
    sqlite3.SQLITE_SCHEMA: DAMAGED,
    sqlite3.SQLITE_ERROR: DAMAGED,  # a table or a column is missing
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_CONSTRAINT: REFUSED,
}


class _Write(NamedTuple):
    work: Callable[[sqlite3.Connection], object]
    done: asyncio.Future[Any]
    alone: bool = False
    """Whether it writes nothing, and goes without a transaction."""


class SqliteStore:
    """A ``Store`` in one SQLite file, which several processes may share."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()

    def check(self) -> None:
        """Make the file, or see whether it is one of ours, whole and writable. Raises StoreError."""
        with contextlib.closing(_connect(self.path)) as db:
            if self.path.stat().st_size <= LARGEST_CHECKED:
                _check_pages(db, self.path)

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        writing = await asyncio.to_thread(_connect, self.path)
        self._reading = await asyncio.to_thread(_connect, self.path)
        self._files = _Files(self.path)
        self._version = _data_version(writing)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write_all, args=(writing,), name="store-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        self._writes.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    async def create(self, table: TableRow, events: Sequence[Event] = ()) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(INSERT_TABLE, _to_columns(table))
            db.executemany(INSERT_EVENT, _event_columns(table.id, events))

        await self._write(work)

    async def append(self, table: str, events: Sequence[Event]) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            first, *rest = _event_columns(table, events)
            if db.execute(f"{INSERT_EVENT} on conflict do nothing", first).rowcount == 0:
                return False
            db.executemany(INSERT_EVENT, rest)
            return True

        return await self._write(work)

    async def table(self, id: str) -> TableRow | None:
        rows = await self._read("select * from tables where id = ?", id)
        return _to_table(rows[0]) if rows else None

    async def secret(self) -> bytes:
        return cast(bytes, (await self._read("select value from secret"))[0][0])

    async def tables(self, limit: int = 100) -> list[TableRow]:
        tables = []
        for row in await self._read("select * from tables order by created desc limit ?", limit):
            with contextlib.suppress(UnreadableTable):
                tables.append(_to_table(row))
        return tables

    async def own_tables(self, limit: int = 100) -> list[Recent]:
        tables = []
        for *columns, position, changed in await self._read(OWN_TABLES, limit):
            with contextlib.suppress(UnreadableTable):
                row = _to_table(columns)
                tables.append(Recent(row, position or 0, changed or row.created))
        return tables

    async def events(self, table: str, after: int = 0) -> list[Event]:
        query = "select number, seat, text, time from events where table_id = ? and number > ? order by number"
        return [Event(*row) for row in await self._read(query, table, after)]

    async def others_wrote(self) -> bool:
        # Asked of the connection that writes: for it only what others write makes a new version.
        version = await self._write(_data_version, alone=True)
        before, self._version = self._version, version
        return version != before

    async def positions(self, tables: Sequence[str]) -> dict[str, int]:
        def read(db: sqlite3.Connection) -> dict[str, int]:
            query = "select max(number) from events where table_id = ?"
            return {table: db.execute(query, (table,)).fetchone()[0] or 0 for table in tables}

        return await self._read_by(read)

    async def _read(self, query: str, *values: object) -> list[Any]:
        return await self._read_by(lambda db: db.execute(query, values).fetchall())

    async def _read_by(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def read() -> T:
            self._files.check()
            return work(self._reading)

        try:
            return await self._loop.run_in_executor(self._reader, read)
        except sqlite3.Error as error:
            raise _explain(error, f"{self.path} could not be read: {error}.") from error

    async def _write(self, work: Callable[[sqlite3.Connection], T], *, alone: bool = False) -> T:
        done = self._loop.create_future()
        self._writes.put(_Write(work, done, alone))
        return cast(T, await done)

    def _write_all(self, db: sqlite3.Connection) -> None:
        """The writer thread: batch after batch until the store is closed."""
        while batch := self._next_batch():
            writes = [write for write in batch if not write.alone]
            outcomes = dict(zip(map(id, writes), self._commit(db, writes), strict=True)) if writes else {}
            outcomes |= {id(write): self._ask(db, write) for write in batch if write.alone}
            self._loop.call_soon_threadsafe(_acknowledge, batch, [outcomes[id(write)] for write in batch])
        db.close()

    def _commit(self, db: sqlite3.Connection, batch: list[_Write]) -> list[object]:
        """Do a batch in one transaction, and see whether it lies in the file that others will find."""
        try:
            self._files.check()
            outcomes = _commit(db, batch)
            self._files.check()
        except StoreError as error:
            return [error] * len(batch)
        return outcomes

    def _ask(self, db: sqlite3.Connection, question: _Write) -> object:
        try:
            self._files.check()
            return question.work(db)
        except sqlite3.Error as error:
            return _explain(error, f"{self.path} could not be read: {error}.")
        except StoreError as error:
            return error

    def _next_batch(self) -> list[_Write]:
        """What is waiting, at least one write; empty when the store closes."""
        batch: list[_Write] = []
        while len(batch) < BATCH:
            try:
                write = self._writes.get(block=not batch)
            except queue.Empty:
                break
            if write is None:
                if batch:
                    self._writes.put(None)
                break
            batch.append(write)
        return batch


def _commit(db: sqlite3.Connection, batch: list[_Write]) -> list[object]:
    """Do a batch in one transaction: the result or the error of each write."""
    try:
        db.execute("begin immediate")
        outcomes = [_attempt(db, write) for write in batch]
        db.execute("commit")
        return outcomes
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("rollback")
        return [_explain(error, f"The store could not be written: {error}.")] * len(batch)


def _attempt(db: sqlite3.Connection, write: _Write) -> object:
    db.execute("savepoint one")
    outcome: object
    try:
        outcome = write.work(db)
    except Exception as error:
        if not db.in_transaction:
            raise  # it took the whole batch with it
        db.execute("rollback to one")
        outcome = _explain(error, f"The store refused it: {error}.")
    db.execute("release one")
    return outcome


def _acknowledge(batch: list[_Write], outcomes: list[object]) -> None:
    for write, outcome in zip(batch, outcomes, strict=True):
        if write.done.done():
            continue
        if isinstance(outcome, Exception):
            write.done.set_exception(outcome)
        else:
            write.done.set_result(outcome)


def _explain(error: Exception, message: str) -> StoreError:
    """What an error of SQLite means: whether it will pass, and what clients may be told."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in LASTING:
        return StoreError(message, LASTING[code], lasting=True)
    return StoreError(message, FULL) if code == sqlite3.SQLITE_FULL else StoreError(message)


class _Files:
    """The files of an open store, as they are now at its path and as they were when it was opened.

    SQLite writes on in files that were deleted or renamed, and everything in them is lost.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(f"{path.name}-wal"))
        self._found = [_identity(path) for path in self._paths]

    def check(self) -> None:
        """Raises StoreError if they are gone."""
        for path, found in zip(self._paths, self._found, strict=True):
            if found is not None and _identity(path) != found:
                raise StoreError(f"{path} was deleted or replaced while it was in use.", GONE, lasting=True)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _data_version(db: sqlite3.Connection) -> int:
    return int(db.execute("pragma data_version").fetchone()[0])


def _check_pages(db: sqlite3.Connection, path: Path) -> None:
    try:
        (found,) = db.execute("pragma quick_check(1)").fetchone()
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise StoreError(
            f"{path} is damaged: {' '.join(found.split())}. "
            "Put a copy in its place, or start with another file, --store FILE."
        )


def _check_columns(db: sqlite3.Connection, path: Path) -> None:
    for table, columns in COLUMNS.items():
        found = {row[1] for row in db.execute(f"pragma table_info({table})")}
        if missing := [column for column in columns.split() if column not in found]:
            what = f"column {missing[0]!r} of its table" if found else "table"
            raise StoreError(f"{path} is damaged: it has lost the {what} {table!r}.")
    if db.execute("select count(*) from secret").fetchone() != (1,):
        raise StoreError(f"{path} is damaged: it has lost what is in its table 'secret'.")


def _refuse_read_only(path: Path) -> None:
    """SQLite would open such a file, leave files beside it that cannot be written either, and fail later."""
    for file in (path.parent, path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists() and not os.access(file, os.W_OK):
            raise StoreError(f"{path} cannot be used as a store of games: {file} cannot be written.")


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made or checked first."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_read_only(path)
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
        return db
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path} cannot be used as a store of games: {error}.") from error


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    _use_write_ahead_log(db)
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("begin immediate")
    found = _format(db, path)
    steps = [UPGRADES[step] for step in range(found, FORMAT)] if found else [SCHEMA]
    for statement in filter(str.strip, ";".join(steps).split(";")):
        db.execute(statement)
    db.execute(f"pragma application_id = {APPLICATION_ID}")
    db.execute(f"pragma user_version = {FORMAT}")
    _check_columns(db, path)
    db.execute("commit")


def _format(db: sqlite3.Connection, path: Path) -> int:
    """The format of the file, 0 if it is empty."""
    (mark,) = db.execute("pragma application_id").fetchone()
    (found,) = db.execute("pragma user_version").fetchone()
    (objects,) = db.execute("select count(*) from sqlite_schema").fetchone()
    if mark != APPLICATION_ID and (objects or mark or found):
        raise StoreError(f"{path} is an SQLite file of something else.")
    if found > FORMAT:
        raise StoreError(
            f"{path} was written by a newer version of abaculus (store format {found}; this one knows {FORMAT})."
        )
    return int(found)


def _use_write_ahead_log(db: sqlite3.Connection) -> None:
    """Changing the journal mode does not wait for another process that does the same, so try again by hand."""
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def _to_columns(table: TableRow) -> tuple[object, ...]:
    return (
        table.id,
        table.game,
        table.rules_version,
        _json(table.options),
        _json(table.seats),
        table.seed,
        table.key_hash,
        table.created,
        _json(table.origin) if table.origin else None,
        table.own,
    )


def _to_table(row: Sequence[Any]) -> TableRow:
    """Raises UnreadableTable."""
    id, game, rules_version, options, seats, seed, key_hash, created, origin, own = row
    try:
        return TableRow(
            id,
            game,
            rules_version,
            msgspec.json.decode(options, type=dict[str, Any]),
            msgspec.json.decode(seats, type=tuple[Seat, ...]),
            seed,
            key_hash,
            created,
            msgspec.json.decode(origin, type=Origin) if origin else None,
            bool(own),
        )
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise UnreadableTable(f"Table {id!r} cannot be read: {error}.") from error


def _event_columns(table: str, events: Sequence[Event]) -> list[tuple[object, ...]]:
    return [(table, event.number, event.seat, event.text, event.time) for event in events]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
