"""Positions as games of the first version of the rules know them, for the digests they stored.

Then a state kept the block of chance that the last card came from, and no numbers by purpose.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.chance import CARD_STREAM, WORDS_PER_BLOCK, fill_block
from caboose.engine.fields import STATE, record_of

_NEW = ("given", "sweeps", "drawn", "laid", "numbering")


def _first_state() -> np.dtype[Any]:
    """The record of a state, field for field as it was."""
    fields: list[tuple[Any, ...]] = []
    for name in STATE.names or ():
        if name not in _NEW:
            kind = STATE[name]
            fields.append((name, kind.base, kind.shape))
        if name == "key":
            fields.append(("words", np.uint32, (WORDS_PER_BLOCK,)))
    return record_of(fields)


_FIRST_STATE = _first_state()


def first_bytes(array: np.ndarray[Any, Any]) -> bytes:
    """The bytes of a position, as the first version of the rules laid them out."""
    first = np.zeros(1, _FIRST_STATE)
    for name in _FIRST_STATE.names or ():
        if name != "words":
            first[name] = array[name]
    used = int(array["chance"][0])
    if used > 0:
        fill_block(first["words"][0], array["key"][0], CARD_STREAM, (used - 1) // WORDS_PER_BLOCK)
    return first.tobytes()
