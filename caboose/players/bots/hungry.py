"""Hungry: the last of four published play-testing personas, always after more tickets.

Of an offer it keeps the tickets whose network brings the most points, tickets and routes, for each
train. Its plan is one network of all cities on its tickets: it begins with the shortest way between
the two that are farthest apart, and joins the others one by one, the nearest first. It claims the
biggest route of the plan that it can pay for and draws the plan's colors; whenever the plan and
eight more trains (on city maps that share of theirs) leave trains over, it draws tickets at once,
unless one of those it has cannot be completed any more.

Its quirks are kept on purpose: the network joins cities that no ticket asks to be joined, and the
hunger has no regard for how far the others are.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    TICKET_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import DRAW_TICKETS, KEEP, KEEP_MASKS
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.engine.rules.draw_tickets import may_draw_tickets, may_keep
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import colors_of, pay_sparing
from caboose.players.tools.racing import race
from caboose.players.tools.scratch import MAX_PLANNED, Scratch
from caboose.players.tools.ticket_ways import (
    clear_routes,
    find_way,
    leave_plan,
    next_ticket,
    plan_way,
    price_by_length,
    share_of_trains,
)
from caboose.players.tools.trip import travel
from caboose.players.tools.ways import FAR, find_ways, nearest

TRAINS_TO_SPARE = 8  # beyond the plan; with more it draws tickets


@compiled
def decide_hungry(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """More tickets, or the next route of the network."""
    connect_cities(game, state, seat, scratch.parts)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_by_yield(game, atlas, state, seat, scratch)
    take_tickets(state, seat, scratch, 0)
    has_all = settle_on_network(game, atlas, state, seat, scratch)
    leave_plan(scratch)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, scratch.plan))
    spare = wide(state.trains[seat]) - wide(scratch.plan_trains)
    is_hungry = has_all and spare > share_of_trains(game, TRAINS_TO_SPARE)
    if state.phase == TURN and is_hungry and may_draw_tickets(state):
        return DRAW_TICKETS
    if scratch.plan_trains == 0:
        return race(game, atlas, state, seat, scratch)
    return travel(game, state, seat, scratch)


# --- tickets --------------------------------------------------------------------------------------


@compiled
def keep_by_yield(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The choice of an offer that brings the most points for each train of its network."""
    best, most = 0, -2 * FAR
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            take_tickets(state, seat, scratch, wide(KEEP_MASKS[keep]))
            fits = grow_network(game, atlas, state, seat, scratch)
            points = wide(scratch.plan_points) + points_of_routes(game, scratch)
            worth = 1000 * points // max(1, wide(scratch.plan_trains))
            if not fits:
                worth -= FAR
            if worth > most:
                best, most = keep, worth
    leave_plan(scratch)
    return KEEP + best


@compiled
def take_tickets(state: StateRecord, seat: int, scratch: Scratch, places: int) -> None:
    """Plan for the tickets it has and those at some places of the offer."""
    for word in range(TICKET_WORDS):
        scratch.planned_for[word] = state.tickets[seat, word]
    while places != 0:
        place = lowest_bit(places)
        places &= ~bit(place)
        ticket = wide(state.offer[seat, place])
        scratch.planned_for[ticket >> 6] = wide(scratch.planned_for[ticket >> 6]) | bit(ticket & 63)


