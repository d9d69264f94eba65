"""The longest path: the longest trail through a seat's routes, always exact.

A trail walks no route twice but may pass a city as often as it likes. Most networks are trees with
a loop or two, so the work grows only with what is there:

1. Branches are peeled off from their tips, until there are no tips. What was peeled leaves an arm
   at its city: how far a trail that leaves the loops there can still go. A tree is gone then.
2. What remains are loops. Every way through them is walked.
3. Loops with too many ways are cut at their bridges, the routes that alone join two sides, which
   a trail crosses at most once. The blocks between bridges are peeled off like branches, each
   leaving an arm at the next; how far a trail can go in a block is found by `trail_search`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES
from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit
from caboose.engine.fields import NOBODY, ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.rules.trail_search import (
    ACROSS,
    ARM,
    BRIDGES_AT,
    CHOICES,
    FORCED,
    LENGTH,
    NETWORK_ROWS,
    ROUTES_AT,
    SECOND_ARM,
    TOO_WIDE,
    TRAIL,
    search_block,
)

PATIENCE = 300  # steps from one city after which walking every way is given up
ENDLESS = 1 << 62
GIVEN_UP = -1


@compiled
def longest_path(game: GameRecord, state: StateRecord, seat: int) -> int:
    """P2, R20: the spaces of the longest path through a seat's routes; a loop counts once."""
    return longest_trail(game, state.owned[seat])


@compiled
def longest_path_routes(game: GameRecord, state: StateRecord, seat: int, routes: Any) -> int:
    """P2, R20: fill `routes`, a word per 64, with the set of one longest path; give its spaces.

    A route that the path can do without is dropped, one after the other; what stays is the path.
    """
    routes[:] = state.owned[seat]
    spaces = longest_trail(game, routes)
    for route in range(game.routes):
        word = route >> 6
        if int(routes[word]) & bit(route & 63) != 0:
            routes[word] ^= bit(route & 63)
            if longest_trail(game, routes) < spaces:
                routes[word] ^= bit(route & 63)
    return spaces


@compiled
def longest_trail(game: GameRecord, routes: Any) -> int:
    """The spaces of the longest trail through a set of routes."""
    network = np.empty((NETWORK_ROWS, MAX_CITIES), np.int64)
    cities, tips = lay_out(game, routes, network)
    longest = peel_branches(network, tips)
    while cities != 0:
        city = lowest_bit(cities)
        if network[ROUTES_AT, city] == 0:
            cities ^= bit(city)
        else:
            part = part_around(network, city)
            cities &= ~part
            longest = longest_in_part(network, part, longest)
    return longest


@compiled
def lay_out(game: GameRecord, routes: Any, network: Any) -> tuple[int, int]:
    """Number the routes and note where they run; give all their cities, and the tips among them."""
    network[ROUTES_AT, :] = 0
    network[ARM, :] = 0
    network[SECOND_ARM, :] = 0
    cities = 0
    crossings = 0
    number = 0
    for word in range(ROUTE_WORDS):
        left = int(routes[word])
        while left != 0:
            place = lowest_bit(left)
            left ^= bit(place)
            one = int(game.route_a[64 * word + place])
            other = int(game.route_b[64 * word + place])
            network[ACROSS, number] = one ^ other
            network[LENGTH, number] = game.route_length[64 * word + place]
            network[ROUTES_AT, one] |= bit(number)
            network[ROUTES_AT, other] |= bit(number)
            ends = bit(one) | bit(other)
            crossings |= cities & ends
            cities |= ends
            number += 1
    return cities, cities & ~crossings


@compiled
def across(network: Any, route: int, city: int) -> int:
    """The city at the other end of a route."""
    return city ^ int(network[ACROSS, route])


