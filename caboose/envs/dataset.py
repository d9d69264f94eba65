"""Data to learn from: every decision of many games as a row, in files of Parquet.

A dataset is a folder: `part-00000.parquet` and so on, and `card.md` with `card.json`, which say how
it was made and what the columns mean. Rows are written as they come, some thousands at a time, so
it may be larger than memory.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine.game import Game
from caboose.engine.numbering import ACTIONS
from caboose.envs.game_rows import DatasetGame, need_polars, rows_of
from caboose.envs.observation_layout import layout_of

FORMAT = "caboose dataset 1"
PART = 20_000  # rows of a file
SECRETS = (
    "It holds what its seats could not see (`tickets`, `completed`): for training, never for a"
    " player. Split it by `game`: decisions of one game share their outcome."
)

# What each column means; lists by seat are counted from the seat that decides, in order of play.
COLUMNS = {
    "game": "the number of the game in this dataset, from 0; split by it, never by rows",
    "step": "the number of the decision in its game, from 0",
    "seat": "the seat that decided",
    "bot": "who decided",
    "observation": "what the seat saw: a compact observation (see the page on environments)",
    "mask": "the legal actions, by number",
    "action": "the number of the action that was played",
    "points": "value target: the final points of all seats",
    "rank": "outcome: the final rank of the seat that decided, 1 for a winner",
    "win": "outcome: its share of the win, 1 or 0, or a part of a shared one",
    "margin": "value target: its final points minus those of the best other seat",
    "left": "value target: how many decisions the seat had left in this game, this one included",
    "tickets": "truth, hidden from the seat: the tickets each seat held then, seats by tickets",
    "completed": "truth: of all tickets, which each seat had completed in the end",
}


def write_dataset(
    folder: Path,
    game: Game,
    games: Iterable[DatasetGame],
    made_by: str,
    on_progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Write all decisions of some games, part by part, and the card; what the card says."""
    polars = need_polars()
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} holds something already; choose another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    rows, parts, count, written = list[dict[str, Any]](), list[dict[str, Any]](), 0, 0
    bots: dict[str, int] = {}
    for count, played in enumerate(games, start=1):
        rows += rows_of(game, played, count - 1)
        for bot in played.bots:
            bots[bot] = bots.get(bot, 0) + 1
        on_progress(count)
        while len(rows) >= PART:
            parts.append(_write_part(polars, folder, len(parts), game, rows[:PART]))
            rows = rows[PART:]
    if rows:
        parts.append(_write_part(polars, folder, len(parts), game, rows))
    written = sum(part["rows"] for part in parts)
    card = {
        "format": FORMAT, "made_by": made_by, "edition": game.name, "seats": game.seats,
        "board": game.edition.digest, "rules": game.rules, "games": count, "rows": written,
        "bots": bots, "observation_width": layout_of(game, compact=True).width,
        "tickets_per_seat": len(game.edition.tickets), "parts": parts, "columns": COLUMNS,
    }  # fmt: skip
    (folder / "card.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
    (folder / "card.md").write_text(write_card(card), "utf-8")
    return card


def _write_part(
    polars: Any, folder: Path, number: int, game: Game, rows: list[dict[str, Any]]
) -> dict[str, Any]:
    """Write one file of rows; its name, size and hash."""
    file = folder / f"part-{number:05}.parquet"
    schema = schema_of(polars, game)
    columns = {
        name: polars.Series(name, np.array([row[name] for row in rows]), dtype=kind)
        if isinstance(kind, polars.Array)
        else polars.Series(name, [row[name] for row in rows], dtype=kind)
        for name, kind in schema.items()
    }
    polars.DataFrame(columns).write_parquet(file, compression="zstd")
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return {"file": file.name, "rows": len(rows), "sha256": digest}


def schema_of(polars: Any, game: Game) -> dict[str, Any]:
    """The columns with their types, for one game."""
    seats, tickets = game.seats, game.seats * len(game.edition.tickets)
    width = layout_of(game, compact=True).width
    kinds = {
        "game": polars.Int64, "step": polars.Int32, "seat": polars.Int8, "bot": polars.String,
        "observation": polars.Array(polars.Int16, width),
        "mask": polars.Array(polars.Boolean, ACTIONS), "action": polars.Int16,
        "points": polars.Array(polars.Int64, seats), "rank": polars.Int8, "win": polars.Float32,
        "margin": polars.Int32, "left": polars.Int32,
        "tickets": polars.Array(polars.Boolean, tickets),
        "completed": polars.Array(polars.Boolean, tickets),
    }  # fmt: skip
    return {name: kinds[name] for name in COLUMNS}


def write_card(card: dict[str, Any]) -> str:
    """The card, for people."""
    bots = ", ".join(f"{bot} ({seats} seats)" for bot, seats in card["bots"].items())
    made = (
        f"{card['rows']} decisions, made by `{card['made_by']}` under rules {card['rules']}, board"
        f" {card['board']}. Who played: {bots}."
    )
    lines = [
        f"# A dataset of {card['games']} games of {card['edition']}, {card['seats']} seats",
        "",
        made,
        "",
        SECRETS,
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in card["columns"].items()),
        "",
        "| file | rows | SHA-256 |",
        "|---|--:|---|",
        *(f"| {part['file']} | {part['rows']} | {part['sha256']} |" for part in card["parts"]),
    ]
    return "\n".join(lines) + "\n"
