"""Bots of members: guests with a bearer token and a name of their own, rated like everybody.

A bot is a member itself, so nobody else has its name and its games are kept; beside it stands whose
it is. A member and their bots are one household: they do not meet in rated games.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from caboose.server.people.devices import new_session
from caboose.server.people.members import enter, refuse_guest
from caboose.server.protocol.refusals import conflict, not_found
from caboose.server.storage import rows

bots, guests = rows.member_bots, rows.guests


def new_bot(
    connection: sa.Connection, owner: str, name: str, now: int, most: int
) -> tuple[str, str]:
    """A new bot of a member's, and its token."""
    refuse_guest(connection, owner)
    connection.execute(sa.select(guests.c.id).where(guests.c.id == owner).with_for_update())
    if len(bots_of(connection, [owner])) >= most:
        raise conflict("too_many_bots", f"You have {most} bots; remove one first.")
    bot = "g" + secrets.token_urlsafe(9)
    row = {"id": bot, "name": name, "bot": True, "next_secret": secrets.token_hex(32)}
    connection.execute(sa.insert(guests).values(row | {"created_at": now, "seen_at": now}))
    enter(connection, bot, name, now)
    owned = {"guest_id": bot, "owner_id": owner, "created_at": now}
    connection.execute(sa.insert(bots).values(owned))
    return bot, new_session(connection, bot, "", now, "bearer")


def new_bot_token(connection: sa.Connection, owner: str, bot: str, now: int) -> str:
    """Another token for a bot; the old one works no more."""
    refuse_others_bot(connection, owner, bot)
    connection.execute(sa.delete(rows.sessions).where(rows.sessions.c.guest_id == bot))
    return new_session(connection, bot, "", now, "bearer")


def refuse_others_bot(connection: sa.Connection, owner: str, bot: str) -> None:
    """Refuse anybody who does not own a bot."""
    mine = sa.select(bots.c.guest_id).where(bots.c.guest_id == bot, bots.c.owner_id == owner)
    if connection.execute(mine).first() is None:
        raise not_found("bot")


def bots_of(connection: sa.Connection, owners: Sequence[str] | sa.Select[Any]) -> list[sa.Row[Any]]:
    """The bots of these members, the oldest first."""
    chosen = sa.select(bots, guests.c.name, guests.c.seen_at).join_from(
        bots, guests, bots.c.guest_id == guests.c.id
    )
    return list(
        connection.execute(chosen.where(bots.c.owner_id.in_(owners)).order_by(bots.c.created_at))
    )


def households(connection: sa.Connection, them: list[str]) -> dict[str, str]:
    """The member behind each of these guests: a bot's owner, or themselves."""
    owned = sa.select(bots.c.guest_id, bots.c.owner_id).where(bots.c.guest_id.in_(them))
    owners = {row.guest_id: row.owner_id for row in connection.execute(owned)}
    return {guest: owners.get(guest, guest) for guest in them}
