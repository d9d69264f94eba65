"""Sitting down at a table, by an invitation, from the lobby or by a private link: one transaction.

An invitation only offers a chair: looking at it takes nothing, sitting down takes it, once, and
then it is dead. Whoever sits has a private link of their own, by which they can come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa

from caboose.server.people.guests import Guest, lock_guest
from caboose.server.people.similar_names import told_apart
from caboose.server.people.tokens import hashed, new_token
from caboose.server.protocol.bodies import Sit
from caboose.server.protocol.refusals import (
    Refusal,
    conflict,
    forbidden,
    not_found,
    not_owner,
    refuse_another_promise,
    sealed,
)
from caboose.server.storage import rows
from caboose.server.storage.statements import actions_so_far, insert_unless_there, log_entry
from caboose.server.tables.meta import ChairMeta, TableMeta, load_meta, lock_table, this_chair
from caboose.server.tables.personal_invitations import decline, is_asked, refuse_blocked
from caboose.server.tables.rated import refuse_at_rated, refuse_bot, refuse_household
from caboose.server.tables.starting import start_if_full


@dataclass(frozen=True)
class Seated:
    """Where somebody sits now, and the words of the private links that were made, by chair."""

    table: str
    chair: int | None
    resumes: Mapping[int, str] = field(default_factory=dict)


def table_of(seated: Seated) -> str:
    """The table at which somebody sits now."""
    return seated.table


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
    taken = rows.chairs.c.table_id == table, rows.chairs.c.kind != "open"
    others = connection.execute(sa.select(rows.chairs.c.name).where(*taken)).scalars()
    connection.execute(
        sa.update(rows.chairs)
        .where(here)
        .values(
            kind="person",
            name=told_apart(name or guest.name, others),
            guest_id=guest.id,
            nonce=nonce,
            invitation_hash=None,
            reserved_for=None,
            resume_hash=hashed(resume),
            browser_hash=guest.browser and hashed(f"{table} {guest.browser}"),
            ready=guest.bot,  # a program has come to play; people say so themselves
        )
    )
    holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
    connection.execute(sa.insert(rows.holders).values(holder))
    decline(connection, table, guest.id)  # asked, and come
    connection.execute(log_entry(table, 0, "sat_down", {"chair": chair}, now))
    return resume


def accept_invitation(
    connection: sa.Connection, guest: Guest, token: str, sit: Sit, now: int
) -> Seated:
    """Take the chair that an invitation offers."""
    table, chair = invited_to(connection, token)
    meta = lock_table(connection, table)
    table, chair = invited_to(connection, token)  # somebody may have been quicker
    if meta.chairs_of(guest.id):
        raise conflict(
            "already_seated",
            "You already have a seat at this table; send the link to someone else.",
        )
    refuse_another_promise(sit.commitment, meta.commitment)
    refuse_blocked(meta, guest)
    refuse_at_rated(meta, guest)
    refuse_household(connection, meta, guest)
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
            410, "invitation_used", "This invitation was used or withdrawn; ask for a new one."
        )
    return row.table_id, row.chair


def join(connection: sa.Connection, guest: Guest, table: str, sit: Sit, now: int) -> Seated:
    """Take the chairs that are kept for a guest, or the first open one of a listed table."""
    meta = lock_table(connection, table)
    if meta.chairs_of(guest.id):
        raise conflict("already_seated", "You already have a seat at this table.")
    mine = _kept_for(connection, guest, meta)
    free = [c for c in meta.chairs if c.kind == "open" and c.reserved_for is None]
    if not mine and not meta.options.listed and not is_asked(connection, table, guest.id):
        raise forbidden("by_invitation", "This table is by invitation only; ask for a link.")
    if meta.status != "waiting" or not (mine or free):
        raise conflict("no_open_chair", "All seats at this table are taken.")
    refuse_another_promise(sit.commitment, meta.commitment)
    refuse_blocked(meta, guest)
    refuse_at_rated(meta, guest)
    refuse_household(connection, meta, guest)
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
            "You play at this table on another device; come back by the private link shown there.",
        )
    return mine


def _name_on(chair: ChairMeta, guest: Guest, kept: list[ChairMeta]) -> str | None:
    """One's own name; but players with several chairs, or on another device, keep theirs."""
    return chair.name if len(kept) > 1 or (kept and chair.reserved_for != guest.id) else None


