"""Districts (London): groups of cities that score when one network joins them all."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import GameRecord
from caboose.engine.rules.connection import is_connected


@compiled
def is_district_joined(game: GameRecord, parts: Any, district: int) -> bool:
    """P3, R19: all cities of the district lie in one connected part of the seat's routes."""
    cities = wide(game.district_cities[district])
    first = lowest_bit(cities)
    while cities != 0:
        city = lowest_bit(cities)
        cities &= ~bit(city)
        if not is_connected(parts, first, city):
            return False
    return True


@compiled
def score_districts(game: GameRecord, parts: Any) -> int:
    """P3: the points of every joined district."""
    points = 0
    for district in range(game.districts):
        if is_district_joined(game, parts, district):
            points += wide(game.district_points[district])
    return points
