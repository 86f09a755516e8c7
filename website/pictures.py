"""Take the pictures of the documentation anew: ``python website/pictures.py [NAME …]``, all or those of these names.

Writes ``docs/pictures/NAME.png`` and ``terminal.svg``. What they show are games that bots with a known luck have played
so far; bots and engines count their iterations, so that no picture depends on how fast or busy a machine is. Needs
Chromium.
"""

import asyncio
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from abaculus import Luck, load_game
from abaculus.bots import Budget, make_bot
from abaculus.kernel.verbs import CHANCE_PLAYER
from abaculus.play.record import Record
from abaculus.server import keys, thinking
from abaculus.server.app import create_app
from abaculus.server.serve import Server, listen
from abaculus.server.sqlite_store import SqliteStore
from abaculus.server.store import Event, Seat, TableRow
from abaculus.terminal.app import TableApp
from abaculus.terminal.opening import new_session

PICTURES = Path(__file__).parents[1] / "docs/pictures"
KEY = "key"
COLOURS = 192
PLAYING = Budget(iterations=200)
RATING = Budget(iterations=3000)
DEMO_MILLISECONDS = 5500
CARDS = 12  # of the game in the terminal


# The games


@dataclass(frozen=True)
class Scene:
    """A game that Ann plays, seen at a turn of hers after so many events, or at its end."""

    game: str
    seed: int
    events: int | None = None
    others: tuple[str, ...] = ()
    ann: str = "search"
    """The bot that chooses for Ann."""

    @property
    def id(self) -> str:
        """Its table."""
        return f"{self.game}-{self.seed}-{self.events or 'end'}"

    def played(self) -> Record:
        """The game so far."""
        game = load_game(self.game, players=1 + len(self.others))
        luck, state = Luck(self.seed), game.new_initial_state()
        bots = [make_bot(name) for name in (self.ann, *("search" for _ in self.others))]
        lucks = [luck.fork(seat) for seat in range(len(bots))]
        last, count = CHANCE_PLAYER, 0
        while not state.is_terminal():
            # Ann is the last of those who may act at the same time: then nobody else is due.
            player = CHANCE_PLAYER if state.is_chance_node() else state.players_to_act()[-1]
            if player == 0 != last and self.events is not None and count >= self.events:
                break
            if player == CHANCE_PLAYER:
                state.apply_action(luck.draw(state))
            else:
                action = bots[player].choose(state.as_seen_by(player), player, lucks[player], PLAYING)
                state.apply_action_for(player, action)
            last, count = player, count + 1
        return Record.of(state, ["Ann", *self.others], self.seed)

    async def keep(self, store: SqliteStore) -> None:
        """Open a table at which this has been played."""
        record = self.played()
        # Nobody has waited for long when the picture is taken, however long that takes.
        now = round(time.time()) + 3600.0
        seats = (Seat("person", "Ann"), *(Seat("bot", name, "medium") for name in self.others))
        row = TableRow(self.id, self.game, record.rules, record.options, seats, self.seed, keys.hashed(KEY), now)
        events = [
            Event(number, None if player == CHANCE_PLAYER else player, text, now)
            for number, (player, text) in enumerate(record.events, start=1)
        ]
        await store.create(row, events)


@contextmanager
def served(scenes: list[Scene]) -> Iterator[str]:
    """The address of a server that has these games."""

    async def keep(file: Path) -> None:
        store = SqliteStore(file)
        await store.open()
        for scene in scenes:
            await scene.keep(store)
        await store.close()

    with tempfile.TemporaryDirectory() as folder, listen("127.0.0.1", 0) as listener:
        file = Path(folder) / "tables.db"
        asyncio.run(keep(file))
        server = Server(create_app(file))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            with patch.object(thinking, "Budget", lambda **_: RATING), patch.object(thinking, "new_seed", lambda: 1):
                yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


# What is done before a picture is taken


def as_it_is(page: Page) -> None:
    """Let the page be as it is."""


