"""Several processes on one machine, `caboose serve --processes N`, with nginx before them.

This one only looks after them: one that ends is started again, SIGHUP replaces them one after the
other, so that a new version comes while people play, and when this one is asked to stop all are.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from caboose.server import proxy
from caboose.server.logs import say
from caboose.server.settings import Settings

LOOK_EVERY = 0.2  # seconds
AGAIN_AFTER = 1.0  # seconds until a process that ended is started again
START_SECONDS = 300  # the first start compiles
STOP_SECONDS = 30
HERE = "127.0.0.1"


class CannotShare(Exception):
    """Why there cannot be several processes, in a sentence."""


class Processes:
    """So many processes, each on a port of its own, and nginx."""

    def __init__(self, settings: Settings, number: int) -> None:
        self._settings = settings
        self._ports = _ports(settings.process_ports, number)
        self._servers: dict[int, subprocess.Popen[bytes]] = {}  # by port
        self._proxy: subprocess.Popen[bytes] | None = None
        self._is_stopping = False
        self._replaces = False

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start all, and look after them until somebody stops it."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop_soon)
        signal.signal(signal.SIGHUP, self._replace_soon)
        try:
            self._start_all()
            with tempfile.TemporaryDirectory(prefix="caboose-nginx-") as folder:
                self._proxy = proxy.start(Path(folder), self._settings, self._ports)
                if not self._is_stopping:
                    when_ready()
                self._look_after()
                self._stop()
        finally:
            self._stop()

    def _start_all(self) -> None:
        """The first brings the database up to date and compiles; then the others."""
        first, *others = self._ports
        self._start(first)
        self._wait_for(first)
        for port in others:
            self._start(port)
        for port in others:
            self._wait_for(port)

    def _start(self, port: int) -> None:
        command = [sys.executable, "-m", "caboose.cli", "serve", "--host", HERE]
        # In a group of its own: Ctrl+C is for this process, which then stops the others. Its log is
        # shown, its address is not: that is nginx's.
        self._servers[port] = subprocess.Popen(
            [*command, "--port", str(port)],
            env=self._environment(),
            stdout=subprocess.DEVNULL,
            process_group=0,
        )

    def _environment(self) -> dict[str, str]:
        """Each of them has a proxy before it, on this machine, under the name of this one."""
        settings = self._settings
        said = {
            "BEHIND_PROXY": "true",
            "LISTEN_WHEN_READY": "true",
            "PROXIES": ",".join(dict.fromkeys([HERE, *settings.proxies])),
            "HOSTS": ",".join(settings.hosts),
            "DATABASE": settings.database,
            **({"BOARDS": str(settings.boards)} if settings.boards else {}),
        }
        return {**os.environ, **{f"CABOOSE_{name}": value for name, value in said.items()}}

    def _wait_for(self, port: int) -> None:
        """Wait until a process can take a move; if it does not start at all, none will."""
        until = time.monotonic() + START_SECONDS
        while not self._is_stopping and not _is_well(port):
            if self._servers[port].poll() is not None or time.monotonic() > until:
                raise CannotShare("a process did not start; what it said above tells why.")
            time.sleep(LOOK_EVERY)

    def _look_after(self) -> None:
        while not self._is_stopping:
            time.sleep(LOOK_EVERY)
            if self._proxy is None or self._proxy.poll() is not None:
                raise CannotShare("nginx has ended; what it said above tells why.")
            self._start_again()
            if self._replaces:
                self._replaces = False
                self._replace_all()

    def _start_again(self) -> None:
        """Start those again that have ended; nginx asks the others meanwhile."""
        for port, server in list(self._servers.items()):
            if server.poll() is not None:
                say("process_ended", port=port, code=server.returncode)
                time.sleep(AGAIN_AFTER)
                self._start(port)

    def _replace_all(self) -> None:
        """One after the other, so that there is always somebody to ask."""
        for port in self._ports:
            if self._is_stopping:
                return
            _end(self._servers[port])
            self._start(port)
            self._wait_for(port)
            say("process_replaced", port=port)

    def _stop_soon(self, *_: object) -> None:
        self._is_stopping = True

    def _replace_soon(self, *_: object) -> None:
        self._replaces = True

    def _stop(self) -> None:
        """All say goodbye at once, then nginx goes."""
        for server in self._servers.values():
            if server.poll() is None:
                server.terminate()
        for server in self._servers.values():
            _end(server)
        if self._proxy is not None:
            _end(self._proxy)


def check(settings: Settings) -> None:
    """Refuse what cannot work, in a sentence."""
    if not settings.database.startswith("postgres"):
        raise CannotShare(
            "several processes need a database that they can share: add --database"
            " postgresql://USER@HOST/NAME, or leave --processes out."
        )
    if proxy.program() is None:
        raise CannotShare("several processes need nginx before them; `apt install nginx-light`.")
    if settings.port == 0:
        raise CannotShare("several processes need a port that you name with --port.")


def _is_well(port: int) -> bool:
    try:
        with urlopen(f"http://{HERE}:{port}/health", timeout=5) as answer:
            return int(answer.status) == 200
    except (OSError, URLError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _ports(first: int, number: int) -> list[int]:
    """Where the processes listen: in a row from the first, if the host names it."""
    return list(range(first, first + number)) if first else _free_ports(number)


def _free_ports(number: int) -> list[int]:
    """Ports of this machine that nobody uses; all are looked for before any is let go."""
    probes = [socket.create_server((HERE, 0)) for _ in range(number)]
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports
