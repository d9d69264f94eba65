"""An arena and members' bots in a real browser: opened, joined, paired, and seen by others."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.claiming import claim
from tests.support.browser.fitting import PHONE, sticks_out, too_small
from tests.support.browser.visitor import Visitor, play_unseen

Visit = Callable[..., Visitor]


def test_a_member_opens_an_arena_and_two_play_in_it(visit: Visit) -> None:
    ann, bert = visit(), visit(**PHONE, color_scheme="dark")
    claim(ann, "Arabella")
    claim(bert, "Bartholomew")
    ann.go("/")
    ann.page.get_by_role("link", name="Arenas").click()
    ann.page.get_by_label("Name", exact=True).fill("Friday night")
    ann.page.get_by_label("Edition").select_option("london")
    ann.page.get_by_role("checkbox", name=re.compile("^Rated")).check()
    assert faults(ann) == []
    ann.button("Open the arena").click()
    expect(ann.page.get_by_role("heading", name="Friday night")).to_be_visible()
    ann.button("Join").click()
    expect(ann.page.get_by_text("You’re in.")).to_be_visible()
    assert faults(ann) == []
    bert.go("/arenas")
    assert faults(bert) == []
    bert.page.get_by_role("link", name="Friday night").press("Enter")
    expect(bert.page.get_by_role("row", name=re.compile("Arabella"))).to_be_visible()
    assert faults(bert) == []
    bert.button("Join").press("Enter")
    for one in (ann, bert):
        one.page.wait_for_url(re.compile("/t/"))
        one.wait_for_table()
        one.is_well()
    watcher = visit()
    watcher.go("/arenas")
    watcher.page.get_by_role("link", name="Friday night").click()
    expect(watcher.page.get_by_role("link", name="watch: Arabella")).to_be_visible()
    play_unseen(ann, bert)
    watcher.page.get_by_role("link", name="Arabella", exact=True).click()
    expect(watcher.page.get_by_role("heading", name="Arabella")).to_be_visible()
    a_rating_is_drawn_and_read(ann, bert)


def a_rating_is_drawn_and_read(desk: Visitor, phone: Visitor) -> None:
    """The plot of a first rated game, and the routes claimed in it, on both screens."""
    for one in (desk, phone):
        plot = one.page.get_by_role("img", name=re.compile("^London, two players: .* after 1 game"))
        until_it_is_rated(one)
        expect(plot).to_be_visible()
        expect(one.page.get_by_role("heading", name="Favorite routes")).to_be_visible()
        table = one.page.get_by_text("As a table").first
        table.press("Enter")
        expect(one.page.get_by_role("cell", name=re.compile("±"))).to_be_visible()
        assert faults(one) == []
        one.is_well()
    assert sticks_out(phone.page) == []
    assert too_small(phone.page) == []


def until_it_is_rated(one: Visitor) -> None:
    """Some seconds after its end a game is."""
    while not one.ask("/api/me/over-time")["steps"]:
        one.page.wait_for_timeout(1000)  # asking more often is refused
    one.go("/me/figures")


def test_a_member_makes_a_bot_and_sees_its_token_once(visit: Visit) -> None:
    ann = visit(**PHONE)
    claim(ann, "Clementine")
    ann.page.get_by_label("Name of the bot").fill("Clementine's engine")
    ann.button("Create a bot").click()
    expect(ann.page.get_by_text("It is shown only once")).to_be_visible()
    assert len(ann.page.locator("code").first.inner_text()) == 32
    assert faults(ann) == []
    ann.go("/me")
    expect(ann.page.get_by_text("Clementine's engine", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("It is shown only once")).to_have_count(0)
    ann.page.get_by_role("button", name="Remove Clementine's engine").click()
    ann.button("Really remove?").click()
    expect(ann.page.get_by_text("You have no bots yet.")).to_be_visible()
    ann.is_well()
