"""What processes over one PostgreSQL tell each other: that something was stored, and who is there.

A line is no message queue: it only says where to look. After a lost line everything is read again.
With SQLite there is one process, and nobody to tell.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time

from caboose.server.chat import Chat
from caboose.server.hearing import hear_all, hear_change, hear_news
from caboose.server.logs import say, say_error
from caboose.server.messages import Onlooker
from caboose.server.statements import LONGEST_WORD, notify
from caboose.server.store import NotStored, Store
from caboose.server.table import Table
from caboose.server.tables import Tables

PRESENCE_EVERY = 10.0  # seconds between two words of who is there
PRESENCE_LASTS = 25.0


class Bus:
    """The line to the other processes, if there are any."""

    def __init__(self, store: Store, tables: Tables, chat: Chat) -> None:
        self._store = store
        self._tables = tables
        self._chat = chat
        self._me = secrets.token_hex(4)
        self._asking: set[asyncio.Task[None]] = set()
        tables.on_loaded = self._ask_present

    def _ask_present(self, table: Table) -> None:
        """Ask the others who is at a table that this process has just loaded."""
        asking = asyncio.create_task(self._tell(f"who:{table.id}"))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)

    async def tell_present(self, table: Table) -> None:
        """Who is at a table through this process."""
        await self._tell(present_word(self._me, table))

    async def _tell(self, line: str) -> None:
        if not self._store.database.is_postgres:
            return
        try:
            await self._store.write(lambda connection: notify(connection, [line]))
        except NotStored:
            say("bus_not_told")  # the listener reads everything again when the database is back

    async def run(self) -> None:
        """Listen to the others for as long as the server runs."""
        if self._store.database.is_postgres:
            await asyncio.gather(self._listen_for_ever(), self._keep_present())

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except _line_errors() as error:
                say("bus_lost", why=type(error).__name__)
            except Exception:  # noqa: BLE001 - one table's trouble must not make us deaf
                say_error("bus_failed")
            await asyncio.sleep(0.5)

    async def _listen(self) -> None:
        import psycopg

        url = self._store.database.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
            await line.execute("LISTEN caboose")
            await hear_all(self._tables)
            async for notice in line.notifies():
                await self._hear(notice.payload.split())

    async def _hear(self, words: list[str]) -> None:
        news: dict[str, int] = {}  # the number of actions of each table
        changed: list[str] = []
        for word in words:
            name, _, n = word.rpartition(":")
            if word.startswith("present:"):
                self._hear_present(word.removeprefix("present:"))
            elif word.startswith("chat:"):
                await self._chat.hear(name.removeprefix("chat:"), int(n))
            elif name == "who":
                await self._answer_who(n)
            elif n:
                news[name] = int(n)
            else:
                changed.append(name)
        await hear_news(self._tables, news)
        for name in changed:
            await hear_change(self._tables, name)

    async def _answer_who(self, name: str) -> None:
        table = self._tables.peek(name)
        if table is not None and table.viewers:
            await self.tell_present(table)

    def _hear_present(self, said: str) -> None:
        process, table_id, chairs, onlookers = json.loads(said)
        table = self._tables.peek(table_id)
        if table is None or process == self._me:
            return
        known = [Onlooker(guest=guest, name=name) for guest, name in onlookers]
        before = (table.present(), table.onlookers())
        table.elsewhere[process] = (time.monotonic() + PRESENCE_LASTS, chairs, known)
        if (table.present(), table.onlookers()) != before:
            table.changed()

    async def _keep_present(self) -> None:
        """Say again who is there, and forget processes that said nothing for a while."""
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            for table in self._tables.loaded():
                if table.viewers:
                    await self.tell_present(table)
                late = [p for p, entry in table.elsewhere.items() if entry[0] < time.monotonic()]
                for process in late:
                    del table.elsewhere[process]
                    table.changed()


def present_word(process: str, table: Table) -> str:
    """Who is at a table through a process, in one word that fits on the line."""
    chairs = sorted({v.chair for v in table.viewers if v.chair is not None})
    onlookers = [[each.guest, each.name] for each in table.onlookers_here()][:100]
    while True:
        said = json.dumps([process, table.id, chairs, onlookers], separators=(",", ":"))
        word = "present:" + said.replace(" ", "\\u0020")
        if len(word) <= LONGEST_WORD:
            return word
        onlookers.pop()


def _line_errors() -> tuple[type[Exception], ...]:
    """What it looks like when the line is lost."""
    import psycopg

    return (OSError, NotStored, psycopg.Error)