@compiled
def peel_branches(network: Any, tips: int) -> int:
    """Turn branches into arms; give the longest trail that uses peeled routes alone."""
    longest = 0
    while tips != 0:
        tip = lowest_bit(tips)
        tips ^= bit(tip)
        routes = int(network[ROUTES_AT, tip])
        if routes == 0:  # two tips shared their route, and it was peeled from the other
            continue
        city = across(network, lowest_bit(routes), tip)
        reach = int(network[ARM, tip]) + int(network[LENGTH, lowest_bit(routes)])
        longest = max(longest, attach_arm(network, city, reach))
        network[ROUTES_AT, tip] = 0
        network[ROUTES_AT, city] ^= routes
        if is_at_most_one(int(network[ROUTES_AT, city])):
            tips |= bit(city)
    return longest


@compiled
def is_at_most_one(routes: int) -> bool:
    """Whether a set of routes has one member or none."""
    return routes & (routes - 1) == 0


@compiled
def attach_arm(network: Any, city: int, reach: int) -> int:
    """Note that a trail can go this far out from a city; give the longest way in and out there.

    Only the two longest arms matter: a trail has two ends.
    """
    through = reach + int(network[ARM, city])
    if reach > network[ARM, city]:
        network[SECOND_ARM, city] = network[ARM, city]
        network[ARM, city] = reach
    elif reach > network[SECOND_ARM, city]:
        network[SECOND_ARM, city] = reach
    return through


@compiled
def part_around(network: Any, city: int) -> int:
    """The set of cities that routes connect with a city."""
    part = bit(city)
    fresh = part
    while fresh != 0:
        city = lowest_bit(fresh)
        fresh ^= bit(city)
        routes = int(network[ROUTES_AT, city])
        while routes != 0:
            route = lowest_bit(routes)
            routes ^= bit(route)
            other = bit(across(network, route, city))
            fresh |= other & ~part
            part |= other
    return part


@compiled
def longest_in_part(network: Any, part: int, longest: int) -> int:
    """The longest trail in a connected part of loops, if it beats the longest."""
    found = walk_loops(network, part, longest, PATIENCE)
    if found == GIVEN_UP:
        found = longest_in_tangle(network, part, longest)
    return found


@compiled
def walk_loops(network: Any, part: int, longest: int, patience: int) -> int:
    """The longest trail in a part, if it beats the longest, by walking every way.

    It begins at an odd city, that is, one with an odd number of routes, or at an arm: a trail that
    ends elsewhere can go on, and a round can begin where it passes a free route, and go on there.
    """
    odd, armed, spaces, longest_arm = survey(network, part)
    longest = max(longest, whole_walk(network, part, odd, spaces))
    starts = odd | armed
    while starts != 0 and longest != GIVEN_UP:
        start = lowest_bit(starts)
        starts ^= bit(start)
        if spaces + longest_arm + int(network[ARM, start]) > longest:
            longest = walk_every_way(network, start, longest, patience)
    return longest


@compiled
def survey(network: Any, part: int) -> tuple[int, int, int, int]:
    """The odd cities of a part, those with arms, the spaces of its routes, its longest arm."""
    odd = 0
    armed = 0
    twice = 0
    longest_arm = 0
    while part != 0:
        city = lowest_bit(part)
        part ^= bit(city)
        routes = int(network[ROUTES_AT, city])
        if count_bits(routes) & 1 != 0:
            odd |= bit(city)
        if network[ARM, city] > 0:
            armed |= bit(city)
            longest_arm = max(longest_arm, int(network[ARM, city]))
        while routes != 0:
            twice += int(network[LENGTH, lowest_bit(routes)])
            routes ^= bit(lowest_bit(routes))
    return odd, armed, twice >> 1, longest_arm


@compiled
def whole_walk(network: Any, part: int, odd: int, spaces: int) -> int:
    """The longest trail over all routes of a part, 0 if there is none.

    With two odd cities it runs from one to the other, with none it is a round from any city.
    """
    if count_bits(odd) > 2:
        return 0
    if odd != 0:
        one = lowest_bit(odd)
        other = lowest_bit(odd ^ bit(one))
        return spaces + int(network[ARM, one]) + int(network[ARM, other])
    arms = 0
    while part != 0:
        city = lowest_bit(part)
        part ^= bit(city)
        arms = max(arms, int(network[ARM, city]) + int(network[SECOND_ARM, city]))
    return spaces + arms


