"""Words that work once and for some minutes, in any process: challenges, codes for a device."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa

from caboose.server.people.tokens import hashed
from caboose.server.storage import rows

Purpose = Literal["device", "new_passkey", "passkey"]

LASTS = 10 * 60_000  # milliseconds


def keep_word(
    connection: sa.Connection, word: str, purpose: Purpose, guest: str | None, now: int
) -> int:
    """Let a word work once from now on; until when. What a guest had for it before is void."""
    words = rows.passing_words
    if guest is not None:
        older = (words.c.guest_id == guest) & (words.c.purpose == purpose)
        connection.execute(sa.delete(words).where(older))
    values = {"word_hash": hashed(word), "purpose": purpose, "guest_id": guest}
    connection.execute(sa.insert(words).values(**values, until=now + LASTS))
    return now + LASTS


def whose_word(connection: sa.Connection, word: str, purpose: Purpose, now: int) -> str | None:
    """The guest for whom a word would work; looking takes nothing."""
    chosen = sa.select(rows.passing_words.c.guest_id).where(_works(word, purpose, now))
    return connection.execute(chosen).scalar()


def use_word(connection: sa.Connection, word: str, purpose: Purpose, now: int) -> str | None:
    """Use a word up, and for whom it was; LookupError if it does not work, or not any more.

    Of two who use it in the same moment one is the first: the one who deletes it.
    """
    words = rows.passing_words
    chosen = sa.select(words.c.guest_id).where(_works(word, purpose, now))
    found = connection.execute(chosen.with_for_update()).first()
    gone = connection.execute(sa.delete(words).where(words.c.word_hash == hashed(word)))
    if found is None or gone.rowcount == 0:
        raise LookupError(f"no such word for a {purpose}")
    whose: str | None = found.guest_id
    return whose


def _works(word: str, purpose: Purpose, now: int) -> sa.ColumnElement[bool]:
    words = rows.passing_words
    return sa.and_(
        words.c.word_hash == hashed(word), words.c.purpose == purpose, words.c.until > now
    )
