"""The client without a mouse, and for people who listen to it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.visitor import LONG, Visitor

Visit = Callable[..., Visitor]


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def tab_to(visitor: Visitor, selector: str, most: int = 200) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        if visitor.page.evaluate("where => document.activeElement?.matches(where)", selector):
            return
        press(visitor, "Tab")
    raise AssertionError(f"Tab never came to {selector}")


def keep_by_keyboard(visitor: Visitor) -> None:
    tab_to(visitor, "[role=checkbox]")
    press(visitor, "Space")
    while not visitor.page.get_by_role("button", name=re.compile(r"^Keep \d")).count():
        press(visitor, "Tab", "Space")
    tab_to(visitor, ".decision .button.primary")
    press(visitor, "Enter")


def claim_by_keyboard(visitor: Visitor) -> None:
    """The text board's list, the first route that can be claimed, its first payment."""
    press(visitor, "b")
    tab_to(visitor, "tr.payable button")
    press(visitor, "Enter")
    expect(visitor.page.locator(".decision input[type=radio]:checked")).to_be_focused()
    press(visitor, "Enter")
    expect(visitor.page.locator(".decision")).to_be_hidden(timeout=LONG)
    press(visitor, "b")


def decide_by_keyboard(visitor: Visitor) -> None:
    at = visitor.at
    if visitor.phase in ("first_tickets", "keep_tickets"):
        keep_by_keyboard(visitor)
    elif visitor.button("Pass").count():
        press(visitor, "p")
    elif visitor.phase == "turn" and visitor.page.locator(".band.claimable").count():
        claim_by_keyboard(visitor)
    elif visitor.decks.filter(has_text="Draw").count():
        press(visitor, "d")
    elif (cards := visitor.page.locator(".card:not([aria-disabled=true])")).count():
        press(visitor, str(int(cards.first.get_attribute("data-slot") or 0) + 1))
    else:  # no card can be drawn: tickets
        press(visitor, "t")
        expect(visitor.button("Draw tickets")).to_be_focused()
        press(visitor, "Enter")
    visitor.wait_for_change(at)


def test_a_whole_game_is_played_with_keys_alone(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.choose("london")
    tab_to(ann, "button.primary.big")
    press(ann, "Enter")
    ann.wait_for_table()
    while ann.must_decide():
        decide_by_keyboard(ann)
    ann.see_score()
    ann.is_well()


def test_the_map_is_walked_with_arrows_and_a_route_opened_with_enter(visit: Visit) -> None:
    ann = visit()
    ann.reach_own_turn()
    tab_to(ann, "[data-city]")
    first = ann.page.evaluate("document.activeElement.dataset.city")
    press(ann, "ArrowDown")
    assert ann.page.evaluate("document.activeElement.dataset.city") != first
    tab_to(ann, "[data-road]")
    press(ann, "Enter")
    sheet = ann.page.locator(".decision")
    expect(sheet.get_by_role("heading")).to_contain_text("–")
    press(ann, "Escape")
    expect(sheet).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.dataset.road") is not None


def test_t_asks_for_tickets_enter_draws_them_and_escape_goes_back(visit: Visit) -> None:
    ann = visit()
    ann.reach_own_turn()
    tab_to(ann, "[data-city]")
    city = ann.page.evaluate("document.activeElement.dataset.city")
    press(ann, "t")
    expect(ann.button("Draw tickets")).to_be_focused()
    press(ann, "Escape")
    expect(ann.button("Draw tickets")).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.dataset.city") == city
    press(ann, "t")
    expect(ann.button("Draw tickets")).to_be_focused()
    press(ann, "Enter")
    ann.page.wait_for_selector("[data-phase=keep_tickets][data-mine=true]")


def test_the_text_board_tells_everything_the_map_shows(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london")
    # While it is Ann who decides nothing changes under her eyes.
    while ann.must_decide() and ann.at < 12:
        press(ann, "b")
        told = ann.page.get_by_role("region", name="Text view").aria_snapshot()
        press(ann, "b")
        for heading in ("Players", "Face-up cards", "Your hand", "Your tickets", "Routes", "Log"):
            assert f'heading "{heading}"' in told
        assert told.count("row ") >= 44 + 2, "every route and every player has a row"
        assert "you (to move)" in told
        ann.decide()


def test_what_happens_is_announced(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london")
    expect(ann.page.locator("[data-announced=assertive]")).to_contain_text("Choose your first")
    ann.must_decide()
    ann.decide()
    ann.must_decide()
    expect(ann.page.locator("[data-announced=assertive]")).to_contain_text("Your turn")
    assert ann.page.title().startswith("● Your turn")
