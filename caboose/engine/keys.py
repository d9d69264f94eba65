"""Many games under one key: each has a key and dice of its own, whatever happens in the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.chance import WORDS_PER_BLOCK, fill_block
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import set_dice
from caboose.engine.fields import StateRecord

# The key stream from which a batch takes the keys of its games; not a stream of any game.
BATCH_STREAM = 2


@compiled
def deal_batch_game(state: StateRecord, key: Any, n: int, dice: Any) -> None:
    """Give the n-th game of a batch its key and its dice."""
    words = np.zeros(WORDS_PER_BLOCK, np.uint32)
    fill_block(words, key, BATCH_STREAM, n)
    for i in range(8):
        state.key[i] = words[i]
    set_dice(dice, wide(words[8]), wide(words[9]))
