"""What one commit stores: the next actions of many tables, and when those tables are next due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import chain

import sqlalchemy as sa

from caboose.server.storage.rows import actions
from caboose.server.storage.statements import Given, delete_due, is_postgres, upsert_due
from caboose.server.storage.telling import Word, tell, word


class AnotherWasFirst(Exception):
    """An action of that number, or with that command, is stored already; or the game has ended."""


@dataclass(frozen=True, slots=True)
class StoredAction:
    """One row of the table `actions`: an action as it is stored, or is about to be."""

    table_id: str
    n: int  # counted from 1
    seat: int
    action: str
    cmd_id: str | None
    digest: str  # of the state after it
    control: str  # who chose: person, bot or clock
    played_at: int


@dataclass(frozen=True)
class Append:
    """Actions of one table that belong together, and what else is true once they are stored."""

    table: str
    actions: tuple[StoredAction, ...]
    also: tuple[sa.Executable, ...] = ()
    due_at: int | None = None  # when the table next needs somebody, if at all
    taken_until: int = 0


def append_all(connection: sa.Connection, entries: Sequence[Append]) -> None:
    """Store these, all or none; AnotherWasFirst if one of them comes too late.

    The primary key (table, n) decides who is first, also between processes, and nothing comes
    after a game's end. All of them take the tables in the same order, so that no two can wait for
    each other.
    """
    in_order = sorted(entries, key=lambda entry: entry.table)
    rows = [asdict(action) for entry in in_order for action in entry.actions]
    if is_postgres(connection):  # SQLite has one writer
        _LOCK_TABLES.execute(connection, rows)
    if _INSERT_ACTIONS.execute(connection, rows) < len(rows):
        raise AnotherWasFirst
    for statement in chain.from_iterable(entry.also for entry in in_order):
        connection.execute(statement)
    _set_due(connection, in_order)
    tell(connection, chain.from_iterable(_words(entry) for entry in in_order), locked=True)


def _set_due(connection: sa.Connection, stored: list[Append]) -> None:
    delete_due(connection, [entry.table for entry in stored if entry.due_at is None])
    rows = [
        {"table_id": entry.table, "at": entry.due_at, "taken_until": entry.taken_until}
        for entry in stored
        if entry.due_at is not None
    ]
    upsert_due(connection, rows)


def _words(entry: Append) -> list[Word]:
    """What the others hear: what was played, and if more than the game has changed."""
    told = [word("played", entry.table, *astuple(action)[1:]) for action in entry.actions]
    return [*told, word("changed", entry.table)] if entry.also else told


_LOCK_TABLES = Given(
    actions,
    "SELECT id FROM tables WHERE id IN (SELECT table_id FROM ({rows}) AS given)"
    " ORDER BY id FOR NO KEY UPDATE",
)
_INSERT_ACTIONS = Given(
    actions,
    "INSERT INTO actions ({names}) SELECT given.* FROM ({rows}) AS given"
    " WHERE (SELECT status FROM tables WHERE id = given.table_id) = 'playing'"
    " ON CONFLICT DO NOTHING",
)
