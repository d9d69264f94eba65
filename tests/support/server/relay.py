"""A line to PostgreSQL that can be cut as a dead network cuts it: bytes go in and none come out."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit


class Relay:
    """A port of this machine behind which the database is, as long as nothing is swallowed."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._passing = threading.Event()
        self._passing.set()
        self._open: list[socket.socket] = []
        port = self._listening.getsockname()[1]
        self.address = f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on nothing arrives, and nobody is told."""
        self._passing.clear()

    def pass_on(self) -> None:
        """New bytes arrive again; those that were swallowed are lost."""
        self._passing.set()

    def close(self) -> None:
        for line in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._socket)
                self._open += (near, far)
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if self._passing.is_set():
                    target.sendall(data)
        for line in (source, target):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def relayed(address: str) -> Iterator[Relay]:
    """A relay to a database, for a while."""
    relay = Relay(address)
    try:
        yield relay
    finally:
        relay.close()
