"""What a browser played as a guest comes along when it signs in as a member."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.forgetting import tables_of
from caboose.server.people.members import is_member
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed
from caboose.server.storage.statements import insert_unless_there

# Where a guest is named: the column, of rows that one person may well have two of.
_MENTIONS = (
    rows.chairs.c.guest_id,
    rows.chairs.c.reserved_for,
    rows.tables.c.owner_id,
    rows.chat.c.guest_id,
    rows.subscriptions.c.guest_id,
    rows.bans.c.guest_id,
    rows.reports.c.by_id,
    rows.reports.c.about_id,
    rows.duels.c.challenger_id,
    rows.duels.c.rival_id,
    rows.duels.c.asked_id,
)
# And of rows that there is one of for each person: those that are there already stay.
_ONCE = (
    rows.holders.c.guest_id,
    rows.removed_spectators.c.guest_id,
    rows.mutes.c.guest_id,
    rows.mutes.c.muted_id,
    rows.blocks.c.blocked_id,
)


def bring_along(connection: sa.Connection, guest: str, member: str) -> set[str]:
    """Make everything of a guest a member's, and the guest nobody; the tables that change.

    Another member's things stay theirs: nobody becomes somebody else by a code.
    """
    if guest == member or connection.execute(sa.select(is_member(sa.literal(guest)))).scalar():
        return set()
    tables = tables_of(connection, [guest])
    for column in _MENTIONS:
        mine = sa.update(column.table).where(column == guest)
        connection.execute(mine.values({column.name: member}))
    for column in _ONCE:
        for row in list(connection.execute(sa.select(column.table).where(column == guest))):
            theirs = {**row._mapping, column.name: member}
            insert_unless_there(connection, column.table, theirs)
        connection.execute(sa.delete(column.table).where(column == guest))
    _bring_attempts(connection, guest, member)
    _bring_places(connection, guest, member)
    connection.execute(sa.delete(rows.guests).where(rows.guests.c.id == guest))
    tell_changed(connection, tables)
    return tables


def _bring_attempts(connection: sa.Connection, guest: str, member: str) -> None:
    """A deal is played once: what the member has played too stays without a name, unranked."""
    attempts = rows.attempts
    theirs = sa.select(attempts.c.deal).where(attempts.c.guest_id == member).scalar_subquery()
    mine = sa.update(attempts).where(attempts.c.guest_id == guest)
    connection.execute(mine.where(attempts.c.deal.in_(theirs)).values(flag="twice"))
    connection.execute(mine.where(attempts.c.deal.not_in(theirs)).values(guest_id=member))


def _bring_places(connection: sa.Connection, guest: str, member: str) -> None:
    """Nobody plays in two places of a duel: where the member has one, the other is open again."""
    places = rows.duel_places
    theirs = sa.select(places.c.duel_id).where(places.c.guest_id == member).scalar_subquery()
    mine = sa.update(places).where(places.c.guest_id == guest)
    connection.execute(mine.where(places.c.duel_id.not_in(theirs)).values(guest_id=member))
