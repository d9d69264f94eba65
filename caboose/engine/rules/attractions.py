"""Attractions (New York): cities that score for every seat that reaches them."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import ROUTE_WORDS, GameRecord, StateRecord


@compiled
def cities_reached(game: GameRecord, state: StateRecord, seat: int) -> int:
    """The set of cities at which one of the seat's routes ends."""
    cities = 0
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            cities |= bit(wide(game.route_a[route])) | bit(wide(game.route_b[route]))
    return cities


@compiled
def score_attractions(game: GameRecord, state: StateRecord, seat: int) -> int:
    """P4, R19: the points of every attraction that one of the seat's routes reaches."""
    if not game.attractions:
        return 0
    points = 0
    cities = cities_reached(game, state, seat)
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        points += wide(game.attraction[city])
    return points
