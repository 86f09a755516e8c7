"""When the server itself is in trouble: clients are told, nothing is lost, and nobody reads a traceback."""

from __future__ import annotations

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
    ],
)
async def test_a_game_that_cannot_be_continued(server: Running, statement: str, words: str) -> None:
    opened = server.open("toushi", "person")
    change(server, statement, opened["table"])
    async with server.client() as client:
        error = await client.ask("join", **opened)
        assert (error["type"], error["code"]) == ("error", "table")
        assert words in error["message"]
    for answer in (
        server.http.get(f"/api/tables/{opened['table']}/record"),
        server.http.post("/api/tables", json={"from": {"table": opened["table"], "position": 0}}),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "table")
        assert words in answer.json()["error"]["message"]
    assert server.live == 0


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