@compiled
def walk_every_way(network: Any, start: int, longest: int, patience: int) -> int:
    """The longest trail from a city, if it beats the longest; GIVEN_UP after too many steps."""
    city = start
    walked = int(network[ARM, start])
    free = ~bit(63)  # the set of routes not walked yet
    depth = 0
    network[CHOICES, 0] = network[ROUTES_AT, start]
    for _ in range(patience):
        choices = int(network[CHOICES, depth])
        if choices != 0:
            route = lowest_bit(choices)
            network[CHOICES, depth] = choices ^ bit(route)
            network[TRAIL, depth] = route
            depth += 1
            city = across(network, route, city)
            free ^= bit(route)
            walked += int(network[LENGTH, route])
            arm = network[SECOND_ARM, city] if city == start else network[ARM, city]
            longest = max(longest, walked + int(arm))
            network[CHOICES, depth] = network[ROUTES_AT, city] & free
        elif depth == 0:
            return longest
        else:
            depth -= 1
            route = int(network[TRAIL, depth])
            city = across(network, route, city)
            free ^= bit(route)
            walked -= int(network[LENGTH, route])
    return GIVEN_UP


@compiled
def longest_in_tangle(network: Any, part: int, longest: int) -> int:
    """The longest trail in a part of many loops, if it beats the longest, block by block."""
    set_bridges_aside(network, part)
    while part != 0:
        block = outer_block(network, part)
        part &= ~block
        longest = longest_in_block(network, block, longest)
        door = door_of(network, block)
        if door != NOBODY:
            bridge = lowest_bit(network[BRIDGES_AT, door])
            outside = across(network, bridge, door)
            reach = reach_from(network, block, door) + int(network[LENGTH, bridge])
            longest = max(longest, attach_arm(network, outside, reach))
            network[BRIDGES_AT, outside] ^= bit(bridge)
    return longest


@compiled
def set_bridges_aside(network: Any, part: int) -> None:
    """Take the routes without which a part falls apart out of it."""
    network[BRIDGES_AT, :] = 0
    while part != 0:
        city = lowest_bit(part)
        part ^= bit(city)
        routes = int(network[ROUTES_AT, city])
        while routes != 0:
            route = lowest_bit(routes)
            routes ^= bit(route)
            other = across(network, route, city)
            move_route(network, route, city, other)
            if part_around(network, city) & bit(other) != 0:
                move_route(network, route, city, other)


@compiled
def move_route(network: Any, route: int, one: int, other: int) -> None:
    """Put a route among the bridges, or back."""
    for city in (one, other):
        network[ROUTES_AT, city] ^= bit(route)
        network[BRIDGES_AT, city] ^= bit(route)


@compiled
def outer_block(network: Any, part: int) -> int:
    """The cities of a block that at most one bridge joins to the rest of the part."""
    while True:
        block = part_around(network, lowest_bit(part))
        part &= ~block
        bridges = 0
        cities = block
        while cities != 0:
            bridges |= int(network[BRIDGES_AT, lowest_bit(cities)])
            cities ^= bit(lowest_bit(cities))
        if is_at_most_one(bridges):
            return block


@compiled
def door_of(network: Any, block: int) -> int:
    """The city of an outer block where its bridge begins, NOBODY if it has none."""
    while block != 0:
        city = lowest_bit(block)
        block ^= bit(city)
        if network[BRIDGES_AT, city] != 0:
            return city
    return NOBODY


@compiled
def reach_from(network: Any, block: int, door: int) -> int:
    """How far a trail can go that enters a block by its door; the block is done with then."""
    arm = int(network[ARM, door])
    network[SECOND_ARM, door] = arm
    network[ARM, door] = FORCED
    return longest_in_block(network, block, FORCED + arm) - FORCED


@compiled
def longest_in_block(network: Any, block: int, longest: int) -> int:
    """The longest trail in a block, if it beats the longest."""
    found = search_block(network, block, longest)
    if found == TOO_WIDE:
        found = walk_loops(network, block, longest, ENDLESS)
    return found
