"""When a deal is over: games that are still played are closed, and everybody may look at all.

Any process does it, whenever it comes to it: what is due stands in the database.
"""

from __future__ import annotations

import contextlib

import sqlalchemy as sa

from caboose.server.protocol.closures import DEAL_OVER
from caboose.server.storage import rows
from caboose.server.tables.closing import close_table
from caboose.server.tables.loaded import LoadedTables, NoSuchTable

AT_A_TIME = 200


async def open_seals(tables: LoadedTables) -> int:
    """Close and open what is over; how many tables that were."""
    now = tables.now()
    due = await tables.store.read(lambda c: _due(c, now))
    for name, status in due:
        if status == "playing":
            await _close(tables, name, now)
    if due:
        names = [name for name, _ in due]
        await tables.change(lambda c: _unseal(c, names), *names)
    return len(due)


async def _close(tables: LoadedTables, name: str, now: int) -> None:
    with contextlib.suppress(NoSuchTable):  # it was deleted meanwhile
        await close_table(tables, await tables.find(name), DEAL_OVER, now)


def _due(connection: sa.Connection, now: int) -> list[tuple[str, str]]:
    tables = rows.tables
    until = sa.select(rows.attempts.c.until).where(rows.attempts.c.table_id == tables.c.id)
    over = (
        sa.select(tables.c.id, tables.c.status)
        .where(tables.c.sealed, until.scalar_subquery() <= now)
        .limit(AT_A_TIME)
    )
    return [(row.id, row.status) for row in connection.execute(over)]


def _unseal(connection: sa.Connection, names: list[str]) -> None:
    tables = rows.tables
    ended = tables.c.id.in_(names) & tables.c.status.not_in(("waiting", "playing"))
    connection.execute(sa.update(tables).where(ended).values(sealed=False))
