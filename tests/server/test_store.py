"""The store: what it acknowledges is on disk, and of two that want the same number one gets it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from abaculus.server import sqlite_store
from abaculus.server.sqlite_store import APPLICATION_ID, FORMAT, SqliteStore
from abaculus.server.store import Event, Origin, Seat, StoreError, TableRow

pytestmark = pytest.mark.anyio


def row(id: str, created: float = 1.5) -> TableRow:
    seats = (Seat("person", "Ann"), Seat("bot", "B", "random"))
    return TableRow(id, "any", 1, {"draft": "known", "cards": 5, "fast": True}, seats, 2**53 - 1, b"\0\xff", created)


def event(number: int, text: str = "x", seat: int | None = 0) -> Event:
    return Event(number, seat, text, 1767225600.25)


async def test_what_goes_in_comes_out(store: SqliteStore) -> None:
    sandbox = msgspec.structs.replace(row("b", 2.5), origin=Origin("a", 2))
    await store.create(row("a"))
    await store.create(sandbox, [event(1), event(2, "*7", None)])
    assert await store.append("a", [event(1, "é"), event(2, "*3", None)])
    assert await store.table("a") == row("a")
    assert await store.table("b") == sandbox
    assert await store.table("c") is None
    assert await store.tables() == [sandbox, row("a")]
    assert await store.tables(limit=1) == [sandbox]
    assert await store.events("a") == [event(1, "é"), event(2, "*3", None)]
    assert await store.events("b", after=1) == [event(2, "*7", None)]
    assert await store.events("c") == []


async def test_an_acknowledged_event_is_on_disk(store: SqliteStore) -> None:
    await store.create(row("a"))
    assert await store.append("a", [event(1)])
    with sqlite3.connect(store.path) as other:
        assert other.execute("select count(*) from events").fetchone() == (1,)
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
    db = sqlite_store._connect(store.path)
    assert db.execute("pragma synchronous").fetchone() == (2,)  # full: flushed at each commit
    db.close()


async def test_a_taken_number_is_a_conflict_and_changes_nothing(store: SqliteStore) -> None:
    await store.create(row("a"))
    assert await store.append("a", [event(1, "first")])
    assert not await store.append("a", [event(1, "second")])
    assert not await store.append("a", [event(1, "second"), event(2, "third")])
    assert await store.events("a") == [event(1, "first")]


async def test_appends_stand_or_fall_alone_in_a_batch(store: SqliteStore) -> None:
    await store.create(row("a"))
    await store.create(row("b"))
    outcomes = await asyncio.gather(
        store.append("a", [event(1, "a")]),
        store.append("a", [event(1, "stale")]),
        store.append("nowhere", [event(1)]),
        store.append("b", [event(0, "not a number of an event")]),
        store.append("b", [event(1, "b"), event(2, "b")]),
        store.create(row("a")),
        return_exceptions=True,
    )
    assert outcomes[:2] == [True, False]
    assert outcomes[4] is True
    for refused in outcomes[2], outcomes[3], outcomes[5]:
        assert isinstance(refused, StoreError)
    assert await store.events("a") == [event(1, "a")]
    assert await store.events("b") == [event(1, "b"), event(2, "b")]


async def test_a_batch_is_one_transaction(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    commit = sqlite_store._commit
    gate = threading.Event()

    def counting(db: sqlite3.Connection, batch: list[object]) -> list[object]:
        gate.wait(10)
        sizes.append(len(batch))
        return commit(db, batch)

    monkeypatch.setattr(sqlite_store, "_commit", counting)
    creating = [asyncio.create_task(store.create(row(f"t{n}"))) for n in range(50)]
    await asyncio.sleep(0.05)
    gate.set()
    await asyncio.gather(*creating)
    assert sum(sizes) == 50
    assert len(sizes) <= 2


async def test_closing_finishes_what_was_asked_for(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "deep" / "down" / "tables.db")
    await store.open()
    creating = [asyncio.create_task(store.create(row(f"t{n}"))) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*creating)
    await store.open()
    assert len(await store.tables()) == 20
    await store.close()


async def test_trouble_with_the_disk_is_told_and_does_not_last(store: SqliteStore) -> None:
    await store.create(row("a"))
    with sqlite3.connect(store.path) as other:
        other.execute(
            "create trigger full before insert on events when new.text = 'big' "
            "begin select raise(rollback, 'disk is full'); end"
        )
    other.close()
    with pytest.raises(StoreError, match="disk is full"):
        await store.append("a", [event(1, "big")])
    assert await store.append("a", [event(1)])


APPENDER = """
import asyncio, sys
from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event

