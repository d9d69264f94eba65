"""The sequential test: play until it is clear which of two claims about strength holds.

H0 says that the first bot is stronger than its opponents by ELO0, H1 by ELO1. What is tested are
whole blocks: their scores are independent of each other, games of one block are not. The score of
a block is the first bot's mean share of the wins; with two seats that is one of five values, and
the test is the pentanomial one. After every block, in the order of the deals, the generalized
likelihood ratio compares the best explanation of the scores so far under H1 with that under H0.
With error rates of 5 % each it stops when its logarithm leaves (-2.94, 2.94).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

ERROR_RATE = 0.05
BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)
UNSEEN = 0.001  # how often a score counts that did not occur: it must stay possible


@dataclass(frozen=True)
class Claims:
    """The two claims, as differences in Elo."""

    elo0: float
    elo1: float

    @classmethod
    def parse(cls, text: str) -> Claims:
        """Read ELO0,ELO1."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            elo0 = elo1 = math.nan
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise ValueError(
                f"'{text}' is not a test; write two differences in Elo, the lower first: 0,10."
            )
        return cls(elo0, elo1)


def expected_share(elo: float, seats: int) -> float:
    """The share of wins of a bot that is stronger by so much than each of the others."""
    return float(1 / (1 + (seats - 1) * 10 ** (-elo / 400)))


class Sprt:
    """The test so far: scores of blocks in the order of the deals."""

    def __init__(self, claims: Claims, seats: int) -> None:
        self.claims = claims
        self.blocks = 0
        self.ratio = 0.0
        self._shares = (expected_share(claims.elo0, seats), expected_share(claims.elo1, seats))
        steps = 2 * seats if seats == 2 else 1  # what lies between is seen when it occurs
        self._counts = Counter({Fraction(i, steps): 0 for i in range(steps + 1)})

    def add(self, score: Fraction) -> None:
        """The next block's score."""
        self.blocks += 1
        self._counts[score] += 1
        self.ratio = self._log_ratio()

    def _log_ratio(self) -> float:
        counts = [(float(score), n or UNSEEN) for score, n in sorted(self._counts.items())]
        h0, h1 = (_tilt(counts, share) for share in self._shares)
        share0, share1 = self._shares
        return sum(
            n * (math.log1p(h0 * (score - share0)) - math.log1p(h1 * (score - share1)))
            for score, n in counts
        )

    @property
    def verdict(self) -> str | None:
        """H0 or H1; None while it is undecided."""
        if self.ratio >= BOUND:
            return "H1"
        return "H0" if self.ratio <= -BOUND else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "elo0": self.claims.elo0,
            "elo1": self.claims.elo1,
            "verdict": self.verdict or "undecided",
            "log_likelihood_ratio": self.ratio,
            "bound": BOUND,
            "deals": self.blocks,
        }

    def __str__(self) -> str:
        claims = self.claims
        sentence = {
            "H1": f"H1, {claims.elo1:+g} Elo rather than {claims.elo0:+g}",
            "H0": f"H0, {claims.elo0:+g} Elo rather than {claims.elo1:+g}",
            None: "undecided",
        }[self.verdict]
        return (
            f"Sequential test: {sentence} (log likelihood ratio {self.ratio:+.2f},"
            f" bounds {BOUND:.2f}; {self.blocks} deals)."
        )


def _tilt(counts: list[tuple[float, float]], mean: float) -> float:
    """The one number behind the likeliest distribution of the scores that has a given mean.

    That distribution is n / (1 + x (score - mean)) up to a factor, for the one x that makes its
    mean right. What must become zero falls between the two poles, so halving finds it.
    """
    above = [(score - mean, n) for score, n in counts]
    low, high = -1 / above[-1][0], -1 / above[0][0]
    while True:
        x = (low + high) / 2
        if not low < x < high or high - low < 1e-12:
            return x
        if sum(n * a / (1 + x * a) for a, n in above) > 0:
            low = x
        else:
            high = x
