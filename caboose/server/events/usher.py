"""The usher: again and again seats those who wait, through whichever process they came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from caboose.server.events import arenas, seeking
from caboose.server.events.bells import ANY, Bells, wait_for
from caboose.server.logs import say_error
from caboose.server.storage.store import NotStored
from caboose.server.tables.loaded import LoadedTables

LOOK_EVERY = 1.0  # seconds
REST = 10.0  # seconds between two looks where nobody waits, unless a bell rings


class Usher:
    """Looks for people who can sit down together. The one of who keeps house goes on by itself."""

    def __init__(self, tables: LoadedTables, bells: Bells, now: Callable[[], int]) -> None:
        self._tables = tables
        self._store = tables.store
        self._bells = bells
        self._now = now

    async def run(self) -> None:
        """Look again and again, for as long as the server runs."""
        while True:
            ring = self._bells.next_ring(ANY)
            is_awaited = True
            try:
                is_awaited = await self.look()
            except NotStored:
                pass  # the store says so
            except Exception:  # noqa: BLE001 - it must go on
                say_error("usher_failed")
            await (asyncio.sleep(LOOK_EVERY) if is_awaited else wait_for(ring, REST))

    async def look(self) -> bool:
        """Seat all who can be seated; is there anybody to be seated, now or later?

        Most of the time nobody waits: that is one question.
        """
        now = self._now()
        if not await self._store.read(
            lambda c: seeking.does_anybody_wait(c) or arenas.does_any_go_on(c, now)
        ):
            return False
        await self.seat_seekers()
        await self.go_on_with_arenas()
        return True

    async def seat_seekers(self) -> None:
        """Seat those who look for opponents."""
        now, chat = self._now(), self._tables.settings.chat
        if await self._store.read(lambda c: seeking.is_idle(c, now)):
            return
        taken = await self._bells.change(
            seeking.BELL, lambda c: seeking.seat_all(c, self._now(), chat=chat)
        )
        await self._show_gone(taken)

    async def go_on_with_arenas(self) -> None:
        """Count games that have ended, and pair those who are free."""
        now, chat = self._now(), self._tables.settings.chat
        if await self._store.read(lambda c: arenas.is_idle(c, now)):
            return
        taken = await self._bells.change(
            arenas.BELL, lambda c: arenas.go_on(c, self._now(), chat=chat)
        )
        await self._show_gone(taken)

    async def _show_gone(self, tables: Iterable[str]) -> None:
        """Whoever looks at a table that was taken away sees that."""
        await self._tables.change(_nothing, *tables)


def _nothing(_: sa.Connection) -> None:
    """What was changed is stored already."""
