"""How a browser is started for the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from tests.support.browser import chromium

NAMED = "PLAYWRIGHT_NODEJS_PATH"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine on which no Node is found; the folder of its Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv(NAMED, "")
    monkeypatch.delenv(NAMED)
    return folder


def node_in(folder: Path) -> str:
    """Put a Node there that can be run."""
    folder.mkdir(exist_ok=True)
    node = folder / "node"
    node.write_text("#!/bin/sh\n", "utf-8")
    node.chmod(0o755)
    return str(node)


def test_playwright_takes_the_node_that_the_client_was_built_with(bare: Path) -> None:
    node = node_in(bare)
    chromium._use_the_builds_node()
    assert os.environ[NAMED] == node


def test_the_node_of_the_machine_serves_where_none_was_installed(
    bare: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    node = node_in(tmp_path / "machine")
    monkeypatch.setenv("PATH", str(tmp_path / "machine"))
    chromium._use_the_builds_node()
    assert os.environ[NAMED] == node
    beside_python = node_in(bare)
    monkeypatch.delenv(NAMED)
    chromium._use_the_builds_node()
    assert os.environ[NAMED] == beside_python


def test_a_node_that_somebody_named_is_left_alone(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node_in(bare)
    monkeypatch.setenv(NAMED, "/somewhere/node")
    chromium._use_the_builds_node()
    assert os.environ[NAMED] == "/somewhere/node"


def test_without_any_node_playwright_is_left_to_its_own() -> None:
    chromium._use_the_builds_node()
    assert NAMED not in os.environ
