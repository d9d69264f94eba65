"""A real server process on a free port of this machine, for tests."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# On a machine that does much else. A server that ends is noticed at once.
START_SECONDS = 300
STOP_SECONDS = 120


class Running:
    """One server process; it can be killed, stopped, continued and started again."""

    def __init__(self, folder: Path, database: str, **settings: Any) -> None:
        self.folder = folder
        self.database = database
        self.port = 0
        self.pid = 0
        self.log: list[str] = []
        self._settings = {"bot_pace": 0, "bot_workers": 0, "guests_per_minute": 100_000}
        self._settings |= {"tables_per_hour": 1_000_000, "changes_per_minute": 1_000_000}
        self._settings |= {"requests_per_second": 1_000_000, "loads_per_minute": 1_000_000}
        self._settings |= settings
        self.is_said = '"event": "started"'
        self.more: list[str] = []  # on the command line
        self.environment: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        """Start it, again on the same port, and wait until it says that it runs."""
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        for name, value in self._settings.items():
            environment[f"CABOOSE_{name.upper()}"] = str(value)
        self._process = subprocess.Popen(
            self.command(),
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.pid = self._process.pid
        self._wait_until_started()

    def command(self) -> list[str]:
        """What a shell would be told."""
        command = [sys.executable, "-m", "caboose.cli", "serve", "--port", str(self.port)]
        return [*command, "--database", self.database, *self.more]

    def _wait_until_started(self) -> None:
        started = threading.Event()
        threading.Thread(target=self._read, args=(self.process, started), daemon=True).start()
        assert started.wait(START_SECONDS), "the server did not start:\n" + "\n".join(self.log)
        assert self.process.poll() is None, "the server ended:\n" + "\n".join(self.log)

    def _read(self, process: subprocess.Popen[str], started: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                self.log.append(line.rstrip())
                if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                    self.port = int(found[1])
                if self.is_said in line:
                    started.set()
        started.set()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """End it as an operator would; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Whatever state it is in: end it."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.go_on()
            self.kill()


@contextlib.contextmanager
def running(folder: Path, database: str, **settings: Any) -> Iterator[Running]:
    """A server that runs meanwhile."""
    server = Running(folder, database, **settings)
    try:
        server.start()
        yield server
    finally:
        server.end()


NewDatabase = Callable[[str, Path], str]
