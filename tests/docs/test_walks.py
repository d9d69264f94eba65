"""The walks through the code in docs/architecture.md lead where they say: every step is there, and
is called by one before it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"

# A walk is a section with a table: what happens, and where. Files are found from these folders.
WALKS = {
    "One rollout": ("caboose/players", "caboose"),
    "One analysis": ("caboose/analysis", "caboose"),
    "One turn": ("caboose/server", "caboose", "."),
}


class Step(NamedTuple):
    """A function, a method as `Class.method`, or a class, and the file that it stands in."""

    file: Path
    name: str


def steps_of(title: str) -> list[Step]:
    """The steps of a walk, in order."""
    section = PAGE.read_text("utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line.split("|")[2] for line in section.splitlines() if line.startswith("| ")][1:]
    steps: list[Step] = []
    for row in rows:
        file = ROOT
        for name in re.findall(r"`([^`]+)`", row):
            if name.endswith((".py", ".svelte", ".ts")):
                found = [ROOT / folder / name for folder in WALKS[title]]
                file = next((each for each in found if each.is_file()), ROOT)
                assert file != ROOT, f"{name} is not there"
            else:
                steps.append(Step(file, name))
    return steps


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def defined_in(file: Path) -> dict[str, Definition]:
    """What a Python file defines, by name; methods as `Class.method`."""
    found: dict[str, Definition] = {}
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, Definition):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            inside = (part for part in node.body if isinstance(part, Definition))
            found |= {f"{node.name}.{part.name}": part for part in inside}
    return found


def is_defined_by_the_client(step: Step) -> bool:
    """Is there a function or a method of that name, and not only a call of one?"""
    named = rf"(?:function|const) {step.name}\b|^ *(?:async )?{step.name}\([^\n]*\{{$"
    return re.search(named, step.file.read_text("utf-8"), re.MULTILINE) is not None


def called_in(node: ast.AST) -> set[str]:
    """The names of all that a definition calls, reads as a property or hands over."""
    parts = list(ast.walk(node))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return names | {part.attr for part in parts if isinstance(part, ast.Attribute)}


def reached_from(step: Step) -> set[str]:
    """What a step calls, by itself or through other definitions of its own file."""
    here, waiting, reached = defined_in(step.file), [step.name], set[str]()
    looked_at = set[str]()
    while waiting:
        name = waiting.pop()
        if name in looked_at:
            continue
        looked_at.add(name)
        called = called_in(here[name])
        reached |= called
        waiting += [other for other in here if other.rpartition(".")[2] in called]
    return reached


def call_of(step: Step) -> str:
    """The word by which others call a step."""
    owner, _, name = step.name.rpartition(".")
    return owner if name == "__init__" else name


@pytest.mark.parametrize("title", WALKS)
def test_every_step_of_a_walk_is_in_the_code(title: str) -> None:
    steps = steps_of(title)
    assert len(steps) >= 5
    for step in steps:
        is_there = (
            step.name in defined_in(step.file)
            if step.file.suffix == ".py"
            else is_defined_by_the_client(step)
        )
        assert is_there, f"{step.file.name} has no {step.name}"


@pytest.mark.parametrize("title", WALKS)
def test_every_step_of_a_walk_is_called_by_one_before_it(title: str) -> None:
    steps = [step for step in steps_of(title) if step.file.suffix == ".py"]
    reached = reached_from(steps[0])
    for step in steps[1:]:
        assert call_of(step) in reached, f"nothing before it calls {step.file.name} {step.name}"
        reached |= reached_from(step)


def test_a_step_that_nobody_calls_is_noticed() -> None:
    play = Step(ROOT / "caboose/server/tables/playing.py", "play")
    assert "try_action" in reached_from(play)
    assert "forget_idle" not in reached_from(play)
