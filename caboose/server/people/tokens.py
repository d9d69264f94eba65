"""Words that nobody can guess, and what is kept of them."""

from __future__ import annotations

import hashlib
import secrets

# Letters and digits that nobody mixes up when they copy them from a screen or from paper.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MEANT = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})


def new_token() -> str:
    """A word nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code(groups: int, letters: int) -> str:
    """A word to be copied by hand: so many groups of so many letters, five bits each."""
    return "-".join(
        "".join(secrets.choice(ALPHABET) for _ in range(letters)) for _ in range(groups)
    )


def read_code(said: str) -> str:
    """A code as it counts, however it was typed: without case, spaces and dashes."""
    return "".join(c for c in said.upper().translate(_MEANT) if c in ALPHABET)
