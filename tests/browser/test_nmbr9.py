"""NMBR 9 in a browser: whole games by mouse and by keyboard."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from abaculus.play.record import read_record


def lay_by_mouse(table: Any, which: int) -> None:
    """Click one of the legal places, and confirm with the button."""
    places = table.page.locator("[data-place] .target")
    places.first.wait_for()
    target = places.nth(which % places.count())
    target.scroll_into_view_if_needed()
    target.hover(force=True)
    target.click(force=True)
    confirm = table.page.get_by_test_id("confirm")
    expect(confirm).to_be_enabled()
    table.confirm(confirm.click)


def test_a_whole_game_by_mouse_against_a_bot_with_a_reload_in_the_middle(table: Any, server: str) -> None:
    table.play_from_start("nmbr9")
    turns = 0
    while not table.over:
        lay_by_mouse(table, which=7 * turns)
        turns += 1
        if turns == 10:
            expect(table.page.locator(".thinking")).to_have_count(0)  # the bot, which lays at the same time, has laid
            position = table.position
            table.page.reload()
            table.wait_for_turn()
            assert table.position == position, "a reload lost the position"
    assert turns == 20

    record = read_record(httpx.get(f"{server}/api/tables/{table.id}/record").text)
    *_, final = record.replay()
    scores = final.to_dict()["scores"]
    assert [table.page.get_by_test_id(f"score-{seat}").inner_text() for seat in (0, 1)] == [str(n) for n in scores]
    expect(table.result).to_contain_text(str(max(scores)))
    assert table.page.get_by_test_id("record").get_attribute("href") == f"/api/tables/{table.id}/record"


def test_a_whole_game_by_keyboard_alone(table: Any, page: Page) -> None:
    page.goto("/")
    page.locator("[data-play]").first.wait_for()
    table.press_tab_until("document.activeElement.dataset.play === 'nmbr9'")
    page.keyboard.press("Enter")
    table.board.wait_for()
    table.press_tab_until("document.activeElement.getAttribute('role') === 'grid'")
    for turn in range(20):
        page.get_by_test_id("ghost").wait_for()
        page.keyboard.press(("r", "Shift+R", "ArrowRight", "p")[turn % 4])
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("confirm")).to_be_enabled()
        if turn == 0:
            page.keyboard.press("Escape")
            expect(page.get_by_test_id("confirm")).to_be_disabled()
            page.keyboard.press("Enter")
        table.confirm(lambda: page.keyboard.press("Enter"))
    expect(table.result).to_be_visible()
    page.get_by_test_id("again").focus()
    first = table.id
    page.keyboard.press("Enter")
    page.wait_for_function("id => document.querySelector('main').dataset.table !== id", arg=first)
    table.wait_for_turn()
    assert not table.over


def test_two_at_one_screen_choose_freely_and_share_the_win(table: Any, page: Page) -> None:
    page.goto("/setup/nmbr9")
    page.get_by_label("Seat 1: Name").fill("Ann")
    page.get_by_label("Seat 2: Who sits here").select_option("person")
    page.get_by_label("Seat 2: Name").fill("Ben")
    page.locator("[data-option=draft]").select_option("free")
    page.locator("[data-option=cards]").fill("3")
    page.get_by_test_id("seed").fill("7")
    page.get_by_test_id("start").click()
    table.board.wait_for()
    for number in (9, 9, 8, 8, 0, 0):
        page.locator(f"[data-pick='{number}']").click()
        lay_by_mouse(table, which=0)
    expect(table.result).to_contain_text("Ann and Ben share the win")


def test_what_is_not_allowed_tells_why_and_leads_to_the_rule(table: Any, page: Page) -> None:
    table.play_from_start("nmbr9")
    lay_by_mouse(table, which=0)
    page.keyboard.press("/")
    page.keyboard.type("R0@40,40")
    page.keyboard.press("Enter")
    typed = page.get_by_test_id("typed").get_by_test_id("reason")
    expect(typed).to_contain_text("no edge with a tile of level 0")
    typed.get_by_role("button").click()
    expect(page.get_by_test_id("rules")).to_contain_text("P3")


def test_earlier_positions_can_be_looked_at_and_played_on_from(table: Any, page: Page) -> None:
    table.play_with_seed("nmbr9", 1, ["Ann"])  # alone, or the other seat may act at any time
    for turn in range(3):
        lay_by_mouse(table, which=turn)
    newest, first = table.position, table.id
    page.evaluate("document.activeElement.blur()")
    page.get_by_test_id("earlier").click()
    assert table.position == newest - 1
    assert page.url.endswith(f"#{newest - 1}")
    page.goto(page.url.replace(f"#{newest - 1}", "#4"))
    page.wait_for_function("() => document.querySelector('main').dataset.position === '4'")
    page.get_by_test_id("sandbox").click()
    page.wait_for_function("id => document.querySelector('main')?.dataset.table !== id", arg=first)
    table.wait_for_turn()
    assert table.position >= 4
    lay_by_mouse(table, which=0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_hinders_nobody(table: Any, page: Page, axe: Callable[..., list[str]], scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.play_from_start("nmbr9")
    lay_by_mouse(table, which=3)
    assert axe(page) == []
