"""108 in a browser: games by mouse and by keyboard, forbidden numbers declared at the table, and what helps to see."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from abaculus.play.record import read_record

AGAINST_GREEDY = ("Ann", "bot:greedy")
TWO_PERSONS = ("Ann", "Ben")
STARTS_WITH_A_BLACK = 10  # a seed by which seat 0 turns up a 1 first
STARTS_WITH_TWO_FIVES = 32  # a seed by which seat 0 turns up a 5 twice before anybody turns up a 1 or an 8


def square(page: Page, name: str) -> Locator:
    return page.locator(f"[data-square={name}]")


def confirm_by_mouse(table: Any) -> None:
    confirm = table.page.get_by_test_id("confirm")
    expect(confirm).to_be_enabled()
    table.confirm(confirm.click)


def press_button(table: Any, action: str) -> None:
    """Choose one of the buttons beside the board, and confirm."""
    table.page.locator(f"[data-action='{action}']").click()
    confirm_by_mouse(table)


def place(table: Any, number: int, name: str) -> None:
    table.page.get_by_test_id("numbers").locator(f"[data-digit='{number}']").click()
    square(table.page, name).click()
    confirm_by_mouse(table)


def act_by_mouse(table: Any) -> None:
    """Whatever is lit: a stack, a square for the black number, a number and a square where it repeats nothing."""
    page = table.page
    stacks = page.locator("[data-stack][data-lit=true]")
    squares = page.locator("[data-square][data-lit=true]")
    if stacks.count():
        stacks.last.click()
    elif page.get_by_test_id("revealed").count():
        squares.last.click()
    else:
        page.get_by_test_id("numbers").locator("[data-lit=true]").first.click()
        squares.first.click()
    confirm_by_mouse(table)


def log(page: Page) -> list[str]:
    return page.get_by_test_id("log").locator("li").all_inner_texts()


def result_of(table: Any, server: str) -> dict[str, Any]:
    """The position at the end, by the record of the table."""
    *_, final = read_record(httpx.get(f"{server}/api/tables/{table.id}/record").text).replay()
    assert final.is_terminal()
    position: dict[str, Any] = final.to_dict()
    return position


def test_a_whole_game_by_mouse_against_a_bot_with_a_reload_in_the_middle(table: Any, server: str) -> None:
    table.play_with_seed("108", 6, AGAINST_GREEDY, first="0", max_rounds="5")
    table.wait_for_turn()
    decisions = 0
    while not table.over:
        act_by_mouse(table)
        decisions += 1
        if decisions == 3:
            position, told = table.position, log(table.page)
            table.page.reload()
            table.wait_for_turn()
            assert table.position == position, "a reload lost the position"
            assert log(table.page) == told
    final = result_of(table, server)
    assert final["round"] == 5
    expect(table.result).to_contain_text("Nobody wins")


def test_the_last_number_wins(table: Any, page: Page, server: str) -> None:
    """Bots fill a home but for its Dragon; from there it is played on at one screen."""
    table.play_with_seed("108", 3, ("bot:greedy", "bot:greedy"))
    table.result.wait_for(timeout=60_000)
    end, first = table.position, table.id
    winner = result_of(table, server)["out"][0]
    page.goto(f"/table/{first}#{end - 1}")
    page.get_by_test_id("sandbox").click()
    page.wait_for_function("id => document.querySelector('main')?.dataset.table !== id", arg=first)
    table.wait_for_turn()
    dragon = ("d2", "h4")[winner]
    page.get_by_test_id("numbers").locator("[data-lit=true]").first.click()
    square(page, dragon).click()
    confirm_by_mouse(table)
    expect(table.result).to_contain_text("wins")
    expect(table.status).to_contain_text("over")
    assert result_of(table, server)["out"] == [winner]


def test_a_part_of_a_game_by_keyboard_alone(table: Any, page: Page) -> None:
    table.play_with_seed("108", 6, AGAINST_GREEDY, first="0")
    table.wait_for_turn()
    keyboard = page.keyboard
    table.press_tab_until("document.activeElement.dataset.square !== undefined")
    for turn in range(5):
        stacks = page.locator("[data-stack][data-lit=true]")
        digits = page.get_by_test_id("numbers").locator("[data-lit=true]")
        if stacks.count():
            keyboard.press(stacks.first.get_attribute("data-stack") or "")
        elif page.get_by_test_id("revealed").count():
            keyboard.press("n")
            keyboard.press("Enter")
        elif turn == 3:
            keyboard.press("-")
        else:
            keyboard.press(digits.first.get_attribute("data-digit") or "")
            if page.get_by_test_id("confirm").is_disabled():  # else it was laid at the cursor
                keyboard.press("n")
                keyboard.press("Enter")
        expect(page.get_by_test_id("confirm")).to_be_enabled()
        if turn == 0:
            keyboard.press("Escape")
            expect(page.get_by_test_id("confirm")).to_be_disabled()
            keyboard.press("-")
        table.confirm(lambda: keyboard.press("Enter"))


def test_forbidden_numbers_are_declared_in_two_windows(table: Any, page: Page, context: Any) -> None:
    """Ann places a 5 where another stands in the row: warned of, punished, let pass, and removed at last."""
    table.play_with_seed("108", STARTS_WITH_TWO_FIVES, TWO_PERSONS, first="0", forbidden="declared")
    table.wait_for_turn()
    other = type(table)(context.new_page())
    other.page.goto(f"/table/{table.id}")
    other.board.wait_for()

    def bens(act: Callable[..., None], *what: Any) -> None:
        """What Ben does in his window."""
        expect(other.page.locator("main")).to_have_attribute("data-position", str(table.position))
        expect(other.status).to_contain_text("Ben")
        act(other, *what)
        expect(page.locator("main")).to_have_attribute("data-position", str(other.position))

    place(table, 5, "b2")
    bens(press_button, "-")
    place(table, 5, "f2")
    expect(table.status).to_contain_text("a 5 on f2 is forbidden, as it stands on b2")
    expect(square(page, "f2")).to_have_attribute("data-clash", "true")
    bens(press_button, "warn")
    expect(square(page, "f2")).to_have_attribute("data-number", "")
    expect(table.status).to_contain_text("Ann: that was warned of")
    refuse(table, "5@f2", "108-F2a", "was warned of in this turn")

    place(table, 5, "h2")
    bens(press_button, "silent")
    expect(table.status).to_contain_text("nobody warned")
    bens(press_button, "punish")
    expect(square(page, "h2")).to_have_attribute("data-number", "")
    bens(press_button, "-")

    place(table, 5, "h2")
    bens(press_button, "silent")
    bens(press_button, "silent")
    bens(press_button, "-")
    expect(table.status).to_contain_text("white numbers repeat")
    solvable = page.get_by_test_id("solvable")
    expect(solvable).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("aid")).to_have_count(0)
    solvable.click()
    expect(page.get_by_test_id("aid")).to_contain_text("cannot be solved")
    square(page, "b2").click()
    confirm_by_mouse(table)
    expect(square(page, "b2")).to_have_attribute("data-number", "")
    expect(page.get_by_test_id("aid")).to_have_count(0)
    expect(solvable).to_have_text("Solvable")


def refuse(table: Any, action: str, code: str, words: str) -> None:
    """A typed action is not chosen, and says why."""
    table.type(action)
    reason = table.page.get_by_test_id("typed").get_by_test_id("reason")
    expect(reason).to_have_attribute("data-code", code)
    expect(reason).to_contain_text(words)
    table.page.keyboard.press("Escape")


def test_what_is_not_allowed_tells_why_and_leads_to_the_rule(table: Any, page: Page) -> None:
    table.play_with_seed("108", 6, AGAINST_GREEDY, first="0")
    table.wait_for_turn()
    refuse(table, "castle", "TEXT", "is no action")
    refuse(table, "9@b1", "108-T3", "no 9 on your table")
    page.get_by_test_id("numbers").locator("[data-lit=true]").first.click()
    expect(table.reason).not_to_have_attribute("data-code", re.compile("."))  # the number is fine
    square(page, "d2").hover()
    expect(table.reason).to_have_attribute("data-code", "108-P4")
    expect(table.reason).to_contain_text("Dragon")
    table.type("9@d2")
    page.get_by_test_id("typed").get_by_test_id("reason").get_by_role("button").click()
    expect(page.get_by_test_id("rules")).to_contain_text("T3")


def test_what_fits_is_shown_to_those_who_ask(table: Any, page: Page) -> None:
    table.play_with_seed("108", 6, AGAINST_GREEDY, first="0")
    table.wait_for_turn()
    fits = page.get_by_test_id("candidates")
    expect(fits).to_have_attribute("aria-pressed", "false")
    expect(square(page, "c1")).not_to_contain_text("fits")
    fits.click()
    expect(square(page, "c1")).to_contain_text("fits 1, 2, 3, 4, 5, 6, 7, 8 or 9")
    expect(square(page, "g4")).not_to_contain_text("fits")
    page.reload()
    expect(fits).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_hinders_nobody(table: Any, page: Page, axe: Callable[..., list[str]], scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.play_with_seed("108", STARTS_WITH_TWO_FIVES, TWO_PERSONS, first="0", forbidden="declared")
    table.wait_for_turn()
    place(table, 5, "b2")
    press_button(table, "-")
    page.get_by_test_id("candidates").click()
    place(table, 5, "f2")
    assert axe(page) == []


def test_a_black_number_turned_up_moves_nothing_on_a_phone(table: Any, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    table.play_with_seed("108", STARTS_WITH_A_BLACK, TWO_PERSONS, first="0")
    table.wait_for_turn()
    before = table.board.bounding_box()
    page.locator("[data-stack='1']").click()
    confirm_by_mouse(table)
    page.get_by_test_id("revealed").wait_for()
    assert table.board.bounding_box() == before


def test_all_can_be_reached_on_a_phone(table: Any, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    table.play_with_seed("108", 6, ("Ann", "bot:greedy", "bot:greedy", "bot:greedy"), first="0")
    table.wait_for_turn()
    for _ in range(3):
        act_by_mouse(table)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_test_id("log").locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    outside = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a')]
            .filter(e => e.offsetParent)
            .map(e => [e.getAttribute('aria-label') ?? e.innerText, e.getBoundingClientRect()])
            .filter(([, box]) => box.left < 0 || box.right > 360)
            .map(([name]) => name)"""
    )
    assert outside == []
