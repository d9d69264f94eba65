"""Racing: the longest open routes, as fast as the cards come."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, TURN, GameRecord, StateRecord
from caboose.engine.numbering import CLAIM
from caboose.engine.rules.attractions import cities_reached
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    color_for,
    do_anything,
    draw_towards,
    is_last_turn,
    lacking,
    most_valuable_claim,
    touches,
)
from caboose.players.tools.scratch import Scratch


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
def race(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Claim the goal, or draw towards it; in the last turn claim what there is."""
    goal = race_goal(game, atlas, state, seat)
    scratch.goal = goal
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
