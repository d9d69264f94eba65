"""Sitting down at a table, by an invitation, from the lobby or by a private link: one transaction.

An invitation only offers a chair: looking at it takes nothing, sitting down takes it, once, and
then it is dead. Whoever sits has a private link of their own, by which they can come back.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.control import log_entry
from caboose.server.guests import Guest, hashed, new_token
from caboose.server.meta import lock_table, this_chair
from caboose.server.refusals import Refusal, conflict, forbidden, not_found
from caboose.server.starting import start_if_full


@dataclass(frozen=True)
class Seated:
    """Where somebody sits now, and the private link that was made for it."""

    table: str
    chair: int | None
    resume: str | None = None
    started: bool = False


def take_chair(
    connection: sa.Connection,
    guest: Guest,
    table: str,
    chair: int,
    nonce: str,
    now: int,
    name: str | None = None,
) -> Seated:
    """Sit down on an open chair."""
    resume = new_token()
    here = this_chair(table, chair)
    connection.execute(
        sa.update(rows.chairs)
        .where(here)
        .values(
            kind="person",
            name=name or guest.name,
            guest_id=guest.id,
            nonce=nonce,
            invitation_hash=None,
            reserved_for=None,
            resume_hash=hashed(resume),
        )
    )
    holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
    connection.execute(sa.insert(rows.holders).values(holder))
    connection.execute(log_entry(table, 0, "sat_down", {"chair": chair, "by": guest.id}, now))
    return Seated(table, chair, resume)


def accept_invitation(
    connection: sa.Connection, guest: Guest, token: str, nonce: str, now: int
) -> Seated:
    """Take the chair that an invitation offers."""
    table, chair = invited_to(connection, token)
    meta = lock_table(connection, table)
    table, chair = invited_to(connection, token)  # somebody may have been quicker
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already; send the link to others.")
    seated = take_chair(connection, guest, table, chair, nonce, now)
    return Seated(table, chair, seated.resume, start_if_full(connection, table, now))


def invited_to(connection: sa.Connection, token: str) -> tuple[str, int]:
    """The table and chair of an invitation."""
    chairs = rows.chairs
    joined = sa.select(chairs.c.table_id, chairs.c.chair).join_from(chairs, rows.tables)
    chosen = joined.where(
        chairs.c.invitation_hash == hashed(token),
        chairs.c.kind == "open",
        rows.tables.c.status == "waiting",
    )
    row = connection.execute(chosen).first()
    if row is None:
        raise Refusal(
            410, "invitation_used", "This invitation was used or withdrawn; ask for another one."
        )
    return row.table_id, row.chair


def join(connection: sa.Connection, guest: Guest, table: str, nonce: str, now: int) -> Seated:
    """Take the chairs that are kept for a guest, or the first open one of a listed table."""
    meta = lock_table(connection, table)
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already.")
    mine = [chair.chair for chair in meta.chairs if chair.reserved_for == guest.id]
    free = [c.chair for c in meta.chairs if c.kind == "open" and c.reserved_for is None]
    if not mine and not meta.options.listed:
        raise forbidden("This table is by invitation only; ask for a link.")
    if meta.status != "waiting" or not (mine or free):
        raise conflict("no_open_chair", "All chairs of this table are taken.")
    chairs = mine or free[:1]
    names = {chair.chair: chair.name for chair in meta.chairs if len(mine) > 1}
    first, *others = chairs
    seated = take_chair(connection, guest, table, first, nonce, now, names.get(first))
    for other in others:
        take_chair(connection, guest, table, other, nonce, now, names.get(other))
    return Seated(table, first, seated.resume, start_if_full(connection, table, now))


def resume_of(connection: sa.Connection, token: str) -> tuple[str, int]:
    """The table and chair of a private link."""
    chairs = rows.chairs
    chosen = sa.select(chairs.c.table_id, chairs.c.chair).where(
        chairs.c.resume_hash == hashed(token)
    )
    row = connection.execute(chosen).first()
    if row is None:
        raise not_found("link")
    return row.table_id, row.chair


def resume(connection: sa.Connection, guest: Guest, token: str, now: int) -> Seated:
    """Let this guest, too, play for the chair of a private link."""
    table, chair = resume_of(connection, token)
    meta = lock_table(connection, table)
    if guest.id not in meta.chairs[chair].holders:
        holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
        connection.execute(sa.insert(rows.holders).values(holder))
        connection.execute(log_entry(table, 0, "came_back", {"chair": chair}, now))
    decide = sa.update(rows.chairs).where(this_chair(table, chair), rows.chairs.c.kind == "person")
    connection.execute(decide.values(control="person", timeouts=0))
    return Seated(table, chair)


def new_invitations(connection: sa.Connection, guest: Guest, table: str) -> dict[int, str]:
    """New links for the open chairs; the old ones are dead."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise forbidden("Only who opened the table can invite.")
    links = {}
    for chair in meta.chairs:
        if chair.kind == "open" and chair.reserved_for is None:
            token = new_token()
            here = this_chair(table, chair.chair)
            values = {"invitation_hash": hashed(token)}
            connection.execute(sa.update(rows.chairs).where(here).values(values))
            links[chair.chair] = f"/join/{token}"
    return links
