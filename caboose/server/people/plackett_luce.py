"""What a game says about the strength of its players, by the model of Plackett and Luce.

Of those who are left, each comes next with odds by their strength: 400 points are ten to one. What
was believed of everybody before is normal; after the game it is what is most likely then, and as
sure as the likelihood is steep there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, permutations, product

import numpy as np
from numpy.typing import NDArray

_SCALE = math.log(10) / 400
_STEPS = 50
_LONGEST = 300.0  # points that a step changes anybody by at most
_CLOSE = 0.001

Values = NDArray[np.float64]
Orders = list[tuple[int, ...]]


def after_game(
    mu: Sequence[float], sigma: Sequence[float], places: Sequence[int]
) -> tuple[list[float], list[float]]:
    """Everybody's strength after a game, and how unsure it is; the best place is the lowest."""
    before, surety = np.array(mu, float), 1 / np.square(np.array(sigma, float))
    strength, orders = before.copy(), orders_of(places)
    for _ in range(_STEPS):
        slope, steep = _likelihood(strength, orders)
        steep += np.diag(surety)
        step = np.linalg.solve(steep, slope - surety * (strength - before))
        strength += step * min(1.0, _LONGEST / max(_LONGEST, float(abs(step).max())))
        if abs(step).max() < _CLOSE:
            break
    unsure = np.sqrt(np.diag(np.linalg.inv(steep)))
    return [float(each) for each in strength], [float(each) for each in unsure]


def orders_of(places: Sequence[int]) -> Orders:
    """The orders that a result may stand for, from the first to the last: ties are any of them."""
    seats = sorted(range(len(places)), key=places.__getitem__)
    groups = [tuple(each) for _, each in groupby(seats, key=places.__getitem__)]
    return [sum(order, ()) for order in product(*map(permutations, groups))]


def _likelihood(strength: Values, orders: Orders) -> tuple[Values, Values]:
    """Slope and curvature of the log-likelihood, as a mean over the orders."""
    slope, steep = np.zeros_like(strength), np.zeros((len(strength), len(strength)))
    weights = np.exp(_SCALE * (strength - strength.max()))
    for order in orders:
        for n in range(len(order) - 1):
            odds, left = np.zeros_like(strength), list(order[n:])
            odds[left] = weights[left] / weights[left].sum()
            slope[order[n]] += _SCALE
            slope -= _SCALE * odds
            steep += _SCALE**2 * (np.diag(odds) - np.outer(odds, odds))
    return slope / len(orders), steep / len(orders)
