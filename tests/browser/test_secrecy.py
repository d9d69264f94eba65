"""A spectator sees no hand, in the page or on the wire; and a broken promise is told."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

SECRET_EVENTS = {"drew_blind": "color", "offered": "tickets", "kept": "tickets"}


def test_a_spectator_sees_no_hands_and_no_tickets(visit: Visit) -> None:
    ann, eve = visit(), visit()
    ann.play_bots("london")
    eve.go(ann.page.url)
    eve.wait_for_table()
    for _ in range(12):
        if not ann.must_decide():
            break
        ann.decide()
    eve.catch_up(ann.at)
    for words in ("Your hand", "Your tickets", "Choose your first tickets"):
        expect(eve.page.get_by_text(words)).to_have_count(0)
    views = [said for said in map(json.loads, eve.frames) if said["t"] == "view"]
    assert views
    for view in views:
        assert view["own"] is None
        assert view["legal"] is None
        assert "state" not in view["public"]
        for step in view["steps"]:
            for event in step["events"]:
                assert SECRET_EVENTS.get(event["kind"], "nothing") not in event
    eve.is_well()


def test_chat_is_heard_and_somebody_can_be_muted(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open_table("london")
    bob.go(ann.invitation())
    bob.button("Join").click()
    bob.page.get_by_label("Write a message").fill("Hello from Bob")
    bob.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("Hello from Bob")).to_be_visible()
    ann.page.get_by_role("button", name="Mute").click()
    expect(ann.page.get_by_text("Hello from Bob")).to_be_hidden()


def test_a_secret_that_was_not_promised_before_sitting_down_is_told_at_once(visit: Visit) -> None:
    def cheat(route: Route) -> None:
        """Answer as a server that has chosen its secret when the number had come."""
        answer = route.fetch()
        taken = answer.json()
        taken["table"]["promise"]["commitment"] = "0" * 64
        route.fulfill(response=answer, json=taken)

    ann = visit()
    told = ann.page.get_by_text("is not the one promised before you sat down")
    ann.play_bots("london")
    expect(told).to_have_count(0)
    ann.page.route("**/api/play", cheat)
    ann.play_bots("london")
    expect(told.first).to_be_visible()
    ann.is_well()
