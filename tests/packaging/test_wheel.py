"""The wheel holds what a player needs, and nothing else."""

import os
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The path of a wheel built without isolation and without network.

    The client is taken as it was built before: to build it here would take it away from under the
    browsers of other tests.
    """
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"), CABOOSE_SKIP_CLIENT="1")


def build_wheel(source, folder, **environment):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    env = os.environ | environment
    subprocess.run(build, cwd=source, env=env, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def names(wheel):
    return set(zipfile.ZipFile(wheel).namelist())


def test_every_module_and_board_is_in_the_wheel(names):
    ours = {
        path.relative_to(ROOT).as_posix()
        for pattern in ("*.py", "*.toml")
        for path in (ROOT / "caboose").rglob(pattern)
    }
    assert {"caboose/__init__.py", "caboose/boards/data/usa.toml"} <= ours
    assert ours <= names


def test_the_browser_client_is_in_the_wheel(names):
    assert "caboose/static/index.html" in names
    assert any(name.startswith("caboose/static/assets/index-") for name in names)


@pytest.mark.soak
def test_a_wheel_from_the_bare_sources_builds_the_client_into_itself(tmp_path):
    kept = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
    source = tmp_path / "source"
    source.mkdir()
    subprocess.run(["tar", "-x", "-C", source], input=kept.stdout, check=True)
    assert not (source / "caboose" / "static" / "index.html").exists()
    built = zipfile.ZipFile(build_wheel(source, tmp_path / "wheel")).namelist()
    assert "caboose/static/index.html" in built
    assert any(name.startswith("caboose/static/assets/index-") for name in built)


def test_the_wheel_says_that_it_is_typed(names):
    assert "caboose/py.typed" in names


def test_the_wheel_holds_the_package_and_its_description_only(names):
    tops = {name.split("/")[0] for name in names}
    (description,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"caboose", description}
    assert f"{description}/licenses/LICENSE" in names
    assert not [name for name in names if "__pycache__" in name]


def test_the_wheel_brings_the_command(wheel, names):
    (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
    with zipfile.ZipFile(wheel) as archive:
        assert "caboose = caboose.cli:main" in archive.read(entry_points).decode()


def test_nothing_that_development_needs_is_asked_of_players(wheel, names):
    (metadata,) = (name for name in names if name.endswith("METADATA"))
    with zipfile.ZipFile(wheel) as archive:
        headers = Parser().parsestr(archive.read(metadata).decode())
    required = " ".join(headers.get_all("Requires-Dist", []))
    assert "numba" in required
    assert "pytest" not in required


@pytest.mark.soak
def test_the_wheel_installs_into_an_empty_environment_and_runs(wheel, tmp_path):
    uv = Path(sys.prefix) / "bin" / "uv"
    place = tmp_path / "venv"
    install = [uv, "pip", "install", "-q", "--python", place / "bin" / "python"]
    for command in (
        [sys.executable, "-m", "venv", "--without-pip", place],
        [*install, "--require-hashes", "-r", ROOT / "requirements.lock"],
        [*install, "--no-deps", wheel],
    ):
        subprocess.run(command, check=True, cwd=tmp_path)
    listing = subprocess.run(
        [place / "bin" / "caboose", "--help"],
        check=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "play" in listing.stdout
