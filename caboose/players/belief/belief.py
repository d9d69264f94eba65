"""What a seat believes about each of the others: chances of styles, weights of tickets and cards.

Fitted on games of bots (see `caboose.learning`); what is public bounds it, exactly. Everything here
reads a view.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import CARDS, StateRecord
from caboose.engine.redeal import unknown_tickets
from caboose.engine.view import View
from caboose.players.belief.card_evidence import CARD_EVIDENCE, card_evidence
from caboose.players.belief.fitted import Fitted, fitted
from caboose.players.belief.keeping import keep_rates
from caboose.players.belief.nets import Net, ask_net, to_chances
from caboose.players.belief.style_evidence import STYLE_EVIDENCE, style_evidence
from caboose.players.belief.styles import STYLES
from caboose.players.belief.ticket_evidence import (
    KEEP_RATE,
    LIKE_EXPRESS,
    TICKET_EVIDENCE,
    ticket_evidence,
)
from caboose.players.belief.weighted_sets import item_chances, sum_sets
from caboose.players.tools.kit import Kit, new_kit

STEEP = 15.0  # scores of tickets are cut off here, so that no product gets lost
CARD_UNIT, CARD_MOST = 64, 4096  # weights of cards are whole numbers


class Belief(NamedTuple):
    """What is believed about each seat but the viewer's own."""

    styles: Any  # chances, by seat and the style's place in STYLES
    tickets: Any  # weights, by seat, style and ticket
    held: Any  # how likely a seat holds a ticket, by seat and ticket, all styles together
    cards: Any  # weights of the colors among cards that nobody saw, by seat and color


def new_belief() -> Belief:
    """Room for what is believed about all seats."""
    return Belief(
        np.zeros((MAX_SEATS, len(STYLES))),
        np.zeros((MAX_SEATS, len(STYLES), MAX_TICKETS)),
        np.zeros((MAX_SEATS, MAX_TICKETS)),
        np.zeros((MAX_SEATS, CARDS), np.int64),
    )


def belief_of(view: View, numbers: Fitted | None = None) -> Belief:
    """What the viewer believes."""
    belief, rates = new_belief(), keep_rates(view.game)
    numbers = fitted() if numbers is None else numbers
    believe(new_kit(view.game), numbers, rates, view.array, view.own_seat(), belief)
    return belief


@compiled
def believe(kit: Kit, numbers: Fitted, rates: Any, views: Any, viewer: int, belief: Belief) -> None:
    """Weigh what is seen of every seat but the viewer's own."""
    unknown = np.zeros(MAX_TICKETS, np.int64)
    count = unknown_tickets(kit.games[0], views[0], unknown)
    for seat in range(kit.games[0].seats):
        if seat != viewer:
            believe_of(kit, numbers, rates, views[0], seat, unknown[:count], belief)


@compiled
def believe_of(
    kit: Kit,
    numbers: Fitted,
    rates: Any,
    view: StateRecord,
    seat: int,
    unknown: Any,
    belief: Belief,
) -> None:
    """Weigh what is seen of one seat: its tickets show its style, and what it needs its hand."""
    evidence = np.zeros((MAX_TICKETS, len(TICKET_EVIDENCE)), np.float64)
    needs = np.zeros((MAX_TICKETS, CARDS), np.float64)
    style = np.zeros(len(STYLE_EVIDENCE), np.float64)
    look_at(kit, view, seat, evidence, needs, style)
    ask_net(numbers.style, style, belief.styles[seat])
    to_chances(belief.styles[seat])
    weigh_tickets(view, seat, numbers.ticket, rates, unknown, evidence, belief)
    cards = np.zeros((CARDS, len(CARD_EVIDENCE)), np.float64)
    card_evidence(kit.games[0], kit.atlases[0], view, seat, needs, belief.held[seat], cards)
    weigh_cards(numbers.card, cards, belief.cards[seat])


@compiled
def look_at(kit: Kit, view: StateRecord, seat: int, evidence: Any, needs: Any, style: Any) -> None:
    """Write down the evidence for a seat's tickets and style."""
    game, atlas = kit.games[0], kit.atlases[0]
    ticket_evidence(game, atlas, view, seat, kit.scratches[0], evidence, needs)
    style_evidence(game, atlas, view, seat, evidence, style)


@compiled
def weigh_tickets(
    view: StateRecord,
    seat: int,
    net: Net,
    rates: Any,
    unknown: Any,
    evidence: Any,
    belief: Belief,
) -> None:
    """The weight of every unknown ticket in each style, and how likely the seat holds it."""
    belief.held[seat] = 0.0
    for style in range(len(STYLES)):
        for i in range(len(STYLES)):
            evidence[:, LIKE_EXPRESS + i] = 1.0 if i == style else 0.0
        evidence[:, KEEP_RATE] = rates[style]
        weights = belief.tickets[seat, style]
        score_tickets(net, unknown, evidence, weights)
        add_held(view, seat, unknown, weights, belief.styles[seat, style], belief.held[seat])


@compiled
def score_tickets(net: Net, unknown: Any, evidence: Any, weights: Any) -> None:
    """Ask the net about every unknown ticket; the likeliest weighs one."""
    score, most = np.zeros(1, np.float64), -STEEP
    for ticket in unknown:
        ask_net(net, evidence[ticket], score)
        weights[ticket] = min(STEEP, max(-STEEP, score[0]))
        most = max(most, weights[ticket])
    for ticket in unknown:
        weights[ticket] = np.exp(weights[ticket] - most)


@compiled
def add_held(
    view: StateRecord, seat: int, unknown: Any, weights: Any, chance: float, held: Any
) -> None:
    """Add how likely a seat holds each ticket in one style, as far as it plays in that style."""
    count, size = len(unknown), wide(view.ticket_count[seat])
    listed, chances = np.zeros(count, np.float64), np.zeros(count, np.float64)
    for i in range(count):
        listed[i] = weights[unknown[i]]
    sums = np.zeros((count + 1, size + 1), np.float64)
    sum_sets(listed, count, size, sums)
    item_chances(listed, count, size, sums, chances)
    for i in range(count):
        held[unknown[i]] += chance * chances[i]


@compiled
def weigh_cards(numbers: Any, rows: Any, weights: Any) -> None:
    """The weight of every color."""
    for color in range(CARDS):
        score = 0.0
        for i in range(numbers.shape[0]):
            score += numbers[i] * rows[color, i]
        weights[color] = min(CARD_MOST, max(1, round(CARD_UNIT * np.exp(score))))
