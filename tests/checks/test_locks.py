"""A lock that no longer fits pyproject.toml is noticed."""

import pytest

from checks import locks

PYPROJECT = {
    "project": {"dependencies": ["numpy>=2", "Resvg_Py[fonts]>=0.5"]},
    "dependency-groups": {
        "build": ["hatchling"],
        "dev": [{"include-group": "build"}, "ruff>=0.14"],
    },
}

LOCK = """\
hatchling==1.33.0 \\
    --hash=sha256:aa
    # via caboose (pyproject.toml:build)
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:bb
numpy==2.5.4 ; python_full_version >= '3.12' \\
    --hash=sha256:cc
resvg-py==0.5.0 \\
    --hash=sha256:dd
"""


def test_a_lock_that_fits_has_no_problems():
    assert list(locks.problems(PYPROJECT, ["build"], LOCK)) == []


def test_a_package_that_is_not_locked_is_named():
    assert list(locks.problems(PYPROJECT, ["dev"], LOCK)) == ["lacks ruff"]


def test_the_members_of_an_included_group_are_asked_for():
    assert locks.wanted(PYPROJECT, ["dev"]) == ["hatchling", "numpy", "resvg-py", "ruff"]


@pytest.mark.parametrize(
    ("digest", "name"), [("aa", "hatchling"), ("bb", "numpy"), ("dd", "resvg-py")]
)
def test_an_entry_without_a_hash_is_named(digest, name):
    lock = LOCK.replace(f"--hash=sha256:{digest}", "")
    assert list(locks.problems(PYPROJECT, ["build"], lock)) == [f"has no hash for {name}"]


def test_the_command_fails_and_names_the_cure(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["numpy"]\n'
        "[project.optional-dependencies]\nenvs = []\nlab = []\ncluster = []\npostgres = []\n"
        "[dependency-groups]\nbuild = []\ndev = []\n"
    )
    for name in locks.LOCKS:
        (tmp_path / name).write_text("numpy==2 \\\n    --hash=sha256:aa\n")
    assert locks.main() == 0
    (tmp_path / "requirements-dev.lock").write_text("")
    assert locks.main() == 1
    assert (
        capsys.readouterr().out
        == "requirements-dev.lock lacks numpy.\n`make lock` writes them again.\n"
    )


def test_the_packages_of_an_extra_are_asked_for():
    project = {"dependencies": [], "optional-dependencies": {"lab": ["polars>=1"]}}
    pyproject = {**PYPROJECT, "project": project}
    assert list(locks.problems(pyproject, ["build", "lab"], LOCK)) == ["lacks polars"]