async def main(path, name):
    store = SqliteStore(path)
    await store.open()
    won = 0
    while (number := len(await store.events("shared")) + 1) <= 100:
        won += await store.append("shared", [Event(number, 0, name, 0.0)])
    await store.close()
    print(won)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_two_processes_share_a_file(store: SqliteStore) -> None:
    await store.create(row("shared"))
    command = [sys.executable, "-c", APPENDER, str(store.path)]
    processes = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for name in "pq"
    ]
    won = {}
    for name, process in zip("pq", processes, strict=True):
        out, err = await asyncio.to_thread(process.communicate, timeout=60)
        assert process.returncode == 0, err
        won[name] = int(out)
    events = await store.events("shared")
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert len(events) == 100
    for name in "pq":
        assert [event.text for event in events].count(name) == won[name]


async def test_two_that_open_a_new_file_at_once(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "tables.db") for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.create(row(f"t{number}")) for number, store in enumerate(stores)))
    assert len(await stores[0].tables()) == 4
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path).check()
    with sqlite3.connect(path) as db:
        assert db.execute("pragma application_id").fetchone() == (APPLICATION_ID,)
        db.execute(f"pragma user_version = {FORMAT + 1}")
    db.close()
    with pytest.raises(
        StoreError, match=f"newer version of abaculus .store format {FORMAT + 1}; this one knows {FORMAT}"
    ):
        await SqliteStore(path).open()


async def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("This is not a database. " * 100)
    with pytest.raises(StoreError, match=r"text\.db cannot be used as a store of games: file is not a database"):
        await SqliteStore(text).open()
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as db:
        db.execute("create table notes (text)")
    db.close()
    with pytest.raises(StoreError, match="an SQLite file of something else"):
        await SqliteStore(foreign).open()
    assert foreign.read_bytes()[:15] == b"SQLite format 3"
    with pytest.raises(StoreError, match="cannot be used as a store"):
        await SqliteStore(tmp_path).open()


async def test_a_damaged_file_is_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    await store.open()
    for number in range(300):
        await store.create(row(f"t{number}"))
    await store.close()
    store.check()
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xa5" * 4096 * 2)
    with pytest.raises(StoreError, match=r"tables\.db is damaged: .*--store FILE"):
        store.check()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("drop table events", "it has lost the table 'events'"),
        ("drop table secret", "it has lost the table 'secret'"),
        ("delete from secret", "it has lost what is in its table 'secret'"),
        ("alter table events drop column time", "it has lost the column 'time' of its table 'events'"),
    ],
)
async def test_a_file_that_lacks_something_is_told_at_the_start(tmp_path: Path, statement: str, words: str) -> None:
    path = tmp_path / "tables.db"
    SqliteStore(path).check()
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()
    with pytest.raises(StoreError, match=words):
        await SqliteStore(path).open()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything can be written here")
@pytest.mark.parametrize("what", ["tables.db", "tables.db-wal", "."])
async def test_what_cannot_be_written_is_told_at_the_start(tmp_path: Path, what: str) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    await store.open()
    try:
        (tmp_path / what).chmod(0o500)
        with pytest.raises(StoreError, match=r"cannot be used as a store of games: .* cannot be written"):
            SqliteStore(path).check()
    finally:
        (tmp_path / what).chmod(0o700)
        await store.close()


async def test_what_others_write_is_noticed_and_ones_own_is_not(store: SqliteStore) -> None:
    other = SqliteStore(store.path)
    await other.open()
    assert await store.others_wrote()
    await store.create(row("a"))
    await store.append("a", [event(1)])
    assert not await store.others_wrote()
    await other.append("a", [event(2)])
    assert await store.others_wrote()
    assert not await store.others_wrote()
    assert await other.others_wrote()
    assert await store.positions(["a", "b"]) == {"a": 2, "b": 0}
    await other.close()
