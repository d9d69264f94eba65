"""A table on a TV: four phones are hands, the screen shows what all may know, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.fitting import PHONE, SMALLEST, sticks_out, too_small
from tests.support.browser.visitor import Visitor, play_unseen, who_decides

Visit = Callable[..., Visitor]

SECRET_EVENTS = {"drew_blind": "color", "offered": "tickets", "kept": "tickets"}
SCREENS = [(1280, 720), (1920, 1080), (3840, 2160)]
# Nothing of a TV is cut off by its edge.
FITS = """() => ![...document.querySelectorAll("aside *, .map > *, li, button")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden, svg, section ol"))
  .some((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  })"""
IS_READ_FROM_AFAR = """() => Math.min(...[...document.querySelectorAll("aside *")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden, svg"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize))) >= innerHeight / 50"""


def open_tv(visit: Visit, seats: int, edition: str = "london") -> Visitor:
    """From the front page to the codes on the TV."""
    tv = visit(viewport={"width": 1920, "height": 1080})
    tv.go()
    tv.choose(edition)
    tv.page.get_by_role("button", name="On a TV").click()
    remove = tv.page.get_by_role("button", name="Remove player")
    while remove.count() > seats:
        remove.last.click()
    while remove.count() < seats:
        tv.button("Add a player").click()
    tv.button("Open the TV table").click()
    expect(codes(tv)).to_have_count(seats)
    return tv


def codes(tv: Visitor) -> Locator:
    return tv.page.get_by_role("img", name=re.compile("^QR code for "))


def links(tv: Visitor) -> list[str]:
    """What phones read from the codes."""
    labels = [code.get_attribute("aria-label") or "" for code in codes(tv).all()]
    return [label.removeprefix("QR code for ") for label in labels]


def join(visit: Visit, link: str, **screen: object) -> Visitor:
    """A phone that has read a code."""
    phone = visit(**screen)
    phone.go(link)
    expect(phone.page.get_by_text("this device becomes your hand")).to_be_visible()
    phone.button("Join").tap()
    return phone


def seat_all(visit: Visit, tv: Visitor) -> list[Visitor]:
    """Every code is read by a phone; the game begins by itself."""
    screens = [PHONE, SMALLEST]
    phones = [join(visit, link, **screens[n % 2]) for n, link in enumerate(links(tv))]
    for one in (tv, *phones):
        one.wait_for_table()
    return phones


def decide(phone: Visitor) -> None:
    """One decision on a phone without a map: claim what is listed first, else draw."""
    at, phase = phone.at, phone.phase
    claim = phone.page.locator("[data-hand-view] button.may")
    if phase in ("first_tickets", "keep_tickets"):
        phone.keep_tickets()
    elif phone.button("Pass").count():
        phone.button("Pass").tap()
    elif phase == "turn" and claim.count():
        claim.first.tap()
        phone.button("Claim this route").tap()
    else:
        deck = phone.decks.filter(has_text="Draw")
        cards = phone.page.locator(".card:not([aria-disabled=true])")
        tickets = phone.decks
        if deck.count() or cards.count():
            (deck if deck.count() else cards).last.tap()
            phone.page.locator(".armed").first.tap()
        else:
            tickets.first.tap()
            phone.button("Draw tickets").tap()
    phone.wait_for_change(at)


def play(phones: list[Visitor], decisions: int | None = None) -> None:
    """All phones play, to the end or for a while."""
    played = 0
    while "over" not in [phone.phase for phone in phones] and played != decisions:
        one = who_decides(*phones)
        decide(one)
        played += 1
        for other in phones:
            other.catch_up(one.at)


def private_bytes(tv: Visitor) -> list[str]:
    """Whatever the TV was sent before the end that only a seat may know."""
    views = [said for said in map(json.loads, tv.frames) if said["t"] == "view"]
    running = [view for view in views if view["public"]["phase"] != "over"]
    assert running
    found = [f"{view['at']}: own or legal" for view in running if view["own"] or view["legal"]]
    found += [f"{view['at']}: state" for view in running if "state" in view["public"]]
    for view in running:
        for event in (event for step in view["steps"] for event in step["events"]):
            if SECRET_EVENTS.get(event["kind"], "nothing") in event:
                found.append(f"{view['at']}: {event}")
    return found


def test_phones_become_hands_and_the_tv_shows_no_card_of_theirs(visit: Visit) -> None:
    tv = open_tv(visit, 2)
    ann, bob = phones = seat_all(visit, tv)
    play(phones, 8)
    for phone in phones:
        expect(phone.page.locator(".board")).to_have_count(0)
        expect(phone.page.locator("#my-tickets")).to_be_visible()
        assert sticks_out(phone.page) == []
        assert too_small(phone.page) == []
    ann.page.get_by_role("button", name="Map", exact=True).tap()
    expect(ann.page.locator(".board")).to_be_visible()
    ann.page.get_by_role("button", name="Map", exact=True).tap()
    expect(ann.page.locator(".board")).to_have_count(0)
    tv.catch_up(max(ann.at, bob.at))
    for words in ("Your hand", "Your tickets", "Choose your first tickets"):
        expect(tv.page.get_by_text(words)).to_have_count(0)
    expect(tv.page.locator("[data-hand]")).to_have_count(0)
    assert private_bytes(tv) == []
    for one in (tv, *phones):
        one.is_well()


def test_a_reaction_is_shown_at_the_card_on_the_tv_and_on_each_phone(visit: Visit) -> None:
    tv = open_tv(visit, 2)
    ann, bob = seat_all(visit, tv)
    for phone in (ann, bob):
        phone.must_decide()
        phone.keep_tickets()
    bob.button("Chat").tap()
    bob.button("Well played!").tap()
    for one in (tv, ann, bob):
        expect(one.page.locator("[data-seat] .bubble")).to_have_text("Well played!")
    cards = [one.page.locator("[data-seat]:has(.bubble)") for one in (tv, ann, bob)]
    assert len({card.get_attribute("data-seat") for card in cards}) == 1
    assert sticks_out(ann.page) == []


def test_a_tv_shows_who_won_before_it_goes_on_to_the_rematch(visit: Visit) -> None:
    tv = open_tv(visit, 2)
    ann, bob = seat_all(visit, tv)
    play_unseen(ann, bob)
    title = tv.page.locator("#score-title")
    expect(title).to_have_text("Counting points")
    table = tv.page.url
    ann.see_score()
    ann.button("Play again").tap()
    ann.page.wait_for_url(lambda url: not url.endswith(table.rsplit("/", 1)[-1]))
    expect(tv.button("Skip to the result")).to_be_visible()
    tv.button("Skip to the result").click()
    expect(title).to_contain_text("win")
    assert tv.page.url == table
    expect(tv.page).not_to_have_url(table)


def test_a_screen_opened_by_a_player_is_sent_nothing_of_their_hand(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london")
    ann.must_decide()
    tv = Visitor(ann.page.context.new_page())
    tv.go(ann.page.url.replace("/t/", "/tv/"))
    tv.wait_for_table()
    for _ in range(4):
        ann.must_decide()
        ann.decide()
    tv.catch_up(ann.at)
    assert private_bytes(tv) == []
    tv.is_well()


def test_a_tv_of_any_size_is_filled_and_read_from_afar(visit: Visit) -> None:
    tv = open_tv(visit, 2)
    for width, height in SCREENS:
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.page.wait_for_function(FITS)
    phones = seat_all(visit, tv)
    play(phones, 3)
    tv.catch_up(phones[0].at)
    for width, height in SCREENS:
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.page.wait_for_function(FITS)
        tv.page.wait_for_function(IS_READ_FROM_AFAR)


def test_a_seat_that_is_free_again_has_a_code_that_works(visit: Visit) -> None:
    tv = open_tv(visit, 2)
    first = links(tv)
    ann = join(visit, first[0], **PHONE)
    expect(codes(tv)).to_have_count(1)
    ann.button("Leave the table").tap()
    expect(codes(tv)).to_have_count(2)
    assert first[0] not in links(tv)
    seat_all(visit, tv)
    tv.is_well()


@pytest.mark.soak
def test_four_phones_and_a_tv_play_a_whole_game_and_the_next_one(visit: Visit) -> None:
    tv = open_tv(visit, 4)
    phones = seat_all(visit, tv)
    play(phones)
    tv.catch_up(max(phone.at for phone in phones))
    expect(tv.page.locator("#score-title")).to_contain_text("win")
    expect(tv.page.get_by_text("This deck is not the one promised")).to_have_count(0)
    assert private_bytes(tv) == []
    for phone in phones:
        phone.see_score()
    table = tv.page.url
    phones[0].button("Play again").tap()
    expect(tv.page).not_to_have_url(table)
    for phone in phones[1:]:
        phone.button("Join the rematch").tap()
    tv.wait_for_table()
    expect(phones[0].page.locator("[data-hand-view]")).to_be_visible()
    for one in (tv, *phones):
        one.is_well()
