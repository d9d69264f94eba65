"""Members among each other in the browser: profile, follow, invite with one tap, block."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.claiming import claim
from tests.support.browser.visitor import Visitor, play_unseen

Visit = Callable[..., Visitor]


def member(visit: Visit, name: str, **options: object) -> Visitor:
    """Somebody who has claimed a name."""
    one = visit(**options)
    claim(one, name)
    return one


def test_a_friend_is_found_followed_invited_and_sits_down(visit: Visit) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    ann, ben = member(visit, "Annika"), member(visit, "Bertram", **phone)
    ann.go("/friends")
    assert faults(ann) == []
    ann.page.get_by_label("Member’s name").fill("bertram")
    ann.page.get_by_role("button", name="Find").click()
    expect(ann.page.get_by_role("heading", name="Bertram")).to_be_visible()
    ann.page.get_by_role("button", name="Follow", exact=True).click()
    assert faults(ann) == []
    ann.page.get_by_role("button", name="Invite").click()
    expect(ann.page.get_by_role("heading", name="Seats")).to_be_visible()
    ben.go("/friends")
    expect(ben.page.get_by_text("Annika invites you: USA")).to_be_visible()
    assert faults(ben) == []
    ben.page.get_by_role("button", name="Join").click()
    expect(ann.page.get_by_text("Bertram").first).to_be_visible()
    expect(ann.page.get_by_role("button", name="Start")).to_be_enabled()
    ann.is_well()
    ben.is_well()


def test_a_profile_shows_what_is_switched_on_and_nothing_to_who_is_blocked(visit: Visit) -> None:
    ann, ben = member(visit, "Cordula"), member(visit, "Diethelm")
    ann.play_bots("london")
    play_unseen(ann)
    ben.go("/member/Cordula")
    expect(ben.page.get_by_text("Cordula shows nothing else here.")).to_be_visible()
    ann.go("/me")
    assert faults(ann) == []
    ann.page.get_by_label("My latest games").check()
    with ann.page.expect_response("**/api/member/shown") as stored:
        ann.page.get_by_label("My figures").check()
    assert stored.value.ok
    ben.go("/member/Cordula")
    expect(ben.page.get_by_role("heading", name="Latest games")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="Favorite routes")).to_be_visible()
    assert faults(ben) == []
    ann.go("/member/Diethelm")
    ann.page.get_by_role("button", name="Block").click()
    ann.page.get_by_role("button", name="Sure? Block Diethelm").click()
    expect(ann.page.get_by_text("You have blocked Diethelm.")).to_be_visible()
    ben.go("/member/Cordula")
    expect(ben.page.get_by_role("heading", name="No such member")).to_be_visible()
    ann.is_well()


def test_a_friend_is_challenged_to_a_duel_from_their_line_and_finds_it_on_the_front_page(
    visit: Visit,
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    ann, ben = member(visit, "Gerlinde"), member(visit, "Hartmut", **phone)
    ann.go("/member/Hartmut")
    expect(ann.page.get_by_role("link", name="Duel", exact=True)).to_be_visible()
    ann.page.get_by_role("button", name="Follow", exact=True).click()
    ann.go("/friends")
    ann.page.get_by_role("link", name="Challenge Hartmut to a duel").click()
    expect(ann.page.get_by_text("You’re challenging Hartmut.")).to_be_visible()
    assert faults(ann) == []
    ann.page.get_by_role("button", name="Create a challenge").click()
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ben.go("/")
    expect(ben.page.get_by_text("Gerlinde challenges you to a duel")).to_be_visible()
    assert faults(ben) == []
    ben.page.get_by_role("link", name="View", exact=True).click()
    ben.page.get_by_role("button", name="Accept").click()
    expect(ben.page.get_by_role("button", name="Play").first).to_be_visible()
    ben.go("/")
    ben.page.get_by_role("link", name="Duels").click()
    expect(ben.page.get_by_text("against Gerlinde")).to_be_visible()
    ann.is_well()
    ben.is_well()
