"""The client on a phone: touch, small screens, nothing cut off."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.fitting import LOCALES, LYING, SMALLEST, sticks_out, too_small
from tests.support.browser.visitor import Visitor, who_decides

Visit = Callable[..., Visitor]

# Nothing lies over it, from its upper to its lower edge.
IS_FREE = """one => {
  const { left, width, top, bottom } = one.getBoundingClientRect();
  return [top + 2, (top + bottom) / 2, bottom - 2].every(
    (y) => document.elementFromPoint(left + width / 2, y) === one);
}"""
# Two lines at most are shown, and these are all there are.
IS_WHOLE = "text => text.scrollHeight <= text.clientHeight + 1"


def take_by_finger(visitor: Visitor) -> None:
    """Two taps: the first lifts, the second takes."""
    at = visitor.at
    deck = visitor.decks.filter(has_text="Draw")
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


def open_a_route_of_many_mixes(visitor: Visitor) -> None:
    """Draw until a gray route can be paid for without locomotives and with some, and open it."""
    gray = visitor.page.locator("tr.payable").filter(has_text="any one color")
    while visitor.must_decide():
        at, most = visitor.at, most_of_a_color(visitor)
        if visitor.phase == "turn" and most > 1 and locomotives(visitor):
            length = re.compile(f"^[2-{min(most, 6)}]$")
            longer = gray.filter(has=visitor.page.get_by_role("cell", name=length))
            visitor.page.keyboard.press("b")
            expect(visitor.page.get_by_role("heading", name="Routes")).to_be_visible()
            if longer.count():
                longer.first.get_by_role("button").tap()
                expect(visitor.page.get_by_role("radio").first).to_be_visible()
                if visitor.page.get_by_role("radio", name="Other cards").count():
                    return
                visitor.page.keyboard.press("Escape")
            visitor.page.keyboard.press("b")
        visitor.page.keyboard.press("d")
        visitor.wait_for_change(at)
    raise AssertionError("the game was over before there was a choice")


def most_of_a_color(visitor: Visitor) -> int:
    """How many cards the visitor holds of the color they have most of, by the last view."""
    hand = visitor.last_view()["own"]["hand"]
    return max((count for color, count in hand.items() if color != "locomotive"), default=0)


def locomotives(visitor: Visitor) -> int:
    """How many the visitor holds, by the last view."""
    return int(visitor.last_view()["own"]["hand"].get("locomotive", 0))


def test_a_payment_is_counted_out_card_by_card(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.play_bots("usa")
    ann.must_decide()
    ann.decide()
    open_a_route_of_many_mixes(ann)
    at, before = ann.at, locomotives(ann)
    claim = ann.page.locator(".decision button.primary")
    expect(claim).to_have_text("Claim this route")
    payment, button = ann.page.locator(".ways label").first.bounding_box(), claim.bounding_box()
    assert payment
    assert button
    assert payment["y"] + payment["height"] / 2 < button["y"], "the payment is seen"
    ann.page.get_by_role("radio", name="Other cards").check()
    assert too_small(ann.page) == []
    assert sticks_out(ann.page) == []
    # It begins with the best payment, which has no locomotive that another card could be.
    colors = ann.page.locator(".steppers").get_by_role("group", name=re.compile("^(?!loco)"))
    paid = colors.filter(has_not_text="0").first
    paid.get_by_role("button", name="Remove one card:").tap()
    expect(claim).to_have_text("Choose 1 more card")
    expect(claim).to_be_disabled()
    colors.filter(has_text="0").first.get_by_role("button", name="Add one card:").tap()
    expect(claim).to_have_text("These cards cannot pay for this route")
    colors.filter(has=ann.page.locator("button:focus")).get_by_role(
        "button", name="Remove one card:"
    ).tap()
    ann.button("Add one card: locomotive").tap()
    claim.tap()
    ann.wait_for_change(at)
    assert locomotives(ann) < before
    ann.is_well()


def test_a_whole_game_of_four_is_played_with_a_finger(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.play_bots("london", bots=3)
    strip = ann.page.locator(".strip .short")
    assert strip.count() == 4
    for one in strip.all():
        expect(one).to_be_in_viewport(ratio=1)
    while ann.must_decide():
        decide_by_finger(ann)
        assert sticks_out(ann.page) == []
    ann.see_score()
    assert too_small(ann.page) == []
    sheet = ann.page.locator(".wide")
    assert sheet.evaluate("box => box.scrollWidth - box.clientWidth") == 0, "all columns are seen"
    log = ann.page.get_by_role("group", name="More").get_by_role("button", name="Log")
    log.tap()
    expect(ann.page.get_by_role("list", name="Log")).to_contain_text("The game is over")
    assert too_small(ann.page) == []
    log.tap()
    ann.page.get_by_role("link", name="Review").tap()
    ann.page.get_by_role("slider").wait_for()
    assert sticks_out(ann.page) == []
    assert too_small(ann.page) == []
    ann.is_well()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("path", ["/games", "/help#london", "/intro"])
def test_no_page_scrolls_sideways_on_the_smallest_phone(
    visit: Visit, path: str, locale: str
) -> None:
    ann = visit(**SMALLEST, locale=locale)
    ann.go(path)
    ann.page.wait_for_load_state("networkidle")
    assert sticks_out(ann.page) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_front_page_fits_on_the_smallest_phone(visit: Visit, locale: str) -> None:
    ann = visit(**SMALLEST, locale=locale)
    ann.go()
    ann.page.wait_for_load_state("networkidle")
    company = ann.page.locator(".tab")
    play = ann.page.locator("button.primary.big")
    expect(play).to_be_in_viewport(ratio=1)
    for tab in company.all():
        assert tab.evaluate(IS_FREE), "whom to play with is in sight from the start"
    for tab in [*company.all(), company.first]:
        tab.tap()
        assert sticks_out(ann.page) == []
        assert too_small(ann.page) == []
    ann.choose("london")
    play.tap()
    ann.wait_for_table()
    ann.go()
    expect(ann.page.locator("#running")).to_be_visible()
    assert sticks_out(ann.page) == []
    assert too_small(ann.page) == []
    ann.page.locator(".top button").tap()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    assert sticks_out(ann.page) == []
    assert too_small(ann.page) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_bar_needs_no_more_than_two_lines(visit: Visit, locale: str) -> None:
    ann = visit(**SMALLEST, locale=locale)
    ann.go()
    ann.choose("usa")
    ann.page.locator("button.primary.big").tap()
    ann.wait_for_table()
    ann.must_decide()
    said = ann.page.locator(".turn span")
    assert said.evaluate(IS_WHOLE), "first tickets"
    for ticket in ann.page.get_by_role("checkbox").all()[:2]:
        ticket.tap()
    ann.page.locator(".decision .button.primary").tap()
    ann.page.wait_for_selector("[data-mine=true][data-phase=turn]")
    assert said.evaluate(IS_WHOLE), "a turn"
    ann.page.keyboard.press("d")
    ann.page.wait_for_selector("[data-mine=true][data-phase=second_card]")
    assert said.evaluate(IS_WHOLE), "a second card"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_introduction_leaves_the_map_a_third_of_the_screen(visit: Visit, locale: str) -> None:
    ann = visit(**SMALLEST, locale=locale)
    ann.go("/intro")
    ann.page.locator("button.primary.big").tap()
    ann.wait_for_table()
    ann.must_decide()
    expect(ann.page.locator(".coach")).to_be_visible()
    assert ann.page.locator(".map").evaluate("map => map.clientHeight") >= 640 / 3
    assert too_small(ann.page) == []


@pytest.mark.parametrize("shape", [SMALLEST, LYING], ids=["upright", "lying"])
def test_targets_are_large_enough_for_fingers(visit: Visit, shape: dict[str, object]) -> None:
    ann = visit(**shape)
    ann.play_bots("new_york")
    ann.must_decide()
    assert too_small(ann.page) == [], "first tickets"
    ann.decide()
    ann.must_decide()
    assert too_small(ann.page) == [], "a turn"
    tabs = ann.page.get_by_role("group", name="More").get_by_role("button")
    for tab in tabs.all():
        tab.tap()
        assert too_small(ann.page) == []
    ann.button("Menu").tap()
    assert too_small(ann.page) == [], "the menu"
    for leaf in ("Rules", "Settings", "Leave or switch device"):
        ann.page.locator(".tools").get_by_role("button", name=leaf).tap()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert too_small(ann.page) == [], leaf
        assert sticks_out(ann.page) == [], leaf
        ann.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).tap()
        ann.button("Menu").tap()
    ann.button("Menu").tap()
    ann.page.keyboard.press("b")
    assert too_small(ann.page) == [], "the text board"


def test_a_phone_on_its_side_shows_map_and_button_at_once(visit: Visit) -> None:
    ann = visit(**LYING)
    ann.play_bots("usa")
    ann.must_decide()
    boxes = ann.page.get_by_role("checkbox", name=re.compile("–"))
    boxes.nth(0).tap()
    boxes.nth(1).tap()
    keep = ann.button("Keep 2 tickets")
    expect(keep).to_be_in_viewport(ratio=1)
    keep.tap()
    while ann.must_decide() and not ann.page.locator(".band.claimable").count():
        take_by_finger(ann)
    ann.page.keyboard.press("b")
    ann.page.locator("tr.payable").first.get_by_role("button").tap()
    expect(ann.button("Claim this route")).to_be_in_viewport(ratio=1)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("b")
    ann.page.get_by_role("group", name="More").get_by_role("button", name="Players").tap()
    ann.page.locator("li[data-seat]").last.get_by_role("button").first.tap()
    expect(ann.page.locator("li[data-seat]")).to_have_count(0)  # the map has the room
    ann.go(ann.page.url.replace("/t/", "/g/") + "#3")
    replay = ann.page.locator("main.map")
    expect(replay.locator(".lane").first).to_be_visible()
    assert replay.evaluate("map => map.clientHeight / innerHeight") > 0.8
    assert too_small(ann.page) == []
    assert sticks_out(ann.page) == []


def test_a_word_of_another_is_seen_and_answered_while_tickets_are_chosen(visit: Visit) -> None:
    ann, bob = visit(**SMALLEST), visit(**SMALLEST)
    ann.open_table("london")
    bob.go(ann.invitation())
    settings, join = (bob.button(name).bounding_box() for name in ("Settings", "Join"))
    assert settings
    assert join
    assert settings["x"] + settings["width"] <= join["x"] + join["width"], "within the card"
    bob.button("Join").tap()
    say(bob, "https://example.org/" + "long" * 30)
    mute = ann.page.get_by_role("button", name=re.compile("^Mute"))
    expect(mute).to_be_visible()
    assert mute.evaluate("box => box.getBoundingClientRect().right <= innerWidth")
    bob.button("I’m ready").tap()
    expect(ann.chair(2)).to_contain_text("ready")
    for one in (ann, bob):
        assert too_small(one.page) == []
    ann.start_game()
    ann.wait_for_table()
    ann.page.get_by_role("button", name="Log and chat 1 new message").tap()
    expect(ann.page.get_by_label("Write a message")).to_be_visible()
    assert too_small(ann.page) == []
    ann.button("Choose tickets").tap()
    for one in (ann, bob):
        one.must_decide()
        one.keep_tickets()
    chat = ann.page.get_by_role("group", name="More").get_by_role("button", name="Chat")
    expect(chat).to_have_accessible_name("Chat")
    bob.page.get_by_role("group", name="More").get_by_role("button", name="Chat").tap()
    say(bob, "Good luck")
    expect(chat).to_have_accessible_name("Chat 1 new message")
    chat.tap()
    expect(ann.page.get_by_role("list", name="Chat")).to_contain_text("Good luck")
    expect(chat).to_have_accessible_name("Chat")
    who_decides(ann, bob)
    ann.is_well()


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label("Write a message").fill(text)
    visitor.button("Send").tap()
