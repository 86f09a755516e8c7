"""The pages around the boards."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PAGES = [
    "/",
    "/setup/nmbr9",
    "/setup/toushi",
    "/setup/108",
    "/rules/nmbr9",
    "/rules/toushi",
    "/rules/108",
    "/setup/3x8",
    "/rules/3x8",
    "/table/there-is-none",
    "/no/such/page",
    "/setup/100%",
    "/rules/%",
    "/table/%E0%A4%A",
    "/table/" + 300 * "x",
]


@pytest.mark.parametrize("path", PAGES)
def test_pages_hinder_nobody_and_fit_a_phone(page: Page, axe: Callable[..., list[str]], path: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(path)
    page.locator("h1").first.wait_for()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page is wider than a phone"
    assert errors == []


@pytest.mark.parametrize("game", ["108", "nmbr9", "toushi"])
def test_a_table_fits_a_phone(table: Any, page: Page, game: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    table.play_from_start(game)
    table.wait_for_turn()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a')]
            .filter(e => e.offsetParent && !e.closest('[role=grid], dialog, p'))
            .map(e => [e.getAttribute('aria-label') ?? e.innerText, e.getBoundingClientRect()])
            .filter(([, box]) => box.height < 38 || box.width < 38)
            .map(([name]) => name)"""
    )
    assert small == [], "targets smaller than a finger"


def test_a_table_that_does_not_exist_says_so(page: Page) -> None:
    page.goto("/table/there-is-none")
    expect(page.locator("body")).to_contain_text("no table")


@pytest.mark.parametrize("path", ["/setup/100%", "/rules/%", "/table/%E0%A4%A", "/%", "/table/" + 300 * "x"])
def test_an_address_that_means_nothing_leads_to_a_plain_page(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("h1")).to_have_text("There is nothing at this address.")
    page.get_by_role("main").get_by_role("link", name="All games").click()
    expect(page.locator("[data-play=toushi]")).to_be_visible()


