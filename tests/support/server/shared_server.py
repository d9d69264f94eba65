"""`caboose serve --processes N` as a shell would start it."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from typing import Any

from tests.support.server.server_process import Running


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Shared(Running):
    """Several processes behind an nginx of their own, at one address."""

    def __init__(self, folder: Path, database: str, number: int, **settings: Any) -> None:
        super().__init__(folder, database, **settings)
        self.port = free_port()
        self.more = ["--processes", str(number)]
        self.is_said = "Caboose is at"  # when all of them have started

    @property
    def children(self) -> list[int]:
        """The server processes; nginx is the last that was started."""
        pid = self.process.pid
        said = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [each for each in map(int, said) if b"caboose.cli" in _command(each)]

    def replace_all(self) -> None:
        """Let each process make room for a new one, one after the other."""
        self.process.send_signal(signal.SIGHUP)

    def end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.stop()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
