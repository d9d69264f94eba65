"""Closing a running game takes everybody who plays it.

Whoever could end a game alone, having seen a hand, could go on dealing until they like what they
have. So from the first action on a game is closed by all who play it together; somebody who does
not want to go on leaves, and a bot takes the seat. Before, and while a table waits, its host closes
it alone.

Nor may anybody escape a loss that counts. A game with ratings or points at stake is closed only by
two people or more, all of them, from the deal on, and not once somebody has left.
"""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.guests import Guest
from caboose.server.protocol.closures import BY_CONSENT, BY_ITS_OWNER, Why
from caboose.server.protocol.refusals import Refusal, conflict, forbidden, not_owner
from caboose.server.storage import rows
from caboose.server.storage.statements import actions_so_far, log_entry
from caboose.server.tables.meta import TableMeta, lock_table


def ask_to_close(connection: sa.Connection, guest: Guest, table: str, now: int) -> Why | None:
    """Want a table to be closed; why it may be closed now, None if others have to agree."""
    meta = lock_table(connection, table)
    stored = int(connection.execute(sa.select(actions_so_far(table))).scalar_one())
    if meta.status not in ("waiting", "playing"):
        raise conflict("ended", "The table is already closed, or its game is over.")
    if not _takes_consent(meta, stored):
        if meta.owner_id != guest.id:
            raise not_owner("close the table")
        return BY_ITS_OWNER
    mine = _asked_chairs(meta, guest)
    if meta.must_be_played:
        raise _must_be_played()
    _set_consent(connection, table, mine, consents=True)
    connection.execute(log_entry(table, stored, "wants_to_close", {"chairs": mine}, now))
    for chair in mine:
        meta.chairs[chair].consents = True
    return BY_CONSENT if meta.all_consent else None


def play_on(connection: sa.Connection, guest: Guest, table: str, now: int) -> None:
    """Do not want a game to be closed, or not any more: nobody's consent counts from here on."""
    meta = lock_table(connection, table)
    mine = _asked_chairs(meta, guest)
    _set_consent(connection, table, range(len(meta.chairs)), consents=False)
    n = actions_so_far(table)
    connection.execute(log_entry(table, n, "wants_to_play_on", {"chairs": mine}, now))


def refuse_to_close(meta: TableMeta, stored: int) -> None:
    """Refuse to end a table if somebody has played or changed their mind since it was asked."""
    if meta.must_be_played:
        raise _must_be_played()
    if _takes_consent(meta, stored) and not meta.all_consent:
        raise conflict("consent_missing", "Not all players agree to end this game any more.")


def _takes_consent(meta: TableMeta, stored: int) -> bool:
    """Does it take all who play, or does the host still close the table alone?"""
    return stored > 0 or (meta.counts and meta.status == "playing")


def _must_be_played() -> Refusal:
    return conflict(
        "game_counts", "This game counts, so it is played on; leave it, and you come last."
    )


def _asked_chairs(meta: TableMeta, guest: Guest) -> list[int]:
    """The chairs for which somebody may agree; a refusal if there are none."""
    mine = meta.chairs_of(guest.id)
    if not mine:
        raise forbidden(
            "players_decide", "The game has begun; only its players can end it, all together."
        )
    asked = [chair for chair in mine if meta.chairs[chair].is_asked]
    if not asked:
        raise conflict("has_left", "A bot plays for you; take over again before you decide.")
    return asked


def _set_consent(
    connection: sa.Connection, table: str, chairs: range | list[int], *, consents: bool
) -> None:
    here = (rows.chairs.c.table_id == table) & rows.chairs.c.chair.in_(chairs)
    connection.execute(sa.update(rows.chairs).where(here).values(consents=consents))
