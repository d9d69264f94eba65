"""Forgetting guests: what is deleted, what stays without a name, and who looks after their tables.

Finished games stay, since others played them too. A table that waits or is played gets another
owner if somebody sits at it; one that waits with nobody is closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from caboose.server.people.member_bots import bots_of
from caboose.server.protocol.closures import BY_ITS_OWNER, OWNER_IS_GONE
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed
from caboose.server.storage.statements import log_entry

NOBODY = "Somebody"  # what is left of a guest who was forgotten


def forget_guests(connection: sa.Connection, guests: Sequence[str], now: int) -> set[str]:
    """Delete guests with their bots, names and words, and tell all processes; their tables."""
    guests = [*guests, *(row.guest_id for row in bots_of(connection, list(guests)))]
    tables = tables_of(connection, guests)
    _take_names_off(connection, guests)
    _hand_over(connection, guests, now)
    connection.execute(sa.delete(rows.chat).where(rows.chat.c.guest_id.in_(guests)))
    _take_names_off_reports(connection, set(guests))
    connection.execute(sa.delete(rows.guests).where(rows.guests.c.id.in_(guests)))
    tell_changed(connection, tables)
    return tables


def tables_of(connection: sa.Connection, guests: Sequence[str]) -> set[str]:
    """The tables at which something of these guests is shown."""
    chairs, tables = rows.chairs, rows.tables
    sits = chairs.c.guest_id.in_(guests) | chairs.c.reserved_for.in_(guests)
    places = (
        sa.select(chairs.c.table_id).where(sits),
        sa.select(rows.holders.c.table_id).where(rows.holders.c.guest_id.in_(guests)),
        sa.select(rows.chat.c.table_id).where(rows.chat.c.guest_id.in_(guests)),
        sa.select(_named_by(guests).c.id),
        sa.select(tables.c.id).where(tables.c.owner_id.in_(guests)),
    )
    return {str(table) for each in places for table in connection.execute(each).scalars()}


def _named_by(guests: Sequence[str]) -> sa.CTE:
    """The tables that carry a name of theirs: those they opened, and all rematches of them."""
    tables = rows.tables
    opened = sa.select(tables.c.id).where(tables.c.owner_id.in_(guests))
    named = opened.cte("named", recursive=True)
    return named.union(sa.select(tables.c.id).where(tables.c.rematch_of == named.c.id))


def _take_names_off(connection: sa.Connection, guests: Sequence[str]) -> None:
    chairs, tables = rows.chairs, rows.tables
    sat = sa.select(chairs.c.table_id, chairs.c.seat).where(chairs.c.guest_id.in_(guests))
    for chair in list(connection.execute(sat)):
        _rename_in_record(connection, chair.table_id, chair.seat)
    mine = sa.update(chairs).where(chairs.c.guest_id.in_(guests))
    connection.execute(mine.values(name=NOBODY, resume_hash=None))
    kept = sa.update(chairs).where(chairs.c.reserved_for.in_(guests))
    connection.execute(kept.values(name="", reserved_for=None))
    named = sa.update(tables).where(tables.c.id.in_(sa.select(_named_by(guests).c.id)))
    connection.execute(named.values(name=""))
    own = sa.update(tables).where(tables.c.owner_id.in_(guests))
    # Older versions said by name who closed a table.
    closed = own.where(tables.c.why.is_(None), tables.c.sentence.like("% closed the table."))
    connection.execute(closed.values(BY_ITS_OWNER.values()))


def _take_names_off_reports(connection: sa.Connection, guests: set[str]) -> None:
    """What was reported stays, without the names and words of the forgotten."""
    reports = rows.reports
    kept = sa.cast(reports.c.attached, sa.Text)
    mentions = sa.or_(*(kept.contains(guest, autoescape=True) for guest in guests))
    found = sa.select(reports.c.id, reports.c.attached).where(mentions)
    for report in list(connection.execute(found)):
        here = sa.update(reports).where(reports.c.id == report.id)
        connection.execute(here.values(attached=_without(report.attached, guests)))


def _without(attached: dict[str, Any], guests: set[str]) -> dict[str, Any]:
    def named(who: dict[str, Any]) -> dict[str, Any]:
        return {"guest": None, "name": NOBODY} if who["guest"] in guests else who

    return {
        **attached,
        "by": named(attached["by"]),
        "about": named(attached["about"]),
        "players": [named(player) for player in attached["players"]],
        "chat": [line for line in attached["chat"] if line["guest"] not in guests],
    }


def _hand_over(connection: sa.Connection, guests: Sequence[str], now: int) -> None:
    """Find new owners for the tables that go on, or close them."""
    tables, chairs = rows.tables, rows.chairs
    mine = tables.c.owner_id.in_(guests)
    running = sa.select(tables.c.id, tables.c.status)
    running = running.where(mine, tables.c.status.in_(("waiting", "playing")))
    for table in list(connection.execute(running)):
        people = sa.select(chairs.c.guest_id).join(
            rows.guests, rows.guests.c.id == chairs.c.guest_id
        )
        others = people.where(
            chairs.c.table_id == table.id, ~rows.guests.c.bot, chairs.c.guest_id.not_in(guests)
        )
        heir = connection.execute(others.order_by(chairs.c.chair)).scalars().first()
        values: dict[str, Any] = {"owner_id": heir}
        if heir is None and table.status == "waiting":
            values |= {"status": "closed", "ended_at": now, **OWNER_IS_GONE.values()}
            connection.execute(log_entry(table.id, 0, "closed", {}, now))
        connection.execute(sa.update(tables).where(tables.c.id == table.id).values(values))


def _rename_in_record(connection: sa.Connection, table: str, seat: int | None) -> None:
    """Take a guest's name out of the record of a finished game."""
    results = rows.results
    here = results.c.table_id == table
    record = connection.execute(sa.select(results.c.record).where(here)).scalar()
    if not record or seat is None:
        return
    lines = record.split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith("names "))
    names = lines[place].removeprefix("names ").split(" | ")
    names[seat] = NOBODY
    lines[place] = "names " + " | ".join(names)
    connection.execute(sa.update(results).where(here).values(record="\n".join(lines)))
