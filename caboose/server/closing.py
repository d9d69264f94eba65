"""Closing a table before its game is over, whichever process it is played in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from caboose.server.ending import ABANDONED, Why, end_statements
from caboose.server.logs import say_error
from caboose.server.meta import lock_table
from caboose.server.statements import actions_so_far
from caboose.server.table import Table
from caboose.server.tables import NoSuchTable, Tables


async def close_abandoned(tables: Tables, names: Sequence[str], now: int) -> int:
    """Close tables at which nothing happens any more; how many there were."""
    closed = 0
    for name in names:
        try:
            closed += await close_table(tables, await tables.find(name), ABANDONED, now)
        except NoSuchTable:
            pass  # it was deleted meanwhile
        except Exception:  # noqa: BLE001 - one table's trouble must not keep the others open
            say_error("closing_failed", table=name)
    return closed


async def close_table(tables: Tables, table: Table, why: Why, now: int) -> bool:
    """Close a table with the score after all that is stored; False if it has ended already."""
    async with table.lock:
        while table.meta.status in ("waiting", "playing"):
            statements = end_statements(table, "closed", why, now)
            end = partial(_end_unless_behind, table=table, statements=statements)
            if await tables.change(end, table.id, locked=True):
                return True
            await tables.catch_up(table)
    return False


def _end_unless_behind(
    connection: sa.Connection, table: Table, statements: Sequence[sa.Executable]
) -> bool:
    """End a table, unless another process has ended it or played on."""
    status = lock_table(connection, table.id).status
    stored = connection.execute(sa.select(actions_so_far(table.id))).scalar_one()
    if status != table.meta.status or stored > table.at:
        return False
    for statement in statements:
        connection.execute(statement)
    return True
