"""A joint plan for all open tickets: which routes to claim so that they share what they can.

Tickets go in one after the other, the most valuable first; a route that is owned or planned
already costs nothing. Then each is taken out and put in again, now that the others are known; the
last has known them from the start. What trains or time do not allow is given up, the ticket with
the least to lose first.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.scratch import MAX_PLANNED, Scratch
from caboose.players.tools.ways import FAR, find_ways, other_end


@compiled
def is_plan_good(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> bool:
    """Does the plan in scratch still stand?

    Same tickets, every route open or claimed by now, and no other route claimed: that one might
    be of use.
    """
    if scratch.has_plan == 0:
        return False
    for word in range(TICKET_WORDS):
        if scratch.planned_for[word] != state.tickets[seat, word]:
            return False
    strike_claimed(game, state, seat, scratch)
    for word in range(ROUTE_WORDS):
        if (wide(scratch.plan[word]) & ~wide(state.open[seat, word])) != 0:
            return False
    return bool(scratch.plan_left == state.trains[seat])


@compiled
def strike_claimed(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Take routes that are the seat's by now off the plan, and tickets that this completes."""
    struck = False
    for word in range(ROUTE_WORDS):
        claimed = wide(scratch.plan[word]) & wide(state.owned[seat, word])
        scratch.plan[word] = wide(scratch.plan[word]) & ~claimed
        while claimed != 0:
            place = lowest_bit(claimed)
            claimed &= ~bit(place)
            scratch.plan_trains -= wide(game.route_length[64 * word + place])
            scratch.plan_left -= wide(game.route_length[64 * word + place])
            struck = True
    if not struck:
        return
    scratch.plan_points = 0
    for i in range(scratch.ways_count):
        if has_way(scratch, i) and not is_way_done(scratch, i):
            scratch.plan_points += wide(game.ticket_points[scratch.way_of[i]])


@compiled
def is_way_done(scratch: Scratch, i: int) -> bool:
    """Is nothing of the i-th ticket's way left on the plan?"""
    for word in range(ROUTE_WORDS):
        if (wide(scratch.ways[i, word]) & wide(scratch.plan[word])) != 0:
            return False
    return True


@compiled
def plan_tickets(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, tickets: Any
) -> None:
    """Plan for a set of tickets, as far as the seat's trains go."""
    connect_cities(game, state, seat, scratch.parts)
    set_prices(game, atlas, state, seat, scratch)
    list_tickets(game, scratch, tickets)
    for i in range(scratch.ways_count):
        put_in(game, atlas, scratch, i)
    last, has_moved = wide(scratch.ways_count) - 1, False
    for i in range(last):
        has_moved |= put_in_again(game, atlas, scratch, i)
    if has_moved:
        put_in_again(game, atlas, scratch, last)
    add_up_plan(game, scratch)
    while scratch.plan_trains > state.trains[seat]:
        give_up(game, scratch, least_loss(game, scratch))
    for word in range(TICKET_WORDS):
        scratch.planned_for[word] = tickets[word]
    scratch.plan_left = state.trains[seat]
    scratch.has_plan = 1


