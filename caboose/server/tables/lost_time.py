"""Time in which this server could not take a move, whatever the reason; it does not count.

The process was stopped, the machine slept, the event loop stalled, the database was locked or lost:
all of it looks the same from here. The attendant writes to the database every second, and
each time that this succeeds is a beat. If the next one is late, the time between the two is lost:
nobody's clock is judged by it, and before anything else is stored all running clocks get it back.
If only the moves of one table cannot be stored, since its rows are locked, that table gets it back.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import sqlalchemy as sa

from caboose.server.logs import say
from caboose.server.metrics import LOST
from caboose.server.storage.notify import tell_changed
from caboose.server.storage.server_facts import keep_fact, lock_fact
from caboose.server.tables.added_time import add_time, add_time_to_all

if TYPE_CHECKING:
    from caboose.server.tables.loaded import LoadedTables
    from caboose.server.tables.table import Table

LATE = 3_000  # milliseconds without a beat: something is wrong
ABLE_AT = "able_at"  # the fact: when a process could last store something


def wall_time() -> int:
    """Milliseconds since 1970, which go on while a machine sleeps."""
    return int(time.time() * 1000)


class LostTime:
    """Notices lost time, and gives it back once it is over."""

    def __init__(self, tables: LoadedTables) -> None:
        self._tables = tables
        self.late = LATE
        self._beat_at = wall_time()
        self._making_up: asyncio.Task[None] | None = None
        self._stuck: dict[str, int] = {}  # since when no move of a table can be stored
        self._unsticking = asyncio.Lock()

    def beat(self) -> None:
        """Something could be stored: moves can be taken."""
        self._beat_at = wall_time()

    @property
    def is_lost(self) -> bool:
        """Is it some time since a move could be taken?"""
        return wall_time() - self._beat_at > self.late

    async def make_up(self) -> bool:
        """Give lost time back; False if none is lost, NotStored if it still is being lost."""
        if not self.is_lost:
            return False
        if self._making_up is None:
            self._making_up = asyncio.create_task(self._make_up())
            self._making_up.add_done_callback(self._is_over)
        await asyncio.shield(self._making_up)
        return True

    def is_stuck(self, table: Table, since: int) -> None:
        """A move could not be stored at this table, though elsewhere it may go on."""
        if table.clock is not None:
            self._stuck.setdefault(table.id, since)

    async def make_up_at(self, table: Table) -> bool:
        """Give a table that was stuck its time back; False if it was not, NotStored if it is."""
        if table.id not in self._stuck:
            return False
        async with self._unsticking:
            if table.id in self._stuck:
                await self._unstick(table)
        return True

    async def _unstick(self, table: Table) -> None:
        tables, lost = self._tables, wall_time() - self._stuck[table.id]
        await tables.change(lambda c: add_time(c, [table.id], lost, tables.now()), table.id)
        async with table.lock:
            await tables.catch_up(table)
        del self._stuck[table.id]
        table.show_clock()
        say("lost_time", seconds=round(lost / 1000, 1), clocks=1)

    def _is_over(self, task: asyncio.Task[None]) -> None:
        self._making_up = None
        if not task.cancelled():
            task.exception()  # those who wait for it have been told

    async def _make_up(self) -> None:
        clocks = await self._tables.store.write(self._give_back)
        lost = wall_time() - self._beat_at
        await self._follow()
        self.beat()
        LOST.inc(lost / 1000)
        say("lost_time", seconds=round(lost / 1000, 1), clocks=clocks)

    def _give_back(self, connection: sa.Connection) -> int:
        """Give it to all running clocks; if another process was able meanwhile, to ours."""
        now, tables = wall_time(), self._tables
        able_at = int(lock_fact(connection, ABLE_AT) or 0)
        keep_fact(connection, ABLE_AT, str(now))
        lost = now - self._beat_at
        if able_at - self._beat_at > 2 * self.late and tables.store.database.is_postgres:
            ours = [table.id for table in tables.loaded() if table.clock and table.seated_here()]
            add_time(connection, ours, lost, tables.now())
            tell_changed(connection, ours)
            return len(ours)
        return add_time_to_all(connection, lost, tables.now())

    async def _follow(self) -> None:
        """Let the clocks in memory show it."""
        running = [each for each in self._tables.loaded() if each.clock and each.is_playing]
        async with AsyncExitStack() as locks:
            for table in running:
                await locks.enter_async_context(table.lock)
            await self._tables.catch_up(*running)
        for table in running:
            table.show_clock()
