"""The store in an SQLite file.

One thread writes: it drains its queue into one transaction and acknowledges everything in it after the commit, so that
full durability costs one disk flush a batch and not one a move. Each request of a batch stands or falls alone.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from abaculus.server.store import Event, Origin, Recent, Seat, StoreError, TableRow

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


class _Write(NamedTuple):
    work: Callable[[sqlite3.Connection], object]
    done: asyncio.Future[Any]


class SqliteStore:
    """A ``Store`` in one SQLite file, which several processes may share."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()

    def check(self) -> None:
        """Make the file, or see whether it is one of ours. Raises StoreError."""
        _connect(self.path).close()

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        writing = await asyncio.to_thread(_connect, self.path)
        self._reading = await asyncio.to_thread(_connect, self.path)
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
        return [_to_table(row) for row in await self._read("select * from tables order by created desc limit ?", limit)]

    async def own_tables(self, limit: int = 100) -> list[Recent]:
        tables = []
        for *columns, position, changed in await self._read(OWN_TABLES, limit):
            row = _to_table(columns)
            tables.append(Recent(row, position or 0, changed or row.created))
        return tables

    async def events(self, table: str, after: int = 0) -> list[Event]:
        query = "select number, seat, text, time from events where table_id = ? and number > ? order by number"
        return [Event(*row) for row in await self._read(query, table, after)]

    async def _read(self, query: str, *values: object) -> list[Any]:
        def read() -> list[Any]:
            return self._reading.execute(query, values).fetchall()

        try:
            return await self._loop.run_in_executor(self._reader, read)
        except sqlite3.Error as error:
            raise StoreError(f"The store could not be read: {error}.") from error

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        done = self._loop.create_future()
        self._writes.put(_Write(work, done))
        return cast(T, await done)

    def _write_all(self, db: sqlite3.Connection) -> None:
        """The writer thread: batch after batch until the store is closed."""
        while batch := self._next_batch():
            outcomes = _commit(db, batch)
            self._loop.call_soon_threadsafe(_acknowledge, batch, outcomes)
        db.close()

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
        return [StoreError(f"The store could not be written: {error}.")] * len(batch)


def _attempt(db: sqlite3.Connection, write: _Write) -> object:
    db.execute("savepoint one")
    outcome: object
    try:
        outcome = write.work(db)
    except Exception as error:
        if not db.in_transaction:
            raise  # it took the whole batch with it
        db.execute("rollback to one")
        outcome = StoreError(f"The store refused it: {error}.")
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


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made or checked first."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
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
    id, game, rules_version, options, seats, seed, key_hash, created, origin, own = row
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


def _event_columns(table: str, events: Sequence[Event]) -> list[tuple[object, ...]]:
    return [(table, event.number, event.seat, event.text, event.time) for event in events]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
