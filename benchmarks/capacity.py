"""What many running games take: the simulation behind docs/capacity.md.

    python -m benchmarks.capacity            prints the tables of that page
    python -m benchmarks.capacity --json FILE

From figures (`Measured`, each with the command that measures it) follow the sums. What sums do not
say is simulated: how evenly a consistent hash spreads tables over processes, and how full a
process may be until one in a hundred waits too long.
"""

from __future__ import annotations

import argparse
import bisect
import hashlib
import heapq
import json
import random
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.results import FOLDER

GAMES = (10_000, 1_000_000, 100_000_000)
MARGIN = 0.6  # how full a process is planned to be: a machine is never as quiet as a simulation
GOAL = 0.100  # seconds: p99 from a command to shown
RING_POINTS = 160  # of each server, as nginx has them


def of_an_action() -> float:
    """Seconds of a process: the most that was measured where tables have a home.

    That is with the most processes, each with all that it does whether or not it is played on.
    """
    figures = json.loads((FOLDER / "processes.json").read_text("utf-8"))
    costs = [float(each["processor"]) for each in figures["costs"] if each["routed"]]
    return max(costs) / 1000


@dataclass(frozen=True)
class Measured:
    """What one action and one table cost."""

    processor: float = field(default_factory=of_an_action)  # `benchmarks.server_processes`
    database: float = 0.00005  # seconds of PostgreSQL, in commits of twenty; its processes' times
    memory: float = 120e3  # bytes of a process for a table; `make bench-server`
    row: float = 250.0  # bytes in its table and indexes; `benchmarks.capacity_figures`
    log: float = 470.0  # bytes that PostgreSQL writes ahead; the same
    sent: float = 4_600.0  # bytes of the views for a table's two connections; the same
    analysis: float = 16.8  # seconds of a game for two on the USA, standard depth: docs/analysis.md
    # Not measured but assumed: a person takes some ten seconds for each action, a game some 150 of
    # them, and one game in twenty is analysed.
    pace: float = 0.1  # actions a second at a table
    game: float = 150.0
    analysed: float = 0.05


@dataclass(frozen=True)
class Needs:
    """What so many running games take."""

    games: int
    actions: float  # a second
    processes: int
    cores_of_databases: float
    cores_of_analyses: float
    memory: float  # bytes
    sent: float  # bytes a second
    log: float  # bytes a second
    kept: float  # bytes a day
    databases: int


def ring(processes: int) -> list[tuple[int, int]]:
    """The points of a consistent hash, each with the process that it leads to."""
    return sorted(
        (_point(f"process {n} {point}"), n)
        for n in range(processes)
        for point in range(RING_POINTS)
    )


def _point(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def fullest(processes: int, tables: int = 200_000) -> float:
    """How much more than its share the fullest process has."""
    points = ring(processes)
    keys = [point for point, _ in points]
    counts = [0] * processes
    for table in range(tables):
        place = bisect.bisect(keys, _point(f"table {table}")) % len(points)
        counts[points[place][1]] += 1
    return max(counts) * processes / tables


def waits(full: float, measured: Measured, moment: float = 0.025, commit: float = 0.008) -> float:
    """p99 in seconds, of a process that is so full: one queue, stored in commits."""
    rng = random.Random(1)
    rate = full / measured.processor
    now = free = stored_at = 0.0
    times: list[float] = []
    for _ in range(60_000):
        now += rng.expovariate(rate)
        free = max(free, now) + measured.processor * rng.uniform(0.5, 1.5)
        if free > stored_at:  # the next commit begins a moment after the last
            stored_at = max(free, stored_at + moment) + commit * rng.uniform(0.5, 2.0)
        times.append(max(free, stored_at) - now)
    return sorted(times)[int(len(times) * 0.99)]


def how_full(measured: Measured) -> float:
    """The load at which one in a hundred waits as long as the goal allows."""
    return max(full / 100 for full in range(30, 100, 5) if waits(full / 100, measured) < GOAL)


def needs(games: int, measured: Measured, full: float) -> Needs:
    """What so many running games take."""
    actions = games * measured.pace
    cores = actions * measured.database
    processes = max(1, round(actions * measured.processor / full + 0.5))
    per_database = 16 * 0.6 / measured.database  # actions a second: sixteen cores, not too full
    return Needs(
        games=games,
        actions=actions,
        processes=processes,
        cores_of_databases=round(cores, 2),
        cores_of_analyses=round(actions / measured.game * measured.analysed * measured.analysis, 1),
        memory=games * measured.memory,
        sent=actions * measured.sent,
        log=actions * measured.log,
        kept=actions * measured.row * 86_400,
        databases=max(1, round(actions / per_database + 0.5)),
    )


def slowest_after_a_loss(processes: int, tables: int = 100_000) -> float:
    """The share of a lost process's tables that its heaviest heir gets."""
    points = ring(processes)
    keys = [point for point, _ in points]
    heirs: dict[int, int] = {}
    lost = 0
    for table in range(tables):
        place = bisect.bisect(keys, _point(f"table {table}")) % len(points)
        if points[place][1] == 0:
            lost += 1
            while points[place][1] == 0:
                place = (place + 1) % len(points)
            heirs[points[place][1]] = heirs.get(points[place][1], 0) + 1
    return heapq.nlargest(1, heirs.values())[0] / lost


def main() -> None:
    """Print what docs/capacity.md shows."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--json", type=Path)
    asked = said.parse_args()
    measured = Measured()
    full = min(MARGIN, how_full(measured))
    found = {
        "measured": asdict(measured),
        "how_full": how_full(measured),
        "p99_ms": {
            f"{f:.0%}": round(1000 * waits(f, measured)) for f in (0.3, 0.6, 0.8, 0.9, 0.95)
        },
        "fullest": {n: round(fullest(n), 2) for n in (2, 4, 8, 64)},
        "heaviest_heir": {n: round(slowest_after_a_loss(n), 2) for n in (4, 8, 64)},
        "needs": [asdict(needs(games, measured, full)) for games in GAMES],
    }
    print(json.dumps(found, indent=1))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
