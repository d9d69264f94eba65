"""What happens when pages are reloaded and servers die."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import LONG, Visitor, who_decides

Visit = Callable[..., Visitor]


def draw_one(visitor: Visitor) -> None:
    """Into the middle of a draw."""
    at = visitor.at
    visitor.page.keyboard.press("d")
    visitor.wait_for_change(at)


def to_first_turn(visitor: Visitor) -> None:
    visitor.must_decide()
    while visitor.phase != "turn":
        visitor.decide()
        visitor.must_decide()


def begin_by_invitation(ann: Visitor, bob: Visitor) -> None:
    """Both have chosen their first tickets."""
    ann.open_table("london")
    bob.go(ann.invitation())
    bob.button("Join").click()
    ann.start_game()
    for one in (ann, bob):
        one.must_decide()
        one.decide()


def hand_of(visitor: Visitor) -> str:
    return (
        visitor.page.locator("section[aria-label^='Your hand']").get_attribute("aria-label") or ""
    )


def test_a_page_reloaded_in_the_middle_of_a_draw_goes_on_there(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("london")
    to_first_turn(ann)
    draw_one(ann)
    assert ann.phase == "second_card"
    before = hand_of(ann)
    ann.page.reload()
    assert ann.must_decide()
    assert ann.phase == "second_card"
    assert hand_of(ann) == before
    draw_one(ann)
    ann.is_well()


def effects(visitor: Visitor, route: str) -> list[dict[str, Any]]:
    """What a claim would do for the tickets, as the server says."""
    table = visitor.page.url.rsplit("/", 1)[1]
    answer = visitor.page.request.get(f"/api/tables/{table}/route", params={"route": route})
    assert answer.ok, answer.text()
    tickets: list[dict[str, Any]] = answer.json()["tickets"]
    return tickets


def claim_without_paying(visitor: Visitor) -> None:
    """Choose a route for a ticket, as a program may that sends one action at a time."""
    while visitor.must_decide():
        legal = visitor.last_view()["legal"]
        claims = [action for action in legal if action.startswith("claim ")]
        claims = [claim for claim in claims if effects(visitor, claim.split()[1])]
        at = visitor.at
        if claims:
            table = visitor.page.url.rsplit("/", 1)[1]
            command = {"cmd_id": f"claim-{at}", "at": at, "action": claims[-1]}
            answer = visitor.page.request.post(f"/api/tables/{table}/actions", data=command)
            assert answer.ok, answer.text()
            visitor.wait_for_change(at)
            return
        visitor.draw()
        visitor.wait_for_change(at)
    raise AssertionError("the game was over before anything could be claimed")


def test_a_claim_is_paid_for_after_a_reload_as_at_any_other_time(visit: Visit) -> None:
    ann = visit()
    ann.play_bots("usa")
    to_first_turn(ann)
    claim_without_paying(ann)
    ann.page.reload()
    assert ann.must_decide()
    assert ann.phase == "payment"
    pay = ann.page.get_by_role("region", name=re.compile("^Pay for "))
    expect(pay.get_by_role("radio").first).to_be_checked()
    expect(pay.get_by_text("Hand after claiming:")).to_be_visible()
    brought_on = effects(ann, ann.last_view()["public"]["pending_route"])
    assert brought_on
    said = re.compile(r"Completes |: needs \d+ trains? instead of ")
    expect(pay.get_by_text(said)).to_have_count(len(brought_on))
    at = ann.at
    pay.get_by_role("button", name=re.compile("^Pay ")).click()
    ann.wait_for_change(at)
    ann.is_well()


def test_two_browsers_go_on_after_the_server_was_killed(visit: Visit, own_server: Server) -> None:
    ann, bob = visit(own_server), visit(own_server)
    begin_by_invitation(ann, bob)
    first = who_decides(ann, bob)
    draw_one(first)
    first.must_decide()  # the answer has come too, so that a key does something again
    before = (first.at, hand_of(first))
    own_server.kill()
    for one in (ann, bob):
        expect(one.page.get_by_text("Reconnecting")).to_be_visible(timeout=LONG)
    first.page.keyboard.press("d")  # a command while nobody listens
    own_server.start()
    first.wait_for_change(before[0])
    for one in (ann, bob):
        expect(one.page.get_by_text("Reconnecting")).to_be_hidden(timeout=LONG)
        one.catch_up(before[0] + 1)
    assert hand_of(first) != before[1]
    for one in (ann, bob):
        one.is_well()


def test_who_left_takes_their_seat_back_from_the_bot(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin_by_invitation(ann, bob)
    game = ann.page.url
    ann.button("Leave or switch device").click()
    ann.button("Leave the table").click()
    expect(ann.button("Play")).to_be_visible(timeout=LONG)
    assert who_decides(bob) is bob  # the bot has played, if it was Ann's turn
    ann.go(game)
    back = ann.button("Take over again")
    back.click()
    expect(back).to_be_hidden()
    while who_decides(ann, bob) is bob:
        bob.decide()
    ann.page.wait_for_timeout(1500)  # longer than a bot waits
    at = ann.at
    ann.decide()
    ann.wait_for_change(at)
    ann.is_well()


def test_a_tab_too_many_says_so_and_plays_on_when_another_is_closed(
    visit: Visit, tmp_path: Path
) -> None:
    for server in run_server(Server(tmp_path, connections_per_guest=1)):
        first = visit(server)
        first.play_bots("london")
        second = Visitor(first.page.context.new_page())
        second.go(first.page.url)
        main = second.page.get_by_role("main")
        expect(main.get_by_text("Too many pages are open; close some of them.")).to_be_visible()
        first.page.close()
        assert second.must_decide()
        expect(second.page.get_by_text("close some of them")).to_be_hidden()
        second.is_well()


def test_a_spectator_who_is_sent_away_reads_why_and_stays_away(visit: Visit) -> None:
    ann, eve = visit(), visit()
    ann.play_bots("london")
    eve.go(ann.page.url)
    eve.wait_for_table()
    ann.page.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(eve.page.get_by_role("heading", name="This table is not open to you")).to_be_visible()
    expect(eve.page.get_by_role("main")).to_contain_text("The host removed you from this table.")
    eve.page.reload()
    expect(eve.page.get_by_role("main")).to_contain_text("The host removed you from this table.")
    for one in (ann, eve):
        one.is_well()
