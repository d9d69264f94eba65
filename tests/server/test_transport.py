"""Raw sockets against a real server: floods of frames, clients that never read, half a request."""

from __future__ import annotations

import contextlib
import json
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets.sync.client

from caboose.server.live.viewer import MOST_UNREAD
from caboose.server.tables.table import Table
from tests.support.server.forked_server import Forked, Nursery, forked
from tests.support.server.people import ME, OPEN, Person, begun
from tests.support.server.raw_client import (
    CONTINUED,
    FLOODS,
    PATIENCE,
    PIECE,
    PING,
    TEXT,
    closing_all,
    connect,
    connected,
    frame,
    is_cut,
    memory,
    open_socket,
    sent_until_cut,
    wait_until,
)
from tests.support.server.server_thread import serving

MEGABYTE = 1024 * 1024
MOST_SENT = 8 * MEGABYTE
PER_ADDRESS = 60


@pytest.fixture(scope="module")
def hardened(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    """A server that loses its patience soon."""
    folder = tmp_path_factory.mktemp("transport")
    patience = {"request_seconds": 1, "unread_seconds": 1, "connections_per_address": PER_ADDRESS}
    with forked(nursery, folder, f"sqlite:///{folder / 'caboose.db'}", **patience) as server:
        yield server


@pytest.fixture(scope="module")
def watched(hardened: Forked) -> str:
    """A table that anybody may watch."""
    ann = Person(hardened, "Ann")
    table: str = ann.open_table("london", [ME, OPEN])["table"]["id"]
    return table


def events(server: Forked, name: str) -> list[dict[str, Any]]:
    """What the server has logged of one kind."""
    lines = [json.loads(line) for line in server.lines if line.startswith("{")]
    return [line for line in lines if line["event"] == name]


def connections(server: Forked) -> int:
    """Counted from elsewhere: whoever has just flooded stays out for a while."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as client:
        return int(client.get(f"{server.url}/health").json()["connections"])


# ---- floods --------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("kind", FLOODS)
def test_floods_that_come_back_for_a_minute_cost_no_memory(
    hardened: Forked, watched: str, kind: str
) -> None:
    first, again = FLOODS[kind]
    before, until, cut = memory(hardened.pid), time.monotonic() + 60, 0
    while time.monotonic() < until:
        source = f"127.0.{3 + cut // 250}.{1 + cut % 250}"  # many addresses keep nobody out
        with open_socket(hardened, watched, source=source) as line:
            line.sendall(first)
            assert sent_until_cut(line, again * (PIECE // len(again)), MOST_SENT) < 2 * MEGABYTE
        cut += 1
    assert cut > 10
    assert is_served(hardened, "127.0.0.2")
    assert memory(hardened.pid) - before < 32 * MEGABYTE


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_cut_off_at_once(hardened: Forked, watched: str, kind: str) -> None:
    first, again = FLOODS[kind]
    before, source = memory(hardened.pid), f"127.0.1.{1 + list(FLOODS).index(kind)}"
    with open_socket(hardened, watched, source=source) as line:
        line.sendall(first)
        sent = sent_until_cut(line, again * (PIECE // len(again)), MOST_SENT)
        assert sent < 2 * MEGABYTE
        assert memory(hardened.pid) - before < 16 * MEGABYTE
        wait_until(lambda: connections(hardened) == 0, "that nobody is counted any more")
    assert any(event["why"] == "too_many_frames" for event in events(hardened, "connections_cut"))


def test_who_was_cut_off_for_a_flood_stays_out_longer_each_time(
    hardened: Forked, watched: str
) -> None:
    source, out_for = "127.0.2.1", []
    for _ in range(2):
        with open_socket(hardened, watched, source=source) as line:
            sent_until_cut(line, frame(PING) * 10_000, MOST_SENT)
        began = time.monotonic()
        assert not is_served(hardened, source)
        assert is_served(hardened)  # from elsewhere
        wait_until(lambda: is_served(hardened, source), "that the address is let in again")
        out_for.append(time.monotonic() - began)
    assert out_for[1] > out_for[0]
    assert any(event["why"] == "paused" for event in events(hardened, "connections_cut"))


def test_a_message_in_endless_pieces_is_cut_off(nursery: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'caboose.db'}"
    with forked(nursery, tmp_path, database, messages_per_second=1e6) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        with open_socket(server, table) as line:
            line.sendall(frame(TEXT, b"{", final=False))
            piece = frame(CONTINUED, final=False) * 1000
            assert sent_until_cut(line, piece, MEGABYTE) < MEGABYTE


def test_who_pings_now_and_then_is_answered(hardened: Forked, watched: str) -> None:
    url = f"{hardened.socket_url}/ws/tables/{watched}"
    with websockets.sync.client.connect(url) as line:
        for _ in range(40):
            assert line.ping().wait(30)
        line.send(['{"t":', '"ping"', "}"])  # one message in three pieces
        while json.loads(line.recv(30))["t"] != "pong":
            pass


# ---- who never reads -----------------------------------------------------------------------------


def past_the_tickets(server: Forked) -> tuple[Person, str]:
    """A game in which a command after no action at all comes too late."""
    ann, ben, table = begun(server)
    for n, person in enumerate((ann, ben)):
        keep = {"cmd_id": f"keep{n}", "at": 0, "action": "keep 1 2"}
        person.ask("POST", f"/api/tables/{table}/actions", keep)
    return ann, table


def test_who_never_reads_what_they_ask_for_is_cut_off(hardened: Forked) -> None:
    ann, table = past_the_tickets(hardened)
    late = {"t": "play", "cmd_id": "late", "at": 0, "action": "draw deck"}
    before = memory(hardened.pid)
    with closing_all(open_socket(hardened, table, ann.cookie) for _ in range(20)) as lines:
        stop = time.monotonic() + PATIENCE
        while not all(map(is_cut, lines)):
            assert time.monotonic() < stop, "not all are cut off"
            for line in lines:
                with contextlib.suppress(OSError):
                    line.send(frame(TEXT, json.dumps(late).encode()) * 10)
            time.sleep(0.5)  # as fast as messages are taken for as long as one likes
        assert connections(hardened) == 0
        assert memory(hardened.pid) - before < 30 * MEGABYTE


def answer_all(table: Table, answer: bytes) -> None:
    for viewer in table.viewers:
        viewer.answer(answer)


def test_who_never_reads_a_stream_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, send_buffer=4096, unread_seconds=0.5) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        loaded = server.table(table)
        with connect(server) as line:
            line.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            wait_until(lambda: bool(loaded.viewers), "that the stream begins")
            server.call(lambda: answer_all(loaded, b" " * 200_000))
            wait_until(lambda: is_cut(line), "that the stream is cut off")
            wait_until(lambda: not loaded.viewers, "that nobody looks any more")


def test_who_leaves_much_unread_is_told_nothing_more(tmp_path: Path) -> None:
    """Bytes are counted, not messages: a few large answers are as much as many small ones."""
    with serving(tmp_path, send_buffer=4096, unread_seconds=60) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        loaded = server.table(table)
        with open_socket(server, table):
            wait_until(lambda: bool(loaded.viewers), "that somebody looks")
            (viewer,) = loaded.viewers
            for _ in range(20):
                server.call(lambda: viewer.answer(b" " * 100_000))
            assert server.call(lambda: viewer.unread) <= MOST_UNREAD


def test_who_does_not_answer_the_keepalive_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caboose.server.serve.KEEPALIVE", {"interval": 0.2, "timeout": 0.2})
    with serving(tmp_path, send_buffer=4096, unread_seconds=60) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        loaded = server.table(table)
        with open_socket(server, table) as line:
            wait_until(lambda: bool(loaded.viewers), "that somebody looks")
            server.call(lambda: answer_all(loaded, b" " * 40_000))
            wait_until(lambda: is_cut(line), "that the line is cut")


def test_who_is_dismissed_and_does_not_read_is_cut_off_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caboose.server.http.websocket.LAST_WORDS", 0.3)
    monkeypatch.setattr("caboose.server.http.lines.CLOSING_SECONDS", 0.3)
    with serving(tmp_path, send_buffer=4096, unread_seconds=600) as server:
        table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
        loaded = server.table(table)
        with open_socket(server, table) as line:
            wait_until(lambda: bool(loaded.viewers), "that somebody looks")
            (viewer,) = loaded.viewers
            server.call(lambda: viewer.answer(b" " * 200_000))
            server.call(lambda: viewer.answer(b" " * 50_000))
            server.call(lambda: viewer.dismiss("banned", "Banned."))
            wait_until(lambda: is_cut(line), "that the line is cut")
            wait_until(lambda: not loaded.viewers, "that nobody looks any more")


# ---- half a request ------------------------------------------------------------------------------

HALVES = {
    "nothing": b"",
    "half a head": b"GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ",
    "half a body": b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{",
    "a whole request and half of the next": (
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /health HTTP/1.1\r\nho"
    ),
}


@pytest.mark.parametrize("kind", HALVES)
def test_a_request_that_does_not_come_is_not_waited_for(hardened: Forked, kind: str) -> None:
    with connect(hardened) as line:
        line.sendall(HALVES[kind])
        wait_until(lambda: is_cut(line), "that it is given up")
    told = [event["why"] for event in events(hardened, "connections_cut")]
    assert kind == "nothing" or "slow_request" in told


def test_an_answer_may_take_longer_than_its_request(hardened: Forked, watched: str) -> None:
    """The deadline is for what others send, not for what we do or for mere listeners."""
    with httpx.stream("GET", f"{hardened.url}/api/tables/{watched}/stream", timeout=30) as answer:
        lines = answer.iter_lines()
        assert '"t":"table"' in next(lines)
        assert next(lines) == ""  # the empty line after some seconds of silence


# ---- too many ------------------------------------------------------------------------------------


def health_from(server: Forked, source: str) -> int:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
        return client.get(f"{server.url}/health").status_code


def test_one_address_cannot_take_all_connections(hardened: Forked) -> None:
    with connected(hardened, 3 * PER_ADDRESS) as lines:
        assert health_from(hardened, "127.0.0.2") == 200
        wait_until(
            lambda: sum(map(is_cut, lines)) >= 2 * PER_ADDRESS, "that all above the limit are cut"
        )
    refused = [e for e in events(hardened, "connections_cut") if e["why"] == "too_many_of_address"]
    assert refused
    assert refused[0]["address"] == "127.0.0.1"
    assert len(refused) < PER_ADDRESS  # not a line for each
    wait_until(lambda: is_served(hardened), "that the address is let in again")


def is_served(server: Forked, source: str = "127.0.0.1") -> bool:
    try:
        return health_from(server, source) == 200
    except httpx.HTTPError:
        return False


def test_a_server_never_runs_out_of_descriptors(nursery: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'caboose.db'}"
    many = {"connections_per_address": 10_000, "request_seconds": 1}
    with forked(nursery, tmp_path, database, **many) as server:
        soft, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        assert soft == hard  # it has raised what it may raise
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (256, hard))
        with connected(server, 300) as lines:
            wait_until(lambda: any(map(is_cut, lines)), "that some are cut off")
            wait_until(lambda: is_served(server), "that the next one is served")
    assert any(event["why"] == "too_many" for event in events(server, "connections_cut"))


def test_behind_a_proxy_all_come_from_one_address(nursery: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'caboose.db'}"
    few = {"connections_per_address": 2, "behind_proxy": True}
    with forked(nursery, tmp_path, database, **few) as server, connected(server, 8) as lines:
        assert health_from(server, "127.0.0.1") == 200
        assert not any(map(is_cut, lines))
