"""What routes are worth to Express once they are claimed, in hundredths of a point."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.rules.attractions import cities_reached
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import has_bit
from caboose.players.tools.express_weights import (
    BONUS_SHARE,
    CARD_TURNS,
    CHOKE,
    PLAN_SHARE,
    SLACK,
    SPENT_LOCOMOTIVE,
    TOUCH,
    TRAIN,
    TURN_COST,
)
from caboose.players.tools.plan import is_plan_good, plan_tickets
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import give_up_late

NOTHING = -(1 << 30)  # a route that the seat's trains do not allow


@compiled
def weigh_routes(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """What each open route is worth once claimed; `NOTHING` for those that cannot be."""
    scratch.cities = cities_reached(game, state, seat)
    if weighs_parts(game):
        connect_cities(game, state, seat, scratch.parts)
    share = 0
    if scratch.plan_trains > 0:
        share = wide(scratch.weights[PLAN_SHARE]) * 2 * wide(scratch.plan_points)
        share //= wide(scratch.plan_trains)
    turn = wide(scratch.weights[TURN_COST])
    for word in range(ROUTE_WORDS):
        routes, worthy = wide(state.open[seat, word]), 0
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            length = wide(game.route_length[route])
            worth = 100 * wide(game.route_points[length]) - wide(scratch.weights[TRAIN]) * length
            if has_bit(scratch.plan, route):
                worth += share * length
                worth += wide(scratch.weights[CHOKE]) * wide(atlas.detour[route]) // 100
            worth += worth_of_place(game, scratch, route)
            scratch.worth[route] = worth if length <= state.trains[seat] else NOTHING
            if scratch.worth[route] > turn:
                worthy |= bit(place)
        scratch.worthy[word] = worthy


@compiled
def weighs_parts(game: GameRecord) -> bool:
    """Does it matter to a route's worth which cities the seat has connected?"""
    return bool(game.districts > 0 or game.longest_path > 0)


@compiled
def worth_of_place(game: GameRecord, scratch: Scratch, route: int) -> int:
    """What a route adds to the network: length, attractions, districts."""
    one, other = wide(game.route_a[route]), wide(game.route_b[route])
    cities, worth = wide(scratch.cities), 0
    ends = (cities >> one & 1) + (cities >> other & 1)
    if game.longest_path > 0 and (ends < 2 or not is_connected(scratch.parts, one, other)):
        worth += wide(scratch.weights[TOUCH]) * ends
    if game.attractions:
        if cities & bit(one) == 0:
            worth += wide(scratch.weights[BONUS_SHARE]) * wide(game.attraction[one])
        if cities & bit(other) == 0:
            worth += wide(scratch.weights[BONUS_SHARE]) * wide(game.attraction[other])
    for district in range(game.districts):
        group = wide(game.district_cities[district])
        is_inside = group & bit(one) != 0 and group & bit(other) != 0
        if is_inside and not is_connected(scratch.parts, one, other):
            worth += district_share(game, scratch, group, district)
    return worth


@compiled
def district_share(game: GameRecord, scratch: Scratch, group: int, district: int) -> int:
    """A district's points, shared among the joints that it still needs."""
    joints = -1
    left = group
    while left != 0:
        city = lowest_bit(left)
        left &= ~bit(city)
        alone = True
        before = group & (bit(city) - 1)
        while before != 0 and alone:
            earlier = lowest_bit(before)
            before &= ~bit(earlier)
            alone = not is_connected(scratch.parts, earlier, city)
        if alone:
            joints += 1
    return (
        wide(scratch.weights[BONUS_SHARE]) * wide(game.district_points[district]) // max(1, joints)
    )


@compiled
def refresh_worth(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> None:
    """Weigh all routes again if the plan no longer stands, time forbids a part, or trains went."""
    if not is_plan_good(game, state, seat, scratch):
        plan_tickets(game, atlas, state, seat, scratch, state.tickets[seat])
        scratch.weighed_at = NOBODY
    if give_up_late(game, state, seat, scratch, wide(scratch.weights[SLACK])):
        scratch.weighed_at = NOBODY
    if scratch.weighed_at != state.trains[seat]:
        weigh_routes(game, atlas, state, seat, scratch)
        scratch.weighed_at = state.trains[seat]


@compiled
def has_worthy(state: StateRecord, seat: int, scratch: Scratch) -> bool:
    """Is any route that is worth more than a turn still open?"""
    for word in range(ROUTE_WORDS):
        if (wide(scratch.worthy[word]) & wide(state.open[seat, word])) != 0:
            return True
    return False


@compiled
def claim_worth(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, route: int, color: int
) -> int:
    """What a route that can be paid for is worth, less a turn and the locomotives it would take."""
    locomotives = max(0, wide(game.route_length[route]) - wide(state.hand[seat, color]))
    worth = wide(scratch.worth[route]) - wide(scratch.weights[TURN_COST])
    return worth - wide(scratch.weights[SPENT_LOCOMOTIVE]) * locomotives


@compiled
def goal_worth(scratch: Scratch, route: int, lacks: int) -> int:
    """What a route that lacks cards is worth, less a turn and the turns until they have come."""
    turn = wide(scratch.weights[TURN_COST])
    worth = wide(scratch.worth[route]) - turn
    return worth - turn * lacks * wide(scratch.weights[CARD_TURNS]) // 10000
