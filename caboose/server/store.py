"""Reading and writing the database without holding up the event loop.

All writing goes through one thread. Actions that wait to be stored, of all tables, are stored in
one transaction: a disk is asked to be sure once for many. What is acknowledged is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from caboose.server.append import AnotherWasFirst, Append, append_all
from caboose.server.database import Database
from caboose.server.metrics import COMMITS, STORED

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
Waiting = tuple[Append, asyncio.Future[bool]]

MOST_IN_A_COMMIT = 500


class NotStored(Exception):
    """The database did not take it. Nothing has changed."""


class Store:
    """The one writer and the readers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(4, "reader")
        self._waiting: list[Waiting] = []
        self._flushing: asyncio.Task[None] | None = None

    async def read(self, work: Work[T]) -> T:
        """Run a query beside the event loop."""
        return await self._run(self._readers, self.database.reading.connect, work)

    async def write(self, work: Work[T]) -> T:
        """Run a transaction beside the event loop; it is durable when this returns."""
        return await self._run(self._writer, self.database.writing.begin, work)

    async def _run(
        self,
        threads: ThreadPoolExecutor,
        open_door: Callable[[], contextlib.AbstractContextManager[sa.Connection]],
        work: Work[T],
    ) -> T:
        def run() -> T:
            with open_door() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(threads, run)
        except SQLAlchemyError as error:
            raise NotStored("the database does not answer; try again in a moment.") from error

    async def append(self, entry: Append) -> bool:
        """Store the next actions of a table; False if another was first."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return bool(await future)

    async def _flush(self) -> None:
        """Store all that waits, and what comes meanwhile."""
        while self._waiting:
            await self._store(self._next_batch())
        self._flushing = None

    async def _store(self, batch: list[Waiting]) -> None:
        """Store these in one commit, and tell those who wait.

        If one of them cannot be stored, such as at a table that was deleted, the others can: half
        of them are tried at a time.
        """
        try:
            await self.write(partial(append_all, entries=[entry for entry, _ in batch]))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must be told
            if len(batch) > 1 and _is_about_one(error):
                half = len(batch) // 2
                await self._store(batch[:half])
                await self._store(batch[half:])
            else:
                _tell(batch, error)
        else:
            COMMITS.inc()
            STORED.inc(len(batch))
            _tell(batch, None)

    def _next_batch(self) -> list[Waiting]:
        """Those that waited longest, one of each table: which of two was first must be known."""
        batch: dict[str, Waiting] = {}
        later = []
        for each in self._waiting:
            if len(batch) < MOST_IN_A_COMMIT and each[0].table not in batch:
                batch[each[0].table] = each
            else:
                later.append(each)
        self._waiting = later
        return list(batch.values())

    async def close(self) -> None:
        """Finish what waits, then close."""
        if self._flushing is not None:
            await self._flushing
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True)
        self.database.close()


def _is_about_one(error: Exception) -> bool:
    """May the others of a batch be stored though this went wrong?"""
    return isinstance(error, AnotherWasFirst) or isinstance(error.__cause__, IntegrityError)


def _tell(batch: list[Waiting], error: Exception | None) -> None:
    """Tell those who still wait whether theirs is stored and was the first."""
    for _, future in batch:
        if future.done():
            continue
        if error is None or isinstance(error, AnotherWasFirst):
            future.set_result(error is None)
        else:
            future.set_exception(error)
