"""The same deal for everybody in a real browser: the daily deal, duels, and teams at two tables."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.axe import faults
from tests.support.browser.fitting import PHONE, sticks_out, too_small
from tests.support.browser.visitor import Visitor, play_unseen

Visit = Callable[..., Visitor]


def fits_and_is_free_of_faults(phone: Visitor) -> None:
    """The page as it is, on a phone."""
    assert faults(phone) == []
    assert sticks_out(phone.page) == []
    assert too_small(phone.page) == []


def test_the_daily_deal_is_played_to_its_end_and_comes_back_to_it(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.go("/daily")
    assert faults(ann) == []
    city = ann.page.get_by_role("button", name=re.compile("^Play")).last  # quicker than the USA
    city.press("Enter")
    ann.page.wait_for_url(re.compile("/t/"))
    ann.wait_for_table()
    ann.go("/daily")
    ann.page.get_by_role("button", name=re.compile("^Continue")).first.press("Enter")
    ann.page.wait_for_url(re.compile("/t/"))
    ann.wait_for_table()
    play_unseen(ann)
    ann.go("/daily")
    expect(ann.page.get_by_text("You are the first to finish.")).to_be_visible()
    expect(ann.page.get_by_role("row", name=re.compile("you"))).to_be_visible()
    fits_and_is_free_of_faults(ann)
    ann.is_well()


def play_the_first_deal(one: Visitor, duel: str) -> None:
    """And give the other four up."""
    for number in range(1, 6):
        table = one.ask(f"/api/duels/{duel}/deals/{number}", {})["table"]
        one.go(f"/t/{table}")
        if number == 1:
            play_unseen(one)
        else:
            one.ask(f"{one.table_path}/close", {})


def test_a_finished_duel_is_read_deal_by_deal(visit: Visit) -> None:
    ann, ben = visit(color_scheme="dark"), visit(**PHONE, locale="fr-FR")
    ann.go("/duels")
    ann.page.get_by_label("Scoring").select_option("imps")
    ann.button("Create a challenge").press("Enter")
    ann.page.wait_for_url(re.compile("/duel/"))
    duel = ann.page.url.rpartition("/")[2]
    assert faults(ann) == []
    ben.go(f"/duel/{duel}")
    ben.button("Accepter").press("Enter")
    expect(ben.page.get_by_role("table")).to_be_visible()
    fits_and_is_free_of_faults(ben)
    for one in (ann, ben):
        play_the_first_deal(one, duel)
        one.go(f"/duel/{duel}")
    for one in (ann, ben):
        expect(one.page.get_by_role("table").get_by_role("link")).to_have_count(2)
    assert faults(ann) == []
    fits_and_is_free_of_faults(ben)
    expect(ann.page.get_by_role("row", name=re.compile("^IMPs"))).to_be_visible()
    for one in (ann, ben):
        one.page.get_by_role("link", name="Duels").press("Enter")
        expect(one.page.get_by_text(re.compile(r"[.] \d+ : \d+$"))).to_be_visible()
    assert faults(ann) == []
    fits_and_is_free_of_faults(ben)
    for one in (ann, ben):
        one.is_well()


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
