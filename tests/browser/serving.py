"""A real server in a process of its own, on a free port of this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import caboose

CLIENT = Path(caboose.__file__).parent / "static" / "index.html"
STARTED = re.compile(r"Caboose is at http://127\.0\.0\.1:(\d+)/")


class Server:
    """`caboose serve` with bots that do not dawdle. It can be killed, and started again."""

    def __init__(self, folder: Path, *, boards: Path | None = None) -> None:
        self._folder = folder
        self._boards = boards
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, on the port it had before if it had one, and wait until it answers."""
        boards = ["--boards", str(self._boards)] if self._boards else []
        command = [sys.executable, "-u", "-m", "caboose.cli", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{self._folder / 'games.db'}", *boards],
            cwd=self._folder,
            env=os.environ | {"CABOOSE_BOT_PACE": "0", "CABOOSE_GUESTS_PER_MINUTE": "1000"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # its bots' processes die with it
        )
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            found = STARTED.search(line)
            if found:
                self.port = int(found.group(1))
                break
        else:
            raise AssertionError("the server did not start:\n" + "".join(said))

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
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
