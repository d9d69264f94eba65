"""Links to a table: private ones, one's own, one that was used, one that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.support.browser.visitor import LONG, Visitor

Visit = Callable[..., Visitor]


def private_links(visitor: Visitor) -> Locator:
    """The links that this device can hand on."""
    visitor.button("Leave or switch device").click()
    links = visitor.page.get_by_role("dialog").get_by_role("textbox")
    expect(links.first).to_be_visible(timeout=LONG)
    return links


def go_on_by(visitor: Visitor, link: str) -> None:
    """Open a private link, and play in its chair."""
    visitor.go(link)
    visitor.button("Continue here").click()
    visitor.wait_for_table()


def test_a_private_link_leads_to_the_chair_and_can_be_handed_on(visit: Visit) -> None:
    laptop, phone, tablet = visit(), visit(), visit()
    laptop.play_bots("london")
    link = private_links(laptop).input_value()
    go_on_by(phone, link)
    assert phone.must_decide()
    assert private_links(phone).input_value() == link
    go_on_by(tablet, link)
    assert tablet.must_decide()
    at = tablet.at
    tablet.decide()
    laptop.wait_for_change(at)
    for one in (laptop, phone, tablet):
        one.is_well()


def test_each_chair_of_one_device_has_a_private_link_of_its_own(visit: Visit) -> None:
    both, bob = visit(), visit()
    both.open_table("london", company="On this device")
    both.wait_for_table()
    links = private_links(both)
    expect(links).to_have_count(2)
    second = links.nth(1)
    label = second.get_attribute("aria-label") or ""
    name = label.removesuffix("’s private link")
    expect(both.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    go_on_by(bob, second.input_value())
    assert bob.must_decide()
    seats = bob.page.get_by_role("list", name="Players").get_by_role("listitem")
    mine = seats.filter(has_text=re.compile(rf"{re.escape(name)}.*you", re.DOTALL))
    expect(mine).to_be_visible()
    expect(private_links(bob)).to_have_count(1)
    for one in (both, bob):
        one.is_well()


def test_a_used_link_says_so_and_leads_home(visit: Visit) -> None:
    ann, bob, eve = visit(), visit(), visit(locale="de-DE")
    ann.open_table("london")
    link = ann.invitation()
    bob.go(link)
    bob.button("Join").click()
    expect(bob.page.get_by_role("heading", name="Seats")).to_be_visible()
    eve.go(link)
    heading = eve.page.get_by_role("heading", name="Dieser Link gilt nicht mehr")
    expect(heading).to_be_visible()
    expect(eve.page.get_by_role("main")).to_contain_text("Diese Einladung wurde benutzt")
    eve.page.get_by_role("link", name="Startseite").click()
    expect(eve.page).to_have_url(re.compile(r"/$"))
    eve.is_well()


def test_who_opens_an_own_invitation_is_led_back_to_the_table(visit: Visit) -> None:
    ann = visit()
    ann.open_table("london")
    link = ann.invitation()
    ann.go(link)
    expect(ann.page.get_by_role("heading", name="You already have a seat here")).to_be_visible()
    expect(ann.button("Join")).to_have_count(0)
    ann.page.get_by_role("link", name="Back to the table").click()
    assert ann.invitation() == link, "the link is still good"
    ann.is_well()


def test_an_address_without_a_game_is_told_in_the_readers_language(visit: Visit) -> None:
    guest = visit(locale="fr-FR")
    guest.go("/g/nonsense")
    expect(guest.page.get_by_role("main")).to_contain_text("Il n’y a rien à cette")
    guest.go("/resume/nonsense")
    expect(guest.page.get_by_role("heading", name="Ce lien ne mène nulle part")).to_be_visible()
    expect(guest.page.get_by_role("main")).to_contain_text("Il n’y a rien à cette")
    guest.is_well()


def test_a_table_is_called_and_closed_in_the_readers_language(visit: Visit) -> None:
    ann, ben = visit(), visit(locale="de-DE")
    ann.open_table("london")
    expect(ann.page.get_by_role("heading", name=re.compile("^.+’s table$"))).to_be_visible()
    ben.go(ann.page.url)
    expect(ben.page.get_by_role("heading", name=re.compile("^Tisch von .+$"))).to_be_visible()
    ann.button("Close the table").click()  # nobody else sits there: it is not asked again
    closed = "Der Gastgeber hat diesen Tisch geschlossen."
    expect(ben.page.get_by_role("main")).to_contain_text(closed)
    for one in (ann, ben):
        one.is_well()


def test_a_table_at_which_somebody_else_sits_is_closed_at_the_second_press(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open_table("london")
    bob.go(ann.invitation())
    bob.button("Join").click()
    expect(ann.chair(2)).to_contain_text("here")
    ann.button("Close the table").click()
    ann.button("Really close? Press again").blur()  # thought better of it
    ann.button("Close the table").click()
    expect(bob.button("Leave the table")).to_be_visible()
    ann.button("Really close? Press again").click()
    closed = "The host closed this table."
    expect(bob.page.get_by_role("main")).to_contain_text(closed)
    for one in (ann, bob):
        one.is_well()
