"""The client on a phone: touch, small screens, nothing cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

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
