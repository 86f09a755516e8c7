"""The first minute: how long people wait who have just cloned the project, with all caches empty.

    python -m benchmarks first_minute [GAME …] [--runs 3] [--only table|environments|kernels]

table: a fresh clone of this checkout in an empty folder, ``make play``, then a game opened at the table. Told are the
seconds until the address is there; from then until the first move is made; and after it until a hint is there and
until a medium bot has moved (in games with several seats). environments: the first step of ``GameEnv`` and
``VectorEnv`` in a new process. kernels: the processor time of ``abaculus compile``.

The parts after the address talk to the server as the client does, over HTTP and a WebSocket.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import abaculus

ROOT = Path(__file__).parent.parent
PARTS = ("table", "environments", "kernels")
ENVIRONMENT = """
import sys, time
game = sys.argv[1]
if sys.argv[2] == "GameEnv":
    from abaculus.envs.gymnasium import GameEnv
    env = GameEnv(game)
    env.reset(seed=0)
    env.step(env.action_space.legal[0])
else:
    import numpy as np
    from abaculus.envs import VectorEnv
    envs = VectorEnv(game, num_envs=64)
    envs.reset(seed=0)
    envs.step(envs.sample_actions(np.random.default_rng(0)))
"""


@contextmanager
def empty_home() -> Iterator[tuple[Path, dict[str, str]]]:
    """A new folder, and an environment in which all caches are there and empty."""
    folder = Path(tempfile.mkdtemp(prefix="abaculus-first-minute-"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ABACULUS_"))}
    environment = {**kept, "HOME": str(folder / "home"), "PIP_CACHE_DIR": str(folder / "pip")}
    environment["npm_config_cache"] = str(folder / "npm")
    for name in ("MAKEFLAGS", "MAKELEVEL", "VIRTUAL_ENV"):
        environment.pop(name, None)
    (folder / "home").mkdir()
    try:
        yield folder, environment
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Player:
    """A client at a table."""

    def __init__(self, address: str, socket: ClientConnection) -> None:
        self._address = address
        self._socket = socket

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request; the answer to it."""
        await self._socket.send(json.dumps({"id": 1, **request}))
        while (message := await self.receive()).get("id") != 1:
            pass
        return message

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(await self._socket.recv())
        return message

    async def open(self, game: str) -> dict[str, Any]:
        """Open a table, against medium bots where there are others, and join it."""
        others = [{"kind": "bot", "bot": "medium"}] * (abaculus.game_types()[game].default_players - 1)
        async with httpx.AsyncClient() as http:
            body = {"game": game, "seats": [{"kind": "person"}, *others], "seed": 1}
            opened = (await http.post(f"{self._address}api/tables", json=body)).raise_for_status().json()
        return await self.ask(type="join", table=opened["table"], key=opened["key"])

    async def act(self, picture: dict[str, Any]) -> dict[str, Any]:
        """Make the first legal move of seat 0."""
        action = picture["legal"]["0"]["actions"][0][0]
        at = {"table": picture["table"], "position": picture["position"], "seat": 0}
        return await self.ask(type="act", action=action, **at)


async def sit_down(address: str, game: str) -> dict[str, float]:
    """Seconds from the click on a game to its first move, to the first hint and to the first move of a medium bot."""
    clicked = time.monotonic()
    waited = {}
    uri = address.replace("http", "ws", 1) + "api/ws"
    async with connect(uri, max_size=None) as socket, connect(uri, max_size=None) as other:
        player = Player(address, socket)
        picture = await player.open(game)
        while "0" not in picture["legal"]:
            picture = await player.receive()
            picture.setdefault("legal", {})
        asker = Player(address, other)
        asked = await asker.open(game)
        hint = asyncio.create_task(
            asker.ask(type="rate", table=asked["table"], position=asked["position"], seat=0)
            if "0" in asked["legal"]
            else asyncio.sleep(0)
        )
        picture = await player.act(picture)
        assert picture["type"] == "update", picture
        waited["first move"] = time.monotonic() - clicked
        while True:
            if any(event["seat"] not in (None, 0) for event in picture.get("events", [])):
                waited["bot's move"] = time.monotonic() - clicked
                break
            if "legal" in picture and "0" in picture["legal"]:
                if len(picture["thinking"]) == 0 and abaculus.game_types()[game].default_players == 1:
                    break
                if not picture["thinking"]:
                    picture = await player.act(picture)
                    continue
            picture = await player.receive()
        await hint
        waited["hint"] = time.monotonic() - clicked
    return waited


def at_the_table(game: str) -> dict[str, float]:
    """Seconds until the address is there, and what follows."""
    with empty_home() as (folder, environment):
        began = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", ROOT, folder / "abaculus"], check=True)
        command = ["make", "play", "ARGS=--no-browser --port 0"]
        where = {"cwd": folder / "abaculus", "env": environment, "start_new_session": True}
        make = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **where)
        try:
            assert make.stdout is not None
            line = next((line for line in make.stdout if "abaculus is at" in line), None)
            if line is None:
                raise SystemExit(f"make play ended with {make.wait()}")
            found = {"address": time.monotonic() - began}
            found |= asyncio.run(sit_down(line.split()[-1], game))
            return found | {"clone to first move": found["address"] + found["first move"]}
        finally:
            os.killpg(make.pid, signal.SIGINT)
            try:
                make.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(make.pid, signal.SIGKILL)


def in_new_process(command: list[str]) -> dict[str, float]:
    """Seconds and processor seconds of a command with an empty cache."""
    with empty_home() as (_, environment):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, env=environment, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return {"seconds": time.monotonic() - began, "processor seconds": used}


def show(what: str, run: int, figures: dict[str, float]) -> None:
    """One line of the report."""
    words = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in figures.items())
    print(f"run {run}, {what}: {words}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks first_minute",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all unless given")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", choices=PARTS)
    given = parser.parse_args()
    games = given.games or list(abaculus.game_types())
    wanted = [given.only] if given.only else PARTS
    for run in range(1, given.runs + 1):
        for game in games if "table" in wanted else ():
            show(f"{game} at the table", run, at_the_table(game))
        for game in games if "environments" in wanted else ():
            for kind in ("GameEnv", "VectorEnv"):
                show(f"{kind} of {game}", run, in_new_process([sys.executable, "-c", ENVIRONMENT, game, kind]))
        if "kernels" in wanted:
            command = [sys.executable, "-m", "abaculus", "compile", *given.games]
            show("all kernels", run, in_new_process(command))


if __name__ == "__main__":
    main()
