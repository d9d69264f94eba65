"""ChaCha20 as RFC 8439 writes it, in plain integers, and the words the game takes from it."""

import hashlib
import struct
from functools import lru_cache

CARDS, TICKETS = 0, 1


def key_of_seed(seed: int) -> bytes:
    return hashlib.sha256(f"caboose seed {seed}".encode("ascii")).digest()


def rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


def quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] = rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] = rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] = rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] = rotate(x[b] ^ x[c], 7)


@lru_cache(maxsize=4096)
def block(key: bytes, counter: int, nonce: tuple[int, int, int]) -> tuple[int, ...]:
    """The sixteen words of one keystream block."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key)]
    start += [counter, *nonce]
    x = list(start)
    for _ in range(10):
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return tuple((a + b) & 0xFFFFFFFF for a, b in zip(x, start, strict=True))


def word(key: bytes, stream: int, k: int) -> int:
    """Word k of a stream: one stream is for the cards, the other for the ticket deck."""
    return block(key, k // 16, (stream, 0, 0))[k % 16]
