"""What has to be done for deals, again and again, by whichever process comes to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from caboose.server.bots.bots import Bots
from caboose.server.events import duels, par, suspicion
from caboose.server.events.sealing import open_seals
from caboose.server.logs import say_error
from caboose.server.storage.store import NotStored
from caboose.server.tables.loaded import LoadedTables

LOOK_EVERY = 3.0  # seconds


class DealKeeper:
    """Ends duels, opens the deals that are over, examines attempts, and has pars worked out."""

    def __init__(self, tables: LoadedTables, bots: Bots) -> None:
        self._tables = tables
        self._bots = bots
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
        store, now = self._tables.store, self._tables.now()
        if await store.read(lambda c: duels.some_done(c, now)):
            await store.write(lambda c: duels.end_those_done(c, now))
        if await store.read(suspicion.some_unexamined):
            await store.write(suspicion.examine)
        await open_seals(self._tables)

    async def play_par(self) -> None:
        """Work out a par, if bots can search here."""
        if self._bots.can_search and await par.some_unplayed(self._tables):
            await par.play_pars(self._tables, self._bots, self.par_by)
