"""Racer: the longest routes, nothing else, as fast as the cards come.

It keeps as few tickets as it must, the cheapest, and never draws more. It claims only the longest
routes that are still open to it (on the USA board those of six, then five ...), rather those that
touch its network, and draws towards the nearest one. The game then ends in about 34 of its turns,
before others have completed what they planned. Sixty lines that beat most published bots.
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
from caboose.engine.numbering import CLAIM, DRAW_FACE_UP, KEEP, KEEP_MASKS, KEEP_SIZES
from caboose.engine.rules.attractions import cities_reached
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_keep
from caboose.players.atlas import Atlas
from caboose.players.cards import (
    color_for,
    do_anything,
    draw_something,
    is_last_turn,
    lacking,
    most_valuable_claim,
    pay_sparing,
    touches,
)
from caboose.players.desk import Desk


@compiled
def decide_racer(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, dice: Any
) -> int:
    """The racer's action."""
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_cheapest(game, state, seat)
    return race(game, atlas, state, seat, desk)


@compiled
def keep_cheapest(game: GameRecord, state: StateRecord, seat: int) -> int:
    """As few tickets as allowed, with the fewest points to lose."""
    best, least = 0, 1 << 20
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            points = 1000 * wide(KEEP_SIZES[keep])
            for place in range(wide(state.offer_size[seat])):
                if KEEP_MASKS[keep] & bit(place) != 0:
                    points += wide(game.ticket_points[state.offer[seat, place]])
            if points < least:
                best, least = keep, points
    return KEEP + best


@compiled
def longest_open(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int) -> int:
    """The length of the longest routes that are open to a seat and that its trains allow."""
    for length in range(min(wide(atlas.longest), wide(state.trains[seat])), 0, -1):
        for word in range(ROUTE_WORDS):
            if (wide(atlas.of_length[length, word]) & wide(state.open[seat, word])) != 0:
                return length
    return 0


@compiled
def race_goal(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int) -> int:
    """Of the longest open routes the one with the fewest cards lacking, rather a touching one."""
    length = longest_open(game, atlas, state, seat)
    cities = cities_reached(game, state, seat)
    goal, least = NOBODY, 1 << 20
    for word in range(ROUTE_WORDS):
        routes = wide(atlas.of_length[length, word]) & wide(state.open[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            lacks = 2 * lacking(game, state, seat, route, color_for(game, state, seat, route))
            if not touches(game, cities, route):
                lacks += 1
            if lacks < least:
                goal, least = route, lacks
    return goal


@compiled
def race(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> int:
    """Claim the goal, or draw towards it; in the last turn claim what there is."""
    goal = race_goal(game, atlas, state, seat)
    desk.goal = goal
    if goal == NOBODY:
        return do_anything(game, state, seat)
    color = color_for(game, state, seat, goal)
    lacks = lacking(game, state, seat, goal, color)
    if state.phase == TURN:
        if lacks == 0:
            return CLAIM + goal
        if is_last_turn(state) and most_valuable_claim(game, state, seat) != NOBODY:
            return CLAIM + most_valuable_claim(game, state, seat)
    return draw_towards(game, state, seat, color, lacks)


@compiled
def draw_towards(game: GameRecord, state: StateRecord, seat: int, color: int, lacks: int) -> int:
    """A card of one color from the row, a locomotive if it is the last card lacking, or blind."""
    if may_take_face_up(state, color):
        return DRAW_FACE_UP + color
    if lacks == 1 and may_take_face_up(state, LOCOMOTIVE):
        return DRAW_FACE_UP + LOCOMOTIVE
    draw = draw_something(state)
    return draw if draw != NOBODY else do_anything(game, state, seat)
