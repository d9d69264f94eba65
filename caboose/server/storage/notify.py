"""Telling other processes what was stored: those that look at the table, and nobody else.

A process that has a table in memory looks at it, which stands in `looking` under the name of its
line; what is stored there is told to it over PostgreSQL's NOTIFY, as the transaction commits. Who
is routed well is alone at a table, and then nothing is told at all. With SQLite there is one
process, and nobody to tell.

Nothing is missed between looking and reading: `look_at` locks the table's row against everybody who
tells something of it, and is committed before the table is read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from caboose.server.storage.database import Database
from caboose.server.storage.statements import Rows, is_postgres

LONGEST_WORD = 7000  # of what processes tell each other; PostgreSQL takes 8,000 bytes

Word = tuple[str, str]
"""A table, and what is told of it, as JSON: a list of a kind, the table, and the rest."""


def word(kind: str, table: str, *said: Any) -> Word:
    """Something to tell of a table."""
    return table, json.dumps([kind, table, *said], separators=(",", ":"))


def tell(connection: sa.Connection, words: Iterable[Word]) -> None:
    """Tell those that look at these tables, once this is committed.

    Nobody can begin to look meanwhile: the tables' rows are locked. What was played is told by the
    call that stores it, see `one_call.py`.
    """
    if not is_postgres(connection):
        return
    rows = on_lines(words)
    if rows:
        given = {"given": json.dumps(rows)}
        connection.execute(_LOCK, given)
        connection.execute(_TELL, given)


def tell_changed(connection: sa.Connection, tables: Iterable[str]) -> None:
    """Let the other processes read these tables again."""
    tell(connection, [word("changed", table) for table in sorted(tables)])


def tell_all(connection: sa.Connection, kind: str, name: str = "") -> None:
    """Tell every other process something that is of no table, once this is committed."""
    if is_postgres(connection):
        connection.execute(_TELL_ALL, {"said": json.dumps([[kind, name]])})


def on_lines(words: Iterable[Word]) -> Rows:
    """Each word with the number of the line that it has room on, whoever hears it."""
    rows, line, length = [], 0, 0
    for table, said in words:
        length += len(said) + 1
        if length > LONGEST_WORD:
            line, length = line + 1, len(said) + 1
        rows.append({"table_id": table, "line": line, "said": said})
    return rows


# ---- lines ---------------------------------------------------------------------------------------


async def open_line(database: Database, name: str) -> Any:
    """A connection beside those of the store, on which nobody else asks anything."""
    import psycopg

    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await psycopg.AsyncConnection.connect(
        address, autocommit=True, connect_timeout=5, application_name=name
    )


async def something_comes(line: Any, seconds: float) -> bool:
    """Wait until there is something to hear on a line, but not longer than this; is there?

    The driver, left to wait, would look ten times a second.
    """
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(line.fileno(), came.set)
    try:
        async with asyncio.timeout(seconds):
            return await came.wait()
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(line.fileno())


def line_errors() -> tuple[type[Exception], ...]:
    """What it looks like when a line is lost."""
    import psycopg

    return (OSError, psycopg.Error)


# ---- who looks -----------------------------------------------------------------------------------


def look_at(connection: sa.Connection, table: str) -> bool:
    """Look at a table from now on; do others?"""
    connection.execute(_AT_ONCE)
    connection.execute(_LOOK, {"table": table})
    return bool(connection.execute(_OTHERS, {"table": table}).scalar())


def look_away(connection: sa.Connection, tables: Iterable[str]) -> None:
    """Look at these tables no longer."""
    connection.execute(_LOOK_AWAY, {"given": json.dumps(list(tables))})


def look_at_nothing(connection: sa.Connection) -> None:
    """A new line: what this process looked at before, it has to look at again."""
    connection.execute(sa.text("DELETE FROM looking WHERE line = current_setting(:name)"), _ME)


HEARS = " hears"  # ends the name of the connection on which a process hears the others
_ME = {"name": "application_name"}

# PostgreSQL calls a process by the name of its connections, so a statement knows who is asking.
_GIVEN = "json_to_recordset(CAST(:given AS json)) AS given(table_id text, line int, said text)"
_LOCK = sa.text(
    f"SELECT id FROM tables WHERE id IN (SELECT table_id FROM {_GIVEN}) ORDER BY id FOR KEY SHARE"
)
TELL = (
    "SELECT pg_notify(replace(looking.line, ' ', '_'), '[' || string_agg(said, ',') || ']')"
    f" FROM {_GIVEN} JOIN looking USING (table_id)"
    " WHERE looking.line <> current_setting('application_name')"
    " GROUP BY looking.line, given.line ORDER BY looking.line, given.line"
)
_TELL = sa.text(TELL)
_TELL_ALL = sa.text(
    f"SELECT pg_notify(replace(left(application_name, -{len(HEARS)}), ' ', '_'), :said)"
    " FROM pg_stat_activity WHERE datname = current_database()"
    f" AND starts_with(application_name, 'caboose ') AND right(application_name, {len(HEARS)}) ="
    f" '{HEARS}' AND application_name <> current_setting('application_name') || '{HEARS}'"
)
_AT_ONCE = sa.text("SET LOCAL synchronous_commit = off")  # it need not outlive the database
_LOOK = sa.text(
    "INSERT INTO looking (table_id, line) SELECT id, current_setting('application_name')"
    " FROM tables WHERE id = :table FOR UPDATE ON CONFLICT DO NOTHING"
)
_OTHERS = sa.text(
    "SELECT EXISTS (SELECT 1 FROM looking"
    " WHERE table_id = :table AND line <> current_setting('application_name'))"
)
_LOOK_AWAY = sa.text(
    "DELETE FROM looking WHERE line = current_setting('application_name') AND table_id IN"
    " (SELECT json_array_elements_text(CAST(:given AS json)))"
)
# A process is gone when its line is; what it looked at, and had taken on, is free.
FORGET_LOST = (
    "WITH lost AS (DELETE FROM looking WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity"
    f" WHERE application_name = looking.line || '{HEARS}') RETURNING table_id)"
    " UPDATE due SET taken_until = 0 WHERE table_id IN (SELECT table_id FROM lost)"
)
