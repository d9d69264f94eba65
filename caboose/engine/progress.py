"""How far a seat's tickets are: done, cut off, or what the cheapest way still needs."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
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
