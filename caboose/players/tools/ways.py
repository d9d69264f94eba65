"""Cheapest ways over the board, by whatever price scratch puts on each route."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, GameRecord

FAR = 1 << 24  # a price that nobody pays


@compiled
def other_end(game: GameRecord, route: int, city: int) -> int:
    """The city at the other end of a route."""
    return wide(game.route_a[route]) + wide(game.route_b[route]) - city


@compiled
def nearest(far: Any, cities: int) -> int:
    """The nearest of a set of cities."""
    best = lowest_bit(cities)
    cities &= ~bit(best)
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        if far[city] < far[best]:
            best = city
    return best


@compiled
def find_ways(game: GameRecord, atlas: Any, scratch: Any, start: int, goal: int) -> None:
    """Fill `far` and `via` outward from a city until a goal is reached, or everywhere.

    A city no nearer than a goal that has been found cannot bring it nearer, and is left out.
    """
    reach = FAR
    for city in range(game.cities):
        scratch.far[city] = FAR
    scratch.far[start] = 0
    scratch.via[start] = NOBODY
    border = bit(start)
    while border != 0:
        city = nearest(scratch.far, border)
        if city == goal:
            return
        border &= ~bit(city)
        here = wide(scratch.far[city])
        for place in range(wide(atlas.first_edge[city]), wide(atlas.first_edge[city + 1])):
            route = wide(atlas.edge[place])
            there = here + wide(scratch.price[route])
            other = other_end(game, route, city)
            if there < reach and there < scratch.far[other]:
                scratch.far[other] = there
                scratch.via[other] = route
                border |= bit(other)
                if other == goal:
                    reach = there
