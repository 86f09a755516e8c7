"""How long a person waits for a bot, and for a hint, beside tables of bots and others who ask for hints.

    python -m benchmarks waiting [--game nmbr9] [--tables 20] [--askers 50] [--moves 10]

The server is another process. At each table beside two experts play each other, followed by a client; those who ask for
hints do so one after another. Times are medians, and the longest of all.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from benchmarks._serving import receive, serving, write
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

import abaculus

PERSON: dict[str, Any] = {"kind": "person"}


async def open_table(http: httpx.AsyncClient, game: str, *seats: dict[str, Any]) -> dict[str, Any]:
    """A new table."""
    answer = await http.post("/api/tables", json={"game": game, "seats": seats})
    answer.raise_for_status()
    opened: dict[str, Any] = answer.json()
    return opened


async def ask(socket: ClientConnection, **request: Any) -> None:
    await socket.send(write(request), text=True)


async def follow(host: str, http: httpx.AsyncClient, game: str) -> None:
    """Look on while two experts play, game after game."""
    experts = [{"kind": "bot", "bot": "expert"}] * 2
    async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
        while True:
            table = (await open_table(http, game, *experts))["table"]
            await ask(socket, type="join", table=table)
            while (await receive(socket)).thinking:
                pass
            await ask(socket, type="leave", table=table)


async def ask_for_hints(host: str, http: httpx.AsyncClient, game: str) -> None:
    """Ask for the same hint again and again."""
    async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
        opened = await open_table(http, game, PERSON, PERSON)
        await ask(socket, type="join", **opened)
        picture = await receive(socket)
        while True:
            await hint(socket, opened["table"], picture)


async def hint(socket: ClientConnection, table: str, picture: Any) -> float:
    """The seconds that a hint took."""
    start = time.perf_counter()
    await ask(socket, type="rate", table=table, position=picture.position, seat=int(min(picture.legal)))
    await receive(socket)
    return time.perf_counter() - start


async def play(host: str, http: httpx.AsyncClient, game: str, bot: str, moves: int) -> list[float]:
    """The seconds that a bot took for each of its moves, in games with a person who takes a moment for each."""
    took: list[float] = []
    async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
        while len(took) < moves:
            opened = await open_table(http, game, PERSON, {"kind": "bot", "bot": bot})
            await ask(socket, type="join", **opened)
            picture = await receive(socket)
            while (picture.legal or picture.thinking) and len(took) < moves:
                start = time.perf_counter()
                waits = bool(picture.thinking)
                while picture.thinking:
                    picture = await receive(socket)
                if waits:
                    took.append(time.perf_counter() - start)
                if "0" in picture.legal:
                    await asyncio.sleep(0.2)
                    await ask(
                        socket,
                        type="act",
                        table=opened["table"],
                        position=picture.position,
                        seat=0,
                        action=picture.legal["0"].actions[-1][0],
                    )
                    picture = await receive(socket)
            await ask(socket, type="leave", table=opened["table"])
    return took


async def hints(host: str, http: httpx.AsyncClient, game: str, moves: int) -> list[float]:
    """The seconds that each of some hints took that a person asks for now and then."""
    took: list[float] = []
    async with connect(f"ws://{host}/api/ws", max_size=None) as socket:
        opened = await open_table(http, game, PERSON, PERSON)
        await ask(socket, type="join", **opened)
        picture = await receive(socket)
        for _ in range(moves):
            await asyncio.sleep(1)
            took.append(await hint(socket, opened["table"], picture))
    return took


async def measure(host: str, game: str, tables: int, askers: int, moves: int) -> Table:
    results = Table(title=f"{game}: what a person waits for", title_justify="left")
    for heading in ("", "alone", "longest", f"beside {tables} tables, {askers} askers", "longest"):
        results.add_column(heading)
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as http, AsyncExitStack() as stack:
        waits = {
            "an easy bot": lambda: play(host, http, game, "easy", moves),
            "an expert": lambda: play(host, http, game, "expert", moves),
            "a hint": lambda: hints(host, http, game, moves),
        }
        alone = {what: await wait() for what, wait in waits.items()}
        group = await stack.enter_async_context(asyncio.TaskGroup())
        busy = [group.create_task(follow(host, http, game)) for _ in range(tables)]
        busy += [group.create_task(ask_for_hints(host, http, game)) for _ in range(askers)]
        await asyncio.sleep(10)
        beside = {what: await wait() for what, wait in waits.items()}
        for task in busy:
            task.cancel()
    for what in waits:
        figures = (
            f"{figure:.2f} s" for took in (alone[what], beside[what]) for figure in (statistics.median(took), max(took))
        )
        results.add_row(what, *figures)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="nmbr9", choices=list(abaculus.game_types()))
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--askers", type=int, default=50)
    parser.add_argument("--moves", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder, "server.db")) as server:
        asyncio.run(play_until_ready(server.host, given.game))
        server.wait_until_quiet()
        Console().print(asyncio.run(measure(server.host, given.game, given.tables, given.askers, given.moves)))


async def play_until_ready(host: str, game: str) -> None:
    """Wait for a hint: the engine is compiled then."""
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=600) as http:
        await play(host, http, game, "expert", 1)


if __name__ == "__main__":
    main()
