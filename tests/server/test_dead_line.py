"""A database that does not answer: what people are told, what the log says, and how it goes on."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.bots.attendant import LOOK_EVERY
from caboose.server.storage import rows
from tests.support.server.forked_server import Forked, Nursery, forked
from tests.support.server.people import Person, begun
from tests.support.server.raw_client import wait_until
from tests.support.server.relay import Relay, relayed
from tests.support.server.server_thread import serving

SECONDS = 1.5  # that this server waits for its database

FULL = 8 * 1024  # bytes; the log of a server that has just started is shorter

NewDatabase = Callable[[str, Path], str]


@pytest.fixture
def relay(new_database: NewDatabase, tmp_path: Path) -> Iterator[Relay]:
    with relayed(new_database("postgres", tmp_path)) as line:
        yield line


@pytest.fixture
def far(nursery: Nursery, relay: Relay, tmp_path: Path) -> Iterator[Forked]:
    """A server whose database is behind the relay."""
    with forked(nursery, tmp_path, relay.address, database_seconds=SECONDS) as server:
        yield server


def events(server: Forked, name: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in server.lines if line.startswith("{")]
    return [line for line in lines if line["event"] == name]


def health(server: Forked) -> httpx.Response:
    return httpx.get(f"{server.url}/health", timeout=30)


def keep(person: Any, table: str, cmd_id: str) -> httpx.Response:
    command = {"cmd_id": cmd_id, "at": 0, "action": "keep 1 2"}
    answer: httpx.Response = person.http.post(f"/api/tables/{table}/actions", json=command)
    return answer


def test_a_move_that_a_dead_line_swallows_is_not_stored_and_can_be_sent_again(
    far: Forked, relay: Relay
) -> None:
    ann, ben, table = begun(far)
    assert keep(ann, table, "a").status_code == 201
    before = len(events(far, "database_lost"))  # on a busy machine it may have seemed so
    relay.swallow()
    swallowed = keep(ben, table, "b")
    assert swallowed.status_code == 503
    assert swallowed.json()["code"] == "not_stored"
    wait_until(lambda: len(events(far, "database_lost")) > before, "that the log names the loss")
    assert events(far, "database_lost")[-1]["why"]
    wait_until(lambda: health(far).status_code == 503, "that the server is not well")
    assert health(far).json()["code"] == "database_lost"
    assert len(events(far, "database_lost")) == before + 1  # one line for one loss
    relay.pass_on()
    wait_until(lambda: keep(ben, table, "b").status_code == 201, "that the same move is stored")
    wait_until(lambda: health(far).status_code == 200, "that the server is well again")
    assert ann.ask("GET", f"/api/tables/{table}/view")["at"] == 2
    assert events(far, "database_back")


def test_a_line_to_the_other_processes_that_died_in_silence_is_made_again(
    far: Forked, relay: Relay, nursery: Nursery, new_database: NewDatabase, tmp_path: Path
) -> None:
    ann, ben, table = begun(far)
    relay.swallow()
    wait_until(lambda: bool(events(far, "bus_lost")), "that the silence is noticed")
    relay.pass_on()
    wait_until(lambda: health(far).status_code == 200, "that the server is well again")
    assert keep(ann, table, "a").status_code == 201

    async def look() -> int:
        async with ann.look(table) as looking:
            await looking.until("view")
            await asyncio.to_thread(keep, ben, table, "b")
            return int((await looking.until_at(2))["at"])

    assert asyncio.run(look()) == 2


def test_a_locked_file_is_named_and_found_again(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "caboose.db"
    with forked(nursery, tmp_path, f"sqlite:///{file}", database_seconds=SECONDS) as server:
        ann, _, table = begun(server)
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        assert keep(ann, table, "a").json()["code"] == "not_stored"
        wait_until(lambda: health(server).status_code == 503, "that the server is not well")
        why = events(server, "database_lost")[0]["why"]
        assert "locked" in why or "no answer" in why  # SQLite's patience may end first, or ours
        holder.close()
        wait_until(lambda: keep(ann, table, "a").status_code == 201, "that it is stored")
        wait_until(lambda: health(server).status_code == 200, "that the server is well again")


# ---- SQLite --------------------------------------------------------------------------------------


def test_a_full_disk_is_told_until_something_is_written(nursery: Nursery, tmp_path: Path) -> None:
    """Looking for what is due changes no row, so it says nothing about the disk."""
    database = f"sqlite:///{tmp_path / 'caboose.db'}"
    with forked(nursery, tmp_path, database) as server:
        limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (FULL, limits[1]))
        wait_until(lambda: health(server).status_code == 503, "that the full disk is noticed")
        until = time.monotonic() + 4 * LOOK_EVERY
        while time.monotonic() < until:
            assert health(server).json()["code"] == "database_lost"
            time.sleep(0.05)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)
        wait_until(lambda: health(server).status_code == 200, "that it can be written again")


def test_what_is_there_already_is_no_lost_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(connection: sa.Connection, *_: Any) -> None:
        fact = sa.insert(rows.facts).values(name="twice", value="")
        connection.execute(fact)
        connection.execute(fact)

    monkeypatch.setattr("caboose.server.http.duels_api.duels.challenge", twice)
    with serving(tmp_path) as server:
        body = {"edition": "london", "scoring": "imps"}
        refused = Person(server, "Ann").ask("POST", "/api/duels", body, status=409)
        assert refused["code"] == "already_there"
        assert httpx.get(f"{server.url}/health").status_code == 200
        assert "database_lost" not in server.log.getvalue()
