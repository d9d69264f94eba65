"""New tickets are chosen beside those one has."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

LETTERS = "() => [...document.querySelectorAll('.ticket .letter')].map(one => one.textContent)"


def with_a_second_offer(ann: Visitor) -> list[str]:
    """The letters of the tickets that were kept, after more were drawn."""
    ann.play_bots("usa")
    ann.must_decide()
    boxes = ann.page.get_by_role("checkbox", name=re.compile("–"))
    for place in (1, 2):
        boxes.nth(place).click()
    at = ann.at
    ann.button("Keep 2 tickets").click()
    ann.wait_for_change(at)
    ann.must_decide()
    kept: list[str] = ann.page.evaluate(LETTERS)
    ann.page.keyboard.press("t")
    ann.button("Draw tickets").last.click()
    expect(ann.page.get_by_role("heading", name="Choose tickets")).to_be_visible()
    return kept


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_the_tickets_one_has_stay_in_list_and_map_with_their_letters(
    visit: Visit, size: tuple[int, int]
) -> None:
    ann = visit(viewport=dict(zip(("width", "height"), size, strict=True)))
    kept = with_a_second_offer(ann)
    assert kept == ["B", "C"], "the letters with which they were offered"
    expect(ann.page.get_by_role("heading", name="Your tickets")).to_be_visible()
    expect(ann.page.locator(".ticket .letter")).to_have_text(["B", "C", "A", "D", "E"])
    expect(ann.page.locator(".panel.mine .ticket .letter").first).to_be_in_viewport()
    expect(ann.page.get_by_role("button", name=re.compile("^Choose 1 more"))).to_be_in_viewport()
    on_the_map = set(ann.page.locator("main.map circle + text").all_text_contents())
    assert on_the_map >= {"A", "B", "C", "D", "E"}
    ann.is_well()


def test_every_combination_says_what_all_tickets_need_together(visit: Visit) -> None:
    ann = visit(viewport={"width": 1440, "height": 900})
    with_a_second_offer(ann)
    together = ann.page.locator("details").filter(has_text="all your tickets need together")
    together.locator("summary").click()  # a low screen would rather show the tickets
    choices = together.get_by_role("button")
    expect(choices).to_have_count(7)
    expect(choices.first).to_have_text(re.compile(r"^A\s+\d+ trains, at least \d+ turns$"))
    choices.last.click()
    expect(ann.page.get_by_role("checkbox", checked=True)).to_have_count(3)
    expect(choices.last).to_have_attribute("aria-pressed", "true")
    ann.button("Keep 3 tickets").click()
    expect(ann.page.locator(".ticket .letter")).to_have_text(["A", "B", "C", "D", "E"])
