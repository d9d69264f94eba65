"""What is not acted on stays where it is: no page moves while it loads, no panel for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.fitting import PHONE
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

GOOD = 0.1  # of the measure that browsers take of a page
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
SCREENS = [pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone")]
# Whatever moves without having been acted on, summed up over the life of a page.
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def shift(ann: Visitor, path: str, shown: str) -> float:
    """How far a page moves from when it is opened until everything on it has come."""
    ann.go(path)
    expect(ann.page.locator(shown).first).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    ann.page.wait_for_timeout(600)  # pictures come one by one
    return float(ann.page.evaluate("() => window.shifted"))


def watched(visit: Visit, screen: dict[str, Any]) -> Visitor:
    ann = visit(**screen)
    ann.page.add_init_script(f"({WATCH})()")
    return ann


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_moves_while_it_loads(visit: Visit, screen: dict[str, Any]) -> None:
    ann = watched(visit, screen)
    moved = {
        "home": shift(ann, "/", ".picture svg"),
        "games": shift(ann, "/games", "main section"),
        "introduction": shift(ann, "/intro", "ol"),
        "rules": shift(ann, "/help#london", "main h1"),
    }
    ann.play_bots("london", bots=2)
    ann.must_decide()
    table = ann.page.url
    moved["table"] = shift(ann, table, "[data-at] .map svg")
    moved["home with a game"] = shift(ann, "/", "#running")
    moved["replay"] = shift(ann, table.replace("/t/", "/g/") + "#0", "svg")
    ann.open_table("london")
    ann.invitation()
    moved["waiting"] = shift(ann, ann.page.url, ".block")
    assert {page: far for page, far in moved.items() if far >= GOOD} == {}


def places(parts: dict[str, Locator]) -> dict[str, Any]:
    return {name: part.bounding_box() for name, part in parts.items()}


def test_market_and_map_stay_where_they_are_in_the_introduction(visit: Visit) -> None:
    ann = visit(**LAPTOP)
    ann.go("/intro")
    ann.button("Start the first game").click()
    ann.wait_for_table()
    ann.must_decide()
    parts = {"market": ann.page.locator("[data-slot='0']"), "map": ann.page.locator("main.map")}
    before = places(parts)
    ann.decide()
    ann.must_decide()
    assert places(parts) == before
    ann.button("Hint").click()
    expect(ann.page.get_by_role("heading", name="Hint")).to_be_visible()
    assert places(parts) == before
    note = ann.page.get_by_role("region", name="Introduction")
    expect(note).to_contain_text("what a strong bot would do")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("/")
    line = ann.page.get_by_role("combobox", name="Command line")
    expect(line).to_be_focused()
    line.press_sequentially("baker british")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#route-title")).to_be_visible()
    assert places(parts) == before


def test_a_route_that_is_refused_is_not_to_be_paid(visit: Visit) -> None:
    ann = visit(**LAPTOP)
    ann.go("/intro")
    ann.button("Start the first game").click()
    ann.wait_for_table()
    ann.must_decide()
    ann.decide()
    ann.must_decide()
    ann.page.keyboard.press("b")
    refused = ann.page.locator("tbody tr:not(.payable)").get_by_role("button").first
    refused.click()
    expect(ann.page.locator(".reason")).to_have_count(1)
    note = ann.page.get_by_role("region", name="Introduction")
    expect(note).to_contain_text("cannot claim this route now")
    expect(note).not_to_contain_text("Choose how to pay")
