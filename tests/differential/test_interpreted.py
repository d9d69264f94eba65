"""Compiled and interpreted rules agree after every action."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from caboose.engine.compiled import INTERPRETED
from tests.support.games.digests import all_lines

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(INTERPRETED, reason="compares compiled rules with interpreted ones")
def test_compiled_and_interpreted_rules_play_the_same_games() -> None:
    program = [sys.executable, "-m", "tests.support.games.digests"]
    environment = {**os.environ, "CABOOSE_INTERPRETED": "1"}
    child = subprocess.Popen(
        program, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    ours = list(all_lines())
    theirs, _ = child.communicate(timeout=300)
    assert child.returncode == 0
    differing = [
        pair for pair in zip(ours, theirs.splitlines(), strict=False) if len(set(pair)) > 1
    ]
    assert not differing, differing[0]
    assert len(ours) == len(theirs.splitlines())
    assert len(ours) > 5000
