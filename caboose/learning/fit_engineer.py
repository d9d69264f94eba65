"""Fitting the nets of the learned player: what each option is worth beside the others.

What comes of an option is a lead of dozens of points, this way or that; what the choice changes is
a few. So options are compared only with the others of the same decision, which were tried in the
same futures: both what came of them and the answers of a net are taken less their mean. And every
table counts alike: a lead of ten points is much in London and little on the Mega board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.learning.net_fitting import RATE, Net, batches
from caboose.learning.practice import Lessons, less_their_mean
from caboose.players.tools.facts import FACTS
from caboose.players.tools.learned_net import HIDDEN, INPUTS, NETS

Array = np.ndarray[Any, Any]

BATCH = 256  # decisions
EPOCHS = 15
MOST = 6.0  # no label pulls harder than that


class Lines:
    """Lessons of one net, ready to be taken by decision."""

    def __init__(self, lessons: Lessons) -> None:
        self.lessons = lessons
        self.counts = lessons.counts.astype(np.int64)
        self.starts = np.cumsum(self.counts) - self.counts

    def take(self, some: Array) -> tuple[Array, Array, Array]:
        """Of some decisions: the decision of each option, its inputs, and its worth."""
        counts = self.counts[some]
        decision = np.repeat(np.arange(len(some)), counts)
        place = np.arange(len(decision)) - (np.cumsum(counts) - counts)[decision]
        rows = self.starts[some][decision] + place
        facts = self.lessons.facts[some][decision]
        inputs = np.concatenate([facts, self.lessons.options[rows]], axis=1)
        return decision, inputs, self.lessons.worths[rows]


def fit_net(lessons: Lessons, rng: np.random.Generator, epochs: int = EPOCHS) -> Net:
    """A net that answers what options are worth beside each other."""
    net, lines = Net(INPUTS, HIDDEN, 1, rng), Lines(lessons)
    steps = epochs * (len(lines.counts) // BATCH + 1)
    for step, some in enumerate(batches(len(lines.counts), BATCH, epochs, rng)):
        decision, inputs, worths = lines.take(some)
        answers = less_their_mean(net.answer(inputs)[:, 0], decision)
        slopes = np.clip(worths - answers, -MOST, MOST)[:, None] / len(decision)
        net.learn(inputs, slopes, RATE * 0.05 ** (step / steps))
    return net


def explained(net: Net, lessons: Lessons) -> float:
    """The part of what options differ in that a net explains; chance is most of the rest."""
    decision, inputs, worths = Lines(lessons).take(np.arange(len(lessons.counts)))
    answers = less_their_mean(net.answer(inputs)[:, 0], decision)
    return float(1 - ((worths - answers) ** 2).sum() / (worths**2).sum())


def fit_engineer(lessons: Lessons, rng: np.random.Generator) -> Array:
    """All nets, a row of numbers for each, as compiled code reads them."""
    assert lessons.facts.shape[1] == len(FACTS)
    return np.stack([to_row(fit_net(lessons.of_net(net), rng)) for net in range(NETS)])


def to_row(net: Net) -> Array:
    """The numbers of a net in one row; what it adds to every option alike is left out."""
    parts = (net.first.ravel(), net.first_bias, net.second[:, 0])
    return np.concatenate(parts).round(4)
