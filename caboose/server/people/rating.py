"""One rated game: what everybody's rating is after it (Plackett and Luce, by `openskill`).

The scale is Elo's: 400 points are odds of ten to one. House bots stand still, and what a seat is
worth is taken into account.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from caboose.server.people.anchors import BOTS, LEVELS, SEATS, Pool

START, UNSURE = 1500.0, 600.0  # of somebody new: nearly anything is possible
SURE = 350.0  # from here on a rating is not provisional any more
BOT_SIGMA = 1.0  # a house bot is what it is

# Performances differ from game to game so much that 400 points are odds of ten to one.
_BETA = 400 / math.log(10) / math.sqrt(2)


def _gamma(*_: object) -> float:
    """How quickly a game makes a rating surer: fully, as games here are few."""
    return 1.0


_MODEL = PlackettLuce(mu=START, sigma=UNSURE, beta=_BETA, tau=1.0, gamma=_gamma)


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems, and how unsure that is (a standard deviation)."""

    mu: float = START
    sigma: float = UNSURE

    @property
    def is_provisional(self) -> bool:
        """Is it too early to say?"""
        return self.sigma > SURE


@dataclass(frozen=True)
class Entrant:
    """Who sat in a seat: what they were rated before, a bot's level, and the place they took."""

    before: Rating
    bot: str | None
    place: int  # from 0; ties share one


def bot_rating(pool: Pool, level: str) -> Rating:
    """A house bot's rating, which never changes."""
    return Rating(BOTS[pool][LEVELS.index(level)], BOT_SIGMA)


def rate(pool: Pool, entrants: Sequence[Entrant]) -> list[Rating]:
    """Everybody's rating after a game, by seat."""
    worth = SEATS[pool.rpartition("_")[0], len(entrants)]
    teams = [
        [_MODEL.rating(mu=one.before.mu + worth[seat], sigma=one.before.sigma)]
        for seat, one in enumerate(entrants)
    ]
    rated = _MODEL.rate(teams, ranks=[float(one.place) for one in entrants])
    return [
        one.before if one.bot else Rating(new[0].mu - worth[seat], new[0].sigma)
        for seat, (one, new) in enumerate(zip(entrants, rated, strict=True))
    ]
