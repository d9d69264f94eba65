"""Sitting down at a table, by an invitation, from the lobby or by a private link: one transaction.

An invitation only offers a chair: looking at it takes nothing, sitting down takes it, once, and
then it is dead. Whoever sits has a private link of their own, by which they can come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.bodies import Sit
from caboose.server.guests import Guest, hashed, lock_guest, new_token
from caboose.server.meta import ChairMeta, TableMeta, load_meta, lock_table, this_chair
from caboose.server.refusals import (
    Refusal,
    conflict,
    forbidden,
    not_found,
    not_owner,
    refuse_another_promise,
)
from caboose.server.starting import start_if_full
from caboose.server.statements import actions_so_far, log_entry


@dataclass(frozen=True)
class Seated:
    """Where somebody sits now, and the words of the private links that were made, by chair."""

    table: str
    chair: int | None
    resumes: Mapping[int, str] = field(default_factory=dict)


def take_chair(
    connection: sa.Connection,
    guest: Guest,
    table: str,
    chair: int,
    nonce: str,
    now: int,
    name: str | None = None,
) -> str:
    """Sit down on an open chair; the word of its private link."""
    lock_guest(connection, guest)
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
            ready=guest.bot,  # a program has come to play; people say so themselves
        )
    )
    holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
    connection.execute(sa.insert(rows.holders).values(holder))
    connection.execute(log_entry(table, 0, "sat_down", {"chair": chair, "by": guest.id}, now))
    return resume


def accept_invitation(
    connection: sa.Connection, guest: Guest, token: str, sit: Sit, now: int
) -> Seated:
    """Take the chair that an invitation offers."""
    table, chair = invited_to(connection, token)
    meta = lock_table(connection, table)
    table, chair = invited_to(connection, token)  # somebody may have been quicker
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already; send the link to others.")
    refuse_another_promise(sit.commitment, meta.commitment)
    resume = take_chair(connection, guest, table, chair, sit.nonce, now)
    start_if_full(connection, table, now)
    return Seated(table, chair, {chair: resume})


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


def join(connection: sa.Connection, guest: Guest, table: str, sit: Sit, now: int) -> Seated:
    """Take the chairs that are kept for a guest, or the first open one of a listed table."""
    meta = lock_table(connection, table)
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You sit at this table already.")
    mine = _kept_for(connection, guest, meta)
    free = [c for c in meta.chairs if c.kind == "open" and c.reserved_for is None]
    if not mine and not meta.options.listed:
        raise forbidden("by_invitation", "This table is by invitation only; ask for a link.")
    if meta.status != "waiting" or not (mine or free):
        raise conflict("no_open_chair", "All chairs of this table are taken.")
    refuse_another_promise(sit.commitment, meta.commitment)
    resumes = {
        chair.chair: take_chair(
            connection, guest, table, chair.chair, sit.nonce, now, _name_on(chair, guest, mine)
        )
        for chair in mine or free[:1]
    }
    start_if_full(connection, table, now)
    return Seated(table, min(resumes), resumes)


def _kept_for(connection: sa.Connection, guest: Guest, meta: TableMeta) -> list[ChairMeta]:
    """The chairs of a rematch that are kept for a guest: for whoever held them the last time."""
    old = None if meta.rematch_of is None else load_meta(connection, meta.rematch_of)
    before = [] if old is None else old.again()
    held = [place for place, was in enumerate(before) if guest.id in was.holders]
    kept = [c for c in meta.chairs if c.reserved_for is not None]
    mine = [c for c in kept if c.reserved_for == guest.id or c.chair in held]
    if not mine and any(before[place].holders & meta.chairs[place].holders for place in held):
        raise conflict(
            "seated_elsewhere",
            "You sit at this table on another device; come back by the private link shown there.",
        )
    return mine


def _name_on(chair: ChairMeta, guest: Guest, kept: list[ChairMeta]) -> str | None:
    """One's own name; but who plays several chairs, or comes on another device, keeps theirs."""
    return chair.name if len(kept) > 1 or (kept and chair.reserved_for != guest.id) else None


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
    lock_guest(connection, guest)
    if guest.id not in meta.chairs[chair].holders:
        holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
        connection.execute(sa.insert(rows.holders).values(holder))
        n = actions_so_far(table)
        connection.execute(log_entry(table, n, "came_back", {"chair": chair}, now))
    decide = sa.update(rows.chairs).where(this_chair(table, chair), rows.chairs.c.kind == "person")
    connection.execute(decide.values(control="person", timeouts=0))
    return Seated(table, chair)


def new_invitations(connection: sa.Connection, guest: Guest, table: str) -> dict[int, str]:
    """New links for the open chairs; the old ones are dead.

    A chair that is kept for a rematch gets one too: whoever is first sits there, since somebody who
    does not come back must not hold up the others.
    """
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise not_owner("invite")
    links = {}
    for chair in meta.chairs:
        if chair.kind == "open":
            token = new_token()
            here = this_chair(table, chair.chair)
            values = {"invitation_hash": hashed(token)}
            connection.execute(sa.update(rows.chairs).where(here).values(values))
            links[chair.chair] = f"/join/{token}"
    return links
