"""Break the rules on purpose, one flip at a time, and see whether the rules tests notice.

Every comparison, number, branch, `and`/`or`, plus and minus in `caboose/engine/rules` is flipped in
a process of its own, and `tests/rules` runs there without Numba. A flip that no test notices is a
survivor: either a test is missing, or the flip changes nothing that can be seen, and then the
reason stands in REASONS. The result is written to `results/mutants.md`.
"""

import argparse
import ast
import copy
import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
RULES = Path("caboose/engine/rules")
REPORT = ROOT / "results" / "mutants.md"
WANTED = 0.95
PATIENCE = 5  # seconds of processor time for one test
NOTICED = 1

# The search for the longest path is judged by exhaustive search, not flip by flip: most flips in
# its bounds only make it slower.
JUDGED_OTHERWISE = ("longest_path.py", "trail_search.py")

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
    column: int
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
    line, column = getattr(node, "lineno", function.lineno), getattr(node, "col_offset", 0)
    before, after = one_line(node), one_line(flipped)
    return Mutant(file.name, line, column, function.name, before, after, source)


def _with(tree: ast.Module, node: ast.AST, flipped: ast.AST) -> ast.Module:
    """A copy of the tree in which one node is another."""
    return copy.deepcopy(tree, {id(node): flipped})


class Hunter:
    """A pytest plugin that collects the rules tests once and runs them on every mutant.

    Each mutant gets a process of its own, forked from this one: the flipped code is put into the
    functions there, the tests run until one notices, and the process is gone.
    """

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        self.survivors: list[Mutant] = []
        self.is_ready = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.is_ready = session.testscollected > 0 and not self.is_noticed(session, None)
        for mutant in self.mutants if self.is_ready else []:
            if not self.is_noticed(session, mutant):
                self.survivors.append(mutant)
                sys.stderr.write(f"survived, line {mutant.line}: {mutant.name}\n")
        return True

    def is_noticed(self, session: pytest.Session, mutant: Mutant | None) -> bool:
        """Does a test fail with this flip, or for None with the rules as they are?"""
        child = os.fork()
        if child > 0:
            return os.waitpid(child, 0)[1] != 0
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = NOTICED
        try:
            tests = session.items
            if mutant is not None:
                put_in(mutant)
                tests = own_chapter_first(session.items, mutant)
            code = run_tests(session, tests)
        finally:
            os._exit(code)


def put_in(mutant: Mutant) -> None:
    """Give the functions of the mutant's module the flipped code, wherever they were imported."""
    module = importlib.import_module(f"caboose.engine.rules.{Path(mutant.file).stem}")
    flipped: dict[str, Any] = {"__name__": module.__name__}
    exec(compile(mutant.source, mutant.file, "exec"), flipped)
    vars(module)[mutant.function].__code__ = flipped[mutant.function].__code__


def own_chapter_first(tests: list[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
    """All tests, those of the mutant's own chapter first."""
    return sorted(tests, key=lambda test: test.path.name != f"test_{mutant.file}")


def run_tests(session: pytest.Session, tests: list[pytest.Item]) -> int:
    """Run tests until one fails; 0 if none does."""
    for test in tests:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)  # an endless loop is noticed, too
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
        if session.testsfailed:
            return NOTICED
    return 0


def hunt(mutants: list[Mutant]) -> list[Mutant]:
    """The mutants that no test noticed."""
    hunter = Hunter(mutants)
    others = [f"--ignore=tests/rules/test_{name}" for name in JUDGED_OTHERWISE]
    pytest.main(["-q", "-p", "no:cacheprovider", *others, "tests/rules"], plugins=[hunter])
    if not hunter.is_ready:
        raise RuntimeError("tests/rules must pass before anything is broken on purpose.")
    return hunter.survivors


# Flips that change nothing anyone could see, with the reason. Keys as `Mutant.name`.
REASONS = {
    "claim_route.py can_pay_with: `locomotives >= length` -> `locomotives > length`": (
        "It is never asked about as many locomotives as spaces: locomotives alone are asked for"
        " on their own."
    ),
    "claim_route.py pay_for_route: `locomotives < length` -> `locomotives <= length`": (
        "Locomotives alone leave no card of the color to spend, and spending none changes nothing."
    ),
    "draw_tickets.py keep_tickets: `1` -> `2`": (
        "The place of a ticket that stays empty: any number below zero means none."
    ),
    "draw_tickets.py after_first_choice: `0` -> `1`": (
        "The event is never the first of its buffer; the last seat's own choice stands before it."
    ),
    "draw_tickets.py after_first_choice: `2` -> `3`": (
        "The counts of the event are read one after the other, wherever they begin."
    ),
    "scoring.py tie_breaker: `0` -> `1`": "A shared victory is the same for every seat.",
    "scoring.py is_ahead: `score.total[one] > score.total[other]` -> "
    "`score.total[one] >= score.total[other]`": "Only totals that differ come here.",
    "scoring.py is_ahead: `mine > theirs` -> `mine >= theirs`": (
        "Only tie-breakers that differ come here."
    ),
    "setup.py clear_cards: `0` -> `1`": (
        "The words of chance are filled again before the first card is drawn."
    ),
    "setup.py clear_tickets: `0` -> `1`": "The shuffle sets the size of the ticket deck.",
    "setup.py clear_seat: `0` -> `1`": (
        "The deal sets it for every seat that plays, and nobody looks at the others."
    ),
    "setup.py shuffle_tickets: `0` -> `1`": (
        "The words of chance are filled again before the first card is drawn."
    ),
    "setup.py open_routes: `0` -> `1`": (
        "Route 0 is on every board; route 64, where there is none, can be paid for by no hand."
    ),
    "turn.py may_decide: `state.offer_size[seat] > 0` -> `state.offer_size[seat] >= 0`": (
        "A seat that has chosen can keep nothing of an empty offer, so nothing is listed for it."
    ),
    "turn.py list_claims: `64` -> `65`": "A word has no bit 64.",
}


def report(mutants: list[Mutant], survivors: list[Mutant]) -> str:
    """The page of results."""
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
        where = f"{mutant.file}:{mutant.line} `{mutant.function}`"
        lines.append(f"| {where} | {flip} | {reason} |")
    return "\n".join(lines) + "\n"


def share(files: list[str], workers: int, place: int) -> list[Mutant]:
    """Every so-many-th mutant of the files."""
    chosen = [file for file in sorted((ROOT / RULES).glob("*.py")) if file.name in files]
    return [mutant for file in chosen for mutant in mutants_of(file)][place::workers]


def main() -> None:
    """Hunt the mutants of all rules files, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="only these files, e.g. deck.py")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    os.environ["CABOOSE_INTERPRETED"] = "1"
    os.chdir(ROOT)
    everything = [f.name for f in (ROOT / RULES).glob("*.py") if f.name not in JUDGED_OTHERWISE]
    files = options.files or everything
    mutants = share(files, 1, 0)
    shares = [share(files, options.workers, place) for place in range(options.workers)]
    with ProcessPoolExecutor(options.workers) as pool:
        found = {mutant for part in pool.map(hunt, shares) for mutant in part}
    survivors = [mutant for mutant in mutants if mutant in found]
    caught = len(mutants) - len(survivors)
    print(f"{caught} of {len(mutants)} noticed ({caught / len(mutants):.1%})")
    if not options.files:
        REPORT.write_text(report(mutants, survivors), "utf-8")
    sys.exit(caught < WANTED * len(mutants))


if __name__ == "__main__":
    main()
