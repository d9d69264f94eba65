"""The value, made from nothing: games, their positions, two nets, a gate, and figures.

Positions are kept by table, the numbers in a file, so that a run that was interrupted goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from caboose.boards import editions, find
from caboose.learning.certificate import commit, sources_hash
from caboose.learning.fit_value import expect_tickets, fit_seats, fit_tickets, hide_styles
from caboose.learning.judge_value import (
    all_tables,
    judge,
    judge_tables,
    nets_from,
    ticket_points,
)
from caboose.learning.run_folder import NotLearned, check_settings
from caboose.learning.stages import tell
from caboose.learning.value_page import publish
from caboose.learning.value_rows import Rows, Tables, load_rows, play_rows
from caboose.players.value.value_weights import FILE, digest_of, nets_of, read_file

COMMAND = "python -m caboose.learning --only value"
SEED = 1
PERCENT = 100  # of these deals, unless somebody wants more or fewer
DEALS = {2: 4000, 3: 1500, 4: 1250, 5: 1000}  # of every edition, by seats
MORE = {"usa": 2}  # so many times as many
BOTS = (  # whoever plays a seat is drawn from these
    "engineer",
    "engineer",
    "engineer",
    "express",
    "express",
    "planner",
    "racer",
    "tourist",
    "hungry",
)
MADE_BY = ("value_rows", "fit_value", "net_fitting", "value_school")  # modules
OFF = 0.03  # a tenth may be off by so much
FEW = 500  # in a tenth say nothing
NO_WORSE = 1.005  # times the loss of the numbers before


class ValueSchool:
    """One run."""

    def __init__(self, folder: Path, percent: int = PERCENT) -> None:
        self.folder, self.percent = folder / f"value-{SEED}-{percent}", percent
        self.folder.mkdir(parents=True, exist_ok=True)
        check_settings(self.folder, self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """What files of a run must have in common to be of use to each other."""
        told = {
            "seed": SEED,
            "percent": self.percent,
            "deals": DEALS,
            "more": MORE,
            "bots": BOTS,
            "sources": sources_hash(MADE_BY),
        }
        return dict(json.loads(json.dumps(told)))

    def run(self, is_kept: bool) -> dict[str, Any]:
        """All of it; numbers are kept only if they pass the gate."""
        numbers = self.numbers()
        passed = self.gate(numbers)
        if not passed["passed"]:
            raise NotLearned(f"the value did not pass its gate: {'; '.join(passed['why'])}.")
        if is_kept:
            self.install(numbers, passed)
            publish(judge(numbers))
        return numbers

    def numbers(self) -> dict[str, Any]:
        """What was learned; from its file if it was learned before."""
        file = self.folder / "numbers.json"
        if not file.exists():
            file.write_text(json.dumps(self.fit()) + "\n", "utf-8")
        kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return kept

    def fit(self) -> dict[str, Any]:
        """Play what was not played yet, and fit both nets."""
        self.play()
        rng, some = np.random.default_rng(SEED), list(self.tables())
        parts = [load_rows(self.file(tables)) for tables in some]
        for rows in parts:
            hide_styles(rows, rng)
        begin = time.process_time()
        ticket = fit_tickets(parts, rng)
        for tables, rows in zip(some, parts, strict=True):
            expect_tickets(rows, ticket, ticket_points(tables.game))
        seat = fit_seats(parts, rng)
        positions = sum(len(rows.totals) for rows in parts)
        seconds = time.process_time() - begin
        tell(f"value: fitted to {positions:,} positions, {seconds:.0f} seconds of one core")
        return {"ticket": ticket.to_dict(), "seat": seat.to_dict()}

    def play(self) -> None:
        """Play the games of each table that was not played before."""
        left = [tables for tables in self.tables() if not self.file(tables).exists()]
        begin = time.process_time()
        for place, tables in enumerate(left, start=1):
            rows: Rows = play_rows(tables, f"{SEED}")[0]
            rows.save(self.file(tables))
            seconds = time.process_time() - begin
            tell(
                f"value, {tables}: {len(rows.totals):,} positions; {place} of {len(left)} tables,"
                f" {seconds:.0f} s of one core"
            )

    def tables(self) -> Iterator[Tables]:
        """Tables of every edition with every number of seats."""
        for edition in editions():
            for seats, deals in DEALS.items():
                if seats <= find(edition).max_seats:
                    count = max(1, deals * MORE.get(edition, 1) * self.percent // 100)
                    yield Tables(edition, seats, count, BOTS)

    def file(self, tables: Tables) -> Path:
        """Where the positions of a table are kept."""
        return self.folder / f"rows-{tables.game.edition.id}-{tables.seats}.npz"

    def gate(self, numbers: dict[str, Any]) -> dict[str, Any]:
        """On deals of its own: is it calibrated, worth something, and no worse than before?"""
        some = list(all_tables(BOTS, self.percent))
        found = judge_tables(some, nets_from(numbers), "gate")
        loss, before = mean_loss(found), None
        kept = kept_numbers()
        if kept is not None:
            before = mean_loss(judge_tables(some, nets_from(kept), "gate"))
        why = list(failings(found, loss, before))
        return {"passed": not why, "why": why, "loss": round(loss, 4), "before": before}

    @property
    def command(self) -> str:
        """What makes the same numbers."""
        return f"{COMMAND} --games {self.percent} --install"

    def install(self, numbers: dict[str, Any], gate: dict[str, Any]) -> None:
        """Put the numbers into the package, with their birth certificate."""
        whole = {
            "certificate": {
                "command": self.command,
                **self.settings,
                "commit": commit(),
                "hash": digest_of(numbers),
                "gate": gate,
            },
            "numbers": numbers,
        }
        file = Path(str(files("caboose.players.value").joinpath(FILE)))
        file.write_text(json.dumps(whole) + "\n", "utf-8")


def kept_numbers() -> dict[str, Any] | None:
    """The numbers in the package, if there are any for these facts."""
    try:
        numbers: dict[str, Any] = read_file()["numbers"]
        nets_of(numbers)
    except (FileNotFoundError, ValueError):
        return None
    return numbers


def mean_loss(found: dict[str, Any]) -> float:
    """The mean over all tables."""
    return float(np.mean([row["loss"] for row in found["tables"]]))


def failings(found: dict[str, Any], loss: float, before: float | None) -> Iterator[str]:
    """Why numbers do not pass."""
    for row in found["tables"]:
        if row["untold"] >= row["constant"]:
            yield f"{row['table']} is no better than even shares"
    for kind, rows in found["deciles"].items():
        for place, row in enumerate(rows):
            if row["moments"] >= FEW and abs(row["said"] - row["won"]) > OFF:
                yield f"tenth {place + 1} ({kind}) says {row['said']:.3f}, {row['won']:.3f} came"
    if before is not None and loss > NO_WORSE * before:
        yield f"its loss is {loss:.4f}, that of the numbers in the package {before:.4f}"
