"""Which cities a seat's own routes connect."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import ROUTE_WORDS, GameRecord, StateRecord


@compiled
def part_of(parts: Any, city: int) -> int:
    """The city that stands for a city's connected part."""
    while parts[city] != city:
        parts[city] = parts[parts[city]]
        city = wide(parts[city])
    return city


@compiled
def connect_cities(game: GameRecord, state: StateRecord, seat: int, parts: Any) -> None:
    """Fill `parts`, an entry per city, so that connected cities share their `part_of`."""
    for city in range(game.cities):
        parts[city] = city
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            one = part_of(parts, wide(game.route_a[route]))
            parts[one] = part_of(parts, wide(game.route_b[route]))


@compiled
def is_connected(parts: Any, one: int, other: int) -> bool:
    """P1: is there a continuous path of the seat's routes between two cities?"""
    return bool(part_of(parts, one) == part_of(parts, other))