def ask_for_hint(page: Page) -> None:
    """Ask what looks best, and point at it."""
    page.get_by_test_id("open-hint").click()
    page.locator("[data-hint]").first.hover(timeout=120_000)
    page.locator("#confirm:enabled").wait_for()


def step_back(page: Page) -> None:
    """Have all of a large board in sight, where one comes closer at first."""
    if page.get_by_test_id("zoom").count():
        page.get_by_role("button", name="All of it").click()


def let_play(page: Page) -> None:
    """Let the small boards play for a while."""
    page.clock.run_for(DEMO_MILLISECONDS)


def review(page: Page) -> None:
    """Let a review run to its end, and go to the costliest move."""
    page.get_by_test_id("review").click()
    page.locator("[data-testid=review-progress][data-state=done]").wait_for(timeout=600_000)
    page.locator("[data-move]").first.click()
    page.locator("[data-move][aria-current=step]").wait_for()
    page.evaluate("scrollTo(0, 0)")


# The pictures


@dataclass(frozen=True)
class Picture:
    """A picture of a game, or, without one, of the start page."""

    name: str
    scene: Scene | None
    size: tuple[int, int]
    before: Callable[[Page], None] = as_it_is
    part: Callable[[Page], Locator] | None = None
    """What of the page is seen; all that fits, unless given."""
    dark: bool = False
    sharpness: float = 1.5

    def take(self, browser: Browser, address: str) -> None:
        """Take it, in few colours, so that it is small."""
        file = PICTURES / f"{self.name}.png"
        width, height = self.size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=self.sharpness,
            color_scheme="dark" if self.dark else "light",
            reduced_motion="reduce" if self.scene else "no-preference",
            locale="en-GB",
        )
        page = context.new_page()
        if self.scene:
            key = f"localStorage.setItem('abaculus.key.{self.scene.id}', JSON.stringify('{KEY}'))"
            page.add_init_script(key)
            page.goto(f"{address}/table/{self.scene.id}")
            page.get_by_test_id("board").wait_for()
        else:
            page.clock.install()
            page.goto(address)
            page.locator("[data-play]").last.wait_for()
        page.evaluate("document.fonts.ready")
        self.before(page)
        target = self.part(page) if self.part else page
        target.screenshot(path=file, animations="disabled")
        context.close()
        Image.open(file).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


def board(page: Page) -> Locator:
    """The board with what stands around it."""
    return page.get_by_test_id("board")


NMBR9 = Scene("nmbr9", 7, 45, ("medium",))
TOUSHI = Scene("toushi", 7, 75)
SUMOKU = Scene("sumoku", 1, 60, ("medium",))
ONE_O_EIGHT = Scene("108", 5, 60, ("medium",))
THREE_BY_EIGHT = Scene("3x8", 3, 170, ("medium",))
OVER = Scene("nmbr9", 11, None, ("medium",), ann="easy")

SCENES = {scene.game: scene for scene in (ONE_O_EIGHT, THREE_BY_EIGHT, SUMOKU, NMBR9, TOUSHI)}
GALLERY = [
    Picture("start", None, (1200, 1190), before=let_play),
    Picture("table", NMBR9, (1200, 890)),
    Picture("hint", SUMOKU, (1200, 940), before=ask_for_hint),
    Picture("review", OVER, (1200, 1240), before=review),
    Picture("phone", ONE_O_EIGHT, (390, 844), sharpness=1),
    Picture("phone-dark", THREE_BY_EIGHT, (390, 844), dark=True, sharpness=1),
    *(
        Picture(f"board-{game}", scene, (520, 1600), before=step_back, part=board, sharpness=1)
        for game, scene in SCENES.items()
    ),
]


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


def main(names: list[str]) -> None:
    """Take the pictures of these names."""
    wanted = [picture for picture in GALLERY if not names or picture.name in names]
    if not names or "terminal" in names:
        asyncio.run(draw_terminal())
    scenes = {picture.scene.id: picture.scene for picture in wanted if picture.scene}
    with served(list(scenes.values())) as address, sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for picture in wanted:
            picture.take(browser, address)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
