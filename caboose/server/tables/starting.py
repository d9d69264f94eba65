"""Being ready for a game, starting it, and leaving it: each one transaction."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from caboose.engine.commitment import draw_lots
from caboose.server.people.guests import Guest
from caboose.server.protocol.refusals import conflict, not_owner
from caboose.server.storage import rows
from caboose.server.storage.statements import actions_so_far, log_entry, upsert_due
from caboose.server.tables.meta import TableMeta, load_meta, lock_table, this_chair


def start_if_full(connection: sa.Connection, table: str, now: int) -> None:
    """Start, if that is wanted as soon as all chairs are taken."""
    meta = load_meta(connection, table)
    assert meta is not None
    if meta.options.start == "full" and not any(chair.kind == "open" for chair in meta.chairs):
        begin(connection, meta, now)


def say_ready(connection: sa.Connection, guest: Guest, table: str, ready: bool) -> None:
    """Say that one is ready for the start, or not yet, for all chairs that one has."""
    meta = lock_table(connection, table)
    mine = _own_chairs(meta, guest)
    _refuse_unless_waiting(meta)
    chairs = rows.chairs
    here = (chairs.c.table_id == table) & chairs.c.chair.in_(mine)
    connection.execute(sa.update(chairs).where(here).values(ready=ready))


def start(connection: sa.Connection, guest: Guest, table: str, now: int) -> None:
    """The owner starts the game."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise not_owner("start the game")
    _refuse_unless_waiting(meta)
    if any(chair.kind == "open" for chair in meta.chairs):
        raise conflict("open_chairs", "Some seats are still open; fill them first.")
    if not any(chair.kind == "person" for chair in meta.chairs):
        raise conflict("no_person", "At least one person must have a seat.")
    begin(connection, meta, now)


def _refuse_unless_waiting(meta: TableMeta) -> None:
    if meta.status == "playing":
        raise conflict("not_waiting", "The game has already begun.")
    if meta.status != "waiting":
        raise conflict("ended", "The table is already closed, or its game is over.")


def begin(connection: sa.Connection, meta: TableMeta, now: int) -> None:
    """Make the key from the promise and the nonces, and give seats to chairs."""
    count = len(meta.chairs)
    by_lot = meta.options.order == "lot"
    order = draw_lots(meta.proof().key, count) if by_lot else tuple(range(count))
    for seat, chair in enumerate(order):
        here = this_chair(meta.id, chair)
        connection.execute(sa.update(rows.chairs).where(here).values(seat=seat))
    where = rows.tables.c.id == meta.id
    connection.execute(sa.update(rows.tables).where(where).values(status="playing", started_at=now))
    _due_at_once(connection, meta.id, now)
    connection.execute(log_entry(meta.id, 0, "started", {"chairs": list(order)}, now))


def leave(connection: sa.Connection, guest: Guest, table: str, now: int) -> None:
    """Stand up: before the game the chair is open again, in it a bot plays on."""
    meta = lock_table(connection, table)
    mine = _own_chairs(meta, guest)
    if meta.status not in ("waiting", "playing"):
        raise conflict("game_over", "The game is over; there is nothing to leave.")
    if meta.sealed:  # a bot would play the deal for them
        raise conflict(
            "no_leaving",
            "No bot can play this deal for you; finish it before it closes, or end it.",
        )
    for chair in mine:
        here = this_chair(table, chair)
        change = sa.update(rows.chairs).where(here)
        if meta.status == "waiting":
            connection.execute(change.values(_open_again()))
            held = (rows.holders.c.table_id == table) & (rows.holders.c.chair == chair)
            connection.execute(sa.delete(rows.holders).where(held))
        else:
            connection.execute(change.values(control="bot", consents=False))
            _due_at_once(connection, table, now)
        left = log_entry(table, actions_so_far(table), "left", {"chair": chair}, now)
        connection.execute(left)


def _own_chairs(meta: TableMeta, guest: Guest) -> list[int]:
    mine = meta.chairs_of(guest.id)
    if not mine:
        raise conflict("not_seated", "You have no seat at this table.")
    return mine


def _due_at_once(connection: sa.Connection, table: str, now: int) -> None:
    """A bot may have to act at once; it stands in the database, so a crash changes nothing."""
    upsert_due(connection, [{"table_id": table, "at": now, "taken_until": 0}])


def _open_again() -> dict[str, Any]:
    gone = ("guest_id", "nonce", "invitation_hash", "resume_hash", "reserved_for", "browser_hash")
    return {"kind": "open", "name": "", "ready": False, **dict.fromkeys(gone)}
