"""What one commit stores over PostgreSQL: one call, after which all of it is there, or nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from caboose.server.storage import rows
from caboose.server.storage.append import (
    AnotherWasFirst,
    Append,
    StoredAction,
    append_all,
    is_one_statement,
)
from caboose.server.storage.database import Database
from caboose.server.storage.notify import look_at
from caboose.server.storage.statements import log_entry
from tests.support.server.people import PATIENCE
from tests.support.server.raw_client import wait_until

TABLES = ("a", "b", "c")


@pytest.fixture
def address(new_database: Callable[[str, Path], str], tmp_path: Path) -> str:
    """A database in which some games are played."""
    address = new_database("postgres", tmp_path)
    database = Database(address)
    database.prepare()
    with database.begin() as connection:
        for table in TABLES:
            connection.execute(sa.insert(rows.tables).values(id=table, **PLAYED))
    database.close()
    return address


PLAYED: dict[str, Any] = {
    "name": "",
    "edition": "london",
    "board_digest": "",
    "rules_version": 1,
    "status": "playing",
    "options": {},
    "listed": False,
    "secret": "",
    "commitment": "",
    "created_at": 0,
}


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()


@pytest.fixture
def other(address: str) -> Iterator[Database]:
    """The same, by another process."""
    database = Database(address)
    yield database
    database.close()


def played(table: str, n: int, due_at: int | None = None, *also: sa.Executable) -> Append:
    action = StoredAction(table, n, 0, "draw deck", f"command {n}", "digest", "person", 1)
    return Append(table, (action,), also, due_at)


def append(database: Database, *entries: Append) -> None:
    door = database.begin_one if is_one_statement(entries) else database.begin
    with door() as connection:
        append_all(connection, entries)


def stored(database: Database) -> tuple[list[tuple[str, int]], list[str]]:
    """The actions and the tables that are due."""
    with database.reading.connect() as connection:
        actions = sa.select(rows.actions.c.table_id, rows.actions.c.n).order_by("table_id", "n")
        due = sa.select(rows.due.c.table_id).order_by("table_id")
        found = [(row.table_id, row.n) for row in connection.execute(actions)]
        return found, list(connection.execute(due).scalars())


def test_the_actions_of_many_tables_are_stored_by_one_statement(database: Database) -> None:
    append(database, *(played(table, 1) for table in TABLES))  # now it is connected
    sent: list[str] = []
    assert database._at_once is not None
    sa.event.listen(
        database._at_once, "before_cursor_execute", lambda *said: sent.append(str(said[2]))
    )
    append(database, *(played(table, 2, due_at=5) for table in TABLES))
    assert len(sent) == 1
    both = [(table, n) for table in TABLES for n in (1, 2)]
    assert stored(database) == (both, list(TABLES))
    append(database, played("b", 3))
    assert stored(database)[1] == ["a", "c"]


def test_if_one_comes_too_late_nothing_of_the_others_is_stored(database: Database) -> None:
    append(database, played("b", 1))
    with pytest.raises(AnotherWasFirst):
        append(database, played("a", 1, due_at=5), played("b", 1, due_at=5), played("c", 1))
    assert stored(database) == ([("b", 1)], [])


def test_what_else_is_true_is_stored_with_the_actions_or_not_at_all(database: Database) -> None:
    line = log_entry("a", 1, "left", {}, 0)
    append(database, played("a", 1, None, line))
    with pytest.raises(AnotherWasFirst):
        append(database, played("a", 1, None, line))
    with database.reading.connect() as connection:
        assert len(list(connection.execute(sa.select(rows.table_log)))) == 1


def test_who_begins_to_look_while_a_commit_waits_for_the_table_is_told(
    database: Database, other: Database
) -> None:
    """Else it would have read the table before the action, and never hear of it."""
    append(database, played("b", 1))
    name = other.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(name, autocommit=True) as line:
        line.execute(f'LISTEN "{other.me.replace(" ", "_")}"'.encode())
        commit = threading.Thread(target=append, args=(database, played("a", 1)))
        with other.begin() as looking:
            assert not look_at(looking, "a")
            commit.start()
            wait_until(lambda: _is_waiting(line, database), "that the commit waits")
        commit.join(PATIENCE)
        (notice,) = line.notifies(timeout=PATIENCE, stop_after=1)
    ((kind, table, n, *_),) = json.loads(notice.payload)
    assert (kind, table, n) == ("played", "a", 1)


def _is_waiting(line: psycopg.Connection[Any], database: Database) -> bool:
    waiting = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = %s"
    return line.execute(waiting, [database.me, "Lock"]).fetchone() is not None
