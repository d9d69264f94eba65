"""What a seat may do with a turn or its second card: each option with its facts.

A blind card, each color of the row, tickets, and the claims that are worth most.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.fields import (
    FACE_UP,
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    ROUTE_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM, DRAW_DECK, DRAW_FACE_UP, DRAW_TICKETS
from caboose.engine.rules.attractions import cities_reached
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.engine.rules.draw_cards import may_draw_blind, may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets
from caboose.players.tools import facts as fact
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import color_for, has_bit
from caboose.players.tools.outlook import (
    POINTS,
    WISH,
    add_option,
    count_unseen,
    survey,
    write_facts,
)
from caboose.players.tools.plan import has_way
from caboose.players.tools.route_worth import weighs_parts
from caboose.players.tools.scratch import Scratch


@compiled
def list_turn(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """All that a seat may do with its turn, as far as it is worth a thought."""
    survey(game, state, seat, scratch)
    write_facts(game, state, seat, scratch)
    if state.phase == TURN:
        describe_claims(game, atlas, state, seat, scratch)
        if may_draw_tickets(state):
            place = add_option(scratch, DRAW_TICKETS)
            scratch.options[place, fact.IS_TICKETS] = 1.0
    else:
        scratch.option_count = 0
    list_draws(game, state, seat, scratch)


@compiled
def describe_claims(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Facts of the claims that the survey has found."""
    rivals = 0
    for rival in range(game.seats):
        if rival != seat:
            rivals |= cities_reached(game, state, rival)
    if not weighs_parts(game):  # otherwise they were connected when routes were weighed
        connect_cities(game, state, seat, scratch.parts)
    for place in range(scratch.option_count):
        route = wide(scratch.moves[place])
        row = scratch.options[place]
        row[:] = 0.0
        row[fact.IS_CLAIM] = 1.0
        describe_price(game, state, seat, scratch, route, row)
        describe_worth(scratch, wide(scratch.claim_worths[place]), row)
        describe_place(game, scratch, rivals, route, row)
        row[fact.AT_ONCE] = points_at_once(game, scratch, route) / 20
        if has_bit(scratch.plan, route):
            row[fact.PLANNED] = 1.0
            row[fact.DETOUR] = POINTS * wide(atlas.detour[route])
            describe_tickets(game, scratch, route, row)
        twin = wide(game.route_twin[route])
        if twin != NOBODY and game.doubles_open and has_bit(state.open[seat], twin):
            row[fact.TWIN] = 1.0
        scratch.moves[place] = CLAIM + route


@compiled
def describe_worth(scratch: Scratch, worth: int, row: Any) -> None:
    """What a claim is worth, beside the best goal and the best claim."""
    row[fact.WORTH] = POINTS * worth
    row[fact.OVER_GOAL] = POINTS * (worth - max(0, wide(scratch.goal_worth)))
    row[fact.UNDER_BEST] = POINTS * (worth - wide(scratch.claim_worth))


@compiled
def describe_price(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, route: int, row: Any
) -> None:
    """What a claim costs and what it leaves."""
    length, color = wide(game.route_length[route]), color_for(game, state, seat, route)
    held, trains = wide(state.hand[seat, color]), wide(state.trains[seat]) - length
    row[fact.LENGTH] = length / 6
    row[fact.POINTS] = wide(game.route_points[length]) / 15
    row[fact.SPENT] = max(0, length - held) / 2
    row[fact.LEFT] = max(0, held - length) / 4
    row[fact.MISSED] = WISH * wide(scratch.wish[color])
    row[fact.ROBS] = robbed_cards(game, scratch, route, color, held) / 4
    row[fact.GRAY_ROUTE] = 1.0 if game.route_color[route] == GRAY else 0.0
    row[fact.TRAINS_AFTER] = trains / wide(game.trains)
    row[fact.ENDS_GAME] = 1.0 if trains <= wide(game.final_trains) else 0.0
    left = wide(scratch.plan_trains) - (length if has_bit(scratch.plan, route) else 0)
    row[fact.PLAN_AFTER] = left / wide(game.trains)
    row[fact.PLAN_DONE] = 1.0 if left == 0 and scratch.plan_trains > 0 else 0.0


@compiled
def robbed_cards(game: GameRecord, scratch: Scratch, route: int, color: int, held: int) -> int:
    """How many more cards of a color the other planned routes lack once a route is paid for."""
    length, planned = wide(game.route_length[route]), wide(scratch.planned[color])
    if has_bit(scratch.plan, route) and game.route_color[route] == color:
        planned -= length
    lacked = max(0, planned - held)
    return max(0, planned - max(0, held - length)) - lacked


@compiled
def points_at_once(game: GameRecord, scratch: Scratch, route: int) -> int:
    """What a claim brings whatever comes: points for its length, for places and for tickets."""
    one, other = wide(game.route_a[route]), wide(game.route_b[route])
    points = wide(game.route_points[wide(game.route_length[route])])
    if game.attractions:
        for city in (one, other):
            if wide(scratch.cities) & bit(city) == 0:
                points += wide(game.attraction[city])
    if is_connected(scratch.parts, one, other):
        return points
    for district in range(game.districts):
        if joins_district(scratch, wide(game.district_cities[district]), one, other):
            points += wide(game.district_points[district])
    return points + 2 * ticket_points(game, scratch, one, other)


