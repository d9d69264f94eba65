"""Acting for seats that do not act themselves: bots, and people whose time is up.

What is due at a table stands in the database, with the time until which a process has taken it on.
A process that dies or is stopped loses its claim after some seconds, and another takes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from caboose.server.bots.bots import Bots
from caboose.server.logs import say_error
from caboose.server.protocol.messages import Ack
from caboose.server.storage import rows
from caboose.server.storage.statements import delete_due, upsert_due
from caboose.server.storage.store import NotStored
from caboose.server.tables.added_time import add_time
from caboose.server.tables.clock import safe_action
from caboose.server.tables.due import LEASE, due_at
from caboose.server.tables.loaded import LoadedTables, NoSuchTable
from caboose.server.tables.playing import Attempt, play
from caboose.server.tables.table import Table

# Seconds. A bot's turn is known here at once; by this much later somebody's time may end, and what
# another process has left is taken on. Looking costs more than all else that an idle process does.
LOOK_EVERY = 1.0
MOST_AT_A_TIME = 200
BACK_AGAIN = 30_000  # milliseconds for whoever comes back to a table whose clock has waited
LOOK_FOR_ANYBODY = 60_000  # milliseconds until a deserted table is looked at again
LOOK_AGAIN = 1_000  # milliseconds until we may have heard who is there


OVERTAKEN = frozenset(  # refusals that say that somebody else was quicker
    ["stale", "not_your_turn", "already_chosen", "game_over", "table_closed", "table_frozen"]
)


class CannotAct(Exception):
    """An action for a seat was refused, though it was chosen from the legal ones."""


class Attendant:
    """Looks after the tables that need somebody."""

    def __init__(self, tables: LoadedTables, bots: Bots) -> None:
        self._tables = tables
        self._store = tables.store
        self._bots = bots
        self._at_work: set[asyncio.Task[None]] = set()
        self._mine: set[str] = set()  # the tables that are attended here at this moment
        self.look_every = LOOK_EVERY
        tables.on_due = self.attend_if_due

    async def run(self) -> None:
        """Look for what is due, again and again."""
        while True:
            try:
                await self._tables.lost_time.make_up()
                due = await self._store.write_one(self._take)
                if not await self._tables.lost_time.make_up():  # that may have taken long itself
                    self._tables.lost_time.beat()
                for table in due:
                    await self._find_and_attend(table)
            except NotStored:
                await asyncio.sleep(1)
            except Exception:  # noqa: BLE001 - it must go on
                say_error("attendant_failed")
            await asyncio.sleep(self.look_every)

    async def _find_and_attend(self, table: str) -> None:
        try:
            self._attend_soon(await self._tables.find(table))
        except NoSuchTable:
            pass
        except NotStored:
            raise
        except Exception:  # noqa: BLE001 - one table's trouble must not stop the others'
            say_error("attendant_failed", table=table)

    async def stop(self) -> None:
        """Leave what is being done to others: it stays due, and is taken by nobody."""
        mine = sorted(self._mine)
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        with contextlib.suppress(NotStored):  # then it is free when our claim ends
            await self._store.write(partial(_release, tables=mine))

    def _take(self, connection: sa.Connection) -> list[str]:
        """Take on what is due and not taken."""
        now = self._tables.now()
        return list(connection.execute(_TAKE, {"now": now, "until": now + LEASE}).scalars())

    def attend_if_due(self, table: Table) -> None:
        """A seat may be a bot's after an action: this process took that on with the action."""
        if table.is_playing and self._bot_seats(table):
            self._attend_soon(table)

    def _attend_soon(self, table: Table) -> None:
        if table.attended:
            return
        table.attended = True
        self._mine.add(table.id)
        task = asyncio.create_task(self._attend(table))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _attend(self, table: Table) -> None:
        """Act for whoever does not, until the table waits for a person in time."""
        try:
            while table.is_playing:
                await self._tables.lost_time.make_up()
                if bot_seats := self._bot_seats(table):
                    await self._play_bot(table, bot_seats[0])
                elif late := self._late_seats(table):
                    await self._play_safely(table, late[0])
                elif await self._leave(table):
                    return
            await self._store.write(partial(_let_go, table=table.id))
        except NotStored:
            await asyncio.sleep(1)  # it stays due
        except Exception:  # noqa: BLE001 - whatever it is, it must be known
            say_error("attending_failed", table=table.id)
        finally:
            table.attended = False
            self._mine.discard(table.id)

    async def _leave(self, table: Table) -> bool:
        """Leave a table that needs nobody now; nothing can happen at it meanwhile."""
        async with table.lock:
            if not table.is_playing or self._bot_seats(table) or self._late_seats(table):
                return False
            due = partial(self._set_due, table=table, is_deserted=_is_deserted(table))
            await self._store.write(due)
            return True

    def _set_due(self, connection: sa.Connection, table: Table, *, is_deserted: bool) -> None:
        """Say when the table next needs somebody; time may have run out while that waited."""
        assert table.state is not None
        if _is_a_bots(connection, table.id, table.state.waiting_for()):
            return  # somebody has left meanwhile: it stays due
        at = due_at(table.meta, table.state, table.clock, self._tables.now())
        if at is not None and at <= self._tables.now() and is_deserted:  # its clock waits
            at = self._tables.now() + (LOOK_FOR_ANYBODY if table.is_known else LOOK_AGAIN)
        if at is None:
            delete_due(connection, [table.id])
        else:
            row = {"table_id": table.id, "at": at, "taken_until": 0}
            upsert_due(connection, [row])

    def _bot_seats(self, table: Table) -> list[int]:
        assert table.state is not None
        waiting = table.state.waiting_for()
        return [seat for seat in waiting if table.meta.at_seat(seat).control == "bot"]

    def _late_seats(self, table: Table) -> list[int]:
        """Whose time is up. If nobody at all is at a table that is played live, its clock waits."""
        assert table.state is not None
        if table.clock is None or _is_deserted(table):
            return []
        now = self._tables.now()
        deadlines = {seat: table.clock.deadline(seat) for seat in table.state.waiting_for()}
        return [seat for seat, end in deadlines.items() if end is not None and end <= now]

    async def _play_bot(self, table: Table, seat: int) -> None:
        """A bot decides. It is shown after a time that says nothing about its hand."""
        state = table.state
        assert state is not None
        chair, at = table.meta.at_seat(seat), table.at
        name = chair.bot or self._tables.settings.stand_in
        began = time.monotonic()
        seed = bot_seed(table.meta.secret, seat)
        action = await self._bots.choose(name, state.view(seat), state.legal_actions(seat), seed)
        rest = self._bots.pace(name, state.phase) - (time.monotonic() - began)
        if rest > 0:
            await asyncio.sleep(rest)
        if table.at != at and state.phase != "first_tickets":
            return  # its person came back and was quicker
        if table.meta.at_seat(seat).control != "bot":
            return  # its person came back
        await self._play(table, seat, str(action), at, "bot")

    async def _play_safely(self, table: Table, seat: int) -> None:
        """The time of a seat is up: what it has to decide is decided for it."""
        assert table.state is not None
        action = safe_action(table.state, seat)
        await self._play(table, seat, str(action), table.at, "clock")

    async def welcome_back(self, table: Table) -> None:
        """Somebody comes to a deserted table: if its clock has waited, it goes on from here.

        Two who come at once are given that time once.
        """
        async with table.lock:
            deadline = None if table.clock is None else table.clock.next_deadline()
            if deadline is None or not table.is_playing or not _is_live(table):
                return
            late = self._tables.now() - deadline
            if late <= 0:
                return
            await _add_time_locked(self._tables, table, late + BACK_AGAIN)
        self._attend_soon(table)

    async def _play(self, table: Table, seat: int, action: str, at: int, control: str) -> None:
        answer = await play(self._tables, table, Attempt(seat, action, at, control))
        if isinstance(answer, Ack) or answer.code in OVERTAKEN:
            return
        if answer.code == "not_stored":
            raise NotStored(answer.sentence)
        raise CannotAct(f"{control}: {answer.code}")  # its sentence may tell of a hand


