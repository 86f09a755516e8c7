"""A server that is killed: the browser picks the game up by itself."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

SERVE = """
import sys
from abaculus.server.serve import run
run(port=int(sys.argv[2]), store_path=sys.argv[1])
"""


class ServerProcess:
    """A server of its own process, at the same port from the second start on."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.port = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(self.store), str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().split()[-1]
        self.port = int(address.rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "tables.db")
    yield server
    server.kill()


def test_the_browser_goes_on_after_a_kill(table: Any, own_server: ServerProcess) -> None:
    page = table.page
    page.goto(f"http://127.0.0.1:{own_server.port}/")
    page.locator("[data-play=toushi]").click()
    table.board.wait_for()
    for text in ("T6:4@c3", "roll T8:5"):
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        table.confirm(lambda: page.keyboard.press("Enter"))
    before = page.get_by_test_id("log").inner_text()
    own_server.kill()
    expect(page.get_by_test_id("link")).to_be_visible()
    own_server.start()
    expect(page.get_by_test_id("link")).to_be_hidden(timeout=30_000)
    assert page.get_by_test_id("log").inner_text() == before
    assert table.position == 3
    table.wait_for_turn()
    page.locator("[data-square][data-lit=true], [data-action]").first.click()
