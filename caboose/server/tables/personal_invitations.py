"""Asking a member by name to a table: they find it on their own pages, and may sit down there."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.friends import does_follow, has_blocked
from caboose.server.people.guests import Guest
from caboose.server.protocol.people import Asked
from caboose.server.protocol.refusals import blocked, conflict, not_found, not_owner
from caboose.server.storage import rows
from caboose.server.storage.statements import insert_unless_there
from caboose.server.tables.lists import lines_of
from caboose.server.tables.meta import TableMeta, lock_table


def ask_to_table(connection: sa.Connection, guest: Guest, table: str, other: str, now: int) -> None:
    """Ask somebody whom the host follows to sit down at their table."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise not_owner("invite")
    if not does_follow(connection, guest.id, other) or has_blocked(connection, other, guest.id):
        raise not_found("friend")
    free = [c for c in meta.chairs if c.kind == "open" and c.reserved_for is None]
    if meta.status != "waiting" or not free:
        raise conflict("no_open_chair", "All seats at this table are taken.")
    row = {"table_id": table, "guest_id": other, "by_id": guest.id, "at": now}
    insert_unless_there(connection, rows.asked, row)


def is_asked(connection: sa.Connection, table: str, guest: str) -> bool:
    """Was somebody asked to this table?"""
    found = sa.exists().where(*_row(table, guest))
    return bool(connection.execute(sa.select(found)).scalar())


def decline(connection: sa.Connection, table: str, guest: str) -> None:
    """Somebody does not want to be asked to a table any more."""
    connection.execute(sa.delete(rows.asked).where(*_row(table, guest)))


def _row(table: str, guest: str) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return rows.asked.c.table_id == table, rows.asked.c.guest_id == guest


def asked_to(connection: sa.Connection, guest: str) -> list[Asked]:
    """The tables to which somebody is asked and where a seat is still free, the newest first."""
    asked, guests = rows.asked, rows.guests
    chosen = sa.select(asked, guests.c.name).join_from(asked, guests, asked.c.by_id == guests.c.id)
    found = list(
        connection.execute(chosen.where(asked.c.guest_id == guest).order_by(asked.c.at.desc()))
    )
    lines = lines_of(connection, {row.table_id for row in found})
    return [
        Asked(by=row.by_id, name=row.name, at=row.at, table=lines[row.table_id])
        for row in found
        if lines[row.table_id].status == "waiting" and lines[row.table_id].open_chairs
    ]


def refuse_blocked(meta: TableMeta, guest: Guest) -> None:
    """Refuse whom the host of a table has blocked."""
    if guest.id in meta.blocked:
        raise blocked()