@compiled
def set_prices(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Own routes cost nothing, open ones their turns, all others cannot be had."""
    for route in range(game.routes):
        word, mask = route >> 6, bit(route & 63)
        if (wide(state.owned[seat, word]) & mask) != 0:
            scratch.price[route] = 0
        elif (wide(state.open[seat, word]) & mask) == 0 or (
            game.route_length[route] > state.trains[seat]
        ):
            scratch.price[route] = FAR
        else:
            scratch.price[route] = atlas.cost[route]


@compiled
def list_tickets(game: GameRecord, scratch: Scratch, tickets: Any) -> None:
    """The tickets that are not completed yet, most points first."""
    scratch.ways_count = 0
    for word in range(TICKET_WORDS):
        left = wide(tickets[word])
        while left != 0:
            place = lowest_bit(left)
            left &= ~bit(place)
            ticket = 64 * word + place
            one, other = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
            if not is_connected(scratch.parts, one, other) and scratch.ways_count < MAX_PLANNED:
                insert_ticket(game, scratch, ticket)


@compiled
def insert_ticket(game: GameRecord, scratch: Scratch, ticket: int) -> None:
    """Put a ticket into its place in the list."""
    place = wide(scratch.ways_count)
    points = wide(game.ticket_points[ticket])
    while place > 0 and wide(game.ticket_points[scratch.way_of[place - 1]]) < points:
        scratch.way_of[place] = scratch.way_of[place - 1]
        place -= 1
    scratch.way_of[place] = ticket
    scratch.ways_count += 1


@compiled
def put_in(game: GameRecord, atlas: Atlas, scratch: Scratch, i: int) -> None:
    """Find the way of the i-th ticket; what it claims costs the next ones nothing."""
    ticket = wide(scratch.way_of[i])
    start, city = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
    for word in range(ROUTE_WORDS):
        scratch.ways[i, word] = 0
    find_ways(game, atlas, scratch, start, city)
    if scratch.far[city] >= FAR:
        scratch.ways[i, 0] = NOBODY  # all bits set: there is no way
        return
    while city != start:
        route = wide(scratch.via[city])
        scratch.price[route] = 0
        scratch.ways[i, route >> 6] = wide(scratch.ways[i, route >> 6]) | bit(route & 63)
        city = other_end(game, route, city)


@compiled
def put_in_again(game: GameRecord, atlas: Atlas, scratch: Scratch, i: int) -> bool:
    """Take the i-th ticket out and find its way again; is it another one?

    The old way waits where the plan will be, for there is none yet.
    """
    for word in range(ROUTE_WORDS):
        scratch.plan[word] = scratch.ways[i, word]
    take_out(game, atlas, scratch, i)
    put_in(game, atlas, scratch, i)
    for word in range(ROUTE_WORDS):
        if scratch.plan[word] != scratch.ways[i, word]:
            return True
    return False


@compiled
def has_way(scratch: Scratch, i: int) -> bool:
    """Is there a way for the i-th ticket?"""
    return bool(scratch.ways[i, 0] != NOBODY)


@compiled
def others_word(scratch: Scratch, i: int, word: int) -> int:
    """One word of the set of routes that the other tickets' ways take."""
    routes = 0
    for other in range(scratch.ways_count):
        if other != i and has_way(scratch, other):
            routes |= wide(scratch.ways[other, word])
    return routes


@compiled
def take_out(game: GameRecord, atlas: Atlas, scratch: Scratch, i: int) -> None:
    """The routes that only the i-th ticket takes have their price again."""
    if not has_way(scratch, i):
        return
    for word in range(ROUTE_WORDS):
        alone = wide(scratch.ways[i, word]) & ~others_word(scratch, i, word)
        while alone != 0:
            place = lowest_bit(alone)
            alone &= ~bit(place)
            route = 64 * word + place
            ends = is_connected(scratch.parts, wide(game.route_a[route]), wide(game.route_b[route]))
            scratch.price[route] = 0 if ends else atlas.cost[route]


@compiled
def add_up_plan(game: GameRecord, scratch: Scratch) -> None:
    """The routes of all ways that are not owned, their trains, and the tickets' points."""
    scratch.plan_trains = 0
    scratch.plan_points = 0
    for i in range(scratch.ways_count):
        if has_way(scratch, i):
            scratch.plan_points += wide(game.ticket_points[scratch.way_of[i]])
    for word in range(ROUTE_WORDS):
        routes = others_word(scratch, NOBODY, word)
        scratch.plan[word] = 0
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            one, other = wide(game.route_a[route]), wide(game.route_b[route])
            if not is_connected(scratch.parts, one, other):
                scratch.plan[word] = wide(scratch.plan[word]) | bit(place)
                scratch.plan_trains += wide(game.route_length[route])


@compiled
def trains_alone(game: GameRecord, scratch: Scratch, i: int) -> int:
    """The trains that the plan would save without the i-th ticket."""
    trains = 0
    for word in range(ROUTE_WORDS):
        alone = (
            wide(scratch.ways[i, word]) & ~others_word(scratch, i, word) & wide(scratch.plan[word])
        )
        while alone != 0:
            place = lowest_bit(alone)
            alone &= ~bit(place)
            trains += wide(game.route_length[64 * word + place])
    return trains


@compiled
def least_loss(game: GameRecord, scratch: Scratch) -> int:
    """The ticket with the fewest points for each train that it takes alone."""
    worst, least = 0, 1 << 30
    for i in range(scratch.ways_count):
        if has_way(scratch, i):
            trains = trains_alone(game, scratch, i)
            points = wide(game.ticket_points[scratch.way_of[i]])
            loss = points * 1000 // trains if trains > 0 else (1 << 29) + points
            if loss < least:
                worst, least = i, loss
    return worst


@compiled
def give_up(game: GameRecord, scratch: Scratch, i: int) -> None:
    """Take the i-th ticket out of the plan."""
    scratch.ways[i, 0] = NOBODY
    add_up_plan(game, scratch)
