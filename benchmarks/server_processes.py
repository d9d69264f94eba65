"""What an action costs when several processes share the work.

The same load over one PostgreSQL, carried by 1, 2, 4 and 8 processes: routed, so that both
connections of a table go to one process, and not routed at all, so that they never do. What counts
is processor time, statements and lines for each action, which a busy machine blurs less than times.

    python -m benchmarks.server_processes                          everything (some ten minutes)
    python -m benchmarks.server_processes --processes 1,4 --routed     only these
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from benchmarks.server import empty_database, loading, processor, servers
from benchmarks.server_load import Load
from tests.support.server.server_process import Running

PROCESSES = (1, 2, 4, 8)
SETTLE = 22.0  # seconds
COUNTED = ("caboose_statements_total", "caboose_commits_total", "caboose_lines_total")


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


def counted(processes: list[Running]) -> dict[str, float]:
    """What all processes together have counted so far."""
    totals = dict.fromkeys(COUNTED, 0.0)
    for process in processes:
        with urlopen(f"{process.url}/metrics", timeout=30) as answer:
            said = answer.read().decode()
        for name in totals:
            found = re.search(rf"^{name} (\S+)", said, re.MULTILINE)
            totals[name] += float(found[1]) if found else 0.0
    return totals


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
        before, used = counted(processes), sum(map(processor, processes))
        assert said().strip() == "end"
        used = sum(map(processor, processes)) - used
        after, seen = counted(processes), json.loads(said())
    times = sorted(seen["times"])
    each = {name: round((after[name] - before[name]) / len(times), 3) for name in COUNTED}
    return Cost(
        processes=number,
        routed=routed,
        reached=round(len(times) / seconds, 1),
        p50=round(1000 * times[len(times) // 2], 1),
        p99=round(1000 * times[int(len(times) * 0.99)], 1),
        processor=round(1000 * used / len(times), 3),
        statements=each["caboose_statements_total"],
        commits=each["caboose_commits_total"],
        lines=each["caboose_lines_total"],
        refused=seen["refused"],
    )


def main() -> None:
    """Measure what is asked for."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--processes", default=",".join(map(str, PROCESSES)))
    said.add_argument("--tables", type=int, default=600)
    said.add_argument("--rate", type=float, default=600.0)
    said.add_argument("--seconds", type=float, default=10.0)
    said.add_argument("--routed", action=argparse.BooleanOptionalAction)
    asked = said.parse_args()
    ways = [True, False] if asked.routed is None else [asked.routed]
    costs = []
    for number in map(int, asked.processes.split(",")):
        for routed in ways:
            if number > 1 or routed:
                costs.append(measure(number, routed, asked.tables, asked.rate, asked.seconds))
                print(costs[-1], flush=True)


if __name__ == "__main__":
    main()
