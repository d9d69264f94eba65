"""Fair play as people see it: a game is ended together, devices are dropped, reports are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support.browser.server import Server
from tests.support.browser.visitor import LONG, Visitor

Visit = Callable[..., Visitor]


def two_who_play(ann: Visitor, bob: Visitor) -> None:
    """A game in London that has begun, past the first action."""
    ann.open_table("london")
    bob.go(ann.invitation())
    bob.button("Join").click()
    expect(bob.page.get_by_role("heading", name="Seats")).to_be_visible()
    ann.start_game()
    for one in (ann, bob):
        one.wait_for_table()
    ann.must_decide()
    ann.decide()
    bob.wait_for_change(0)


def test_a_game_is_ended_by_all_who_play_it(visit: Visit) -> None:
    ann, bob = visit(), visit()
    two_who_play(ann, bob)
    ann.button("Leave or switch device").click()
    ann.page.get_by_role("button", name="Ask the others").click()
    asked = bob.page.get_by_role("region", name="End the game early")
    expect(asked).to_contain_text("wants to end this game", timeout=LONG)
    asked.get_by_role("button", name="Play on").click()
    waiting = ann.page.get_by_role("region", name="End the game early")
    expect(waiting).to_be_hidden()
    bob.button("Leave or switch device").click()
    bob.page.get_by_role("button", name="Ask the others").click()
    expect(waiting).to_be_visible()
    waiting.get_by_role("button", name="End the game").click()
    for one in (ann, bob):
        expect(one.page.get_by_role("main")).to_contain_text("All players agreed")
        expect(one.page.get_by_role("link", name="Save the record")).to_be_visible()
    bob.page.get_by_role("link", name="Replay").click()
    eyes = bob.page.get_by_label("As seen by")
    expect(eyes.get_by_role("option")).to_have_count(3)  # both seats, and a spectator
    for one in (ann, bob):
        one.is_well()


def test_a_device_that_one_does_not_know_is_announced_and_dropped(visit: Visit) -> None:
    laptop, other = visit(), visit()
    laptop.play_bots("london")
    laptop.button("Leave or switch device").click()
    dialog = laptop.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox")
    old = link.input_value()
    expect(dialog).to_contain_text("open on 1 device")
    other.go(old)
    other.button("Continue here").click()
    other.wait_for_table()
    notes = laptop.page.get_by_role("region", name="Notices")
    expect(notes).to_contain_text("Another device now plays from your seat")
    dialog.get_by_role("button", name="Make a new link, disconnect other devices").click()
    expect(dialog).to_contain_text("open on 1 device")
    expect(link).not_to_have_value(old)
    expect(other.page.get_by_role("region", name="Your hand")).to_be_hidden()
    other.go(old)
    expect(other.page.get_by_role("main")).to_contain_text("This link leads nowhere")
    laptop.is_well()


def test_a_report_reaches_whoever_runs_the_server_who_bans(visit: Visit, tmp_path: Path) -> None:
    server = Server(tmp_path, operator_token="sesame")
    server.start()
    try:
        ann, bob, operator = (visit(server) for _ in range(3))
        two_who_play(ann, bob)
        ann.page.get_by_role("button", name=re.compile("^Chat")).click()
        ann.page.get_by_role("button", name="Report someone").click()
        ann.page.get_by_label("What happened?").fill("Stalls on purpose.")
        ann.page.get_by_role("button", name="Send the report").click()
        expect(ann.page.get_by_role("region", name="Notices")).to_contain_text("was sent")
        operator.go("/operator")
        operator.page.get_by_label("Operator’s token").fill("sesame")
        operator.button("Continue").click()
        report = operator.page.get_by_role("article")
        expect(report).to_contain_text("Stalls on purpose.")
        report.get_by_role("button", name=re.compile("^Ban ")).first.click()
        expect(report).to_contain_text("banned")
        expect(bob.page.get_by_role("main")).to_contain_text("You are banned from this server")
        operator.is_well()
    finally:
        server.stop()
