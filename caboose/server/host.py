"""Everything a running server has, made once and handed to whoever answers a request."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

import sqlalchemy as sa

from caboose.server.analyses.analysts import Analysts
from caboose.server.analyses.queue import ASKED
from caboose.server.bots.attendant import Attendant
from caboose.server.bots.bots import Bots, load_compiled_code
from caboose.server.events.bells import RANG, Bells
from caboose.server.events.deal_keeper import DealKeeper
from caboose.server.events.usher import Usher
from caboose.server.live.bus import Bus
from caboose.server.live.chat import Chat
from caboose.server.live.news import hear_all
from caboose.server.live.presence import Presence
from caboose.server.live.push import Push
from caboose.server.live.reactions import Reactions
from caboose.server.logs import say, say_error
from caboose.server.metrics import LAG
from caboose.server.people.bans import CHANGED, Bans, banned
from caboose.server.people.guests import Guests
from caboose.server.people.limits import Limits
from caboose.server.people.ratings import rate_ended, some_ended
from caboose.server.people.token_bucket import Rates
from caboose.server.settings import Settings
from caboose.server.storage import rows
from caboose.server.storage.database import Database
from caboose.server.storage.housekeeping import keep_house
from caboose.server.storage.server_facts import keep_fact, keep_facts, read_fact
from caboose.server.storage.store import NotStored, Store
from caboose.server.tables.added_time import add_time_to_all
from caboose.server.tables.closing import close_abandoned
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.lost_time import ABLE_AT, wall_time
from caboose.server.tables.playable import Boards
from caboose.server.tables.retention import abandoned, delete_old

ALIVE_EVERY = 3.0  # seconds
OUTAGE = 10_000  # milliseconds without a sign of life: the others are stopped, if there are any
LAG_EVERY, LAG_SAMPLES = 0.25, 20  # seconds, and how many make one figure
FORGET_EVERY, TIDY_EVERY = 30.0, 3600.0
RATE_EVERY = 3.0
RATED_BACK = 3_600_000  # milliseconds in which a game that has ended is looked for
GOODBYE = 2.0  # seconds for the last words to go out


def clock_time() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Host:
    """The parts of one server process."""

    def __init__(self, settings: Settings, now: Callable[[], int] = clock_time) -> None:
        self.settings = settings
        self.now = now
        seconds = settings.database_seconds
        self.store = Store(Database(settings.database, seconds), seconds)
        self.tables = LoadedTables(self.store, settings, now)
        self.guests = Guests(self.store, now)
        self.limits = Limits(self.store, settings)
        self.bans = Bans(self.store, now)
        self.bans.on_change = self._send_banned_away
        self.chat = Chat(self.store, self.tables, self.limits, now)
        self.bots = Bots(settings.bot_workers, settings.bot_seconds, settings.bot_pace)
        self.attendant = Attendant(self.tables, self.bots)
        self.analysts = Analysts(self.store, self.tables, self.bots)
        self.deals = DealKeeper(self.tables, self.bots)
        self.bells = Bells(self.store)
        self.usher = Usher(self.tables, self.bells, now)
        ears = {RANG: self.bells.hear, ASKED: self.analysts.hear, CHANGED: self.bans.hear}
        self.bus = Bus(self.store, self.tables, self.chat, ears)
        self.reactions = Reactions(self.bus.tell_reaction)
        self.presence = Presence(self.bus.tell_present)
        self.push = Push(self.store, settings, now)
        self.tables.on_shown = self.push.announce
        self.boards = Boards(settings.boards)
        per_second = settings.messages_per_second
        self.commands = Rates(per_second, burst=4 * per_second)  # over HTTP, of each guest
        self.connected: Counter[str] = Counter()  # connections of each guest or nameless address
        self.compile_first: Callable[[], Awaitable[None]] | None = None
        self.is_ready = False  # before, nothing can be played
        self.stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Prepare the database and begin to work; if the rules must be compiled first, do so."""
        await asyncio.to_thread(self.store.database.make_ready)
        if self.compile_first is None:
            await self._begin()
        else:
            self._tasks = [asyncio.create_task(self._compile(self.compile_first))]

    async def _compile(self, compile_first: Callable[[], Awaitable[None]]) -> None:
        """Compile the rules beside the web server, which says so to whoever asks meanwhile."""
        say("compiling")
        try:
            await compile_first()
            await self._begin()
        except Exception:  # noqa: BLE001 - nobody awaits this; /health goes on saying it
            say_error("start_failed")

    async def _begin(self) -> None:
        """Give clocks back the time of an outage, and begin to work."""
        await self.guests.prepare()
        await self.push.prepare()
        await asyncio.to_thread(load_compiled_code)
        await asyncio.to_thread(self.boards.lines)  # reads them, and says what is wrong with them
        added = await self.store.write(self._after_outage)
        await self.bots.start()
        self.analysts.start()
        self.tables.lost_time.beat()
        await self.bans.read_again()
        work = (self.attendant.run(), self.bus.run(), self._stay_alive(), self._forget_idle())
        beside = (
            self.bans.follow(),
            keep_house(self.store.database, self._keep_house),
            _watch_lag(),
        )
        self._tasks += [asyncio.create_task(each) for each in (*work, *beside)]
        await self.bus.wait_for_line()
        self.is_ready = True
        say("started", database=self.store.database.name, clocks=added)

    async def stop(self) -> None:
        """Say goodbye, finish what is being stored, and close."""
        await self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.presence.stop()
        await self.attendant.stop()
        await self.bots.stop()
        await self.analysts.stop()
        self.push.close()
        await self.store.close()
        say("stopped")

    def _send_banned_away(self) -> None:
        """End the connections of those who may not come any more."""
        for table in self.tables.loaded():
            for viewer in list(table.viewers):
                ban = self.bans.of(viewer.guest, viewer.address)
                if ban is not None:
                    viewer.dismiss("banned", banned(ban).sentence)

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
        return add_time_to_all(connection, extra, now)

    async def _stay_alive(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            if self.tables.lost_time.is_lost:
                continue  # whoever notes it down as lost must see when it began
            with contextlib.suppress(NotStored):  # the store says so
                await self.note_alive()

    async def note_alive(self) -> None:
        """Note down that this process is there and can take a move."""
        facts = {"alive_at": str(self.now()), ABLE_AT: str(wall_time())}
        await self.store.write_one(partial(keep_facts, facts=facts))

    async def _forget_idle(self) -> None:
        """Forget tables at which nobody looks any more."""
        while True:
            await asyncio.sleep(FORGET_EVERY)
            await self.bus.look_away(self.tables.forget_idle())

    async def _keep_house(self) -> None:
        """What one process does for all."""
        await asyncio.gather(
            self._rate_games(), self.deals.run(), self.usher.run(), self._tidy_up()
        )

    async def _rate_games(self) -> None:
        """Rate the games that have ended: first all that a crash has left, then the newest."""
        since = 0
        while True:
            try:
                if not await self.rate_games(since):
                    since = self.now() - RATED_BACK
            except NotStored:
                pass  # the store says so
            except Exception:  # noqa: BLE001 - it must go on
                say_error("rating_failed")
            await asyncio.sleep(RATE_EVERY)

    async def rate_games(self, since: int = 0) -> int:
        """Rate what has ended since then; how many games that were."""
        now = self.now()
        if not await self.store.read(lambda c: some_ended(c, now, since)):
            return 0
        return await self.store.write(lambda c: rate_ended(c, now, since))

    async def _tidy_up(self) -> None:
        """Close and delete what is old, once in a while."""
        await asyncio.sleep(FORGET_EVERY)
        while True:
            try:
                say("tidied", **await self.tidy(self.settings, self.now()))
            except Exception:  # noqa: BLE001 - it will be tried again
                say_error("tidying_failed")
            await asyncio.sleep(TIDY_EVERY)

    async def tidy(self, settings: Settings, now: int) -> dict[str, int]:
        """Close and delete what is old, also in memory; how much it was."""
        idle = await self.store.read(lambda connection: abandoned(connection, settings, now))
        closed = await close_abandoned(self.tables, idle, now)
        gone = await self.store.write(lambda connection: delete_old(connection, settings, now))
        if any(gone.values()):
            await hear_all(self.tables)
        return {"closed": closed, **gone}


async def _watch_lag() -> None:
    """How late the event loop comes to what is due: the worst of every few seconds is shown."""
    while True:
        worst = 0.0
        for _ in range(LAG_SAMPLES):
            began = time.monotonic()
            await asyncio.sleep(LAG_EVERY)
            worst = max(worst, time.monotonic() - began - LAG_EVERY)
        LAG.set(worst)
