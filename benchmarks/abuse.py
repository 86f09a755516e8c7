"""What a person at the table notices while others ask for as much as they can.

    python -m benchmarks abuse [--seconds 10] [--game nmbr9] [--only WHAT …]

The server is one process, and those who ask for too much are another. A person acts every 50 ms and asks for a hint now
and then; the times are those until the answer. The table also tells how many answers a second the others were given,
and what memory the server has taken by the end, and after they have gone.
"""

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from benchmarks._serving import Picture, receive, serving, write
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import abaculus

PERSON: dict[str, Any] = {"kind": "person"}
answers = 0


async def open_table(host: str, game: str) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=120) as http:
        seats = [PERSON] * abaculus.game_types()[game].default_players
        opened: dict[str, Any] = (await http.post("/api/tables", json={"game": game, "seats": seats})).json()
        return opened


async def sit_down(socket: ClientConnection, host: str, game: str) -> tuple[str, Picture]:
    opened = await open_table(host, game)
    await socket.send(write({"type": "join", **opened}), text=True)
    return opened["table"], await receive(socket)


# Those who ask for too much


async def ask_again_and_again(host: str, game: str, at_once: int = 30, **request: Any) -> None:
    """Send requests as fast as they are answered, always so many ahead."""
    global answers
    async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
        table, picture = await sit_down(socket, host, game)
        request |= {"table": table, "position": picture.position}
        if request["type"] != "look":
            request["seat"] = int(min(picture.legal))
        for _ in range(at_once):
            await socket.send(write(request), text=True)
        while True:
            await socket.recv()
            answers += 1
            await socket.send(write(request), text=True)


async def get_again_and_again(host: str, game: str) -> None:
    global answers
    table = (await open_table(host, game))["table"]
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=120) as http:
        while True:
            await http.get(f"/api/tables/{table}")
            answers += 1


async def open_again_and_again(host: str, game: str) -> None:
    """Open tables, as if from another address than the person's."""
    global answers
    elsewhere = {"X-Forwarded-For": "203.0.113.9"}
    async with httpx.AsyncClient(base_url=f"http://{host}", headers=elsewhere, timeout=120) as http:
        while True:
            answer = await http.post("/api/tables", json={"game": game, "seats": [PERSON]})
            answers += answer.status_code == 201


async def say_nothing(host: str, _: str) -> None:
    name, port = host.split(":")
    while True:
        with contextlib.suppress(OSError):
            reader, _ = await asyncio.open_connection(name, int(port))
            await reader.read()
        await asyncio.sleep(1)


async def read_nothing(host: str, game: str) -> None:
    """Join again and again, and never read what comes."""
    async with connect(f"ws://{host}/api/ws", max_size=None, max_queue=1, compression=None) as socket:
        opened = await open_table(host, game)
        while True:
            await socket.send(write({"type": "join", **opened}), text=True)
            await asyncio.sleep(0.01)


Abuse = Callable[[str, str], Awaitable[None]]
WAYS: dict[str, tuple[int, Abuse | None]] = {
    "nothing": (0, None),
    "why": (10, lambda *at: ask_again_and_again(*at, type="why", action="r0@9,9")),
    "illegal acts": (10, lambda *at: ask_again_and_again(*at, type="act", action="r0@9,9")),
    "look": (10, lambda *at: ask_again_and_again(*at, type="look")),
    "rate": (50, lambda *at: ask_again_and_again(*at, type="rate", at_once=1)),
    "glances": (10, get_again_and_again),
    "new tables": (10, open_again_and_again),
    "silent": (1200, say_nothing),
    "not reading": (200, read_nothing),
}


async def abuse(host: str, game: str, what: str, seconds: float) -> None:
    """Ask for too much for so long, and print the answers a second."""
    many, way = WAYS[what]
    assert way is not None

    async def go_on() -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:  # whoever is thrown out comes back
            with contextlib.suppress(Exception):
                await way(host, game)
            await asyncio.sleep(0.2)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(go_on() for _ in range(many)))
    print(answers / seconds)


# The person


async def play(host: str, game: str, seconds: float) -> tuple[list[float], list[float]]:
    """The seconds that each act took and each hint."""
    acts, hints, chooser = [], [], random.Random(1)
    end = time.perf_counter() + seconds
    async with connect(f"ws://{host}/api/ws", max_size=None, open_timeout=120) as socket:
        while time.perf_counter() < end:
            table, picture = await sit_down(socket, host, game)
            while picture.legal and (start := time.perf_counter()) < end:
                seat = int(min(picture.legal))
                position = {"table": table, "position": picture.position, "seat": seat}
                if len(hints) < len(acts) / 60:
                    await socket.send(write({"type": "rate", **position}), text=True)
                    await receive(socket)
                    hints.append(time.perf_counter() - start)
                    start = time.perf_counter()
                action = chooser.choice(picture.legal[str(seat)].actions)[0]
                await socket.send(write({"type": "act", **position, "action": action}), text=True)
                picture = await receive(socket)
                acts.append(time.perf_counter() - start)
                await asyncio.sleep(0.05)
            await socket.send(write({"type": "leave", "table": table}), text=True)
    return acts, hints


def memory(process: int) -> float:
    """The megabytes that a process has in memory; 0 where that cannot be told."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure(host: str, process: int, game: str, what: str, seconds: float) -> tuple[str, ...]:
    before = memory(process)
    command = [sys.executable, "-m", "benchmarks", "abuse", "--at", host, "--only", what, "--game", game]
    command += ["--seconds", str(seconds + 4)]
    others = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
    with others:
        time.sleep(4 if WAYS[what][0] else 0)
        try:
            acts, hints = asyncio.run(asyncio.wait_for(play(host, game, seconds), 6 * seconds))
        except (OSError, TimeoutError, httpx.HTTPError, WebSocketException) as error:
            return what, "", f"shut out: {type(error).__name__}", "", "", "", ""
        finally:
            during = memory(process)
            answered = float(others.communicate()[0] or 0)
    if what == "not reading":
        time.sleep(10)
    return (
        what,
        f"{statistics.median(acts) * 1000:.0f} ms",
        f"{statistics.quantiles(acts, n=100)[-1] * 1000:.0f} ms",
        f"{statistics.median(hints):.2f} s",
        f"{max(hints):.2f} s",
        f"{answered:,.0f}",
        f"{during - before:+.0f} → {memory(process) - before:+.0f} MB",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--game", default="nmbr9", choices=list(abaculus.game_types()))
    parser.add_argument("--only", nargs="+", default=list(WAYS), choices=list(WAYS))
    parser.add_argument("--at", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.at:
        many = WAYS[given.only[0]][0]
        if many:
            asyncio.run(abuse(given.at, given.game, given.only[0], given.seconds))
        return
    headings = ("others ask for", "act, p50", "act, p99", "hint, p50", "longest", "answers/s", "memory")
    results = Table(*headings, title=f"{given.game}: what a person waits for", title_justify="left")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder, "server.db")) as server:
        asyncio.run(play(server.host, given.game, 3))
        server.wait_until_quiet()
        for what in given.only:
            results.add_row(*measure(server.host, server.process_id, given.game, what, given.seconds))
    Console(width=None if os.isatty(1) else 120).print(results)


if __name__ == "__main__":
    main()
