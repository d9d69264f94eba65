"""One rated game: what everybody's rating is after it (Plackett and Luce).

The scale is Elo's: 400 points are odds of ten to one. House bots stand still, and what a seat is
worth is taken into account.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from caboose.server.people.anchors import BOTS, LEVELS, SEATS, Pool
from caboose.server.people.plackett_luce import after_game

START, UNSURE = 1500.0, 600.0  # of somebody new: nearly anything is possible
SURE = 155.0  # from here on a rating is not provisional: some 12 games of two, or 5 of four
BOT_SIGMA = 1.0  # a house bot is what it is
DRIFT = 1.0  # people change: how much less sure a rating is at the next game


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
    mu, sigma = after_game(
        [one.before.mu + worth[seat] for seat, one in enumerate(entrants)],
        [math.hypot(one.before.sigma, DRIFT) for one in entrants],
        [one.place for one in entrants],
    )
    return [
        one.before if one.bot else Rating(mu[seat] - worth[seat], sigma[seat])
        for seat, one in enumerate(entrants)
    ]
