"""Break the rules on purpose, one flip at a time, and see whether the rules tests notice.

Every comparison, number, branch, `and`/`or`, plus and minus in `caboose/engine/rules` is flipped in
a copy of the sources, and `tests/rules` runs there without Numba. A flip that no test notices is a
survivor: either a test is missing, or the flip changes nothing that can be seen, and then the
reason stands in REASONS. The result is written to `docs/mutants.md`.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = Path("caboose/engine/rules")
REPORT = ROOT / "docs" / "mutants.md"
WANTED = 0.95
TIMEOUT = 120  # seconds; a flip that makes a loop endless has been noticed

FLIPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """One flip: where it is, what was there, and the source with it."""

    file: str
    line: int
    function: str
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.file} {self.function}: `{self.before}` -> `{self.after}`"


def flips(node: ast.AST) -> Iterator[ast.AST]:
    """Every way in which one node can be flipped."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPPED:
        flipped = copy.deepcopy(node)
        flipped.ops[0] = FLIPPED[type(node.ops[0])]()  # type: ignore[call-overload]
        yield flipped
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign) and type(node.op) in FLIPPED:
        changed = copy.deepcopy(node)
        changed.op = FLIPPED[type(node.op)]()  # type: ignore[assignment]
        yield changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.copy_location(ast.Constant(not node.value), node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.copy_location(ast.Constant(node.value + 1), node)
    elif isinstance(node, ast.If | ast.IfExp) and not isinstance(node.test, ast.UnaryOp):
        negated = copy.deepcopy(node)
        negated.test = ast.UnaryOp(ast.Not(), negated.test)
        yield negated
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield copy.deepcopy(node.operand)


def one_line(node: ast.AST) -> str:
    """A node's source on one line; of a branch only its condition."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())


def mutants_of(file: Path) -> Iterator[Mutant]:
    """All flips in the functions of one file."""
    tree = ast.parse(file.read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for node in [inner for part in function.body for inner in ast.walk(part)]:
            for flipped in flips(node):
                yield make_mutant(tree, file, function, node, flipped)


def make_mutant(
    tree: ast.Module, file: Path, function: ast.FunctionDef, node: ast.AST, flipped: ast.AST
) -> Mutant:
    """The mutant with one node flipped; the tree is left as it was."""
    source = ast.unparse(ast.fix_missing_locations(_with(tree, node, flipped)))
    line = getattr(node, "lineno", function.lineno)
    return Mutant(file.name, line, function.name, one_line(node), one_line(flipped), source)


def _with(tree: ast.Module, node: ast.AST, flipped: ast.AST) -> ast.Module:
    """A copy of the tree in which one node is another."""
    return copy.deepcopy(tree, {id(node): flipped})


def make_copy(folder: Path) -> None:
    """A copy of what the rules tests need."""
    for part in ("caboose", "tests/rules"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("tests/__init__.py", "tests/conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)


def is_noticed(folder: Path, mutant: Mutant) -> bool:
    """Do the rules tests fail with this flip? Its own chapter is asked first."""
    target = folder / RULES / mutant.file
    original = target.read_text("utf-8")
    target.write_text(mutant.source, "utf-8")
    try:
        own = f"tests/rules/test_{mutant.file}"
        chapters = [own] if (folder / own).exists() else []
        return any(not passes(folder, [chapter]) for chapter in [*chapters, "tests/rules"])
    finally:
        target.write_text(original, "utf-8")


def passes(folder: Path, tests: list[str]) -> bool:
    """Run tests in a copy, without Numba."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = os.environ | {"CABOOSE_INTERPRETED": "1"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def hunt(mutants: list[Mutant], workers: int) -> list[Mutant]:
    """The mutants that no test noticed."""
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(temporary) / str(i) for i in range(workers)]
        for folder in folders:
            make_copy(folder)
        if not passes(folders[0], ["tests/rules"]):
            sys.exit("tests/rules must pass before anything is broken on purpose.")
        shares = [mutants[i::workers] for i in range(workers)]
        with ThreadPoolExecutor(workers) as pool:
            for found in pool.map(_hunt_in, folders, shares):
                survivors.extend(found)
    return sorted(survivors, key=lambda mutant: (mutant.file, mutant.line))


def _hunt_in(folder: Path, mutants: list[Mutant]) -> list[Mutant]:
    survivors = []
    for mutant in mutants:
        if not is_noticed(folder, mutant):
            survivors.append(mutant)
            print(f"survived: {mutant.name}", flush=True)
    return survivors


# Flips that change nothing anyone could see, with the reason. Keys as `Mutant.name`.
REASONS: dict[str, str] = {}


def report(mutants: list[Mutant], survivors: list[Mutant]) -> str:
    """The page in the docs."""
    caught = len(mutants) - len(survivors)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    result = f"{caught} of {len(mutants)} flips were noticed ({caught / len(mutants):.1%})"
    lines = [
        "# Mutants",
        "",
        "`make mutants` flips every comparison, number, branch and sign in `caboose/engine/rules`,",
        "one at a time, and runs `tests/rules` on the broken rules. This page is its last result.",
        "",
        f"Commit {commit}: {result}. The survivors:",
        "",
        "| where | flip | why nothing notices |",
        "|---|---|---|",
    ]
    for mutant in survivors:
        flip = f"`{mutant.before}` to `{mutant.after}`".replace("|", "\\|")
        reason = REASONS.get(mutant.name, "a test is missing")
        lines.append(f"| {mutant.file} `{mutant.function}` | {flip} | {reason} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Hunt all mutants, or those of the files named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="only these files, e.g. deck.py")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    files = sorted((ROOT / RULES).glob("*.py"))
    chosen = [file for file in files if not options.files or file.name in options.files]
    mutants = [mutant for file in chosen for mutant in mutants_of(file)]
    survivors = hunt(mutants, options.workers)
    caught = len(mutants) - len(survivors)
    print(f"{caught} of {len(mutants)} noticed ({caught / len(mutants):.1%})")
    if not options.files:
        REPORT.write_text(report(mutants, survivors), "utf-8")
    sys.exit(caught < WANTED * len(mutants))


if __name__ == "__main__":
    main()
