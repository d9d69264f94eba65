"""The people at a table and around it: players in order, spectators, games played before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor, play_unseen

Visit = Callable[..., Visitor]

LAPTOP = {"width": 1366, "height": 768}
# What shows nothing but a drawing says what it is when the mouse rests on it.
UNNAMED = """() => [...document.querySelectorAll("button, a[href]")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden, .skip, svg"))
  .filter((one) => !one.title && ![...one.querySelectorAll("*"), one].some(
    (part) => !part.closest(".hidden, .word") && part.textContent.trim() &&
      [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim())))
  .map((one) => one.outerHTML.slice(0, 120))"""
WIDTHS = "selector => [...document.querySelectorAll(selector)].map((one) => one.clientWidth)"


def test_five_players_leave_room_for_the_log_and_i_am_the_first(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("usa", bots=4)
    ann.must_decide()
    players = ann.page.locator("aside li[data-seat]")
    expect(players).to_have_count(5)
    expect(players.first).to_contain_text("you")
    log = ann.page.get_by_role("list", name="Log")
    assert log.evaluate("list => list.clientHeight") > 150


def test_the_market_is_as_large_as_the_hand(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.reach_own_turn()
    market = ann.page.evaluate(WIDTHS, "[data-slot] .face")
    hand = ann.page.evaluate(WIDTHS, "[data-hand] .one")
    assert min(market) >= max(hand) > 0


@pytest.mark.parametrize("path", ["/", "/games", "/intro", "/help#london"])
def test_every_icon_of_a_page_has_a_name_to_read(visit: Visit, path: str) -> None:
    ann = visit(viewport=LAPTOP)
    ann.go(path)
    expect(ann.page.locator("main h1")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate(UNNAMED) == []


def test_every_icon_of_the_table_has_a_name_to_read(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.reach_own_turn()
    expect(ann.page.locator(".tools")).to_be_visible()
    assert ann.page.evaluate(UNNAMED) == []


def test_finished_games_lists_my_own_and_home_knows_how_many_bots_there_were(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london", bots=1)
    play_unseen(ann)
    ann.go("/games")
    mine = ann.page.get_by_role("region", name="Your games")
    expect(mine.get_by_role("listitem")).to_have_count(1)
    ann.go()
    expect(ann.page.get_by_role("button", name="Remove player")).to_have_count(1)


def test_a_spectator_is_asked_to_watch_the_rematch(visit: Visit) -> None:
    ann, bob, eve = visit(), visit(), visit()
    ann.open_table("london")
    bob.go(ann.invitation())
    bob.button("Join").click()
    expect(ann.page.get_by_role("button", name="Start anyway")).to_be_enabled()
    ann.start_game()
    for one in (ann, bob):
        one.wait_for_table()
    eve.go(ann.page.url)
    play_unseen(ann, bob)
    ann.see_score()
    ann.button("Play again").click()
    seats = ann.page.get_by_role("region", name="Seats")
    expect(seats).to_contain_text(re.compile("Waiting for (?!someone)"))
    watch = eve.page.get_by_role("link", name="Watch the rematch")
    eve.button("Skip to the result").evaluate_all("all => all.forEach((one) => one.click())")
    watch.click()
    expect(eve.page.get_by_role("region", name="Seats")).to_be_visible()
    eve.is_well()
