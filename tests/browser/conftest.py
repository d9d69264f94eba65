"""Browsers and servers for the tests of the client.

Without a browser, and with CI set, the tests fail; elsewhere they say loudly that they have not
run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser.server import Server, not_visited, run_server

try:
    from playwright.sync_api import Browser, BrowserContext, expect

    from tests.support.browser.chromium import NoBrowser, chromium
    from tests.support.browser.visitor import LONG, Visitor
except ModuleNotFoundError:
    HAS_PLAYWRIGHT = False
else:
    HAS_PLAYWRIGHT = True
    expect.set_options(timeout=LONG)  # a busy machine is no failure


if not HAS_PLAYWRIGHT:

    @pytest.fixture(name="visit")
    def _no_visit() -> None:
        not_visited("playwright is not installed; run `make test`")

else:

    @pytest.fixture(scope="package", name="browser")
    def _browser() -> Iterator[Browser]:
        """One browser for all of these tests."""
        try:
            with chromium() as browser:
                yield browser
        except NoBrowser as error:
            not_visited(str(error))

    @pytest.fixture(name="visit")
    def _visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
        """Somebody new comes to the server with a browser of their own."""
        contexts: list[BrowserContext] = []

        def visit(where: Server | None = None, **options: Any) -> Visitor:
            usual = {
                "base_url": (where or server).address,
                "viewport": {"width": 1280, "height": 800},
                "locale": "en-US",
                "reduced_motion": "reduce",  # quicker; some tests want it otherwise
            }
            context = browser.new_context(**usual | options)
            contexts.append(context)
            return Visitor(context.new_page())

        yield visit
        for context in contexts:
            context.close()


@pytest.fixture(scope="session", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do nothing bad to it."""
    yield from run_server(Server(tmp_path_factory.mktemp("server")))


@pytest.fixture(name="own_server")
def _own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that one test may kill."""
    yield from run_server(Server(tmp_path))
