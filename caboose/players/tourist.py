"""The bot that travels: one ticket at a time, by the way that needs the fewest trains.

- **Tickets.** It keeps what pays: points, less the trains that the cheapest ways need together, so
  short tickets and those that share their way come first.
- **A turn.** Of its open tickets it follows the one with the fewest trains to go. If it can pay for
  a route on that way, it claims the longest such; otherwise it draws the colors the way needs, face
  up if one lies there, else from the deck.
- **Nothing left to travel.** Early in the game it draws tickets; later it claims the most valuable
  route it can pay for, and collects cards while only short ones are in reach.

It never looks at what others need and never blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from caboose.boards import GRAY, LOCOMOTIVE, Route
from caboose.engine.action import Action
from caboose.engine.fields import NOBODY
from caboose.engine.progress import TicketProgress
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.players.player import Player

POINTS_PER_TRAIN = 0.7  # what a train spent on a ticket's way costs elsewhere
EARLY = 0.5  # the part of everybody's trains that must be left to draw tickets
WORTH_CLAIMING = 4  # without a ticket to follow, shorter routes wait for better cards
LONG = 3  # a route that is worth a whole turn for a locomotive
MANY_CARDS = 15  # a hand so large that it waits no longer


class Tourist(Player):
    """Travels ticket by ticket."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The next step on the way of one ticket."""
        trip = Trip(view, legal)
        match legal[0].kind:
            case "keep":
                return trip.keep()
            case "pay":
                return trip.pay()
            case _:
                return trip.travel()


