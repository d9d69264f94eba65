"""Whole games in real browsers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import Visitor, play_unseen_to_the_last_round

Visit = Callable[..., Visitor]

EDITIONS = [
    *("usa", "usa_anniversary", "usa_1910", "usa_mega", "usa_big_cities"),
    *("london", "new_york"),
]
PROMISE_KEPT = "Fair shuffle: fixed before the game"


def test_two_clicks_lead_from_the_front_page_to_the_first_decision(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.choose("london")
    ann.button("Play").click()
    assert ann.must_decide()
    expect(ann.page.get_by_role("heading", name="Choose your first tickets")).to_be_visible()
    ann.is_well()


COUNT_LIT_ROUTES = """() => {
  window.litRoutes = new Set();
  const count = () => window.litRoutes.add(document.querySelectorAll(".edge.lit").length);
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(count).observe(document.body, all);
}"""


# Whole games by clicks: below, of two people; against bots in test_phone.py and test_keyboard.py.
def test_a_game_against_a_bot_ends_with_the_longest_path_along_the_map(visit: Visit) -> None:
    ann = visit(reduced_motion="no-preference")
    ann.play_bots("usa")
    play_unseen_to_the_last_round(ann)
    ann.page.evaluate(COUNT_LIT_ROUTES)
    while ann.must_decide():
        ann.decide()
    the_longest_path_is_drawn_along_the_map(ann)
    ann.see_score()
    assert len(ann.totals()) == 2
    expect(ann.page.get_by_text(PROMISE_KEPT)).to_be_visible()
    ann.is_well()


def the_longest_path_is_drawn_along_the_map(ann: Visitor) -> None:
    """Nobody skips: route by route, to the last."""
    end = ann.last_view()["public"]
    holder = next(n for n, s in enumerate(end["score"]["seats"]) if "longest_path" in s["bonuses"])
    told = ann.page.locator("p.now").filter(has_text="Longest path")
    expect(told).to_be_visible()
    routes = len(end["longest_paths"][holder])
    expect(ann.page.locator(".edge.lit")).to_have_count(routes)
    assert any(0 < lit < routes for lit in ann.page.evaluate("[...window.litRoutes]"))


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_played_against_three_bots(visit: Visit, edition: str) -> None:
    ann = visit()
    ann.play_bots(edition, bots=3, level="dispatcher")
    ann.play_to_the_end()
    assert len(ann.totals()) == 4
    ann.is_well()


def test_two_people_play_a_whole_london_game_by_invitation(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open_table("london")
    bob.go(ann.invitation())
    expect(bob.page.get_by_role("heading", name="You’re invited")).to_be_visible()
    bob.button("Join").click()
    expect(ann.page.get_by_role("button", name="Start anyway")).to_be_enabled()
    bob.button("I’m ready").click()
    expect(bob.button("I’m ready")).to_have_attribute("aria-pressed", "true")
    expect(ann.chair(2)).to_contain_text("ready")
    ann.button("Start the game").click()
    for one in (ann, bob):
        one.wait_for_table()
    playing = True
    while playing:
        for one, other in ((ann, bob), (bob, ann)):
            if one.table.get_attribute("data-mine") == "true":
                one.decide()
                other.catch_up(one.at)
        playing = "over" not in (ann.phase, bob.phase)
    for one in (ann, bob):
        one.see_score()
        expect(one.page.get_by_text(PROMISE_KEPT)).to_be_visible()
        one.is_well()
    assert ann.totals() == bob.totals()


def test_two_people_share_one_device_without_seeing_each_others_cards(visit: Visit) -> None:
    both = visit()
    both.open_table("london", company="On this device")
    both.wait_for_table()
    assert both.must_decide()
    both.decide()
    over = both.page.get_by_role("alertdialog")
    expect(over).to_be_visible()
    expect(both.page.get_by_role("heading", name="Your hand")).to_have_count(0)
    expect(both.page.get_by_role("heading", name="Your tickets")).to_have_count(0)
    over.get_by_role("button").click()
    expect(both.page.get_by_role("heading", name="Choose your first tickets")).to_be_visible()
    both.is_well()


def test_a_board_of_ones_own_is_played_in_the_browser(visit: Visit, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    new = [sys.executable, "-m", "caboose.cli", "board", "new", str(boards / "mine.toml")]
    subprocess.run(new, check=True, capture_output=True)
    for server in run_server(Server(tmp_path, boards=boards)):
        ann = visit(server)
        ann.go()
        editions = ann.page.locator("input[name=edition]")
        expect(editions).to_have_count(8)
        ann.play_bots(editions.last.input_value())
        ann.play_to_the_end()
        ann.is_well()


def test_the_client_speaks_german_and_french(visit: Visit) -> None:
    anna = visit(locale="de-DE")
    anna.go()
    expect(anna.button("Spielen")).to_be_visible()
    assert anna.page.locator("html").get_attribute("lang") == "de"
    anne = visit(locale="fr-FR")
    anne.go()
    expect(anne.button("Jouer")).to_be_visible()


def test_whoever_sits_down_where_others_wait_plays_without_a_reload(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.go()
    ann.choose("london")
    ann.page.get_by_role("button", name="With friends").click()
    ann.page.get_by_text("Table options", exact=True).click()
    ann.page.get_by_label("List this table in the lobby").check()
    ann.page.get_by_role("button", name="Open a table").click()
    ann.invitation()
    bob.go(ann.page.url)
    bob.button("Join").click()
    expect(bob.button("Leave the table")).to_be_visible()
    ann.start_game()
    assert bob.must_decide()
    bob.is_well()
