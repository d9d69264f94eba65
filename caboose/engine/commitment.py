"""Chance that can be checked: a promised secret, and a nonce from everybody who sits down.

Before anyone sits down, the hash of a secret is shown (the commitment). The game's key is made
from that secret and from the nonces that the people at the table send, so nobody without the
secret can choose the deck; who knows it and sits down last could try nonces. When the game is
over the secret is revealed, and everybody can check both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

SIZE = 32  # bytes of a secret and of a nonce
NO_NONCE = bytes(SIZE)  # of a chair where a bot sits


@dataclass(frozen=True, slots=True)
class Commitment:
    """A revealed secret with all that its key was made from."""

    promised: str  # the hash that was shown, in hexadecimal
    secret: bytes
    nonces: tuple[bytes, ...]  # of each chair
    chairs: tuple[int, ...]  # which chair sits in each seat

    @property
    def key(self) -> bytes:
        """The key that follows."""
        return make_key(self.secret, self.nonces)

    def problem(self, key: bytes) -> str | None:
        """What is wrong with it, given the key that was played; None if nothing is."""
        if promise(self.secret) != self.promised:
            return "the secret is not the one whose hash was shown before the game."
        if self.key != key:
            return "the key was not made from the secret and the players' nonces."
        as_they_stand = tuple(range(len(self.nonces)))
        if self.chairs not in (as_they_stand, draw_lots(key, len(self.nonces))):
            return "the seats match neither the listed order nor the draw."
        return None


def promise(secret: bytes) -> str:
    """What is shown of a secret before the game: its hash."""
    return hashlib.sha256(secret).hexdigest()


def make_key(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a game: a hash over the secret and the nonce of each chair, in order."""
    if len(secret) != SIZE or any(len(nonce) != SIZE for nonce in nonces):
        raise ValueError(f"a secret and a nonce have {SIZE} bytes each.")
    return hashlib.sha256(b"caboose key 1\n" + secret + b"".join(nonces)).digest()


def draw_lots(key: bytes, chairs: int) -> tuple[int, ...]:
    """Which chair sits in each seat, when it is left to the lot."""
    lots = [hashlib.sha256(b"caboose lot 1\n" + key + bytes([n])).digest() for n in range(chairs)]
    return tuple(sorted(range(chairs), key=lots.__getitem__))
