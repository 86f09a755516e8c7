"""A connection that dies without being closed, as when a computer sleeps or changes its network."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect


class Proxy:
    """A way to the server that can swallow whatever is sent, while its connections stay open."""

    def __init__(self, server: str) -> None:
        self._server = urlsplit(server)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy")
        self._pumps: set[asyncio.Task[None]] = set()
        self.to_server = self.to_client = True
        """Whether what is sent in this direction arrives."""

    def start(self) -> str:
        self._thread.start()
        start = asyncio.start_server(self._connect, "127.0.0.1", 0)
        self._listener = asyncio.run_coroutine_threadsafe(start, self._loop).result()
        return f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._listener.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._server.hostname, self._server.port)
        for pump in (
            self._pump(reader, back, lambda: self.to_server),
            self._pump(there, writer, lambda: self.to_client),
        ):
            task = asyncio.create_task(pump)
            self._pumps.add(task)
            task.add_done_callback(self._pumps.discard)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, arrives: Callable[[], bool]
    ) -> None:
        try:
            with suppress(OSError):
                while data := await reader.read(65536):
                    if arrives():
                        writer.write(data)
                        await writer.drain()
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    proxy = Proxy(server)
    yield proxy
    proxy.stop()


@pytest.fixture
def behind(proxy: Proxy, table: Any) -> Any:
    """A table of Tóushì that the browser reaches by the proxy, with a first move chosen."""
    table.page.goto(proxy.start())
    table.page.locator("[data-play=toushi]").click()
    table.board.wait_for()
    table.type("T6:4@c3")
    expect(table.status).to_contain_text("Chosen")
    return table


@pytest.mark.parametrize("stored", [False, True], ids=["before the move arrives", "after it is stored"])
def test_a_dead_connection_is_noticed_and_the_move_counts_once(
    behind: Any, proxy: Proxy, axe: Callable[..., list[str]], stored: bool
) -> None:
    page = behind.page
    page.emulate_media(reduced_motion="reduce")
    proxy.to_client = False
    proxy.to_server = stored
    page.keyboard.press("Enter")
    link = page.get_by_test_id("link")
    expect(behind.status).to_contain_text("Waiting for the server’s answer")
    expect(link).to_have_attribute("data-state", "lost", timeout=8_000)
    expect(link).to_contain_text("Connection lost")
    expect(behind.status).to_contain_text("There is no connection to the server")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    assert axe(page) == []

    proxy.to_client = proxy.to_server = True
    expect(link).to_have_attribute("data-state", "open", timeout=30_000)
    if stored:
        expect(page.locator("main")).to_have_attribute("data-position", "1")
        expect(page.get_by_test_id("confirm")).to_be_disabled()
    else:
        expect(behind.status).to_contain_text("Chosen")
        page.get_by_test_id("confirm").click()
        expect(page.locator("main")).to_have_attribute("data-position", "1")
    log = page.get_by_test_id("log").locator("[data-event]")
    expect(log).to_have_count(1)
    expect(log).to_contain_text("T6:4@c3")
    behind.type("roll T8:5")
    behind.confirm(lambda: page.keyboard.press("Enter"))
    assert behind.position == 3


@pytest.mark.parametrize("event", ["online", "visibilitychange"])
def test_a_dead_connection_is_looked_for_when_the_browser_wakes(behind: Any, proxy: Proxy, event: str) -> None:
    page = behind.page
    proxy.to_client = proxy.to_server = False
    page.evaluate("event => (event === 'online' ? window : document).dispatchEvent(new Event(event))", event)
    link = page.get_by_test_id("link")
    expect(link).not_to_have_attribute("data-state", "open", timeout=6_000)
    proxy.to_client = proxy.to_server = True
    expect(link).to_have_attribute("data-state", "open", timeout=30_000)
    behind.confirm(lambda: page.keyboard.press("Enter"))
    assert behind.position == 1


def test_a_server_that_does_not_answer_is_told_on_the_start_page(proxy: Proxy, page: Page) -> None:
    page.goto(proxy.start())
    play = page.locator("[data-play=toushi]")
    play.wait_for()
    proxy.to_client = proxy.to_server = False
    play.click()
    expect(page.get_by_test_id("working")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer", timeout=10_000)
    proxy.to_client = proxy.to_server = True
    play.click()
    page.get_by_test_id("board").wait_for(timeout=30_000)
