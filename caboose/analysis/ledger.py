"""The ledger of a game: how its result came about, entry by entry, and a sum that closes.

    result = start + luck of the cards + luck of the unknown - own errors + others' errors

Luck of the cards is what chance did: the value after it minus the value before it, which is the
mean over what chance could have done; both with the styles that all moves before it have shown.
An error is what a decision took from its seat, by what the seat could know: the move itself, and
the style it shows, in which the seat is thought to go on. A better one counts as less than no
error. Everything else that a decision changed on the true position is luck of the unknown: how it
fared beyond what its seat could know.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caboose.analysis.moments import Moment
from caboose.analysis.shown_styles import Mix, Shown
from caboose.analysis.trials import Laboratory
from caboose.analysis.value import Line, Value, Valuer, nothing
from caboose.engine.state import State


@dataclass(frozen=True)
class Entry:
    """One action: what it and the chance after it changed, by seat."""

    at: int
    seat: int | None  # None: the deal
    action: str | None
    luck: Value  # of the cards
    unknown: Value  # luck of the unknown
    play: Line  # shares of the win that the decision brought, by what the mover could know
    after: Value  # what the position is worth now


@dataclass(frozen=True)
class Sum:
    """What the ledger says of one seat, in shares of the win."""

    start: float
    luck: float
    unknown: float
    own_errors: float
    others_errors: float
    result: float

    @property
    def gap(self) -> float:
        """By how much the sum does not close."""
        told = self.start + self.luck + self.unknown - self.own_errors + self.others_errors
        return self.result - told

    @property
    def luck_adjusted(self) -> float:
        """What the result would have been without any luck."""
        return self.start - self.own_errors + self.others_errors


def has_chance(before: State, after: State) -> bool:
    """Did chance answer the action between two positions: were cards laid, or tickets offered?"""
    one, other = before.fields, after.fields
    is_card = int(one.chance) != int(other.chance)
    is_offer = after.phase == "keep_tickets" and before.phase != "keep_tickets"
    return is_card or is_offer


def deal_entry(start: Value, after: Value) -> Entry:
    """The deal is luck of the cards and nothing else."""
    seats = len(start.shares)
    return Entry(0, None, None, after - start, nothing(seats), np.zeros(seats), after)


def worth_of(laboratory: Laboratory, played: int, shown: Shown, worlds: int) -> Line:
    """Shares of the win that a move, and the style it shows, bring: by what the mover can know."""
    shares = laboratory.try_shown(played, shown, worlds).shares
    change: Line = (shares[:, 0] - shares[:, 1]).mean(axis=0)
    return change


def step_entry(
    valuer: Valuer, moment: Moment, value: Value, after: State, mix: Mix, worth: Line
) -> Entry:
    """The entry of one action: `value` is what the position before it was worth.

    `mix` holds the styles that all moves have shown, this one with them.
    """
    before, seat, action = moment.before, moment.seat, moment.action
    now = valuer.value(after, mix)
    luck = nothing(valuer.game.seats)
    if has_chance(before, after):
        luck = now - valuer.value_after(before, mix, seat, action.number)
    change = now - value - luck
    unknown = Value(change.shares - worth, change.points)
    return Entry(int(before.fields.actions), seat, action.text, luck, unknown, worth, now)
