"""The project's own files agree with each other."""

import os
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import caboose

ROOT = Path(__file__).parents[2]


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
    assert re.findall(r"(repo|entry): (.+)", config) == [("repo", "local"), ("entry", "make check")]


def test_the_ci_script_can_be_run_and_runs_everything():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()


def test_the_changelog_and_the_installed_package_have_the_version_of_the_code():
    told = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    newest = told[told[0] == "Unreleased"]  # what is to come stands above it
    assert newest == version("caboose") == caboose.__version__


def test_the_version_is_written_in_the_code_alone():
    for name in ("pyproject.toml", "CITATION.cff", "web/package.json"):
        text = (ROOT / name).read_text("utf-8")
        assert not re.search(r"^\W*version\W+\d", text, re.MULTILINE), name
