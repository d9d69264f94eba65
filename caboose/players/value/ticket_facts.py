"""The facts of each open ticket of a seat: its way, and who is in it."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import color_for, has_bit, lacking
from caboose.players.tools.plan import has_way, set_prices, trains_alone
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import turns_for_plan, turns_left
from caboose.players.tools.ways import FAR, find_ways, other_end
from caboose.players.value import value_facts as fact
from caboose.players.value.sheet import Sheet


@compiled
def note_tickets(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, sheet: Sheet
) -> None:
    """Write down a seat's tickets: completed ones are certain, open ones have facts."""
    sheet.open[seat] = 0
    sheet.chances[seat] = 0.0
    connect_cities(game, state, seat, scratch.parts)
    is_priced = False
    for word in range(TICKET_WORDS):
        left = wide(state.tickets[seat, word])
        while left != 0:
            place = lowest_bit(left)
            left &= ~bit(place)
            ticket = 64 * word + place
            points = wide(game.ticket_points[ticket]) / wide(game.trains)
            one, other = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
            if is_connected(scratch.parts, one, other):
                sheet.chances[seat, ticket] = 1.0
                sheet.seats[seat, fact.DONE_POINTS] += points
                continue
            sheet.seats[seat, fact.OPEN_POINTS] += points
            number = number_in_plan(scratch, ticket)
            if number == NOBODY and not is_priced:
                price_beside_plan(game, atlas, state, seat, scratch)
                is_priced = True
            if take_way(game, atlas, scratch, number, one, other, sheet):
                note_ticket(game, atlas, state, seat, scratch, ticket, number, sheet)


@compiled
def number_in_plan(scratch: Scratch, ticket: int) -> int:
    """Which of the planned ways is a ticket's, NOBODY if none is."""
    for i in range(scratch.ways_count):
        if scratch.way_of[i] == ticket and has_way(scratch, i):
            return i
    return NOBODY


@compiled
def price_beside_plan(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """What routes cost a ticket that is not in the plan: those of the plan nothing."""
    set_prices(game, atlas, state, seat, scratch)
    for route in range(game.routes):
        if has_bit(scratch.plan, route):
            scratch.price[route] = 0


@compiled
def take_way(
    game: GameRecord,
    atlas: Atlas,
    scratch: Scratch,
    number: int,
    start: int,
    city: int,
    sheet: Sheet,
) -> bool:
    """The way of a ticket, planned or beside the plan; is there one?"""
    for word in range(ROUTE_WORDS):
        sheet.way[word] = 0 if number == NOBODY else wide(scratch.ways[number, word])
    if number != NOBODY:
        return True
    find_ways(game, atlas, scratch, start, city)
    if scratch.far[city] >= FAR:
        return False
    while city != start:
        route = wide(scratch.via[city])
        sheet.way[route >> 6] |= bit(route & 63)
        city = other_end(game, route, city)
    return True


@compiled
def note_ticket(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    ticket: int,
    number: int,
    sheet: Sheet,
) -> None:
    """The facts of an open ticket, whose way is on the sheet."""
    place = wide(sheet.open[seat])
    if place == fact.MOST_OPEN:
        return
    sheet.open[seat] += 1
    sheet.tickets[seat, place] = ticket
    facts = sheet.facts[seat, place]
    facts[:] = 0.0
    trains, routes = note_way(game, atlas, state, seat, scratch, sheet, place)
    facts[fact.POINTS] = wide(game.ticket_points[ticket]) / 15
    facts[fact.WAY_TRAINS] = trains / 10
    alone = trains if number == NOBODY else trains_alone(game, scratch, number)
    facts[fact.ALONE_TRAINS] = alone / 10
    facts[fact.WAY_ROUTES] = routes / 4
    facts[fact.WAY_LEFT] = min(2.0, trains / max(1, wide(atlas.way[ticket])))
    facts[fact.OF_TRAINS] = min(2.0, trains / max(1, wide(state.trains[seat])))
    turns = turns_for_plan(state, seat, trains, routes)
    facts[fact.OF_TURNS] = min(3.0, turns / turns_left(game, state, seat))
    facts[fact.GIVEN_UP] = 1.0 if number == NOBODY else 0.0
    for each in (fact.WAY_CONTESTED, fact.WAY_PAYABLE, fact.WAY_PAYABLE_NOW):
        facts[each] /= max(1, routes)


@compiled
def note_way(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    sheet: Sheet,
    place: int,
) -> tuple[int, int]:
    """Look along a way; the trains and the routes that it still takes."""
    facts, trains, routes = sheet.facts[seat, place], 0, 0
    for word in range(ROUTE_WORDS):
        left = wide(sheet.way[word]) & ~wide(state.owned[seat, word])
        while left != 0:
            at = lowest_bit(left)
            left &= ~bit(at)
            route = 64 * word + at
            if is_connected(scratch.parts, wide(game.route_a[route]), wide(game.route_b[route])):
                continue
            trains += wide(game.route_length[route])
            routes += 1
            color = color_for(game, state, seat, route)
            facts[fact.WAY_LACKS] += lacking(game, state, seat, route, color) / 8
            facts[fact.WAY_BRIDGES] = max(facts[fact.WAY_BRIDGES], wide(atlas.detour[route]) / 500)
            if has_bit(sheet.wanted[seat], route):
                facts[fact.WAY_CONTESTED] += 1.0
            if has_bit(sheet.threatened[seat], route):
                facts[fact.WAY_PAYABLE] += 1.0
            if has_bit(sheet.payable[seat], route):
                facts[fact.WAY_PAYABLE_NOW] += 1.0
    return trains, routes
