"""Processes over one PostgreSQL: hearing what others stored, and telling who is there.

What is stored is told as it is stored, in `storage/notify.py`.

A line is no message queue: after a lost one everything is read again. A process hears of the tables
that it has in memory, and of no others. With SQLite there is one process, and nobody to tell.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from caboose.server.live.chat import Chat
from caboose.server.live.news import Ear, News, hear_all
from caboose.server.live.reactions import show_reaction
from caboose.server.logs import say, say_error
from caboose.server.metrics import LINES
from caboose.server.protocol.messages import ReactionMessage, Spectator
from caboose.server.storage.notify import (
    HEARS,
    LONGEST_WORD,
    Word,
    line_errors,
    look_at,
    look_at_nothing,
    look_away,
    open_line,
    something_comes,
    tell,
    word,
)
from caboose.server.storage.store import NotStored, Store
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.table import Table

PRESENCE_EVERY = 10.0  # seconds between two words of who is there
PRESENCE_LASTS = 25.0
QUIET = 5.0  # seconds after which the line is tried


class Bus:
    """The line to the other processes, if there are any."""

    def __init__(
        self, store: Store, tables: LoadedTables, chat: Chat, ears: Mapping[str, Ear]
    ) -> None:
        self._store = store
        self._tables = tables
        self._chat = chat
        self._me = store.database.me
        self._tasks: set[asyncio.Task[None]] = set()
        self._listens = asyncio.Event()
        all_ears = {
            "said": self._hear_said,
            "who": self._hear_who,
            "present": self._hear_present,
            "reaction": self._hear_reaction,
            **ears,
        }
        self._news = News(tables, all_ears)
        if store.database.is_postgres:
            tables.look_at = self._look_at
            tables.on_shared = self._ask_present
            tables.on_forgotten = self._look_away_soon

    # ---- telling ---------------------------------------------------------------------------------

    async def _look_at(self, table: str) -> bool:
        """Hear of a table from now on; do others look at it, too?"""
        return await self._store.write(partial(look_at, table=table))

    async def look_away(self, tables: list[str]) -> None:
        """Hear no more of tables that are not in memory any longer."""
        if tables and self._store.database.is_postgres:
            await self._try(partial(look_away, tables=tables))

    def _look_away_soon(self, tables: list[str]) -> None:
        """The same, before anything else is asked of the database."""
        if tables:
            self._do_soon(self.look_away(tables))

    def _ask_present(self, table: Table) -> None:
        """Ask the others who is at a table that this process has just loaded."""
        self._do_soon(self._tell([word("who", table.id)]))

    def _do_soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tell_present(self, table: Table) -> None:
        """Who is at a table through this process."""
        await self._tell([present_word(self._me, table)])

    async def tell_reaction(self, table: Table, said: ReactionMessage) -> None:
        """Somebody has reacted, through this process."""
        await self._tell([word("reaction", table.id, said.seat, said.guest, said.reaction)])

    async def _tell(self, words: Iterable[Word]) -> None:
        if self._store.database.is_postgres:
            await self._try(partial(tell, words=words))

    async def _try(self, work: Any) -> None:
        try:
            await self._store.write(work)
        except NotStored:
            say("bus_not_told")  # everything is read again when the database is back

    # ---- hearing ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Listen to the others for as long as the server runs."""
        if self._store.database.is_postgres:
            await asyncio.gather(self._listen_for_ever(), self._keep_present())

    async def wait_for_line(self) -> None:
        """Until others are heard for the first time; what they say before is heard by nobody."""
        if self._store.database.is_postgres:
            await self._listens.wait()

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except NotStored:
                say("bus_lost", why="NotStored")
            except line_errors() as error:
                say("bus_lost", why=type(error).__name__)
            except Exception:  # noqa: BLE001 - one table's trouble must not make us deaf
                say_error("bus_failed")
            await asyncio.sleep(0.5)

    async def _listen(self) -> None:
        async with await open_line(self._store.database, self._me + HEARS) as line:
            async with asyncio.timeout(QUIET):
                await line.execute(f'LISTEN "{self._me.replace(" ", "_")}"'.encode())
            await self._store.write(look_at_nothing)
            await hear_all(self._tables, before=self._look_again)
            await self._tell_all_present()
            self._listens.set()
            while True:
                async for notice in line.notifies(timeout=0):
                    LINES.inc()
                    self._look_away_soon(self._news.hear(json.loads(notice.payload)))
                self._news.hear([])
                if not await something_comes(line, QUIET):
                    async with asyncio.timeout(QUIET):  # a dead line is as quiet as no news
                        await line.execute("SELECT 1")

    async def _look_again(self, table: Table) -> None:
        await self._look_at(table.id)
        await self._chat.hear_missed(table)

    async def _hear_said(self, table: str, said: Any) -> None:
        await self._chat.hear(table, *said)

    async def _hear_who(self, name: str, _: Any) -> None:
        table = self._tables.peek(name)
        if table is not None and table.viewers:
            await self.tell_present(table)

    async def _hear_present(self, name: str, said: Any) -> None:
        process, chairs, spectators = said
        table = self._tables.peek(name)
        if table is None:
            return
        known = [Spectator(guest=guest, name=name) for guest, name in spectators]
        before = (table.present(), table.spectators())
        table.elsewhere[process] = (time.monotonic() + PRESENCE_LASTS, chairs, known)
        if (table.present(), table.spectators()) != before:
            table.changed()

    async def _hear_reaction(self, name: str, said: Any) -> None:
        seat, guest, reaction = said
        table = self._tables.peek(name)
        if table is not None:
            show_reaction(table, ReactionMessage(seat=seat, guest=guest, reaction=reaction))

    # ---- who is there ----------------------------------------------------------------------------

    async def _keep_present(self) -> None:
        """Say again who is there, and forget processes that said nothing for a while."""
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            await self._tell_all_present()
            for table in self._tables.loaded():
                late = [p for p, entry in table.elsewhere.items() if entry[0] < time.monotonic()]
                for process in late:
                    del table.elsewhere[process]
                    table.changed()

    async def _tell_all_present(self) -> None:
        looked_at = [table for table in self._tables.loaded() if table.viewers]
        if looked_at:
            await self._tell([present_word(self._me, table) for table in looked_at])


def present_word(process: str, table: Table) -> Word:
    """Who is at a table through a process, in one word that fits on the line."""
    chairs = sorted({v.chair for v in table.viewers if v.chair is not None})
    spectators = [[each.guest, each.name] for each in table.spectators_here()][:100]
    while len((said := word("present", table.id, process, chairs, spectators))[1]) > LONGEST_WORD:
        spectators.pop()
    return said
