"""A joint plan for all open tickets: which routes to claim so that they share what they can.

Tickets go in one after the other, the most valuable first; a route that is owned or planned
already costs nothing. Then each is taken out and put in again, now that the others are known. What
trains or time do not allow is given up, the ticket with the least to lose first.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.players.atlas import Atlas
from caboose.players.desk import MAX_PLANNED, Desk
from caboose.players.ways import FAR, find_ways, other_end


@compiled
def is_plan_good(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> bool:
    """Does the plan on the desk still stand?

    Same tickets, every route open or claimed by now, and no other route claimed: that one might
    be of use.
    """
    if desk.has_plan == 0:
        return False
    for word in range(TICKET_WORDS):
        if desk.planned_for[word] != state.tickets[seat, word]:
            return False
    strike_claimed(game, state, seat, desk)
    for word in range(ROUTE_WORDS):
        if (wide(desk.plan[word]) & ~wide(state.open[seat, word])) != 0:
            return False
    return bool(desk.plan_left == state.trains[seat])


@compiled
def strike_claimed(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> None:
    """Take routes that are the seat's by now off the plan, and tickets that this completes."""
    struck = False
    for word in range(ROUTE_WORDS):
        claimed = wide(desk.plan[word]) & wide(state.owned[seat, word])
        desk.plan[word] = wide(desk.plan[word]) & ~claimed
        while claimed != 0:
            place = lowest_bit(claimed)
            claimed &= ~bit(place)
            desk.plan_trains -= wide(game.route_length[64 * word + place])
            desk.plan_left -= wide(game.route_length[64 * word + place])
            struck = True
    if not struck:
        return
    desk.plan_points = 0
    for i in range(desk.ways_count):
        if has_way(desk, i) and not is_way_done(desk, i):
            desk.plan_points += wide(game.ticket_points[desk.way_of[i]])


@compiled
def is_way_done(desk: Desk, i: int) -> bool:
    """Is nothing of the i-th ticket's way left on the plan?"""
    for word in range(ROUTE_WORDS):
        if (wide(desk.ways[i, word]) & wide(desk.plan[word])) != 0:
            return False
    return True


@compiled
def plan_tickets(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, tickets: Any
) -> None:
    """Plan for a set of tickets, as far as the seat's trains go."""
    connect_cities(game, state, seat, desk.parts)
    set_prices(game, atlas, state, seat, desk)
    list_tickets(game, desk, tickets)
    for i in range(desk.ways_count):
        put_in(game, atlas, desk, i)
    if desk.ways_count > 1:
        for i in range(desk.ways_count):
            take_out(game, atlas, desk, i)
            put_in(game, atlas, desk, i)
    add_up_plan(game, desk)
    while desk.plan_trains > state.trains[seat]:
        give_up(game, desk, least_loss(game, desk))
    for word in range(TICKET_WORDS):
        desk.planned_for[word] = tickets[word]
    desk.plan_left = state.trains[seat]
    desk.has_plan = 1


