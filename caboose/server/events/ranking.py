"""How results of the same deal compare: matchpoints, places, the median. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

EVEN = 0.5  # of somebody alone


def matchpoints(total: int, others: Sequence[int]) -> float:
    """The share of others that a result beats; a tie is half."""
    if not others:
        return EVEN
    return sum(1.0 if total > other else 0.5 * (total == other) for other in others) / len(others)


def shares(totals: Mapping[str, int], instances: Mapping[str, int]) -> dict[str, float]:
    """Everybody's matchpoints, each among those who played the same instance."""
    found = {}
    for who, total in totals.items():
        here = [o for o in totals if o != who and instances[o] == instances[who]]
        found[who] = matchpoints(total, [totals[other] for other in here])
    return found


def places(shared: Mapping[str, float]) -> dict[str, int]:
    """Everybody's place, from 1; equals share the better one."""
    return {who: 1 + sum(other > mine for other in shared.values()) for who, mine in shared.items()}


def middle(totals: Sequence[int]) -> float | None:
    """The median, None if nobody has played."""
    return float(median(totals)) if totals else None
