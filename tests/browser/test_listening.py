"""A whole game by ear: what a screen reader is given in every phase, and what it reads out.

The deal is that of the introduction, and the bot's chance follows from it: it is always the same
game. The trees of roles and names are kept in tests/browser/heard; `make heard` writes them again,
to be read before they are kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.listener import Listener
from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import LONG

KEPT = Path(__file__).parent / "heard"
PACE = 0.05  # seconds; so that what a bot does is told apart from what was done before it


@pytest.fixture(name="ann")
def _ann(browser: Browser, tmp_path: Path) -> Iterator[Listener]:
    """Ann, at a server where nobody has been before."""
    for server in run_server(Server(tmp_path, bot_pace=PACE)):
        context = browser.new_context(
            base_url=server.address,
            viewport={"width": 1280, "height": 800},
            locale="en-US",
            reduced_motion="reduce",
        )
        yield Listener(context.new_page())
        context.close()


def check(phase: str, ann: Listener) -> None:
    """What is read when I decide is what was kept for this phase."""
    ann.must_decide()
    compare(phase, ann.read, ann)


def compare(phase: str, read: Callable[[], str], ann: Listener) -> None:
    """The same is read as was kept, as soon as every answer of the server is there."""
    file = KEPT / f"{phase}.yaml"
    if os.environ.get("CABOOSE_WRITE_HEARD"):
        ann.page.wait_for_timeout(1000)
        file.write_text(read(), "utf-8")
    kept, until = file.read_text("utf-8"), time.monotonic() + LONG / 1000
    while read() != kept and time.monotonic() < until:
        ann.page.wait_for_timeout(100)
    assert read() == kept, f"{phase} reads otherwise; see `make heard`"


def test_a_whole_game_is_played_and_understood_by_ear(ann: Listener) -> None:
    sit_down(ann)
    ann.catch_up(1)  # the bot has chosen its tickets
    check("1_first_tickets", ann)
    ann.keep(2)
    ann.open_text_board()
    check("2_own_turn", ann)
    ann.take_one()
    check("3_one_card_taken", ann)
    ann.take_one()
    ann.list_only_claimable()
    while not can_claim(ann):
        draw(ann)
    ann.open_longest()
    check("4_a_route", ann)
    claim_and_read_the_others_turn(ann)
    ann.must_decide()
    ann.ask_for_tickets()
    check("6_tickets_offered", ann)
    ann.keep(1)
    play_to_the_last_round(ann)
    check("7_last_round", ann)
    while ann.must_decide():
        play_on(ann)
    ann.see_score()
    check("8_score", ann)
    everything_was_announced(ann)
    ann.is_well()


def sit_down(ann: Listener) -> None:
    """From the front page into the introduction."""
    ann.go()
    name = ann.page.get_by_role("textbox", name="Your name")
    name.fill("Ann")
    name.press("Tab")
    ann.page.get_by_role("link", name="introduction").click()
    ann.button("Start the first game").click()
    ann.wait_for_table()


def can_claim(ann: Listener) -> bool:
    """Wait for my turn; is there a route I can pay for?"""
    ann.must_decide()
    return ann.payable().count() > 0


def draw(ann: Listener) -> None:
    at = ann.at
    ann.button("Draw 2").click()
    ann.catch_up(at + 2)


def play_on(ann: Listener) -> None:
    """Claim the longest route, or draw two cards."""
    if can_claim(ann):
        ann.open_longest()
        ann.claim()
    else:
        draw(ann)


def claim_and_read_the_others_turn(ann: Listener) -> None:
    ann.gate.close_after(ann.at + 2)  # a claim and its payment
    ann.claim()
    expect(ann.page.get_by_role("banner")).to_contain_text("Passenger is playing")
    compare("5_turn_of_another", ann.read, ann)
    ann.gate.open()


def play_to_the_last_round(ann: Listener) -> None:
    banner = ann.page.get_by_role("banner")
    ann.must_decide()
    while not banner.get_by_text("Last round").count():
        play_on(ann)
        assert ann.must_decide()


def said_at_once(ann: Listener) -> str:
    return "".join(f"{text}\n" for how, text in ann.heard() if how == "assertive")


def everything_was_announced(ann: Listener) -> None:
    """My turns at once; what everybody does, the last round and the end as soon as one pauses."""
    compare("9_said_at_once", lambda: said_at_once(ann), ann)
    politely = [text for how, text in ann.heard() if how == "polite"]
    told = ". ".join(politely)
    log = ann.page.get_by_role("list", name="Log").get_by_role("button", name="claimed")
    claims = [" ".join(text.split()) for text in log.all_text_contents()]
    assert {claim.partition(" ")[0] for claim in claims} == {"you", "Passenger"}
    assert [claim for claim in claims if claim not in told] == []
    assert "The last round begins" in told
    assert "The game is over" in told
    assert politely[-1] == "Passenger wins"
