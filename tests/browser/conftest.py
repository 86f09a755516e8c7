"""A real browser in front of a real server.

Run these tests by themselves (`make test` does): Playwright leaves an event loop running in the main thread.
What a failed test saw lies in `test-results/`, as a screenshot. With `--tracing retain-on-failure` there is a trace for
`playwright show-trace`, too, and the tests take twice as long.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
THINKING_MILLISECONDS = 50

expect.set_options(timeout=15_000)  # a busy machine is slow, not wrong


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("screenshot") == "off":
        config.option.screenshot = "only-on-failure"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": chromium,
        "args": [
            "--no-sandbox",  # containers, and root, have none
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@contextmanager
def serving(store: Path, **options: Any) -> Iterator[str]:
    """The address of the online table, served by a thread of this process; ``options`` are those of ``create_app``."""
    from abaculus.server.app import create_app
    from abaculus.server.serve import Server, listen

    app = create_app(store, thinking_milliseconds=THINKING_MILLISECONDS, **options)
    with listen("127.0.0.1", 0) as listener:
        running = Server(app)
        thread = threading.Thread(target=running.run, args=([listener],), name="server")
        thread.start()
        try:
            deadline = time.monotonic() + 60
            while not running.started:
                assert thread.is_alive(), "the server stopped while it was starting"
                assert time.monotonic() < deadline, "the server did not start within a minute"
                time.sleep(0.02)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join(30)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the online table, served from a new store."""
    with serving(tmp_path_factory.mktemp("server") / "tables.db") as address:
        yield address


@pytest.fixture
def server_under_path(tmp_path: Path) -> Iterator[str]:
    """The address of another online table, which a proxy shows under a path."""
    with serving(tmp_path / "tables.db", root_path="/games/numbers") as address:
        yield f"{address}/games/numbers"


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


@pytest.fixture(scope="session")
def base_url(chromium: str, server: str) -> str:
    """What `page.goto("/")` goes to."""
    return server


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """Looks for what hinders people: `assert axe(page) == []`.

    Each entry names the rule and the elements that break it. `axe(page, "#board")` looks at a part of the page;
    further arguments by name are axe's own options (`rules={"region": {"enabled": False}}`).
    """

    def look(page: Page, part: str | None = None, **options: Any) -> list[str]:
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("([part, options]) => axe.run(part ?? document, options)", [part, options])
        return [
            f"{violation['id']} ({violation['impact']}): {violation['help']}: "
            + "; ".join(" ".join(str(step) for step in node["target"]) for node in violation["nodes"])
            for violation in found["violations"]
        ]

    return look


class TablePage:
    """The page of a table, in the words of a player."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.result = page.get_by_test_id("result")
        self.status = page.get_by_test_id("status")
        self.reason = page.get_by_test_id("reason")

    def play_from_start(self, game: str) -> None:
        """What one click on the start page begins."""
        self.page.goto("/")
        self.page.locator(f"[data-play='{game}']").click()
        self.board.wait_for()

    def play_with_seed(self, game: str, seed: int, seats: Sequence[str] | None = None, **options: str) -> None:
        """The same, with a luck that is known; a seat is `bot:` and the name of a bot, or the name of a person."""
        self.page.goto(f"/setup/{game}")
        if seats is not None:
            self._seat(seats)
        for name, value in options.items():
            field = self.page.locator(f"[data-option={name}]")
            if field.evaluate("field => field.tagName === 'SELECT'"):
                field.select_option(value)
            else:
                field.fill(value)
        self.page.get_by_test_id("seed").fill(str(seed))
        self.page.get_by_test_id("start").click()
        self.board.wait_for()

    def _seat(self, seats: Sequence[str]) -> None:
        rows = self.page.locator("[data-seat]")
        rows.first.wait_for()
        for _ in range(rows.count(), len(seats)):
            self.page.get_by_test_id("add-seat").click()
        for _ in range(len(seats), rows.count()):
            rows.last.get_by_role("button").click()
        for row, seat in zip(rows.all(), seats, strict=True):
            is_bot = seat.startswith("bot:")
            row.locator("select").select_option(seat if is_bot else "person")
            row.locator("input").fill("" if is_bot else seat)

    def type(self, action: str) -> None:
        """Choose an action by its text."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(action)
        self.page.keyboard.press("Enter")

    def press_tab_until(self, condition: str) -> None:
        for _ in range(30):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(condition):
                return
        raise AssertionError(f"Tab never came to where {condition}")

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def position(self) -> int:
        """The number of the position that is shown."""
        return int(self.page.locator("main").get_attribute("data-position") or 0)

    @property
    def id(self) -> str:
        return self.page.locator("main").get_attribute("data-table") or ""

    @property
    def over(self) -> bool:
        return self.result.count() > 0

    def wait_for_turn(self) -> None:
        """Until there is something to choose, or the game is over."""
        self.page.wait_for_function(
            """() => document.querySelector('[data-testid=result]')
            || document.querySelector("[data-place], [data-lit=true], [data-action]")"""
        )

    def confirm(self, how: Callable[[], object]) -> None:
        """Confirm what is chosen, in this way, and wait until that is answered and the table has gone on."""
        before = self.position
        how()
        self.page.wait_for_function(
            """n => {
                const { newest, sending } = document.querySelector('main').dataset;
                return sending === 'false' && +newest > n;
            }""",
            arg=before,
        )
        self.wait_for_turn()


@pytest.fixture
def table(page: Page) -> TablePage:
    """The page of a table."""
    page.set_default_timeout(20_000)
    return TablePage(page)
