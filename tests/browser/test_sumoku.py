"""Sumoku in a browser: a whole game by mouse, plays by keys, and the crossword on a phone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect
from websockets.sync.client import connect

import abaculus
from abaculus.games.sumoku.game import Sumoku
from abaculus.play.record import read_record

SEED = 1
"""Of two seats the first begins, with R3 O3 O4 Y2 G6 B5 B6 P6 and the key 4; the other has R7 O1 O5 Y2 G6 B3 B7 P5."""


# What the engine knows of a table


def state_of(server: str, table: str) -> abaculus.State:
    """Its newest position."""
    *_, state = read_record(httpx.get(f"{server}/api/tables/{table}/record").text).replay()
    return state


def play_of(state: abaculus.State, choose: Callable[..., Any] = max) -> tuple[list[str], int]:
    """The tiles of the play that scores most, or least, and what it scores; none where the seat has to pass."""
    assert isinstance(state.game, Sumoku)
    seat = state.current_player()
    actions, points = choose(state.game.plays(state, seat), key=lambda play: play[1], default=((), 0))
    return [state.action_to_string(seat, action) for action in actions], points


# What a player does


def lay(page: Page, *tiles: str) -> None:
    """By mouse, each as soon as its place is on the board, which grows with what lies there."""
    left = list(tiles)
    while left:
        tile = next(tile for tile in left if square(page, tile).count())
        left.remove(tile)
        pick(page, tile.partition("@")[0])
        square(page, tile).click(force=True)
        expect(laid(page, tile)).to_be_attached()


def pick(page: Page, face: str) -> None:
    """A second tap turns a 6."""
    kind = face.replace("9", "6")
    slot = page.locator(f"[data-slot][data-kind={kind}][data-out=false]").first
    slot.click()
    if face != kind:
        slot.click()


def square(page: Page, tile: str) -> Locator:
    return page.locator(f"[data-square='{tile.partition('@')[2]}'] .target")


def laid(page: Page, tile: str) -> Locator:
    face, _, place = tile.partition("@")
    return page.locator(f"[data-tile={face}][data-place='{place}']:not([data-look=ghost])")


def confirm(table: Any, how: Callable[[], object] | None = None) -> None:
    """Confirm the play or the pass, and wait for the next turn at this screen or the end."""
    page, button = table.page, table.page.get_by_test_id("confirm")
    expect(button).to_be_enabled()
    decisions = page.locator("[data-look=draft]").count() + 1
    before = table.position
    (how or button.click)()
    page.wait_for_function(
        """known => document.querySelector('[data-testid=result]')
        || (+document.querySelector('main').dataset.newest >= known
            && document.querySelector('[data-lit=true], [data-action=pass]'))""",
        arg=before + decisions,
        timeout=60_000,  # a bot's first move may wait for kernels to be compiled
    )


def type_action(page: Page, text: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def press_all(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


def kinds(page: Page) -> list[str]:
    """The tiles of the stock, as it is arranged."""
    found: list[str] = page.locator("[data-slot]").evaluate_all("slots => slots.map(slot => slot.dataset.kind)")
    return found


def set_up_people(table: Any, names: list[str], seed: int) -> None:
    """A table for people at one screen."""
    page = table.page
    page.goto("/setup/sumoku")
    for _ in names[2:]:
        page.get_by_test_id("add-seat").click()
    for seat, name in enumerate(names, 1):
        if seat > 1:
            page.get_by_label(f"Seat {seat}: Who sits here").select_option("person")
        page.get_by_label(f"Seat {seat}: Name").fill(name)
    page.get_by_test_id("seed").fill(str(seed))
    page.get_by_test_id("start").click()
    table.board.wait_for()


# Games


@pytest.mark.timeout(300)
def test_a_whole_game_by_mouse_against_a_bot_with_a_reload_in_the_middle(table: Any, page: Page, server: str) -> None:
    page.goto("/setup/sumoku")
    page.get_by_label("Seat 2: Who sits here").select_option("bot:greedy")
    page.get_by_test_id("seed").fill(str(SEED))
    page.get_by_test_id("start").click()
    table.board.wait_for()
    score = turns = 0
    while not table.over:
        tiles, points = play_of(state_of(server, table.id))
        if tiles:
            lay(page, *tiles)
            expect(page.get_by_test_id("sums")).to_have_attribute("data-points", str(points))
            expect(page.get_by_test_id("score")).to_have_text(f"{points} points")
        else:
            page.locator("[data-action=pass]").click()
        confirm(table)
        score += points
        if not table.over:
            expect(page.get_by_test_id("score-0")).to_have_text(str(score))
        turns += 1
        if turns == 6:
            position, stock = table.position, kinds(page)
            log = page.locator("[data-event]").all_inner_texts()
            page.reload()
            page.locator("[data-lit=true], [data-action=pass]").first.wait_for()
            assert table.position == position, "a reload lost the position"
            assert kinds(page) == stock
            assert page.locator("[data-event]").all_inner_texts() == log
            page.keyboard.press("0")  # a board that is opened late may be seen from close by

    scores = state_of(server, table.id).to_dict()["scores"]
    assert [page.get_by_test_id(f"score-{seat}").inner_text() for seat in (0, 1)] == [str(n) for n in scores]
    expect(table.result).to_contain_text(str(max(scores)))
    first = table.id
    page.get_by_test_id("again").click()
    page.wait_for_function("id => document.querySelector('main')?.dataset.table !== id", arg=first)


def test_plays_by_keyboard_alone(table: Any, page: Page) -> None:
    table.play_with_seed("sumoku", SEED)
    press_tab_until(page, "document.activeElement.getAttribute('role') === 'grid'")
    press_all(page, "r 3 4 o y 2 g 9 b 9 p 6")
    expect(page.get_by_test_id("sums")).to_contain_text("3 short of 36")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    page.keyboard.press("t")  # the 6 laid last becomes a nine
    expect(page.get_by_test_id("sums")).to_have_attribute("data-points", "36")
    confirm(table, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_test_id("score-0")).to_have_text("36")

    # The bonus: down through the free place before the row, then up to where it may begin.
    page.keyboard.press("n")
    expect(page.get_by_test_id("cursor")).to_have_attribute("data-at", "-1,-1")
    press_all(page, "Space Space o 3 b 5")
    expect(page.get_by_test_id("score")).to_have_text("16 points")
    page.keyboard.press("Backspace")
    expect(laid(page, "O3@-1,-1")).to_be_attached()
    expect(laid(page, "B5@0,-1")).not_to_be_attached()
    page.keyboard.press("Escape")
    expect(laid(page, "O3@-1,-1")).not_to_be_attached()
    press_all(page, "ArrowLeft ArrowRight 5 b")
    confirm(table, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_test_id("score-0")).to_have_text("44")


def press_tab_until(page: Page, condition: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(condition):
            return
    raise AssertionError(f"Tab never came to where {condition}")


def test_three_at_one_screen(table: Any, page: Page, server: str) -> None:
    set_up_people(table, ["Ann", "Ben", "Cleo"], seed=7)
    scores = [0, 0, 0]
    for seat, name in enumerate(("Ann", "Ben", "Cleo")):
        state = state_of(server, table.id)
        expect(page.locator("main")).to_have_attribute("data-front", str(seat))
        expect(page.get_by_test_id("status")).to_contain_text(name)
        assert sorted(kinds(page)) == sorted(state.to_dict()["stocks"][seat])
        assert page.locator("[data-side]").count() == 2
        tiles, points = play_of(state, min)
        lay(page, *tiles)
        confirm(table)
        scores[seat] += points
        expect(page.get_by_test_id(f"score-{seat}")).to_have_text(str(scores[seat]))
    expect(page.locator("main")).to_have_attribute("data-front", "0")


# What is wrong


def test_sums_tell_what_is_still_wrong(table: Any, page: Page) -> None:
    table.play_with_seed("sumoku", SEED)
    sums, button = page.get_by_test_id("sums"), page.get_by_test_id("confirm")
    lay(page, "R3@0,0", "O3@1,0")
    expect(sums).to_contain_text("2 short of 8")
    expect(page.locator("[data-sum='6'][data-way=row][data-fits=false]")).to_contain_text("+2")
    lay(page, "O4@2,0")
    expect(sums).to_contain_text("2 short of 12, orange twice")
    expect(page.locator("[data-amiss=true]")).to_have_count(2)
    expect(button).to_be_disabled()
    page.get_by_test_id("take-back").click()
    expect(page.locator("[data-look=draft]")).to_have_count(0)

    lay(page, "R3@0,0", "B5@1,0")
    expect(page.get_by_test_id("score")).to_have_text("8 points")
    confirm(table)
    assert table.position > 17 + 3, "the bot has played"


def test_the_edges_of_the_board_name_the_places_in_sight(table: Any, page: Page) -> None:
    table.play_with_seed("sumoku", SEED)
    lay(page, "R3@0,0", "B5@1,0")
    edges = page.get_by_test_id("coordinates")
    there = box_of(square(page, "B5@1,0"))
    column, row = box_of(edges.locator("[data-column='1']")), box_of(edges.locator("[data-row='0']"))
    assert column["x"] + column["width"] / 2 == pytest.approx(there["x"] + there["width"] / 2, abs=1)
    assert row["y"] + row["height"] / 2 == pytest.approx(there["y"] + there["height"] / 2, abs=1)
    assert column["y"] < there["y"]
    assert row["x"] < there["x"]


def test_what_is_not_allowed_tells_why_and_leads_to_the_rule(table: Any, page: Page) -> None:
    set_up_people(table, ["Ann", "Ben"], SEED)
    lay(page, "R3@0,0", "B5@1,0")
    confirm(table)

    lay(page, "B3@2,0")
    expect(table.reason).to_have_attribute("data-code", "SUMOKU-P4")
    expect(table.reason).to_contain_text("Blue would stand twice in the row")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    page.get_by_test_id("take-back").click()

    type_action(page, "R7@0,0")
    typed = page.get_by_test_id("typed").get_by_test_id("reason")
    expect(typed).to_have_attribute("data-code", "SUMOKU-P2")
    expect(typed).to_contain_text("lies R3 already")
    typed.get_by_role("button").click()
    expect(page.get_by_test_id("rules")).to_contain_text("P2")


def test_a_stock_keeps_the_order_of_its_player(table: Any, page: Page) -> None:
    table.play_with_seed("sumoku", SEED)
    page.get_by_test_id("sort").click()
    page.get_by_test_id("sort").click()
    page.locator("[data-slot='0']").focus()
    press_all(page, "Shift+ArrowRight Shift+ArrowRight")
    own = ["R3", "O3", "Y2", "O4", "B5", "G6", "B6", "P6"]
    assert kinds(page) == own
    page.reload()
    page.locator("[data-slot]").first.wait_for()
    assert kinds(page) == own


# For everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_crossword_hinders_nobody(table: Any, page: Page, axe: Callable[..., list[str]], scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    set_up_people(table, ["Ann", "Ben"], SEED)
    lay(page, "R3@0,0", "B5@1,0")
    confirm(table)
    lay(page, "B3@2,0")
    expect(table.reason).not_to_be_empty()
    page.get_by_test_id("bag").locator("summary").click()
    assert axe(page) == []


def begins(state: abaculus.State) -> bool:
    """Whether a play can begin."""
    return bool(state.legal_actions()) and not state.record.laid and bool(play_of(state)[0])


def open_in_the_middle(page: Page, server: str) -> abaculus.State:
    """A large crossword: where a game between bots has come to, to be played on by people; its position."""
    bots = {"game": "sumoku", "seats": [{"kind": "bot", "bot": "greedy"}] * 2, "seed": SEED}
    played = httpx.post(f"{server}/api/tables", json=bots).json()["table"]
    with connect(f"{server.replace('http', 'ws')}/api/ws") as socket:
        socket.send(json.dumps({"type": "join", "table": played}))
        while json.loads(socket.recv(timeout=60))["position"] < 120:
            pass
    states = [state.clone() for state in read_record(httpx.get(f"{server}/api/tables/{played}/record").text).replay()]
    position = max(n for n, state in enumerate(states) if begins(state))
    people = {"from": {"table": played, "position": position}}
    opened = httpx.post(f"{server}/api/tables", json=people).json()
    page.goto("/")
    page.evaluate(
        "([name, key]) => localStorage.setItem(name, JSON.stringify(key))",
        [f"abaculus.key.{opened['table']}", opened["key"]],
    )
    page.goto(f"/table/{opened['table']}")
    return states[position]


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
def test_a_large_crossword_on_a_phone(table: Any, page: Page, server: str) -> None:
    state = open_in_the_middle(page, server)
    table.board.wait_for()
    assert width_of_tiles(page) >= 36, "the board is seen from close by at first"

    # By fingers: one pans, two zoom.
    svg = page.locator("[data-testid=board] > svg")
    before = svg.get_attribute("viewBox")
    drag(page, svg, [((0, 0), (60, 40))])
    expect(svg).not_to_have_attribute("viewBox", before or "")
    board, edge = box_of(svg), box_of(page.locator("[data-column]").first)
    assert board["x"] <= edge["x"] < board["x"] + width_of_tiles(page) * 2, "the places in sight are named at the edge"
    wide = width_of_tiles(page)
    drag(page, svg, [((-30, 0), (-80, 0)), ((30, 0), (80, 0))])
    assert width_of_tiles(page) > 1.5 * wide

    # By buttons: all of it.
    page.get_by_test_id("zoom").tap()
    expect(page.get_by_test_id("zoom")).to_have_accessible_name("Closer")
    for tile in page.locator("[data-tile] .body").all():
        assert is_inside(box_of(tile), box_of(svg))

    tiles, points = play_of(state)
    lay(page, *tiles)
    expect(page.get_by_test_id("sums")).to_have_attribute("data-points", str(points))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for control in page.locator("main :is(button, summary, [data-slot]):visible").all():
        # To the middle: what is a part of a pixel beyond the edge is not taken to need scrolling.
        control.evaluate("control => control.scrollIntoView({ block: 'center', behavior: 'instant' })")
        assert is_inside(box_of(control), {"x": 0, "y": 0, "width": 360, "height": 740})
    confirm(table)
    expect(page.get_by_test_id("status")).not_to_be_empty()


def width_of_tiles(page: Page) -> float:
    return box_of(page.locator("[data-tile] .body").first)["width"]


def is_inside(part: FloatRect, whole: FloatRect) -> bool:
    right, bottom = whole["x"] + whole["width"], whole["y"] + whole["height"]
    across = whole["x"] <= part["x"] and part["x"] + part["width"] <= right
    return across and whole["y"] <= part["y"] and part["y"] + part["height"] <= bottom


def drag(page: Page, over: Locator, fingers: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Fingers that go from here to there, seen from the middle."""
    over.scroll_into_view_if_needed()
    box = box_of(over)
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for step in range(11):
        points = [
            {
                "x": middle[0] + from_x + (to_x - from_x) * step / 10,
                "y": middle[1] + from_y + (to_y - from_y) * step / 10,
            }
            for (from_x, from_y), (to_x, to_y) in fingers
        ]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
