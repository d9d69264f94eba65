"""Moves ahead: chosen while others play, kept in the browser, sent when the turn comes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.support.browser.fitting import SMALLEST, sticks_out, too_small
from tests.support.browser.visitor import Visitor, who_decides

Visit = Callable[..., Visitor]


class Game:
    """Two people in London, past their first tickets; what each of them sends is kept."""

    def __init__(self, visit: Visit, **screen: Any) -> None:
        self.ann, self.bob = visit(**screen), visit()
        self.sent: list[dict[str, Any]] = []
        self.ann.page.on("websocket", lambda socket: socket.on("framesent", self._keep))
        self.ann.open_table("london")
        self.bob.go(self.ann.invitation())
        self.bob.button("Join").click()
        expect(self.ann.page.get_by_role("button", name="Start anyway")).to_be_enabled()
        self.ann.start_game()
        for one in (self.ann, self.bob):
            one.wait_for_table()
            one.must_decide()
            one.decide()
        self.until_turn_of(self.bob)

    def _keep(self, frame: Any) -> None:
        self.sent.append(json.loads(frame))

    def until_turn_of(self, player: Visitor) -> None:
        """Both draw until it is somebody's turn, and the other one's page knows it."""
        while (one := who_decides(self.ann, self.bob)) is not player or one.phase != "turn":
            at = one.at
            one.page.keyboard.press("d")
            one.wait_for_change(at)
        for each in (self.ann, self.bob):
            each.catch_up(player.at)
        self.ann.page.wait_for_timeout(700)  # a click right after one's own move is a slip

    @property
    def plays(self) -> list[str]:
        """What Ann has sent to be played."""
        return [message["action"] for message in self.sent if message["t"] == "play"]

    @property
    def line(self) -> Locator:
        """Where Ann reads what waits for her turn."""
        return self.ann.page.locator("[data-ahead]")


def slot_of_its_own(visitor: Visitor) -> tuple[int, str]:
    """A slot of the row whose color, no locomotive, lies there once."""
    row = visitor.last_view()["public"]["face_up"]
    alone = [n for n, color in enumerate(row) if row.count(color) == 1 and color != "locomotive"]
    return alone[0], row[alone[0]]


def test_a_draw_waits_for_the_turn_and_nobody_hears_of_it_before(visit: Visit) -> None:
    game = Game(visit)
    ann, bob, heard = game.ann, game.bob, len(game.bob.frames)
    before = len(game.plays)
    ann.button("Draw").click()
    ann.page.keyboard.press("d")
    expect(game.line).to_contain_text("On your turn: take two cards from the deck")
    expect(ann.button("Draw 2")).to_have_attribute("aria-pressed", "true")
    ann.page.wait_for_timeout(300)
    assert [message for message in game.sent if message["t"] == "play"][before:] == []
    assert bob.frames[heard:] == []
    at = ann.at
    bob.draw()
    ann.catch_up(at + 4)  # two cards each
    assert game.plays[before:] == ["draw deck", "draw deck"]
    expect(game.line).to_have_count(0)
    for one in (ann, bob):
        one.is_well()


def test_a_card_that_left_the_row_takes_the_move_with_it(visit: Visit) -> None:
    game = Game(visit)
    ann, bob = game.ann, game.bob
    for _ in range(8):
        slot, color = slot_of_its_own(ann)
        before = len(game.plays)
        ann.page.keyboard.press(str(slot + 1))
        expect(game.line).to_contain_text(f"On your turn: take {color}")
        at = bob.at
        bob.page.keyboard.press(str(slot + 1))
        bob.wait_for_change(at)
        ann.catch_up(bob.at)
        if color not in ann.last_view()["public"]["face_up"]:
            break
        game.until_turn_of(bob)  # the same color came again, and was taken
    expect(ann.page.get_by_text(f"Next move canceled: {color} is gone").first).to_be_visible()
    expect(game.line).to_have_count(0)
    at = bob.at
    bob.page.keyboard.press("d")
    bob.wait_for_change(at)
    ann.must_decide()
    ann.page.wait_for_timeout(2600)  # longer than any pause before a move is sent
    assert game.plays[before:] == []


def test_a_claim_with_its_payment_waits_on_a_phone_and_can_be_taken_back(visit: Visit) -> None:
    game = Game(visit, **SMALLEST)
    ann, bob = game.ann, game.bob
    box = ann.page.locator("main.map").bounding_box()
    cancel = ann.button("Cancel your next move")
    ann.button("Draw 2").tap()
    ann.button("Tap again").tap()
    expect(game.line).to_be_visible()
    assert ann.page.locator("main.map").bounding_box() == box, "nothing makes room for it"
    assert too_small(ann.page) == []
    assert sticks_out(ann.page) == []
    cancel.tap()
    expect(game.line).to_have_count(0)
    while not (route := choose_a_claim(ann)):
        game.until_turn_of(ann)
        game.until_turn_of(bob)
    before = len(game.plays)
    expect(game.line).to_contain_text(f"On your turn: claim {route}")
    at = bob.at
    bob.draw()
    ann.catch_up(at + 4)  # two cards, the claim and its payment
    assert [action.split()[0] for action in game.plays[before:]] == ["claim"]
    expect(game.line).to_have_count(0)
    ann.is_well()


def test_tickets_out_of_turn_say_whose_turn_it_is_and_say_it_once(visit: Visit) -> None:
    ann = Game(visit).ann
    turn = ann.page.locator("header .turn").inner_text()
    said = ann.page.locator(".notes").get_by_text(turn)
    ann.page.locator("[data-deck] .tickets").click(force=True)  # it looks as if it could not be
    expect(said).to_be_visible()
    ann.page.keyboard.press("t")
    expect(said).to_have_count(1)
    expect(ann.page.get_by_role("heading", name="Draw tickets?")).to_have_count(0)


def choose_a_claim(visitor: Visitor) -> str:
    """Choose a short route that could be paid for, found in the text board; its name, or none."""
    visitor.page.keyboard.press("b")
    routes = visitor.page.get_by_role("table", name="Routes")
    rows = routes.locator("tbody tr").filter(
        has=visitor.page.get_by_role("cell", name="1", exact=True)
    )
    claim, name = visitor.button("Claim it on my turn"), ""
    for place in range(rows.count()):
        rows.nth(place).get_by_role("button").tap()
        expect(claim.or_(visitor.page.locator(".reason")).first).to_be_visible()
        if claim.count():
            name = visitor.page.locator("#route-title").inner_text()
            claim.tap()
            break
        visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("b")
    return name
