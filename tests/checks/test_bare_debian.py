"""The bare Debian: what is taken along, what is not, and what counts as a failure."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from checks import bare_debian
from checks.bare_debian import CannotRun, CommandFailed
from checks.docs_site import QuietHandler


@pytest.fixture(name="here")
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run on this machine instead of the bare one."""

    def enter(_root: Path, command: str, stdout: int | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(["sh", "-c", command], stdout=stdout, text=True)

    monkeypatch.setattr(bare_debian, "enter", enter)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address under which the files of a folder are served."""
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def client(folder: Path) -> Path:
    (folder / "assets").mkdir()
    (folder / "assets" / "index.js").write_text("play()")
    (folder / "index.html").write_text('<script src="/assets/index.js"></script>')
    return folder


def test_only_root_may_make_a_bare_debian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(CannotRun, match="run it as root"):
        bare_debian.check_tools()


def test_a_missing_tool_is_said_loudly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setenv("PATH", "")
    assert bare_debian.main() == bare_debian.NOT_RUN
    said = capsys.readouterr().err
    assert said.startswith("NOT RUN: the README's commands on a bare Debian, because there is no")
    assert "apt install mmdebstrap" in said


def test_only_the_way_to_packages_comes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_TIMEOUT", "60")
    monkeypatch.setenv("CABOOSE_SECRET", "mine")
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/usr/bin/node")
    there = bare_debian.environment()
    assert there["PIP_TIMEOUT"] == "60"
    assert not {"CABOOSE_SECRET", "PLAYWRIGHT_NODEJS_PATH", "VIRTUAL_ENV"} & set(there)


def test_settings_lie_at_the_same_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, folder = tmp_path / "here" / "npmrc", tmp_path / "here" / "pip"
    folder.mkdir(parents=True)
    (folder / "settings").write_text("timeout")
    file.write_text("color")
    monkeypatch.setattr(bare_debian, "SETTINGS", [file, folder, tmp_path / "missing"])
    bare_debian.copy_settings(tmp_path / "root")
    below = tmp_path / "root" / tmp_path.relative_to("/") / "here"
    assert (below / "npmrc").read_text() == "color"
    assert (below / "pip" / "settings").read_text() == "timeout"


@pytest.mark.usefixtures("here")
def test_a_game_is_served_when_page_and_program_come(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(client(tmp_path)) as address:
        bare_debian.play(tmp_path, f"echo Caboose is at {address}; exec sleep 60")
    assert "assets/index.js came (6 bytes)" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_another_page_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("Not found")
    with served(tmp_path) as address, pytest.raises(CommandFailed, match="not the client's page"):
        bare_debian.play(tmp_path, f"echo Caboose is at {address}; exec sleep 60")


@pytest.mark.usefixtures("here")
def test_a_server_that_never_starts_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(CommandFailed, match="before it served anything"):
        bare_debian.play(tmp_path, "echo no Python")


@pytest.mark.usefixtures("here")
def test_a_command_that_fails_is_a_failure(tmp_path: Path) -> None:
    bare_debian.run(tmp_path, "true")
    with pytest.raises(CommandFailed, match="`exit 2` failed on a bare Debian"):
        bare_debian.run(tmp_path, "exit 2")
