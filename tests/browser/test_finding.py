"""Finding opponents in a real browser: two who want the same meet, and bots come if wanted."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.fitting import PHONE
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_two_people_find_each_other_and_are_taken_to_the_table(visit: Visit) -> None:
    ann, bert = visit(), visit(**PHONE, color_scheme="dark")
    ann.go("/")
    ann.page.get_by_role("link", name="Find opponents").click()
    ann.page.get_by_label("Edition").select_option("london")
    assert faults(ann) == []
    ann.button("Find opponents").click()
    expect(ann.page.get_by_text("You are the only one waiting for this game.")).to_be_visible()
    assert faults(ann) == []
    bert.go("/find")
    join = bert.page.get_by_role("button", name=re.compile("Join: London"))
    expect(join).to_be_visible()
    assert faults(bert) == []
    join.press("Enter")
    for one in (ann, bert):
        one.page.wait_for_url(re.compile("/t/"))
        one.wait_for_table()
        one.is_well()


def test_bots_come_if_nobody_else_does_and_who_stops_waits_no_more(visit: Visit) -> None:
    ann = visit()
    ann.go("/find")
    ann.page.get_by_label("Edition").select_option("new_york")
    ann.page.get_by_text("4", exact=True).click()
    ann.button("Find opponents").click()
    ann.button("Stop waiting").click()
    expect(ann.button("Find opponents")).to_be_visible()
    expect(ann.page.get_by_text("Nobody is waiting right now.")).to_be_visible()
    ann.is_well()
