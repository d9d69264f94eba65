"""Everything a running server has, made once and handed to whoever answers a request."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.attend import Attendant
from caboose.server.bots import Bots, load_compiled_code
from caboose.server.bus import Bus
from caboose.server.chat import Chat
from caboose.server.closing import close_abandoned
from caboose.server.database import Database
from caboose.server.facts import keep_fact, read_fact
from caboose.server.guests import Guests
from caboose.server.hearing import hear_all
from caboose.server.logs import say, say_error
from caboose.server.own_boards import Boards
from caboose.server.push import Push
from caboose.server.rates import Rates
from caboose.server.retention import abandoned, delete_old
from caboose.server.settings import Settings
from caboose.server.statements import actions_so_far, log_entry
from caboose.server.store import NotStored, Store
from caboose.server.tables import Tables

ALIVE_EVERY = 3.0  # seconds
OUTAGE = 10_000  # milliseconds without a sign of life: the others are stopped, if there are any
TIDY_EVERY = 3600.0
GOODBYE = 2.0  # seconds for the last words to go out


def clock_time() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Host:
    """The parts of one server process."""

    def __init__(self, settings: Settings, now: Callable[[], int] = clock_time) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(Database(settings.database))
        self.tables = Tables(self.store, settings, now)
        self.guests = Guests(self.store, now)
        self.chat = Chat(self.store, self.tables, settings.chat_per_minute, now)
        self.bots = Bots(settings.bot_workers, settings.bot_seconds, settings.bot_pace)
        self.attendant = Attendant(self.tables, self.bots)
        self.bus = Bus(self.store, self.tables, self.chat)
        self.push = Push(self.store, settings, now)
        self.tables.on_shown = self.push.announce
        self.boards = Boards(settings.boards)
        self.new_guests = Rates(settings.guests_per_minute / 60, settings.guests_per_minute)
        per_second = settings.messages_per_second
        self.commands = Rates(per_second, burst=4 * per_second)  # over HTTP, of each guest
        self.connected: Counter[str] = Counter()  # connections of each guest or nameless address
        self.stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Prepare the database, give clocks back the time of an outage, and begin to work."""
        await asyncio.to_thread(self.store.database.make_ready)
        await self.guests.prepare()
        await self.push.prepare()
        await asyncio.to_thread(load_compiled_code)
        await asyncio.to_thread(self.boards.lines)  # reads them, and says what is wrong with them
        added = await self.store.write(self._after_outage)
        say("started", database=self.store.database.name, clocks=added)
        await self.bots.start()
        work = (self.attendant.run(), self.bus.run(), self._stay_alive(), self._tidy_up())
        self._tasks = [asyncio.create_task(each) for each in work]

    async def stop(self) -> None:
        """Say goodbye, finish what is being stored, and close."""
        await self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.attendant.stop()
        await self.bots.stop()
        await self.store.close()
        say("stopped")

    async def say_goodbye(self) -> None:
        """Tell everybody who is connected, and give them a moment to hear it."""
        self.stopping = True
        for table in self.tables.loaded():
            for viewer in list(table.viewers):
                viewer.dismiss("stopping", "the server stops; the game goes on when it is back.")
        until = time.monotonic() + GOODBYE
        while any(t.viewers for t in self.tables.loaded()) and time.monotonic() < until:
            await asyncio.sleep(0.02)

    def _after_outage(self, connection: sa.Connection) -> int:
        """If no process was alive, running clocks get the time back, and some more."""
        now = self.now()
        alive = read_fact(connection, "alive_at")
        outage = now - int(alive) if alive is not None else 0
        stood_still = outage > OUTAGE or self.store.database.is_alone(connection)
        keep_fact(connection, "alive_at", str(now))
        if alive is None or not stood_still:
            return 0
        connection.execute(sa.update(rows.due).values(taken_until=0))
        extra = outage + int(self.settings.restart_seconds * 1000)
        return _add_time_to_all(connection, extra, now)

    async def _stay_alive(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            try:
                await self.store.write(self._note_alive)
            except NotStored:
                say("database_lost")

    def _note_alive(self, connection: sa.Connection) -> None:
        keep_fact(connection, "alive_at", str(self.now()))

    async def _tidy_up(self) -> None:
        """Forget idle tables often, and old games once in a while."""
        last = 0.0
        while True:
            await asyncio.sleep(30)
            self.tables.forget_idle()
            if time.monotonic() - last < TIDY_EVERY:
                continue
            last = time.monotonic()
            try:
                say("tidied", **await self.tidy(self.settings, self.now()))
            except Exception:  # noqa: BLE001 - it will be tried again
                say_error("tidying_failed")

    async def tidy(self, settings: Settings, now: int) -> dict[str, int]:
        """Close and delete what is old, also in memory; how much it was."""
        idle = await self.store.read(lambda connection: abandoned(connection, settings, now))
        closed = await close_abandoned(self.tables, idle, now)
        gone = await self.store.write(lambda connection: delete_old(connection, settings, now))
        if any(gone.values()):
            await hear_all(self.tables)
        return {"closed": closed, **gone}


def _add_time_to_all(connection: sa.Connection, milliseconds: int, now: int) -> int:
    """Give every running clock more time; how many there were."""
    tables, due = rows.tables, rows.due
    running = sa.select(tables.c.id, tables.c.options).where(tables.c.status == "playing")
    clocks = [row.id for row in connection.execute(running) if row.options.get("clock")]
    facts: dict[str, object] = {"milliseconds": milliseconds}
    for table in clocks:
        entry = log_entry(table, actions_so_far(table), "time_added", facts, now)
        connection.execute(entry)
    later = sa.update(due).where(due.c.table_id.in_(clocks), due.c.at < now + milliseconds)
    connection.execute(later.values(at=now))  # whoever looks works out the new time
    return len(clocks)
