"""How strong bots are, on one scale, from the finishing orders of their games.

Two seats: the model of Bradley and Terry. Three to five: the model of Plackett and Luce, in which
the winner is chosen among all with odds in proportion to strength, then the second among the rest,
and so on. With two seats it is the same model, so there is one fit for both: the most likely
strengths for all games at once (Newton's method), whatever the order in which they were played.

- Ties: every order in which the tied seats could have finished counts, all alike; with two seats
  that is half a win each.
- A weak prior keeps a bot finite that won, or lost, everything: each has also drawn one game
  against an opponent of average strength. After a hundred games it hardly moves anything.
- The scale is Elo's: 400 points are odds of ten to one. One bot, the anchor, stands at 1500.
- Error bars: the blocks are drawn again with replacement, many times, and the spread of the
  ratings that follow is their standard error. Games of one block share a deal, so never games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import log
from random import Random

import numpy as np
from numpy.typing import NDArray

ELO = 400 / log(10)
ANCHOR = "racer"
ANCHORED_AT = 1500
RESAMPLES = 200
ROUNDS = 100  # Newton's method needs about six

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Finish:
    """How one game ended: who played, and the rank of each. Ties share a rank."""

    block: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Rating:
    """A bot's place on the scale and the standard error of it."""

    bot: str
    elo: float
    error: float


def possible_orders(finish: Finish) -> list[tuple[str, ...]]:
    """The orders, best first, in which the seats could have finished; one if nobody tied."""
    groups = [
        permutations([bot for bot, r in zip(finish.bots, finish.ranks, strict=True) if r == rank])
        for rank in sorted(set(finish.ranks))
    ]
    return [sum(parts, ()) for parts in product(*groups)]


class _Orders:
    """All finishing orders as numbers: a row per order, with its block and its weight."""

    def __init__(self, finishes: Sequence[Finish], bots: Sequence[str]) -> None:
        place = {bot: i for i, bot in enumerate(bots)}
        numbers = {block: i for i, block in enumerate(sorted({f.block for f in finishes}))}
        shares: dict[tuple[int, tuple[int, ...]], float] = {}
        for finish in finishes:
            orders = possible_orders(finish)
            for order in orders:
                row = numbers[finish.block], tuple(place[bot] for bot in order)
                shares[row] = shares.get(row, 0.0) + 1 / len(orders)
        self.bots = len(bots)
        self.blocks = len(numbers)
        self.order = np.array([order for _, order in shares], np.int64)
        self.block = np.array([block for block, _ in shares], np.int64)
        self.weight = np.array(list(shares.values()), np.float64)


def _fit(orders: _Orders, weight: Floats, start: Floats) -> Floats:
    """The most likely strengths, as natural logarithms; average strength is 0."""
    strength = start.copy()
    for _ in range(ROUNDS):
        slope, curve = _prior(strength)
        for stage in range(orders.order.shape[1] - 1):
            _add_stage(orders, weight, strength, stage, slope, curve)
        step = np.linalg.solve(curve, slope)
        strength += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-10:
            break
    return strength


def _prior(strength: Floats) -> tuple[Floats, Floats]:
    """One draw of every bot against an opponent of strength 0: slope and curvature."""
    win = 1 / (1 + np.exp(-strength))
    return 0.5 - win, np.diag(win * (1 - win))


def _add_stage(
    orders: _Orders, weight: Floats, strength: Floats, stage: int, slope: Floats, curve: Floats
) -> None:
    """Add one place of all orders: its holder was chosen among those who had none yet."""
    left = orders.order[:, stage:]
    odds = np.exp(strength[left])
    odds /= odds.sum(axis=1, keepdims=True)
    chances = np.zeros((len(left), orders.bots))
    np.put_along_axis(chances, left, odds, axis=1)
    weighted = weight[:, None] * chances
    total = weighted.sum(axis=0)
    slope += np.bincount(left[:, 0], weight, orders.bots) - total
    curve += np.diag(total) - chances.T @ weighted


def rate(
    finishes: Sequence[Finish],
    anchor: str = ANCHOR,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[Rating]:
    """The ratings of all bots that played, the strongest first.

    Without the anchor among them, the average of all stands at 1500 instead.
    """
    bots = sorted({bot for finish in finishes for bot in finish.bots})
    if not bots:
        return []
    orders = _Orders(finishes, bots)
    fitted = _fit(orders, orders.weight, np.zeros(len(bots)))
    elo = _on_scale(fitted, bots, anchor)
    chance = Random(f"caboose rating {seed}")
    samples = [
        _on_scale(_fit(orders, _resampled(orders, chance), fitted), bots, anchor)
        for _ in range(resamples)
    ]
    errors = np.std(samples, axis=0, ddof=1) if len(samples) > 1 else np.zeros(len(bots))
    ratings = [Rating(*each) for each in zip(bots, elo.tolist(), errors.tolist(), strict=True)]
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.bot))


def _resampled(orders: _Orders, chance: Random) -> Floats:
    """The weights of the orders when as many blocks are drawn again, with replacement."""
    n = orders.blocks
    drawn = np.bincount([int(chance.random() * n) for _ in range(n)], minlength=n)
    return np.asarray(orders.weight * drawn[orders.block], np.float64)


def _on_scale(strength: Floats, bots: Sequence[str], anchor: str) -> Floats:
    zero = strength[bots.index(anchor)] if anchor in bots else strength.mean()
    return np.asarray(ANCHORED_AT + ELO * (strength - zero), np.float64)
