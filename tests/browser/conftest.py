"""Browsers and servers for the tests of the client.

The browser is the one CABOOSE_CHROMIUM names, else Playwright's own, else Chromium or Chrome of
this machine. Without any, and with CI set, the tests fail; elsewhere they say loudly that they
have not run.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.serving import CLIENT, Server

try:
    from playwright.sync_api import Browser, BrowserContext, Playwright

    from tests.browser.visitor import Visitor
except ModuleNotFoundError:
    HAS_PLAYWRIGHT = False
else:
    HAS_PLAYWRIGHT = True

INSTALL = "install one with `playwright install chromium`, or name one in CABOOSE_CHROMIUM"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--no-first-run",
]


def _missing(what: str) -> None:
    """Fail where everything must be there; elsewhere leave a line that cannot be overlooked."""
    line = f"NOT RUN: the browser tests, because {what}"
    if os.environ.get("CI"):
        pytest.fail(line)
    warnings.warn(pytest.PytestWarning(line), stacklevel=2)
    pytest.skip(line)


def find_browser(own: str) -> str | None:
    """The browser to use: the one named, Playwright's own, or one of this machine."""
    named = os.environ.get("CABOOSE_CHROMIUM")
    if named:
        return named
    if Path(own).exists():
        return own
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), None)


if not HAS_PLAYWRIGHT:

    @pytest.fixture(name="visit")
    def _no_visit() -> None:
        _missing("playwright is not installed; run `make test`")

else:

    @pytest.fixture(scope="session")
    def browser_type_launch_args(
        browser_type_launch_args: dict[str, Any], playwright: Playwright
    ) -> dict[str, Any]:
        """How Chromium is started here."""
        browser = find_browser(playwright.chromium.executable_path)
        if browser is None:
            _missing(f"there is no browser; {INSTALL}")
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        return browser_type_launch_args | {"executable_path": browser, "args": FLAGS + sandbox}

    @pytest.fixture(name="visit")
    def _visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
        """Somebody new comes to the server with a browser of their own."""
        contexts: list[BrowserContext] = []

        def visit(where: Server | None = None, **options: Any) -> Visitor:
            context = browser.new_context(
                base_url=(where or server).address,
                **{"viewport": {"width": 1280, "height": 800}, "locale": "en-US"} | options,
            )
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


def run_server(server: Server) -> Iterator[Server]:
    """Start a server, and stop it afterwards."""
    if not CLIENT.is_file():
        _missing("the client is not built; run `cd web && npm ci && npm run build`")
    server.start()
    try:
        yield server
    finally:
        server.stop()
