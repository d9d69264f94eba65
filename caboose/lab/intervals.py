"""Intervals for means, by drawing blocks again: games of one deal belong together.

All is counted in whole numbers until the last division, so that the figures are the same on every
machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

RESAMPLES = 1999
TAIL = 50  # of 2000: 2.5 % on each side
SEED = 20  # the draws are the same every time

Sums = np.ndarray[Any, Any]  # whole numbers, [block, measure]


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Plain values."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def estimate(sums: Sums, unit: int) -> list[Estimate]:
    """The mean of each measure over all blocks; `unit` is what a block's sum is counted in."""
    blocks = len(sums)
    drawn = np.sort(_draw(sums), axis=0)
    divisor = unit * blocks
    return [
        Estimate(int(total) / divisor, int(low) / divisor, int(high) / divisor)
        for total, low, high in zip(sums.sum(axis=0), drawn[TAIL - 1], drawn[-TAIL], strict=True)
    ]


def _draw(sums: Sums) -> Sums:
    """The totals of as many blocks, drawn with putting back, again and again."""
    blocks = len(sums)
    chance = np.random.default_rng(SEED)
    totals = np.zeros((RESAMPLES, sums.shape[1]), np.int64)
    for n in range(RESAMPLES):
        times = np.bincount(chance.integers(blocks, size=blocks), minlength=blocks)
        totals[n] = times @ sums
    return totals


def certain_share(share: Estimate, blocks: int) -> Estimate:
    """A share of wins that was 0 or 1 in all blocks, with an interval that is not a point.

    Drawing again says nothing when all blocks are alike. Instead: the lowest share of won blocks
    under which a run of so many still happens once in forty times.
    """
    rest = 1 - 0.025 ** (1 / blocks)
    if share.low == share.high == 1:
        return Estimate(1.0, 1 - rest, 1.0)
    if share.low == share.high == 0:
        return Estimate(0.0, 0.0, rest)
    return share
