"""Fitting the nets of the value: tickets first, then what all seats are worth.

The net of tickets learns who completed what. What the tickets of a seat come to by these chances is
a fact for the other net, which learns what the points at the end, the lead and the turns are beyond
that, and the shares of the win: the seats of a position have strengths, and shares follow from them
as chances follow from weights. Half of the positions do not tell who plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from caboose.learning.net_fitting import RATE, Net
from caboose.learning.value_rows import Rows
from caboose.players.tools import facts as quick_fact
from caboose.players.value import value_facts as fact
from caboose.players.value.value import TURNS
from caboose.players.value.value_facts import ANSWERS, SEAT_FACTS, TICKET_FACTS, TOLD
from caboose.players.value.value_net import SEAT_CELLS, SEAT_INPUTS, TICKET_CELLS

Array = np.ndarray[Any, Any]

STYLES = slice(fact.AS_ENGINEER, fact.AS_RACER + 1)
MOST = 3.0  # no label pulls harder than that
TICKET_BATCH, BATCH = 1024, 512  # tickets, positions
TICKET_EPOCHS, EPOCHS = 3, 8
END = 0.03  # of the rate is left at the end
AT_ONCE = 50_000  # rows that are answered together
USA_TRAINS = 45


def chances_of(outputs: Array) -> Array:
    """Chances from what a net says."""
    return np.asarray(1 / (1 + np.exp(-np.clip(outputs, -30, 30))))


def shares_of(strengths: Array) -> Array:
    """Shares of the win from the strengths of all seats of each position."""
    weights = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def hide_styles(rows: Rows, rng: np.random.Generator) -> None:
    """Make a quarter of the positions not say who plays, and a quarter say it of some seats."""
    lines, seats = rows.totals.shape
    kind = rng.random((lines, 1))
    is_hidden = (kind < 0.25) | ((kind < 0.5) & (rng.random((lines, seats)) < 0.5))
    rows.facts[:, :, STYLES] *= ~is_hidden[:, :, None]


def tell_no_styles(rows: Rows) -> Rows:
    """The same positions, not saying who plays."""
    facts = rows.facts.copy()
    facts[:, :, STYLES] = 0
    return rows._replace(facts=facts)


def rounds(sizes: Sequence[int], batch: int, epochs: int, rng: Any) -> Iterator[tuple[int, Array]]:
    """Which part, and which of its rows; all of them in random order, epoch after epoch."""
    for _ in range(epochs):
        work = []
        for part, size in enumerate(sizes):
            order = rng.permutation(size)
            work += [(part, order[at : at + batch]) for at in range(0, size, batch)]
        for place in rng.permutation(len(work)):
            yield work[place]


def steps_of(sizes: Sequence[int], batch: int, epochs: int) -> int:
    """How many batches that makes."""
    return epochs * sum(-(-size // batch) for size in sizes)


# --- tickets --------------------------------------------------------------------------------------


def ticket_inputs(rows: Rows, some: Any) -> Array:
    """What the net is told of some tickets: its holder's facts, and its own."""
    told = rows.facts.reshape(-1, len(SEAT_FACTS))[rows.holders[some], :TOLD]
    return np.concatenate([told, rows.tickets[some]], axis=1, dtype=np.float64)


def fit_tickets(parts: Sequence[Rows], rng: np.random.Generator) -> Net:
    """A net that says how likely a ticket is to be completed."""
    net = Net(TOLD + len(TICKET_FACTS), TICKET_CELLS, 1, rng)
    sizes = [len(rows.done) for rows in parts]
    steps = steps_of(sizes, TICKET_BATCH, TICKET_EPOCHS)
    for step, (part, some) in enumerate(rounds(sizes, TICKET_BATCH, TICKET_EPOCHS, rng)):
        inputs = ticket_inputs(parts[part], some)
        missed = parts[part].done[some][:, None] - chances_of(net.answer(inputs))
        net.learn(inputs, missed / len(some), RATE * END ** (step / steps))
    return net


def ticket_chances(rows: Rows, net: Net) -> Array:
    """What the net says of every open ticket."""
    chances = np.zeros(len(rows.done))
    for at in range(0, len(chances), AT_ONCE):
        some = slice(at, at + AT_ONCE)
        chances[some] = chances_of(net.answer(ticket_inputs(rows, some)))[:, 0]
    return chances


