"""Accuracy of a move and of a game, and a name for a level of play.

The formulas are those that lichess has published for chess: win shares are win shares. A game's
accuracy is the mean of two means over its counted decisions: one weighted by how much was going on,
and the harmonic one, which a single blunder pulls down.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, harmonic_mean, pstdev

from caboose.analysis.grading import Grade

# What a decision brings beyond the reference player's names a level: in hundredths of a usual
# margin, a decision on average. The bounds lie between what bots of these levels were measured to
# bring (see docs/analysis.md).
LEVELS = (
    ("stationmaster", 1.0),
    ("dispatcher", -0.7),
    ("driver", -2.5),
    ("conductor", -6.0),
)
LOWEST_LEVEL = "passenger"
FEWEST_DECISIONS = 5  # that say something about a level
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0  # of a window, in points of win share


def move_accuracy(error: float) -> float:
    """How good a move was, from 0 to 100, by the points of win share that it lost."""
    return min(100.0, max(0.0, 103.1668 * exp(-0.04354 * error) - 3.1669 + 1.0))


def game_accuracy(errors: Sequence[float], shares: Sequence[float]) -> float | None:
    """How well a seat played: its errors, and what it could think of its chances at each."""
    if not errors:
        return None
    accuracies = [move_accuracy(error) for error in errors]
    weights = _weights([100 * share for share in shares])
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True)) / sum(weights)
    return (weighted + harmonic_mean([max(accuracy, 1e-9) for accuracy in accuracies])) / 2


def _weights(shares: Sequence[float]) -> list[float]:
    """A decision weighs as much as the chances went up and down around it."""
    size = max(2, min(8, len(shares) // 10))
    windows = [shares[max(0, i - size) : i + 1] for i in range(len(shares))]
    return [min(MOST_WEIGHT, max(LEAST_WEIGHT, pstdev(window))) for window in windows]


def mean_error(grades: Sequence[Grade]) -> float | None:
    """What a free decision loses on average, in hundredths of a usual margin.

    Points of lead, because who has all but lost can lose no more of the win, however badly they
    play on; and an opportunity that stays open counts once.
    """
    lost = [grade.margin_lost for grade in grades if grade.same_as is None]
    return fmean(lost) if lost else None


def level_of(brought: Sequence[float]) -> str | None:
    """The level of bots that bring as much, None where there is too little to say."""
    if len(brought) < FEWEST_DECISIONS:
        return None
    mean = fmean(brought)
    return next((name for name, least in LEVELS if mean >= least), LOWEST_LEVEL)
