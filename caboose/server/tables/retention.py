"""What is not kept for ever: old games, abandoned tables, guests who never came back."""

from __future__ import annotations

import sqlalchemy as sa

from caboose.server.people.forgetting import forget_guests
from caboose.server.people.members import is_member
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed

DAY = 86_400_000  # milliseconds
SOME_MOVES = 20  # actions, the first tickets among them
AT_A_TIME = 500  # guests; a statement takes only so many values


def abandoned(connection: sa.Connection, settings: Settings, now: int) -> list[str]:
    """Tables that wait or are played, and at which nothing has happened for long."""
    tables, actions = rows.tables, rows.actions
    played = (
        sa.select(sa.func.max(actions.c.played_at))
        .where(actions.c.table_id == tables.c.id)
        .scalar_subquery()
    )
    last = sa.func.coalesce(played, tables.c.started_at, tables.c.created_at)
    idle = tables.c.status.in_(("waiting", "playing")) & (last < now - settings.abandon_days * DAY)
    return list(connection.execute(sa.select(tables.c.id).where(idle)).scalars())


def delete_old(connection: sa.Connection, settings: Settings, now: int) -> dict[str, int]:
    """Delete what is old, as the settings say; how much it was."""
    connection.execute(sa.delete(rows.limits).where(rows.limits.c.full_at < now))
    connection.execute(sa.delete(rows.bans).where(rows.bans.c.until < now))
    connection.execute(sa.delete(rows.passing_words).where(rows.passing_words.c.until < now))
    reported = rows.reports.c.at < now - settings.keep_days * DAY
    connection.execute(sa.delete(rows.reports).where(reported))
    _delete_events(connection, now - settings.keep_days * DAY)
    unstarted = _delete_unstarted(connection, now - settings.waiting_days * DAY)
    return {
        "deleted": unstarted + _delete_games(connection, now - settings.keep_days * DAY),
        "guests": _forget_guests(connection, now - settings.guest_days * DAY, now),
    }


def _delete_events(connection: sa.Connection, before: int) -> None:
    """Arenas and duels that ended long ago; what was played there is kept like other games."""
    arenas, duels = rows.arenas, rows.duels
    connection.execute(sa.delete(arenas).where(arenas.c.ends_at < before))
    connection.execute(sa.delete(duels).where(duels.c.until < before))


def _delete_games(connection: sa.Connection, before: int) -> int:
    """Games that ended long ago, and of no member, or before anybody had made some moves there.

    A frozen one waits for whoever can mend it.
    """
    tables, chairs = rows.tables, rows.chairs
    old = (tables.c.ended_at < before) & (tables.c.status != "frozen")
    of_a_member = sa.exists().where(
        chairs.c.table_id == tables.c.id, chairs.c.guest_id == rows.members.c.guest_id
    )
    has_moves = sa.exists().where(
        rows.actions.c.table_id == tables.c.id, rows.actions.c.n > SOME_MOVES
    )
    return _delete(connection, old & ~(of_a_member & has_moves))


def _delete_unstarted(connection: sa.Connection, before: int) -> int:
    """Tables that were opened long ago, and whose game has never begun."""
    tables = rows.tables
    return _delete(connection, (tables.c.created_at < before) & tables.c.started_at.is_(None))


def _delete(connection: sa.Connection, chosen: sa.ColumnElement[bool]) -> int:
    """Delete tables; anybody who wanted a rematch at one of them may ask for another."""
    tables = rows.tables
    old = list(connection.execute(sa.select(tables.c.id).where(chosen)).scalars())
    tell_changed(connection, old)  # before it is forgotten who looks at them
    again = sa.select(tables.c.rematch_of).where(chosen)
    connection.execute(sa.update(tables).where(tables.c.id.in_(again)).values(rematch=None))
    connection.execute(sa.delete(tables).where(chosen))
    return len(old)


def _forget_guests(connection: sa.Connection, before: int, now: int) -> int:
    guests, holders = rows.guests, rows.holders
    seated = sa.select(holders.c.guest_id).where(holders.c.guest_id == guests.c.id).exists()
    old = (guests.c.seen_at < before) & ~seated & ~is_member(guests.c.id)
    away = sa.select(guests.c.id).where(old)
    gone = list(connection.execute(away).scalars())
    for first in range(0, len(gone), AT_A_TIME):
        forget_guests(connection, gone[first : first + AT_A_TIME], now)
    return len(gone)
