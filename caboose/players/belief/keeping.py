"""How often each style keeps each ticket of a first offer: worked out once for each game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import new_dice, roll_word
from caboose.engine.fields import STATE, StateRecord
from caboose.engine.game import Game
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import KEEP, KEEP_MASKS
from caboose.engine.rules.setup import set_up
from caboose.players.belief.styles import STYLES
from caboose.players.policies import decide
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.scratch import clear_scratch

DEALS = 400


@lru_cache(maxsize=64)
def keep_rates(game: Game) -> np.ndarray[Any, Any]:
    """The logarithm of how often a style keeps a ticket it is offered, by style and ticket."""
    offered, kept = np.zeros(MAX_TICKETS), np.zeros((len(STYLES), MAX_TICKETS))
    kit, states, dice = new_kit(game), np.zeros(1, STATE), new_dice("keep rates")
    count_kept(kit, states, dice, no_buffer(), offered, kept)
    rates: np.ndarray[Any, Any] = np.log((kept + 1) / (offered + 2))
    rates.flags.writeable = False
    return rates


@compiled
def count_kept(kit: Kit, states: Any, dice: Any, happenings: Any, offered: Any, kept: Any) -> None:
    """Deal games and let each style choose from every first offer."""
    game, atlas, state, scratch = kit.games[0], kit.atlases[0], states[0], kit.scratches[0]
    for _ in range(DEALS):
        for i in range(state.key.shape[0]):
            state.key[i] = roll_word(dice)
        set_up(game, state, happenings)
        for seat in range(game.seats):
            for place in range(wide(state.offer_size[seat])):
                offered[state.offer[seat, place]] += 1
            for style in range(len(STYLES)):
                clear_scratch(scratch)
                action = decide(game, atlas, state, seat, STYLES[style], scratch, dice)
                note_kept(state, seat, action, kept[style])


@compiled
def note_kept(state: StateRecord, seat: int, action: int, kept: Any) -> None:
    """Count the tickets that an action keeps."""
    places = wide(KEEP_MASKS[action - KEEP])
    for place in range(wide(state.offer_size[seat])):
        if (places >> place) & 1:
            kept[state.offer[seat, place]] += 1
