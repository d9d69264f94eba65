"""Ask the public lists for known holes in the packages that we use, Python's and the client's.

    python -m checks.audit    exit code 1: there are holes; 3: a list could not be asked

Each tool runs in an environment of its own, so that nothing of it is in ours.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-cluster.lock")
UV = (str(Path(sys.executable).parent / "uv"),)
COMPILE = (*UV, "pip", "compile", "-q", "--universal", "--python-version", "3.11")
LOWEST = (*COMPILE, "pyproject.toml", "--all-extras", "--resolution", "lowest-direct", "-o")
PIP_AUDIT = (*UV, "tool", "run", "-q", "pip-audit", "--no-deps", "--disable-pip", "-f", "json")
NPM_AUDIT = ("npm", "audit", "--json")
HOLES, NOT_ASKED = 1, 3


class NotAsked(Exception):
    """Why a list could not be asked."""


def python_holes(said: str) -> list[str]:
    """What pip-audit has found; NotAsked if it could not look."""
    report = _json(said)
    packages = report.get("dependencies", [])
    if not packages or any("skip_reason" in package for package in packages):
        raise NotAsked("the list of Python's packages cannot be reached")
    return [
        f"{package['name']} {package['version']}: {hole['id']}"
        for package in packages
        for hole in package["vulns"]
    ]


def client_holes(said: str) -> list[str]:
    """What npm has found; NotAsked if it could not look."""
    report = _json(said)
    if "vulnerabilities" not in report:
        raise NotAsked("the list of npm's packages cannot be reached")
    return [f"{name}: {hole['severity']}" for name, hole in report["vulnerabilities"].items()]


def _json(said: str) -> dict[str, Any]:
    try:
        report = json.loads(said)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}


def _output(command: Sequence[str], folder: Path = ROOT) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout


def audit() -> list[tuple[str, list[str] | NotAsked]]:
    """Everything that is looked at, with its holes."""
    found: list[tuple[str, list[str] | NotAsked]] = []
    with tempfile.TemporaryDirectory() as folder:
        lowest = Path(folder) / "lowest.txt"
        _output((*LOWEST, str(lowest)))
        locks = (*(ROOT / name for name in LOCKS), lowest)
        found += [(lock.name, _asked(lock)) for lock in locks]
    try:
        found.append(("package-lock.json", client_holes(_output(NPM_AUDIT, ROOT / "web"))))
    except NotAsked as why:
        found.append(("package-lock.json", why))
    return found


def _asked(lock: Path) -> list[str] | NotAsked:
    try:
        return python_holes(_output((*PIP_AUDIT, "-r", str(lock))))
    except NotAsked as why:
        return why


def main() -> int:
    """Say what was found, and loudly what was not looked at."""
    code = 0
    for name, holes in audit():
        if isinstance(holes, NotAsked):
            print(f"NOT RUN: the audit of {name}, because {holes}.", file=sys.stderr)
            code = code or NOT_ASKED
            continue
        print(f"{name}: {len(holes)} known holes")
        for hole in holes:
            print(f"  {hole}")
            code = HOLES
    return code


if __name__ == "__main__":
    sys.exit(main())
