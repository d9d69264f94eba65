"""The rule book: of the chosen edition, in players' words, with each ruling one tap away."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_ruling_is_shown_where_a_rule_refers_to_it(visit: Visit) -> None:
    guest = visit(locale="de-DE", viewport={"width": 390, "height": 844})
    guest.go("/help#london")
    expect(guest.page.get_by_role("heading", name="(auf Englisch)")).to_be_visible()
    scoring = guest.page.get_by_role("group").filter(has_text="P3 · Districts")
    scoring.get_by_text("Scoring", exact=True).click()
    reference = scoring.get_by_role("link", name="R19")
    reference.click()
    ruling = scoring.get_by_role("note", name="R19")
    expect(ruling).to_contain_text("a district counts when the player's own routes join all")
    expect(guest.page).to_have_url(re.compile("/help#london$"))
    assert guest.page.evaluate("document.documentElement.scrollWidth") == 390
    reference.press("Enter")
    expect(ruling).to_have_count(0)
    guest.is_well()


def test_the_book_follows_the_edition_and_shows_no_definitions(visit: Visit) -> None:
    guest = visit()
    guest.go("/help#usa")
    book = guest.page.locator("[lang=en] details")
    scoring = book.filter(has_text="P1 · Tickets")
    expect(scoring).to_contain_text("P2 · Longest path")
    expect(book.filter(has_text=".md#")).to_have_count(0)
    guest.page.get_by_label("Edition").select_option("usa_1910")
    expect(scoring).to_contain_text("P6 · Globetrotter")
    expect(scoring).not_to_contain_text("P2 · Longest path")
    guest.is_well()
