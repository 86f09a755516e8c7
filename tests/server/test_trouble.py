"""When the server itself is in trouble: clients are told, nothing is lost, and nobody reads a traceback."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest

from abaculus.server import app, tables
from abaculus.server.store import StoreError

if TYPE_CHECKING:
    from conftest import Running

pytestmark = pytest.mark.anyio


def fail(*_: Any) -> Any:
    raise RuntimeError("a mistake that is nobody's business")


def test_a_mistake_in_http(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "catalogue", fail)
    address = f"http://{server.host}/api/games"
    answer = httpx.get(address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server")
    assert "business" not in answer.text
    monkeypatch.undo()
    assert httpx.get(address).status_code == 200


async def test_a_mistake_in_a_request(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened = server.open("toushi", "person")
    async with server.client() as client:
        monkeypatch.setattr(tables.Table, "why", fail)
        await client.ask("join", **opened)
        error = await client.ask("why", table=opened["table"], position=0, seat=0, action="stop")
        assert (error["type"], error["code"]) == ("error", "server")
        assert "business" not in error["message"]
        assert "business" in caplog.text
        assert (await client.ask("join", **opened))["type"] == "table"


async def test_a_store_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("nmbr9", "person")
    store = server.app.state.service.store

    async def append(*_: Any) -> bool:
        raise StoreError("the disk is full")

    async with server.client() as client:
        picture = await client.ask("join", **opened)
        act = {"table": opened["table"], "position": 1, "seat": 0, "action": picture["legal"]["0"]["actions"][0][0]}
        monkeypatch.setattr(store, "append", append)
        error = await client.ask("act", **act)
        assert (error["type"], error["code"]) == ("error", "busy")
        assert "nothing has changed" in error["message"]
        monkeypatch.undo()
        assert (await client.ask("act", **act))["position"] == 3


async def test_bots_wait_for_a_store_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("nmbr9", "person", "random", options={"cards": 1})
    store = server.app.state.service.store
    working = store.append
    tries = []

    async def append(table: str, events: Any) -> bool:
        tries.append(events)
        if len(tries) == 2:
            raise StoreError("the disk is full")
        return await working(table, events)

    monkeypatch.setattr(tables, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(store, "append", append)
    async with server.client() as client:
        picture = await client.ask("join", **opened)
        assert picture["thinking"] == [1]
        update = await client.receive()
        assert update["events"][0]["seat"] == 1
        assert len(tries) == 3


def change(server: Running, statement: str, *values: object) -> None:
    """Change what lies in the store behind the server's back."""
    with sqlite3.connect(server.app.state.service.store.path) as db:
        db.execute(statement, values)
    db.close()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("insert into events values (?, 1, 0, 'T6:6@c3', 0), (?1, 2, 0, 'stop', 0)", "event 2 is not possible"),
        ("insert into events values (?, 1, 0, 'castle', 0)", "event 1 is not possible"),
        ("insert into events values (?, 2, 0, 'T6:6@c3', 0)", "event 2 comes after event 0"),
        ("update tables set rules_version = 99 where id = ?", "version 99 of the rules"),
        ("update tables set game = 'chess' where id = ?", "There is no game 'chess'"),
        ("update tables set options = '{\"lists\": 3}' where id = ?", "'lists'"),
        ("update tables set options = '{\"lists\":' where id = ?", "cannot be read"),
        ("update tables set options = '[]' where id = ?", "cannot be read"),
        ("update tables set options = '' where id = ?", "cannot be read"),
        ("update tables set seats = 'nobody' where id = ?", "cannot be read"),
        ('update tables set seats = \'[{"kind": "cat", "name": ""}]\' where id = ?', "cannot be read"),
        ("update tables set origin = '3' where id = ?", "cannot be read"),
        (
            "update tables set options = replace('{\"lists\":' || hex(zeroblob(9999)), '00', '[') where id = ?",
            "cannot be read",
        ),
        ("update tables set options = '{\"players\": 2}' where id = ?", "makes no game"),
        ("update tables set seats = '[]' where id = ?", ""),
        ("update tables set seed = -1 where id = ?", ""),
        ("update tables set rules_version = -9223372036854775808 where id = ?", "of the rules"),
    ],
)
async def test_a_game_that_cannot_be_continued(
    server: Running, statement: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told what is wrong with it, and all others are as they were."""
    other, opened = server.open("toushi", "person"), server.open("toushi", "person")
    change(server, statement, opened["table"])
    async with server.client() as client:
        error = await client.ask("join", **opened)
        assert (error["type"], error["code"]) == ("error", "damaged")
        assert error["message"].startswith(f"The game at table '{opened['table']}' cannot be continued: ")
        assert words in error["message"]
        assert (await client.ask("join", **other))["type"] == "table"
    listed = [table["table"] for table in server.http.get("/api/tables").json()["tables"]]
    assert listed[0] == other["table"]
    assert opened["table"] not in listed
    assert "Traceback" not in caplog.text
    for answer in (
        server.http.get(f"/api/tables/{opened['table']}"),
        server.http.get(f"/api/tables/{opened['table']}/record"),
        server.http.post("/api/tables", json={"from": {"table": opened["table"], "position": 0}}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "damaged")
        assert words in answer.json()["error"]["message"]
    with anyio.fail_after(10):
        while server.live:
            await anyio.sleep(0.005)


# The store's file


async def lose(client: Any, opened: Any, picture: Any) -> Any:
    """Act at a table whose store is in trouble; the answer."""
    action = picture["legal"]["0"]["actions"][0][0]
    return await client.ask("act", table=opened["table"], position=picture["position"], seat=0, action=action)


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def delete_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def delete_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("happens", [delete, delete_all, delete_log, rename, replace, delete_folder])
async def test_a_file_that_is_lost_is_noticed(serving: Any, tmp_path: Path, happens: Any) -> None:
    """Nothing is acknowledged that would be gone, and who follows a table is told at once."""
    path = tmp_path / "store" / "tables.db"
    with serving(path) as server:
        opened = server.open("nmbr9", "person")
        async with server.client() as client:
            picture = await client.ask("join", **opened)
            happens(path)
            action = picture["legal"]["0"]["actions"][0][0]
            act = await client.send("act", table=opened["table"], position=1, seat=0, action=action)
            errors = [await client.receive() for _ in range(2)]  # to the act, and to all who follow the table
            assert {error["id"] for error in errors} == {act, None}
            for error in errors:
                assert (error["type"], error["code"]) == ("error", "store")
                assert "deleted or replaced" in error["message"]
                assert "ry again" not in error["message"]
            answer = server.http.post("/api/tables", json={"game": "toushi", "seats": [{"kind": "person"}]})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
            assert str(tmp_path) not in answer.text
            assert (await client.ask("join", table="zzz"))["code"] == "store"


@pytest.mark.parametrize(
    ("statement", "words"),
    [("drop table events", "damaged"), ("alter table events drop column time", "damaged")],
)
async def test_a_store_that_loses_a_table_is_told_as_lasting(
    serving: Any, tmp_path: Path, statement: str, words: str
) -> None:
    with serving(tmp_path / "tables.db") as server:
        opened = server.open("nmbr9", "person")
        async with server.client() as client:
            picture = await client.ask("join", **opened)
            change(server, statement)
            error = await lose(client, opened, picture)
            assert (error["code"], words in error["message"]) == ("store", True)
            assert "ry again" not in error["message"]


async def test_pages_that_are_damaged_are_told_as_lasting(serving: Any, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with serving(path) as server:
        opened = server.open("nmbr9", "person")
    with serving(path) as server:
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        answer = server.http.get(f"/api/tables/{opened['table']}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
        assert "damaged" in answer.json()["error"]["message"]


async def test_a_store_that_cannot_be_written_is_told_as_lasting(serving: Any, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        opened = server.open("nmbr9", "person")
        async with server.client() as client:
            picture = await client.ask("join", **opened)
            store = server.app.state.service.store
            await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(
                    store._write(lambda db: db.execute("pragma query_only = on"), alone=True), store._loop
                )
            )
            error = await lose(client, opened, picture)
            assert error["code"] == "store"
            assert "cannot be written" in error["message"]


async def test_a_bot_does_not_try_for_ever(serving: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path / "tables.db") as server:
        opened = server.open("nmbr9", "random")
        delete(tmp_path / "tables.db")
        async with server.client() as client:
            assert (await client.ask("join", **opened))["code"] == "store"
    assert "Traceback" not in caplog.text


async def test_a_kill_between_decision_and_chance(serving: Any, tmp_path: Path) -> None:
    """A log that ends where chance is due goes on with the chance that would have come."""
    with serving(tmp_path / "tables.db") as server:
        opened = server.open("toushi", "person", seed=6)
        async with server.client() as client:
            picture = await client.ask("join", **opened)
            update = await client.ask("act", table=opened["table"], position=0, seat=0, action="T6:6@c3")
            update = await client.ask("act", table=opened["table"], position=1, seat=0, action="roll T8:5")
            assert [event["text"][0] for event in update["events"]] == ["r", "*"]
            await client.send("leave", table=opened["table"])
            with anyio.fail_after(10):
                while server.live:
                    await anyio.sleep(0.005)
            change(server, "delete from events where table_id = ? and number = 3", opened["table"])
            picture = await client.ask("join", **opened)
            assert picture["position"] == 3
            assert picture["log"][2]["text"] == update["events"][1]["text"]
