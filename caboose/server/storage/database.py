"""The database behind a server: SQLite in a file, or PostgreSQL. The same tables on both."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from caboose.server.logs import say
from caboose.server.metrics import STATEMENTS
from caboose.server.settings import DEFAULT_FOLDER

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_MIGRATION_LOCK = 2_026_1116  # one process at a time brings the tables up to date

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 8.0  # seconds that an answer is waited for, if nothing else is said
DOUBLED = frozenset(["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"])
OWNER_ONLY = 0o600  # for files that hold keys and secrets


def take_any_time(connection: sa.Connection) -> None:
    """Let this connection, of a PostgreSQL, work for as long as it takes."""
    from caboose.server.storage import patience

    patience.take_any_time(connection)


class DatabaseError(Exception):
    """The database cannot be used; in a sentence for whoever runs the server."""


class Database:
    """Two doors to one database: one for writing, one for reading."""

    def __init__(self, url: str, seconds: float = PATIENCE) -> None:
        self.url = _with_driver(url)
        self.is_postgres = self.url.drivername.startswith("postgresql")
        self._held: int | None = None  # the lock of a SQLite file
        self._is_ready = False
        self.me = f"caboose {secrets.token_hex(4)}"
        self._at_once: sa.Engine | None = None
        if self.is_postgres:
            self.writing = self.reading = _postgres_engine(self.url, self.me, seconds)
            self._at_once = _postgres_engine(self.url, self.me, seconds, at_once=True)
        else:
            self.writing = _sqlite_engine(self.url, "BEGIN IMMEDIATE", 1, seconds)
            self.reading = _sqlite_engine(self.url, "BEGIN", 8, seconds)
        for engine in self._engines:
            sa.event.listen(engine, "before_cursor_execute", _count)

    def begin(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that writes."""
        return self.writing.begin()

    def begin_one(self) -> AbstractContextManager[sa.Connection]:
        """The same for a single statement: none is sent to begin and to commit it.

        To SQLite there is no way, so nothing would be saved.
        """
        return self.begin() if self._at_once is None else self._at_once.connect()

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
                    take_any_time(connection)
                    lock = sa.text("SELECT pg_advisory_lock(:lock)")
                    connection.execute(lock, {"lock": _MIGRATION_LOCK})
                if not _is_newer(connection):
                    command.upgrade(_alembic(connection), "head")
                    connection.commit()
                if self.is_postgres:
                    unlock = sa.text("SELECT pg_advisory_unlock(:lock)")
                    connection.execute(unlock, {"lock": _MIGRATION_LOCK})
                    connection.commit()

    def _make_file(self) -> None:
        """Make an empty SQLite file; the files that SQLite puts beside it are as open as this."""
        if not self.is_postgres:
            self._find_folder()
            os.close(os.open(str(self.url.database), os.O_CREAT | os.O_RDONLY, OWNER_ONLY))

    def _find_folder(self) -> None:
        """A folder that is not there was mistyped, or its disk is missing; only ours is made."""
        folder = self._file.parent
        if folder == Path(DEFAULT_FOLDER).resolve():
            folder.mkdir(exist_ok=True)
        if not folder.is_dir():
            raise DatabaseError(
                f"there is no folder {folder}: make it, or name another with --database."
            )

    @property
    def _file(self) -> Path:
        """The file of a SQLite database, whatever links lead to it: two names are one file."""
        return Path(str(self.url.database)).resolve()

    def hold(self) -> None:
        """Be the only server of a SQLite file; DatabaseError if another one is running.

        The system lets go of it when the process ends, however it ends.
        """
        if self.is_postgres or fcntl is None:
            return
        with plain_errors(self.url):
            self._find_folder()
            self._held = os.open(f"{self._file}.lock", os.O_CREAT | os.O_RDWR, OWNER_ONLY)
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
            " AND application_name LIKE 'caboose %' AND NOT starts_with(application_name, :me)"
        )
        return int(connection.execute(others, {"me": self.me}).scalar_one()) == 0

    def close(self) -> None:
        """Give all connections back."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
        for engine in self._engines:
            engine.dispose()

    @property
    def _engines(self) -> set[sa.Engine]:
        return {self.writing, self.reading} | ({self._at_once} if self._at_once else set())


def changes_on(connection: sa.Connection) -> int | None:
    """How many rows a connection to SQLite has changed so far; PostgreSQL does not say."""
    changes: int | None = getattr(connection.connection.driver_connection, "total_changes", None)
    return changes


def is_doubled(error: SQLAlchemyError) -> bool:
    """Was something to be stored that is there already, and may be there only once?"""
    cause = getattr(error, "orig", None)
    said = getattr(cause, "sqlstate", None), getattr(cause, "sqlite_errorname", None)
    return not DOUBLED.isdisjoint(said)


def _count(*_: Any) -> None:
    STATEMENTS.inc()


def _with_driver(url: str) -> sa.URL:
    """The address of a database with the driver we use; a plain path is a SQLite file's."""
    try:
        parsed = sa.make_url(url) if "://" in url else sa.URL.create("sqlite", database=url)
    except SQLAlchemyError:
        raise DatabaseError(
            f"'{url}' does not name a database: write the name of a file, or"
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


def _postgres_engine(url: sa.URL, name: str, seconds: float, *, at_once: bool = False) -> sa.Engine:
    """Connections to PostgreSQL; or the one on which every statement is committed at once."""
    try:
        from caboose.server.storage.one_call import define_on
        from caboose.server.storage.patience import connect_patiently, line_options, look_first
    except ModuleNotFoundError:
        raise DatabaseError("PostgreSQL needs a driver: pip install 'caboose[postgres]'.") from None
    engine = sa.create_engine(
        url,
        pool_size=1 if at_once else 6,
        max_overflow=0 if at_once else 4,
        pool_timeout=seconds,
        isolation_level="AUTOCOMMIT" if at_once else None,
        skip_autocommit_rollback=True,
        hide_parameters=True,  # an error must not carry a secret into the log
        connect_args={**line_options(seconds), "application_name": name},
    )
    connect_patiently(engine, seconds)
    look_first(engine)
    define_on(engine)
    return engine


def _sqlite_engine(url: sa.URL, begin: str, connections: int, seconds: float) -> sa.Engine:
    engine = sa.create_engine(
        url,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=seconds,
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": seconds},
    )

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin as we say, below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(f"PRAGMA busy_timeout={int(seconds * 1000)}")

    @sa.event.listens_for(engine, "begin")
    def begin_transaction(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _alembic(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def _is_newer(connection: sa.Connection) -> bool:
    """Has a newer version brought it further? DatabaseError if this one cannot work with it.

    Steps add first and take away later. Each that takes away, or that all must know of, writes down
    the oldest version, by its own last step, that still works: see docs/growing.md.
    """
    current = MigrationContext.configure(connection).get_current_revision()
    script = ScriptDirectory.from_config(_alembic(connection))
    known = {each.revision for each in script.walk_revisions()}
    if current is None or current in known:
        connection.rollback()
        return False
    oldest = connection.execute(_OLDEST_VERSION).scalar()
    connection.rollback()
    if oldest is None or int(oldest) > int(str(script.get_current_head())):
        raise DatabaseError(
            f"the database was written by a newer version of Caboose (its tables are at {current});"
            " install that version. Nothing was changed."
        )
    say("newer_database", tables=current)
    return True


_OLDEST_VERSION = sa.text("SELECT value FROM facts WHERE name = 'oldest_version'")


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
            " Name another with --database FILE."
        ) from None
