"""Reading without end: it is counted, it holds up nobody else, and it fills no memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.people import token_bucket
from caboose.server.people.token_bucket import Rates
from caboose.server.storage.store import NotStored
from caboose.server.tables import loaded
from tests.support.server.people import ME, OPEN, Person, nonce
from tests.support.server.raw_client import closing_all, connect
from tests.support.server.server_thread import Inside, serving

ELSEWHERE = "127.0.0.2"


def statuses_of(line: socket.socket, requests: int, path: str) -> list[int]:
    """Ask so often at one go on one connection; the answers until the other side ends it."""
    asked = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    writing = threading.Thread(target=_send, args=(line, asked * requests))
    writing.start()
    said = bytearray()
    with contextlib.suppress(OSError):  # it was cut off
        while said.count(b"HTTP/1.1 ") < requests and (more := line.recv(65536)):
            said += more
    writing.join()
    return [int(each[:3]) for each in bytes(said).split(b"HTTP/1.1 ")[1:]]


def _send(line: socket.socket, said: bytes) -> None:
    with contextlib.suppress(OSError):
        line.sendall(said)


def get(server: Inside, path: str, source: str) -> httpx.Response:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
        return client.get(f"{server.url}{path}")


# ---- how often -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/openapi.json", "/api/lobby", "/", "/health"])
def test_a_flood_of_reading_is_refused_and_others_are_answered(tmp_path: Path, path: str) -> None:
    with serving(tmp_path, requests_per_second=0.2, guests_per_address=1) as server:
        with connect(server) as line:
            statuses = statuses_of(line, 60, path)
            assert statuses.count(200) < 30
            assert statuses.count(429) > 20
        asked = (get(server, path, "127.0.0.1") for _ in range(5))  # one may be due meanwhile
        refused = next(answer for answer in asked if answer.status_code == 429)
        assert refused.json()["code"] == "too_fast"
        assert int(refused.headers["retry-after"]) >= 1
        assert get(server, path, ELSEWHERE).status_code == 200


def test_a_guest_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=1, guests_per_address=100) as server:
        ann = Person(server, "Ann")
        statuses = [ann.http.get("/api/lobby").status_code for _ in range(40)]
        assert statuses.count(429) > 10
        assert get(server, "/api/lobby", "127.0.0.1").status_code == 200


@pytest.mark.soak
def test_a_minute_of_reading_from_many_connections_keeps_nobody_out(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=1, guests_per_address=1) as server:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with closing_all(connect(server) for _ in range(50)) as lines:
                for line in lines:
                    _send(line, b"GET /api/lobby HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 200)
                assert get(server, "/health", ELSEWHERE).status_code == 200


def test_who_goes_on_asking_is_cut_off_and_stays_out_for_a_while(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=1, guests_per_address=1) as server:
        with connect(server) as line:
            assert len(statuses_of(line, 3000, "/health")) < 3000
        with connect(server) as line:
            assert statuses_of(line, 1, "/health") == []
        assert get(server, "/health", ELSEWHERE).status_code == 200
        told = [json.loads(said) for said in server.log.getvalue().splitlines()]
        cut = {each["why"] for each in told if each["event"] == "connections_cut"}
        assert cut >= {"too_many_requests", "paused"}


def test_behind_a_proxy_everybody_has_an_address_of_their_own(tmp_path: Path) -> None:
    with serving(
        tmp_path, requests_per_second=0.02, guests_per_address=1, behind_proxy=True
    ) as server:

        def ask(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return httpx.get(f"{server.url}/api/lobby", headers=headers).status_code

        flooded = [ask("2001:db8:1:2::1") for _ in range(20)]
        assert flooded.count(429) > 15  # and the proxy itself is not cut off
        assert ask("2001:db8:1:2:ffff::1") == 429
        assert ask("2001:db8:1:3::1") == 200


def test_long_lists_count_for_more(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=2, guests_per_address=1) as server:
        path = "/api/profile?name=Ann"
        statuses = [get(server, path, "127.0.0.1").status_code for _ in range(12)]
        assert statuses.count(429) >= 6
        assert get(server, "/api/lobby", "127.0.0.1").status_code == 200


def test_many_names_give_nobody_a_full_bucket_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_bucket, "MOST_KEPT", 100)
    rates = Rates(0.001, burst=5)
    assert [rates.allow("flooder") for _ in range(6)] == [True] * 5 + [False]
    for n in range(1000):
        assert rates.allow(f"name {n}")
    assert not rates.allow("flooder")


def test_the_description_of_the_interface_is_made_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        first = httpx.get(f"{server.url}/api/openapi.json").json()
        app = server._server.config.app
        assert "/api/tables" in first["paths"]
        app.openapi = None  # type: ignore[union-attr]  # whoever makes it again cannot
        assert httpx.get(f"{server.url}/api/openapi.json").json() == first


# ---- tables --------------------------------------------------------------------------------------


def closed_tables(server: Inside, count: int) -> list[str]:
    """Tables whose game was begun and closed; none of them is in memory."""
    ann = Person(server, "Ann")
    tables = []
    for _ in range(count):
        table = ann.ask(
            "POST", "/api/play", {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        )["table"]["id"]
        ann.ask("POST", f"/api/tables/{table}/close")
        tables.append(table)
    for table in tables:
        server.call(lambda table=table: server.host.tables.forget(table))  # type: ignore[misc]
    return tables


def test_tables_that_nobody_looks_at_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded, "MOST_IDLE", 5)
    monkeypatch.setattr(loaded, "HANDED_OUT", 0.0)
    with serving(tmp_path) as server:
        waiting = Person(server, "Ben").open_table("london", [ME, OPEN])["table"]["id"]
        tables = closed_tables(server, 12)
        for table in tables:
            assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 200
            assert len(server.host.tables.loaded()) <= 6
        in_memory = {table.id for table in server.host.tables.loaded()}
        assert {waiting, tables[-1]} <= in_memory  # those that ended longest ago went


def test_a_game_that_is_over_does_not_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded, "ENDED_SECONDS", 0.0)
    with serving(tmp_path) as server:
        waiting = Person(server, "Ben").open_table("london", [ME, OPEN])["table"]["id"]
        (table,) = closed_tables(server, 1)
        httpx.get(f"{server.url}/api/tables/{table}")
        assert server.call(server.host.tables.forget_idle) == [table]
        assert server.host.tables.peek(waiting) is not None


def test_tables_that_must_be_read_are_counted(tmp_path: Path) -> None:
    with serving(tmp_path, loads_per_minute=6, guests_per_address=1) as server:
        seen = [httpx.get(f"{server.url}/api/tables/none{n}").status_code for n in range(6)]
        assert seen == [404] * 3 + [429] * 3
        mine = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        assert httpx.get(f"{server.url}/api/tables/{mine}").status_code == 200  # it is at hand


def test_looking_for_a_table_that_is_not_there_writes_nothing(
    new_database: Callable[[str, Path], str], tmp_path: Path
) -> None:
    with serving(tmp_path, database=new_database("postgres", tmp_path)) as server:
        written = _count_writes(server)
        for n in range(5):
            assert httpx.get(f"{server.url}/api/tables/none{n}/view").status_code == 404
        assert not [said for said in written if "looking" in said]


def _count_writes(server: Inside) -> list[str]:
    """What is said on PostgreSQL from now on that is no plain reading."""
    written: list[str] = []
    database = server.host.store.database

    @sa.event.listens_for(database.writing, "before_cursor_execute")
    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if not statement.lstrip().startswith("SELECT"):
            written.append(statement)

    return written


def test_every_earlier_moment_of_a_game_is_as_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Person(server, "Ann")
        body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        table = ann.ask("POST", "/api/play", body)["table"]["id"]
        asyncio.run(_play_for_a_while(ann, table))
        game = server.table(table)

        def all_again() -> None:
            state = game.game.start(key=game.meta.proof().key)
            for n, step in enumerate(game.steps):
                if step.action is not None:
                    state.apply(step.action, step.seat)
                assert game.state_at(n).to_dict() == state.to_dict()
            assert len(game.steps) > 2 * 16

        server.call(all_again)
        server.call(all_again)  # from those that were kept


async def _play_for_a_while(person: Person, table: str) -> None:
    async with person.look(table) as looking:
        while looking.view is None or looking.view["at"] < 40:
            while looking.view is None or not looking.view["legal"]:
                await looking.receive()
            answer = await looking.play(looking.view["legal"][0])
            await looking.until_at(answer["n"])


# ---- slow questions ------------------------------------------------------------------------------


def test_slow_reading_is_no_sign_of_a_lost_database(tmp_path: Path) -> None:
    def too_late(_: sa.Connection) -> None:
        raise TimeoutError

    with serving(tmp_path, database_seconds=60) as server:
        store, release = server.host.store, threading.Event()
        with pytest.raises(NotStored):
            server.run(store.read(too_late))
        assert store.trouble is None
        slow = [
            asyncio.run_coroutine_threadsafe(store.read(lambda _: release.wait(60)), server._loop)
            for _ in range(12)
        ]
        try:
            assert httpx.get(f"{server.url}/health").status_code == 200
            assert not any(read.done() for read in slow)
        finally:
            release.set()
        assert "database_lost" not in server.log.getvalue()


def test_long_lists_do_not_hold_up_a_look_at_a_table(tmp_path: Path) -> None:
    with serving(tmp_path, database_seconds=60) as server:
        release = threading.Event()
        store = server.host.store
        tasks = [
            asyncio.run_coroutine_threadsafe(
                store.read_long(lambda _: release.wait(60)), server._loop
            )
            for _ in range(12)
        ]
        try:
            table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
            server.call(lambda: server.host.tables.forget(table))
            assert httpx.get(f"{server.url}/api/tables/{table}").status_code == 200
            assert not any(task.done() for task in tasks)
        finally:
            release.set()
