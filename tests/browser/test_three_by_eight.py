"""3x8 in a browser: whole games, hands that stay hidden, and decks of blockers from a file."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from abaculus.play.record import read_record

# With this seed the first seat is dealt 54, 66, 67 and 69; the pool is 44, 57 and 62.
THREE_OF_A_COLOUR = 120

# With this seed Ann is dealt 78, 83, 86 and 92, and Ben 45, 64, 76 and b2, of which half b lies on the seventies and
# blocks 70 to 99. The pool is 73, 59 and 63. No count or number of an event comes near these cards in so short a game.
BLOCKED = 66
ANN = {"78", "83", "86", "92"}
BEN = {"45", "64", "76", "b2"}

# With this seed b9 lies in the second place of the pool.
BLOCKER_IN_POOL = 384


@pytest.fixture(autouse=True)
def still(page: Page) -> None:
    """Nothing glides: a click need not wait until a card lies still."""
    page.emulate_media(reduced_motion="reduce")


def card_names(places: Locator) -> list[str]:
    names: list[str] = places.evaluate_all("all => all.map(each => each.dataset.card)")
    return names


def hand(page: Page, seat: int = 0) -> list[str]:
    """The cards that are seen of the hand in front."""
    return card_names(page.locator(f"[data-hand='{seat}'] > [data-card]"))


def row(page: Page, place: int) -> list[str]:
    """The cards that lie in a row of the seat in front."""
    return card_names(page.locator(f"[data-row='{place}'] [data-card]"))


def pick(page: Page, *cards: object) -> None:
    for card in cards:
        page.locator(f"[data-hand] [data-card='{card}']").click()


def draw(page: Page, *texts: str) -> None:
    for text in texts:
        page.locator(f"[data-draw='{text}']").click()


def end_turn(table: Any, how: Callable[[], object] | None = None) -> None:
    """Confirm the rest of the turn, and wait until a person's next turn begins or the game is over."""
    before = table.position
    (how or table.page.get_by_test_id("confirm").click)()
    table.page.wait_for_function(
        """before => +document.querySelector('main').dataset.newest > before && document.querySelector(
            '[data-testid=result], [data-testid=curtain], [data-action=grow]')""",
        arg=before,
    )


def play_a_turn(table: Any, turn: int) -> None:
    """Lay a card on a row that takes it and draw one, from places that change; grow where no card fits."""
    page = table.page
    lit = page.locator("[data-hand] [data-lit=true]:not([data-card^=b])")
    if lit.count() and turn % 4 < 3:
        lit.nth(turn % lit.count()).click()
        rows = page.locator("[data-target][data-lit=true]")
        rows.nth(turn % rows.count()).click()
        draws = page.locator("[data-draw][data-lit=true]")
        draws.nth(turn % draws.count()).click()
    else:
        page.locator("[data-action=grow]").click()
        draw(page, "d")
    end_turn(table)


def test_a_whole_game_by_mouse_with_a_reload_in_the_middle(table: Any, server: str) -> None:
    page = table.page
    table.play_with_seed("3x8", 1, ("You", "bot:greedy"))
    turn = 0
    while not table.over:
        play_a_turn(table, turn)
        turn += 1
        if turn == 5:
            seen = (table.position, hand(page), table.board.inner_text(), page.get_by_test_id("log").inner_text())
            assert len(seen[1]) >= 4
            page.reload()
            table.wait_for_turn()
            again = (table.position, hand(page), table.board.inner_text(), page.get_by_test_id("log").inner_text())
            assert again == seen, "a reload lost something"

    record = read_record(httpx.get(f"{server}/api/tables/{table.id}/record").text)
    *_, final = record.replay()
    winner = final.returns().index(1)
    expect(table.result).to_contain_text("You win" if winner == 0 else "greedy wins")
    expect(page.get_by_test_id(f"score-{winner}")).to_contain_text("3/3")
    assert set(hand(page)) == {str(card) for card in final.to_dict()["hands"][0]}
    assert page.locator("[data-table='1'] [data-known]").count() == len(final.to_dict()["hands"][1]), (
        "everybody sees everything when the game is over"
    )
    first = table.id
    page.get_by_test_id("again").click()
    page.wait_for_function("id => document.querySelector('main')?.dataset.table !== id", arg=first)
    table.wait_for_turn()
    assert not table.over


