"""Links to a table: one's own, one that was used, one that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_a_used_link_says_so_and_leads_home(visit: Visit) -> None:
    ann, bob, eve = visit(), visit(), visit(locale="de-DE")
    ann.open_table("london")
    link = ann.invitation()
    bob.go(link)
    bob.button("Sit down").click()
    expect(bob.page.get_by_role("heading", name="Who sits where")).to_be_visible()
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
    expect(ann.page.get_by_role("heading", name="You sit here already")).to_be_visible()
    expect(ann.button("Sit down")).to_have_count(0)
    ann.page.get_by_role("link", name="Back to the table").click()
    assert ann.invitation() == link, "the link is still good"
    ann.is_well()


def test_a_private_link_brings_a_chair_to_another_device(visit: Visit) -> None:
    ann, phone = visit(), visit()
    with ann.page.expect_response(re.compile("/api/tables$")) as opened:
        ann.open_table("london")
    private = opened.value.json()["resume"]
    phone.go(private)
    expect(phone.page.get_by_role("heading", name="Back to your chair")).to_be_visible()
    phone.button("Go on playing here").click()
    expect(phone.page.get_by_role("listitem").filter(has_text="you")).to_have_count(1)
    phone.is_well()


def test_an_address_without_a_game_is_told_in_the_readers_language(visit: Visit) -> None:
    guest = visit(locale="fr-FR")
    guest.go("/g/nonsense")
    expect(guest.page.get_by_role("main")).to_contain_text("Il n’y a rien à cette")
    guest.go("/resume/nonsense")
    expect(guest.page.get_by_role("heading", name="Ce lien ne mène nulle part")).to_be_visible()
    expect(guest.page.get_by_role("main")).to_contain_text("Il n’y a rien à cette")
    guest.is_well()
