"""The client on a phone: touch, small screens, nothing cut off."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SMALLEST: dict[str, Any] = PHONE | {"viewport": {"width": 360, "height": 640}}
# Text links and the map's own shapes have other ways to be reached.
TARGETS = """() => [...document.querySelectorAll('button, select, input[type=text], a.button')]
  .filter(one => one.offsetParent && !one.closest('.hidden, .notes, ol, .facts'))
  .map(one => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.height > 0 && (box.height < 43.5 || box.width < 36))
  .map(([box, one]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""


def has_no_sideways_scrolling(page: Page) -> bool:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return bool(wide <= 0)


def take_by_finger(visitor: Visitor) -> None:
    """Two taps: the first lifts, the second takes."""
    at = visitor.at
    deck = visitor.page.locator("[data-deck] button:enabled").filter(has_text="Draw")
    cards = visitor.page.locator(".card:not([aria-disabled=true])")
    target = (deck if deck.count() else cards).first
    target.tap()
    assert visitor.at == at
    target = visitor.page.locator(".armed").first
    target.tap()
    visitor.wait_for_change(at)


def decide_by_finger(visitor: Visitor) -> None:
    at = visitor.at
    if visitor.phase in ("first_tickets", "keep_tickets"):
        visitor.keep_tickets()
        visitor.wait_for_change(at)
    elif visitor.button("Pass").count():
        visitor.button("Pass").tap()
        visitor.wait_for_change(at)
    elif visitor.phase == "turn" and visitor.claim_something():
        visitor.wait_for_change(at)
    else:
        take_by_finger(visitor)


def open_a_route_of_many_mixes(visitor: Visitor) -> None:
    """Draw until a gray route can be paid for in many ways, also with locomotives, and open it."""
    gray = visitor.page.locator("tr.payable").filter(has_text="any one color")
    longer = gray.filter(has=visitor.page.get_by_role("cell", name=re.compile("^[2-6]$")))
    while visitor.must_decide():
        at = visitor.at
        if visitor.phase == "turn":
            visitor.page.keyboard.press("b")
            expect(visitor.page.get_by_role("heading", name="Routes")).to_be_visible()
            if longer.count() and locomotives(visitor):
                longer.first.get_by_role("button").tap()
                expect(visitor.page.get_by_role("radio").first).to_be_visible()
                if visitor.page.get_by_role("radio", name="Another mix").count():
                    return
                visitor.page.keyboard.press("Escape")
            visitor.page.keyboard.press("b")
        visitor.page.keyboard.press("d")
        visitor.wait_for_change(at)
    raise AssertionError("the game was over before there was a choice")


def locomotives(visitor: Visitor) -> int:
    """How many the visitor holds, by the last view."""
    return int(visitor.last_view()["own"]["hand"].get("locomotive", 0))


def test_a_payment_is_counted_out_card_by_card(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.play_bots("usa")
    ann.must_decide()
    ann.decide()
    open_a_route_of_many_mixes(ann)
    at, before = ann.at, locomotives(ann)
    ann.page.get_by_role("radio", name="Another mix").check()
    claim = ann.page.locator(".decision button.primary")
    expect(claim).to_have_text("Claim this route")
    assert ann.page.evaluate(TARGETS) == []
    assert has_no_sideways_scrolling(ann.page)
    # It begins with the best payment, which has no locomotive that another card could be.
    colors = ann.page.locator(".steppers").get_by_role("group", name=re.compile("^(?!loco)"))
    paid = colors.filter(has_not_text="0").first
    paid.get_by_role("button", name="Remove one card:").tap()
    expect(claim).to_have_text("Choose 1 more card")
    expect(claim).to_be_disabled()
    colors.filter(has_text="0").first.get_by_role("button", name="Add one card:").tap()
    expect(claim).to_have_text("These cards do not pay for it together")
    colors.filter(has=ann.page.locator("button:focus")).get_by_role(
        "button", name="Remove one card:"
    ).tap()
    ann.button("Add one card: locomotive").tap()
    claim.tap()
    ann.wait_for_change(at)
    assert locomotives(ann) < before
    ann.is_well()


def test_a_whole_game_is_played_with_a_finger(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.play_bots("london")
    while ann.must_decide():
        decide_by_finger(ann)
        assert has_no_sideways_scrolling(ann.page)
    ann.see_score()
    ann.is_well()


@pytest.mark.parametrize("path", ["/", "/games", "/help#london", "/intro"])
def test_no_page_scrolls_sideways_on_the_smallest_phone(visit: Visit, path: str) -> None:
    ann = visit(**SMALLEST)
    ann.go(path)
    ann.page.wait_for_load_state("networkidle")
    assert has_no_sideways_scrolling(ann.page)


def test_targets_are_large_enough_for_fingers(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.go()
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate(TARGETS) == []
    ann.play_bots("new_york")
    ann.must_decide()
    assert has_no_sideways_scrolling(ann.page)
    assert ann.page.evaluate(TARGETS) == []
    ann.decide()
    ann.must_decide()
    assert ann.page.evaluate(TARGETS) == []
