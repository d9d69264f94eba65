"""What has to be done for deals, again and again, by the process that keeps house."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from caboose.server.bots.bots import Bots
from caboose.server.events import duels, par, suspicion
from caboose.server.events.deals import DAY
from caboose.server.events.sealing import open_seals
from caboose.server.logs import say_error
from caboose.server.storage.store import NotStored
from caboose.server.tables.loaded import LoadedTables

LOOK_EVERY = 3.0  # seconds
SLACK = 60_000  # milliseconds: another process may be late to store what ended before


class DealKeeper:
    """Ends duels, opens the deals that are over, examines attempts, and has pars worked out."""

    def __init__(self, tables: LoadedTables, bots: Bots) -> None:
        self._tables = tables
        self._bots = bots
        # Before the first look: for as long as a duel lasts, something may have been left undone.
        self._looked_at = tables.now() - duels.DAYS * DAY
        self.look_every = LOOK_EVERY
        self.par_by = par.STRONGEST

    async def run(self) -> None:
        """Look for what is due, again and again."""
        await asyncio.gather(self._again(self.look), self._again(self.play_par))

    async def _again(self, work: Callable[[], Awaitable[object]]) -> None:
        while True:
            await asyncio.sleep(self.look_every)
            try:
                await work()
            except NotStored:
                pass  # the store says so
            except Exception:  # noqa: BLE001 - it must go on
                say_error("deals_failed")

    async def look(self) -> None:
        """Do what is due now."""
        await self._end_duels()
        await self._examine()
        await open_seals(self._tables)

    async def _end_duels(self) -> None:
        """End the duels of which something was played to its end since the last look."""
        store, now = self._tables.store, self._tables.now()
        for duel in await store.read(partial(duels.done, now=now, since=self._looked_at - SLACK)):
            await store.write(partial(duels.end, duel=duel, now=now))
        self._looked_at = now

    async def _examine(self) -> None:
        """Examine attempts, a few at a time, of which the writer only keeps what was found."""
        store = self._tables.store
        while flags := await store.read(suspicion.examine):
            await store.write(partial(suspicion.keep, flags=flags))

    async def play_par(self) -> None:
        """Work out a par, if bots can search here."""
        if self._bots.can_search and await par.some_unplayed(self._tables):
            await par.play_pars(self._tables, self._bots, self.par_by)
