"""Judging the learned player: on deals that nothing was learned from, and on strange boards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from caboose.engine.game import Game
from caboose.learning.practice import Array
from caboose.learning.strange_boards import strange_board
from caboose.learning.tables import fill_table
from caboose.learning.trial import Trial, try_out

PAGE = Path("docs/learned.md")
FIGURES = Path("results/learned.json")
GAMES = 3000
SEED = "judged"
STRANGE = range(101, 106)  # boards that nothing was learned on
RIVALS = (
    ("usa", 2, "express"),
    ("usa", 2, "planner"),
    ("usa", 2, "racer"),
    ("usa", 3, "express"),
    ("usa", 4, "express"),
    ("usa", 5, "express"),
    ("usa_anniversary", 2, "express"),
    ("usa_1910", 2, "express"),
    ("usa_1910", 4, "express"),
    ("usa_mega", 2, "express"),
    ("usa_mega", 4, "express"),
    ("usa_big_cities", 2, "express"),
    ("usa_big_cities", 4, "express"),
    ("london", 2, "express"),
    ("london", 4, "express"),
    ("new_york", 2, "express"),
    ("new_york", 4, "express"),
)


def matches(percent: int) -> Iterator[Trial]:
    """Every match: alone against copies of a rival."""
    for edition, seats, rival in RIVALS:
        deals = max(2, GAMES * percent // 100 // seats)
        yield Trial(Game(edition, seats), ("engineer", rival), deals, SEED)
    for board in STRANGE:
        for rival in ("express", "racer"):
            deals = max(2, GAMES * percent // 200)
            yield Trial(Game(strange_board(board), 2), ("engineer", rival), deals, SEED)


def judge(numbers: Array | None, percent: int = 100) -> list[dict[str, Any]]:
    """How the player did in each match, in percent of the wins and in points."""
    return [_judged(trial, numbers) for trial in matches(percent)]


def _judged(trial: Trial, numbers: Array | None) -> dict[str, Any]:
    result = try_out(trial, numbers)
    return {
        "edition": trial.game.edition.id,
        "seats": trial.game.seats,
        "against": trial.bots[-1],
        "games": result.games,
        "wins": round(100 * result.wins, 1),
        "wins_error": round(100 * result.wins_error, 1),
        "lead": round(result.lead, 1),
        "lead_error": round(result.lead_error, 1),
    }


def trials_table(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The matches as lines of a page."""
    yield "| edition, seats | against | games | wins | even | lead |"
    yield "|---|---|--:|--:|--:|--:|"
    for row in found:
        seats, others = row["seats"], f"{row['seats'] - 1} × " if row["seats"] > 2 else ""
        yield (
            f"| `{row['edition']}`, {seats} | {others}`{row['against']}` | {row['games']:,} |"
            f" {row['wins']:.1f} ± {row['wins_error']:.1f} % | {100 / seats:.0f} % |"
            f" {row['lead']:+.1f} ± {row['lead_error']:.1f} |"
        )


def publish(found: list[dict[str, Any]]) -> None:
    """Write the figures and the page; nothing where the sources are not at hand."""
    if PAGE.exists():
        FIGURES.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        page = fill_table(PAGE.read_text("utf-8"), "trials", trials_table(found))
        PAGE.write_text(page, "utf-8")
