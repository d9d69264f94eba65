"""Reading and writing the database without holding up the event loop.

All writing goes through one thread. Actions that wait to be stored, of all tables, are stored in
one transaction: a disk is asked to be sure once for many. What is acknowledged is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from caboose.server.database import Database
from caboose.server.metrics import COMMITS, STORED
from caboose.server.rows import actions, due

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

MOST_IN_A_COMMIT = 500
LONGEST_WORD = 7000  # of what processes tell each other; PostgreSQL takes 8,000 bytes


class NotStored(Exception):
    """The database did not take it. Nothing has changed."""


@dataclass(frozen=True)
class Append:
    """Actions of one table that belong together, and what else is true once they are stored."""

    table: str
    rows: tuple[dict[str, Any], ...]  # of the table `actions`, in order
    also: tuple[sa.Executable, ...] = ()
    due_at: int | None = None  # when the table next needs somebody, if at all
    taken_until: int = 0


class Store:
    """The one writer and the readers."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._writer = ThreadPoolExecutor(1, "writer")
        self._readers = ThreadPoolExecutor(4, "reader")
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
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
            batch = self._next_batch()
            entries = [entry for entry, _ in batch]
            try:
                first = await self.write(partial(self._append_all, entries=entries))
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must be told
                if len(batch) > 1 and isinstance(error.__cause__, IntegrityError):
                    await self._append_each(batch)
                    continue
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            COMMITS.inc()
            STORED.inc(len(batch))
            for entry, future in batch:
                if not future.done():
                    future.set_result(entry.table in first)
        self._flushing = None

    def _next_batch(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """Those that waited longest, one of each table: which of two was first must be known."""
        batch: dict[str, tuple[Append, asyncio.Future[bool]]] = {}
        later = []
        for each in self._waiting:
            if len(batch) < MOST_IN_A_COMMIT and each[0].table not in batch:
                batch[each[0].table] = each
            else:
                later.append(each)
        self._waiting = later
        return list(batch.values())

    async def _append_each(self, batch: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        """One of these cannot be stored, such as at a table that was deleted; the others can."""
        for entry, future in batch:
            try:
                first = await self.write(partial(self._append_all, entries=[entry]))
            except NotStored as error:
                if not future.done():
                    future.set_exception(error)
                continue
            if not future.done():
                future.set_result(entry.table in first)

    def _append_all(self, connection: sa.Connection, entries: Sequence[Append]) -> set[str]:
        """Store these; the tables whose actions were the first of their number.

        The primary key (table, n) decides who is first, also between processes. A table's second
        action of a command follows only if the first is in.
        """
        in_order = sorted(entries, key=lambda entry: entry.table)
        stored = self._insert_new(connection, [entry.rows[0] for entry in in_order])
        won = [entry for entry in in_order if entry.table in stored]
        second = [row for entry in won for row in entry.rows[1:]]
        if second:
            connection.execute(sa.insert(actions), second)
        for entry in won:
            for statement in entry.also:
                connection.execute(statement)
        self._set_due(connection, won)
        if won and self.database.is_postgres:
            notify(connection, chain.from_iterable(_facts(entry) for entry in won))
        return stored

    def _insert_new(self, connection: sa.Connection, rows: list[dict[str, Any]]) -> set[str]:
        statement = (
            insert_into(connection, actions)
            .on_conflict_do_nothing()
            .returning(actions.c.table_id, actions.c.n)
        )
        return {row.table_id for row in connection.execute(statement, rows)}

    def _set_due(self, connection: sa.Connection, won: list[Append]) -> None:
        gone = [{"gone": entry.table} for entry in won if entry.due_at is None]
        if gone:
            connection.execute(sa.delete(due).where(due.c.table_id == sa.bindparam("gone")), gone)
        rows = [
            {"table_id": entry.table, "at": entry.due_at, "taken_until": entry.taken_until}
            for entry in won
            if entry.due_at is not None
        ]
        if rows:
            upsert_due(connection, rows)

    async def close(self) -> None:
        """Finish what waits, then close."""
        if self._flushing is not None:
            await self._flushing
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True)
        self.database.close()


def _facts(entry: Append) -> list[str]:
    """What the others hear: how far the table is, and if more than the game has changed."""
    told = [f"{entry.table}:{entry.rows[-1]['n']}"]
    return [*told, f"{entry.table}:"] if entry.also else told


def insert_into(connection: sa.Connection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what to do about a row that is there already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def insert_unless_there(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Insert a row, unless somebody else was quicker."""
    connection.execute(insert_into(connection, table).values(row).on_conflict_do_nothing())


def upsert_due(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    """Say when tables next need somebody."""
    statement = insert_into(connection, due)
    new = statement.excluded
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["table_id"], set_={"at": new.at, "taken_until": new.taken_until}
        ),
        rows,
    )


def notify(connection: sa.Connection, facts: Iterator[str]) -> None:
    """Tell the other processes; they hear it when the transaction is committed."""
    line = ""
    for fact in facts:
        if len(line) + len(fact) > LONGEST_WORD:
            connection.execute(_NOTIFY, {"line": line})
            line = ""
        line += f"{fact} "
    if line:
        connection.execute(_NOTIFY, {"line": line})


_NOTIFY = sa.text("SELECT pg_notify('caboose', :line)")
