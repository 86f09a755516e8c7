"""Take the pictures of the table and the terminal anew: ``python website/pictures.py``.

Plays a game of NMBR 9 in a browser by the hints alone, on known luck, and writes ``docs/pictures``. Needs Chromium.
"""

import asyncio
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from abaculus import Luck
from abaculus.bots import Budget, make_bot
from abaculus.server.app import create_app
from abaculus.server.serve import Server, listen
from abaculus.terminal.app import TableApp
from abaculus.terminal.opening import new_session

PICTURES = Path(__file__).parents[1] / "docs/pictures"
DESK, PHONE = (1200, 1120), (360, 640)
HALFWAY = 12  # cards


@contextmanager
def served() -> Iterator[str]:
    """The address of a table with an empty store."""
    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        server = Server(create_app(Path(folder) / "tables.db"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def save(page: Page, name: str) -> None:
    """A picture of what is seen, in few colours, so that it is small."""
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(600)  # until all has moved to its place
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    Image.open(file).convert("RGB").quantize(192, dither=Image.Dither.NONE).save(file, optimize=True)


def open_game(page: Page, address: str, game: str, seed: int) -> None:
    page.goto(f"{address}/setup/{game}")
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start").click()
    page.get_by_test_id("board").wait_for()


def place_by_hint(page: Page) -> None:
    """Take what the hint likes best, and wait until the seat is to act again or the game is over."""
    page.get_by_test_id("open-hint").click()
    page.locator("[data-hint]").first.click()
    confirm = page.get_by_test_id("confirm")
    confirm.click()
    expect(confirm).to_be_disabled()
    page.locator("[data-testid=status].mine, [data-testid=result]").first.wait_for()


def take_pictures(address: str) -> None:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def page_of(size: tuple[int, int], scheme: Literal["light", "dark"] = "light") -> Page:
            width, height = size
            page = browser.new_page(
                viewport={"width": width, "height": height}, device_scale_factor=1.5, color_scheme=scheme
            )
            expect.set_options(timeout=900_000)
            page.set_default_timeout(900_000)  # at first engines are compiled
            return page

        page = page_of(DESK)
        page.goto(address)
        page.wait_for_timeout(9000)  # the small boards fill
        save(page, "start")

        open_game(page, address, "nmbr9", 7)
        for _ in range(HALFWAY):
            place_by_hint(page)
        page.get_by_test_id("open-hint").click()
        page.locator("[data-hint]").first.wait_for()
        save(page, "table")
        page.keyboard.press("Escape")
        while not page.get_by_test_id("result").is_visible():
            place_by_hint(page)
        page.get_by_test_id("review").click()
        expect(page.get_by_test_id("review-progress")).to_have_attribute("data-state", "done")
        page.get_by_test_id("costly").locator("a").first.click()
        save(page, "review")

        phone = page_of(PHONE, "dark")
        open_game(phone, address, "108", 7)
        save(phone, "phone")
        browser.close()


async def draw_terminal() -> None:
    """The terminal as SVG, in a font that is there."""
    session = new_session("nmbr9", ["Ann", "greedy"], {}, 7)
    bot, luck = make_bot("greedy"), Luck(1)
    while sum(player == 0 for player, _ in session.log) < HALFWAY:
        if session.step() is None:
            action = bot.choose(session.state.as_seen_by(0), 0, luck, Budget())
            session.act(0, session.state.action_to_string(0, action))
    app = TableApp(session, None)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        picture = app.export_screenshot(simplify=True)
    bare = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", picture, flags=re.DOTALL)
    (PICTURES / "terminal.svg").write_text(bare, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(draw_terminal())
    with served() as address:
        take_pictures(address)
