"""SIGKILL at any moment: every acknowledged move is there after the restart."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event, Seat, TableRow

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
]

SERVER = "import sys; from abaculus.server.serve import run; run(port=0, store_path=sys.argv[1])"


def start(store: Path) -> tuple[subprocess.Popen[str], str]:
    """A server process, and its host and port."""
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(store)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "abaculus is at http://" in line
    return process, line.split("//")[1].strip().rstrip("/")


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()
    assert process.returncode == -signal.SIGKILL


class Player:
    """Plays at one table at random, joins again after each restart, and remembers what it was told."""

    def __init__(self, opened: dict[str, str], seed: int) -> None:
        self.opened = opened
        self.random = random.Random(seed)
        self.told: list[dict[str, Any]] = []

    async def play(self, host: str) -> None:
        """Play until the connection breaks; check first that all of what was told before is still there."""
        with contextlib.suppress(ConnectionClosed, ConnectionError):
            async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
                await socket.send(json.dumps({"type": "join", **self.opened}))
                message = json.loads(await socket.recv())
                assert message["log"][: len(self.told)] == self.told
                self.told = message["log"]
                while message["legal"]:
                    rows = message["legal"]["0"]["actions"]
                    await socket.send(
                        json.dumps(
                            {
                                "type": "act",
                                "table": self.opened["table"],
                                "position": message["position"],
                                "seat": 0,
                                "action": self.random.choice(rows)[0],
                            }
                        )
                    )
                    while (message := json.loads(await socket.recv()))["type"] == "warmup":
                        pass
                    self.told = self.told + message["events"]


@pytest.mark.parametrize("kills", [4])
async def test_every_acknowledged_move_outlives_the_server(tmp_path: Path, kills: int) -> None:
    moments = random.Random(8)
    process, host = start(tmp_path / "tables.db")
    players = []
    for number in range(6):
        body = {"game": "nmbr9", "seats": [{"kind": "person"}], "seed": number}
        players.append(Player(httpx.post(f"http://{host}/api/tables", json=body).json(), number))
    for _ in range(kills):
        before = sum(len(player.told) for player in players)
        playing = asyncio.gather(*(player.play(host) for player in players))
        async with asyncio.timeout(60):
            while sum(len(player.told) for player in players) < before + 20 and not playing.done():
                await asyncio.sleep(0.001)
        await asyncio.sleep(moments.uniform(0, 0.03))
        kill(process)
        await playing
        process, host = start(tmp_path / "tables.db")
    await asyncio.gather(*(player.play(host) for player in players))
    kill(process)
    assert all(len(player.told) == 40 for player in players)


APPENDER = """
import asyncio, sys
from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event

async def client(store, table):
    number = len(await store.events(table))
    while True:
        number += 1
        assert await store.append(table, [Event(number, 0, "x", 0.0)])
        print(table, number, flush=True)

async def main(path):
    store = SqliteStore(path)
    await store.open()
    await asyncio.gather(*(client(store, table.id) for table in await store.tables()))

asyncio.run(main(sys.argv[1]))
"""


async def test_every_acknowledged_append_outlives_the_process(tmp_path: Path) -> None:
    moments = random.Random(9)
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    await store.open()
    tables = [f"t{number}" for number in range(8)]
    for table in tables:
        await store.create(TableRow(table, "any", 1, {}, (Seat("person", "Ann"),), 1, b"", 0.0))
    acknowledged = dict.fromkeys(tables, 0)
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", APPENDER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        await asyncio.sleep(moments.uniform(0, 0.05))
        process.kill()
        for line in process.stdout.read().splitlines():
            with contextlib.suppress(ValueError):  # the last line may be cut
                table, number = line.split(" ")
                acknowledged[table] = int(number)
        process.stdout.close()
        process.wait()
        for table in tables:
            events = await store.events(table)
            assert events == [Event(number, 0, "x", 0.0) for number in range(1, len(events) + 1)]
            assert len(events) >= acknowledged[table]
    assert sum(acknowledged.values()) > 100
    await store.close()
