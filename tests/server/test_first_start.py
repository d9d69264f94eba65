"""The first start of a server: the rules are not compiled yet, but the page is there."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from caboose.server.host import Host
from caboose.server.serve import bind
from tests.support.server.people import Person
from tests.support.server.raw_client import wait_until
from tests.support.server.server_thread import serving


def test_a_server_that_compiles_shows_its_page_and_says_when_games_can_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()

    class Cold(Host):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.compile_first = lambda: asyncio.to_thread(_wait, compiled)

    monkeypatch.setattr("tests.support.server.server_thread.Host", Cold)
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.url}/").status_code == 200
        for path in ("/health", "/api/editions"):
            answer = httpx.get(f"{server.url}{path}")
            assert answer.status_code == 503
            assert answer.json()["code"] == "compiling"
            assert answer.headers["retry-after"]
        compiled.set()
        wait_until(lambda: httpx.get(f"{server.url}/health").status_code == 200, "that it is ready")
        assert Person(server, "Ann").me["name"] == "Ann"


def test_a_process_that_others_stand_in_for_refuses_connections_until_it_is_served(
    tmp_path: Path,
) -> None:
    for listens in (True, False):
        with contextlib.closing(bind("127.0.0.1", 0, listens=listens)) as listening:
            address = listening.getsockname()
            with socket.socket() as caller:
                assert (caller.connect_ex(address) == 0) == listens
    with serving(tmp_path, listen_when_ready=True) as server:
        assert httpx.get(f"{server.url}/health").status_code == 200


def _wait(compiled: threading.Event) -> None:
    compiled.wait(60)


def _status(address: str) -> int:
    return httpx.get(f"{address}health", timeout=60).status_code


def test_a_first_start_says_so_also_without_a_terminal_and_can_be_stopped(tmp_path: Path) -> None:
    """A real process whose folder for compiled code is empty."""
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "caboose.cli", "serve", "--port", "0"],
            cwd=tmp_path,
            env={**os.environ, "CABOOSE_CACHE": str(tmp_path / "cache"), "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=output,
        )
    try:
        wait_until(lambda: "http://" in log.read_text(), "that it tells its address")
        assert "rules and bots are compiled meanwhile" in log.read_text()
        wait_until(lambda: '"event": "compiling"' in log.read_text(), "that it compiles")
        (address,) = re.findall(r"http://[0-9.:]+/", log.read_text())
        wait_until(lambda: _status(address) == 503, "that it says so")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
