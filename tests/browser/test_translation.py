"""A browser that translates the page: what changes must not freeze."""

from typing import Any

from playwright.sync_api import expect

# Like Chrome: each text gives way to a copy of itself within two elements, now and whenever something new appears.
TRANSLATE = """() => {
    const wrap = (text) => {
        if (!text.parentElement?.translate || !text.data.trim()) return;
        if (text.parentElement.closest('font, script, style, title')) return;
        const outer = document.createElement('font');
        outer.append(document.createElement('font'));
        outer.firstChild.append(`«${text.data}»`);
        text.replaceWith(outer);
    };
    const translate = (node) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const texts = [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        texts.forEach(wrap);
    };
    translate(document.body);
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? wrap(node) : translate(node);
    }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_translated_page_plays_on(table: Any) -> None:
    page = table.page
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/rules/toushi")
    page.locator("h1").wait_for()
    page.evaluate(TRANSLATE)
    expect(page.locator("h1 font font")).to_have_text("«Rules of Tóushì»")
    page.get_by_role("link", name="All games").click()
    expect(page.locator("h1")).to_contain_text("«")
    pause = page.get_by_test_id("pause")
    before = pause.inner_text()
    pause.click()
    expect(pause).not_to_have_text(before)

    page.locator("[data-play=toushi]").click()
    table.board.wait_for()
    expect(table.status).to_contain_text("You:")
    table.type("T6:4@c3")
    expect(table.status).to_contain_text("Chosen:")
    table.confirm(lambda: page.keyboard.press("Enter"))
    expect(table.status).to_contain_text("You:")
    table.type("roll T8:5")
    table.confirm(lambda: page.keyboard.press("Enter"))
    assert table.position == 3
    expect(page.get_by_test_id("log").locator("[data-event]")).to_have_count(3)
    page.get_by_test_id("earlier").click()
    expect(table.status).to_contain_text("2 of 3")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("language").select_option("de")
    page.keyboard.press("Escape")
    expect(table.status).to_contain_text("2 von 3")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_test_id("now").click()
    page.keyboard.press("h")
    expect(page.get_by_test_id("rules").locator("font").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Alle Spiele").click()
    expect(page.locator("h1")).to_have_text("«Zahlenspiele»")
    page.get_by_test_id("settings").click()
    page.get_by_test_id("language").select_option("en")
    expect(page.locator("h1")).to_have_text("«Games of numbers»")
    expect(page.get_by_test_id("go-on")).to_contain_text("Waiting for you")
    assert errors == []
