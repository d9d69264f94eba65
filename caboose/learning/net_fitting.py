"""A small net with one hidden layer, fitted by Adam; NumPy is enough for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

RATE = 0.004  # how far Adam steps
FADE, FADE_SQUARES = 0.9, 0.999  # how fast it forgets
TINY = 1e-8
DECAY = 1e-4  # how much weights are drawn to nothing at a step


class Net:
    """Inputs, a hidden layer that cuts off below zero, and outputs.

    Its arrays are `first` (inputs by hidden), `first_bias`, `second` (hidden by outputs) and
    `second_bias`: what `players.belief.nets` computes in compiled code.
    """

    def __init__(self, inputs: int, hidden: int, outputs: int, rng: np.random.Generator) -> None:
        self.first = rng.normal(0, np.sqrt(2 / inputs), (inputs, hidden))
        self.first_bias = np.zeros(hidden)
        self.second = rng.normal(0, 0.1, (hidden, outputs))
        self.second_bias = np.zeros(outputs)
        self._steps = 0
        self._means = [np.zeros_like(array) for array in self.arrays()]
        self._squares = [np.zeros_like(array) for array in self.arrays()]

    def arrays(self) -> tuple[Array, Array, Array, Array]:
        """All its numbers."""
        return self.first, self.first_bias, self.second, self.second_bias

    def answer(self, rows: Array) -> Array:
        """What it says to each row of inputs."""
        return self._hide(rows) @ self.second + self.second_bias

    def to_dict(self) -> dict[str, list[Any]]:
        """All its numbers by name, rounded, ready for JSON."""
        names = ("first", "first_bias", "second", "second_bias")
        pairs = zip(names, self.arrays(), strict=True)
        return {name: array.round(4).tolist() for name, array in pairs}

    def _hide(self, rows: Array) -> Array:
        return np.maximum(rows @ self.first + self.first_bias, 0)

    def learn(self, rows: Array, slopes: Array, rate: float = RATE) -> None:
        """Step uphill: `slopes` says how much better each higher answer would be."""
        hidden = self._hide(rows)
        back = (slopes @ self.second.T) * (hidden > 0)
        uphill = (rows.T @ back, back.sum(0), hidden.T @ slopes, slopes.sum(0))
        self._steps += 1
        for place, (array, slope) in enumerate(zip(self.arrays(), uphill, strict=True)):
            np.add(array, rate * self._adam(place, slope - DECAY * array), out=array)

    def _adam(self, place: int, slope: Array) -> Array:
        mean, square = self._means[place], self._squares[place]
        mean += (1 - FADE) * (slope - mean)
        square += (1 - FADE_SQUARES) * (slope**2 - square)
        root = np.sqrt(square / (1 - FADE_SQUARES**self._steps))
        return np.asarray(mean / (1 - FADE**self._steps) / (root + TINY))


def batches(count: int, size: int, epochs: int, rng: np.random.Generator) -> Iterator[Array]:
    """The numbers below `count` in random order, some at a time, epoch after epoch."""
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count, size):
            yield order[start : start + size]


def cooled(steps: int) -> Callable[[int], float]:
    """A rate that falls to a tenth over so many steps."""
    return lambda step: RATE * 0.1 ** (step / max(1, steps))
