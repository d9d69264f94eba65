"""Whom members follow and block. A block ends both ways of following, and asking to a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from caboose.server.people.members import is_member, refuse_guest
from caboose.server.protocol.people import Follower
from caboose.server.protocol.refusals import Refusal, blocked, not_found
from caboose.server.storage import rows
from caboose.server.storage.statements import insert_unless_there

MOST = 500  # members that one follows, and as many that one blocks


def has_blocked(connection: sa.Connection, guest: str, other: str | None) -> bool:
    """Does somebody want nothing to do with another?"""
    return guest != other and _is_there(connection, rows.blocks, guest, other)


def blocked_among(connection: sa.Connection, guests: Collection[str]) -> dict[str, frozenset[str]]:
    """Who of some guests must not meet whom of them, whichever of the two has blocked the other."""
    blocks = rows.blocks
    among = blocks.c.guest_id.in_(guests) & blocks.c.blocked_id.in_(guests)
    shunned: dict[str, set[str]] = {}
    for row in connection.execute(sa.select(blocks).where(among)):
        shunned.setdefault(row.guest_id, set()).add(row.blocked_id)
        shunned.setdefault(row.blocked_id, set()).add(row.guest_id)
    return {guest: frozenset(them) for guest, them in shunned.items()}


def does_follow(connection: sa.Connection, guest: str, other: str) -> bool:
    """Does somebody follow another?"""
    return _is_there(connection, rows.follows, guest, other)


def follow(connection: sa.Connection, guest: str, other: str, now: int) -> None:
    """Follow a member; whoever has blocked one is not there."""
    refuse_guest(connection, guest)
    if guest == other or not _is_member(connection, other) or has_blocked(connection, other, guest):
        raise not_found("member")
    if has_blocked(connection, guest, other):
        raise blocked()
    _add(connection, rows.follows, guest, other, now)


def unfollow(connection: sa.Connection, guest: str, other: str) -> None:
    """Follow somebody no more."""
    _remove(connection, rows.follows, guest, other)


def block(connection: sa.Connection, guest: str, other: str, now: int) -> None:
    """Want nothing to do with somebody: neither follows the other, nor asks them to a table."""
    refuse_guest(connection, guest)
    if guest == other or not connection.execute(sa.select(_is_known(other))).scalar():
        raise not_found("guest")
    for one, another in ((guest, other), (other, guest)):
        unfollow(connection, one, another)
        asked = sa.delete(rows.asked).where(rows.asked.c.guest_id == one)
        connection.execute(asked.where(rows.asked.c.by_id == another))
    _add(connection, rows.blocks, guest, other, now)


def unblock(connection: sa.Connection, guest: str, other: str) -> None:
    """Let somebody be as everybody else again."""
    _remove(connection, rows.blocks, guest, other)


def followed_by(connection: sa.Connection, guest: str) -> list[Follower]:
    """Whom somebody follows, by name."""
    return _others(connection, rows.follows.c.guest_id == guest, rows.follows.c.followed_id)


def followers_of(connection: sa.Connection, guest: str) -> list[Follower]:
    """Who follows somebody, by name; of very many those who came last."""
    return _others(connection, rows.follows.c.followed_id == guest, rows.follows.c.guest_id)


def blocked_by(connection: sa.Connection, guest: str) -> list[Follower]:
    """Whom somebody has blocked, by name."""
    return _others(connection, rows.blocks.c.guest_id == guest, rows.blocks.c.blocked_id)


def _is_known(guest: str) -> sa.ColumnElement[bool]:
    return sa.exists().where(rows.guests.c.id == guest)


def _is_member(connection: sa.Connection, guest: str) -> bool:
    return bool(connection.execute(sa.select(is_member(sa.literal(guest)))).scalar())


def _is_there(connection: sa.Connection, pairs: sa.Table, guest: str, other: str | None) -> bool:
    found = sa.exists().where(*_pair(pairs, guest, other))
    return other is not None and bool(connection.execute(sa.select(found)).scalar())


def _add(connection: sa.Connection, pairs: sa.Table, guest: str, other: str, now: int) -> None:
    mine = sa.select(sa.func.count()).where(pairs.c.guest_id == guest)
    if int(connection.execute(mine).scalar() or 0) >= MOST:
        raise Refusal(409, "too_many_people", f"You can have at most {MOST}.", n=MOST)
    one, another = _columns(pairs)
    insert_unless_there(connection, pairs, {one.name: guest, another.name: other, "since": now})


def _remove(connection: sa.Connection, pairs: sa.Table, guest: str, other: str) -> None:
    connection.execute(sa.delete(pairs).where(*_pair(pairs, guest, other)))


def _pair(pairs: sa.Table, guest: str, other: str | None) -> tuple[sa.ColumnElement[bool], ...]:
    one, another = _columns(pairs)
    return one == guest, another == other


def _columns(pairs: sa.Table) -> tuple[sa.Column[Any], sa.Column[Any]]:
    one, another, *_ = pairs.primary_key.columns
    return one, another


def _others(
    connection: sa.Connection, mine: sa.ColumnElement[bool], other: sa.Column[Any]
) -> list[Follower]:
    guests = rows.guests
    chosen = sa.select(guests.c.id, guests.c.name, other.table.c.since)
    found = chosen.join(other.table, other == guests.c.id).where(mine)
    newest = list(connection.execute(found.order_by(other.table.c.since.desc()).limit(MOST)))
    return [
        Follower(guest=row.id, name=row.name, since=row.since)
        for row in sorted(newest, key=lambda row: (row.name, row.id))
    ]
