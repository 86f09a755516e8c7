"""Tóushì in a browser: whole games by mouse and by keyboard."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from abaculus.play.record import read_record


def act_by_mouse(table: Any, turn: int) -> None:
    """Choose something that is offered, now by the square first, now by the number first, and confirm."""
    page = table.page
    squares = page.locator("[data-square][data-lit=true]")
    numbers = page.locator("[data-number][data-lit=true]")
    if squares.count() and turn % 2:
        squares.nth(turn % squares.count()).click()
        choose_number(page, turn)
    elif numbers.count():
        numbers.nth(turn % numbers.count()).click()
        if squares.count() and page.get_by_test_id("confirm").is_disabled():
            squares.nth(turn % squares.count()).click()
    else:
        page.locator("[data-action='reroll'], [data-action='stop'], [data-action='bonus reroll']").last.click()
    confirm = page.get_by_test_id("confirm")
    expect(confirm).to_be_enabled()
    table.confirm(confirm.click)


def choose_number(page: Page, turn: int) -> None:
    """Of the numbers that may be written in the chosen square, one."""
    offers = page.locator("[data-offer]")
    numbers = page.locator("[data-number][data-lit=true]")
    if offers.count():
        offers.nth(turn % offers.count()).click()
    elif page.get_by_test_id("confirm").is_disabled():
        numbers.nth(turn % numbers.count()).click()


def test_a_whole_game_by_mouse_with_a_reload_in_the_middle(table: Any, server: str) -> None:
    table.play_from_start("toushi")
    turn = 0
    while not table.over:
        act_by_mouse(table, turn)
        turn += 1
        if turn == 5:
            position = table.position
            table.page.reload()
            table.wait_for_turn()
            assert table.position == position, "a reload lost the position"
    record = read_record(httpx.get(f"{server}/api/tables/{table.id}/record").text)
    *_, final = record.replay()
    assert final.is_terminal()
    score = final.to_dict()["scores"][0]
    assert table.page.get_by_test_id("score-0").inner_text() == str(score)
    expect(table.result).to_contain_text(str(score))


def focus_by_arrows(page: Page, target: Locator) -> None:
    """Move the cursor of a grid, which has the focus, to one of its cells."""
    for _ in range(60):
        here = page.evaluate(
            "(() => { const b = document.activeElement.getBoundingClientRect(); return [b.x, b.y] })()"
        )
        box = target.bounding_box()
        assert box is not None
        if abs(box["y"] - here[1]) > 4:
            page.keyboard.press("ArrowDown" if box["y"] > here[1] else "ArrowUp")
        elif abs(box["x"] - here[0]) > 4:
            page.keyboard.press("ArrowRight" if box["x"] > here[0] else "ArrowLeft")
        else:
            return
    raise AssertionError("the arrow keys never came to the cell")


IN_GRID = "document.activeElement.dataset.square !== undefined"
IN_LISTS = "document.activeElement.dataset.number !== undefined"
ON_ACTION = "document.activeElement.dataset.action !== undefined"


def act_by_keyboard(table: Any) -> None:
    page = table.page
    square = page.locator("[data-square][data-lit=true]").first
    number = page.locator("[data-number][data-lit=true]").first
    confirm = page.get_by_test_id("confirm")
    if square.count():
        if not page.evaluate(IN_GRID):
            table.press_tab_until(IN_GRID)
        focus_by_arrows(page, square)
        page.keyboard.press("Enter")
        if page.locator("[data-offer]").count():
            if not page.evaluate("document.activeElement.dataset.offer !== undefined"):
                table.press_tab_until("document.activeElement.dataset.offer !== undefined")
            page.keyboard.press("Enter")
        elif confirm.is_disabled():
            table.press_tab_until(IN_LISTS)
            focus_by_arrows(page, number)
            page.keyboard.press("Enter")
    elif number.count():
        if not page.evaluate(IN_LISTS):
            table.press_tab_until(IN_LISTS)
        focus_by_arrows(page, number)
        page.keyboard.press("Enter")
    else:
        table.press_tab_until(ON_ACTION)
        page.keyboard.press("Enter")
    expect(confirm).to_be_enabled()
    if page.evaluate(ON_ACTION):
        table.press_tab_until("document.activeElement.dataset.testid === 'confirm'")
    table.confirm(lambda: page.keyboard.press("Enter"))


def test_a_whole_game_by_keyboard_alone(table: Any, page: Page) -> None:
    page.goto("/")
    page.locator("[data-play]").first.wait_for()
    table.press_tab_until("document.activeElement.dataset.play === 'toushi'")
    page.keyboard.press("Enter")
    table.board.wait_for()
    while not table.over:
        act_by_keyboard(table)
    expect(table.result).to_be_visible()


def test_actions_can_be_typed(table: Any, page: Page) -> None:
    table.play_with_seed("toushi", 7)
    for text in ("t6:4@c3", "ROLL T8:5"):
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        table.confirm(lambda: page.keyboard.press("Enter"))
    assert table.position == 3
    page.keyboard.press("/")
    page.keyboard.type("T4:7@c3")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("typed").get_by_test_id("reason")).to_contain_text("from 1 to 4")


def test_a_square_that_is_not_available_says_why(table: Any, page: Page) -> None:
    table.play_with_seed("toushi", 7)
    for text in ("T6:4@c3", "roll T4:4"):
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        table.confirm(lambda: page.keyboard.press("Enter"))
    page.locator("[data-square=c3]").hover()
    expect(table.reason).not_to_be_empty()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_hinders_nobody(table: Any, page: Page, axe: Callable[..., list[str]], scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.play_from_start("toushi")
    act_by_mouse(table, 1)
    assert axe(page) == []