@compiled
def set_prices(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> None:
    """Own routes cost nothing, open ones their turns, all others cannot be had."""
    for route in range(game.routes):
        word, mask = route >> 6, bit(route & 63)
        if (wide(state.owned[seat, word]) & mask) != 0:
            desk.price[route] = 0
        elif (wide(state.open[seat, word]) & mask) == 0 or (
            game.route_length[route] > state.trains[seat]
        ):
            desk.price[route] = FAR
        else:
            desk.price[route] = atlas.cost[route]


@compiled
def list_tickets(game: GameRecord, desk: Desk, tickets: Any) -> None:
    """The tickets that are not completed yet, most points first."""
    desk.ways_count = 0
    for word in range(TICKET_WORDS):
        left = wide(tickets[word])
        while left != 0:
            place = lowest_bit(left)
            left &= ~bit(place)
            ticket = 64 * word + place
            one, other = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
            if not is_connected(desk.parts, one, other) and desk.ways_count < MAX_PLANNED:
                insert_ticket(game, desk, ticket)


@compiled
def insert_ticket(game: GameRecord, desk: Desk, ticket: int) -> None:
    """Put a ticket into its place in the list."""
    place = wide(desk.ways_count)
    points = wide(game.ticket_points[ticket])
    while place > 0 and wide(game.ticket_points[desk.way_of[place - 1]]) < points:
        desk.way_of[place] = desk.way_of[place - 1]
        place -= 1
    desk.way_of[place] = ticket
    desk.ways_count += 1


@compiled
def put_in(game: GameRecord, atlas: Atlas, desk: Desk, i: int) -> None:
    """Find the way of the i-th ticket; what it claims costs the next ones nothing."""
    ticket = wide(desk.way_of[i])
    start, city = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
    for word in range(ROUTE_WORDS):
        desk.ways[i, word] = 0
    find_ways(game, atlas, desk, start, city)
    if desk.far[city] >= FAR:
        desk.ways[i, 0] = NOBODY  # all bits set: there is no way
        return
    while city != start:
        route = wide(desk.via[city])
        desk.price[route] = 0
        desk.ways[i, route >> 6] = wide(desk.ways[i, route >> 6]) | bit(route & 63)
        city = other_end(game, route, city)


@compiled
def has_way(desk: Desk, i: int) -> bool:
    """Is there a way for the i-th ticket?"""
    return bool(desk.ways[i, 0] != NOBODY)


@compiled
def others_word(desk: Desk, i: int, word: int) -> int:
    """One word of the set of routes that the other tickets' ways take."""
    routes = 0
    for other in range(desk.ways_count):
        if other != i and has_way(desk, other):
            routes |= wide(desk.ways[other, word])
    return routes


@compiled
def take_out(game: GameRecord, atlas: Atlas, desk: Desk, i: int) -> None:
    """The routes that only the i-th ticket takes have their price again."""
    if not has_way(desk, i):
        return
    for word in range(ROUTE_WORDS):
        alone = wide(desk.ways[i, word]) & ~others_word(desk, i, word)
        while alone != 0:
            place = lowest_bit(alone)
            alone &= ~bit(place)
            route = 64 * word + place
            ends = is_connected(desk.parts, wide(game.route_a[route]), wide(game.route_b[route]))
            desk.price[route] = 0 if ends else atlas.cost[route]


@compiled
def add_up_plan(game: GameRecord, desk: Desk) -> None:
    """The routes of all ways that are not owned, their trains, and the tickets' points."""
    desk.plan_trains = 0
    desk.plan_points = 0
    for i in range(desk.ways_count):
        if has_way(desk, i):
            desk.plan_points += wide(game.ticket_points[desk.way_of[i]])
    for word in range(ROUTE_WORDS):
        routes = others_word(desk, NOBODY, word)
        desk.plan[word] = 0
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            one, other = wide(game.route_a[route]), wide(game.route_b[route])
            if not is_connected(desk.parts, one, other):
                desk.plan[word] = wide(desk.plan[word]) | bit(place)
                desk.plan_trains += wide(game.route_length[route])


@compiled
def trains_alone(game: GameRecord, desk: Desk, i: int) -> int:
    """The trains that the plan would save without the i-th ticket."""
    trains = 0
    for word in range(ROUTE_WORDS):
        alone = wide(desk.ways[i, word]) & ~others_word(desk, i, word) & wide(desk.plan[word])
        while alone != 0:
            place = lowest_bit(alone)
            alone &= ~bit(place)
            trains += wide(game.route_length[64 * word + place])
    return trains


@compiled
def least_loss(game: GameRecord, desk: Desk) -> int:
    """The ticket with the fewest points for each train that it takes alone."""
    worst, least = 0, 1 << 30
    for i in range(desk.ways_count):
        if has_way(desk, i):
            trains = trains_alone(game, desk, i)
            points = wide(game.ticket_points[desk.way_of[i]])
            loss = points * 1000 // trains if trains > 0 else (1 << 29) + points
            if loss < least:
                worst, least = i, loss
    return worst


@compiled
def give_up(game: GameRecord, desk: Desk, i: int) -> None:
    """Take the i-th ticket out of the plan."""
    desk.ways[i, 0] = NOBODY
    add_up_plan(game, desk)
