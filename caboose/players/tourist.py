"""Tourist: one ticket at a time, by the way that needs the fewest trains.

- **Tickets.** It keeps what pays: points, less the trains that the cheapest ways need together, so
  short tickets and those that share their way come first.
- **A turn.** Of its open tickets it follows the one with the fewest trains to go. If it can pay for
  a route on that way, it claims the longest such; otherwise it draws the colors the way needs, face
  up if one lies there, else from the deck.
- **Nothing left to travel.** While everybody has a dozen trains (on city maps that share of theirs)
  it draws tickets; later it claims the longest route it can pay for.

It never looks at what others need and never blocks.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM, DRAW_DECK, DRAW_FACE_UP, KEEP, KEEP_MASKS
from caboose.engine.rules.connection import connect_cities
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_keep
from caboose.players.atlas import Atlas
from caboose.players.cards import (
    clear_wishes,
    colors_of,
    do_anything,
    draw_wished,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
)
from caboose.players.desk import Desk
from caboose.players.planner import better_track, plan_color
from caboose.players.travel import (
    can_pay,
    clear_routes,
    find_way,
    leave_plan,
    next_ticket,
    plan_ticket,
    price_by_length,
    share_of_trains,
    stay_home,
)
from caboose.players.ways import FAR

POINTS_PER_TRAIN = 70  # hundredths: what a train spent on a ticket's way costs elsewhere
TRAINS_FOR_TICKETS = 12  # that everybody must have left to draw tickets
LONG = 3  # a route that is worth a whole turn for a locomotive
MOST_LACKING = 100  # cards that a route could lack


@compiled
def decide_tourist(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, dice: Any
) -> int:
    """The next step on the way of one ticket."""
    connect_cities(game, state, seat, desk.parts)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_what_pays(game, atlas, state, seat, desk)
    choose_trip(game, atlas, state, seat, desk)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, desk.plan))
    if desk.plan_trains == 0:
        return stay_home(game, state, seat, desk, share_of_trains(game, TRAINS_FOR_TICKETS))
    return travel(game, state, seat, desk)


# --- tickets --------------------------------------------------------------------------------------


@compiled
def keep_what_pays(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk
) -> int:
    """The tickets of the offer that pay best together."""
    best, most = 0, -(1 << 30)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            worth = worth_together(game, atlas, state, seat, desk, wide(KEEP_MASKS[keep]))
            if worth > most:
                best, most = keep, worth
    return KEEP + best


@compiled
def worth_together(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, places: int
) -> int:
    """Points of the tickets at some places of the offer, less trains, less those out of reach.

    In hundredths. The ways of the tickets kept before are planned first, and cost nothing.
    """
    clear_routes(desk)
    price_by_length(game, state, seat, desk)
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        worth_of_next(game, atlas, state, seat, desk, ticket)
        ticket = next_ticket(state.tickets[seat], ticket)
    worth = 0
    while places != 0:
        place = nearest_offered(game, atlas, state, seat, desk, places)
        places &= ~bit(place)
        ticket = wide(state.offer[seat, place])
        worth += worth_of_next(game, atlas, state, seat, desk, ticket)
    return worth


@compiled
def nearest_offered(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, places: int
) -> int:
    """Of some places of the offer the one whose ticket has the fewest trains to go."""
    best, least = NOBODY, 1 << 40
    while places != 0:
        place = lowest_bit(places)
        places &= ~bit(place)
        trains = find_way(game, atlas, desk, wide(state.offer[seat, place]))
        if trains < least:
            best, least = place, trains
    return best


@compiled
def worth_of_next(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, ticket: int
) -> int:
    """What one more ticket is worth, in hundredths; its way goes into the plan if it fits."""
    points = 100 * wide(game.ticket_points[ticket])
    trains = find_way(game, atlas, desk, ticket)
    if trains > wide(state.trains[seat]) - wide(desk.plan_trains):
        return -points
    if trains > 0:
        plan_ticket(game, state, seat, desk, ticket)
    return points - POINTS_PER_TRAIN * trains


# --- turns ----------------------------------------------------------------------------------------


@compiled
def choose_trip(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> None:
    """Plan the way of the open ticket with the fewest trains to go; no plan if there is none."""
    clear_routes(desk)
    leave_plan(desk)
    price_by_length(game, state, seat, desk)
    best, least = NOBODY, FAR
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        trains = find_way(game, atlas, desk, ticket)
        cost = 64 * trains - wide(game.ticket_points[ticket])
        if 0 < trains <= state.trains[seat] and cost < least:
            best, least = ticket, cost
        ticket = next_ticket(state.tickets[seat], ticket)
    if best != NOBODY:
        find_way(game, atlas, desk, best)
        plan_ticket(game, state, seat, desk, best)


@compiled
def travel(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> int:
    """Claim the longest route of the way that can be paid for, or draw what the way needs."""
    claim = longest_on_way(game, state, seat, desk)
    is_enough = claim != NOBODY and game.route_length[claim] >= desk.plan_trains
    if is_last_turn(state) and not is_enough:
        claim = most_valuable_claim(game, state, seat)
    if state.phase == TURN and claim != NOBODY:
        desk.goal = claim
        return CLAIM + claim
    return draw_for_way(game, state, seat, desk)


@compiled
def longest_on_way(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> int:
    """The longest route of the way that can be paid for, NOBODY if none."""
    best, longest = NOBODY, 0
    for word in range(ROUTE_WORDS):
        routes = wide(desk.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            length = wide(game.route_length[route])
            if length > longest and can_pay(game, state, seat, route):
                best, longest = route, length
    return best


@compiled
def draw_for_way(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> int:
    """A face-up color of the way; a locomotive for the last card of a long route; or blind."""
    least = wish_for_way(game, state, seat, desk)
    draw = draw_wished(state, desk)
    is_blind = draw <= DRAW_DECK  # nothing that it wishes for lies face up
    if is_blind and least == 1 and desk.goal != NOBODY:
        is_long = game.route_length[desk.goal] >= LONG
        if is_long and may_take_face_up(state, LOCOMOTIVE):
            return DRAW_FACE_UP + LOCOMOTIVE
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def wish_for_way(game: GameRecord, state: StateRecord, seat: int, desk: Desk) -> int:
    """Wish for the colors that routes of the way lack; how many the nearest of them lacks.

    That one, the longest of several, is the goal.
    """
    needed = colors_of(game, desk.plan)
    clear_wishes(desk)
    desk.goal = NOBODY
    least = FAR
    for word in range(ROUTE_WORDS):
        routes = wide(desk.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            color = plan_color(game, state, seat, route, needed)
            lacks = lacking(game, state, seat, route, color)
            if lacks > 0:
                desk.wish[color] = max(wide(desk.wish[color]), MOST_LACKING - lacks)
                if 16 * lacks - wide(game.route_length[route]) < least:
                    desk.goal, least = route, 16 * lacks - wide(game.route_length[route])
    return (least + 15) // 16
