"""Behind nginx and TLS, with the block that docs/server.md tells hosts to use, at any port."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from caboose.server import proxy as own_proxy
from tests.support.not_run import not_run
from tests.support.server.nginx import Nginx, nginx_before
from tests.support.server.people import ME, OPEN, PATIENCE, nonce
from tests.support.server.raw_client import closing_all, connect_to, is_cut, wait_until
from tests.support.server.server_thread import Inside, serving

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "http_bot.py"


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving(tmp_path_factory.mktemp("server"), behind_proxy=True) as server:
        yield server


@pytest.fixture(scope="module")
def proxy(behind: Inside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    with nginx_before(tmp_path_factory.mktemp("proxy") / "nginx", behind.port) as proxy:
        yield proxy


@pytest.fixture
def page(proxy: Nginx) -> Iterator[httpx.Client]:
    """Somebody with a name, on a page of this server: every change says where it comes from."""
    headers = {"origin": proxy.url}
    with httpx.Client(
        base_url=proxy.url, headers=headers, verify=proxy.trust(), timeout=PATIENCE
    ) as client:
        made = client.post("/api/guests", json={"name": "Ann"})
        assert made.status_code == 201, made.text
        yield client


def open_table(page: httpx.Client) -> str:
    body = {"edition": "london", "chairs": [ME, OPEN], "options": {}, "nonce": nonce(), "name": ""}
    opened = page.post("/api/tables", json=body)
    assert opened.status_code == 201, opened.text
    return str(opened.json()["table"]["id"])


def test_a_page_behind_the_proxy_may_change_something(page: httpx.Client) -> None:
    table = open_table(page)
    assert page.post(f"/api/tables/{table}/links").status_code == 201


def test_a_stream_comes_through_the_proxy_line_by_line(page: httpx.Client) -> None:
    with page.stream("GET", f"/api/tables/{open_table(page)}/stream") as stream:
        assert json.loads(next(stream.iter_lines()))["t"] == "table"


def test_the_example_bot_plays_a_whole_game_through_the_proxy(proxy: Nginx) -> None:
    played = subprocess.run(
        [sys.executable, str(EXAMPLE), proxy.url],
        env=os.environ | {"SSL_CERT_FILE": str(proxy.certificate)},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )
    assert played.returncode == 0, played.stderr
    watch, totals = played.stdout.splitlines()
    assert watch.startswith(f"Watch it: {proxy.url}/t/")
    assert len(ast.literal_eval(totals)) == 2


def test_a_socket_comes_through_the_proxy_and_again_after_it_was_cut(
    proxy: Nginx, page: httpx.Client
) -> None:
    table = open_table(page)
    cookie = "; ".join(f"{name}={value}" for name, value in page.cookies.items())

    async def first_message() -> Any:
        async with websockets.connect(
            f"{proxy.socket_url}/ws/tables/{table}",
            ssl=proxy.trust(),
            origin=websockets.Origin(proxy.url),
            additional_headers={"cookie": cookie},
        ) as line:
            return json.loads(await asyncio.wait_for(line.recv(), PATIENCE))

    assert asyncio.run(first_message())["you"]["chair"] == 0
    proxy.stop()
    proxy.start()
    assert asyncio.run(first_message())["you"]["chair"] == 0


# ---- half a request ------------------------------------------------------------------------------

FEW = 256  # descriptors that nginx has at first
HALF = b"GET /health HTTP/1.1\r\nhost: x\r\nx-slow: "


@pytest.fixture
def own(tmp_path: Path) -> Iterator[int]:
    """The port of a server behind the nginx of `caboose serve --processes`."""
    if own_proxy.program() is None:
        not_run("the tests of our own nginx", "there is none; install nginx-light")
    with serving(tmp_path, behind_proxy=True) as server, socket.create_server(("", 0)) as free:
        port = int(free.getsockname()[1])
        free.close()
        settings = server.settings.model_copy(
            update={"host": "127.0.0.1", "port": port, "behind_proxy": False, "request_seconds": 4}
        )
        few, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))
        (tmp_path / "nginx").mkdir()
        nginx = own_proxy.start(tmp_path / "nginx", settings, [server.port])
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
        try:
            wait_until(lambda: answers(port), "that nginx listens")
            yield port
        finally:
            nginx.terminate()
            nginx.wait(30)


def answers(port: int, source: str = "127.0.0.1", seconds: float = 20) -> bool:
    try:
        elsewhere = httpx.HTTPTransport(local_address=source)
        with httpx.Client(transport=elsewhere, timeout=seconds) as client:
            return client.get(f"http://127.0.0.1:{port}/health").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.soak)])
def test_half_requests_do_not_make_nginx_deaf(own: int, rounds: int) -> None:
    for _ in range(rounds):
        with closing_all(connect_to(own) for _ in range(3 * FEW)) as lines:
            for line in lines:
                line.sendall(HALF)
            assert answers(own, "127.0.0.2", seconds=3)
            wait_until(lambda: all(map(is_cut, lines)), "that half a request is given up")
