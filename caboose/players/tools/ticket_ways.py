"""Traveling: the way of a ticket over routes that a seat has or can still claim.

For the bots that think of one way at a time. What they choose is left in scratch as a plan, so
that it can be explained; it is made again at every decision.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.rules.claim_route import has_route, has_trains_for
from caboose.engine.rules.connection import is_connected
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    color_for,
    has_bit,
    is_open,
    lacking,
)
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ways import FAR, find_ways, other_end

USA_TRAINS = 45  # numbers of trains in published bots are meant for as many


@compiled
def share_of_trains(game: GameRecord, trains: int) -> int:
    """A number of trains that is meant for the USA, as a share of the edition's own."""
    return (trains * wide(game.trains) + USA_TRAINS // 2) // USA_TRAINS


@compiled
def everybody_has(game: GameRecord, state: StateRecord, trains: int) -> bool:
    """Has every seat at least so many trains?"""
    for seat in range(game.seats):
        if state.trains[seat] < trains:
            return False
    return True


# --- prices ---------------------------------------------------------------------------------------


@compiled
def is_within_reach(
    game: GameRecord, state: StateRecord, seat: int, route: int, shortest: int
) -> bool:
    """Is a route open, no shorter than asked, and are there trains for it?"""
    is_long = bool(game.route_length[route] >= shortest)
    return is_long and is_open(state, seat, route) and has_trains_for(game, state, seat, route)


@compiled
def price_by_length(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Own routes cost nothing, open ones their spaces, all others cannot be had."""
    for route in range(game.routes):
        if has_route(state.owned, seat, route):
            scratch.price[route] = 0
        elif is_within_reach(game, state, seat, route, 0):
            scratch.price[route] = game.route_length[route]
        else:
            scratch.price[route] = FAR


@compiled
def price_by_steps(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, shortest: int
) -> None:
    """Every route that is own, or open and no shorter than asked, is one step."""
    for route in range(game.routes):
        is_own = has_route(state.owned, seat, route)
        is_step = is_own or is_within_reach(game, state, seat, route, shortest)
        scratch.price[route] = 1 if is_step else FAR


# --- ways -----------------------------------------------------------------------------------------


@compiled
def next_ticket(tickets: Any, ticket: int) -> int:
    """The first ticket of a set behind a ticket (NOBODY: of all); NOBODY if there is none."""
    place = ticket + 1
    for word in range(place >> 6, TICKET_WORDS):
        first = place & 63 if word == place >> 6 else 0
        left = wide(tickets[word]) >> first
        if left != 0:
            return 64 * word + first + lowest_bit(left)
    return NOBODY


@compiled
def find_way(game: GameRecord, atlas: Atlas, scratch: Scratch, ticket: int) -> int:
    """What a ticket's way costs, 0 if it is completed, FAR or more if there is none."""
    one, other = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
    if is_connected(scratch.parts, one, other):
        return 0
    find_ways(game, atlas, scratch, one, other)
    return wide(scratch.far[other])


@compiled
def clear_routes(scratch: Scratch) -> None:
    """Plan no route."""
    for word in range(ROUTE_WORDS):
        scratch.plan[word] = 0
    scratch.plan_trains = 0
    scratch.plan_points = 0


@compiled
def leave_plan(scratch: Scratch) -> None:
    """Leave the plan to be explained, but so that no bot takes it for its own at its next turn."""
    for word in range(TICKET_WORDS):
        scratch.planned_for[word] = NOBODY
    scratch.has_plan = 1


@compiled
def plan_way(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, start: int, city: int
) -> None:
    """Put the way that was found between two cities into the plan; from now on it is free."""
    while city != start:
        route = wide(scratch.via[city])
        if is_open(state, seat, route) and not has_bit(scratch.plan, route):
            scratch.plan[route >> 6] = wide(scratch.plan[route >> 6]) | bit(route & 63)
            scratch.price[route] = 0
            scratch.plan_trains += wide(game.route_length[route])
        city = other_end(game, route, city)


@compiled
def plan_ticket(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, ticket: int
) -> None:
    """Put a ticket whose way has just been found into the plan."""
    scratch.plan_points += wide(game.ticket_points[ticket])
    one, other = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
    plan_way(game, state, seat, scratch, one, other)


@compiled
def best_ticket(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The most valuable open ticket to which there is a way, or NOBODY."""
    best, most = NOBODY, 0
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        cost = find_way(game, atlas, scratch, ticket)
        if 0 < cost < FAR and wide(game.ticket_points[ticket]) > most:
            best, most = ticket, wide(game.ticket_points[ticket])
        ticket = next_ticket(state.tickets[seat], ticket)
    return best


@compiled
def can_pay(game: GameRecord, state: StateRecord, seat: int, route: int) -> bool:
    """Are there cards and trains for an open route?"""
    color = color_for(game, state, seat, route)
    has_cards = lacking(game, state, seat, route, color) == 0
    return has_cards and has_trains_for(game, state, seat, route)
