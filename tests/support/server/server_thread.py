"""A server inside the test's own process, on a real port, whose parts a test can reach.

It runs in a thread: the same application, web server and settings as a real process, but its
clock can be set, its log is at hand, and a position can be put on a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from caboose.server.host import Host, clock_time
from caboose.server.logs import JsonLines
from caboose.server.serve import bind, web_config
from caboose.server.settings import Settings
from caboose.server.tables.table import Table

T = TypeVar("T")

PLAIN = {
    "bot_pace": 0,
    "bot_workers": 0,
    "guests_per_minute": 1_000_000,
    "messages_per_second": 1_000_000,
    "tables_per_guest": 1000,
    "tables_per_hour": 1_000_000,
    "changes_per_minute": 1_000_000,
    "requests_per_second": 1_000_000,
    "loads_per_minute": 1_000_000,
}
PATIENCE = 60.0  # seconds


class Inside:
    """A server of this process. It can be stopped, and started again over the same database."""

    def __init__(
        self,
        folder: Path,
        now: Callable[[], int] = clock_time,
        send_buffer: int = 0,
        **settings: Any,
    ) -> None:
        address = {"database": f"sqlite:///{folder / 'caboose.db'}"}
        self.settings = Settings(**{**PLAIN, **address, **settings})
        self.log = io.StringIO()
        self._now = now
        self._send_buffer = send_buffer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.host = Host(self.settings, self._now)
        listening = bind("127.0.0.1", 0, listens=not self.settings.listen_when_ready)
        if self._send_buffer:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._send_buffer)
        self.port: int = listening.getsockname()[1]
        self._server = uvicorn.Server(web_config(self.host))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        for _ in range(int(PATIENCE * 100)):
            if self._server.started or not self._thread.is_alive():
                break
            self._thread.join(0.01)
        assert self._server.started, self.log.getvalue()

    def _run(self, listening: Any) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server.serve(sockets=[listening]))
        self._loop.close()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    def call(self, work: Callable[[], T]) -> T:
        """Do something in the server's own thread, between two requests."""

        async def do() -> T:
            return work()

        return self.run(do())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Await something in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def table(self, table: str) -> Table:
        return self.run(self.host.tables.find(table))


@contextlib.contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Inside]:
    """A server that runs meanwhile; what it logs is kept."""
    inside = Inside(folder, **settings)
    handler = logging.StreamHandler(inside.log)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in ("caboose", "uvicorn", "uvicorn.error")]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
    try:
        inside.start()
        yield inside
    finally:
        inside.stop()
        for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
