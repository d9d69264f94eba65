"""Copies of a server's database: one file of JSON lines, the same for SQLite and PostgreSQL.

A copy is made in one reading transaction, so it is the database as it was at one moment, also
while games are played. It can be restored into either kind of database.
"""

from __future__ import annotations

import glob
import gzip
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from caboose.server.storage.database import (
    OWNER_ONLY,
    Database,
    DatabaseError,
    plain_errors,
    take_any_time,
)
from caboose.server.storage.rows import kept_tables, metadata
from caboose.server.storage.statements import is_postgres

FORMAT = "caboose backup 1"
STAMP = f"{'[0-9]' * 8}T{'[0-9]' * 6}"  # of a copy that is one of many
PIECE = 500  # rows written at a time
DAMAGED = (  # what reading a file may lead to that was not written so
    *(OSError, EOFError, zlib.error),
    *(ValueError, KeyError, TypeError, sa.exc.SQLAlchemyError),
    RecursionError,  # a value within a value within a value
)


class CannotBackUp(Exception):
    """Why a copy cannot be made or restored, in a sentence."""


def back_up(database: str, file: Path) -> int:
    """Write a copy; its size. A file that is there is replaced only by a whole copy."""
    source = _open(database)
    if not source.is_there:
        raise CannotBackUp(f"there is no database {source.url.database}; check the address.")
    unfinished = file.with_name(file.name + ".part")
    try:
        with plain_errors(source.url), source.reading.connect() as connection:
            if source.is_postgres:
                connection.execution_options(isolation_level="REPEATABLE READ")
                take_any_time(connection)
            with _writing(unfinished) as copy:
                _write(connection, copy)
        unfinished.replace(file)
        _make_sure_of(file.absolute().parent)
    except DatabaseError as error:
        raise CannotBackUp(str(error)) from None
    except OSError as error:
        raise CannotBackUp(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
        source.close()
    return file.stat().st_size


def back_up_again(database: str, file: Path, keep: int, now: datetime) -> Path:
    """Write a copy beside the older ones, named by the time, and keep only so many; its file."""
    copy = file.with_name(f"{file.stem}-{now:%Y%m%dT%H%M%S}{file.suffix}")
    back_up(database, copy)
    older = sorted(file.parent.glob(f"{glob.escape(file.stem)}-{STAMP}{glob.escape(file.suffix)}"))
    for each in older[:-keep]:
        each.unlink(missing_ok=True)
    return copy


def restore(file: Path, database: str, *, force: bool) -> None:
    """Fill a database from a copy, wholly or not at all."""
    target = _open(database)
    try:
        _read_to_its_end(file)
        with _reading(file) as copy:
            revision = _check_head(copy.readline(), file)
            target.hold()
            _refuse_company(target)
            target.prepare()
            with plain_errors(target.url), target.writing.connect() as connection:
                if target.is_postgres:
                    take_any_time(connection)
                with connection.begin():
                    _refuse_another_version(connection, revision)
                    _make_room(connection, force)
                    _fill(connection, copy)
    except DatabaseError as error:
        raise CannotBackUp(str(error)) from None
    except DAMAGED as error:
        raise CannotBackUp(f"{file} is not a whole copy: {error}. Nothing was changed.") from None
    finally:
        target.close()


def _open(database: str) -> Database:
    try:
        return Database(database)
    except DatabaseError as error:
        raise CannotBackUp(str(error)) from None


@contextmanager
def _writing(file: Path) -> Iterator[IO[str]]:
    """A new file of our own: a copy holds keys and secrets, as the database does."""
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as copy:
            yield copy
        # Only what is on the disk may take the place of the last copy.
        raw.flush()
        os.fsync(raw.fileno())


def _make_sure_of(folder: Path) -> None:
    """A new name in a folder is on the disk when the folder is."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write(connection: sa.Connection, copy: IO[str]) -> None:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise DatabaseError("there is no Caboose database here; check the address.")
    copy.write(json.dumps([FORMAT, revision]) + "\n")
    there = set(sa.inspect(connection).get_table_names())
    for table in (each for each in kept_tables() if each.name in there):
        for row in connection.execute(sa.select(*_columns_there(connection, table))):
            copy.write(json.dumps([table.name, dict(row._mapping)]) + "\n")
    copy.write(json.dumps(["end", None]) + "\n")


def _columns_there(connection: sa.Connection, table: sa.Table) -> list[sa.Column[Any]]:
    """A table's columns; a database that no server has brought up to date lacks the newest."""
    there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
    return [column for column in table.columns if column.name in there]


def _reading(file: Path) -> IO[str]:
    if not os.access(file, os.R_OK):
        raise CannotBackUp(f"{file} cannot be read; check its name.")
    return gzip.open(file, "rt", encoding="utf-8")


def _read_to_its_end(file: Path) -> None:
    """A damaged file fails here, at its checksum, before any of it is believed."""
    with _reading(file) as copy:
        for _ in copy:
            pass


def _check_head(line: str, file: Path) -> str:
    head = json.loads(line)
    if not isinstance(head, list) or len(head) != 2 or head[0] != FORMAT:
        raise CannotBackUp(f"{file} was not made by `caboose backup`.")
    return str(head[1])


def _refuse_company(target: Database) -> None:
    """People who play on this database would lose their games without a word."""
    with plain_errors(target.url), target.reading.connect() as connection:
        if not target.is_alone(connection):
            raise CannotBackUp(
                "a server, or another command, uses this database: stop it, then restore the copy."
                " Nothing was changed."
            )


def _refuse_another_version(connection: sa.Connection, revision: str) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    if revision != current:
        raise CannotBackUp(
            f"the copy's tables are at {revision}, this version's at {current}; restore it with the"
            " version that made it, then start this one. Nothing was changed."
        )


def _make_room(connection: sa.Connection, force: bool) -> None:
    """The database must be empty, or be emptied on purpose."""
    held = sum(
        connection.execute(
            sa.select(sa.func.count()).select_from(metadata.tables[name])
        ).scalar_one()
        for name in ("guests", "tables")
    )
    if held and not force:
        raise CannotBackUp("this database holds games; add --force to replace them all.")
    for table in reversed(kept_tables()):
        connection.execute(sa.delete(table))


def _fill(connection: sa.Connection, copy: IO[str]) -> None:
    # Table by table, as they were written: a row must find those it refers to.
    for name, rows in groupby(_lines(copy), key=itemgetter(0)):
        values = (row for _, row in rows)
        while piece := list(islice(values, PIECE)):
            connection.execute(sa.insert(metadata.tables[name]), piece)
    if is_postgres(connection):
        _set_counters(connection)


def _lines(copy: IO[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in copy:
        name, row = json.loads(line)
        if name == "end":
            return
        yield name, row
    raise ValueError("its end is missing")


def _set_counters(connection: sa.Connection) -> None:
    """Let PostgreSQL count on from the highest number."""
    for name in ("table_log", "chat"):
        connection.execute(
            sa.text(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'id'),"
                f" coalesce((SELECT max(id) FROM {name}), 0) + 1, false)"
            )
        )
