"""What the page on environments says is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import caboose.envs
from caboose.engine.compiled import INTERPRETED
from caboose.engine.numbering import ACTIONS, CLAIM, KEEP, PASS, PAY, PAY_LOCOMOTIVES
from caboose.envs.observation_layout import FULL
from checks.observations import FILE, with_table

ROOT = FILE.parent.parent
PAGE = FILE.read_text("utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("random_*.py"))


def test_the_table_of_observations_is_made_from_the_code() -> None:
    assert with_table(PAGE) == PAGE, "run `python -m checks.observations`"


def test_the_page_names_every_environment() -> None:
    for name in caboose.envs.ids().values():
        assert f"`{name}`" in PAGE


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"An observation is {FULL.width} 16-bit numbers ({2 * FULL.width} bytes)" in PAGE
    told = " ".join(PAGE.split())
    for words in (
        f"{ACTIONS} of them",
        f"claims from {CLAIM}",
        f"payments from {PAY}",
        f"locomotives alone {PAY_LOCOMOTIVES}",
        f"keep tickets from {KEEP}",
        f"pass {PASS}",
    ):
        assert words in told


CODE = [each for each in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "sb3" not in each]


@pytest.mark.parametrize("code", CODE, ids=["batch", "openspiel", "cards", "features"])
def test_the_code_on_the_page_runs(code: str) -> None:
    exec(compile(code.replace("n=256", "n=4").replace("range(100)", "range(3)"), "page", "exec"))


def run(*command: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *command],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.stem for example in EXAMPLES])
def test_an_example_runs(example: Path) -> None:
    if INTERPRETED and example.stem == "random_batch":
        pytest.skip("a thousand games are for compiled code")
    assert len(run(str(example)).splitlines()) == 1


def test_the_search_of_openspiel_plays_a_game() -> None:
    said = run(str(ROOT / "examples" / "ismcts_openspiel.py"), "2")
    assert "ISMCTS with 2 simulations" in said
