"""The fixed points of the ratings' scale: what house bots are worth, and what going first is.

All in points of Elo's scale, as the published ladders have them (docs/ladders.md): there `racer` is
at 1500. Passenger was measured against Conductor, Stationmaster against Dispatcher, and seats in
games between Dispatchers alone. They are never changed by games, so that 1500 stays 1500.
"""

from __future__ import annotations

from typing import Literal, get_args

Pool = Literal["usa_2", "usa_more", "london_2", "london_more", "new_york_2", "new_york_more"]
POOLS: tuple[Pool, ...] = get_args(Pool)

FAMILIES = {
    "usa": "usa", "usa_anniversary": "usa", "usa_1910": "usa", "usa_mega": "usa",
    "usa_big_cities": "usa", "london": "london", "new_york": "new_york",
}  # fmt: skip

# By level, from the weakest: the bots that may sit at rated tables.
LEVELS = ("passenger", "conductor", "driver", "dispatcher", "stationmaster")
BOTS: dict[Pool, tuple[int, ...]] = {
    "usa_2": (1189, 1471, 1568, 1804, 2054),
    "usa_more": (973, 1509, 1583, 1754, 2000),
    "london_2": (1457, 1649, 1685, 1762, 2033),
    "london_more": (1317, 1550, 1637, 1661, 1815),
    "new_york_2": (1282, 1444, 1502, 1614, 1810),
    "new_york_more": (1291, 1524, 1632, 1671, 1853),
}

# What each seat is worth, by family and number of seats: 1,200 games between Dispatchers each.
SEATS: dict[tuple[str, int], tuple[int, ...]] = {
    ("usa", 2): (19, -19),
    ("usa", 3): (36, -6, -30),
    ("usa", 4): (39, 5, -17, -27),
    ("usa", 5): (31, 15, -5, -18, -23),
    ("london", 2): (31, -31),
    ("london", 3): (54, -4, -50),
    ("london", 4): (48, 14, -30, -32),
    ("new_york", 2): (35, -35),
    ("new_york", 3): (50, -9, -41),
    ("new_york", 4): (69, 16, -23, -62),
}


def pool_of(edition: str, seats: int) -> Pool | None:
    """Which ratings a game counts for; None if for none, as on an own board."""
    family = FAMILIES.get(edition)
    if family is None:
        return None
    name = f"{family}_{'2' if seats == 2 else 'more'}"
    return next(pool for pool in POOLS if pool == name)
