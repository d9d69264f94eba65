"""How far a seat's tickets are: done, cut off, or what the cheapest way still needs."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from caboose.engine.sets import members

if TYPE_CHECKING:
    from caboose.engine.game import Game


@dataclass(frozen=True, slots=True)
class TicketProgress:
    """One ticket: done, cut off for good, or the routes and trains its cheapest way needs."""

    ticket: int
    done: bool
    cut_off: bool
    routes: tuple[str, ...]
    trains: int


@dataclass(frozen=True, slots=True)
class TicketEffect:
    """What a claim would do for one ticket: the trains it needs now, and after the claim."""

    ticket: int
    done: bool
    before: int
    trains: int


@dataclass(frozen=True, slots=True)
class OfferChoice:
    """Some tickets of an offer, kept with those one has: what all of them together still need.

    The way is a short one, not always the shortest. The turns are the least in which it can be
    claimed: one for each route, and one for every two cards that the hand lacks.
    """

    places: tuple[int, ...]
    cut_off: tuple[int, ...]
    routes: tuple[str, ...]
    trains: int
    turns: int


def ticket_progress(
    game: Game, state: Any, seat: int, tickets: list[int], claimed: Iterable[int] = ()
) -> list[TicketProgress]:
    """The progress of each ticket, given what a seat owns and what is open to it.

    It may be asked as if the seat had claimed some more routes.
    """
    lines = _lines(game, state, seat, claimed)
    return [_progress(game, lines, ticket) for ticket in tickets]


def ticket_effects(
    game: Game, state: Any, seat: int, tickets: list[int], route: int
) -> list[TicketEffect]:
    """Which tickets a claim would bring on; none if the route is not open to the seat."""
    if route not in members(state.open[seat]):
        return []
    before = ticket_progress(game, state, seat, tickets)
    after = ticket_progress(game, state, seat, tickets, [route])
    return [
        TicketEffect(now.ticket, then.done, now.trains, then.trains)
        for now, then in zip(before, after, strict=True)
        if then.trains != now.trains
    ]


def offer_choices(
    game: Game, state: Any, seat: int, tickets: list[int], offer: list[int]
) -> list[OfferChoice]:
    """Every combination of an offer, from none of it to all, the small ones first.

    Each is planned from those with one ticket less: the one to which that ticket adds fewest
    trains.
    """
    plans: dict[tuple[int, ...], _Plan] = {(): _Plan(game, state, seat).with_all(tickets)}
    for size in range(1, len(offer) + 1):
        for places in combinations(range(1, len(offer) + 1), size):
            grown = (
                plans[places[:n] + places[n + 1 :]].with_ticket(offer[place - 1])
                for n, place in enumerate(places)
            )
            plans[places] = min(grown, key=lambda plan: plan.trains)
    return [plan.choice(places) for places, plan in plans.items()]


@dataclass(frozen=True)
class _Plan:
    """Routes that a seat would claim for some tickets together, and tickets without a way."""

    game: Game
    state: Any
    seat: int
    routes: frozenset[int] = frozenset()
    cut_off: tuple[int, ...] = ()

    def with_all(self, tickets: list[int]) -> _Plan:
        """The tickets put in one after the other, those with the longest ways first."""
        alone = ticket_progress(self.game, self.state, self.seat, tickets)
        plan = self
        for each in sorted(alone, key=lambda each: -each.trains):
            plan = plan.with_ticket(each.ticket)
        return plan

    def with_ticket(self, ticket: int) -> _Plan:
        """One ticket more, along what is planned already wherever that helps."""
        (way,) = ticket_progress(self.game, self.state, self.seat, [ticket], self.routes)
        if way.cut_off:
            return replace(self, cut_off=(*self.cut_off, ticket))
        added = {self.game.notation.route_number(route) for route in way.routes}
        return replace(self, routes=self.routes | added)

    @property
    def trains(self) -> int:
        return sum(self.game.edition.board.routes[number].length for number in self.routes)

    def choice(self, places: tuple[int, ...]) -> OfferChoice:
        names = tuple(self.game.notation.routes[number] for number in sorted(self.routes))
        lacking = max(0, self.trains - int(self.state.hand_size[self.seat]))
        turns = len(names) + (lacking + 1) // 2
        return OfferChoice(places, self.cut_off, names, self.trains, turns)


def _lines(
    game: Game, state: Any, seat: int, claimed: Iterable[int]
) -> dict[str, list[tuple[str, int, str | None]]]:
    """From each city: (other city, trains needed, route to claim or None if owned)."""
    lines: dict[str, list[tuple[str, int, str | None]]] = {}
    routes = game.edition.board.routes
    owned, open_routes = {*members(state.owned[seat]), *claimed}, set(members(state.open[seat]))
    for number in sorted(owned | open_routes):
        route = routes[number]
        one, other = route.cities
        needed = 0 if number in owned else route.length
        claim = None if number in owned else route.id
        lines.setdefault(one, []).append((other, needed, claim))
        lines.setdefault(other, []).append((one, needed, claim))
    return lines


def _progress(
    game: Game, lines: dict[str, list[tuple[str, int, str | None]]], ticket: int
) -> TicketProgress:
    start, goal = game.edition.tickets[ticket].cities
    reached: set[str] = set()
    queue: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, start, ())]
    while queue:
        trains, _, city, routes = heapq.heappop(queue)
        if city == goal:
            return TicketProgress(ticket, not routes, False, routes, trains)
        if city in reached:
            continue
        reached.add(city)
        for other, needed, claim in lines.get(city, []):
            way = routes if claim is None else (*routes, claim)
            heapq.heappush(queue, (trains + needed, len(way), other, way))
    return TicketProgress(ticket, False, True, (), 0)
