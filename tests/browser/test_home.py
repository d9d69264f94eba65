"""The front page knows who comes: running games as rows, those that wait for me first."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.claiming import claim
from tests.support.browser.visitor import Visitor, who_decides

Visit = Callable[..., Visitor]


def test_running_games_are_rows_that_go_on_or_are_given_up(visit: Visit) -> None:
    ann = visit()
    for edition in ("london", "new_york", "london", "usa"):
        ann.play_bots(edition)
        ann.must_decide()
    ann.go("/")
    rows = ann.page.get_by_role("region", name="Your games in progress").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text(
        re.compile(r"^\s*USA\s+Your turn\s+Passenger · round 1 · 0–0")
    )
    assert faults(ann) == []
    ann.page.get_by_text("1 more").click()
    expect(rows).to_have_count(4)
    rows.nth(3).get_by_role("button", name="Abandon").click()
    expect(rows).to_have_count(4)  # it is asked for twice
    rows.nth(3).get_by_role("button", name="Really abandon?").click()
    expect(rows).to_have_count(3)
    last = ann.page.get_by_role("region", name="Your latest games")
    expect(last.get_by_role("link", name=re.compile("^London"))).to_have_count(1)
    rows.first.get_by_role("link", name="Continue").click()
    ann.wait_for_table()
    ann.is_well()


def test_a_game_that_waits_for_another_says_for_whom_and_comes_last(visit: Visit) -> None:
    ann, ben = visit(), visit()
    ann.open_table("new_york")
    ben.go(ann.invitation())
    ben.button("Join").click()
    ann.start_game()
    for one in (ann, ben):
        one.wait_for_table()
        one.must_decide()
        one.keep_tickets()
    for one in (ann, ben):
        one.catch_up(2)
    other = ben if who_decides(ann, ben) is ann else ann
    other.play_bots("london")
    other.must_decide()
    other.go("/")
    rows = other.page.get_by_role("region", name="Your games in progress").get_by_role("listitem")
    expect(rows).to_have_text([re.compile("London.*Your turn"), re.compile("New York.*’s turn")])


def test_a_member_plays_bots_for_a_rating_and_abandoning_leaves_the_game(visit: Visit) -> None:
    ann = visit()
    claim(ann, "Irmgard")
    ann.go("/")
    ann.page.get_by_text("Table options").click()
    expect(ann.page.get_by_role("combobox", name="Order")).to_have_count(
        0
    )  # of no use against bots alone
    rated = ann.page.get_by_role("checkbox", name=re.compile("^Rated"))
    expect(rated).to_be_disabled()
    ann.page.get_by_role("combobox", name="Clock").select_option("easy")
    rated.check()
    assert faults(ann) == []
    ann.page.get_by_role("button", name="Play", exact=True).click()
    ann.wait_for_table()
    ann.go("/")
    row = ann.page.get_by_role("region", name="Your games in progress").get_by_role("listitem")
    row.get_by_role("button", name="Abandon").click()
    with ann.page.expect_response("**/leave") as left:  # it counts, so it is not closed
        row.get_by_role("button", name="Really abandon?").click()
    assert left.value.ok
    table = left.value.json()["table"]
    assert (table["status"], table["options"]["rated"]) == ("playing", True)
