"""How far a seat's tickets are: done, cut off, or what the cheapest way still needs."""

from __future__ import annotations

import heapq
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


def ticket_progress(game: Game, state: Any, seat: int, tickets: list[int]) -> list[TicketProgress]:
    """The progress of each ticket, given what a seat owns and what is open to it."""
    lines = _lines(game, state, seat)
    return [_progress(game, lines, ticket) for ticket in tickets]


def _lines(game: Game, state: Any, seat: int) -> dict[str, list[tuple[str, int, str | None]]]:
    """From each city: (other city, trains needed, route to claim or None if owned)."""
    lines: dict[str, list[tuple[str, int, str | None]]] = {}
    routes = game.edition.board.routes
    owned, open_routes = set(members(state.owned[seat])), set(members(state.open[seat]))
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
