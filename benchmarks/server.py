"""How much the online table takes: moves a second and the time to an acknowledgement.

    python -m benchmarks server [--clients 10] [--seconds 5] [--game nmbr9 …] [--store]

A server process whose clients, one a table, play at random over the WebSocket as fast as they are answered. A move is a
stored decision; the chance that it brings is stored with it. The clients take at least as much of the machine as the
server does, so "moves/CPU s" counts the processor time of the server process alone, all its threads together. With
``--store`` the store is measured without a server, too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

import httpx
from benchmarks._serving import receive, serving, write
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect

import abaculus
from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event, Seat, TableRow


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
    seats = [{"kind": "person"}] * abaculus.game_types()[game].default_players

    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as http:
        end = time.perf_counter() + seconds

        async def client(seed: int) -> None:
            chooser = random.Random(seed)
            async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
                while time.perf_counter() < end:
                    opened = await http.post("/api/tables", json={"game": game, "seats": seats})
                    await socket.send(write({"type": "join", **opened.json()}), text=True)
                    table = opened.json()["table"]
                    picture = await receive(socket)
                    while picture.legal and (start := time.perf_counter()) < end:
                        seat = min(picture.legal)
                        action = chooser.choice(picture.legal[seat].actions)[0]
                        act = {
                            "type": "act",
                            "table": table,
                            "position": picture.position,
                            "seat": int(seat),
                            "action": action,
                        }
                        await socket.send(write(act), text=True)
                        picture = await receive(socket)
                        took.append(time.perf_counter() - start)
                    await socket.send(write({"type": "leave", "table": table}), text=True)

        await asyncio.gather(*(client(seed) for seed in range(clients)))
    return took


def milliseconds(took: list[float]) -> tuple[str, str]:
    """Median and 95th percentile."""
    if len(took) < 2:
        return "", ""
    return f"{statistics.median(took) * 1000:.1f} ms", f"{statistics.quantiles(took, n=20)[-1] * 1000:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", nargs="+", default=list(abaculus.game_types()))
    parser.add_argument("--store", action="store_true", help="measure the store without a server, too")
    options = parser.parse_args()

    results = Table("", "clients", "moves/s", "moves/CPU s", "ack median", "ack 95 %")
    with tempfile.TemporaryDirectory() as folder:
        for clients in (1, options.clients, 200) if options.store else ():
            path = Path(folder, f"store{clients}.db")
            before = time.process_time()
            took = asyncio.run(append_alone(path, clients, options.seconds))
            used = time.process_time() - before
            rates = (f"{len(took) / seconds:,.0f}" for seconds in (options.seconds, used))
            results.add_row("store alone", str(clients), *rates, *milliseconds(took))
        with serving(Path(folder, "server.db")) as server:
            for game in options.game:
                asyncio.run(play_online(server.host, game, 1, 0))  # its kernels are compiled then
            server.wait_until_quiet()
            for game in options.game:
                for clients in sorted({1, options.clients}):
                    before = server.processor_time()
                    took = asyncio.run(play_online(server.host, game, clients, options.seconds))
                    used = server.processor_time() - before
                    rates = (f"{len(took) / seconds:,.0f}" for seconds in (options.seconds, used))
                    results.add_row(game, str(clients), *rates, *milliseconds(took))
    Console().print(results)


if __name__ == "__main__":
    main()
