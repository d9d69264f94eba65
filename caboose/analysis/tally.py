"""A tally: what came of each way so far, over all worlds in which it was tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caboose.analysis.settings import WIN_POINTS
from caboose.analysis.trials import Trials, Way
from caboose.boards.limits import MAX_ROUTES, MAX_TICKETS

Numbers = np.ndarray[Any, Any]


def leads(points: Numbers, seat: int) -> Numbers:
    """A seat's points minus those of the best other; seats are the last axis."""
    others = np.delete(points, seat, axis=-1)
    return np.asarray(points[..., seat] - others.max(axis=-1))


@dataclass
class Arm:
    """One way with all that came of it, in the worlds in which it was tried."""

    seat: int
    shares: list[Numbers] = field(default_factory=list)  # of all seats, a block for each look
    points: list[Numbers] = field(default_factory=list)
    done: Numbers = field(default_factory=lambda: np.zeros(MAX_TICKETS, np.int64))
    lost: Numbers = field(default_factory=lambda: np.zeros(MAX_ROUTES, np.int64))

    @property
    def worlds(self) -> int:
        """In how many worlds it was tried."""
        return sum(len(block) for block in self.shares)

    def first(self, worlds: int) -> Arm:
        """What came of it in the first so many worlds."""
        shares, points = np.concatenate(self.shares), np.concatenate(self.points)
        return Arm(self.seat, [shares[:worlds]], [points[:worlds]])

    @property
    def share(self) -> float:
        """The mover's share of the wins."""
        return float(np.concatenate(self.shares)[:, self.seat].mean())

    @property
    def share_error(self) -> float:
        """The standard error of that share."""
        wins = np.concatenate(self.shares)[:, self.seat]
        return float(wins.std() / np.sqrt(len(wins)))

    @property
    def score(self) -> float:
        """The mover's points at the end."""
        return float(np.concatenate(self.points)[:, self.seat].mean())

    @property
    def lead(self) -> float:
        """By how much the mover is ahead of the best other in the end."""
        return float(leads(np.concatenate(self.points), self.seat).mean())


class Tally:
    """All ways of one decision."""

    def __init__(self, ways: list[Way], seat: int) -> None:
        self.seat = seat
        self.arms = {way: Arm(seat) for way in ways}
        self.spread = 1.0  # of the lead between worlds

    def add(self, ways: list[Way], trials: Trials) -> None:
        """Write down what came of some ways."""
        for j, way in enumerate(ways):
            arm = self.arms[way]
            arm.shares.append(trials.shares[:, j])
            arm.points.append(trials.points[:, j])
            arm.done += trials.done[j]
            arm.lost += trials.lost[j]
        self.spread = max(1.0, float(leads(trials.points, self.seat).std()))

    def utilities(self, way: Way) -> Numbers:
        """How good a way was in each of its worlds: the win, and a little for the lead.

        The lead is there because it tells more of few worlds than wins alone do.
        """
        arm = self.arms[way]
        wins = np.concatenate(arm.shares)[:, self.seat]
        ahead = leads(np.concatenate(arm.points), self.seat)
        return np.asarray(wins + ahead / (4 * self.spread))

    def ranking(self, ways: Iterable[Way]) -> list[Way]:
        """Ways that were tried in the same worlds, the best first."""
        means = {way: float(self.utilities(way).mean()) for way in ways}
        return sorted(means, key=lambda way: -means[way])

    def is_behind(self, way: Way, best: Way, by: float) -> bool:
        """Is a way behind another by more than so many standard errors?"""
        return _mean_over_error(self.utilities(best) - self.utilities(way)) > by


def _mean_over_error(differences: Numbers) -> float:
    """How many standard errors the mean of paired differences is above nothing."""
    error = float(differences.std()) / np.sqrt(len(differences))
    mean = float(differences.mean())
    return mean / error if error > 0 else (np.inf if mean > 0 else 0.0)


@dataclass(frozen=True)
class Comparison:
    """What one move was worth less than another, in worlds that did not choose the two."""

    shares: Numbers  # by seat, the mean difference
    points: Numbers
    error: float  # standard error of the mover's share
    lead: float  # the mover's lead, less
    lead_error: float
    worlds: int

    def points_lost(self, seat: int) -> float:
        """Points of lead that a seat loses, a win counting as some more of them."""
        return self.lead + WIN_POINTS * float(self.shares[seat])

    @property
    def points_lost_error(self) -> float:
        """The standard error of that, at most: wins and leads go up and down together."""
        return self.lead_error + WIN_POINTS * self.error


def compare(better: Arm, worse: Arm, looks: int) -> Comparison:
    """Compare two ways by what came of them in their last so many looks, which they shared."""
    shares = [np.concatenate(arm.shares[-looks:]) for arm in (better, worse)]
    points = [np.concatenate(arm.points[-looks:]) for arm in (better, worse)]
    difference, seat = shares[0] - shares[1], better.seat
    ahead, root = leads(points[0], seat) - leads(points[1], seat), np.sqrt(len(difference))
    return Comparison(
        shares=difference.mean(axis=0),
        points=(points[0] - points[1]).mean(axis=0),
        error=float(difference[:, seat].std() / root),
        lead=float(ahead.mean()),
        lead_error=float(ahead.std() / root),
        worlds=len(difference),
    )
