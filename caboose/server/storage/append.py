"""What one commit stores: the next actions of many tables, and when those tables are next due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import sqlalchemy as sa

from caboose.server.storage.notify import Word, on_lines, word
from caboose.server.storage.one_call import append_in_one_call
from caboose.server.storage.statements import (
    DELETE_DUE,
    INSERT_ACTIONS,
    UPSERT_DUE,
    Rows,
    is_postgres,
)


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

    def row(self) -> dict[str, Any]:
        """By the names of the columns, in their order."""
        return {name: getattr(self, name) for name in self.__slots__}


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
    store = _store_and_tell if is_postgres(connection) else _store
    if not store(connection, in_order):
        raise AnotherWasFirst
    for statement in chain.from_iterable(entry.also for entry in in_order):
        connection.execute(statement)


def is_one_statement(entries: Iterable[Append]) -> bool:
    """Can these be stored without beginning a transaction, where one call stores actions?"""
    return not any(entry.also for entry in entries)


def _store(connection: sa.Connection, entries: list[Append]) -> bool:
    """One statement after the other; there is one writer and nobody to tell."""
    rows = _action_rows(entries)
    if INSERT_ACTIONS.execute(connection, rows) < len(rows):
        return False
    DELETE_DUE.execute(connection, _not_due(entries))
    UPSERT_DUE.execute(connection, _due(entries))
    return True


def _store_and_tell(connection: sa.Connection, entries: list[Append]) -> bool:
    words = on_lines(chain.from_iterable(map(_words, entries)))
    return append_in_one_call(
        connection, _action_rows(entries), _due(entries), _not_due(entries), words
    )


def _action_rows(entries: list[Append]) -> Rows:
    return [action.row() for entry in entries for action in entry.actions]


def _due(entries: list[Append]) -> Rows:
    """When tables next need somebody."""
    return [
        {"table_id": entry.table, "at": entry.due_at, "taken_until": entry.taken_until}
        for entry in entries
        if entry.due_at is not None
    ]


def _not_due(entries: list[Append]) -> Rows:
    return [{"table_id": entry.table} for entry in entries if entry.due_at is None]


def _words(entry: Append) -> list[Word]:
    """What the others hear: what was played, and if more than the game has changed."""
    told = [word("played", *action.row().values()) for action in entry.actions]
    return [*told, word("changed", entry.table)] if entry.also else told