def test_several_cards_the_end_of_a_row_and_draws_from_pool_and_pile(table: Any) -> None:
    page = table.page
    table.play_with_seed("3x8", THREE_OF_A_COLOUR)
    pick(page, 69, 66, 67)
    page.locator("[data-target='1']").click()
    expect(table.status).to_contain_text("66, 67, 69 as a new row")
    page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    pick(page, 66, 67, 69)
    page.locator("[data-target='1']").click()
    page.get_by_test_id("confirm").click()
    expect(page.locator("[data-row='1'] [data-card]")).to_have_count(3)
    assert table.board.get_attribute("data-phase") == "play"

    page.locator("[data-tail='2']").click()
    page.locator("[data-target='2']").click()
    expect(page.locator("[data-row='2'] [data-ghost]")).to_have_count(2)
    page.get_by_test_id("confirm").click()
    expect(page.locator("[data-row='2'] [data-card]")).to_have_count(2)
    assert (row(page, 1), row(page, 2)) == (["66"], ["67", "69"])

    page.locator("[data-action=end]").click()
    draw(page, "p1", "d", "d")
    end_turn(table)
    assert {"44", "54"} < set(hand(page))
    assert len(hand(page)) == 4


def test_part_of_a_game_by_keyboard_alone(table: Any, page: Page) -> None:
    page.goto("/")
    page.locator("[data-play='3x8']").wait_for()
    press_until(page, "Tab", "document.activeElement.dataset.play === '3x8'")
    page.keyboard.press("Enter")
    table.wait_for_turn()
    press_until(page, "Tab", "document.activeElement.dataset.spot !== undefined")

    # With arrows and Enter: a card and a row.
    press_until(page, "ArrowRight", "document.activeElement.matches('[data-card]:not([data-card^=b])')")
    page.keyboard.press("Enter")
    press_until(page, "ArrowUp", "document.activeElement.matches('[data-target][data-lit=true]')")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    press_until(page, "ArrowDown", "document.activeElement.matches('[data-hand] > *')")
    press_until(page, "ArrowRight", "document.activeElement.matches('[data-card]:not([data-card^=b])')")
    page.keyboard.press("Enter")
    press_until(page, "ArrowUp", "document.activeElement.matches('[data-target][data-lit=true]')")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(table.board).to_have_attribute("data-phase", "play")

    # The end of the play by its key; then the cursor is at the pool.
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(table.board).to_have_attribute("data-phase", "draw")
    expect(page.locator("[data-draw=p1]")).to_be_focused()
    taken = card_names(page.locator("[data-draw=p1] [data-card]"))
    page.keyboard.press("Enter")
    end_turn(table, lambda: page.keyboard.press("Enter"))
    assert set(taken) < set(hand(page))

    # A turn of letters; the cursor is back at the hand.
    assert page.evaluate("document.activeElement.matches('[data-hand] > *')")
    page.keyboard.press("g")
    page.keyboard.press("d")
    end_turn(table, lambda: page.keyboard.press("Enter"))
    assert len(hand(page)) == 5


def press_until(page: Page, key: str, condition: str) -> None:
    for _ in range(30):
        if page.evaluate(condition):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never came to where {condition}")


def two_at_one_screen(table: Any, seed: int) -> None:
    """Ann and Ben, up to the curtain before the first turn."""
    page = table.page
    page.goto("/setup/3x8")
    page.get_by_label("Seat 1: Name").fill("Ann")
    page.get_by_label("Seat 2: Who sits here").select_option("person")
    page.get_by_label("Seat 2: Name").fill("Ben")
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start").click()
    page.get_by_test_id("curtain").wait_for()


def lift(page: Page, seat: int) -> None:
    curtain = page.get_by_test_id("curtain")
    expect(curtain).to_have_attribute("data-seat", str(seat))
    curtain.get_by_test_id("lift").click()
    page.get_by_test_id("board").wait_for()