@compiled
def ticket_points(game: GameRecord, scratch: Scratch, one: int, other: int) -> int:
    """Points of the tickets that joining two cities completes, planned or given up."""
    points, parts = 0, scratch.parts
    for i in range(scratch.ways_count):
        ticket = wide(scratch.way_of[i])
        start, end = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
        if is_connected(parts, one, end):
            start, end = end, start
        if is_connected(parts, one, start) and is_connected(parts, other, end):
            points += wide(game.ticket_points[ticket])
    return points


@compiled
def joins_district(scratch: Scratch, cities: int, one: int, other: int) -> bool:
    """Do the networks of two cities hold a whole district together, and neither alone?"""
    ones, others = 0, 0
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        if is_connected(scratch.parts, city, one):
            ones += 1
        elif is_connected(scratch.parts, city, other):
            others += 1
        else:
            return False
    return ones > 0 and others > 0


@compiled
def describe_place(game: GameRecord, scratch: Scratch, rivals: int, route: int, row: Any) -> None:
    """How a route lies to the networks."""
    one, other = wide(game.route_a[route]), wide(game.route_b[route])
    cities = wide(scratch.cities)
    ends = (cities >> one & 1) + (cities >> other & 1)
    row[fact.ENDS] = 0.5 * ends
    if ends == 2 and not is_connected(scratch.parts, one, other):
        row[fact.JOINS] = 1.0
    row[fact.RIVAL_ENDS] = 0.5 * ((rivals >> one & 1) + (rivals >> other & 1))


@compiled
def describe_tickets(game: GameRecord, scratch: Scratch, route: int, row: Any) -> None:
    """What a planned route does for tickets: it is on their ways, or all that they lack."""
    for i in range(scratch.ways_count):
        if not has_way(scratch, i) or not has_bit(scratch.ways[i], route):
            continue
        points = wide(game.ticket_points[scratch.way_of[i]]) / 20
        row[fact.SERVED] += points
        routes = 0
        for word in range(ROUTE_WORDS):
            routes += count_bits(wide(scratch.ways[i, word]) & wide(scratch.plan[word]))
        if routes == 1:
            row[fact.COMPLETES] += points


@compiled
def list_draws(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """A blind card, and each color of the row."""
    unseen = scratch.unseen
    count_unseen(game, state, seat, unseen)
    describe_cards(game, state, seat, scratch)
    wish = blind_fact(game, scratch, unseen, 0)
    if may_draw_blind(state):
        row = scratch.options[add_option(scratch, DRAW_DECK)]
        row[fact.IS_DECK] = 1.0
        for i in range(fact.CARD_FACTS):
            row[fact.WISH + i] = blind_fact(game, scratch, unseen, i)
        row[fact.UNSEEN] = 5 * unseen[LOCOMOTIVE]
    for color in range(game.colors):
        if may_take_face_up(state, color):
            row = scratch.options[add_option(scratch, DRAW_FACE_UP + color)]
            row[fact.IS_COLOR] = 1.0
            row[fact.WISH : fact.WISH + fact.CARD_FACTS] = scratch.cards[color]
            row[fact.GAIN] = row[fact.WISH] - wish
            row[fact.UNSEEN] = 5 * unseen[color]
    if may_take_face_up(state, LOCOMOTIVE):
        row = scratch.options[add_option(scratch, DRAW_FACE_UP + LOCOMOTIVE)]
        describe_locomotive(game, state, seat, scratch, row)
        row[fact.GAIN] = row[fact.WISH] - wish


@compiled
def describe_cards(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """What a card of each color would be good for."""
    scratch.cards[:] = 0.0
    for color in range(game.colors):
        row = scratch.cards[color]
        row[fact.WISH - fact.WISH] = WISH * wide(scratch.wish[color])
        row[fact.NEED - fact.WISH] = wide(scratch.need[color]) / 4
        row[fact.HELD - fact.WISH] = wide(state.hand[seat, color]) / 5
        row[fact.NEAR - fact.WISH] = POINTS * wide(scratch.near[color, 0])
        row[fact.NEXT_NEAR - fact.WISH] = POINTS * wide(scratch.near[color, 1])
        row[fact.RIVAL_SEEN - fact.WISH] = most_seen(game, state, seat, color) / 5
    if scratch.goal != NOBODY:
        color = color_for(game, state, seat, wide(scratch.goal))
        scratch.cards[color, fact.IS_GOAL - fact.WISH] = 1.0
    for slot in range(FACE_UP):
        if state.face_up[slot] != NOBODY:
            scratch.cards[state.face_up[slot], fact.IN_ROW - fact.WISH] += 0.5


@compiled
def most_seen(game: GameRecord, state: StateRecord, seat: int, color: int) -> int:
    """The most cards of a color that a rival is known to hold."""
    most = 0
    for rival in range(game.seats):
        if rival != seat:
            most = max(most, wide(state.seen[rival, color]))
    return most


@compiled
def blind_fact(game: GameRecord, scratch: Scratch, unseen: Any, i: int) -> float:
    """A blind card is a bit of all that it may be."""
    total = 0.0
    for color in range(game.colors):
        total += unseen[color] * scratch.cards[color, i]
    return total


@compiled
def describe_locomotive(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, row: Any
) -> None:
    """A locomotive is the best of all that it may stand for."""
    for i in range(fact.CARD_FACTS):
        for color in range(game.colors):
            row[fact.WISH + i] = max(row[fact.WISH + i], scratch.cards[color, i])
    row[fact.IS_LOCOMOTIVE] = 1.0
    row[fact.HELD] = wide(state.hand[seat, LOCOMOTIVE]) / 5
