"""Long-route: the third of four published play-testing personas, the long-route junkie.

It follows its most valuable ticket over long routes alone (three spaces or more on the USA board,
on others half of the longest or more), claims the longest of that way first, and without such a way
simply the longest route that is open. It never draws tickets.

Its quirk is kept on purpose: it means to choose tickets by what they are worth on its kind of way,
but that always fails, so that it keeps as few as it must, the cheapest. By accident it is a racer,
and that makes it the strongest of the four.
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
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM
from caboose.engine.rules.connection import connect_cities
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    better_track,
    color_for,
    draw_towards,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
)
from caboose.players.tools.offers import keep_cheapest
from caboose.players.tools.racing import race
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ticket_ways import (
    best_ticket,
    can_pay,
    clear_routes,
    find_way,
    leave_plan,
    plan_ticket,
    price_by_steps,
)


@compiled
def decide_long_route(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The longest route of a way of long routes."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_cheapest(game, state, seat)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    plan_long_way(game, atlas, state, seat, scratch)
    goal = goal_of_way(game, state, seat, scratch)
    if goal == NOBODY:
        return race(game, atlas, state, seat, scratch)
    scratch.goal = goal
    if state.phase == TURN:
        if can_pay(game, state, seat, goal):
            return CLAIM + goal
        if is_last_turn(state) and most_valuable_claim(game, state, seat) != NOBODY:
            return CLAIM + most_valuable_claim(game, state, seat)
    color = color_for(game, state, seat, goal)
    return draw_towards(game, state, seat, color, lacking(game, state, seat, goal, color))


@compiled
def plan_long_way(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Plan the way of the most valuable open ticket over own and long routes, if there is one."""
    clear_routes(scratch)
    leave_plan(scratch)
    connect_cities(game, state, seat, scratch.parts)
    price_by_steps(game, state, seat, scratch, (1 + wide(atlas.longest)) // 2)
    ticket = best_ticket(game, atlas, state, seat, scratch)
    if ticket != NOBODY:
        find_way(game, atlas, scratch, ticket)
        plan_ticket(game, state, seat, scratch, ticket)


@compiled
def goal_of_way(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """The longest planned route, one it can pay for before all others; NOBODY without a plan."""
    goal, most = NOBODY, 0
    for word in range(ROUTE_WORDS):
        routes = wide(scratch.plan[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = better_track(game, state, seat, 64 * word + place)
            urge = wide(game.route_length[route])
            if can_pay(game, state, seat, route):
                urge += 100
            if urge > most:
                goal, most = route, urge
    return goal
