"""What routes are worth to Express once they are claimed, in hundredths of a point."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.rules.attractions import cities_reached
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.players.atlas import Atlas
from caboose.players.cards import has_bit
from caboose.players.desk import Desk
from caboose.players.weights import BONUS_SHARE, CHOKE, PLAN_SHARE, TOUCH, TRAIN

NOTHING = -(1 << 30)  # a route that the seat's trains do not allow


@compiled
def weigh_routes(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk) -> None:
    """What each open route is worth once claimed; `NOTHING` for those that cannot be."""
    cities = cities_reached(game, state, seat)
    if game.districts > 0 or game.longest_path > 0:
        connect_cities(game, state, seat, desk.parts)
    share = 0
    if desk.plan_trains > 0:
        share = wide(desk.weights[PLAN_SHARE]) * 2 * wide(desk.plan_points)
        share //= wide(desk.plan_trains)
    for word in range(ROUTE_WORDS):
        routes = wide(state.open[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            length = wide(game.route_length[route])
            worth = 100 * wide(game.route_points[length]) - wide(desk.weights[TRAIN]) * length
            if has_bit(desk.plan, route):
                worth += share * length
                worth += wide(desk.weights[CHOKE]) * wide(atlas.detour[route]) // 100
            worth += worth_of_place(game, state, desk, cities, route)
            desk.worth[route] = worth if length <= state.trains[seat] else NOTHING


@compiled
def worth_of_place(
    game: GameRecord, state: StateRecord, desk: Desk, cities: int, route: int
) -> int:
    """What a route adds to the network: length, attractions, districts."""
    one, other = wide(game.route_a[route]), wide(game.route_b[route])
    worth = 0
    if game.longest_path > 0 and not is_connected(desk.parts, one, other):
        ends = (cities >> one & 1) + (cities >> other & 1)
        worth += wide(desk.weights[TOUCH]) * ends
    if game.attractions:
        if cities & bit(one) == 0:
            worth += wide(desk.weights[BONUS_SHARE]) * wide(game.attraction[one])
        if cities & bit(other) == 0:
            worth += wide(desk.weights[BONUS_SHARE]) * wide(game.attraction[other])
    for district in range(game.districts):
        group = wide(game.district_cities[district])
        is_inside = group & bit(one) != 0 and group & bit(other) != 0
        if is_inside and not is_connected(desk.parts, one, other):
            worth += district_share(game, desk, group, district)
    return worth


@compiled
def district_share(game: GameRecord, desk: Desk, group: int, district: int) -> int:
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
            alone = not is_connected(desk.parts, earlier, city)
        if alone:
            joints += 1
    return wide(desk.weights[BONUS_SHARE]) * wide(game.district_points[district]) // max(1, joints)
