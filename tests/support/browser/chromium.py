"""The browser: the one CABOOSE_CHROMIUM names, else Playwright's own, else one of this machine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

# A name as a home network has it: plain http under it is no secure context, unlike on this machine.
HOME_NETWORK = "caboose.test"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--no-first-run",
    f"--host-resolver-rules=MAP {HOME_NETWORK} 127.0.0.1",
]


class NoBrowser(Exception):
    """There is no browser here; in a sentence with what to do."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for a while. Its event loop is gone afterwards, so that others can begin one."""
    _use_the_builds_node()
    with sync_playwright() as playwright:
        path = _find(playwright.chromium.executable_path)
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS + sandbox)
        yield browser
        browser.close()


def _use_the_builds_node() -> None:
    """Playwright's own Node needs libatomic, which a bare Debian lacks; the build's does not."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    if node := shutil.which("node", path=places):
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)


def _find(own: str) -> str:
    named = os.environ.get("CABOOSE_CHROMIUM")
    if named:
        return named
    if Path(own).exists():
        return own
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise NoBrowser(
        "there is no browser; install one with `playwright install chromium`, or name one in"
        " CABOOSE_CHROMIUM"
    )