def ann_begins(table: Any) -> None:
    """Ann lays the 78 and takes the 73 from the pool."""
    pick(table.page, 78)
    table.page.locator("[data-target='1']").click()
    draw(table.page, "p1")
    end_turn(table)


GEOMETRY = re.compile(r"""\b(?:class|style|viewBox|transform|d|r?[xy]|width|height|font-size)="[^"]*\"""")


def told(page: Page) -> set[str]:
    """Every number and blocker that is anywhere in the page's HTML, seen or not, but for how things are drawn."""
    html = GEOMETRY.sub("", page.locator("body").inner_html())
    return {*re.findall(r"\b(?:b\d|\d+)\b", html), *(f"b{n}" for n in re.findall(r"blocker (\d)", html))}


def test_a_curtain_hides_the_hands_of_two_at_one_screen(table: Any, page: Page) -> None:
    two_at_one_screen(table, BLOCKED)
    assert not told(page) & (ANN | BEN), "the curtain hides both hands"
    lift(page, 0)
    assert set(hand(page)) == ANN
    assert told(page) >= ANN
    assert not told(page) & BEN
    ann_begins(table)

    assert not told(page) & (BEN | ANN - {"78"})
    page.reload()
    page.get_by_test_id("curtain").wait_for()
    assert not told(page) & (BEN | ANN - {"78"}), "a reload lifts nothing"
    lift(page, 1)
    assert set(hand(page, 1)) == BEN
    assert not told(page) & (ANN - {"78"})
    expect(page.locator("[data-table='0'] [data-known]")).to_have_attribute("data-known", "73")
    expect(page.locator("[data-table='0'] .held.back")).to_have_count(3)

    # Neither from the other's side of the table nor in what was before.
    page.locator("[data-seat='0'] button").click()
    page.locator("[data-hand='0']").wait_for()
    assert not told(page) & (ANN - {"78"})
    newest = table.position
    page.get_by_test_id("earlier").click()
    expect(page.locator("main")).to_have_attribute("data-position", str(newest - 1))
    assert not told(page) & (ANN - {"78"})


def test_a_blocker_blocks_until_the_row_is_dropped(table: Any, page: Page) -> None:
    two_at_one_screen(table, BLOCKED)
    lift(page, 0)
    ann_begins(table)
    lift(page, 1)
    pick(page, "b2")
    page.locator("[data-their='0.1']").click()
    expect(table.status).to_contain_text("block row 1 of Ann: no 70–79, 80–89, 90–99")
    draw(page, "d", "p2")
    end_turn(table)

    lift(page, 0)
    crossed = page.locator("[data-row='1'] [data-half='2b']")
    assert crossed.locator(".cross").count() == 3
    pick(page, 83)
    expect(page.locator("[data-target='1']")).to_have_attribute("data-lit", "false")
    page.locator("[data-target='1']").click()
    expect(table.reason).to_have_attribute("data-code", "3x8-B2")
    expect(table.reason).to_contain_text("blocks 70–79 and 80–89 and 90–99")
    page.get_by_test_id("take-back").click()
    page.locator("[data-target='1']").click()
    page.locator("[data-action=drop]").click()
    page.get_by_test_id("confirm").click()
    expect(page.locator("[data-row='1'] [data-card]")).to_have_count(0)
    expect(page.get_by_test_id("discard")).to_have_text("1")
    pick(page, 83)
    expect(page.locator("[data-target='1']")).to_have_attribute("data-lit", "true")


def test_what_is_typed_and_refused_tells_why_and_leads_to_the_rule(table: Any, page: Page) -> None:
    table.play_with_seed("3x8", THREE_OF_A_COLOUR)
    table.wait_for_turn()
    page.keyboard.press("/")
    text = page.get_by_test_id("typed-text")
    refused = page.get_by_test_id("typed").get_by_test_id("reason")
    for nonsense, code, words in (("3x8", "TEXT", "3x8"), ("55>n", "3x8-A1", "Your hand has no 55.")):
        text.fill(nonsense)
        text.press("Enter")
        expect(refused).to_have_attribute("data-code", code)
        expect(refused).to_contain_text(words)
    refused.get_by_role("button", name="Rule A1").click()
    expect(page.get_by_test_id("rules")).to_contain_text("A1")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    text.fill("54>N")
    text.press("Enter")
    expect(page.get_by_test_id("confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-row='1'] [data-card='54']")).to_be_visible()


