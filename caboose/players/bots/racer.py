"""Racer: the longest routes, nothing else, as fast as the cards come.

It keeps as few tickets as it must, the cheapest, and never draws more. It claims only the longest
routes that are still open to it (on the USA board those of six, then five ...), rather those that
touch its network, and draws towards the nearest one. The game then ends in about 34 of its turns,
before others have completed what they planned. So little thought beats most published bots.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled
from caboose.engine.fields import FIRST_TICKETS, KEEP_TICKETS, PAYMENT, GameRecord, StateRecord
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import pay_sparing
from caboose.players.tools.offers import keep_cheapest
from caboose.players.tools.racing import race
from caboose.players.tools.scratch import Scratch


@compiled
def decide_racer(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The racer's action."""
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_cheapest(game, state, seat)
    return race(game, atlas, state, seat, scratch)
