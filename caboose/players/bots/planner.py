"""Planner: one plan for all tickets, costs in turns, the bottlenecks first.

- **Tickets.** Of an offer it keeps what its joint plan makes worth more than it costs in trains.
- **A turn.** It claims a planned route that it can pay for, first the one that would be dearest to
  go around if somebody took it. Otherwise it draws the colors that bring planned routes nearest.
- **Nothing left to plan.** While everybody has many trains it draws tickets; then it races.
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
from caboose.engine.numbering import CLAIM, DRAW_FACE_UP, DRAW_TICKETS, KEEP, KEEP_MASKS
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets, may_keep
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    better_track,
    clear_wishes,
    colors_of,
    do_anything,
    draw_wished,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
    plan_color,
)
from caboose.players.tools.offers import worth_of_keeping
from caboose.players.tools.plan import is_plan_good, plan_tickets
from caboose.players.tools.racing import race
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import give_up_late, turns_left

POINTS_PER_TRAIN = 70  # hundredths: what a train on a plan would bring elsewhere
TIME_FOR_TICKETS = 1500  # hundredths of a turn that must be left to draw more tickets


@compiled
def decide_planner(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The next step of the joint plan."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_by_plan(game, atlas, state, seat, scratch, POINTS_PER_TRAIN)
    refresh_plan(game, atlas, state, seat, scratch)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, colors_of(game, scratch.plan))
    if scratch.plan_trains == 0:
        return after_plan(game, atlas, state, seat, scratch)
    return follow_plan(game, atlas, state, seat, scratch)


@compiled
def refresh_plan(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Plan again if the plan in scratch no longer stands, and give up what time forbids."""
    if not is_plan_good(game, state, seat, scratch):
        plan_tickets(game, atlas, state, seat, scratch, state.tickets[seat])
    give_up_late(game, state, seat, scratch, 100)


@compiled
def keep_by_plan(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    points_per_train: int,
) -> int:
    """The choice of an offer whose joint plan is worth most."""
    best, most = NOBODY, -(1 << 30)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            worth = worth_of_keeping(game, atlas, state, seat, scratch, wide(KEEP_MASKS[keep]))
            worth -= points_per_train * wide(scratch.plan_trains)
            if worth > most:
                best, most = keep, worth
    scratch.has_plan = 0
    return KEEP + best


@compiled
def follow_plan(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """Claim the most urgent planned route that can be paid for, or draw towards the plan."""
    needed = colors_of(game, scratch.plan)
    clear_wishes(scratch)
    best, most = NOBODY, -1
    nearest, least = NOBODY, 100
    for word in range(ROUTE_WORDS):
        routes = wide(scratch.plan[word])
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
                scratch.wish[color] += 100 + urgency // lacks
                if lacks < least:
                    nearest, least = route, lacks
    scratch.goal = best if best != NOBODY else nearest
    if state.phase == TURN:
        if best != NOBODY:
            return CLAIM + best
        if is_last_turn(state) and most_valuable_claim(game, state, seat) != NOBODY:
            return CLAIM + most_valuable_claim(game, state, seat)
    return draw_for_plan(game, state, seat, scratch, least)


@compiled
def draw_for_plan(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, least: int
) -> int:
    """A card that the plan wishes for; a locomotive if it completes a planned route."""
    draw = draw_wished(state, scratch)
    if (draw == NOBODY or draw == 0) and least == 1 and may_take_face_up(state, LOCOMOTIVE):
        return DRAW_FACE_UP + LOCOMOTIVE
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def after_plan(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """More tickets while there is time for them; then race."""
    has_time = turns_left(game, state, seat) >= TIME_FOR_TICKETS
    if state.phase == TURN and has_time and may_draw_tickets(state):
        return DRAW_TICKETS
    return race(game, atlas, state, seat, scratch)
