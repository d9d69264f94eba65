"""The walks through the code in docs/architecture.md lead to functions that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"

# A walk is a section with a table: what happens, and where. Files are found from these folders.
WALKS = {
    "One rollout": ("caboose/players", "caboose"),
    "One turn": ("caboose/server", "caboose", "."),
}


def steps_of(title: str) -> list[tuple[str, str]]:
    """The files of a walk, each with a function or a method behind it."""
    section = PAGE.read_text("utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line.split("|")[2] for line in section.splitlines() if line.startswith("| ")][1:]
    steps: list[tuple[str, str]] = []
    for row in rows:
        file = ""
        for name in re.findall(r"`([^`]+)`", row):
            if name.endswith((".py", ".svelte", ".ts")):
                file = name
            else:
                steps.append((file, name))
    return steps


def defined_in(file: Path) -> set[str]:
    """The functions of a file, and its methods as `Class.method`; of the client's, every name."""
    if file.suffix != ".py":
        return set(re.findall(r"\w+(?=\()", file.read_text("utf-8")))
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (part for part in node.body if hasattr(part, "name"))
            found |= {f"{node.name}.{method.name}" for method in methods}
    return found


@pytest.mark.parametrize("title", WALKS)
def test_every_step_of_a_walk_is_in_the_code(title: str) -> None:
    steps = steps_of(title)
    assert len(steps) >= 5
    for name, function in steps:
        files = [ROOT / folder / name for folder in WALKS[title]]
        file = next((each for each in files if each.is_file()), None)
        assert file is not None, f"{name} is not there"
        assert function in defined_in(file), f"{name} has no {function}"
