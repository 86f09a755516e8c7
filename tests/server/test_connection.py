"""A client that does not keep up is dropped, and nobody waits for it."""

from __future__ import annotations

from typing import Any, cast

import anyio
import pytest
from starlette.websockets import WebSocket

from abaculus.server.connection import CHARACTERS_WAITING, TOO_SLOW, Connection
from abaculus.server.limits import Pacer
from abaculus.server.tables import Tables

pytestmark = pytest.mark.anyio


class Stuck:
    """A socket whose client takes only so many messages, and sends none."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.sent: list[str] = []
        self.closed: tuple[int, str] | None = None

    async def accept(self) -> None:
        pass

    async def receive(self) -> Any:
        await anyio.sleep_forever()

    async def send_text(self, text: str) -> None:
        if len(self.sent) == self.takes:
            await anyio.sleep_forever()
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


async def test_messages_keep_their_order_until_too_many_wait() -> None:
    socket = Stuck(takes=10)
    connection = Connection(cast(WebSocket, socket), cast(Tables, None), Pacer())
    messages = [str(number).ljust(CHARACTERS_WAITING // 10) for number in range(30)]
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(connection.serve)
            for message in messages:
                await anyio.sleep(0)
                connection.send(message)
    assert socket.sent == messages[:10]
    assert socket.closed is not None
    assert socket.closed[0] == TOO_SLOW
