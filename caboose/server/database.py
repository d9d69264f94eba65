"""The database behind a server: SQLite in a file, or PostgreSQL. The same tables on both."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_MIGRATION_LOCK = 2_026_1116  # one process at a time brings the tables up to date

OWNER_ONLY = 0o600  # for files that hold keys and secrets


class DatabaseError(Exception):
    """The database cannot be used; in a sentence for whoever runs the server."""


class Database:
    """Two doors to one database: one for writing, one for reading."""

    def __init__(self, url: str) -> None:
        self.url = _with_driver(url)
        self.is_postgres = self.url.drivername.startswith("postgresql")
        self._held: int | None = None  # the lock of a SQLite file
        self._is_ready = False
        self._me = f"caboose {secrets.token_hex(4)}"
        if self.is_postgres:
            self.writing = self.reading = _postgres_engine(self.url, self._me)
        else:
            self.writing = _sqlite_engine(self.url, begin="BEGIN IMMEDIATE", connections=1)
            self.reading = _sqlite_engine(self.url, begin="BEGIN", connections=8)

    @property
    def is_there(self) -> bool:
        """Is there a file? Of a PostgreSQL that is known when it is asked."""
        return self.is_postgres or Path(str(self.url.database)).exists()

    @property
    def name(self) -> str:
        """What kind of database it is."""
        return "postgresql" if self.is_postgres else "sqlite"

    def make_ready(self) -> None:
        """Hold it and prepare it, once; DatabaseError if that cannot be done.

        What another server holds is not even brought up to date.
        """
        if not self._is_ready:
            self.hold()
            self.prepare()
            self._is_ready = True

    def prepare(self) -> None:
        """Make the tables, or bring them up to date; DatabaseError if that cannot be done."""
        with plain_errors(self.url):
            self._make_file()
            with self.writing.connect() as connection:
                if self.is_postgres:
                    lock = sa.text("SELECT pg_advisory_lock(:lock)")
                    connection.execute(lock, {"lock": _MIGRATION_LOCK})
                _refuse_a_newer_database(connection)
                command.upgrade(_alembic(connection), "head")
                connection.commit()
                if self.is_postgres:
                    unlock = sa.text("SELECT pg_advisory_unlock(:lock)")
                    connection.execute(unlock, {"lock": _MIGRATION_LOCK})
                    connection.commit()

    def _make_file(self) -> None:
        """Make an empty SQLite file; the files that SQLite puts beside it are as open as this."""
        if not self.is_postgres:
            self._make_folder()
            os.close(os.open(str(self.url.database), os.O_CREAT | os.O_RDONLY, OWNER_ONLY))

    def _make_folder(self) -> None:
        Path(str(self.url.database)).parent.mkdir(parents=True, exist_ok=True)

    def hold(self) -> None:
        """Be the only server of a SQLite file; DatabaseError if another one is running.

        The system lets go of it when the process ends, however it ends.
        """
        if self.is_postgres or fcntl is None:
            return
        with plain_errors(self.url):
            self._make_folder()
            self._held = os.open(f"{self.url.database}.lock", os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DatabaseError(
                f"another server uses {self.url.database}: stop it, or name another file with"
                " --database. Several servers can share a PostgreSQL."
            ) from None

    def is_alone(self, connection: sa.Connection) -> bool:
        """Is no other server connected? A SQLite file has one at most."""
        if not self.is_postgres:
            return True
        others = sa.text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name LIKE 'caboose %' AND application_name <> :me"
        )
        return int(connection.execute(others, {"me": self._me}).scalar_one()) == 0

    def close(self) -> None:
        """Give all connections back."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
        self.writing.dispose()
        self.reading.dispose()


def _with_driver(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except SQLAlchemyError:
        raise DatabaseError(
            f"'{url}' does not name a database: write sqlite:///FILE or"
            " postgresql://USER@HOST/NAME."
        ) from None
    if parsed.drivername in ("postgres", "postgresql"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite" or parsed.database in (None, ""):
        raise DatabaseError(
            f"'{parsed.render_as_string()}' is neither sqlite:///FILE nor postgresql://..., and"
            " no other database is supported."
        )
    if str(parsed.database).startswith((":memory:", "file:")):
        raise DatabaseError(
            f"'{parsed.render_as_string()}' is no file of its own, and games must be kept in one:"
            " write sqlite:///FILE."
        )
    return parsed


def _postgres_engine(url: sa.URL, name: str) -> sa.Engine:
    # A process that is stopped in the middle of a transaction must not hold the others up.
    options = "-c idle_in_transaction_session_timeout=4000 -c lock_timeout=8000"
    try:
        return sa.create_engine(
            url,
            pool_size=6,
            max_overflow=4,
            pool_pre_ping=True,
            hide_parameters=True,  # an error must not carry a secret into the log
            connect_args={"options": options, "connect_timeout": 5, "application_name": name},
        )
    except ModuleNotFoundError:
        raise DatabaseError("PostgreSQL needs a driver: pip install 'caboose[postgres]'.") from None


def _sqlite_engine(url: sa.URL, begin: str, connections: int) -> sa.Engine:
    engine = sa.create_engine(
        url,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": 10},
    )

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin as we say, below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA busy_timeout=10000")

    @sa.event.listens_for(engine, "begin")
    def begin_transaction(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _alembic(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _refuse_a_newer_database(connection: sa.Connection) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    known = {
        script.revision
        for script in ScriptDirectory.from_config(_alembic(connection)).walk_revisions()
    }
    connection.rollback()
    if current is not None and current not in known:
        raise DatabaseError(
            f"the database was written by a newer version of Caboose (its tables are at {current});"
            " install that version. Nothing was changed."
        )


@contextmanager
def plain_errors(url: sa.URL) -> Iterator[None]:
    """Whatever keeps a database from being used is told in one sentence."""
    shown = url.render_as_string(hide_password=True)
    try:
        yield
    except (OperationalError, DBAPIError) as error:
        reason = " ".join(str(error.orig).split())[:300]
        raise DatabaseError(
            f"the database {shown} cannot be used: {reason}. Is it running, and may it be written?"
        ) from None
    except OSError as error:
        raise DatabaseError(
            f"the folder of the database {shown} cannot be written: {error.strerror}."
            " Name another with --database sqlite:///FILE."
        ) from None
