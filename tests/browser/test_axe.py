"""Every page is clean of what axe-core finds against WCAG 2.2 AA, by day and by night."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_is_free_of_faults(visit: Visit, theme: str) -> None:
    ann = visit(color_scheme=theme)
    for path in ("/", "/games", "/help#usa", "/intro", "/ratings", "/friends", "/me"):
        ann.go(path)
        ann.page.wait_for_load_state("networkidle")
        ann.page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
        for reference in ann.page.locator(".reference").all()[:1]:
            reference.click()
        assert faults(ann) == [], path


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ("wide", "light"),
        ("phone", "dark"),
        pytest.param("wide", "dark", marks=pytest.mark.soak),
        pytest.param("phone", "light", marks=pytest.mark.soak),
    ],
)
def test_the_table_is_free_of_faults_in_every_phase(visit: Visit, size: str, theme: str) -> None:
    shape = {"width": 1280, "height": 800} if size == "wide" else {"width": 390, "height": 844}
    ann = visit(color_scheme=theme, viewport=shape)
    ann.play_bots("london")
    ann.must_decide()
    assert faults(ann) == [], "first tickets"
    ann.decide()
    ann.must_decide()
    assert faults(ann) == [], "a turn"
    ann.page.locator("[data-road]").first.dispatch_event("click")
    ann.page.locator(".decision").wait_for()
    assert faults(ann) == [], "a route"
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("b")
    assert faults(ann) == [], "the text board"
    ann.page.keyboard.press("?")
    assert faults(ann) == [], "the keys"
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("b")
    ann.play_to_the_end()
    assert faults(ann) == [], "the score"
    ann.page.get_by_role("link", name="Review").click()
    ann.page.get_by_role("slider").wait_for()
    assert faults(ann) == [], "the replay"


def test_waiting_and_invitations_are_free_of_faults(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open_table("usa")
    link = ann.invitation()
    ann.button("QR code").click()
    ann.page.get_by_role("img", name=link).wait_for()
    assert faults(ann) == []
    bob.go(link)
    bob.button("Join").wait_for()
    assert faults(bob) == []
    bob.button("Join").click()
    bob.button("I’m ready").click()
    expect(ann.chair(2)).to_contain_text("ready")
    for one in (ann, bob):
        assert faults(one) == []
