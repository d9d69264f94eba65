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
from caboose.players.atlas import Atlas
from caboose.players.cards import colors_of, pay_sparing
from caboose.players.desk import MAX_PLANNED, Desk
from caboose.players.racer import race
from caboose.players.tourist import travel
from caboose.players.travel import (
    clear_routes,
    find_way,
    leave_plan,
    next_ticket,
    plan_way,
    price_by_length,
    share_of_trains,
)
from caboose.players.ways import FAR, find_ways, nearest

TRAINS_TO_SPARE = 8  # beyond the plan; with more it draws tickets


@compiled
def decide_hungry(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, dice: Any
) -> int:
    """More tickets, or the next route of the network."""
    connect_cities(game, state, seat, desk.parts)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_by_yield(game, atlas, state, seat, desk)
    take_tickets(state, seat, desk, 0)
    has_all = settle_on_network(game, atlas, state, seat, desk)
    leave_plan(desk)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, desk.plan))
    spare = wide(state.trains[seat]) - wide(desk.plan_trains)
    is_hungry = has_all and spare > share_of_trains(game, TRAINS_TO_SPARE)
    if state.phase == TURN and is_hungry and may_draw_tickets(state):
        return DRAW_TICKETS
    if desk.plan_trains == 0:
        return race(game, atlas, state, seat, desk)
    return travel(game, state, seat, desk)


# --- tickets --------------------------------------------------------------------------------------


@compiled
def keep_by_yield(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> int:
    """The choice of an offer that brings the most points for each train of its network."""
    best, most = 0, -2 * FAR
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            take_tickets(state, seat, desk, wide(KEEP_MASKS[keep]))
            fits = grow_network(game, atlas, state, seat, desk)
            points = wide(desk.plan_points) + points_of_routes(game, desk)
            worth = 1000 * points // max(1, wide(desk.plan_trains))
            if not fits:
                worth -= FAR
            if worth > most:
                best, most = keep, worth
    leave_plan(desk)
    return KEEP + best


@compiled
def take_tickets(state: StateRecord, seat: int, desk: Desk, places: int) -> None:
    """Plan for the tickets it has and those at some places of the offer."""
    for word in range(TICKET_WORDS):
        desk.planned_for[word] = state.tickets[seat, word]
    while places != 0:
        place = lowest_bit(places)
        places &= ~bit(place)
        ticket = wide(state.offer[seat, place])
        desk.planned_for[ticket >> 6] = wide(desk.planned_for[ticket >> 6]) | bit(ticket & 63)


@compiled
def settle_on_network(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk
) -> bool:
    """Plan for as many of the tickets as can be; False if any of them is given up."""
    price_by_length(game, state, seat, desk)
    has_all = drop_lost(game, atlas, desk)
    while count_open(game, desk) > MAX_PLANNED or not grow_network(game, atlas, state, seat, desk):
        drop_cheapest(game, desk)
        has_all = False
    return has_all


@compiled
def drop_lost(game: GameRecord, atlas: Atlas, desk: Desk) -> bool:
    """Give up the tickets to which there is no way; False if there were any."""
    has_all = True
    ticket = next_ticket(desk.planned_for, NOBODY)
    while ticket != NOBODY:
        if find_way(game, atlas, desk, ticket) >= FAR:
            drop_ticket(desk, ticket)
            has_all = False
        ticket = next_ticket(desk.planned_for, ticket)
    return has_all


@compiled
def drop_cheapest(game: GameRecord, desk: Desk) -> None:
    """Give up the open ticket with the fewest points."""
    worst, least = NOBODY, 1 << 20
    ticket = next_ticket(desk.planned_for, NOBODY)
    while ticket != NOBODY:
        points = wide(game.ticket_points[ticket])
        if points < least and not is_done(game, desk, ticket):
            worst, least = ticket, points
        ticket = next_ticket(desk.planned_for, ticket)
    drop_ticket(desk, worst)


@compiled
def drop_ticket(desk: Desk, ticket: int) -> None:
    """Plan no more for a ticket."""
    desk.planned_for[ticket >> 6] = wide(desk.planned_for[ticket >> 6]) & ~bit(ticket & 63)


@compiled
def count_open(game: GameRecord, desk: Desk) -> int:
    """How many of the tickets it plans for are still to be completed."""
    count = 0
    ticket = next_ticket(desk.planned_for, NOBODY)
    while ticket != NOBODY:
        if not is_done(game, desk, ticket):
            count += 1
        ticket = next_ticket(desk.planned_for, ticket)
    return count


@compiled
def is_done(game: GameRecord, desk: Desk, ticket: int) -> bool:
    """Do own routes join the cities of a ticket?"""
    return is_connected(desk.parts, wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket]))


# --- the network ----------------------------------------------------------------------------------


@compiled
def grow_network(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> bool:
    """Plan one network of all cities on open tickets; False if they or trains are out of reach."""
    clear_routes(desk)
    price_by_length(game, state, seat, desk)
    cities = cities_to_join(game, desk)
    if cities == 0:
        return True
    start = end_of_longest(game, atlas, desk, cities)
    find_ways(game, atlas, desk, start, NOBODY)
    city = farthest(desk.far, cities)
    while cities != 0:
        if desk.far[city] >= FAR:
            return False
        plan_way(game, state, seat, desk, start, city)
        cities &= ~bit(city)
        if cities != 0:
            find_ways(game, atlas, desk, start, NOBODY)
            city = nearest(desk.far, cities)
    return bool(desk.plan_trains <= state.trains[seat])


@compiled
def cities_to_join(game: GameRecord, desk: Desk) -> int:
    """The set of cities on the open tickets it plans for, whose points it adds up."""
    cities = 0
    ticket = next_ticket(desk.planned_for, NOBODY)
    while ticket != NOBODY:
        if not is_done(game, desk, ticket):
            cities |= bit(wide(game.ticket_a[ticket])) | bit(wide(game.ticket_b[ticket]))
            desk.plan_points += wide(game.ticket_points[ticket])
        ticket = next_ticket(desk.planned_for, ticket)
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
def end_of_longest(game: GameRecord, atlas: Atlas, desk: Desk, cities: int) -> int:
    """One of the two of a set of cities that are farthest apart."""
    best, most = NOBODY, -1
    left = cities
    while left != 0:
        city = lowest_bit(left)
        left &= ~bit(city)
        find_ways(game, atlas, desk, city, NOBODY)
        distance = wide(desk.far[farthest(desk.far, cities)])
        if distance > most:
            best, most = city, distance
    return best


@compiled
def points_of_routes(game: GameRecord, desk: Desk) -> int:
    """What the planned routes are worth themselves."""
    points = 0
    for word in range(ROUTE_WORDS):
        routes = wide(desk.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            points += wide(game.route_points[game.route_length[64 * word + place]])
    return points
