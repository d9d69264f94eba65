"""A trip: the way of one ticket at a time, by the fewest trains, and the next step on it."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM, DRAW_DECK, DRAW_FACE_UP, DRAW_TICKETS
from caboose.engine.rules.connection import connect_cities
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    better_track,
    clear_wishes,
    colors_of,
    do_anything,
    draw_towards,
    draw_wished,
    fullest_color,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
    plan_color,
)
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ticket_ways import (
    can_pay,
    clear_routes,
    everybody_has,
    find_way,
    leave_plan,
    next_ticket,
    plan_ticket,
    price_by_length,
    share_of_trains,
)
from caboose.players.tools.ways import FAR

TRAINS_FOR_TICKETS = 12  # that everybody must have left to draw tickets
LONG = 3  # a route that is worth a whole turn for a locomotive
MOST_LACKING = 100  # cards that a route could lack


@compiled
def make_a_trip(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The next step on the way of one ticket, or what there is to do without one."""
    connect_cities(game, state, seat, scratch.parts)
    choose_trip(game, atlas, state, seat, scratch)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, scratch.plan))
    if scratch.plan_trains == 0:
        return stay_home(game, state, seat, scratch, share_of_trains(game, TRAINS_FOR_TICKETS))
    return travel(game, state, seat, scratch)


@compiled
def choose_trip(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Plan the way of the open ticket with the fewest trains to go; no plan if there is none."""
    clear_routes(scratch)
    leave_plan(scratch)
    price_by_length(game, state, seat, scratch)
    best, least = NOBODY, FAR
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        trains = find_way(game, atlas, scratch, ticket)
        cost = 64 * trains - wide(game.ticket_points[ticket])
        if 0 < trains <= state.trains[seat] and cost < least:
            best, least = ticket, cost
        ticket = next_ticket(state.tickets[seat], ticket)
    if best != NOBODY:
        find_way(game, atlas, scratch, best)
        plan_ticket(game, state, seat, scratch, best)


@compiled
def travel(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Claim the longest route of the way that can be paid for, or draw what the way needs."""
    claim = longest_on_way(game, state, seat, scratch)
    is_enough = claim != NOBODY and game.route_length[claim] >= scratch.plan_trains
    if is_last_turn(state) and not is_enough:
        claim = most_valuable_claim(game, state, seat)
    if state.phase == TURN and claim != NOBODY:
        scratch.goal = claim
        return CLAIM + claim
    return draw_for_way(game, state, seat, scratch)


@compiled
def longest_on_way(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """The longest route of the way that can be paid for, NOBODY if none."""
    best, longest = NOBODY, 0
    for word in range(ROUTE_WORDS):
        routes = wide(scratch.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            length = wide(game.route_length[route])
            if length > longest and can_pay(game, state, seat, route):
                best, longest = route, length
    return best


@compiled
def draw_for_way(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """A face-up color of the way; a locomotive for the last card of a long route; or blind."""
    least = wish_for_way(game, state, seat, scratch)
    draw = draw_wished(state, scratch)
    is_blind = draw <= DRAW_DECK  # nothing that it wishes for lies face up
    if is_blind and least == 1 and scratch.goal != NOBODY:
        is_long = game.route_length[scratch.goal] >= LONG
        if is_long and may_take_face_up(state, LOCOMOTIVE):
            return DRAW_FACE_UP + LOCOMOTIVE
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def wish_for_way(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Wish for the colors that routes of the way lack; how many the nearest of them lacks.

    That one, the longest of several, is the goal.
    """
    needed = colors_of(game, scratch.plan)
    clear_wishes(scratch)
    scratch.goal = NOBODY
    least = FAR
    for word in range(ROUTE_WORDS):
        routes = wide(scratch.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            color = plan_color(game, state, seat, route, needed)
            lacks = lacking(game, state, seat, route, color)
            if lacks > 0:
                scratch.wish[color] = max(wide(scratch.wish[color]), MOST_LACKING - lacks)
                if 16 * lacks - wide(game.route_length[route]) < least:
                    scratch.goal, least = route, 16 * lacks - wide(game.route_length[route])
    return (least + 15) // 16


@compiled
def stay_home(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, trains: int
) -> int:
    """Without a way: tickets while everybody has so many trains, then the longest routes."""
    if state.phase == TURN:
        if may_draw_tickets(state) and everybody_has(game, state, trains):
            return DRAW_TICKETS
        claim = most_valuable_claim(game, state, seat)
        if claim != NOBODY:
            scratch.goal = claim
            return CLAIM + claim
    return draw_towards(game, state, seat, fullest_color(game, state, seat, 0), 0)
