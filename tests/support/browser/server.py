"""A real server in a process of its own, on a free port of this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import caboose
from tests.support.not_run import not_run

CLIENT = Path(caboose.__file__).parent / "static" / "index.html"
START_SECONDS = 90
STARTED = re.compile(r"Caboose is at http://127\.0\.0\.1:(\d+)/")


class Server:
    """`caboose serve` with bots that do not dawdle. It can be killed, and started again."""

    def __init__(self, folder: Path, *, boards: Path | None = None, **settings: object) -> None:
        self._folder = folder
        self._boards = boards
        usual = {"bot_pace": 0, "messages_per_second": 1000}
        usual |= {"guests_per_minute": 1000, "tables_per_hour": 10_000}
        usual |= {"requests_per_second": 10_000}  # games are played by requests, as fast as it goes
        chosen = (usual | settings).items()
        self._settings = {f"CABOOSE_{name.upper()}": str(value) for name, value in chosen}
        self.port = 0
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, on the port it had before if it had one, and wait until it answers."""
        boards = ["--boards", str(self._boards)] if self._boards else []
        command = [sys.executable, "-u", "-m", "caboose.cli", "serve", "--port", str(self.port)]
        # A file, since a pipe that nobody reads would hold the server up when it is full.
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*command, "--database", f"sqlite:///{self._folder / 'games.db'}", *boards],
                cwd=self._folder,
                env=os.environ | self._settings,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # its bots' processes die with it
            )
        self._wait_until_started()

    def _wait_until_started(self) -> None:
        assert self._process is not None
        until = time.monotonic() + START_SECONDS
        while self._process.poll() is None and time.monotonic() < until:
            if found := STARTED.search(self._log.read_text("utf-8")):
                self.port = int(found.group(1))
                return
            time.sleep(0.02)
        raise AssertionError("the server did not start:\n" + self._log.read_text("utf-8"))

    def kill(self) -> None:
        """Without a warning, as when the machine loses its power."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As somebody who runs it would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        whom = -self._process.pid if how == signal.SIGKILL else self._process.pid
        os.kill(whom, how)
        self._process.wait(30)
        self._process = None


def not_visited(what: str) -> None:
    """Say what the tests in a browser lack."""
    not_run("the browser tests", what)


def run_server(server: Server) -> Iterator[Server]:
    """Start a server, and stop it afterwards."""
    if not CLIENT.is_file():
        not_visited("the client is not built; run `cd web && npm ci && npm run build`")
    server.start()
    try:
        yield server
    finally:
        server.stop()
