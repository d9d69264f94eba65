"""Dice for choices: re-deals, random games and rollouts. Never for the game's own chance.

xoroshiro64** by Blackman and Vigna: two 32-bit words, a handful of operations, the same numbers
compiled and interpreted.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from caboose.engine.chance import scaled
from caboose.engine.compiled import compiled, wide

_LOW = 0xFFFFFFFF


def new_dice(seed: int | str) -> np.ndarray[Any, Any]:
    """Dice that always fall the same way for the same seed."""
    digest = hashlib.sha256(f"caboose dice {seed}".encode()).digest()
    return np.array([1 + int.from_bytes(digest[:3]), int.from_bytes(digest[4:8])], np.int64)


@compiled
def set_dice(dice: Any, one: int, other: int) -> None:
    """Start dice from two words; they must not both be zero."""
    dice[0] = (one | 1) & _LOW
    dice[1] = other & _LOW


@compiled
def _turn_left(word: int, places: int) -> int:
    return ((word << places) & _LOW) | (word >> (32 - places))


@compiled
def roll_word(dice: Any) -> int:
    """The next 32-bit word."""
    one, other = wide(dice[0]), wide(dice[1])
    word = (_turn_left((one * 0x9E3779BB) & _LOW, 5) * 5) & _LOW
    other ^= one
    dice[0] = _turn_left(one, 26) ^ other ^ ((other << 9) & _LOW)
    dice[1] = _turn_left(other, 13)
    return word


@compiled
def roll(dice: Any, n: int) -> int:
    """A number from 0 to n - 1."""
    return scaled(roll_word(dice), n)
