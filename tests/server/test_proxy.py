"""Behind nginx and TLS, with the block that docs/server.md tells hosts to use, at any port."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.support.server.nginx import Nginx, nginx_before
from tests.support.server.people import ME, OPEN, PATIENCE, nonce
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
