"""Rows: what one seat saw of another at a moment, and what that other really held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.fields import CARDS, NOBODY
from caboose.engine.redeal import old_count, unknown_tickets
from caboose.engine.sets import members
from caboose.engine.view import View, hide_in
from caboose.learning.moments import Moment
from caboose.players.belief.belief import look_at
from caboose.players.belief.keeping import keep_rates
from caboose.players.belief.style_evidence import STYLE_EVIDENCE
from caboose.players.belief.styles import STYLES
from caboose.players.belief.ticket_evidence import KEEP_RATE, LIKE_EXPRESS, TICKET_EVIDENCE
from caboose.players.policies import POLICIES
from caboose.players.tools.kit import Kit, new_kit

Array = np.ndarray[Any, Any]
STYLE_NAMES = tuple(POLICIES[style] for style in STYLES)


@dataclass(frozen=True)
class Row:
    """A viewer, another seat, and the truth about it."""

    moment: Moment
    view: View
    seat: int  # the other
    unknown: Array  # the tickets whose place the viewer does not know
    tickets: Array  # evidence for each of them, styles left out
    needs: Array  # spaces of each color that any ticket still needs
    rates: Array  # how often each style keeps each of them
    style: Array  # evidence for the style
    held: Array  # True for those that the seat really holds

    @property
    def bot(self) -> str:
        """Who sits there."""
        return self.moment.bots[self.seat]

    @property
    def true_style(self) -> int:
        """The place of its style, NOBODY if it is a bot of another kind."""
        return STYLE_NAMES.index(self.bot) if self.bot in STYLE_NAMES else NOBODY

    @property
    def group(self) -> str:
        """Where it counts in tables."""
        return f"{self.moment.game.edition.id}, {self.moment.game.seats} seats"

    def in_style(self, style: int) -> Array:
        """The evidence for each ticket if the seat played in a style."""
        evidence = self.tickets.copy()
        evidence[:, LIKE_EXPRESS : LIKE_EXPRESS + len(STYLES)] = np.eye(len(STYLES))[style]
        evidence[:, KEEP_RATE] = self.rates[style]
        return evidence


def view_of(moment: Moment) -> View:
    """What the mover sees."""
    array = moment.array.copy()
    hide_in(moment.game.tables, array, 0, moment.mover)
    return View(moment.game, array, moment.mover, None)


def rows_of(moments: Iterable[Moment]) -> Iterator[Row]:
    """A row for every moment and every seat but the mover's."""
    kits: dict[int, Kit] = {}
    for moment in moments:
        kit = kits.setdefault(id(moment.game), new_kit(moment.game))
        view, listed = view_of(moment), np.zeros(MAX_TICKETS, np.int64)
        count = unknown_tickets(moment.game.tables[0], view.fields, listed)
        for seat in range(moment.game.seats):
            if seat != moment.mover:
                yield _row(moment, view, kit, seat, listed[:count])


def _row(moment: Moment, view: View, kit: Kit, seat: int, unknown: Array) -> Row:
    evidence, needs = np.zeros((MAX_TICKETS, len(TICKET_EVIDENCE))), np.zeros((MAX_TICKETS, CARDS))
    style = np.zeros(len(STYLE_EVIDENCE))
    look_at(kit, view.fields, seat, evidence, needs, style)
    held = np.isin(unknown, members(moment.array["tickets"][0][seat]))
    rates = keep_rates(moment.game)[:, unknown]
    return Row(moment, view, seat, unknown, evidence[unknown], needs, rates, style, held)


def hidden_cards(row: Row) -> tuple[Array, Array] | None:
    """The pool that a seat's hidden cards come from and which they are; None if there are two.

    As long as nobody holds hidden cards from before the last shuffle there is one pool.
    """
    view, truth, mover = row.view.fields, row.moment.array[0], row.moment.mover
    others = [seat for seat in range(row.moment.game.seats) if seat != mover]
    if any(old_count(view, seat) for seat in others):
        return None
    spent = view.spent[others].sum(0, dtype=int)
    pool = view.shuffled.astype(int) - view.revealed - view.fresh[mover] - spent
    return pool, truth.hand[row.seat].astype(int) - view.seen[row.seat]