def test_who_watches_from_elsewhere_sees_no_hand(table: Any, page: Page, browser: Any, base_url: str) -> None:
    two_at_one_screen(table, BLOCKED)
    other = browser.new_context(base_url=base_url)
    try:
        watcher = other.new_page()
        watcher.goto(f"/table/{table.id}")
        watcher.get_by_test_id("board").wait_for()
        lift(page, 0)
        assert told(page) >= ANN
        assert not told(page) & BEN
        ann_begins(table)
        expect(watcher.locator("[data-row='1'] [data-card]")).to_have_count(1)
        expect(watcher.locator("[data-hand='0'] > [data-card]")).to_have_attribute("data-card", "73")
        assert not told(watcher) & (BEN | ANN - {"78"})
        assert watcher.locator("[data-lit=true]").count() == 0
    finally:
        other.close()


def load_blockers(page: Page, content: str) -> None:
    page.locator("[data-option=blockers]").set_input_files(
        {"name": "blockers.json", "mimeType": "application/json", "buffer": content.encode()}
    )
    page.get_by_test_id("start").click()


def test_another_deck_of_blockers_is_loaded_from_a_file(table: Any, page: Page) -> None:
    deck: list[dict[str, Any]] = [
        {"a": {"base": i, "blocks": [i, i + 1]}, "b": {"base": 10, "blocks": [0, 5, 10]}} for i in range(10)
    ]
    page.goto("/setup/3x8")
    page.get_by_test_id("seed").fill(str(BLOCKER_IN_POOL))
    trouble = page.get_by_test_id("trouble")
    load_blockers(page, "ten cards")
    expect(trouble).to_contain_text("blockers.json is not JSON")
    bad = json.loads(json.dumps(deck))
    bad[4]["a"]["blocks"] = [5]
    load_blockers(page, json.dumps(bad))
    expect(trouble).to_contain_text("card b4, half a: 'blocks' is [5]; it is a list of two or three different colours")
    load_blockers(page, json.dumps(deck))
    table.board.wait_for()
    expect(page.locator("[data-draw=p2]")).to_contain_text("on 90–99: no 90–99, 100–109, or on 100–109: no 0–9")


def test_the_table_hinders_nobody(table: Any, page: Page, axe: Callable[..., list[str]]) -> None:
    two_at_one_screen(table, BLOCKED)
    assert hindrances(page, axe) == []
    lift(page, 0)
    ann_begins(table)
    lift(page, 1)
    pick(page, "b2")
    page.locator("[data-their='0.1']").click()
    draw(page, "p1")
    assert hindrances(page, axe) == []


def hindrances(page: Page, axe: Callable[..., list[str]]) -> list[str]:
    """What hinders people, on paper and on slate."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        found += axe(page)
    return found


UNREACHED = """() => [...document.querySelectorAll('main button, main a, main input')]
    .filter(each => each.checkVisibility() && !each.disabled)
    .filter(each => {
        each.scrollIntoView({ block: 'center' })
        const { x, y, width, height } = each.getBoundingClientRect()
        return x < 0 || x + width > 360 || !each.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    .map(each => each.outerHTML)"""

SMALL = """() => [...document.querySelectorAll('[data-lit=true], [data-action], #confirm')]
    .map(each => each.closest('[data-row]') ?? each) // a row can be tapped all over
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 38)
    .map(each => each.outerHTML)"""


def test_a_phone_shows_and_reaches_everything(table: Any, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    table.play_with_seed("3x8", THREE_OF_A_COLOUR)
    table.wait_for_turn()
    pick(page, 66, 67, 69)
    page.locator("[data-target='1']").click()
    page.get_by_test_id("confirm").click()
    page.locator("[data-tail='1']").click()
    page.locator("[data-target='2']").click()
    draw(page, "p1", "d", "d")
    for _ in range(3):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate(UNREACHED) == []
        assert page.evaluate(SMALL) == []
        end_turn(table)
        page.locator("[data-action=grow]").click()
        draw(page, "d")
