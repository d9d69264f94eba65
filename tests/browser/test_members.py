"""A name is claimed in a real browser: codes, a passkey of a virtual authenticator, devices."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.axe import faults
from tests.support.browser.claiming import claim
from tests.support.browser.fitting import PHONE
from tests.support.browser.server import Server
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def sign_in(ann: Visitor, code: str) -> None:
    ann.go("/sign-in")
    ann.page.get_by_label("Recovery code").fill(code)
    ann.button("Sign in").click()


def is_called(ann: Visitor, name: str) -> None:
    """The front page shows this name."""
    expect(ann.page.get_by_label("Your name")).to_have_value(name)


def test_a_guest_claims_a_name_by_hand_and_comes_back_by_a_code(visit: Visit) -> None:
    ann, phone = visit(), visit(**PHONE)
    ann.play_bots("london")
    codes = claim(ann, "Claudette")
    assert len(codes) == 8
    sign_in(phone, codes[0].lower())
    is_called(phone, "Claudette")
    phone.page.get_by_role("link", name="Your account").click()
    expect(phone.page.get_by_text("7 codes left.")).to_be_visible()
    expect(phone.page.get_by_text("this device", exact=True)).to_have_count(1)
    phone.go("/")
    expect(phone.page.get_by_role("link", name="Continue")).to_have_count(1)
    sign_in(visit(), codes[0])
    for one in (ann, phone):
        one.is_well()


def test_a_second_device_comes_in_by_its_link_and_can_be_signed_out(visit: Visit) -> None:
    ann, phone = visit(), visit(**PHONE)
    claim(ann, "Bernadette")
    ann.button("Add a device").click()
    code = ann.page.locator(".code").inner_text()
    expect(ann.page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    phone.go(f"/device#{code}")
    expect(phone.page.get_by_text("Sign in on this device as Bernadette?")).to_be_visible()
    phone.button("Sign in").click()
    is_called(phone, "Bernadette")
    ann.go("/me")
    ann.page.get_by_role("button", name=re.compile("^Sign out .*Chrome")).click()
    expect(ann.page.get_by_role("button", name=re.compile("^Sign out .*Chrome"))).to_have_count(0)
    phone.go("/me")
    expect(phone.button("Claim this name")).to_be_visible()


def authenticator(page: Page) -> None:
    """Give a page a device that keeps passkeys, and whose owner always says yes."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_brings_a_member_back(visit: Visit, server: Server) -> None:
    by_name = server.address.replace("127.0.0.1", "localhost")
    ann = visit(base_url=by_name)
    authenticator(ann.page)
    claim(ann, "Antoinette")
    ann.button("Add a passkey").click()
    expect(ann.page.get_by_text("not used yet")).to_be_visible()
    ann.button("Sign out on this device").click()
    ann.page.get_by_role("button", name=re.compile("^Sure")).click()
    notices = ann.page.get_by_role("region", name="Notices")
    expect(notices.get_by_text("You are signed out.")).to_be_visible()
    ann.go("/me")
    ann.page.get_by_role("link", name="Sign in").click()
    ann.button("Use a passkey").click()
    is_called(ann, "Antoinette")
    ann.go("/me")
    expect(ann.page.get_by_text("last used")).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^Remove the passkey")).click()
    expect(ann.page.get_by_text("last used")).to_have_count(0)
    ann.go("/sign-in")
    ann.button("Use a passkey").click()
    expect(notices.get_by_text("This passkey is not known here.")).to_be_visible()
    ann.is_well()


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)])
def test_the_accounts_pages_are_free_of_faults(
    visit: Visit, theme: str, screen: dict[str, object]
) -> None:
    ann = visit(**{**screen, "color_scheme": theme})
    for path, shown in (("/me", "Claim this name"), ("/sign-in", "Sign in")):
        ann.go(path)
        expect(ann.button(shown)).to_be_visible()
        assert faults(ann) == [], path
    claim(ann, f"Georgette {theme}")
    ann.button("Add a device").click()
    ann.page.get_by_role("img", name=re.compile("QR code")).wait_for()
    assert faults(ann) == []


def test_a_member_opens_a_rated_table_and_the_leaderboard_is_free_of_faults(visit: Visit) -> None:
    ann = visit()
    claim(ann, "Henriette")
    ann.go("/")
    ann.choose("london")
    ann.page.get_by_role("button", name="With friends").click()
    ann.page.get_by_text("Table options").click()
    rated = ann.page.get_by_role("checkbox", name=re.compile("^Rated"))
    expect(rated).to_be_disabled()
    ann.page.get_by_role("combobox", name="Clock").select_option(index=2)
    rated.check()
    ann.page.get_by_role("button", name=re.compile("^Open a table")).click()
    guest = visit()
    guest.go(ann.invitation())
    guest.button("Join").click()
    expect(guest.page.get_by_text("Claim your name first.").first).to_be_visible()
    ann.go("/ratings")
    ann.page.get_by_label("Edition and players").select_option("london_2")
    expect(ann.page.get_by_role("row", name=re.compile("^Stationmaster.*2033"))).to_be_visible()
    ann.page.get_by_label("Edition and players").select_option("new_york_more")  # never played
    expect(ann.page.get_by_text("Nobody is rated here yet.")).to_be_visible()
    assert faults(ann) == []