def expect_tickets(rows: Rows, net: Net, points: Array) -> None:
    """Write down what the tickets of each seat come to; `points` by ticket of the edition."""
    chances, count = ticket_chances(rows, net), rows.totals.size
    flat = rows.facts.reshape(count, len(SEAT_FACTS))
    swings = 2 * points[rows.places] / trains_of(rows)
    expected = np.bincount(rows.holders, chances * swings, count)
    expected += flat[:, fact.DONE_POINTS].astype(float) - flat[:, fact.OPEN_POINTS]
    variances = np.bincount(rows.holders, chances * (1 - chances) * swings**2, count)
    flat[:, fact.EXPECTED] = expected
    flat[:, fact.SPREAD] = np.sqrt(variances)
    flat[:, fact.STANDING] = flat[:, fact.ROUTE_POINTS] + flat[:, fact.PLACE_POINTS] + expected


def trains_of(rows: Rows) -> float:
    """The trains of the edition."""
    return float(np.round(USA_TRAINS * float(rows.facts[0, 0, quick_fact.SIZE])))


# --- seats ----------------------------------------------------------------------------------------


def most_of_others(values: Array) -> Array:
    """For every seat the greatest that another one has."""
    seats = range(values.shape[1])
    return np.stack([np.delete(values, seat, axis=1).max(axis=1) for seat in seats], axis=1)


def seat_inputs(facts: Array) -> Array:
    """What the net is told of each seat: its facts, the mean of its rivals', and the greatest."""
    seats = facts.shape[1]
    means = (facts.sum(axis=1, keepdims=True) - facts) / (seats - 1)
    return np.asarray(np.concatenate([facts, means, most_of_others(facts)], axis=2))


def targets(rows: Rows) -> Array:
    """What the net should say of each seat."""
    trains, standing = trains_of(rows), rows.facts[:, :, fact.STANDING].astype(float)
    wanted = np.zeros((*rows.totals.shape, len(ANSWERS)))
    leads = rows.totals - most_of_others(rows.totals)
    wanted[:, :, fact.SCORE] = rows.totals / trains - standing
    wanted[:, :, fact.LEAD] = leads / trains - (standing - most_of_others(standing))
    wanted[:, :, fact.TURNS] = rows.turns / TURNS
    wanted[:, :, fact.STRENGTH] = rows.shares
    wanted[:, :, fact.PATH_CHANCE] = rows.paths
    return wanted


def slopes_of(answers: Array, wanted: Array, has_path: bool) -> Array:
    """How much better each higher answer would be."""
    slopes = np.asarray(np.clip(wanted - answers, -MOST, MOST))
    shares = shares_of(answers[:, :, fact.STRENGTH])
    slopes[:, :, fact.STRENGTH] = 2 * (wanted[:, :, fact.STRENGTH] - shares)
    paths = wanted[:, :, fact.PATH_CHANCE] - chances_of(answers[:, :, fact.PATH_CHANCE])
    slopes[:, :, fact.PATH_CHANCE] = paths if has_path else 0
    return slopes


def answers_to(net: Net, facts: Array) -> Array:
    """What the net says of every seat of some positions."""
    lines, seats, _ = facts.shape
    inputs = seat_inputs(facts.astype(np.float64)).reshape(lines * seats, SEAT_INPUTS)
    return np.asarray(net.answer(inputs).reshape(lines, seats, len(ANSWERS)))


def fit_seats(parts: Sequence[Rows], rng: np.random.Generator) -> Net:
    """A net that says what all seats are worth."""
    net = Net(SEAT_INPUTS, SEAT_CELLS, len(ANSWERS), rng)
    sizes, wanted = [len(rows.totals) for rows in parts], [targets(rows) for rows in parts]
    steps = steps_of(sizes, BATCH, EPOCHS)
    for step, (part, some) in enumerate(rounds(sizes, BATCH, EPOCHS, rng)):
        facts = parts[part].facts[some].astype(np.float64)
        inputs = seat_inputs(facts).reshape(-1, SEAT_INPUTS)
        answers = net.answer(inputs).reshape(*facts.shape[:2], len(ANSWERS))
        has_path = bool(facts[0, 0, quick_fact.LONGEST_PATH])
        slopes = slopes_of(answers, wanted[part][some], has_path) / len(inputs)
        net.learn(inputs, slopes.reshape(len(inputs), -1), RATE * END ** (step / steps))
    return net
