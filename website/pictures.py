"""Take the pictures of the start page and the terminal anew: ``python website/pictures.py``.

Writes ``docs/pictures/start.png`` and ``terminal.svg``. Needs Chromium.
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

from PIL import Image
from playwright.sync_api import sync_playwright

from abaculus import Luck
from abaculus.bots import Budget, make_bot
from abaculus.server.app import create_app
from abaculus.server.serve import Server, listen
from abaculus.terminal.app import TableApp
from abaculus.terminal.opening import new_session

PICTURES = Path(__file__).parents[1] / "docs/pictures"
WIDTH, HEIGHT = 1200, 1120
SECONDS = 9  # until the small boards have filled
CARDS = 12  # of the game in the terminal


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


def take_start_page(address: str) -> None:
    """The start page, in few colours, so that the picture is small."""
    file = PICTURES / "start.png"
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1.5)
        page.goto(address)
        page.wait_for_timeout(1000 * SECONDS)
        page.screenshot(path=file)
        browser.close()
    Image.open(file).convert("RGB").quantize(192, dither=Image.Dither.NONE).save(file, optimize=True)


async def draw_terminal() -> None:
    """A game under way in the terminal as SVG, in a font that is there."""
    session = new_session("nmbr9", ["Ann", "greedy"], {}, 7)
    bot, luck = make_bot("greedy"), Luck(1)
    while sum(player == 0 for player, _ in session.log) < CARDS:
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
        take_start_page(address)
