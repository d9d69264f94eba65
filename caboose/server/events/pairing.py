"""Who plays whom in an arena: a pure function of who is free.

Neighbours in the standings play each other. Nobody is left over who could be paired; nobody plays
the same people twice in a row while others are free, or may soon be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

REMATCH_AFTER = 10.0  # seconds that the same people wait for others to come free


@dataclass(frozen=True)
class Free:
    """Somebody who is there and does not play."""

    guest: str
    score: int
    free_for: float  # seconds
    last: str | None  # the table at which they played before
    household: str  # a member and their bots are one
    shuns: frozenset[str] = frozenset()  # whom they never meet: one has blocked the other


Company = tuple[Free, ...]


def pair(free: Sequence[Free], seats: int, *, others_play: bool) -> list[Company]:
    """The tables that can be made now."""
    left = sorted(free, key=lambda one: (-one.score, -one.free_for, one.guest))
    tables = _gather(left, seats, may_repeat=False)
    for again in _gather(list(left), seats, may_repeat=True):
        if _exchange(tables, again):
            left = [one for one in left if one not in again]
    waited = [one for one in left if one.free_for >= REMATCH_AFTER or not others_play]
    return tables + _gather(waited, seats, may_repeat=True)


def is_rematch(company: Sequence[Free]) -> bool:
    """Have exactly these just played each other?"""
    return company[0].last is not None and len({one.last for one in company}) == 1


def may_meet(company: Sequence[Free]) -> bool:
    """Is nobody here with a bot of their own, or with somebody whom one of the two has blocked?"""
    guests = {one.guest for one in company}
    at_peace = not any(one.shuns & guests for one in company)
    return at_peace and len({one.household for one in company}) == len(company)


def _gather(left: list[Free], seats: int, *, may_repeat: bool) -> list[Company]:
    """Make tables of those who are left, from the top; whoever sits is left no more."""
    tables = []
    for anchor in list(left):
        company = _company(anchor, left, seats, may_repeat) if anchor in left else None
        if company is not None:
            tables.append(company)
            for one in company:
                left.remove(one)
    return tables


def _company(anchor: Free, left: list[Free], seats: int, may_repeat: bool) -> Company | None:
    """The nearest in the standings whom somebody can play with; None if there are too few."""
    company = [anchor]
    near = sorted(left, key=lambda other: abs(other.score - anchor.score))
    for one in near:
        wider = [*company, one]
        if not may_meet(wider) or (len(wider) == seats and not may_repeat and is_rematch(wider)):
            continue
        company = wider
        if len(company) == seats:
            return tuple(company)
    if not any(one.shuns for one in near):
        return None
    # The one taken first may shun all the others; then somebody farther away is found.
    tables = ((anchor, *them) for them in combinations(near, seats - 1) if anchor not in them)
    meet = (table for table in tables if may_meet(table))
    return next((table for table in meet if may_repeat or not is_rematch(table)), None)


def _exchange(tables: list[Company], again: Company) -> bool:
    """Let one of those who would play again change places with somebody who is just seated."""
    for at, table in enumerate(tables):
        for mine in again:
            for theirs in table:
                one = tuple(theirs if each is mine else each for each in again)
                other = tuple(mine if each is theirs else each for each in table)
                if all(may_meet(each) and not is_rematch(each) for each in (one, other)):
                    tables[at] = other
                    tables.append(one)
                    return True
    return False


def points(places: Sequence[int]) -> list[int]:
    """What a game is worth, by seat: two for everybody who is beaten, one for everybody level."""
    return [
        sum(2 if mine < theirs else int(mine == theirs) for theirs in places) - 1 for mine in places
    ]
