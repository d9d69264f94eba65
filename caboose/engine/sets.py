"""Sets of routes, cities and tickets, kept as bits in 64-bit words, for Python's side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from caboose.engine.compiled import bit


def members(words: Any) -> list[int]:
    """The members of a set, ascending."""
    found = []
    for w, word in enumerate(words):
        bits = int(word) & (2**64 - 1)
        while bits:
            found.append(64 * w + (bits & -bits).bit_length() - 1)
            bits &= bits - 1
    return found


def write_members(words: Any, numbers: Iterable[int]) -> None:
    """Make a set of these members."""
    words[:] = 0
    for number in numbers:
        words[number // 64] |= bit(number % 64)
