"""Sets of a known size from weighted items: how likely each is, and one drawn at random.

A seat holds k of n tickets, or of n cards, and each has a weight. A set is as likely as the product
of its weights; what all products add up to is found item by item (elementary symmetric sums).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled
from caboose.engine.dice import roll_word

WORDS = 4294967296.0  # how many words dice can show


@compiled
def sum_sets(weights: Any, count: int, size: int, sums: Any) -> None:
    """sums[i, k]: the products of all sets of k items from the i-th on, added up."""
    for k in range(size + 1):
        sums[count, k] = 1.0 if k == 0 else 0.0
    for i in range(count - 1, -1, -1):
        sums[i, 0] = 1.0
        for k in range(1, size + 1):
            sums[i, k] = sums[i + 1, k] + weights[i] * sums[i + 1, k - 1]


@compiled
def draw_set(weights: Any, count: int, size: int, sums: Any, dice: Any, chosen: Any) -> None:
    """Choose a set of a size at random, by the sums of these weights."""
    left = size
    for i in range(count):
        chosen[i] = False
        if left > 0:
            chance = weights[i] * sums[i + 1, left - 1] / sums[i, left]
            if roll_word(dice) < chance * WORDS:
                chosen[i] = True
                left -= 1


@compiled
def item_chances(weights: Any, count: int, size: int, sums: Any, chances: Any) -> None:
    """How likely each item is in the set, by the sums of these weights."""
    before = np.zeros(size + 1, np.float64)  # as `sums`, of the items before this one
    before[0] = 1.0
    for i in range(count):
        with_it = 0.0
        for k in range(size):
            with_it += before[k] * sums[i + 1, size - 1 - k]
        chances[i] = weights[i] * with_it / sums[0, size]
        for k in range(size, 0, -1):
            before[k] += weights[i] * before[k - 1]
