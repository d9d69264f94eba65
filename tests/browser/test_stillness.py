"""What is not acted on stays where it is: no page moves while it loads, no panel for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.fitting import PHONE
from tests.support.browser.stillness import GOOD, LAPTOP, club_shifts, shifts, watch
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

SMALL_LAPTOP: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
BEGIN = {
    "en-US": "Start the first game",
    "de-DE": "Erste Partie starten",
    "fr-FR": "Commencer la première partie",
}
SCREENS = [pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone")]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_moves_while_it_loads(visit: Visit, screen: dict[str, Any]) -> None:
    ann = visit(**screen)
    watch(ann)
    assert {page: far for page, far in shifts(ann).items() if far >= GOOD} == {}


def test_no_page_of_the_club_moves_while_it_loads(visit: Visit) -> None:
    ann = visit(**PHONE)
    watch(ann)
    assert {page: far for page, far in club_shifts(ann).items() if far >= GOOD} == {}


def places(parts: dict[str, Locator]) -> dict[str, Any]:
    return {name: part.bounding_box() for name, part in parts.items()}


@pytest.mark.parametrize("screen", [LAPTOP, SMALL_LAPTOP], ids=["laptop", "small laptop"])
@pytest.mark.parametrize(("language", "begin"), BEGIN.items())
def test_no_note_of_the_introduction_moves_the_map(
    visit: Visit, language: str, begin: str, screen: dict[str, Any]
) -> None:
    ann = visit(locale=language, **screen)
    ann.go("/intro")
    ann.button(begin).click()
    ann.wait_for_table()
    ann.must_decide()
    note = ann.page.locator(".coach .notes > span")
    board, first = {"map": ann.page.locator("main.map")}, note.inner_text()
    before = places(board)
    boxes = ann.page.locator(".decision").get_by_role("checkbox")
    expect(boxes.first).to_be_visible()
    for box in boxes.all():
        box.click()
    ann.page.locator(".decision .button.primary").click()
    expect(note).not_to_have_text(first)
    assert places(board) == before
    ann.must_decide()
    ann.page.keyboard.press("h")
    expect(ann.page.locator("#hint-title")).to_be_visible()
    assert places(board) == before


def test_row_and_hand_of_a_phone_stay_where_they_are_when_a_route_opens(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.reach_own_turn()
    parts = {name: ann.page.locator(name).first for name in ("[data-slot]", "[data-hand]")}
    before = places(parts)
    assert None not in before.values()
    ann.page.locator("[data-road]").first.dispatch_event("click")
    expect(ann.page.locator("#route-title")).to_be_visible()
    assert places(parts) == before
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#route-title")).to_be_hidden()
    assert places(parts) == before


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
