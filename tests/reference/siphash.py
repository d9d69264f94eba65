"""SipHash-2-4 as its paper writes it, in plain integers, and the words that cards take from it."""

import struct

MASK = 0xFFFFFFFFFFFFFFFF
BLIND, ROW, SWEEP = 0, 16, 32


def rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & MASK


def sip_round(v: list[int]) -> None:
    v[0] = (v[0] + v[1]) & MASK
    v[1] = rotate(v[1], 13) ^ v[0]
    v[0] = rotate(v[0], 32)
    v[2] = (v[2] + v[3]) & MASK
    v[3] = rotate(v[3], 16) ^ v[2]
    v[0] = (v[0] + v[3]) & MASK
    v[3] = rotate(v[3], 21) ^ v[0]
    v[2] = (v[2] + v[1]) & MASK
    v[1] = rotate(v[1], 17) ^ v[2]
    v[2] = rotate(v[2], 32)


def siphash(key: bytes, message: bytes) -> int:
    """The hash of a message of any length under a key of sixteen bytes."""
    k0, k1 = struct.unpack("<2Q", key)
    begin = struct.unpack(">4Q", b"somepseudorandomlygeneratedbytes")
    v = [k ^ constant for k, constant in zip([k0, k1, k0, k1], begin, strict=True)]
    whole = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for (block,) in struct.iter_unpack("<Q", whole):
        v[3] ^= block
        sip_round(v)
        sip_round(v)
        v[0] ^= block
    v[2] ^= 0xFF
    for _ in range(4):
        sip_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def word(key: bytes, purpose: int, n: int) -> int:
    """The word of the n-th card for a purpose: the lower half of a hash."""
    return siphash(key[:16], struct.pack("<IB", n, purpose)) & 0xFFFFFFFF
