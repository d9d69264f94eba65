"""Recovery codes: words on paper by which a member comes back without any device. Each works once.

They are random, 80 bits each, so a plain hash keeps them: nobody can try them all.
"""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.tokens import hashed, new_code, read_code
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage import rows

CODES = 8
GROUPS, LETTERS = 4, 4


def give_codes(connection: sa.Connection, guest: str, now: int) -> list[str]:
    """New codes for a member, to be shown once; older ones are void."""
    kept = rows.recovery_codes
    connection.execute(sa.delete(kept).where(kept.c.guest_id == guest))
    codes = [new_code(GROUPS, LETTERS) for _ in range(CODES)]
    for code in codes:
        values = {"code_hash": hashed(read_code(code)), "guest_id": guest, "created_at": now}
        connection.execute(sa.insert(kept).values(values))
    return codes


def use_code(connection: sa.Connection, said: str) -> str:
    """Use a code up; the member whose it was. Of two who use it at once one is the first."""
    kept = rows.recovery_codes
    here = kept.c.code_hash == hashed(read_code(said))
    guest = connection.execute(sa.select(kept.c.guest_id).where(here).with_for_update()).scalar()
    if guest is None or connection.execute(sa.delete(kept).where(here)).rowcount == 0:
        raise Refusal(403, "bad_code", "This code is unknown or has been used already.")
    return str(guest)


def codes_left(connection: sa.Connection, guest: str) -> int:
    """How many codes of a member still work."""
    kept = rows.recovery_codes
    mine = sa.select(sa.func.count()).where(kept.c.guest_id == guest)
    return int(connection.execute(mine).scalar_one())
