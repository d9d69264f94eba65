"""What a process does when it hears that something was stored, by another one or by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

from caboose.server.table import Table
from caboose.server.tables import Tables


async def hear_news(tables: Tables, news: Mapping[str, int]) -> None:
    """Play on at these tables, as far as is stored now."""
    heard = [(tables.heard_of(name), n) for name, n in news.items()]
    behind = [(table, n) for table, n in heard if table is not None and n > table.at]
    busy = [(table, n) for table, n in behind if table.lock.locked()]
    free = [table for table, _ in behind if not table.lock.locked()]
    await asyncio.gather(_follow(tables, free), *(_wait(tables, *each) for each in busy))


async def _follow(tables: Tables, behind: list[Table]) -> None:
    """Read the news of all these at once."""
    async with AsyncExitStack() as locks:
        for table in behind:
            await locks.enter_async_context(table.lock)
        await tables.catch_up(*behind)
    for table in behind:
        await _show(tables, table)


async def _wait(tables: Tables, table: Table, n: int) -> None:
    """Wait for the turn that is being played: most often this is what was heard."""
    async with table.lock:
        if table.at >= n:
            return
        await tables.catch_up(table)
    await _show(tables, table)


async def _show(tables: Tables, table: Table) -> None:
    if table.state is not None and table.state.is_over:
        await tables.read_again(table)  # its result is stored, too
    else:
        table.show()


async def hear_change(tables: Tables, name: str) -> None:
    """More than the game has changed at a table."""
    table = tables.heard_of(name)
    if table is not None:
        await tables.read_again(table)


async def hear_all(tables: Tables) -> None:
    """Something may have been missed: read everything again that is in memory."""
    for table in tables.loaded():
        await tables.read_again(table)
