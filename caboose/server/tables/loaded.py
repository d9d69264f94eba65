"""The tables that this process has in memory: finding, reading, changing and forgetting them.

No process owns a table: any of them catches it up from the stored actions.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable

import sqlalchemy as sa

from caboose.engine.game import RULES_VERSION
from caboose.server.logs import say
from caboose.server.metrics import TABLES
from caboose.server.protocol.messages import Ack, Refused
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.notify import tell_changed
from caboose.server.storage.statements import insert_unless_there
from caboose.server.storage.store import NotStored, Store, T
from caboose.server.tables.due import due_at
from caboose.server.tables.ending import end_statements
from caboose.server.tables.lost_time import LostTime
from caboose.server.tables.meta import is_stored, load_meta
from caboose.server.tables.replaying import follow_news, read_news, why_it_ends
from caboose.server.tables.table import DoesNotReplay, Table

# A table that nobody looks at stays in memory so long: until it is most likely not asked for again.
IDLE_SECONDS = 300.0
ENDED_SECONDS = 10.0  # if its game is over
HANDED_OUT = 1.0  # whoever has asked for it has it in hand by then
MOST_IDLE = 500  # of them all


class NoSuchTable(Exception):
    """There is no table of that id."""


class NewerRules(NoSuchTable):
    """The game was begun by a newer version, whose rules this one does not know; it is for that."""


class LoadedTables:
    """The tables that are loaded, and what may be done with them."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int]) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self._loaded: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._used: dict[str, float] = {}
        self._heard: set[str] = set()  # tables of which something was heard while they were loaded
        self.turns: set[asyncio.Task[Ack | Refused]] = set()  # being played, and finished for sure
        self.on_due: Callable[[Table], None] = _nobody
        self.on_shown: Callable[[Table], None] = _nobody
        self.lost_time = LostTime(self)
        self.look_at: Callable[[str], Awaitable[bool]] = _alone
        self.on_shared: Callable[[Table], None] = _nobody
        self.on_forgotten: Callable[[list[str]], None] = _no_one

    # ---- finding a table -------------------------------------------------------------------------

    def loaded(self) -> list[Table]:
        """The tables in memory."""
        return list(self._loaded.values())

    def peek(self, table: str) -> Table | None:
        """A table, if it is in memory."""
        return self._loaded.get(table)

    async def find(self, table: str) -> Table:
        """A table, from memory or from the database; NoSuchTable if there is none."""
        if not table.isprintable():
            raise NoSuchTable(table)  # PostgreSQL does not even take such a text
        self._used[table] = time.monotonic()
        if table in self._loaded:
            return self._loaded[table]
        if table not in self._loading:
            loading = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._is_loaded(table))
            self._loading[table] = loading
        return await asyncio.shield(self._loading[table])

    def _is_loaded(self, table: str) -> None:
        """It is in memory now, or there is no such table."""
        self._loading.pop(table, None)
        self._heard.discard(table)

    async def _load(self, table: str) -> Table:
        # Looking at it is written down for other processes; what nobody has stored need not be.
        if not await self.store.read(lambda connection: is_stored(connection, table)):
            self._used.pop(table, None)
            raise NoSuchTable(table)
        is_shared = await self.look_at(table)  # what is stored from now on is heard
        meta = await self.store.read(lambda connection: load_meta(connection, table))
        if meta is None:
            self._used.pop(table, None)
            raise NoSuchTable(table)
        if meta.rules_version > RULES_VERSION:
            raise NewerRules(table)
        loaded = Table(meta, is_shared)
        if meta.started_at is not None:
            await self._replay(loaded)
        self._loaded[table] = loaded
        if table in self._heard:  # something was stored while it was being read
            self._heard.discard(table)
            await self.read_again(loaded)
        TABLES.set(len(self._loaded))
        self.on_forgotten(self._forget_surplus())
        if is_shared:
            self.on_shared(loaded)
        return loaded

    async def _replay(self, table: Table) -> None:
        """Play all stored actions again."""
        table.deal()
        await self.catch_up(table)

    async def catch_up(self, *tables: Table) -> None:
        """Play what others have stored meanwhile, with the time that was added to the clock."""
        begun = [table for table in tables if table.state and table.meta.status != "frozen"]
        if not begun:
            return
        news = await self.store.read(lambda connection: read_news(connection, begun))
        for table in begun:
            try:
                follow_news(table, *news[table.id])
            except DoesNotReplay as error:
                await self._freeze(table, str(error))

    async def reload(self, table: Table) -> None:
        """Read again who sits where, and how the table stands; between two turns, not in one."""
        async with table.lock:
            await self.reload_locked(table)

    async def reload_locked(self, table: Table) -> None:
        """Read again who sits where, in a turn or a change that holds the table's lock."""
        meta = await self.store.read(lambda connection: load_meta(connection, table.id))
        if meta is None:
            self.forget(table.id)
            table.meta.status, table.meta.sentence = "closed", "This table was deleted."
            for viewer in list(table.viewers):
                viewer.dismiss("closed", table.meta.sentence)
            return
        table.meta = meta
        for viewer in list(table.viewers):
            viewer.look_again()
        if meta.started_at is not None and table.state is None:
            await self._replay(table)
        table.changed()

    async def change(
        self,
        work: Callable[[sa.Connection], T],
        *tables: str,
        found: Callable[[T], str] | None = None,
        locked: bool = False,
    ) -> T:
        """Change something besides games, in one transaction; then everybody there sees it.

        What changes are the tables named and, if only the work finds it out, the one that `found`
        names from its result. They are locked already if no turn may come between what the caller
        has looked at and the change.
        """

        def change_and_tell(connection: sa.Connection) -> tuple[T, set[str]]:
            result = work(connection)
            changed = {*tables, found(result)} if found is not None else set(tables)
            tell_changed(connection, changed)
            return result, changed

        result, changed = await self.store.write(change_and_tell)
        for name in sorted(changed):
            await self._show_change(name, locked)
        return result

    async def _show_change(self, name: str, locked: bool) -> None:
        table = self.heard_of(name)
        if table is not None:
            await (self.reload_locked(table) if locked else self.reload(table))
            self.on_due(table)
            self.on_shown(table)

    def heard_of(self, table: str) -> Table | None:
        """A table of which something was heard, if it is in memory; if not yet, read again then."""
        if table in self._loading:
            self._heard.add(table)
        return self._loaded.get(table)

    async def read_again(self, table: Table) -> None:
        """More than its game has changed: read all of it again, and show it."""
        async with table.lock:
            await self.catch_up(table)
        await self.reload(table)
        await self._make_due(table)
        table.show()

    async def _make_due(self, table: Table) -> None:
        """A bot may have to act, though the last to act did not know: somebody left meanwhile."""
        if self.peek(table.id) is None or table.state is None or table.meta.status != "playing":
            return
        at = due_at(table.meta, table.state, table.clock, self.now())
        if at is not None and at <= self.now():
            row = {"table_id": table.id, "at": at, "taken_until": 0}
            await self.store.write(lambda c: insert_unless_there(c, rows.due, row))

    def forget(self, table: str) -> None:
        """Drop a table from memory; the database has it."""
        self._loaded.pop(table, None)
        self._used.pop(table, None)
        TABLES.set(len(self._loaded))

    def forget_idle(
        self, seconds: float = IDLE_SECONDS, among: Iterable[str] | None = None
    ) -> list[str]:
        """Drop the tables that nobody has looked at for a while; which ones."""
        ended = min(seconds, ENDED_SECONDS)
        idle = [
            table.id
            for table in self._idle(among)
            if self._idle_for(table) > (ended if table.has_ended else seconds)
        ]
        for name in idle:
            self.forget(name)
        return idle

    def _forget_surplus(self) -> list[str]:
        """Of too many tables that nobody looks at, drop those that ended, and then the oldest."""
        if len(self._loaded) <= MOST_IDLE:
            return []
        idle = sorted(self._idle(), key=lambda table: (table.has_ended, self._idle_for(table)))
        surplus = [table.id for table in idle[MOST_IDLE:] if self._idle_for(table) > HANDED_OUT]
        for name in surplus:
            self.forget(name)
        return surplus

    def _idle(self, among: Iterable[str] | None = None) -> list[Table]:
        """The tables in memory, of these or all, that nobody looks at and nobody acts for."""
        names = self._loaded if among is None else among
        loaded = [table for name in names if (table := self._loaded.get(name)) is not None]
        return [t for t in loaded if not (t.viewers or t.lock.locked() or t.attended)]

    def _idle_for(self, table: Table) -> float:
        """The seconds since a table was asked for."""
        return time.monotonic() - self._used.get(table.id, 0.0)

    async def _freeze(self, table: Table, why: str) -> None:
        """A game that does not replay is kept as it is, and nobody plays on."""
        if table.meta.status == "over":
            return  # it was played to its end, and its record is kept
        status, reason = why_it_ends(table, why)
        if table.meta.status == "playing":
            statements = end_statements(table, status, reason, self.now())
            with contextlib.suppress(NotStored):  # another process has said so already
                await self.store.write(
                    lambda connection: [connection.execute(statement) for statement in statements]
                )
            table.changed()
        table.meta.status, table.meta.why = status, reason.code
        table.meta.sentence = reason.sentence
        say("table_frozen", table=table.id, status=status)


def _nobody(_: Table) -> None:
    """Nobody attends tables or announces turns; whoever does takes this place."""


def _no_one(_: list[str]) -> None:
    """There is no other process that tells of the tables that were forgotten."""


async def _alone(_: str) -> bool:
    """There is no other process that could look at a table, too."""
    return False
