"""Members: guests who have claimed their name. No other member has it, or one that looks like it.

A member is the same guest as before, so nothing of their past is lost; what is new is a row beside
it, and ways to come back: recovery codes, passkeys, a code from another device.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from caboose.server.people.similar_names import looks_like
from caboose.server.people.tokens import hashed
from caboose.server.protocol.refusals import Refusal, conflict, forbidden, nobody
from caboose.server.storage import rows
from caboose.server.storage.server_facts import find_or_make, lock_fact

RENAMED_EVERY = 30 * 86_400_000  # milliseconds
# Names of those who were forgotten, of the operator, and of guests without a name.
NOT_TO_BE_HAD = {looks_like(name) for name in ("Somebody", "Someone", "Guest", "Caboose")}


def is_member(guest: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Has this guest claimed their name?"""
    return sa.exists().where(rows.members.c.guest_id == guest)


def claim(connection: sa.Connection, guest: str, name: str, now: int) -> None:
    """Make a guest a member of this name."""
    _one_at_a_time(connection)
    found = connection.execute(
        sa.select(rows.guests.c.bot).where(rows.guests.c.id == guest).with_for_update()
    ).first()
    if found is None:
        raise nobody()
    if found.bot:
        raise forbidden("program", "Only people can claim a name, not programs.")
    if connection.execute(sa.select(is_member(sa.literal(guest)))).scalar():
        raise conflict("member_already", "You have claimed your name already.")
    enter(connection, guest, name, now)


def enter(connection: sa.Connection, guest: str, name: str, now: int) -> None:
    """Keep a name for a guest, or for a member's bot; a Refusal if another has it, or almost."""
    _one_at_a_time(connection)
    _refuse_taken(connection, guest, name)
    values = {"guest_id": guest, "looks": _kept(name), "since": now, "renamed_at": now}
    connection.execute(sa.insert(rows.members).values(values))
    _call(connection, guest, name)


def rename(connection: sa.Connection, guest: str, name: str, now: int) -> None:
    """Call a guest otherwise; a member at most once a month, and not as another member."""
    chosen = sa.select(rows.members.c.renamed_at, rows.guests.c.name)
    member = connection.execute(
        chosen.join_from(rows.members, rows.guests).where(rows.members.c.guest_id == guest)
    ).first()
    if member is not None and member.name == name:
        return
    if member is not None:
        _one_at_a_time(connection)
        _refuse_too_soon(member.renamed_at + RENAMED_EVERY, now)
        _refuse_taken(connection, guest, name)
        mine = sa.update(rows.members).where(rows.members.c.guest_id == guest)
        connection.execute(mine.values(looks=_kept(name), renamed_at=now))
    _call(connection, guest, name)


def member_called(connection: sa.Connection, name: str) -> sa.Row[Any] | None:
    """The member of this name, or of one that looks like it."""
    chosen = sa.select(rows.members, rows.guests.c.name).join_from(rows.members, rows.guests)
    return connection.execute(chosen.where(rows.members.c.looks == _kept(name))).first()


def refuse_guest(connection: sa.Connection, guest: str) -> None:
    """Refuse anybody who has not claimed their name."""
    if not connection.execute(sa.select(is_member(sa.literal(guest)))).scalar():
        raise not_member()


def not_member() -> Refusal:
    """Only members may do that."""
    return forbidden("not_member", "Claim your name first.")


def _one_at_a_time(connection: sa.Connection) -> None:
    """Let nobody else claim or change a name before this transaction is over."""
    find_or_make(connection, "names", lambda: "")
    lock_fact(connection, "names")


def _refuse_taken(connection: sa.Connection, guest: str, name: str) -> None:
    others = sa.select(rows.members.c.guest_id).where(
        rows.members.c.looks == _kept(name), rows.members.c.guest_id != guest
    )
    if looks_like(name) in NOT_TO_BE_HAD or connection.execute(others).first() is not None:
        raise Refusal(
            409,
            "name_taken",
            f"Another member is called {name}, or almost; choose another name.",
            name=name,
        )


def _refuse_too_soon(free_at: int, now: int) -> None:
    if now < free_at:
        raise Refusal(
            409, "renamed_lately", "A member’s name can change once a month.", until=free_at
        )


def _kept(name: str) -> str:
    """A hash: letters that fall apart can make a short name long."""
    return hashed(looks_like(name))


def _call(connection: sa.Connection, guest: str, name: str) -> None:
    connection.execute(sa.update(rows.guests).where(rows.guests.c.id == guest).values(name=name))