@compiled
def settle_on_network(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> bool:
    """Plan for as many of the tickets as can be; False if any of them is given up."""
    price_by_length(game, state, seat, scratch)
    has_all = drop_lost(game, atlas, scratch)
    while count_open(game, scratch) > MAX_PLANNED or not grow_network(
        game, atlas, state, seat, scratch
    ):
        drop_cheapest(game, scratch)
        has_all = False
    return has_all


@compiled
def drop_lost(game: GameRecord, atlas: Atlas, scratch: Scratch) -> bool:
    """Give up the tickets to which there is no way; False if there were any."""
    has_all = True
    ticket = next_ticket(scratch.planned_for, NOBODY)
    while ticket != NOBODY:
        if find_way(game, atlas, scratch, ticket) >= FAR:
            drop_ticket(scratch, ticket)
            has_all = False
        ticket = next_ticket(scratch.planned_for, ticket)
    return has_all


@compiled
def drop_cheapest(game: GameRecord, scratch: Scratch) -> None:
    """Give up the open ticket with the fewest points."""
    worst, least = NOBODY, 1 << 20
    ticket = next_ticket(scratch.planned_for, NOBODY)
    while ticket != NOBODY:
        points = wide(game.ticket_points[ticket])
        if points < least and not is_done(game, scratch, ticket):
            worst, least = ticket, points
        ticket = next_ticket(scratch.planned_for, ticket)
    drop_ticket(scratch, worst)


@compiled
def drop_ticket(scratch: Scratch, ticket: int) -> None:
    """Plan no more for a ticket."""
    scratch.planned_for[ticket >> 6] = wide(scratch.planned_for[ticket >> 6]) & ~bit(ticket & 63)


@compiled
def count_open(game: GameRecord, scratch: Scratch) -> int:
    """How many of the tickets it plans for are still to be completed."""
    count = 0
    ticket = next_ticket(scratch.planned_for, NOBODY)
    while ticket != NOBODY:
        if not is_done(game, scratch, ticket):
            count += 1
        ticket = next_ticket(scratch.planned_for, ticket)
    return count


@compiled
def is_done(game: GameRecord, scratch: Scratch, ticket: int) -> bool:
    """Do own routes join the cities of a ticket?"""
    return is_connected(scratch.parts, wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket]))


# --- the network ----------------------------------------------------------------------------------


@compiled
def grow_network(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> bool:
    """Plan one network of all cities on open tickets; False if they or trains are out of reach."""
    clear_routes(scratch)
    price_by_length(game, state, seat, scratch)
    cities = cities_to_join(game, scratch)
    if cities == 0:
        return True
    start = end_of_longest(game, atlas, scratch, cities)
    find_ways(game, atlas, scratch, start, NOBODY)
    city = farthest(scratch.far, cities)
    while cities != 0:
        if scratch.far[city] >= FAR:
            return False
        plan_way(game, state, seat, scratch, start, city)
        cities &= ~bit(city)
        if cities != 0:
            find_ways(game, atlas, scratch, start, NOBODY)
            city = nearest(scratch.far, cities)
    return bool(scratch.plan_trains <= state.trains[seat])


@compiled
def cities_to_join(game: GameRecord, scratch: Scratch) -> int:
    """The set of cities on the open tickets it plans for, whose points it adds up."""
    cities = 0
    ticket = next_ticket(scratch.planned_for, NOBODY)
    while ticket != NOBODY:
        if not is_done(game, scratch, ticket):
            cities |= bit(wide(game.ticket_a[ticket])) | bit(wide(game.ticket_b[ticket]))
            scratch.plan_points += wide(game.ticket_points[ticket])
        ticket = next_ticket(scratch.planned_for, ticket)
    return cities


@compiled
def farthest(far: Any, cities: int) -> int:
    """The farthest of a set of cities."""
    best = lowest_bit(cities)
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        if far[city] > far[best]:
            best = city
    return best


@compiled
def end_of_longest(game: GameRecord, atlas: Atlas, scratch: Scratch, cities: int) -> int:
    """One of the two of a set of cities that are farthest apart."""
    best, most = NOBODY, -1
    left = cities
    while left != 0:
        city = lowest_bit(left)
        left &= ~bit(city)
        find_ways(game, atlas, scratch, city, NOBODY)
        distance = wide(scratch.far[farthest(scratch.far, cities)])
        if distance > most:
            best, most = city, distance
    return best


@compiled
def points_of_routes(game: GameRecord, scratch: Scratch) -> int:
    """What the planned routes are worth themselves."""
    points = 0
    for word in range(ROUTE_WORDS):
        routes = wide(scratch.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            points += wide(game.route_points[game.route_length[64 * word + place]])
    return points
