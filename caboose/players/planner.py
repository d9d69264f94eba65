"""Planner: one plan for all tickets, costs in turns, the bottlenecks first.

- **Tickets.** Of an offer it keeps what its joint plan makes worth more than it costs in trains.
- **A turn.** It claims a planned route that it can pay for, first the one that would be dearest to
  go around if somebody took it. Otherwise it draws the colors that bring planned routes nearest.
- **Nothing left to plan.** While everybody has many trains it draws tickets; then it races.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    GRAY,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    TICKET_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import (
    CLAIM,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_MASKS,
)
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets, may_keep
from caboose.players.atlas import Atlas
from caboose.players.cards import (
    clear_wishes,
    colors_of,
    do_anything,
    draw_wished,
    fullest_color,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
)
from caboose.players.desk import Desk
from caboose.players.plan import give_up, is_plan_good, least_loss, plan_tickets
from caboose.players.racer import race
from caboose.players.tempo import turns_for_plan, turns_left

POINTS_PER_TRAIN = 70  # hundredths: what a train on a plan would bring elsewhere
TIME_FOR_TICKETS = 1500  # hundredths of a turn that must be left to draw more tickets


@compiled
def decide_planner(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, dice: Any
) -> int:
    """The next step of the joint plan."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_by_plan(game, atlas, state, seat, desk, POINTS_PER_TRAIN)
    refresh_plan(game, atlas, state, seat, desk)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, desk.plan))
    if desk.plan_trains == 0:
        return after_plan(game, atlas, state, seat, desk)
    return follow_plan(game, atlas, state, seat, desk)


@compiled
def refresh_plan(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> None:
    """Plan again if the plan on the desk no longer stands, and give up what time forbids."""
    if not is_plan_good(game, state, seat, desk):
        plan_tickets(game, atlas, state, seat, desk, state.tickets[seat])
    give_up_late(game, state, seat, desk, 100)


@compiled
def give_up_late(game: GameRecord, state: StateRecord, seat: int, desk: Desk, slack: int) -> bool:
    """Give tickets up, the least loss first, until the plan fits the turns left; was one?"""
    left = turns_left(game, state, seat) + slack
    is_late = False
    while desk.plan_trains > 0 and plan_turns(state, seat, desk) > left:
        give_up(game, desk, least_loss(game, desk))
        is_late = True
    return is_late


@compiled
def plan_turns(state: StateRecord, seat: int, desk: Desk) -> int:
    """The turns that the plan on the desk takes."""
    routes = 0
    for word in range(ROUTE_WORDS):
        routes += count_bits(wide(desk.plan[word]))
    return turns_for_plan(state, seat, wide(desk.plan_trains), routes)


@compiled
def keep_by_plan(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    desk: Desk,
    points_per_train: int,
) -> int:
    """The choice of an offer whose joint plan is worth most."""
    best, most = NOBODY, -(1 << 30)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            worth = worth_of_keeping(game, atlas, state, seat, desk, wide(KEEP_MASKS[keep]))
            worth -= points_per_train * wide(desk.plan_trains)
            if worth > most:
                best, most = keep, worth
    desk.has_plan = 0
    return KEEP + best


@compiled
def worth_of_keeping(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, places: int
) -> int:
    """Points of the tickets that a plan completes, less those it cannot, in hundredths.

    The tickets kept before count with them: they may share routes with the new ones.
    """
    points = 0
    for word in range(TICKET_WORDS):
        desk.planned_for[word] = state.tickets[seat, word]
    for place in range(wide(state.offer_size[seat])):
        if places & bit(place) != 0:
            ticket = wide(state.offer[seat, place])
            word = ticket >> 6
            desk.planned_for[word] = wide(desk.planned_for[word]) | bit(ticket & 63)
            points -= wide(game.ticket_points[ticket])
    plan_tickets(game, atlas, state, seat, desk, desk.planned_for)
    give_up_late(game, state, seat, desk, 0)
    return 100 * (points + 2 * offered_done(game, state, seat, desk, places))


@compiled
def offered_done(game: GameRecord, state: StateRecord, seat: int, desk: Desk, places: int) -> int:
    """Points of all tickets that are completed or stand in the plan."""
    points = 0
    for word in range(TICKET_WORDS):
        tickets = wide(desk.planned_for[word])
        while tickets != 0:
            place = lowest_bit(tickets)
            tickets &= ~bit(place)
            points += wide(game.ticket_points[64 * word + place])
    for i in range(desk.ways_count):
        if desk.ways[i, 0] == NOBODY:
            points -= wide(game.ticket_points[desk.way_of[i]])
    return points


@compiled
def plan_color(game: GameRecord, state: StateRecord, seat: int, route: int, needed: int) -> int:
    """The color for a planned route; gray ones take what no other planned route needs."""
    color = wide(game.route_color[route])
    return fullest_color(game, state, seat, needed) if color == GRAY else color


@compiled
def better_track(game: GameRecord, state: StateRecord, seat: int, route: int) -> int:
    """A planned route or its twin, whichever lacks fewer cards."""
    twin = wide(game.route_twin[route])
    if twin == NOBODY or (wide(state.open[seat, twin >> 6]) & bit(twin & 63)) == 0:
        return route
    color, other = wide(game.route_color[route]), wide(game.route_color[twin])
    if color == GRAY or other == GRAY or state.hand[seat, color] >= state.hand[seat, other]:
        return route
    return twin


@compiled
def follow_plan(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> int:
    """Claim the most urgent planned route that can be paid for, or draw towards the plan."""
    needed = colors_of(game, desk.plan)
    clear_wishes(desk)
    best, most = NOBODY, -1
    nearest, least = NOBODY, 100
    for word in range(ROUTE_WORDS):
        routes = wide(desk.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            color = plan_color(game, state, seat, route, needed)
            lacks = lacking(game, state, seat, route, color)
            urgency = wide(atlas.detour[route]) + 100 * wide(game.route_length[route])
            if lacks == 0 and urgency > most:
                best, most = route, urgency
            if lacks > 0:
                desk.wish[color] += 100 + urgency // lacks
                if lacks < least:
                    nearest, least = route, lacks
    desk.goal = best if best != NOBODY else nearest
    if state.phase == TURN:
        if best != NOBODY:
            return CLAIM + best
        if is_last_turn(state) and most_valuable_claim(game, state, seat) != NOBODY:
            return CLAIM + most_valuable_claim(game, state, seat)
    return draw_for_plan(game, state, seat, desk, least)


@compiled
def draw_for_plan(game: GameRecord, state: StateRecord, seat: int, desk: Desk, least: int) -> int:
    """A card that the plan wishes for; a locomotive if it completes a planned route."""
    draw = draw_wished(state, desk)
    if (draw == NOBODY or draw == 0) and least == 1 and may_take_face_up(state, LOCOMOTIVE):
        return DRAW_FACE_UP + LOCOMOTIVE
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def after_plan(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> int:
    """More tickets while there is time for them; then race."""
    has_time = turns_left(game, state, seat) >= TIME_FOR_TICKETS
    if state.phase == TURN and has_time and may_draw_tickets(state):
        return DRAW_TICKETS
    return race(game, atlas, state, seat, desk)
