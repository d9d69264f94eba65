"""Somebody at a browser: what they see, and what they do with mouse, finger or keyboard.

The pages are read as people read them, by roles, names and texts. Only to know whether something
has happened are the marks of the table used (`data-at`: how many actions were played).
"""

from __future__ import annotations

import itertools
import json
import re
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

LONG = 30_000  # milliseconds; a bot may think
MOVES = itertools.count()  # of all games that are played by requests
STALE = 409  # somebody else was quicker: all choose their first tickets at once
# One question instead of three: a whole game asks some hundred times.
SITUATION = """() => {
  const { at, phase } = document.querySelector("[data-at]").dataset;
  const mayClaim = phase === "turn" && document.querySelector(".band.claimable") !== null;
  return [Number(at), phase, mayClaim];
}"""
DECIDES = "[data-at][data-mine=true], [data-at][data-phase=over]"


def who_decides(*visitors: Visitor) -> Visitor:
    """The first of them who must decide, as soon as their page says so."""
    until = time.monotonic() + LONG / 1000
    while time.monotonic() < until:
        for one in visitors:
            if one.table.get_attribute("data-mine") == "true":
                return one
        visitors[0].page.wait_for_timeout(20)
    raise AssertionError("nobody has to decide")


def play_unseen(*visitors: Visitor) -> None:
    """The game at their table to its end, by requests of their browsers instead of clicks.

    For tests of what comes after a game: their pages hear of every move, and nobody looks for
    buttons. Whole games by clicks are in test_games.py.
    """
    while visitors[0].ask(f"{visitors[0].table_path}/view")["public"]["phase"] != "over":
        for one in visitors:
            one.move_unseen(f"unseen{next(MOVES)}")


def play_unseen_to_the_last_round(ann: Visitor) -> None:
    """The game against bots as far as its last round, in the same way; there clicks go on."""
    while ann.ask(f"{ann.table_path}/view")["public"]["final_turns_left"] is None:
        ann.move_unseen(f"unseen{next(MOVES)}")
    ann.must_decide()


