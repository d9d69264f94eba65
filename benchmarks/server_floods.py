"""What a flood from one connection without a name does to a server.

Run from the project's root: python -m benchmarks.server_floods. It writes results/speed/floods.md.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from caboose.learning.certificate import commit
from tests.support.server.people import ME, OPEN, Person
from tests.support.server.raw_client import (
    FLOODS,
    PIECE,
    TEXT,
    closing_all,
    connect,
    connected,
    frame,
    is_cut,
    memory,
    open_socket,
    sent_until_cut,
)
from tests.support.server.server_process import Running

NEVER_READ = 30  # sockets; nobody without a name has more than forty
MOST_SENT = 64 * 1024 * 1024
SECONDS = 10.0  # for which somebody floods, connecting again whenever they are cut off
HERE = Path(__file__).parents[1] / "results" / "speed"
HEAD = """# What floods do

`python -m benchmarks.server_floods` at commit {commit}, load {load}: somebody without a name floods
a server for ten seconds, and connects again whenever they are cut off or turned away, while
somebody elsewhere asks for `/health` fifty times a second. Client and server share the machine's
cores, and it does other things, too: the first line is what `/health` takes without a flood. The
goal is `/health` within 20 ms.

| flood | kB before the cut | times cut | memory, MB | /health p50 ms | p99 ms |
|---|--:|--:|--:|--:|--:|
"""


class Asking:
    """Asks for /health again and again, and notes how long each answer took."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._stop = threading.Event()
        self._took: list[float] = []
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Asking:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _ask(self) -> None:
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(timeout=60, transport=elsewhere) as client:
            while not self._stop.wait(0.02):
                began = time.perf_counter()
                client.get(f"{self._server.url}/health").raise_for_status()
                self._took.append(time.perf_counter() - began)

    def at(self, share: float) -> float:
        """The milliseconds within which such a share of the answers came."""
        return sorted(self._took)[int(share * (len(self._took) - 1))] * 1000


def flood(server: Running, table: str, kind: str) -> str:
    """One line of the table: a flood of this kind, again and again."""
    first, again = FLOODS[kind]
    before, sent = memory(server.process.pid), []
    source = f"127.0.3.{1 + list(FLOODS).index(kind)}"  # an address that has flooded stays out
    with Asking(server) as asking:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            with (
                contextlib.suppress(OSError, AssertionError),
                open_socket(server, table, source=source) as line,
            ):
                line.sendall(first)
                sent.append(sent_until_cut(line, again * (PIECE // len(again)), MOST_SENT))
    return _line(kind, asking, memory(server.process.pid) - before, max(sent) // 1024, len(sent))


def reading(server: Running, path: str) -> str:
    """One line of the table: requests without end, and their answers are read."""
    before, refused = memory(server.process.pid), 0
    asked = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    with Asking(server) as asking:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError), connect(server, "127.0.4.1") as line:
                while time.monotonic() < until:
                    line.sendall(asked * 20)
                    if not line.recv(1024 * 1024):
                        break
            refused += 1
    grown = memory(server.process.pid) - before
    return _line(f"reading {path}", asking, grown, cut=refused)


def never_readers(server: Running, table: str) -> str:
    """One line of the table: sockets that ask and never read the answers."""
    late = json.dumps({"t": "ask_standing", "id": "x"}).encode()
    before = memory(server.process.pid)
    sockets = (open_socket(server, table) for _ in range(NEVER_READ))
    with Asking(server) as asking, closing_all(sockets) as lines:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            for line in lines:
                line.setblocking(False)
                with contextlib.suppress(OSError):
                    line.send(frame(TEXT, late) * 10)
            time.sleep(0.5)
        cut = sum(map(is_cut, lines))
    grown = memory(server.process.pid) - before
    return _line(f"{NEVER_READ} that never read", asking, grown, cut=cut)


def half_requests(server: Running) -> str:
    """One line of the table: 1,100 connections that ask for nothing."""
    before = memory(server.process.pid)
    with Asking(server) as asking, connected(server, 1100):
        time.sleep(SECONDS)
    return _line("1,100 silent connections", asking, memory(server.process.pid) - before)


def nothing(server: Running) -> str:
    """One line of the table: how it is without a flood."""
    before = memory(server.process.pid)
    with Asking(server) as asking:
        time.sleep(SECONDS)
    return _line("none", asking, memory(server.process.pid) - before)


def _line(kind: str, asking: Asking, grown: int, sent: int | str = "", cut: int | str = "") -> str:
    cells = (
        kind,
        sent,
        cut,
        f"{grown / 2**20:.1f}",
        f"{asking.at(0.5):.1f}",
        f"{asking.at(0.99):.1f}",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Measure all of them, and write the table."""
    sys.setswitchinterval(0.0001)  # asking for /health must not wait for a flood
    with tempfile.TemporaryDirectory() as folder:
        settings = {"requests_per_second": 10}  # as a host has it; tests ask more
        server = Running(Path(folder), f"sqlite:///{folder}/games.db", **settings)
        server.start()
        try:
            table = Person(server, "Ann").open_table("london", [ME, OPEN])["table"]["id"]
            lines = [nothing(server), *(flood(server, table, kind) for kind in FLOODS)]
            lines.append(never_readers(server, table))
            lines += [reading(server, path) for path in ("/api/openapi.json", "/api/lobby")]
            lines.append(half_requests(server))
        finally:
            server.end()
    head = HEAD.format(commit=commit(), load=f"{os.getloadavg()[0]:.1f}")
    (HERE / "floods.md").write_text(head + "\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
