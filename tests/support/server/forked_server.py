"""Server processes that start in a moment: copies of one process that has everything imported.

A server that is killed hundreds of times must not spend the test on importing. The nursery is run
as a module: it imports the server and then makes a child for every line it is sent. Each child runs
`caboose serve` as a shell would start it, in a process of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.server.server_process import START_SECONDS, STOP_SECONDS, Running


class Nursery:
    """The process from which servers are born."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.server.forked_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def bear(self, birth: dict[str, Any]) -> int:
        """Start a server; its process id. Several threads may ask at once."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(birth) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=30)


class Forked(Running):
    """A server from the nursery; in everything else like any other."""

    def __init__(self, nursery: Nursery, folder: Path, database: str, **settings: Any) -> None:
        super().__init__(folder, database, **settings)
        self.migrations: Path | None = None  # if not its own: those of the next version
        self._nursery = nursery
        self._output = folder / f"server-{os.urandom(4).hex()}.log"

    @property
    def lines(self) -> list[str]:
        """All it has said so far, in all its lives."""
        return self._output.read_text().splitlines()

    def start(self) -> None:
        begun = self._output.stat().st_size if self._output.exists() else 0
        arguments = ["serve", "--port", str(self.port), "--database", self.database]
        birth = {
            "arguments": arguments,
            "environment": {f"CABOOSE_{k.upper()}": str(v) for k, v in self._settings.items()},
            "folder": str(self.folder),
            "output": str(self._output),
            "migrations": self.migrations and str(self.migrations),
        }
        self.pid = self._nursery.bear(birth)
        self._wait_for_start(begun)

    def _wait_for_start(self, begun: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.is_alive:
            said = self._output.read_bytes()[begun:].decode() if self._output.exists() else ""
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", said):
                self.port = int(found[1])
            if '"event": "started"' in said:
                return
            time.sleep(0.01)
        raise AssertionError("the server did not start:\n" + self._output.read_text())

    @property
    def is_alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self._wait_until_gone()

    def stop(self) -> int:
        self.signal(signal.SIGTERM)
        self._wait_until_gone()
        return 0

    def _wait_until_gone(self) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        while self.is_alive:
            assert time.monotonic() < deadline, "the server does not end"
            time.sleep(0.005)

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.signal(signal.SIGCONT)

    def end(self) -> None:
        if self.pid and self.is_alive:
            with contextlib.suppress(ProcessLookupError):
                self.go_on()
                self.kill()


@contextlib.contextmanager
def forked(nursery: Nursery, folder: Path, database: str, **settings: Any) -> Iterator[Forked]:
    """A server from the nursery that runs meanwhile."""
    with several(1, nursery, folder, database, **settings) as servers:
        yield servers[0]


@contextlib.contextmanager
def several(
    count: int, nursery: Nursery, folder: Path, database: str, **settings: Any
) -> Iterator[list[Forked]]:
    """So many processes over one database that run meanwhile."""
    servers = [Forked(nursery, folder, database, **settings) for _ in range(count)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.end()


# ---- in the nursery ------------------------------------------------------------------------------


def _be_a_server(birth: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(birth["folder"])
    os.environ.update(birth["environment"])
    output = os.open(birth["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, nothing), (1, output), (2, output)):
        os.dup2(source, target)
    if birth["migrations"]:
        from caboose.server.storage import database

        database.MIGRATIONS = Path(birth["migrations"])
    sys.argv = ["caboose", *birth["arguments"]]
    from caboose.cli import main

    main()


def _bear_until_closed() -> None:
    import importlib

    from caboose.cli.app import warm_up

    importlib.import_module("caboose.server.serve")
    warm_up()
    importlib.import_module("caboose.server.bots.bots").load_compiled_code()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends is gone at once
    for line in sys.stdin:
        birth = json.loads(line)
        if (child := os.fork()) == 0:
            try:
                _be_a_server(birth)
            finally:
                os._exit(0)
        os.write(1, f"{child}\n".encode())


if __name__ == "__main__":
    _bear_until_closed()
