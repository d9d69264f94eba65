"""Who is at a table, told to everybody there a little later.

People come back as often as their lines are lost, and a popular table has hundreds of spectators:
telling each of them of every single one would be most of what a server does. So comings and goings
are gathered for a moment, and whoever is back within it was never away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from caboose.server.protocol.messages import Spectator
from caboose.server.tables.table import Table

GATHERED = 0.5  # seconds

Present = tuple[set[int], list[Spectator]]


class Presence:
    """Tells the people at a table, and the other processes, who is there."""

    def __init__(self, tell_others: Callable[[Table], Awaitable[None]]) -> None:
        self._tell_others = tell_others
        self._before: dict[str, Present] = {}  # by table, what was told last
        self._telling: set[asyncio.Task[None]] = set()

    def about_to_change(self, table: Table) -> None:
        """Somebody comes or goes in this moment; it is told with all others of the next one."""
        if table.id not in self._before:
            self._before[table.id] = _present(table)
            task = asyncio.create_task(self._tell_soon(table))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_soon(self, table: Table) -> None:
        await asyncio.sleep(GATHERED)
        if self._before.pop(table.id) != _present(table):
            table.changed()
            await self._tell_others(table)

    async def stop(self) -> None:
        """Nobody needs to be told any more."""
        for task in self._telling:
            task.cancel()
        await asyncio.gather(*self._telling, return_exceptions=True)


def _present(table: Table) -> Present:
    return table.present(), table.spectators()
