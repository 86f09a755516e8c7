"""A server to be measured, and the messages that its clients need."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

SERVER = """
import sys, threading, time
from abaculus.server.serve import run

def tell_processor_time():
    for _ in sys.stdin:
        print(time.process_time(), flush=True)

threading.Thread(target=tell_processor_time, daemon=True).start()
run(port=0, store_path=sys.argv[1])
"""
QUIET = 0.05
"""A server that does nothing uses less than this part of a processor."""


class Legal(msgspec.Struct):
    actions: list[list[Any]]


class Picture(msgspec.Struct):
    """What a client needs of a message: of all but `table` and `update` its type is enough."""

    type: str
    position: int = -1
    legal: dict[str, Legal] = {}
    thinking: list[int] = []


write = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Picture).decode


async def receive(socket: ClientConnection) -> Picture:
    """The next message about the game: others, as while kernels are compiled, are passed over."""
    while (message := _decode(await socket.recv())).type not in ("table", "update", "ratings"):
        if message.type == "error":
            raise RuntimeError("the server refused a request")
    return message


class Server:
    """A server in a process of its own, which tells how much processor time it has used."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.host = self._read().split("//")[1].rstrip("/")

    @property
    def process_id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def processor_time(self) -> float:
        """The seconds of processor time that the process has used."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._read())

    def wait_until_quiet(self) -> None:
        """Wait until nothing is compiled ahead any more."""
        used = self.processor_time()
        while True:
            time.sleep(1)
            before, used = used, self.processor_time()
            if used - before < QUIET:
                return

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def serving(store: Path) -> Iterator[Server]:
    """Run a server while the context lasts."""
    command = [sys.executable, "-c", SERVER, str(store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Server(process)
        finally:
            process.terminate()