def test_an_unfinished_game_is_found_again(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    page.emulate_media(reduced_motion="reduce", color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    table.play_from_start("toushi")
    table.wait_for_turn()
    unfinished = page.locator(f"[data-unfinished='{table.id}']")
    page.goto("/")
    expect(unfinished).to_contain_text("Waiting for you")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page is wider than a phone"
    unfinished.get_by_role("link").focus()
    page.keyboard.press("Enter")
    table.wait_for_turn()

    page.goto("/")
    unfinished.get_by_role("link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(unfinished.get_by_role("button")).to_have_text("Put back")
    page.reload()
    expect(page.locator("[data-play=toushi]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(unfinished).to_have_count(0)


def test_somebody_without_the_key_watches(table: Any, page: Page, browser: Any, base_url: str) -> None:
    table.play_from_start("toushi")
    other = browser.new_context(base_url=base_url)
    try:
        watcher = other.new_page()
        watcher.goto(f"/table/{table.id}")
        watcher.get_by_test_id("board").wait_for()
        assert watcher.locator("[data-lit=true]").count() == 0
        table.page.keyboard.press("/")
        table.page.keyboard.type("T6:4@c3")
        table.page.keyboard.press("Enter")
        table.confirm(lambda: table.page.keyboard.press("Enter"))
        expect(watcher.locator("main")).to_have_attribute("data-position", "1")
    finally:
        other.close()


def test_nobody_else_is_called_you(table: Any, page: Page, browser: Any, base_url: str) -> None:
    table.play_with_seed("nmbr9", 7, ("", ""), cards="1")
    page.goto("/setup/toushi")
    page.get_by_test_id("start").click()
    expect(table.status).to_contain_text("You:")
    other = browser.new_context(base_url=base_url)
    try:
        watcher = other.new_page()
        watcher.goto(f"/table/{table.id}")
        told = watcher.get_by_test_id("status")
        expect(told).to_contain_text("Waiting for Player 1")
        expect(watcher.locator("[data-seat='0']")).to_contain_text("Player 1")
        table.type("T6:4@c3")
        table.confirm(lambda: page.keyboard.press("Enter"))
        expect(watcher.get_by_test_id("speech")).to_contain_text("Player 1")
        assert "you" not in watcher.locator("body").inner_text().lower().split()
        watcher.get_by_test_id("settings").click()
        watcher.get_by_test_id("language").select_option("de")
        expect(told).to_contain_text("Spieler 1")
    finally:
        other.close()


@pytest.mark.parametrize("hours", [2, -2])
def test_times_do_not_depend_on_the_clock_of_the_browser(table: Any, page: Page, hours: int) -> None:
    page.add_init_script(f"const now = Date.now; Date.now = () => now() + {hours} * 3600e3")
    table.play_from_start("toushi")
    table.wait_for_turn()
    unfinished = page.locator(f"[data-unfinished='{table.id}'] time")
    page.goto("/")
    expect(unfinished).to_have_text(re.compile(r"now|\d+ seconds? ago"))


class TestFocus:
    """A button that goes away while it has the focus passes it on: a keyboard never has to start all over."""

    def focused(self, page: Page) -> str:
        return str(page.evaluate("document.activeElement.dataset.testid ?? document.activeElement.tagName"))

    def test_from_confirm_it_goes_to_the_board(self, table: Any, page: Page) -> None:
        table.play_from_start("toushi")
        for action, position in (("T6:4@c3", 1), ("roll T8:5", 3)):
            table.type(action)
            expect(page.get_by_test_id("confirm")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator("main")).to_have_attribute("data-position", str(position))
            expect(table.board).to_be_focused()
        page.keyboard.press("ArrowRight")
        assert table.board.evaluate("board => board.contains(document.activeElement)")

    @pytest.mark.parametrize("game", ["nmbr9", "108", "sumoku", "3x8"])
    def test_from_confirm_it_goes_to_every_board(self, table: Any, page: Page, game: str) -> None:
        table.play_from_start(game)
        table.wait_for_turn()
        page.keyboard.press("/")
        page.get_by_test_id("typed").wait_for()
        page.keyboard.type(page.locator("datalist option").first.get_attribute("value") or "")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("confirm")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('main').dataset.sending === 'false'")
        page.wait_for_function("() => document.querySelector('#board').contains(document.activeElement)")

    def test_from_a_button_that_is_no_more_use_it_goes_to_what_follows(self, table: Any, page: Page) -> None:
        table.play_from_start("toushi")
        table.type("T6:4@c3")
        page.get_by_test_id("take-back").press("Enter")
        expect(table.board).to_be_focused()
        table.type("T6:4@c3")
        table.confirm(lambda: page.keyboard.press("Enter"))
        page.get_by_test_id("earlier").press("Enter")
        expect(page.get_by_test_id("timeline")).to_be_focused()
        page.get_by_test_id("now").press("Enter")
        expect(table.board).to_be_focused()
        page.keyboard.press("i")
        page.get_by_test_id("hint-close").press("Enter")
        expect(table.board).to_be_focused()

    def test_from_a_seat_that_is_removed_it_goes_to_the_next_thing(self, page: Page) -> None:
        page.goto("/setup/nmbr9")
        add = page.get_by_test_id("add-seat")
        add.press("Enter")
        add.press("Enter")  # the last one: the button goes
        page.wait_for_function("() => document.activeElement.closest('form') !== null")
        page.locator("[data-seat='3'] button").press("Enter")
        page.wait_for_function("() => document.activeElement.closest('form') !== null")

    def test_from_a_link_it_goes_to_the_heading_of_the_next_page(self, page: Page) -> None:
        page.goto("/")
        page.get_by_role("link", name="Rules of Tóushì").press("Enter")
        expect(page.get_by_role("heading", name="Rules of Tóushì")).to_be_focused()
        page.get_by_role("link", name="Set up Tóushì").press("Enter")
        expect(page.get_by_role("heading", name="Set up Tóushì")).to_be_focused()
        page.get_by_test_id("start").press("Enter")
        page.get_by_test_id("board").wait_for()
        expect(page.get_by_role("heading", name="Tóushì")).to_be_focused()

    def test_nobody_gets_it_who_has_let_go_of_it(self, table: Any, page: Page) -> None:
        table.play_from_start("toushi")
        table.type("T6:4@c3")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("confirm")).to_be_disabled()
        assert self.focused(page) == "BODY"


def test_two_windows_of_one_player_stay_together(table: Any, page: Page, context: Any) -> None:
    table.play_from_start("toushi")
    second = context.new_page()
    second.goto(f"/table/{table.id}")
    second.get_by_test_id("board").wait_for()
    for window, text, position in ((page, "T6:4@c3", "1"), (second, "roll T8:5", "3")):
        window.bring_to_front()
        window.keyboard.press("/")
        window.keyboard.type(text)
        window.keyboard.press("Enter")
        window.keyboard.press("Enter")
        for other in (page, second):
            expect(other.locator("main")).to_have_attribute("data-position", position)


def test_a_dialog_opened_right_after_one_was_closed_stays(table: Any, page: Page) -> None:
    table.play_from_start("toushi")
    page.keyboard.press("/")
    page.evaluate(
        """async () => {
            document.querySelector('[data-testid=typed] header button').click();
            for (let turn = 0; turn < 20; turn++) await Promise.resolve(); // the page is drawn, no event came between
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
            await new Promise((done) => setTimeout(done, 100));
        }"""
    )
    expect(page.get_by_test_id("typed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("typed")).to_have_count(0)


def test_words_come_in_german_too(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[data-play=nmbr9]")).to_contain_text("Spielen")