class Trip:
    """One decision of the tourist."""

    def __init__(self, view: View, legal: list[Action]) -> None:
        self.view = view
        self.legal = legal
        self.edition = view.game.edition
        self.routes = {route.id: route for route in self.edition.board.routes}
        self.trains = int(view.fields.trains[view.viewer])
        self.hand = view.hand

    @cached_property
    def open_tickets(self) -> list[TicketProgress]:
        """Kept tickets that can still be completed, the one with the fewest trains to go first."""
        kept = self.view.ticket_progress()[: len(self.view.tickets)]
        can_be_done = [one for one in kept if self.is_reachable(one) and not one.done]
        return sorted(can_be_done, key=lambda one: (one.trains, -self.points(one), one.ticket))

    @cached_property
    def way(self) -> list[Route]:
        """The routes still to claim for the ticket it follows; empty if it follows none.

        Of two tracks it takes the one whose color it holds more of.
        """
        if not self.open_tickets:
            return []
        return [self.better_track(route) for route in self.open_tickets[0].routes]

    def better_track(self, route: str) -> Route:
        """A route or its twin: the one for which it holds more cards."""
        tracks = [track for track in self.open_routes if route in (track.id, track.twin)]
        most = max(self.hand[color] for color in self.edition.colors)
        return max(tracks, key=lambda track: self.hand.get(track.color, most))

    @cached_property
    def open_routes(self) -> list[Route]:
        """The routes that it may still claim."""
        board, viewer = self.edition.board, self.view.viewer
        return [board.routes[number] for number in members(self.view.fields.open[viewer])]

    def is_reachable(self, progress: TicketProgress) -> bool:
        """Can the ticket still be completed with the trains left?"""
        return not progress.cut_off and progress.trains <= self.trains

    def points(self, progress: TicketProgress) -> int:
        """What the ticket is worth."""
        return self.edition.tickets[progress.ticket].points

    # --- tickets --------------------------------------------------------------------------------

    def keep(self) -> Action:
        """The tickets of the offer that pay best together."""
        offered = self.view.ticket_progress()[len(self.view.tickets) :]
        return max(self.legal, key=lambda keep: self.worth([offered[i - 1] for i in keep.places]))

    def worth(self, tickets: list[TicketProgress]) -> float:
        """Points of tickets, less those out of reach, less the trains their ways add."""
        planned = {route for ticket in self.open_tickets for route in ticket.routes}
        trains_left = self.trains - self.length(planned)
        worth = 0.0
        for ticket in sorted(tickets, key=lambda one: one.trains):
            added = self.length(set(ticket.routes) - planned)
            if ticket.cut_off or added > trains_left:
                worth -= self.points(ticket)
                continue
            worth += self.points(ticket) - POINTS_PER_TRAIN * added
            planned |= set(ticket.routes)
            trains_left -= added
        return worth

    def length(self, routes: Iterable[str]) -> int:
        """The trains that these routes take."""
        return sum(self.routes[route].length for route in routes)

    def is_early(self) -> bool:
        """Is there time for another ticket?"""
        seats = self.view.game.seats
        fewest = min(self.view.fields.trains[:seats].tolist())
        return bool(fewest > EARLY * self.edition.trains)

    # --- turns ----------------------------------------------------------------------------------

    def travel(self) -> Action:
        """Claim a route or draw a card; if neither serves, whatever is legal."""
        plan = self.claim() or self.ask_for_tickets() or self.draw()
        return plan or self.longest(self.claims) or self.legal[0]

    def claim(self) -> Action | None:
        """The longest route of the way, or without a way the most valuable one."""
        if self.way:
            ids = {route.id for route in self.way}
            return self.longest([claim for claim in self.claims if claim.route in ids])
        best = self.longest(self.claims)
        return best if best and self.is_worth_claiming(best) else None

    @cached_property
    def claims(self) -> list[Action]:
        """The routes it can pay for now."""
        return [action for action in self.legal if action.kind == "claim"]

    def longest(self, claims: list[Action]) -> Action | None:
        """The claim of the longest route, which is also the most valuable."""
        return max(claims, key=lambda claim: self.length([str(claim.route)]), default=None)

    def is_worth_claiming(self, claim: Action) -> bool:
        """Is the route long enough, or is it time to take what there is?"""
        if self.view.fields.final_turns_left != NOBODY or sum(self.hand.values()) >= MANY_CARDS:
            return True
        return self.length([str(claim.route)]) >= min(WORTH_CLAIMING, self.longest_open())

    def longest_open(self) -> int:
        """The length of the longest route that its trains still allow."""
        lengths = [route.length for route in self.open_routes]
        return max((length for length in lengths if length <= self.trains), default=0)

    def ask_for_tickets(self) -> Action | None:
        """More tickets, when it has no way to follow and the game is young."""
        asks = [action for action in self.legal if action.kind == "tickets"]
        return asks[0] if asks and not self.way and self.is_early() else None

    def draw(self) -> Action | None:
        """A face-up card it needs, or one from the deck; None if nothing can be drawn."""
        draws = {action.color: action for action in self.legal if action.kind == "draw"}
        missing = self.missing_cards()
        wanted = [color for color in missing if color in draws]
        if wanted:
            return draws[max(wanted, key=lambda color: missing[color])]
        if LOCOMOTIVE in draws and self.is_worth_a_locomotive():
            return draws[LOCOMOTIVE]
        return draws.get(None) or next(iter(draws.values()), None)

    def missing_cards(self) -> dict[str, int]:
        """Colors the way needs, and how many of each the hand lacks for one route."""
        missing: dict[str, int] = {}
        for route in self.way:
            color, lacks = self.color_for(route), self.lacking(route)
            if lacks > 0:
                missing[color] = min(lacks, missing.get(color, lacks))
        return missing or {self.best_color(): WORTH_CLAIMING}

    def is_worth_a_locomotive(self) -> bool:
        """Does a long route of the way lack a single card?"""
        return any(self.lacking(r) == 1 and r.length >= LONG for r in self.way)

    def lacking(self, route: Route) -> int:
        """How many cards the hand lacks for a route."""
        return route.length - self.hand[self.color_for(route)] - self.hand[LOCOMOTIVE]

    def color_for(self, route: Route) -> str:
        """The color it would pay with."""
        return self.best_color() if route.color == GRAY else route.color

    def best_color(self) -> str:
        """The color it holds most of among those that no colored route of the way needs."""
        needed = {route.color for route in self.way}
        spare = [color for color in self.edition.colors if color not in needed]
        return max(spare or self.edition.colors, key=lambda color: self.hand[color])

    def pay(self) -> Action:
        """Few locomotives, then no color that the rest of the way needs, then the fullest one."""
        needed = {route.color for route in self.way}
        return min(
            self.legal,
            key=lambda pay: (pay.locomotives, pay.color in needed, -self.hand[str(pay.color)]),
        )