def seat_bot(
    connection: sa.Connection, guest: Guest, table: str, chair: int, bot: str, now: int
) -> None:
    """Let a bot play where nobody has come; whoever was awaited there finds the chair taken."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise not_owner("seat a bot")
    if meta.status != "waiting":
        raise conflict("not_waiting", "The game has already begun.")
    if chair >= len(meta.chairs) or meta.chairs[chair].kind != "open":
        raise conflict("no_open_chair", "Somebody has taken that seat.")
    refuse_bot(meta.options, bot)
    values = {"kind": "bot", "name": bot.capitalize(), "bot": bot, "control": "bot"}
    freed = {"invitation_hash": None, "reserved_for": None}
    here = this_chair(table, chair)
    connection.execute(sa.update(rows.chairs).where(here).values(values | freed))
    connection.execute(log_entry(table, 0, "bot_seated", {"chair": chair, "bot": bot}, now))
    start_if_full(connection, table, now)


def resume_of(connection: sa.Connection, token: str) -> tuple[str, int]:
    """The table and chair of a private link."""
    chairs, tables = rows.chairs, rows.tables
    joined = sa.select(chairs.c.table_id, chairs.c.chair, tables.c.status)
    chosen = joined.join_from(chairs, tables).where(chairs.c.resume_hash == hashed(token))
    row = connection.execute(chosen).first()
    if row is None:
        raise not_found("link")
    if row.status not in ("waiting", "playing"):
        raise Refusal(410, "link_expired", "This private link ended with its game.")
    return row.table_id, row.chair


def resume(connection: sa.Connection, guest: Guest, token: str, now: int) -> Seated:
    """Let this guest, too, play for the chair of a private link."""
    table, chair = resume_of(connection, token)
    meta = lock_table(connection, table)
    lock_guest(connection, guest)
    refuse_at_rated(meta, guest, chair)
    if guest.id not in meta.chairs[chair].holders:
        if meta.sealed:
            raise sealed()  # whoever holds the link would see a deal that they may still play
        holder = {"table_id": table, "chair": chair, "guest_id": guest.id}
        connection.execute(sa.insert(rows.holders).values(holder))
        n = actions_so_far(table)
        connection.execute(log_entry(table, n, "came_back", {"chair": chair}, now))
    decide = sa.update(rows.chairs).where(this_chair(table, chair), rows.chairs.c.kind == "person")
    connection.execute(decide.values(control="person", timeouts=0))
    return Seated(table, chair)


def new_private_link(
    connection: sa.Connection, guest: Guest, table: str, chair: int, now: int
) -> Seated:
    """A new private link for a chair; the old one is dead, and so are all other devices there.

    This is for the device on which somebody sat down: whoever has got hold of the link must not be
    able to turn its owner out.
    """
    meta = lock_table(connection, table)
    if chair not in meta.chairs_of(guest.id):
        raise forbidden("not_your_chair", "This seat is not yours.")
    if meta.chairs[chair].guest_id != guest.id:
        raise forbidden("not_first_device", "Only the device on which you sat down can do this.")
    if meta.status not in ("waiting", "playing"):
        raise conflict("ended", "The table is already closed, or its game is over.")
    held = (rows.holders.c.table_id == table) & (rows.holders.c.chair == chair)
    connection.execute(sa.delete(rows.holders).where(held, rows.holders.c.guest_id != guest.id))
    resume = new_token()
    here = sa.update(rows.chairs).where(this_chair(table, chair))
    connection.execute(here.values(resume_hash=hashed(resume)))
    n = actions_so_far(table)
    connection.execute(log_entry(table, n, "dropped_devices", {"chair": chair}, now))
    return Seated(table, chair, {chair: resume})


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


def switch_chat(connection: sa.Connection, guest: Guest, table: str, on: bool) -> None:
    """Let people write at a table, or not any more; for whoever opened it."""
    meta = lock_table(connection, table)
    if meta.owner_id != guest.id:
        raise not_owner("switch the chat off or on")
    options = {**meta.options.model_dump(), "chat": on}
    here = sa.update(rows.tables).where(rows.tables.c.id == table)
    connection.execute(here.values(options=options))


def sent_away_from(connection: sa.Connection, guest: str) -> list[str]:
    """The tables that still go on, and from which a guest was sent away."""
    tables, removed = rows.tables, rows.removed_spectators
    goes_on = tables.c.status.in_(("waiting", "playing"))
    chosen = sa.select(tables.c.id).join(removed, removed.c.table_id == tables.c.id)
    return list(connection.execute(chosen.where(goes_on, removed.c.guest_id == guest)).scalars())


def send_away(connection: sa.Connection, table: str, guest: str) -> None:
    """Let a guest look on no more."""
    known = sa.select(rows.guests.c.id).where(rows.guests.c.id == guest)
    if connection.execute(known).first() is None:
        raise not_found("guest")
    gone = {"table_id": table, "guest_id": guest}
    insert_unless_there(connection, rows.removed_spectators, gone)
