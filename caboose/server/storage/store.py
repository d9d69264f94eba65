"""Reading and writing the database without holding up the event loop.

All writing goes through one thread. Actions that wait to be stored, of all tables, are stored in
one transaction: a disk is asked to be sure once for many. What is acknowledged is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from caboose.server.logs import say
from caboose.server.metrics import COMMITS, ROUND_TRIP, STORED, WAITING
from caboose.server.storage.append import AnotherWasFirst, Append, append_all, is_one_statement
from caboose.server.storage.database import PATIENCE, Database, changes_on, is_doubled
from caboose.server.storage.gathering import LONGEST, MOMENT, Gathering

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
Door = Callable[[], contextlib.AbstractContextManager[sa.Connection]]
Waiting = tuple[Append, asyncio.Future[bool]]

MOST_IN_A_COMMIT = 500
LONGER = 1.25  # times the wait for the database, which knows better what is wrong
NO_ANSWER = "the database does not answer; try again in a moment."
IS_THERE = "this is there already; look again."


@dataclass(frozen=True)
class Trouble:
    """Why the database cannot be written, and since when."""

    why: str
    since: float  # seconds of the monotonic clock


class NotStored(Exception):
    """The database did not take it, or did not answer. Nothing has changed."""


class AlreadyThere(NotStored):
    """The database is well, but has something already that goes by the same name."""


class Store:
    """The one writer and the readers. Nobody waits for either longer than so many seconds."""

    def __init__(self, database: Database, seconds: float = PATIENCE) -> None:
        self.database = database
        self.trouble: Trouble | None = None  # why nothing can be written at present
        self._seconds = seconds * LONGER
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(4, "reader")
        self._long_readers = ThreadPoolExecutor(2, "long reader")
        self._tries = ThreadPoolExecutor(1, "tries the database")
        self._waiting: list[Waiting] = []
        self._gathering = Gathering(LONGEST if database.is_postgres else MOMENT)
        self._flushing: asyncio.Task[None] | None = None

    async def read(self, work: Work[T]) -> T:
        """Run a query beside the event loop."""
        return await self._run(self._readers, self.database.reading.connect, work)

    async def read_long(self, work: Work[T]) -> T:
        """The same for what goes through many rows: moves and looks do not wait behind it."""
        return await self._run(self._long_readers, self.database.reading.connect, work)

    async def try_reading(self) -> None:
        """Find out whether the database answers, however many wait to read; NotStored if not."""
        work = partial(sa.Connection.execute, statement=sa.text("SELECT 1"))
        await self._run(self._tries, self.database.reading.connect, work)

    async def write(self, work: Work[T]) -> T:
        """Run a transaction beside the event loop; it is durable when this returns."""
        return await self._write(self.database.begin, work)

    async def write_one(self, work: Work[T]) -> T:
        """The same for work that is a single statement on PostgreSQL, which is then one trip."""
        return await self._write(self.database.begin_one, work)

    async def _write(self, open_door: Door, work: Work[T]) -> T:
        """Write; only here it shows whether that is possible, for a read may just wait its turn."""
        try:
            result, wrote = await self._run(self._writer, open_door, partial(_and_wrote, work))
        except AlreadyThere:
            raise
        except NotStored as error:
            self._is_lost(_why(error.__cause__))
            raise
        if self.trouble is not None and wrote:
            say("database_back", lost_for=round(time.monotonic() - self.trouble.since, 1))
            self.trouble = None
        return result

    async def _run(self, threads: ThreadPoolExecutor, open_door: Door, work: Work[T]) -> T:
        def run() -> T:
            with open_door() as connection, ROUND_TRIP.time():
                return work(connection)

        # Not `wait_for`: until Python 3.12 it forgets a cancellation if an answer comes just then.
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.get_running_loop().run_in_executor(threads, run)
        except SQLAlchemyError as error:
            if is_doubled(error):
                raise AlreadyThere(IS_THERE) from error
            raise NotStored(NO_ANSWER) from error
        except TimeoutError:
            late = f"no answer within {self._seconds:g} seconds"
            raise NotStored(NO_ANSWER) from TimeoutError(late)

    def _is_lost(self, why: str) -> None:
        """The database does not answer; that is said once, until it is back."""
        if self.trouble is None:
            self.trouble = Trouble(why, time.monotonic())
            say("database_lost", logging.ERROR, why=why)

    async def append(self, entry: Append) -> bool:
        """Store the next actions of a table; False if another was first."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        self._gathering.came(entry.table)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return await future

    async def _flush(self) -> None:
        """Store all that waits, and what comes meanwhile."""
        while True:
            if self._waiting and (pause := self._gathering.pause()):
                await asyncio.sleep(pause)
            batch = self._next_batch()
            if not batch:
                break
            self._gathering.begins()
            await self._store(batch)
        self._flushing = None

    async def _store(self, batch: list[Waiting]) -> None:
        """Store these in one commit, and tell those who wait.

        If one of them cannot be stored, such as at a table that was deleted, the others can: half
        of them are tried at a time.
        """
        try:
            await self._write_or_again([entry for entry, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must be told
            if len(batch) > 1 and _is_about_one(error):
                half = len(batch) // 2
                await self._store(batch[:half])
                await self._store(batch[half:])
            elif isinstance(error.__cause__, TimeoutError):
                # Nobody waits longer than that. What is stored yet is found when it is sent again.
                late, self._waiting = self._waiting, []
                _tell([*batch, *late], error)
            else:
                _tell(batch, error)
        else:
            COMMITS.inc()
            STORED.inc(len(batch))
            _tell(batch, None)

    async def _write_or_again(self, entries: list[Append]) -> None:
        """Append; once more if only the connection was lost, which is known when it is used.

        If it was stored all the same, another was first: itself.
        """
        write = self.write_one if is_one_statement(entries) else self.write
        work = partial(append_all, entries=entries)
        try:
            await write(work)
        except NotStored as error:
            if not getattr(error.__cause__, "connection_invalidated", False):
                raise
            await write(work)

    def _next_batch(self) -> list[Waiting]:
        """Those that waited longest, one of each table: which of two was first must be known."""
        batch: dict[str, Waiting] = {}
        later = []
        for each in self._waiting:
            if each[1].done():
                continue  # nobody waits for it any more
            if len(batch) < MOST_IN_A_COMMIT and each[0].table not in batch:
                batch[each[0].table] = each
            else:
                later.append(each)
        self._waiting = later
        WAITING.set(len(later) + len(batch))
        return list(batch.values())

    async def close(self) -> None:
        """Finish what waits, then close."""
        if self._flushing is not None:
            await self._flushing
        self._writer.shutdown(wait=True)
        for readers in (self._readers, self._long_readers, self._tries):
            readers.shutdown(wait=True)
        self.database.close()


def _and_wrote(work: Work[T], connection: sa.Connection) -> tuple[T, bool]:
    """Do some work; has it changed a row? Of a full disk a change of none says nothing."""
    before = changes_on(connection)
    result = work(connection)
    after = changes_on(connection)
    return result, after is None or after != before


def _why(error: BaseException | None) -> str:
    """What the database, or the way to it, says of an error."""
    said = str(getattr(error, "orig", None) or error)
    return " ".join(said.split())[:200]


def _is_about_one(error: Exception) -> bool:
    """May the others of a batch be stored though this went wrong?"""
    return isinstance(error, (AnotherWasFirst, AlreadyThere))


def _tell(batch: list[Waiting], error: Exception | None) -> None:
    """Tell those who still wait whether theirs is stored and was the first."""
    for _, future in batch:
        if future.done():
            continue
        if error is None or isinstance(error, AnotherWasFirst):
            future.set_result(error is None)
        else:
            future.set_exception(error)
