"""The replay of a game that is still played: what everybody saw, and it goes on with the game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import LONG, Visitor

Visit = Callable[..., Visitor]


def test_the_last_moment_follows_the_game_and_an_earlier_one_stays(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.reach_own_turn()
    table = ann.page.url.rsplit("/", 1)[1]
    bob.go(f"/g/{table}#{ann.at}")
    slider = bob.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value(str(ann.at))
    before = ann.at
    ann.decide()
    expect(slider).not_to_have_value(str(before), timeout=LONG)
    assert slider.get_attribute("max") == slider.input_value()

    slider.focus()
    bob.page.keyboard.press("Home")
    last = slider.get_attribute("max")
    ann.must_decide()
    ann.decide()
    expect(slider).not_to_have_attribute("max", str(last), timeout=LONG)
    expect(slider).to_have_value("0")
    bob.is_well()


def test_looking_back_shows_ones_own_cards_to_nobody(visit: Visit) -> None:
    """At one device the next one may look back, too."""
    ann = visit()
    ann.reach_own_turn()
    at = ann.at
    ann.page.keyboard.press("d")
    ann.wait_for_change(at)
    ann.page.get_by_role("link", name="Look back").first.click()
    told = ann.page.locator(".told")
    expect(told).to_contain_text("took a card from the deck")
    expect(ann.page.get_by_label("Through the eyes of")).to_have_count(0)
    ann.page.get_by_role("link", name="Back to the game").click()
    ann.wait_for_table()
    ann.is_well()
