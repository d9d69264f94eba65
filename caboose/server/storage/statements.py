"""Statements that more than one part of the server needs, on either database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from caboose.server.storage.rows import actions, due, table_log


def is_postgres(connection: sa.Connection) -> bool:
    """Is it a database that several processes may share?"""
    return connection.dialect.name == "postgresql"


def insert_unless_there(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Insert a row, unless somebody else was quicker."""
    dialect = postgresql if is_postgres(connection) else sqlite
    connection.execute(dialect.insert(table).values(row).on_conflict_do_nothing())


def actions_so_far(table: str) -> sa.ScalarSelect[int]:
    """How many actions of a table are stored."""
    last = sa.func.coalesce(sa.func.max(actions.c.n), 0)
    return sa.select(last).where(actions.c.table_id == table).scalar_subquery()


def log_entry(
    table: str, n: int | sa.ScalarSelect[int], event: str, facts: Mapping[str, object], now: int
) -> sa.Executable:
    """A line of the table's log: what happened after so many actions."""
    return sa.insert(table_log).values(table_id=table, at=now, n=n, kind=event, facts=facts)


Rows = list[dict[str, Any]]


class Given:
    """A statement over any number of rows that are given in one piece, as JSON.

    A thread that hands over row after row asks for the interpreter's lock after each of them, and
    a busy event loop lets it wait every time. This way the database takes them apart.
    """

    def __init__(self, table: sa.Table, statement: str) -> None:
        """In the statement, {names} stands for the table's columns, {rows} for what is given."""
        names = ", ".join(table.c.keys())
        values = ", ".join(
            f"json_extract(value, '$.{each.name}') AS {each.name}" for each in table.c
        )
        rows = {
            "sqlite": f"SELECT {values} FROM json_each(:given) WHERE true",
            "postgresql": f"SELECT {names} FROM"
            f" json_populate_recordset(CAST(NULL AS {table.name}), CAST(:given AS json))",
        }
        self._statements = {
            dialect: statement.format(names=names, rows=select) for dialect, select in rows.items()
        }
        self._prepared = {name: sa.text(each) for name, each in self._statements.items()}

    def given_as(self, argument: str) -> str:
        """The statement inside a function of PostgreSQL, where the rows are an argument."""
        return self._statements["postgresql"].replace(":given", argument)

    def execute(self, connection: sa.Connection, rows: Rows) -> int:
        """Change something; how many rows were changed."""
        if not rows:
            return 0
        return self._run(connection, rows).rowcount

    def select(self, connection: sa.Connection, rows: Rows) -> list[sa.Row[Any]]:
        """Ask for something."""
        return list(self._run(connection, rows))

    def _run(self, connection: sa.Connection, rows: Rows) -> sa.CursorResult[Any]:
        statement = self._prepared[connection.dialect.name]
        return connection.execute(statement, {"given": json.dumps(rows)})


def upsert_due(connection: sa.Connection, rows: Rows) -> None:
    """Say when tables next need somebody."""
    UPSERT_DUE.execute(connection, rows)


def delete_due(connection: sa.Connection, tables: list[str]) -> None:
    """Say that tables need nobody."""
    DELETE_DUE.execute(connection, [{"table_id": table} for table in tables])


LOCK_TABLES = Given(
    actions,
    "SELECT id FROM tables WHERE id IN (SELECT table_id FROM ({rows}) AS given)"
    " ORDER BY id FOR NO KEY UPDATE",
)
INSERT_ACTIONS = Given(
    actions,
    "INSERT INTO actions ({names}) SELECT given.* FROM ({rows}) AS given"
    " WHERE (SELECT status FROM tables WHERE id = given.table_id) = 'playing'"
    " ON CONFLICT DO NOTHING",
)
UPSERT_DUE = Given(
    due,
    "INSERT INTO due ({names}) {rows} ON CONFLICT (table_id)"
    " DO UPDATE SET at = excluded.at, taken_until = excluded.taken_until",
)
DELETE_DUE = Given(
    due, "DELETE FROM due WHERE table_id IN (SELECT table_id FROM ({rows}) AS given)"
)
