"""A hint: one sentence of reason, what the next best moves cost, and its plan on the map.

On a turn, and on the second card of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.fitting import SMALLEST
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_hint_on_a_small_phone_goes_near_what_it_is_about(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.go("/intro")
    ann.button("Start the first game").tap()
    ann.wait_for_table()
    ann.must_decide()
    ann.keep_tickets()
    ann.page.wait_for_selector("[data-mine=true][data-phase=turn]")
    market, sheet = ann.page.locator("[data-slot]"), ann.page.locator(".sheet[style]")
    expect(market).to_have_count(5)
    whole = sheet.get_attribute("style")
    ann.page.keyboard.press("h")
    expect(ann.page.locator("#hint-title")).to_be_visible()
    expect(ann.page.locator(".band.lit").first).to_be_in_viewport()
    assert sheet.get_attribute("style") != whole, "the map has come nearer"
    expect(market).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(sheet).to_have_attribute("style", str(whole))
    expect(market).to_have_count(5)
    ann.is_well()


def test_a_hint_has_a_reason_the_next_best_moves_and_a_plan_on_the_map(visit: Visit) -> None:
    ann = visit()
    ann.go("/intro")
    ann.button("Start the first game").click()
    ann.wait_for_table()
    for box in ann.page.get_by_role("checkbox", name=re.compile("–")).all():
        box.click()
    ann.button("Keep 2 tickets").click()
    note = ann.page.get_by_role("region", name="Introduction")
    expect(note).to_contain_text("Draw two cards")
    ann.must_decide()
    card, others = ann.page.locator("#hint-title"), ann.page.locator(".decision li button")
    while True:  # a worker that has just started may still read its compiled code
        ann.page.keyboard.press("h")
        expect(card).to_be_visible()
        if others.count():
            break
        ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".decision strong")).to_have_text(re.compile("^(Draw from|Take) "))
    expect(ann.page.locator(".decision .why")).to_have_text(re.compile(r"^You need .*\.$"))
    expect(others).to_have_count(2)
    for one in others.all():
        expect(one).to_contain_text("about")
    expect(ann.page.locator(".board .plan").first).to_be_attached()
    at = ann.at
    ann.page.keyboard.press("d")
    ann.wait_for_change(at)
    expect(card).to_be_hidden()
    ann.page.keyboard.press("h")
    expect(card).to_be_visible()
    expect(ann.page.locator(".decision .why")).to_have_text(re.compile(r"^\w.*\.$"))
    expect(others).not_to_have_count(0)
    others.first.click()
    expect(card).to_be_hidden()
    ann.is_well()
