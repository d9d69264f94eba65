"""Route-focused: the first of four published play-testing personas.

It keeps every ticket it is dealt and never draws more. Each open ticket marks the way with the
fewest routes, however long those are; a marked route has as priority its own points and twice the
ticket's. It claims the route of the highest priority that it can pay for, otherwise it takes the
color of the highest one face up, otherwise a blind card.

Two quirks are kept on purpose: it counts routes instead of spaces, so its ways are dear; and when
its tickets are done or lost, it takes the *shortest* routes first. It scores little.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    PAYMENT,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM
from caboose.engine.rules.connection import connect_cities
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import color_for, do_anything, draw_towards, is_open, pay_sparing
from caboose.players.tools.offers import keep_all
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ticket_ways import (
    can_pay,
    find_way,
    is_within_reach,
    next_ticket,
    price_by_steps,
)
from caboose.players.tools.ways import FAR, other_end

FAR_FROM_DONE = 100  # cards lacking; it never takes a locomotive face up


@compiled
def decide_route_focused(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The marked route of the highest priority."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_all(game, state, seat)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    set_priorities(game, atlas, state, seat, scratch)
    if state.phase == TURN:
        claim = first_of_queue(game, state, seat, scratch, True)
        if claim != NOBODY:
            scratch.goal = claim
            return CLAIM + claim
    goal = first_of_queue(game, state, seat, scratch, False)
    scratch.goal = goal
    if goal == NOBODY:
        return do_anything(game, state, seat)
    return draw_towards(game, state, seat, color_for(game, state, seat, goal), FAR_FROM_DONE)


@compiled
def set_priorities(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Each route's priority, 0 for those on no way; without any way, the shortest come first."""
    connect_cities(game, state, seat, scratch.parts)
    price_by_steps(game, state, seat, scratch, 0)
    for route in range(game.routes):
        scratch.worth[route] = 0
    has_way = False
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        if 0 < find_way(game, atlas, scratch, ticket) < FAR:
            mark_way(game, state, seat, scratch, ticket)
            has_way = True
        ticket = next_ticket(state.tickets[seat], ticket)
    for route in range(game.routes):
        if not has_way and is_within_reach(game, state, seat, route, 0):
            scratch.worth[route] = FAR_FROM_DONE - wide(game.route_length[route])


@compiled
def mark_way(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, ticket: int
) -> None:
    """Give the open routes of a way that has just been found their priority."""
    city = wide(game.ticket_b[ticket])
    while city != game.ticket_a[ticket]:
        route = wide(scratch.via[city])
        points = wide(game.route_points[game.route_length[route]])
        priority = points + 2 * wide(game.ticket_points[ticket])
        if is_open(state, seat, route) and scratch.worth[route] < priority:
            scratch.worth[route] = priority
        city = other_end(game, route, city)


@compiled
def first_of_queue(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, is_paid: bool
) -> int:
    """The route of the highest priority, of all or of those it can pay for; NOBODY if none."""
    best, most = NOBODY, 0
    for route in range(game.routes):
        priority = wide(scratch.worth[route])
        if priority > most and (not is_paid or can_pay(game, state, seat, route)):
            best, most = route, priority
    return best
