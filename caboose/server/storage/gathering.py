"""When many tables are played, each commit waits a moment for more of them.

A commit costs the same whether it stores one action or fifty, so a process that carries a part of
the load would pay more for each of its actions than one that carries all of it: it waits longer, as
long as it takes to have some together. A single table gains nothing by waiting, and does not wait.
"""

from __future__ import annotations

import time
from collections import deque

MOMENT = 0.025  # seconds from one commit to the next, at least, when many tables are played
LONGEST = 0.08  # and at most, where other processes may carry the rest of the load
SOME = 10  # actions that are worth a commit
LATELY = 8  # actions that are looked back at
MANY_TABLES = 4  # of these
SOON = 0.2  # seconds in which they came


class Gathering:
    """Knows what was played lately, and how long the next commit is to wait."""

    def __init__(self, longest: float = MOMENT) -> None:
        self._longest = longest
        self._lately: deque[tuple[float, str]] = deque(maxlen=LATELY)
        self._last = 0.0

    def came(self, table: str) -> None:
        """Something waits to be stored."""
        self._lately.append((time.monotonic(), table))

    def pause(self) -> float:
        """How many seconds the next commit is to wait."""
        now = time.monotonic()
        return max(0.0, self._last + self._moment(now) - now) if self._are_many(now) else 0.0

    def begins(self) -> None:
        """A commit begins."""
        self._last = time.monotonic()

    def _are_many(self, now: float) -> bool:
        tables = {table for _, table in self._lately}
        return len(tables) >= MANY_TABLES and now - self._lately[0][0] < SOON

    def _moment(self, now: float) -> float:
        """In which some come together, at the pace of late."""
        each = (now - self._lately[0][0]) / len(self._lately)
        return min(self._longest, max(MOMENT, SOME * each))
