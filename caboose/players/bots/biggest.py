"""Biggest: always the biggest route it can pay for, and otherwise a card.

It keeps the two cheapest tickets (or as many as it must) and never looks at them again. When it can
pay for nothing of three or more, it takes the color it holds most of.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    PAYMENT,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    draw_towards,
    fullest_color,
    is_last_turn,
    most_valuable_claim,
    pay_sparing,
)
from caboose.players.tools.offers import keep_cheapest
from caboose.players.tools.scratch import Scratch

WORTH_CLAIMING = 3  # shorter routes wait, unless there are no longer ones to be had


@compiled
def decide_biggest(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The biggest affordable route."""
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_cheapest(game, state, seat)
    claim = most_valuable_claim(game, state, seat)
    scratch.goal = claim
    if state.phase == TURN and claim != NOBODY:
        wanted = min(WORTH_CLAIMING, wide(state.trains[seat]))
        if wide(game.route_length[claim]) >= wanted or is_last_turn(state):
            return CLAIM + claim
    return draw_towards(game, state, seat, fullest_color(game, state, seat, 0), 0)
