"""The project's own files agree with each other."""

import os
import re
import subprocess
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import caboose
from caboose.engine.compiled import ROOMS

ROOT = Path(__file__).parents[2]


# Files of one name in different rooms, and why that confuses nobody.
SAME_NAMES = {
    "__init__.py": "Python's own word",
    "__main__.py": "Python's own word",
    "analyse.py": "a command in `cli` is called as it is typed",
    "bots.py": "a command in `cli` is called as it is typed",
    "serve.py": "a command in `cli` is called as it is typed",
    "analysis.py": "a file of `protocol` is called as what it sends",
    "deals.py": "a file of `protocol` is called as what it sends",
    "game.py": "the same thing, as OpenSpiel wants it",
    "state.py": "the same thing, as OpenSpiel wants it",
    "chance.py": "the same thing, as OpenSpiel wants it",
    "bench.py": "each measures its own room",
    "extras.py": "each says which extra its own room needs",
    "warm.py": "each warms its own room",
    "limits.py": "how large a board may be; how much people may write and read",
    "sheet.py": "what a board is drawn on; what is written down of a position that is valued",
    "value.py": "V: in `analysis` played out to the end, in `players` said at once",
    "settings.py": "each holds the numbers of its own room",
    "words.py": "each says in words what its own room has found",
    "moments.py": "moments of a game: in `analysis` to be judged, in `learning` to learn from",
}


def make(*arguments: str) -> str:
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def test_a_bare_make_lists_every_target_with_a_sentence():
    (phony,) = re.findall(r"^\.PHONY: (help .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = dict(re.findall(r"^  make (\S+) +(.+)$", make(), re.MULTILINE))
    assert list(listed) == phony.split()


def test_make_warms_again_when_a_room_changes_that_is_warmed():
    (listed,) = re.findall(
        r"^COMPILED := .*find (.+) -name", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    rooms = [room for room in ROOMS if (ROOT / "caboose" / room / "warm.py").is_file()]
    below = [ROOMS.index(room) for room in rooms]
    assert below == list(range(len(rooms)))  # no room is left out on which another stands
    assert listed.split() == ["caboose/boards", *(f"caboose/{room}" for room in rooms)]


def test_no_file_of_the_package_has_the_name_of_another_unless_that_is_said_here():
    names = Counter(path.name for path in (ROOT / "caboose").rglob("*.py"))
    assert {name for name, times in names.items() if times > 1} == set(SAME_NAMES)


def test_nothing_is_imported_from_a_test_or_from_what_pytest_loads_by_itself():
    """What several tests are made with lives in `tests/support`."""
    sources = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    sources += [*(ROOT / "checks").rglob("*.py"), *(ROOT / "web").glob("fixtures/*.py")]
    borrowed = re.compile(
        r"^ *(?:from|import) tests\.(?:\w+\.)*(?:test_\w+|conftest)\b", re.MULTILINE
    )
    found = {path: borrowed.findall(path.read_text("utf-8")) for path in sources}
    assert not {path.relative_to(ROOT).as_posix(): names for path, names in found.items() if names}


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
