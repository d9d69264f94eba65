"""Without a framework, its interface says in a sentence what to install; the rest works."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HIDE = "import sys\nfor name in {hidden!r}: sys.modules[name] = None\n"


def run(hidden: list[str], code: str) -> subprocess.CompletedProcess[str]:
    """Run code as if these packages were not installed."""
    return subprocess.run(
        [sys.executable, "-c", HIDE.format(hidden=hidden) + code],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        timeout=300,
    )


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [
        ("single", "gymnasium", "Gymnasium"),
        ("vector", "gymnasium", "Gymnasium"),
        ("aec", "gymnasium", "Gymnasium"),
        ("aec", "pettingzoo", "PettingZoo"),
        ("openspiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_a_missing_framework_is_named(module: str, package: str, name: str) -> None:
    done = run([package], f"import caboose.envs.{module}")
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said == (
        f"ModuleNotFoundError: caboose.envs.{module} needs {name}, which is not installed; install"
        " it with pip install 'caboose[envs]'."
    )


def test_a_batch_needs_no_framework() -> None:
    code = "from caboose.envs import Batch; print(Batch('london', 2, 3).reset().shape)"
    done = run(["gymnasium", "pettingzoo", "pyspiel", "PIL"], code)
    assert done.stdout == "(3, 485)\n", done.stderr
