"""A server that is killed: the browser picks the game up by itself."""

from typing import Any

from playwright.sync_api import expect


def test_the_browser_goes_on_after_a_kill(table: Any, own_server: Any) -> None:
    page = table.page
    page.goto(f"http://127.0.0.1:{own_server.port}/")
    page.locator("[data-play=toushi]").click()
    table.board.wait_for()
    for text in ("T6:4@c3", "roll T8:5"):
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        table.confirm(lambda: page.keyboard.press("Enter"))
    before = page.get_by_test_id("log").inner_text()
    own_server.kill()
    expect(page.get_by_test_id("link")).to_be_visible()
    own_server.start()
    expect(page.get_by_test_id("link")).to_be_hidden(timeout=30_000)
    assert page.get_by_test_id("log").inner_text() == before
    assert table.position == 3
    table.wait_for_turn()
    page.locator("[data-square][data-lit=true], [data-action]").first.click()
