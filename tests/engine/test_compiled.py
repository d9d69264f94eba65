"""What is compiled, and how often."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from caboose.engine.compiled import (
    INTERPRETED,
    PACKAGE,
    ROOMS,
    compiled,
    room_of,
    sources_digest,
)

COMPILE_ONE = """
import numba
from caboose.engine.dice import new_dice, roll
roll(new_dice("seed"), 6)
print(sum(roll.stats.cache_hits.values()), repr(numba.config.CACHE_DIR))
"""


@compiled
def step_on(place: int, steps: int) -> int:
    return place + steps


@compiled
def walk(place: int) -> int:
    return step_on(step_on(step_on(place, 2), steps=5), -1)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_rule_is_compiled_once_whatever_constants_it_is_called_with() -> None:
    rule: Any = step_on
    caller: Any = walk
    assert caller(10) == 16
    caller.recompile()  # it may have come from the cache
    assert len(rule.signatures) == 1


def test_every_room_with_compiled_code_is_kept_by_a_digest_of_its_own_sources() -> None:
    compiling = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "\n@compiled\n" in path.read_text("utf-8")
    }
    assert compiling == set(ROOMS)
    assert [room_of(f"caboose.{room}.some_module") for room in ROOMS] == list(ROOMS)
    assert len({sources_digest(room) for room in ROOMS}) == len(ROOMS)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_was_compiled_is_found_wherever_the_package_lies(tmp_path: Path) -> None:
    said = []
    for place in ("one", "other"):
        package = tmp_path / place / "caboose"
        shutil.copytree(PACKAGE, package, ignore=_not_python)
        environment = {
            **os.environ,
            "CABOOSE_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": str(package.parent),
        }
        program = [sys.executable, "-c", COMPILE_ONE]
        ran = subprocess.run(program, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        said.append(ran.stdout.split())
    assert said == [["0", "''"], ["1", "''"]]  # and where others keep theirs is not changed


def _not_python(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("static", "__pycache__")]
