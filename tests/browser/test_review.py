"""Hints during a game, and its review when it is over, in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from abaculus import Luck, State
from abaculus.bots import Budget, Engine, Rating
from abaculus.server import thinking

CARDS = 3
GAME = {"cards": str(CARDS)}


class Orderly(Engine):
    """Takes the legal actions to be the worse the later they come, from 0.8 of the win or of ten points."""

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        best = 0.8 if state.game.num_players() > 1 else 8.0
        actions = state.legal_actions(seat)
        ratings = [Rating(action, best * (1 - i / len(actions)), 1 / len(actions)) for i, action in enumerate(actions)]
        return [rating for i, rating in enumerate(ratings) if i < 6 or rating.action == wanted]


@pytest.fixture
def orderly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings that are known, and there at once."""
    monkeypatch.setattr(thinking, "make_engine", lambda _: Orderly())
    monkeypatch.setattr(thinking, "is_ready", lambda *_: True)


def play_on(table: Any, choose: Callable[[Page], None]) -> None:
    """Play until the game is over, choosing like this."""
    while not table.over:
        choose(table.page)
        confirm = table.page.get_by_test_id("confirm")
        expect(confirm).to_be_enabled()
        table.confirm(confirm.click)


def take_the_best(page: Page) -> None:
    page.keyboard.press("i")
    page.locator("[data-hint]").first.click()


def choose_the_last(page: Page) -> None:
    """A mistake: of the legal actions the one that the engine likes least."""
    page.keyboard.press("/")
    page.get_by_test_id("typed").wait_for()
    last = page.locator("datalist option").last.get_attribute("value") or ""
    page.keyboard.type(last)
    page.keyboard.press("Enter")


@pytest.mark.usefixtures("orderly")
def test_a_hint_is_shown_on_the_board_and_taken(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    table.play_with_seed("toushi", 7)
    confirm = page.get_by_test_id("confirm")
    page.get_by_test_id("open-hint").click()
    hint = page.get_by_test_id("hint")
    entries = hint.locator("[data-hint]")
    expect(entries).to_have_count(3)
    expect(hint).to_be_focused()
    expect(confirm).to_be_disabled()
    expect(entries.first).to_contain_text("≈ 8.0 points")
    expect(hint).to_contain_text("this is about the next one")
    second = entries.nth(1).get_attribute("data-hint") or ""
    entries.nth(1).hover()
    expect(page.locator(f"[data-square={second.partition('@')[2]}]")).to_have_attribute("aria-selected", "true")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    expect(confirm).to_be_disabled()

    page.keyboard.press("i")
    best = entries.first.get_attribute("data-hint") or ""
    expect(hint).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(entries.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(hint).to_have_count(0)
    expect(confirm).to_be_focused()
    page.get_by_test_id("confirm").click()
    expect(page.locator("[data-event='1'] code")).to_have_text(best)


@pytest.mark.usefixtures("orderly")
@pytest.mark.parametrize(("game", "width", "height"), [("108", 360, 740), ("3x8", 360, 740), ("108", 1280, 800)])
def test_a_hint_leaves_the_hand_in_sight(table: Any, page: Page, game: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table.play_with_seed(game, 7, ["Ann", "bot:random"])
    table.wait_for_turn()
    page.get_by_test_id("open-hint").click()
    entries = page.locator("[data-hint]")
    expect(entries).to_have_count(3)
    row = page.get_by_test_id("hint").locator("xpath=..")
    hand = row.locator("xpath=preceding-sibling::*[1]")
    page.wait_for_function(
        "([hand, row]) => hand.getBoundingClientRect().bottom <= row.getBoundingClientRect().top + 1",
        arg=[hand.element_handle(), row.element_handle()],
    )
    box = row.bounding_box()
    assert box is not None
    assert box["height"] < height / 3

    # What is pointed at is shown; nothing moves under the pointer by that, wherever the page is scrolled to.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for entry in entries.all():
        top = entry.evaluate("entry => entry.getBoundingClientRect().top")
        entry.hover()
        expect(page.get_by_test_id("confirm")).to_be_enabled()
        assert entry.evaluate("entry => entry.getBoundingClientRect().top") == pytest.approx(top, abs=1)


def test_a_hint_of_the_games_own_engine(table: Any, page: Page) -> None:
    table.play_with_seed("toushi", 7)
    page.keyboard.press("i")
    expect(page.locator("[data-hint]").first).to_contain_text("points", timeout=60_000)


@pytest.mark.usefixtures("orderly")
def test_a_game_is_reviewed(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    page.emulate_media(reduced_motion="reduce")
    table.play_with_seed("nmbr9", 7, ["Ann", "bot:random"], **GAME)
    play_on(table, choose_the_last)
    page.get_by_test_id("review").click()
    progress = page.get_by_test_id("review-progress")
    expect(progress).to_have_attribute("data-state", "done")
    expect(progress).to_contain_text(f"{2 * CARDS} decisions")
    plot = page.get_by_test_id("plot")
    assert plot.locator("[data-curve]").count() == 2
    dashes = [line.get_attribute("stroke-dasharray") for line in plot.locator("[data-curve] .line").all()]
    assert dashes[0] != dashes[1], "the lines differ in colour alone"

    # Along it by keys and by pointer: the board shows each position.
    expect(plot).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("main")).to_have_attribute("data-position", "1")
    expect(plot).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("End")
    newest = int(page.locator("main").get_attribute("data-newest") or 0)
    expect(page.locator("main")).to_have_attribute("data-position", str(newest))
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.55, box["y"] + 60, steps=3)
    page.mouse.up()
    assert 0.4 * newest < table.position < 0.7 * newest

    # The moves that cost most are marked, and lead to where something else would have been better.
    costly = page.get_by_test_id("costly").locator("a")
    assert costly.count() >= CARDS - 1
    move = int(costly.first.get_attribute("data-move") or 0)
    expect(plot.locator(f"[data-costly='{move - 1}']")).to_have_count(1)
    expect(costly.first).to_contain_text(f"Move {move}: played")
    expect(costly.first).to_contain_text("cost")
    costly.first.click()
    expect(page.locator("main")).to_have_attribute("data-position", str(move - 1))
    expect(page.get_by_test_id("story")).to_contain_text("better")
    expect(page.locator("[data-testid=ghost][data-fits=true]")).to_have_count(1)
    page.get_by_text("The figures").click()
    for scheme in "light", "dark":
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []
    page.get_by_test_id("review-close").click()
    expect(table.result).to_be_visible()


@pytest.mark.usefixtures("orderly")
def test_a_review_without_mistakes_on_a_phone(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    table.play_with_seed("nmbr9", 7, ["Ann"], **GAME)
    play_on(table, take_the_best)
    expect(table.result.get_by_role("heading")).to_be_in_viewport()
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("review-progress")).to_have_attribute("data-state", "done")
    expect(page.get_by_test_id("costly")).to_contain_text("No better move")
    expect(page.get_by_test_id("plot").locator(".tick").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(page) == []
