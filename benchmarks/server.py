"""How much the online table takes: moves a second and the time to an acknowledgement.

    python benchmarks/server.py [--clients 50] [--seconds 5] [--game toushi]

First the store alone, then a server process whose clients, one a table, play at random over the WebSocket as fast as
they are answered. A move is a stored decision; the chance that it brings is stored with it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event, Seat, TableRow

SERVER = "import sys; from abaculus.server.serve import run; run(port=0, store_path=sys.argv[1])"


class Legal(msgspec.Struct):
    actions: list[list[Any]]


class Picture(msgspec.Struct):
    """What a player at random needs of a `table` or `update`."""

    position: int
    legal: dict[str, Legal]


read = msgspec.json.Decoder(Picture).decode
write = msgspec.json.Encoder().encode


async def append_alone(path: Path, clients: int, seconds: float) -> list[float]:
    """The seconds each append took, of many clients that append one event after another."""
    store = SqliteStore(path)
    await store.open()
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def client(table: str) -> None:
        await store.create(TableRow(table, "any", 1, {}, (Seat("person", "Ann"),), 1, b"", 0.0))
        number = 0
        while (start := time.perf_counter()) < end:
            number += 1
            assert await store.append(table, [Event(number, 0, "r0@3,-2", 0.0)])
            took.append(time.perf_counter() - start)

    await asyncio.gather(*(client(f"t{number}") for number in range(clients)))
    await store.close()
    return took


async def play_online(host: str, game: str, clients: int, seconds: float) -> list[float]:
    """The seconds each move took from its sending to the update."""
    took: list[float] = []

    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as http:
        end = time.perf_counter() + seconds

        async def client(seed: int) -> None:
            chooser = random.Random(seed)
            async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
                while time.perf_counter() < end:
                    opened = await http.post("/api/tables", json={"game": game, "seats": [{"kind": "person"}]})
                    await socket.send(write({"type": "join", **opened.json()}), text=True)
                    table = opened.json()["table"]
                    picture = read(await socket.recv())
                    while picture.legal and (start := time.perf_counter()) < end:
                        action = chooser.choice(picture.legal["0"].actions)[0]
                        act = {"type": "act", "table": table, "position": picture.position, "seat": 0, "action": action}
                        await socket.send(write(act), text=True)
                        picture = read(await socket.recv())
                        took.append(time.perf_counter() - start)
                    await socket.send(write({"type": "leave", "table": table}), text=True)

        await asyncio.gather(*(client(seed) for seed in range(clients)))
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="toushi")
    options = parser.parse_args()

    results = Table("", "clients", "moves/s", "ack median", "ack 95 %")

    def report(what: str, clients: int, took: list[float]) -> None:
        median, worst = statistics.median(took) * 1000, statistics.quantiles(took, n=20)[-1] * 1000
        results.add_row(
            what, str(clients), f"{len(took) / options.seconds:,.0f}", f"{median:.1f} ms", f"{worst:.1f} ms"
        )

    with tempfile.TemporaryDirectory() as folder:
        for clients in 1, options.clients, 200:
            path = Path(folder, f"store{clients}.db")
            report("store alone", clients, asyncio.run(append_alone(path, clients, options.seconds)))
        command = [sys.executable, "-c", SERVER, str(Path(folder, "server.db"))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                host = server.stdout.readline().split("//")[1].strip().rstrip("/")
                asyncio.run(play_online(host, options.game, 1, 0))  # its kernels are compiled then
                for clients in 1, options.clients:
                    took = asyncio.run(play_online(host, options.game, clients, options.seconds))
                    report(f"server, {options.game}", clients, took)
            finally:
                server.terminate()
    Console().print(results)


if __name__ == "__main__":
    main()
