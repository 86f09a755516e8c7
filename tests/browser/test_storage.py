"""A browser that stores nothing, and games that are on another server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
FILL = """() => {
    let size = 2 ** 20;
    for (let i = 0; size >= 1; i++) {
        try { localStorage.setItem(`filling ${i}`, 'x'.repeat(size)); } catch { size /= 2; }
    }
}"""


@pytest.fixture
def blocked(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path, base_url: str
) -> Iterator[BrowserContext]:
    """A browser whose user has blocked cookies, and storage with them."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    context = browser_type.launch_persistent_context(tmp_path, base_url=base_url, **browser_type_launch_args)
    yield context
    context.close()


def play_on(page: Page) -> None:
    """Play twice in Tóushì, with a visit to the start page in between."""
    page.goto("/")
    page.locator("[data-play=toushi]").click()
    move(page, "T6:4@c3", 1)
    expect(page.get_by_test_id("unkept")).to_contain_text("This browser stores nothing")
    page.get_by_role("link", name="All games").click()
    unfinished = page.locator("[data-unfinished]").first
    expect(unfinished).to_contain_text("Waiting for you")
    unfinished.get_by_role("link").click()
    move(page, "roll T8:5", 3)


def move(page: Page, action: str, position: int) -> None:
    page.get_by_test_id("board").wait_for()
    page.keyboard.press("/")
    page.keyboard.type(action)
    page.keyboard.press("Enter")
    page.get_by_test_id("confirm").click()
    expect(page.locator("main")).to_have_attribute("data-position", str(position))


def test_a_browser_with_blocked_cookies_plays(blocked: BrowserContext, axe: Callable[..., list[str]]) -> None:
    page = blocked.pages[0]
    page.emulate_media(reduced_motion="reduce")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    with pytest.raises(Exception, match="Access is denied"):
        page.evaluate("localStorage.length")
    play_on(page)
    assert axe(page) == []
    page.get_by_test_id("settings").click()
    page.get_by_test_id("language").select_option("de")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("unkept")).to_contain_text("Dieser Browser speichert nichts")
    for path in ("/setup/sumoku", "/rules/108"):
        page.goto(path)
        page.locator("h1").wait_for()
    assert errors == []


def test_a_browser_with_a_full_storage_plays(page: Page) -> None:
    page.goto("/")
    page.evaluate(FILL)
    play_on(page)


def test_nothing_is_said_where_a_key_is_stored(table: Any) -> None:
    table.play_from_start("toushi")
    expect(table.page.get_by_test_id("unkept")).to_have_count(0)


def test_a_game_is_found_at_another_name_of_the_same_computer(table: Any, server: str) -> None:
    page = table.page
    page.goto(server.replace("127.0.0.1", "localhost"))
    page.locator("[data-play=toushi]").click()
    move(page, "T6:4@c3", 1)
    name = table.id
    page.goto(server)
    page.locator(f"[data-unfinished='{name}']").get_by_role("link").click()
    move(page, "roll T8:5", 3)


def test_a_game_of_another_store_stays_on_the_list(
    page: Page, own_server: Any, tmp_path: Path, axe: Callable[..., list[str]]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    address = f"http://127.0.0.1:{own_server.port}/"
    page.goto(address)
    page.locator("[data-play=toushi]").click()
    move(page, "T6:4@c3", 1)
    own_server.kill()
    first, own_server.store = own_server.store, tmp_path / "other.db"
    own_server.start()
    unfinished = page.locator("[data-unfinished]")
    for _ in range(2):
        page.goto(address)
        expect(unfinished).to_contain_text("Not on this server")
        expect(unfinished).to_contain_text("Tóushì")
        expect(unfinished.get_by_role("link")).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page is wider than a phone"
    own_server.kill()
    own_server.store = first
    own_server.start()
    page.goto(address)
    unfinished.get_by_role("link").click()
    move(page, "roll T8:5", 3)

    own_server.kill()
    own_server.store = tmp_path / "other.db"
    own_server.start()
    page.goto(address)
    page.get_by_role("button", name="Take this game of Tóushì off the list").click()
    page.reload()
    expect(page.locator("[data-play=toushi]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(unfinished).to_have_count(0)
