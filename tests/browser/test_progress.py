"""Waiting that is told: a bar with a sentence, wherever the server lets a person wait."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect


class Wire:
    """The page's connection to the server, which the test holds up and adds to."""

    def __init__(self, page: Page) -> None:
        self.held: list[str | bytes] = []
        self.holding: set[str] = set()
        page.route_web_socket("**/api/ws", self._open)

    def _open(self, client: WebSocketRoute) -> None:
        self._client = client
        self._server = client.connect_to_server()
        client.on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if json.loads(message)["type"] in self.holding:
            self.held.append(message)
        else:
            self._server.send(message)

    def tell(self, stage: str, progress: float) -> None:
        self._client.send(json.dumps({"type": "warmup", "game": "toushi", "stage": stage, "progress": progress}))

    def let_go(self) -> None:
        self.holding.clear()
        for message in self.held:
            self._server.send(message)
        self.held.clear()


def test_a_table_that_is_being_prepared_says_so(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    wire = Wire(page)
    wire.holding = {"join"}
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    page.locator("[data-play=toushi]").click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-label", "Joining the table …")
    expect(bar).not_to_have_attribute("aria-valuenow", "0")
    wire.tell("rules", 0.25)
    expect(bar).to_have_attribute("aria-label", "Preparing the game, once after installing …")
    expect(bar).to_have_attribute("aria-valuenow", "25")
    expect(page.get_by_test_id("speech")).to_contain_text("Preparing the game")
    assert axe(page) == []
    wire.tell("rules", 0.5)
    expect(bar).to_have_attribute("aria-valuenow", "50")
    wire.let_go()
    table.board.wait_for()
    expect(bar).to_have_count(0)


def test_a_board_that_cannot_answer_yet_says_so(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    wire = Wire(page)
    table.play_from_start("toushi")
    page.emulate_media(reduced_motion="reduce")
    bar = page.get_by_role("progressbar")
    wire.tell("rules", 0.4)
    table.type("T6:4@c3")
    expect(table.status).to_contain_text("Chosen")
    expect(bar).to_have_count(0)  # it does answer
    wire.holding = {"act"}
    page.keyboard.press("Enter")
    over_the_board = page.locator(".middle > * > [data-testid=working]")
    expect(over_the_board).to_contain_text("Preparing the game")
    expect(over_the_board.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "40")
    expect(page.get_by_test_id("speech")).to_contain_text("answer")
    expect(table.status).to_contain_text("Waiting for the server’s answer")
    assert axe(page) == []
    wire.let_go()
    expect(page.locator("main")).to_have_attribute("data-position", "1")
    wire.tell("rules", 1)
    expect(bar).to_have_count(0)


def test_a_hint_that_waits_for_its_engine_shows_how_far_that_is(table: Any, page: Page) -> None:
    wire = Wire(page)
    table.play_from_start("toushi")
    wire.tell("bots", 0.3)
    wire.holding = {"rate"}
    page.keyboard.press("i")
    hint = page.get_by_test_id("hint")
    expect(hint.get_by_role("status")).to_contain_text("Preparing")
    bar = hint.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-valuenow", "30")
    wire.tell("bots", 0.9)
    expect(bar).to_have_attribute("aria-valuenow", "90")
    wire.tell("bots", 1)
    expect(bar).to_have_count(0)
    expect(hint.get_by_role("status")).to_contain_text("Thinking")


def test_a_bot_that_waits_for_its_engine_shows_how_far_that_is(table: Any, page: Page) -> None:
    """The picture of the table says that it is a bot's turn, and nothing more comes."""
    wire = Wire(page)
    wire.holding = {"act"}

    def pretend(message: str | bytes) -> None:
        told = json.loads(message)
        if told["type"] == "table":
            told |= {"thinking": [1], "legal": {}, "view": told["view"] | {"to_act": [1]}}
        wire._client.send(json.dumps(told))

    def connect(client: WebSocketRoute) -> None:
        wire._open(client)
        wire._server.on_message(pretend)

    page.route_web_socket("**/api/ws", connect)
    table.play_with_seed("nmbr9", 7, ("Ann", "Bo"))
    bar = page.get_by_role("progressbar")
    wire.tell("bots", 0.0)
    expect(bar).to_have_attribute("aria-label", re.compile("Preparing the bot’s engine"))
    assert bar.get_attribute("aria-valuenow") is None, "it moves, and promises nothing"
    wire.tell("bots", 0.6)
    expect(table.status).to_contain_text("Preparing the bot’s engine")
    expect(bar).to_have_attribute("aria-valuenow", "60")
    page.evaluate("""() => {
        window.spoken = 0;
        const count = () => { window.spoken += 1; };
        new MutationObserver(count).observe(document.querySelector('[data-testid=speech]'),
            { childList: true, characterData: true, subtree: true });
    }""")
    wire.tell("bots", 0.7)
    expect(bar).to_have_attribute("aria-valuenow", "70")
    assert page.evaluate("() => window.spoken") == 0, "a screen reader is not told of every step"
    wire.tell("bots", 1)
    expect(bar).to_have_count(0)
    expect(table.status).to_contain_text("is thinking")


def test_a_table_that_opens_slowly_says_so(page: Page) -> None:
    page.route("**/api/tables", lambda route: None if route.request.method == "POST" else route.continue_())
    for start in (lambda: page.locator("[data-play=toushi]"), lambda: page.get_by_test_id("start")):
        page.goto("/" if page.url == "about:blank" else "/setup/toushi")
        start().click()
        expect(page.get_by_role("progressbar")).to_have_attribute("aria-label", "Opening the table …")
        expect(page.get_by_test_id("working")).to_be_visible()
        expect(page.get_by_test_id("speech")).to_contain_text("Opening the table")
        start().click()  # does nothing, and keeps the focus
        expect(start()).to_be_focused()