class Visitor:
    """One person with one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.frames: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("console", self._listen)

    def _hear(self, frame: Any) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    def _listen(self, message: Any) -> None:
        blocked = message.type == "error" and "Content Security Policy" in message.text
        if blocked:
            self.errors.append(message.text)

    def last_view(self) -> dict[str, Any]:
        """What this page was last sent."""
        told = (json.loads(frame) for frame in reversed(self.frames))
        return next(dict(message) for message in told if message["t"] == "view")

    # --- coming to a table ------------------------------------------------------------------------

    def go(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(path)

    def choose(self, edition: str) -> None:
        """Choose an edition on the front page."""
        self._pick("edition", edition)

    def _pick(self, name: str, value: str) -> None:
        """Choose one of several by its label; pictures that come late may move it meanwhile."""
        radio = self.page.locator(f"input[name='{name}'][value='{value}']")
        self.page.locator("label").filter(has=radio).click()
        expect(radio).to_be_checked()

    def play_bots(self, edition: str, bots: int = 1, level: str = "passenger") -> None:
        """From the front page into a game against bots."""
        self.go()
        self.choose(edition)
        self._pick("level", level)
        remove = self.page.get_by_role("button", name="Remove player")
        while remove.count() > bots:
            remove.last.click()
        while remove.count() < bots:
            self.button("Add a player").click()
        self.button("Play").click()
        self.wait_for_table()

    def reach_own_turn(self) -> None:
        """Into a game in London, past the first tickets."""
        self.play_bots("london")
        self.must_decide()
        self.decide()
        self.must_decide()

    def open_table(self, edition: str, company: str = "With friends") -> None:
        """Open a table for others."""
        self.go()
        self.choose(edition)
        self.page.get_by_role("button", name=company).click()
        primary = "Open a table" if company == "With friends" else "Play"
        self.page.get_by_role("button", name=re.compile(f"^{primary}")).click()

    def invitation(self) -> str:
        """The link for the first open chair."""
        return self.page.get_by_label("Link for player 2").input_value()

    def chair(self, number: int) -> Locator:
        """A chair of the table at which people wait; the first is 1."""
        chairs = self.page.get_by_role("region", name="Seats")
        return chairs.get_by_role("listitem").nth(number - 1)

    def start_game(self) -> None:
        """Start the game of a table one has opened, whoever has said that they are ready."""
        start = re.compile("^Start (the game|anyway)")
        self.page.get_by_role("button", name=start).click()

    def wait_for_table(self) -> None:
        """Until the game is shown."""
        expect(self.page.locator("[data-at]")).to_be_visible(timeout=LONG)

    # --- at the table -----------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """The table while a game is played."""
        return self.page.locator("[data-at]")

    @property
    def at(self) -> int:
        """How many actions were played, as far as this page knows."""
        return int(self.table.get_attribute("data-at") or 0)

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return self.table.get_attribute("data-phase") or ""

    @property
    def decks(self) -> Locator:
        """What can be drawn from now, or for the next turn: the buttons of the two decks."""
        return self.page.locator("[data-deck] button:not([aria-disabled=true])")

    def button(self, name: str) -> Locator:
        """A button by its exact name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def must_decide(self) -> bool:
        """Wait for my next decision; False if the game is over."""
        self.page.wait_for_selector(DECIDES, timeout=LONG)
        return self.phase != "over"

    def wait_for_change(self, at: int) -> None:
        """Until the page knows of another action."""
        self.page.wait_for_function(
            "at => Number(document.querySelector('[data-at]')?.dataset.at ?? at) !== at",
            arg=at,
            timeout=LONG,
        )

    def catch_up(self, at: int) -> None:
        """Until the page knows of so many actions."""
        self.page.wait_for_function(
            "at => Number(document.querySelector('[data-at]')?.dataset.at ?? 0) >= at",
            arg=at,
            timeout=LONG,
        )

    def decide(self) -> None:
        """Take one decision, by clicks: claim what can be claimed, else draw."""
        at, phase, may_claim = self.page.evaluate(SITUATION)
        if phase in ("first_tickets", "keep_tickets"):
            self.keep_tickets()
        elif self.button("Pass").count():
            self.button("Pass").click()
        elif not (may_claim and self.claim_something()):
            self.draw()
        self.wait_for_change(at)

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the server as this browser would."""
        request = self.page.request
        answer = request.get(path) if body is None else request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def table_path(self) -> str:
        """Where the server answers requests about the table of this page."""
        return re.sub(r"^.*/t/([^/?#]+).*$", r"/api/tables/\1", self.page.url)

    def move_unseen(self, cmd_id: str) -> None:
        """Claim or draw by a request, if it is my turn."""
        view = self.ask(f"{self.table_path}/view")
        if legal := view["legal"]:
            action = legal[-1] if legal[-1].startswith("claim") else legal[0]
            move = {"cmd_id": cmd_id, "at": view["at"], "action": action}
            answer = self.page.request.post(f"{self.table_path}/actions", data=move)
            assert answer.ok or answer.status == STALE, answer.text()

    def keep_tickets(self) -> None:
        """Keep as many tickets as must be."""
        boxes = self.page.get_by_role("checkbox", name=re.compile("–"))
        keep = self.page.get_by_role("button", name=re.compile(r"^Keep \d"))
        for place in range(boxes.count()):
            if keep.count() and keep.is_enabled():
                break
            boxes.nth(place).click()
        keep.click()

    def draw(self) -> None:
        """Take cards from the deck, two if that is offered; else of the row; else what is left."""
        deck = self.decks.filter(has_text="Draw")
        if deck.count():
            two = deck.filter(has_text="Draw 2")
            (two if two.count() else deck).first.click()
        elif (cards := self.page.locator(".card:not([aria-disabled=true])")).count():
            cards.first.click()
        else:  # no card can be drawn: tickets, which are asked for twice
            self.decks.first.click()
            self.button("Draw tickets").click()

    def claim_something(self) -> bool:
        """Claim the longest route that can be paid for, found in the text board."""
        if not self.page.locator(".band.claimable").count():
            return False
        self.page.keyboard.press("b")
        rows = self.page.locator("tr.payable")
        expect(self.page.get_by_role("heading", name="Routes")).to_be_visible()
        lengths = [int(text) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
        if lengths:
            rows.nth(lengths.index(max(lengths))).get_by_role("button").click()
            self.button("Claim this route").click()
            expect(self.button("Claim this route")).to_be_hidden(timeout=LONG)
        self.page.keyboard.press("b")
        return bool(lengths)

    def play_to_the_end(self) -> None:
        """Decide until the game is over."""
        while self.must_decide():
            self.decide()
        self.see_score()

    def see_score(self) -> None:
        """Skip the reveal, and see who has won."""
        skip = self.button("Skip to the result")
        again = self.page.get_by_role(
            "button", name=re.compile("Play again|(Join|Watch) the rematch")
        )
        expect(skip.or_(again).first).to_be_visible(timeout=LONG)
        # It may go away by itself at any moment.
        skip.evaluate_all("buttons => buttons.forEach((button) => button.click())")
        expect(again).to_be_visible()
        expect(self.page.get_by_role("row", name=re.compile("^Total"))).to_be_visible()

    def totals(self) -> list[int]:
        """The points of the score sheet, best first."""
        cells = self.page.locator("tr.total td").all_inner_texts()
        return [int(text.replace("\N{MINUS SIGN}", "-")) for text in cells]

    def is_well(self) -> None:
        """No script has failed, and no rule of the content policy was broken."""
        assert not self.errors, "\n".join(self.errors)
