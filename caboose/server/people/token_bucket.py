"""A bucket of tokens: so much per second, and some at once. `limits.py` says how much."""

from __future__ import annotations

import time
from collections import OrderedDict
from itertools import islice

MOST_KEPT = 50_000
LOOKED_AT = 16  # of those not used for longest; the fullest of them is forgotten


class Rate:
    """A bucket that fills up again: each use takes one out."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def allow(self) -> bool:
        """May it be done once more now?"""
        return self.delay(0) is not None

    def left(self) -> float:
        """How much is in it now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        return self._left

    def delay(self, most: float) -> float | None:
        """The seconds after which it may be done once more; None, and no turn, if over the most."""
        wait = max(0.0, (1 - self.left()) / self._per_second)
        if wait > most:
            return None
        self._left -= 1
        return wait


class Rates:
    """One bucket for each name. Of too many names those are forgotten that have used little.

    Whoever has emptied a bucket must not get a full one by sending many other names.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: OrderedDict[str, Rate] = OrderedDict()

    def allow(self, name: str) -> bool:
        """May this name do it once more now?"""
        return self.delay(name, 0) is not None

    def delay(self, name: str, most: float) -> float | None:
        """The seconds after which this name may do it once more; None if that is over the most."""
        bucket = self._buckets.pop(name, None) or Rate(self._per_second, self._burst)
        self._buckets[name] = bucket
        if len(self._buckets) > MOST_KEPT:
            self._forget_one()
        return bucket.delay(most)

    def _forget_one(self) -> None:
        oldest = list(islice(self._buckets, LOOKED_AT))
        for name in oldest:
            self._buckets.move_to_end(name)
        del self._buckets[max(oldest, key=lambda name: self._buckets[name].left())]
