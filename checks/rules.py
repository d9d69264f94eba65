"""Every rule's code: its title in docs/rules, what carries it out, and the tests that show it.

A rule is carried out by a function of the engine, whose docstring names the code. A ruling that is
a plain fact of an edition is carried out by its board file, where a comment names the code.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = "docs/rules"
ENGINE = "caboose/engine"
BOARDS = "caboose/boards/data"
TESTS = "tests/rules"

CHAPTERS = "SGDCTEPR"  # set-up, turn, drawing, claiming, tickets, end, points, rulings

HEADING = re.compile(r"^### ([A-Z]\d+) · (.+)$", re.MULTILINE)
CODES = re.compile(r"\b([A-Z])(\d{1,2})(?:-\1(\d{1,2}))?(?![\w-])")  # D1, and C1-C6 for six of them

Places = dict[str, list[str]]  # code -> where it stands


@dataclass(frozen=True)
class Rule:
    """One documented rule, and where its code stands."""

    code: str
    title: str
    carried_out: list[str]
    tests: list[str]

    def __str__(self) -> str:
        lines = [f"{self.code} · {self.title}"]
        lines += [f"    {place}" for place in self.carried_out]
        lines += [f"        {test}" for test in self.tests]
        return "\n".join(lines)


def codes_in(text: str) -> list[str]:
    """The codes a text names; "C1-C6" names six."""
    codes = []
    for letter, first, last in CODES.findall(text):
        codes += [f"{letter}{number}" for number in range(int(first), int(last or first) + 1)]
    return codes


def titles(root: Path = ROOT) -> dict[str, str]:
    """The documented rules: code and title."""
    found: dict[str, str] = {}
    for page in sorted((root / PAGES).glob("*.md")):
        for code, title in HEADING.findall(page.read_text("utf-8")):
            if code in found:
                raise ValueError(f"{page.name}: {code} has a heading on two pages.")
            found[code] = title
    return found


def carried_out(root: Path = ROOT) -> Places:
    """Where each code is named in the engine's docstrings and in the board files' comments."""
    found: Places = defaultdict(list)
    for file in sorted((root / ENGINE).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                _note(found, f"{file.stem}.{node.name}", codes_in(ast.get_docstring(node) or ""))
    for file in sorted((root / BOARDS).glob("*.toml")):
        for line in file.read_text("utf-8").splitlines():
            _note(found, file.name, codes_in(line.partition("#")[2]))
    return found


def shown(root: Path = ROOT) -> Places:
    """The tests marked with each code."""
    found: Places = defaultdict(list)
    for file in sorted((root / TESTS).rglob("test_*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = [*_module_marks(tree), *node.decorator_list]
                _note(found, f"{file.stem}.{node.name}", _marked(marks))
    return found


def _module_marks(tree: ast.Module) -> Iterator[ast.expr]:
    """What `pytestmark` puts on every test of a file."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            yield from node.value.elts if isinstance(node.value, ast.List) else [node.value]


def _marked(marks: Iterable[ast.expr]) -> list[str]:
    """The codes of `pytest.mark.rule("D1")`."""
    return [
        str(ast.literal_eval(mark.args[0]))
        for mark in marks
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
    ]


def _note(found: Places, place: str, codes: list[str]) -> None:
    for code in dict.fromkeys(codes):
        if place not in found[code]:
            found[code].append(place)


def rules(root: Path = ROOT) -> list[Rule]:
    """Every documented rule, chapter by chapter."""
    by, tests, known = carried_out(root), shown(root), titles(root)
    return [
        Rule(code, known[code], by.get(code, []), tests.get(code, []))
        for code in sorted(known, key=lambda code: (CHAPTERS.find(code[0]), int(code[1:])))
    ]


def problems(root: Path = ROOT) -> list[str]:
    """What is missing: every code stands on its page, at what carries it out and at a test."""
    found = []
    for rule in rules(root):
        if not rule.carried_out:
            found.append(f"{rule.code} ({rule.title}): no function's docstring names it.")
        if not rule.tests:
            found.append(f"{rule.code} ({rule.title}): no test is marked with it.")
    known = titles(root)
    named = [*carried_out(root).items(), *shown(root).items()]
    return found + [
        f"{code} has no page in {PAGES}, but {places[0]} names it."
        for code, places in named
        if code not in known
    ]


def main() -> int:
    """Print the table; 1 if something is missing."""
    for rule in rules():
        print(rule)
    found = problems()
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
