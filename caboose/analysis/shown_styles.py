"""The style of each seat, as far as its own moves have shown it.

A policy is compared with a seat at every free decision: would it have done the same? The more often
it would, and the more else there was to do, the likelier the seat plays in its style. How often
somebody leaves their own style is not known beforehand but learned as the game goes on. Only
decisions that are past count, never the chance that answers them: that is why luck measured with
these styles is fair (docs/decisions/0048).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from caboose.analysis.moments import Moment
from caboose.analysis.settings import LEAVES_STYLE, STAYS_IN_STYLE, STYLE_CHANCES
from caboose.boards.limits import MAX_SEATS
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.players.policies import BEGINNER, POLICIES, choose_in, policy_number
from caboose.players.tools.kit import Kit

Mix = np.ndarray[Any, Any]  # by seat and policy: how likely the seat plays in that style
Chances = np.ndarray[Any, Any]  # by policy, of one seat
ROLLS = 8  # times that a policy which rolls dice is asked
NO_MOVE = -1

FIRST_CHANCES: Chances = np.zeros(len(POLICIES))
for _name, _chance in STYLE_CHANCES.items():
    FIRST_CHANCES[policy_number(_name)] = _chance
STYLES = tuple(np.flatnonzero(FIRST_CHANCES).tolist())


class Shown(NamedTuple):
    """What one decision shows of its seat: the chances of styles before and after, their moves."""

    before: Chances
    after: Chances
    moves: Any  # by policy: what it would have done; NO_MOVE if it was not asked
    table: Mix  # what all seats had shown before it


def first_mix(seats: int) -> Mix:
    """Every seat before its first move."""
    return np.tile(FIRST_CHANCES, (seats, 1))


def fixed_mix(policies: Sequence[int]) -> Mix:
    """Seats whose styles are known."""
    return np.eye(len(POLICIES))[list(policies)]


def styles_at(mix: Mix, places: Any) -> Any:
    """The policies of all seats where each has a place, 0 to 1, among its styles."""
    styles = np.zeros((len(places), MAX_SEATS), np.int64)
    for seat, chances in enumerate(mix):
        bounds = np.cumsum(chances)
        styles[:, seat] = np.searchsorted(bounds / bounds[-1], places[:, seat], side="right")
    return styles


class ShownStyles:
    """What the moves of all seats of a game have shown so far."""

    def __init__(self, game: Game, kit: Kit) -> None:
        self.kit = kit
        self.mix = first_mix(game.seats)
        self.stayed = np.full(self.mix.shape, STAYS_IN_STYLE)
        self.left = np.full(self.mix.shape, LEAVES_STYLE)

    def note(self, moment: Moment) -> Shown:
        """Take note of a decision."""
        seat, action = moment.seat, moment.action.number
        table, choices = self.mix.copy(), len(moment.before.legal_actions(seat))
        moves = np.full((len(POLICIES), ROLLS), action)
        if choices > 1:
            moves = asked_moves(self.kit, moment.before, seat)
            self._learn(seat, (moves == action).mean(axis=1), choices)
        return Shown(table[seat], self.mix[seat].copy(), moves[:, 0], table)

    def _learn(self, seat: int, same: Any, choices: int) -> None:
        """Learn from how far each policy would have done the same."""
        stayed, left = self.stayed[seat], self.left[seat]
        stays = stayed / (stayed + left)
        likely = stays * same + (1 - stays) / choices
        chances = self.mix[seat] * likely
        self.mix[seat] = chances / chances.sum()
        stayed += same > 0
        left += same == 0


def asked_moves(kit: Kit, state: State, seat: int) -> Any:
    """What every style would do, by policy and roll of the dice; it knows what the seat knows."""
    moves = np.full((len(POLICIES), ROLLS), NO_MOVE)
    for style in STYLES:
        rolls = ROLLS if style == BEGINNER else 1
        asked = [choose_in(kit, state.array, 0, seat, style, roll) for roll in range(rolls)]
        moves[style] = asked * (ROLLS // rolls)
    return moves
