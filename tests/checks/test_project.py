"""The project's own files agree with each other."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def make(*arguments: str) -> str:
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def test_a_bare_make_lists_every_target_with_a_sentence():
    (phony,) = re.findall(r"^\.PHONY: (help .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = dict(re.findall(r"^  make (\S+) +(.+)$", make(), re.MULTILINE))
    assert list(listed) == phony.split()


def test_what_is_checked_before_a_commit_is_what_make_check_runs():
    config = (ROOT / ".pre-commit-config.yaml").read_text()
    hooks = re.findall(r"entry: (.+)", config)
    recipe = [line for line in make("-n", "check").splitlines() if line.startswith(".venv/bin/")]
    assert hooks == recipe[-len(hooks) :]
    assert set(re.findall(r"repo: (.+)", config)) == {"local"}


def test_the_ci_script_can_be_run_and_runs_everything():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()


def test_changelog_and_citation_know_the_version():
    (newest, *_) = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    (cited,) = re.findall(r"^version: (\S+)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert newest == cited == VERSION
