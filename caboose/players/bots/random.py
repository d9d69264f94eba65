"""Random: every legal action is as likely as any other. The floor under all other bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled
from caboose.engine.dice import roll
from caboose.engine.fields import GameRecord, StateRecord
from caboose.engine.numbering import ACTIONS, PASS
from caboose.engine.rules.turn import legal_mask
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.scratch import Scratch


@compiled
def any_legal(mask: Any, dice: Any) -> int:
    """One of the actions that a mask allows."""
    count = 0
    for action in range(ACTIONS):
        if mask[action]:
            count += 1
    choice = roll(dice, count)
    for action in range(ACTIONS):
        if mask[action]:
            if choice == 0:
                return action
            choice -= 1
    return PASS


@compiled
def decide_random(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """Any of the legal actions."""
    mask = np.zeros(ACTIONS, np.bool_)
    legal_mask(game, state, seat, mask)
    return any_legal(mask, dice)
