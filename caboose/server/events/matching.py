"""Who plays with whom among those who wait for the same game: pure functions of who waits.

Everybody reaches some points of rating up and down from where they stand, and farther the longer
they wait. A table is made of people whose reaches have a point in common; of intervals on a line,
those that meet two by two all meet.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from caboose.server.people.anchors import BOTS, LEVELS, Pool
from caboose.server.people.rating_change import START

REACH = 100.0  # points of rating, from the first moment on
WIDER = 10.0  # points more for each second of waiting
AT_A_TIME = 500  # people looked at together, since a crowd costs more than its number


@dataclass(frozen=True)
class Seeker:
    """Somebody who waits."""

    guest: str
    rating: float | None  # none: they may be of any strength
    waited: float  # seconds
    bots_after: float | None = None  # seconds, after which bots may fill the table
    shuns: frozenset[str] = frozenset()  # with whom they never sit: one has blocked the other

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

    def is_shunned(self, company: Iterable[Seeker]) -> bool:
        """Does somebody there want nothing to do with them, or they with somebody there?"""
        return any(one.guest in self.shuns or self.guest in one.shuns for one in company)

    def far_from(self, other: Seeker) -> float:
        """How many points there are between two ratings; none if one of them is not known."""
        if self.rating is None or other.rating is None:
            return 0.0
        return abs(self.rating - other.rating)


Company = tuple[Seeker, ...]
"""Those who sit down together; bots take the seats that are left."""


def seat(waiting: Sequence[Seeker], seats: int) -> list[Company]:
    """The tables that can be made now: full of people, else of those who take bots and of bots.

    Of a crowd those who have waited longest come first; the others are seated a moment later.
    """
    longest = sorted(waiting, key=lambda one: (-one.waited, one.guest))[:AT_A_TIME]
    free = {one.guest: one for one in longest}
    tables = list(_gather(free, seats))
    impatient = {guest: one for guest, one in free.items() if one.takes_bots}
    for people in range(seats - 1, 0, -1):
        tables += _gather(impatient, people)
    return tables


def _gather(free: dict[str, Seeker], people: int) -> Iterator[Company]:
    """Tables for so many people, no longer free; those who have waited longest choose first."""
    for anchor in list(free.values()):
        if anchor.guest not in free:
            continue
        others = [one for one in free.values() if not anchor.is_shunned((one,))]
        others.remove(anchor)
        company = _nearest(anchor, others, people - 1)
        if company is not None:
            for one in company:
                del free[one.guest]
            yield company


def _nearest(anchor: Seeker, others: Sequence[Seeker], wanted: int) -> Company | None:
    """The company of so many others that is nearest in rating to somebody; None if none is."""
    near = [one for one in others if one.low <= anchor.high and one.high >= anchor.low]
    near.sort(key=anchor.far_from)
    nearest = _at_peace(near, wanted)
    if nearest is None:
        return None
    company = (anchor, *nearest)
    if max(one.low for one in company) <= min(one.high for one in company):
        return company  # those who are nearest of all: there is hardly ever more to do
    return _sweep(anchor, near, wanted)


def _at_peace(there: Sequence[Seeker], wanted: int) -> list[Seeker] | None:
    """The nearest so many of whom none shuns another, nearest first; None if there are none."""
    nearest = list(there[:wanted])
    if len(nearest) < wanted or not any(one.is_shunned(nearest) for one in nearest):
        return nearest if len(nearest) == wanted else None
    for place, one in enumerate(there):
        rest = [other for other in there[place + 1 :] if not one.is_shunned((other,))]
        others = _at_peace(rest, wanted - 1)
        if others is not None:
            return [one, *others]
    return None


def _sweep(anchor: Seeker, near: Sequence[Seeker], wanted: int) -> Company | None:
    """The same among those who reach somebody, nearest first, of whom not all reach each other.

    Along the line of ratings: wherever a reach begins, the nearest of those who reach that point.
    """
    ends = sorted(range(len(near)), key=lambda n: near[n].high)
    is_peace = not any(one.shuns for one in near)
    there: list[int] = []
    best: tuple[float, list[Seeker]] = (math.inf, [])
    gone = 0
    for n in sorted(range(len(near)), key=lambda n: near[n].low):
        insort(there, n)
        while near[ends[gone]].high < near[n].low:
            del there[bisect_left(there, ends[gone])]
            gone += 1
        present = there[:wanted] if is_peace else there
        some = _at_peace([near[n] for n in present], wanted)
        if some is not None:
            best = min(best, (sum(map(anchor.far_from, some)), some), key=lambda one: one[0])
    return (anchor, *best[1]) if best[1] else None


def level_for(pool: Pool, company: Sequence[Seeker]) -> str:
    """The level of the bots that come nearest to these people."""
    ratings = [START if one.rating is None else one.rating for one in company]
    middle = sum(ratings) / len(ratings)
    return min(LEVELS, key=lambda level: abs(BOTS[pool][LEVELS.index(level)] - middle))
