"""The editions, with as many seats as each may have, and the board of the rules tests."""

from __future__ import annotations

from pathlib import Path

import caboose
from caboose.boards import edition

EDITIONS_AND_SEATS = [
    (name, seats)
    for name in caboose.editions()
    for seats in range(edition(name).min_seats, edition(name).max_seats + 1)
]
USA_EDITIONS = [name for name in caboose.editions() if name.startswith("usa")]
CITY_EDITIONS = ["london", "new_york"]

TOY = Path(__file__).parents[2] / "rules" / "toy.toml"