def _take_what_is_due() -> sa.Executable:
    """Asked every second in every process, so it is put together once."""
    due, now = rows.due, sa.bindparam("now", type_=sa.BigInteger)
    free = sa.select(due.c.table_id).where(due.c.at <= now, due.c.taken_until < now)
    free = free.order_by(due.c.at).limit(MOST_AT_A_TIME).with_for_update(skip_locked=True)
    mine = sa.update(due).where(due.c.table_id.in_(sa.select(free.cte("free"))))
    until = sa.bindparam("until", type_=sa.BigInteger)
    return mine.values(taken_until=until).returning(due.c.table_id)


_TAKE = _take_what_is_due()


def _release(connection: sa.Connection, tables: list[str]) -> None:
    """Let others take on at once what this process leaves."""
    free = sa.update(rows.due).where(rows.due.c.table_id.in_(tables))
    connection.execute(free.values(taken_until=0))


def _let_go(connection: sa.Connection, table: str) -> None:
    """A game that is over, or has not begun, needs nobody; one that has begun meanwhile does."""
    due, tables = rows.due, rows.tables
    here = due.c.table_id == table
    playing = sa.select(tables.c.id).where(tables.c.id == table, tables.c.status == "playing")
    connection.execute(sa.delete(due).where(here, ~playing.exists()))
    connection.execute(sa.update(due).where(here).values(taken_until=0))


def _is_a_bots(connection: sa.Connection, table: str, seats: Sequence[int]) -> bool:
    """Does a bot act for one of these seats, as it is stored?"""
    chairs = rows.chairs
    here = (chairs.c.table_id == table) & chairs.c.seat.in_(seats) & (chairs.c.control == "bot")
    return connection.execute(sa.select(chairs.c.seat).where(here)).first() is not None


def _is_live(table: Table) -> bool:
    """Is it played live, against a clock?"""
    options = table.meta.options.clock
    return options is not None and options.is_live


def _is_deserted(table: Table) -> bool:
    """Is nobody at all at a table that is played live?"""
    return _is_live(table) and not table.present()


async def _add_time_locked(tables: LoadedTables, table: Table, milliseconds: int) -> None:
    """Give everybody whose time is running so much more, and store that."""
    added = partial(add_time, tables=[table.id], milliseconds=milliseconds, now=tables.now())
    await tables.change(added, table.id, locked=True)
    await tables.catch_up(table)


def bot_seed(secret: str, seat: int) -> int:
    """A bot's own chance follows from the secret: nobody can foresee what it will choose."""
    return int.from_bytes(hashlib.sha256(f"bot {seat} {secret}".encode()).digest()[:6])
