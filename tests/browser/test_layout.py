"""The client where there is little room: long names and long words, on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.fitting import LOCALES, SMALLEST, sticks_out, too_small
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

LONGEST = "Maximiliane_von_und_zu_1987_XY"
SMALL_DESK = {"width": 1024, "height": 768}
DESK = {"width": 1440, "height": 900}
ENLARGED = {"width": 320, "height": 256}  # a window of 1280 by 1024 at 400 %
ALL_COLORS = 9  # with locomotives
# Every one of them is within the column of the players.
IS_WITHIN = """selector => [...document.querySelectorAll(selector)].every(one => {
  const column = one.closest("aside").getBoundingClientRect();
  return one.getBoundingClientRect().right <= column.right;
})"""


def call_me(visitor: Visitor, name: str) -> None:
    visitor.go()
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".who strong").first).to_have_text(name)


@pytest.mark.parametrize("size", [SMALL_DESK, DESK], ids=["small", "usual"])
def test_a_long_name_hides_nobodys_points(visit: Visit, size: dict[str, int]) -> None:
    ann = visit(viewport=size)
    call_me(ann, LONGEST)
    ann.choose("london")
    ann.button("Play").click()
    ann.wait_for_table()
    expect(ann.page.locator("aside .points")).to_have_count(3)
    assert ann.page.evaluate(IS_WITHIN, "aside .points")
    ann.button("Chat").click()
    ann.page.get_by_label("Write a message").fill("https://example.org/" + "long" * 30)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".chat li")).to_contain_text("longlong")
    assert ann.page.locator(".chat ol").evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_long_names_stay_within_a_waiting_table_on_a_phone(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    call_me(ann, LONGEST)
    ann.page.get_by_role("button", name="With friends").tap()
    ann.page.get_by_text("Table options").tap()
    ann.page.get_by_label("Table name").fill("Long" * 15)
    assert too_small(ann.page) == []
    ann.page.get_by_role("button", name="Open a table").tap()
    ann.invitation()
    chairs = ann.page.locator(".block ol.stack")
    assert chairs.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    assert sticks_out(ann.page) == []
    assert too_small(ann.page) == []


def test_the_button_to_play_is_whole_on_a_small_laptop(visit: Visit) -> None:
    ann = visit(viewport=SMALL_DESK)
    ann.go()
    expect(ann.page.locator("input[name=level]")).to_have_count(5)
    expect(ann.button("Play")).to_be_in_viewport(ratio=1)


def test_a_hand_of_all_colors_is_seen_whole_on_a_small_laptop(visit: Visit) -> None:
    ann = visit(viewport=SMALL_DESK)
    ann.play_bots("usa")
    ann.must_decide()
    ann.decide()
    stacks = ann.page.locator("[data-hand]")
    deep = stacks.filter(has=ann.page.locator(".one").nth(2))
    while (stacks.count() < ALL_COLORS or deep.count() < 6) and ann.must_decide():
        at = ann.at
        ann.page.keyboard.press("d")
        ann.wait_for_change(at)
    assert stacks.count() == ALL_COLORS
    hand = ann.page.locator(".hand ul")
    assert hand.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_a_table_enlarged_to_four_times_its_size_can_be_reached_by_scrolling(visit: Visit) -> None:
    ann = visit(viewport=ENLARGED)
    ann.reach_own_turn()
    assert ann.page.locator(".map").evaluate("map => map.clientHeight") > 200
    ann.page.locator(".bar").hover()
    ann.page.mouse.wheel(0, 1000)
    for part in ("[data-deck]", "[data-hand]"):
        expect(ann.page.locator(part).first).to_be_in_viewport(ratio=1)
    assert sticks_out(ann.page) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_head_of_the_log_stays_within_it_in_every_language(visit: Visit, locale: str) -> None:
    ann = visit(viewport=SMALL_DESK, locale=locale)
    ann.go()
    ann.choose("london")
    ann.page.locator("button.primary.big").click()
    ann.wait_for_table()
    expect(ann.page.locator(".log .head a")).to_be_visible()
    assert ann.page.evaluate(IS_WITHIN, ".log .head a, .log .head label")
