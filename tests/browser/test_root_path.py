"""The client under a path of a site that has other pages, too."""

import re
from typing import Any

from playwright.sync_api import expect


def test_the_client_stays_under_its_path(table: Any, server_under_path: str) -> None:
    page = table.page
    strays: list[str] = []

    def note(address: str) -> None:
        if not address.replace("ws:", "http:").startswith(server_under_path):
            strays.append(address)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda socket: note(socket.url))
    page.goto(server_under_path + "/")
    load = """() => document.fonts.load('16px "Source Sans 3 Variable"').then((faces) => faces.length)"""
    assert page.evaluate(load) == 1

    page.get_by_role("link", name="Rules of Tóushì").click()
    expect(page).to_have_url(server_under_path + "/rules/toushi")
    page.get_by_role("link", name="Set up Tóushì").click()
    expect(page).to_have_url(server_under_path + "/setup/toushi")
    page.get_by_test_id("start").click()
    table.board.wait_for()
    expect(page).to_have_url(re.compile(re.escape(server_under_path) + r"/table/\w+$"))
    table.type("T6:4@c3")
    table.confirm(lambda: page.keyboard.press("Enter"))
    page.reload()
    table.board.wait_for()
    table.type("roll T8:5")
    table.confirm(lambda: page.keyboard.press("Enter"))
    page.get_by_test_id("earlier").click()
    expect(page).to_have_url(re.compile(r"/games/numbers/table/\w+#2$"))

    page.go_back()
    expect(page).to_have_url(server_under_path + "/setup/toushi")
    page.get_by_role("link", name="All games").first.click()
    expect(page).to_have_url(server_under_path + "/")
    page.locator("[data-unfinished]").get_by_role("link").click()
    table.board.wait_for()
    assert table.position == 3
    page.goto(server_under_path + "/no/such/page")
    expect(page.locator("h1")).to_have_text("There is nothing at this address.")
    assert strays == []
