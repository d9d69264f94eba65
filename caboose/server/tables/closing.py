"""Closing a table before its game is over, whichever process it is played in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import sqlalchemy as sa

from caboose.server.logs import say_error
from caboose.server.protocol.closures import ABANDONED, Why
from caboose.server.storage.statements import actions_so_far
from caboose.server.tables.ending import end_statements
from caboose.server.tables.loaded import LoadedTables, NoSuchTable
from caboose.server.tables.meta import TableMeta, lock_table
from caboose.server.tables.table import Table

Check = Callable[[TableMeta, int], None]  # of a table and how many actions are stored


async def close_abandoned(tables: LoadedTables, names: Sequence[str], now: int) -> int:
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


async def close_table(
    tables: LoadedTables, table: Table, why: Why, now: int, check: Check | None = None
) -> bool:
    """Close a table with the score after all that is stored; False if it has ended already.

    Whoever may not close it any more is refused by the check, in the moment it would end.
    """
    async with table.lock:
        while table.meta.status in ("waiting", "playing"):
            statements = end_statements(table, "closed", why, now)
            end = partial(_end_unless_behind, table=table, statements=statements, check=check)
            if await tables.change(end, table.id, locked=True):
                return True
            await tables.catch_up(table)
    return False


def _end_unless_behind(
    connection: sa.Connection,
    table: Table,
    statements: Sequence[sa.Executable],
    check: Check | None,
) -> bool:
    """End a table, unless another process has ended it or played on."""
    meta = lock_table(connection, table.id)
    stored = connection.execute(sa.select(actions_so_far(table.id))).scalar_one()
    if meta.status != table.meta.status or stored > table.at:
        return False
    if check is not None:
        check(meta, stored)
    for statement in statements:
        connection.execute(statement)
    return True
