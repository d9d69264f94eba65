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
    others = points.copy()
    others[..., seat] = -np.inf
    return np.asarray(points[..., seat] - others.max(axis=-1))


@dataclass
class Arm:
    """One way with all that came of it, in the worlds in which it was tried."""

    seat: int
    shares: Numbers  # of the win, by world and seat
    points: Numbers  # at the end, by world and seat
    ahead: Numbers  # the mover's lead, by world
    looks: list[int] = field(default_factory=list)  # worlds of each look
    done: Numbers = field(default_factory=lambda: np.zeros(MAX_TICKETS, np.int64))
    lost: Numbers = field(default_factory=lambda: np.zeros(MAX_ROUTES, np.int64))

    def add(self, shares: Numbers, points: Numbers, ahead: Numbers) -> None:
        """What came of it in one more look."""
        self.shares = np.concatenate([self.shares, shares])
        self.points = np.concatenate([self.points, points])
        self.ahead = np.concatenate([self.ahead, ahead])
        self.looks.append(len(shares))

    @property
    def worlds(self) -> int:
        """In how many worlds it was tried."""
        return len(self.shares)

    def first(self, worlds: int) -> Arm:
        """What came of it in the first so many worlds."""
        return Arm(self.seat, self.shares[:worlds], self.points[:worlds], self.ahead[:worlds])

    def last(self, looks: int) -> Arm:
        """What came of it in its last so many looks."""
        skipped = self.worlds - sum(self.looks[-looks:])
        return Arm(self.seat, self.shares[skipped:], self.points[skipped:], self.ahead[skipped:])

    @property
    def wins(self) -> Numbers:
        """The mover's share of the win, by world."""
        return np.asarray(self.shares[:, self.seat])

    @property
    def share(self) -> float:
        """The mover's share of the wins."""
        return float(self.wins.mean())

    @property
    def share_error(self) -> float:
        """The standard error of that share."""
        return float(self.wins.std() / np.sqrt(len(self.wins)))

    @property
    def score(self) -> float:
        """The mover's points at the end."""
        return float(self.points[:, self.seat].mean())

    @property
    def lead(self) -> float:
        """By how much the mover is ahead of the best other in the end."""
        return float(self.ahead.mean())


def new_arm(seat: int, seats: int) -> Arm:
    """A way that was not tried yet."""
    return Arm(seat, np.zeros((0, seats)), np.zeros((0, seats)), np.zeros(0))


class Tally:
    """All ways of one decision."""

    def __init__(self, ways: list[Way], seat: int, seats: int) -> None:
        self.seat = seat
        self.arms = {way: new_arm(seat, seats) for way in ways}
        self.spread = 1.0  # of the lead between worlds

    def add(self, ways: list[Way], trials: Trials) -> None:
        """Write down what came of some ways."""
        ahead = leads(trials.points, self.seat)
        for j, way in enumerate(ways):
            arm = self.arms[way]
            arm.add(trials.shares[:, j], trials.points[:, j], ahead[:, j])
            arm.done += trials.done[j]
            arm.lost += trials.lost[j]
        self.spread = max(1.0, float(ahead.std()))

    def utilities(self, way: Way) -> Numbers:
        """How good a way was in each of its worlds: the win, and a little for the lead.

        The lead is there because it tells more of few worlds than wins alone do.
        """
        arm = self.arms[way]
        return np.asarray(arm.wins + arm.ahead / (4 * self.spread))

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
    one, other, seat = better.last(looks), worse.last(looks), better.seat
    difference, ahead = one.shares - other.shares, one.ahead - other.ahead
    root = np.sqrt(len(difference))
    return Comparison(
        shares=difference.mean(axis=0),
        points=(one.points - other.points).mean(axis=0),
        error=float(difference[:, seat].std() / root),
        lead=float(ahead.mean()),
        lead_error=float(ahead.std() / root),
        worlds=len(difference),
    )
