"""The screen of one decision, as lines of text, made from the person's view alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len

from caboose.boards import Route
from caboose.engine.action import Action
from caboose.engine.progress import TicketProgress
from caboose.engine.view import View
from caboose.terminal.columns import columns, plain, together, wrap
from caboose.terminal.menu import DECK_NUMBER, PASS_ONLY, Menu, needed_routes, open_tracks
from caboose.terminal.narration import Teller, is_first_choice, turns

COMMANDS_LINE = "t tickets · routes · why ROUTE · board · log · help · quit"
FEWEST_CHOICES = 4  # lines, however small the terminal
ENOUGH_CHOICES = 5  # lines that matter more than the rest told in full

# What a turn's screen may leave out: the board, whole ways of tickets, whole news.
_RICHEST_FIRST = (
    (True, True, True),
    (False, True, True),
    (False, False, True),
    (False, False, False),
)


class Screen:
    """What one person sees now."""

    def __init__(self, view: View, teller: Teller, width: int, height: int) -> None:
        assert view.viewer is not None, "a screen belongs to a seat"
        self.view = view
        self.me = view.viewer
        self.table: dict[str, Any] = view.to_dict()
        self.teller = teller
        self.words = view.game.edition.words
        self.width = width
        self.height = height

    # --- whole screens ----------------------------------------------------------------------------

    def decision(self, menu: Menu, legal: list[Action]) -> list[str]:
        """The screen for whatever is to be decided."""
        match self.view.phase:
            case "turn":
                return self.turn(menu)
            case "second_card":
                return ["", *self.hand(), self.row()]
            case "payment":
                return self.payments(self.table["pending_route"], menu)
            case _:
                return self.offer(legal)

    def whole(self, menu: Menu, legal: list[Action]) -> list[str]:
        """The screen for somebody who has not followed the turn so far."""
        decision = self.decision(menu, legal)
        if self.view.phase in ("turn", "first_tickets"):
            return decision
        return ["", *self.above(board=False, in_full=True, news_in_full=True), *decision]

    def turn(self, menu: Menu) -> list[str]:
        """Everything a turn is decided by, as tall as the terminal allows."""
        choices = self.choices(menu)
        for board, in_full, news_in_full in _RICHEST_FIRST:
            above = self.above(board=board, in_full=in_full, news_in_full=news_in_full)
            room = self.height - len(above) - 3  # an empty line, the commands, the prompt
            if room >= (len(choices) if board else min(len(choices), ENOUGH_CHOICES)):
                break
        shown = self.shortened(choices, max(room, FEWEST_CHOICES), len(menu.claims))
        return ["", *above, *shown, COMMANDS_LINE]

    def above(self, *, board: bool, in_full: bool, news_in_full: bool) -> list[str]:
        """What stands above the choices."""
        return [
            self.title(),
            *self.banner(),
            *self.others_since_my_turn(in_full=news_in_full),
            *self.players(),
            *(self.board() if board else []),
            *self.hand(),
            *self.tickets(in_full=in_full),
            self.row(),
        ]

    def title(self) -> str:
        """The edition and what lies on the table."""
        table = self.table
        left = f"── {self.view.game.edition.name}, turn {table['turns'] + 1} "
        right = f" deck {table['deck']} · discards {sum(table['discard'].values())}"
        right += f" · tickets {table['ticket_deck']} ──"
        return left + "─" * max(2, self.width - cell_len(left + right)) + right

    def banner(self) -> list[str]:
        """The final round, loudly."""
        is_final = self.table["final_turns_left"] is not None
        return ["*** FINAL ROUND: this is your last turn ***"] if is_final else []

    def others_since_my_turn(self, *, in_full: bool) -> list[str]:
        """What the others did since the viewer's last turn, if need be a single line each."""
        news = told_since(self.view, self.teller)
        return [line for told in news for line in self.wrap(told)] if in_full else news

    def players(self) -> list[str]:
        """The public facts of every seat."""
        head = ["", self.words.trains, "points", "tickets", "cards", "of these seen"]
        rows = [head, *(self._player(seat) for seat in range(self.view.game.seats))]
        return columns(rows, "lrrrrl")

    def _player(self, seat: int) -> list[str]:
        table = self.table
        facts = [table["trains"], table["route_points"], table["tickets"], table["hands"]]
        seen = "" if seat == self.me else self.teller.cards(table["seen"][seat])
        return [self.teller.names[seat], *(str(fact[seat]) for fact in facts), seen]

    def hand(self) -> list[str]:
        """The viewer's cards."""
        return self.wrap(f"Hand: {self.teller.cards(self.view.hand) or 'no cards'}")

    def row(self) -> str:
        """The face-up row and the deck, with the numbers to draw by."""
        if not any(self.table["face_up"]) and not self.table["deck"]:
            return "Draw: no cards are left"
        cards = [self.teller.card(color) if color else "-" for color in self.table["face_up"]]
        numbered = [f"{slot} {card}" for slot, card in enumerate(cards, start=1)]
        deck = f"{DECK_NUMBER} deck" if self.table["deck"] else "(deck empty)"
        return f"Draw: {' · '.join([*numbered, deck])}"

    # --- tickets ----------------------------------------------------------------------------------

    def tickets(self, *, in_full: bool = False) -> list[str]:
        """The viewer's tickets and how far they are."""
        kept = self.view.ticket_progress()[: len(self.view.tickets)]
        done = [self.teller.ticket(one.ticket) for one in kept if one.done]
        rows = [
            ["", self.teller.ticket(one.ticket), self.progress(one)] for one in kept if not one.done
        ]
        head = (
            f"Tickets: {len(done)} done: {', '.join(map(together, done))}" if done else "Tickets:"
        )
        return [*self.wrap(head), *(self._ticket_rows(rows, in_full) if rows else [])]

    def _ticket_rows(self, rows: list[list[str]], in_full: bool) -> list[str]:
        lines = columns(rows, "lll")
        return [part for line in lines for part in (self.wrap(line) if in_full else [plain(line)])]

    def progress(self, progress: TicketProgress) -> str:
        """Done, cut off, or what is still needed."""
        if progress.done:
            return "done"
        if progress.cut_off:
            return "cut off"
        count = progress.trains
        to_go = f"{count} {self.words.train if count == 1 else self.words.trains} to go"
        if count > self.table["trains"][self.me]:
            return f"{to_go}, more than you have"
        return f"{to_go}: {self.way(progress.routes)}"

    def route_needed(self, route_id: str) -> str:
        """A route with its length and color."""
        route = self.route(route_id)
        return f"{self.teller.route(route_id)} {route.length} {route.color}"

    def way(self, routes: Iterable[str]) -> str:
        """Routes to claim, which lines break between rather than within."""
        return ", ".join(together(self._part_of_way(route)) for route in routes)

    def _part_of_way(self, route_id: str) -> str:
        """A route with its length, and the colors of all its open tracks."""
        colors = dict.fromkeys(track.color for track in open_tracks(self.view, route_id))
        length = self.route(route_id).length
        return f"{self.teller.route(route_id)} {length} {' or '.join(colors)}"

    def route(self, route_id: str) -> Route:
        """A route by its id."""
        return self.view.game.edition.board.routes[self.view.game.notation.route_number(route_id)]

    def offer(self, legal: list[Action]) -> list[str]:
        """The tickets to choose from, with the way each would need."""
        kept = len(self.view.tickets)
        offered = enumerate(self.view.ticket_progress()[kept:], start=1)
        rows = [[str(i), self.teller.ticket(one.ticket), self.progress(one)] for i, one in offered]
        fewest = min(len(action.places) for action in legal)
        ask = f"Which do you keep? At least {fewest}; type their numbers, like 1 2, or all."
        own = [] if self.view.phase == "first_tickets" and not kept else self.tickets()
        hand = self.hand() if self.view.phase == "first_tickets" else []
        return [
            "",
            *self._first_row(),
            *hand,
            *own,
            "Offered:",
            *self._ticket_rows(rows, True),
            ask,
        ]

    def _first_row(self) -> list[str]:
        if self.view.phase != "first_tickets":
            return []
        row = ", ".join(self.teller.card(color) for color in self.table["face_up"])
        return [self.title(), f"Face up: {row}"]

    # --- routes -----------------------------------------------------------------------------------

    def choices(self, menu: Menu) -> list[str]:
        """What else can be done: the routes that can be claimed; * marks those a ticket needs."""
        if menu.choices == PASS_ONLY:
            return ["1 pass: you have no other move"]
        if not menu.claims:
            return ["Claim: no route with these cards"]
        return ["Claim:", *self.claim_rows(menu, menu.claims[: self.height])]

    def shortened(self, lines: list[str], room: int, claims: int) -> list[str]:
        """As many of the choices as there is room for, and how many more routes there are."""
        if len(lines) <= room:
            return lines
        return [*lines[: room - 1], f"... {claims - room + 2} more: routes"]

    def claim_rows(self, menu: Menu, routes: Iterable[Route]) -> list[str]:
        """Routes with number, length, color, points and the cheapest payment."""
        needed = needed_routes(self.view)
        return columns([self._claim_row(menu, route, needed) for route in routes], "rllrl")

    def _claim_row(self, menu: Menu, route: Route, needed: set[str]) -> list[str]:
        pay = self.view.payments(route.id)[0]
        return [
            menu.number_of(route.id),
            self.teller.route(route.id) + (" *" if route.id in needed else ""),
            f"{route.length} {route.color}",
            f"+{self.view.game.edition.route_points[route.length - 1]}",
            f"for {self.teller.payment(str(pay.color), pay.cards, pay.locomotives)}",
        ]

    def payments(self, route: str, menu: Menu) -> list[str]:
        """The ways to pay for a route."""
        lines = [f"{self.route_needed(route)}. Pay with:"]
        for number, text in menu.choices.items():
            (pay,) = self.view.game.notation.parse(text)
            cards = self.teller.payment(str(pay.color), pay.cards, pay.locomotives)
            lines.append(f"  {number}) {cards}")
        return lines

    def route_rows(self, menu: Menu, routes: Iterable[Route]) -> list[str]:
        """Routes with their number if they can be claimed, and otherwise why not."""
        return columns([self._route_row(menu, route) for route in routes], "rlll")

    def _route_row(self, menu: Menu, route: Route) -> list[str]:
        color = f"{route.length} {route.color}"
        return [menu.number_of(route.id), self.teller.route(route.id), color, self.standing(route)]

    def standing(self, route: Route) -> str:
        """Whose a route is, or what the viewer would need for it."""
        owner = self.table["routes"].get(route.id)
        if owner is not None:
            return "yours" if owner == self.me else f"claimed by {self.teller.names[owner]}"
        reason = self.view.why_not(route.id)
        if reason is None:
            return "can be claimed"
        short = {
            "own_twin": "you own its twin",
            "twin_closed": "closed, its twin is claimed",
            "not_enough_trains": f"too long for your {self.words.trains}",
            "not_enough_cards": "cards missing",
        }
        return short.get(reason.code, "open")

    def board(self) -> list[str]:
        """Who has claimed what."""
        claimed: dict[str, int] = self.table["routes"]
        lines = []
        for seat, name in enumerate(self.teller.names):
            own = [self.route(route) for route, owner in claimed.items() if owner == seat]
            told = [f"{self.teller.route(route.id)} {route.length}" for route in own]
            lines += self.wrap(f"{name}: {', '.join(told) or 'no routes yet'}")
        open_routes = len(self.view.game.edition.board.routes) - len(claimed)
        return [*lines, f"{open_routes} routes are not claimed."]

    def wrap(self, text: str) -> list[str]:
        """A text in lines that fit, the later ones indented."""
        return wrap(text, self.width)


def told_since(view: View, teller: Teller) -> list[str]:
    """The turns of others since the viewer's own last one, each told in a sentence or two."""
    told: list[str] = []
    for turn in turns(view.history):
        if turn[0].seat == view.viewer:
            told = []
        elif is_first_choice(turn[0]):
            told = [teller.event(event) for event in turn[-1].events if event.kind == "all_chose"]
        else:
            told.append(teller.turn(turn))
    return told
