"""One line for everything: `/`, then a city, two cities, or an action in words or notation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def write(visitor: Visitor, text: str) -> None:
    """Open the line with its key, and write."""
    visitor.page.keyboard.press("/")
    line = visitor.page.get_by_role("combobox", name="Command line")
    expect(line).to_be_focused()
    line.press_sequentially(text)


def enter(visitor: Visitor, text: str) -> None:
    """Write, and take what is offered first."""
    write(visitor, text)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("combobox", name="Command line")).to_be_hidden()


@pytest.fixture(name="ann")
def _ann(visit: Visit) -> Visitor:
    """Somebody in London whose turn it is."""
    ann = visit()
    ann.reach_own_turn()
    return ann


def test_a_city_is_shown_and_focused(ann: Visitor) -> None:
    enter(ann, "water")
    expect(ann.page.locator("[data-city=waterloo]")).to_be_focused()
    expect(ann.page.locator("[data-announced=polite]")).to_contain_text("Waterloo")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.dataset.road") is not None
    ann.is_well()


def test_two_cities_open_the_route_between_them(ann: Visitor) -> None:
    enter(ann, "waterloo big")
    heading = ann.page.locator(".decision").get_by_role("heading")
    expect(heading).to_have_text("Big Ben – Waterloo")
    ann.is_well()


def test_the_three_actions_are_taken_by_their_words(ann: Visitor) -> None:
    at = ann.at
    enter(ann, "draw 2")
    ann.catch_up(at + 2)
    ann.must_decide()
    ann.must_decide()
    enter(ann, "tickets")
    expect(ann.page.get_by_role("heading", name="Draw tickets?")).to_be_visible()
    ann.page.keyboard.press("Escape")
    while not ann.page.locator(".band.claimable").count():
        at = ann.at
        enter(ann, "draw deck")
        ann.wait_for_change(at)
        ann.must_decide()
    route = ann.page.evaluate(
        """() => fetch(`/api/tables/${location.pathname.split('/')[2]}/view`)
          .then(answer => answer.json())
          .then(view => view.legal.find(action => action.startsWith('claim ')))"""
    )
    at = ann.at
    enter(ann, route)
    ann.wait_for_change(at)
    expect(ann.page.locator("[data-seat]").first).to_be_visible()
    ann.is_well()


def test_the_line_is_a_list_for_those_who_listen(ann: Visitor) -> None:
    write(ann, "b")
    options = ann.page.get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(ann.page.locator("[data-announced=polite]")).to_contain_text(re.compile(r"\d choices"))
    ann.page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    line = ann.page.get_by_role("combobox", name="Command line")
    assert line.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    assert faults(ann) == []
    ann.page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    write(ann, "xyzzy")
    expect(options).to_have_count(0)
    expect(ann.page.locator("[data-announced=polite]")).to_contain_text("No match")


def test_in_the_text_board_a_city_leaves_only_its_routes(ann: Visitor) -> None:
    ann.page.keyboard.press("b")
    enter(ann, "hyde park")
    rows = ann.page.get_by_role("table").last.get_by_role("row")
    expect(rows.first).to_be_visible()
    for text in rows.all_inner_texts()[1:]:
        assert "Hyde Park" in text
