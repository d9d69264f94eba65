"""Who plays with whom among those who wait for the same game: pure functions of who waits.

Everybody reaches some points of rating up and down from where they stand, and farther the longer
they wait. A table is made of people whose reaches have a point in common; of intervals on a line,
those that meet two by two all meet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from caboose.server.people.anchors import BOTS, LEVELS, Pool
from caboose.server.people.rating_change import START

REACH = 100.0  # points of rating, from the first moment on
WIDER = 10.0  # points more for each second of waiting


@dataclass(frozen=True)
class Seeker:
    """Somebody who waits."""

    guest: str
    rating: float | None  # none: they may be of any strength
    waited: float  # seconds
    bots_after: float | None = None  # seconds, after which bots may fill the table

    @property
    def reach(self) -> float:
        """How far from their own rating they look for others."""
        return math.inf if self.rating is None else REACH + WIDER * self.waited

    @property
    def low(self) -> float:
        """The lowest point that they reach."""
        return -math.inf if self.rating is None else self.rating - self.reach

    @property
    def high(self) -> float:
        """The highest point that they reach."""
        return math.inf if self.rating is None else self.rating + self.reach

    @property
    def takes_bots(self) -> bool:
        """Have they waited so long that they would rather play with bots?"""
        return self.bots_after is not None and self.waited >= self.bots_after

    def far_from(self, other: Seeker) -> float:
        """How many points there are between two ratings; none if one of them is not known."""
        if self.rating is None or other.rating is None:
            return 0.0
        return abs(self.rating - other.rating)


Company = tuple[Seeker, ...]
"""Those who sit down together; bots take the seats that are left."""


def seat(waiting: Sequence[Seeker], seats: int) -> list[Company]:
    """The tables that can be made now: full of people, else of those who take bots and of bots."""
    free = sorted(waiting, key=lambda one: (-one.waited, one.guest))
    tables = list(_gather(free, seats))
    impatient = [one for one in free if one.takes_bots]
    for people in range(seats - 1, 0, -1):
        tables += _gather(impatient, people)
    return tables


def _gather(free: list[Seeker], people: int) -> Iterator[Company]:
    """Tables for so many people, who are free no more; who has waited longest chooses first."""
    for anchor in list(free):
        others = [one for one in free if one is not anchor]
        company = _nearest(anchor, others, people - 1) if anchor in free else None
        if company is not None:
            for one in company:
                free.remove(one)
            yield company


def _nearest(anchor: Seeker, others: list[Seeker], wanted: int) -> Company | None:
    """The company of so many others that is nearest in rating to somebody; None if none is."""
    lows = [one.low for one in (anchor, *others) if anchor.low <= one.low <= anchor.high]
    companies = [
        sorted(there, key=anchor.far_from)[:wanted]
        for point in lows
        if len(there := [one for one in others if one.low <= point <= one.high]) >= wanted
    ]
    if not companies:
        return None
    return (anchor, *min(companies, key=lambda them: sum(map(anchor.far_from, them))))


def level_for(pool: Pool, company: Sequence[Seeker]) -> str:
    """The level of the bots that come nearest to these people."""
    ratings = [START if one.rating is None else one.rating for one in company]
    middle = sum(ratings) / len(ratings)
    return min(LEVELS, key=lambda level: abs(BOTS[pool][LEVELS.index(level)] - middle))
