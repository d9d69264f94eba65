"""Fitting the belief: styles, then tickets given a style, then the colors of hidden cards.

Each fit steps uphill in the logarithm of how likely the truth was. For sets of tickets and of cards
the slope of a score is simply whether it is in the set, less how likely it was thought to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from caboose.engine.fields import CARDS, NOBODY
from caboose.learning.belief_rows import Array, Row, hidden_cards
from caboose.learning.net_fitting import Net, batches, cooled
from caboose.players.belief.belief import STEEP, belief_of
from caboose.players.belief.card_evidence import CARD_EVIDENCE, card_evidence
from caboose.players.belief.fitted import Fitted
from caboose.players.belief.style_evidence import STYLE_EVIDENCE
from caboose.players.belief.styles import AS_EXPRESS, STYLES
from caboose.players.belief.ticket_evidence import TICKET_EVIDENCE
from caboose.players.belief.weighted_sets import item_chances, sum_sets
from caboose.players.tools.atlas import atlas_of

HIDDEN = 16  # cells of the hidden layer
LEANING = 4  # how much likelier Express is than in the games that are fitted on
STYLE_EPOCHS, TICKET_EPOCHS, CARD_EPOCHS = 30, 15, 8
BATCH = 64

Tell = Callable[[str], None]


def chances(answers: Array) -> Array:
    """Answers of a net as chances that add up to one."""
    raised = np.exp(answers - answers.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))


def fit_styles(rows: Sequence[Row], rng: np.random.Generator) -> Net:
    """A net from style evidence to styles, fitted on the bots that are styles."""
    known = [row for row in rows if row.true_style != NOBODY]
    evidence = np.array([row.style for row in known])
    truth = np.eye(len(STYLES))[[row.true_style for row in known]]
    net = Net(len(STYLE_EVIDENCE), HIDDEN, len(STYLES), rng)
    rate = cooled(STYLE_EPOCHS * (len(known) // BATCH + 1))
    for step, some in enumerate(batches(len(known), BATCH, STYLE_EPOCHS, rng)):
        slopes = truth[some] - chances(net.answer(evidence[some]))
        net.learn(evidence[some], slopes / len(some), rate(step))
    return net


def lean_to_express(net: Net) -> None:
    """Opponents of a search play well more often than the bots that are fitted on.

    Chosen on deals of its own: it is nearest to the truth among Express, and costs nothing at mixed
    tables.
    """
    net.second_bias[AS_EXPRESS] += np.log(LEANING)


def likely_styles(rows: Sequence[Row], net: Net, rng: np.random.Generator) -> list[int]:
    """The true style of each row; where there is none, one that it might be taken for."""
    odds = chances(net.answer(np.array([row.style for row in rows])))
    drawn = [int(rng.choice(len(STYLES), p=each)) for each in odds]
    return [drawn[i] if row.true_style == NOBODY else row.true_style for i, row in enumerate(rows)]


def set_slopes(scores: Array, held: Array) -> tuple[float, Array]:
    """How likely a set was by the scores of all items, as a logarithm; and the scores' slopes."""
    steep = np.clip(scores, -STEEP, STEEP)
    weights, size = np.exp(steep - steep.max()), int(held.sum())
    sums, likely = np.zeros((len(weights) + 1, size + 1)), np.zeros(len(weights))
    sum_sets(weights, len(weights), size, sums)
    item_chances(weights, len(weights), size, sums, likely)
    return float(np.log(weights[held]).sum() - np.log(sums[0, size])), held - likely


def fit_tickets(
    rows: Sequence[Row], styles: Sequence[int], rng: np.random.Generator, tell: Tell
) -> Net:
    """A net from ticket evidence to scores, fitted so that the sets really held are likely."""
    net = Net(len(TICKET_EVIDENCE), HIDDEN, 1, rng)
    evidence = [row.in_style(style) for row, style in zip(rows, styles, strict=True)]
    rate, likely = cooled(TICKET_EPOCHS * (len(rows) // BATCH + 1)), 0.0
    for step, some in enumerate(batches(len(rows), BATCH, TICKET_EPOCHS, rng)):
        inputs = np.concatenate([evidence[i] for i in some])
        ends = np.cumsum([len(evidence[i]) for i in some])[:-1]
        scores = np.split(net.answer(inputs)[:, 0], ends)
        found = [set_slopes(score, rows[i].held) for score, i in zip(scores, some, strict=True)]
        slopes = np.concatenate([slope for _, slope in found])[:, None] / len(some)
        net.learn(inputs, slopes, rate(step))
        likely += (float(np.mean([one for one, _ in found])) - likely) / min(step + 1, 200)
        if step % 500 == 0:
            tell(f"tickets, step {step}: {likely:.3f} nats a set")
    return net


def card_rows(rows: Sequence[Row], numbers: Fitted) -> list[tuple[Array, Array, Array]]:
    """Evidence for each color, pool and truth, of all rows in which there is one pool."""
    found = []
    for row in rows:
        if (hidden := hidden_cards(row)) and hidden[1].sum() > 0:
            held = belief_of(row.view, numbers).held[row.seat]
            found.append((_card_evidence(row, held), *hidden))
    return found


def _card_evidence(row: Row, held: Array) -> Array:
    game, evidence = row.moment.game, np.zeros((CARDS, len(CARD_EVIDENCE)))
    card_evidence(
        game.tables[0], atlas_of(game)[0], row.view.fields, row.seat, row.needs, held, evidence
    )
    return evidence


def card_slopes(numbers: Array, evidence: Array, pool: Array, hand: Array) -> tuple[float, Array]:
    """How likely a hand was, as a logarithm (which of equal cards does not matter); and slopes."""
    colors = np.repeat(np.arange(CARDS), pool)
    places = np.concatenate([[0], np.cumsum(pool)[:-1]])
    held = np.zeros(len(colors), bool)
    for color in range(CARDS):
        held[places[color] : places[color] + hand[color]] = True
    likely, slopes = set_slopes((evidence @ numbers)[colors], held)
    ways = sum(_log_ways(int(pool[c]), int(hand[c])) for c in range(CARDS))
    by_color = np.bincount(colors, slopes, minlength=CARDS)
    return likely + ways, evidence.T @ by_color


def _log_ways(many: int, some: int) -> float:
    """The logarithm of how many ways there are to choose some of many."""
    return float(np.log(np.arange(many - some + 1, many + 1) / np.arange(1, some + 1)).sum())


def fit_cards(found: Sequence[tuple[Array, Array, Array]], rng: np.random.Generator) -> Array:
    """What each kind of card evidence adds to the logarithm of a color's weight."""
    numbers, mean_square = np.zeros(len(CARD_EVIDENCE)), np.zeros(len(CARD_EVIDENCE))
    rate = cooled(CARD_EPOCHS * (len(found) // BATCH + 1))
    for step, some in enumerate(batches(len(found), BATCH, CARD_EPOCHS, rng)):
        slopes = np.mean([card_slopes(numbers, *found[i])[1] for i in some], axis=0)
        mean_square += 0.05 * (slopes**2 - mean_square)
        numbers += 5 * rate(step) * slopes / (np.sqrt(mean_square) + 1e-3)
    return numbers
