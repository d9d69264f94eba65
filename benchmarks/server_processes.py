"""What an action costs when several processes share the work.

The same load over one PostgreSQL, carried by 1, 2, 4 and 8 processes: routed, so that both
connections of a table go to one process, and not routed at all, so that they never do. What counts
is processor time, statements and lines for each action, which a busy machine blurs less than times.

    python -m benchmarks.server_processes                          everything (some ten minutes)
    python -m benchmarks.server_processes --processes 1,4 --routed     only these

A whole measurement is written into results/speed.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import re
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from benchmarks.processes_plot import plot
from benchmarks.results import circumstances, in_words, keep
from benchmarks.server import empty_database, loading, processor, servers
from benchmarks.server_load import Load
from tests.support.server.server_process import Running

PROCESSES = (1, 2, 4, 8)
SETTLE = 22.0  # seconds
WINDOWS = 4  # of each measurement; what counts is their median
STORED = "caboose_actions_stored_total"
COUNTED = {
    STORED: "actions",
    "caboose_statements_total": "statements",
    "caboose_commits_total": "commits",
    "caboose_lines_total": "lines",
}


@dataclass
class Cost:
    """What one action cost with so many processes."""

    processes: int
    routed: bool
    reached: float  # actions per second
    p50: float  # milliseconds
    p99: float
    processor: float  # milliseconds of all server processes
    statements: float
    commits: float
    lines: float  # that were heard from other processes
    refused: int


@dataclass
class Mark:
    """What all processes together have used and counted up to a moment."""

    used: float  # seconds of processor time
    counted: dict[str, float]

    @classmethod
    def of(cls, processes: list[Running]) -> Mark:
        """Up to now."""
        used = sum(map(processor, processes))
        said = [_metrics(process) for process in processes]
        return cls(used, {name: sum(_value(text, name) for text in said) for name in COUNTED})

    def since(self, earlier: Mark) -> dict[str, float]:
        """For each action that was stored since then."""
        grown = {name: self.counted[name] - earlier.counted[name] for name in COUNTED}
        stored = max(1.0, grown.pop(STORED))
        costs = {COUNTED[name]: number / stored for name, number in grown.items()}
        return {"processor": 1000 * (self.used - earlier.used) / stored, **costs}


def _metrics(process: Running) -> str:
    with urlopen(f"{process.url}/metrics", timeout=30) as answer:
        return str(answer.read().decode())


def _value(text: str, name: str) -> float:
    found = re.search(rf"^{name} (\S+)", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def measure(number: int, routed: bool, tables: int, rate: float, seconds: float) -> Cost:
    """Put the load on so many fresh processes."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(empty_database("postgresql", folder))
        processes = stack.enter_context(servers(folder, database, number))
        urls = [each.url for each in processes]
        load = Load(urls, tables, rate, seconds, routed=routed, settle=SETTLE if routed else 1.0)
        said = stack.enter_context(loading(load))
        assert said().strip() == "begin"
        marks = [Mark.of(processes)]
        for _ in range(WINDOWS):
            time.sleep(seconds / WINDOWS)
            marks.append(Mark.of(processes))
        assert said().strip() == "end"
        seen = json.loads(said())
    times = sorted(seen["times"])
    each = [later.since(earlier) for earlier, later in itertools.pairwise(marks)]
    median = {name: round(statistics.median(cost[name] for cost in each), 3) for name in each[0]}
    return Cost(
        processes=number,
        routed=routed,
        reached=round(len(times) / seconds, 1),
        p50=round(1000 * times[len(times) // 2], 1),
        p99=round(1000 * times[int(len(times) * 0.99)], 1),
        **median,
        refused=seen["refused"],
    )


def write(costs: list[Cost], asked: argparse.Namespace, before: dict[str, Any]) -> None:
    """Keep the figures, the plot and a page."""
    figures: dict[str, Any] = {
        **before,
        "tables": asked.tables,
        "rate": asked.rate,
        "seconds": asked.seconds,
        "costs": [asdict(cost) for cost in costs],
    }
    keep("processes", figures, plot(figures["costs"]), table(figures))


def table(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        (
            f"{in_words(figures)}; {figures['tables']:,} tables, {figures['rate']:.0f} actions"
            f" a second, {figures['seconds']:.0f} seconds each."
        ),
        "",
        (
            "| processes | routed | reached /s | p50 ms | p99 ms | processor ms | of one process |"
            " statements | commits | lines |"
        ),
        "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    one = figures["costs"][0]["processor"]
    lines += [
        f"| {c['processes']} | {'yes' if c['routed'] else 'no'} | {c['reached']:.0f} |"
        f" {c['p50']:.0f} | {c['p99']:.0f} | {c['processor']:.2f} | {c['processor'] / one:.2f} |"
        f" {c['statements']:.2f} | {c['commits']:.3f} | {c['lines']:.3f} |"
        for c in figures["costs"]
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure what is asked for; write only a whole measurement."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--processes", default=",".join(map(str, PROCESSES)))
    said.add_argument("--tables", type=int, default=600)
    said.add_argument("--rate", type=float, default=600.0)
    said.add_argument("--seconds", type=float, default=10.0)
    said.add_argument("--routed", action=argparse.BooleanOptionalAction)
    asked = said.parse_args()
    ways = [True, False] if asked.routed is None else [asked.routed]
    costs: list[Cost] = []
    before = circumstances()
    for number in map(int, asked.processes.split(",")):
        for routed in ways:
            if number > 1 or routed:
                costs.append(measure(number, routed, asked.tables, asked.rate, asked.seconds))
                print(costs[-1], flush=True)
    if asked.routed is None and {cost.processes for cost in costs} == set(PROCESSES):
        write(costs, asked, before)


if __name__ == "__main__":
    main()
