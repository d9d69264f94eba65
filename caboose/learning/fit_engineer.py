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
from caboose.players.tools.learned_net import BIAS, HIDDEN, INPUTS, NETS, SECOND

Array = np.ndarray[Any, Any]

BATCH = 256  # decisions
EPOCHS = 15
MOST = 6.0  # no label pulls harder than that
STEP = 0.5  # how far a fit goes from what the numbers before say to what came of options


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


def fit_engineer(lessons: Lessons, rng: np.random.Generator, before: Array | None = None) -> Array:
    """All nets, a row of numbers for each, as compiled code reads them.

    With numbers from before, each net goes only a part of the way from what they say.
    """
    assert lessons.facts.shape[1] == len(FACTS)
    rows = []
    for net in range(NETS):
        told = lessons.of_net(net)
        if before is not None:
            told = step_from(before[net], told)
        rows.append(to_row(fit_net(told, rng)))
    return np.stack(rows)


def step_from(row: Array, lessons: Lessons) -> Lessons:
    """Lessons whose worths lie between what the numbers of a net say and what came of options.

    What the player would do later anyway, such as drawing tickets, seems worth nothing now, so that
    a player who believed its lessons alone would put it off until it is too late.
    """
    lines = Lines(lessons)
    worths = np.zeros_like(lessons.worths)
    for some in np.array_split(np.arange(len(lines.counts)), len(lines.counts) // BATCH + 1):
        decision, inputs, found = lines.take(some)
        said = less_their_mean(answer_of(row, inputs), decision)
        first = lines.starts[some[0]] if len(some) else 0
        worths[first : first + len(found)] = STEP * found + (1 - STEP) * said
    return lessons._replace(worths=worths)


def answer_of(row: Array, inputs: Array) -> Array:
    """What a net says whose numbers stand in one row."""
    hidden = inputs @ row[:BIAS].reshape(INPUTS, HIDDEN) + row[BIAS:SECOND]
    return np.asarray(np.maximum(hidden, 0) @ row[SECOND:])


def to_row(net: Net) -> Array:
    """The numbers of a net in one row; what it adds to every option alike is left out."""
    parts = (net.first.ravel(), net.first_bias, net.second[:, 0])
    return np.concatenate(parts).round(4)
