"""The same deal for everybody in a real browser: the daily deal, and teams at two tables."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.fitting import PHONE
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]


def test_the_daily_deal_is_played_at_a_table_and_comes_back_to_it(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.go("/daily")
    assert faults(ann) == []
    ann.page.get_by_role("button", name=re.compile("^Play")).first.press("Enter")
    ann.page.wait_for_url(re.compile("/t/"))
    ann.wait_for_table()
    ann.go("/daily")
    expect(ann.page.get_by_role("button", name=re.compile("^Continue")).first).to_be_visible()
    ann.is_well()


def test_two_teams_fill_up_and_play_at_two_tables(visit: Visit) -> None:
    people = [visit(), visit(**PHONE, color_scheme="dark"), visit(), visit()]
    ann = people[0]
    ann.go("/duels")
    ann.page.get_by_label("Players").select_option("2")
    ann.button("Create a challenge").press("Enter")
    ann.page.wait_for_url(re.compile("/duel/"))
    assert faults(ann) == []
    link = re.sub(r"^https?://[^/]+", "", ann.page.url)
    for one in people[1:]:
        one.go(link)
        assert faults(one) == []
        one.page.get_by_role("button", name=re.compile("^Play here")).first.press("Enter")
        expect(one.page.locator(".you")).to_be_visible()
    tables = set()
    for one in people:
        one.page.get_by_role("button", name=re.compile("Deal 1")).press("Enter")
        one.page.wait_for_url(re.compile("/t/"))
        one.wait_for_table()
        tables.add(one.page.url)
    assert len(tables) == 2
    for one in people:
        one.is_well()
