"""SipHash-2-4 of five bytes: a keyed function whose words nobody can foretell without the key.

J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012). Five bytes fill one
block with their length, so a word takes six rounds, and nothing is kept between two words. A lane
of the algorithm is a signed number of 64 bits, in both modes.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, in_64_bits, wide

_LENGTH = 5 << 56  # the length of the message, in the last byte of its block


@compiled
def _turn_left(lane: int, places: int) -> int:
    return in_64_bits(lane << places) | ((lane >> (64 - places)) & ((1 << places) - 1))


@compiled
def _round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = in_64_bits(a + b)
    c = in_64_bits(c + d)
    b = _turn_left(b, 13) ^ a
    d = _turn_left(d, 16) ^ c
    a = in_64_bits(_turn_left(a, 32) + d)
    c = in_64_bits(c + b)
    d = _turn_left(d, 21) ^ a
    b = _turn_left(b, 17) ^ c
    return a, b, _turn_left(c, 32), d


@compiled
def siphash(low: int, high: int, number: int, kind: int) -> int:
    """The hash of a number, in four bytes, and a kind, in one, under a key's two halves."""
    block = number | (kind << 32) | _LENGTH
    a, b = low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D
    c, d = low ^ 0x6C7967656E657261, high ^ 0x7465646279746573 ^ block
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    a, c = a ^ block, c ^ 0xFF
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    return a ^ b ^ c ^ d


@compiled
def half_key(key: Any, word: int) -> int:
    """Two words of a key, the lower one first, as one number."""
    return wide(key[word]) | in_64_bits(wide(key[word + 1]) << 32)
