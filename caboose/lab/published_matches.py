"""Matches that are published: figures and all games side by side, and the table they make."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from caboose.lab.match import Match, MatchResult
from caboose.lab.match_folder import write_whole
from caboose.lab.parallel_play import Games
from caboose.lab.played_game import PlayedGame, read_games, replay_game, write_games
from caboose.lab.standings import show_time, standings

BEGIN, END = "<!-- matches:begin -->\n", "<!-- matches:end -->"
HEAD = (
    "| the first | against | edition | games | wins % | 95 % | margin | 95 % | points | time |",
    "|---|---|---|--:|--:|--:|--:|--:|--:|--:|",
)


class BadMatch(ValueError):
    """A published match that does not follow from its games."""


def name_of(match: Match) -> str:
    """What the files of a match are called."""
    words = [match.game.edition.id, str(match.game.seats), *dict.fromkeys(match.lineup)]
    return "-".join(re.sub(r"\W+", "_", word).strip("_") for word in words)


def publish_match(result: MatchResult, folder: Path) -> None:
    """Write a match's figures and all its games."""
    folder.mkdir(parents=True, exist_ok=True)
    name = name_of(result.match)
    write_games(folder / f"{name}.parquet", result.games)
    write_whole(folder / f"{name}.json", json.dumps(result.to_dict(), indent=1) + "\n")


def read_figures(folder: Path) -> dict[str, dict[str, Any]]:
    """The published figures by name, the most games first."""
    found = {file.stem: json.loads(file.read_text("utf-8")) for file in folder.glob("*.json")}
    return dict(sorted(found.items(), key=lambda one: (-one[1]["games"], one[0])))


def check_match(name: str, published: dict[str, Any], stored: Path) -> list[PlayedGame]:
    """Replay a match's games and work its figures out again; the games."""
    try:
        games = read_games(stored)
        for game in games:
            replay_game(game, history=False)
    except (OSError, ValueError) as error:
        raise BadMatch(f"{name}: {error}") from None
    found = json.loads(json.dumps(standings(blocks_of(games)).to_dict()))
    for fact, value in found.items():
        if published[fact] != value:
            raise BadMatch(f"{name}: {fact} is published otherwise than its games give it.")
    return games


def blocks_of(games: Sequence[PlayedGame]) -> list[Games]:
    """Games by deal."""
    blocks: dict[int, list[PlayedGame]] = {}
    for game in games:
        blocks.setdefault(game.block, []).append(game)
    return [tuple(block) for block in blocks.values()]


def matches_table(matches: Iterable[dict[str, Any]]) -> str:
    """The published matches as Markdown, a row each: how the first of the line-up did."""
    return "\n".join([*HEAD, *(_row(figures) for figures in matches)]) + "\n"


def _row(figures: dict[str, Any]) -> str:
    line, others = figures["lines"][0], figures["bots"][1:]
    wins, margin = line["win_share"], line["margin"]
    cells = [
        f"`{line['bot']}`",
        ", ".join(f"{others.count(bot)} × `{bot}`".removeprefix("1 × ") for bot in unique(others)),
        f"`{figures['edition']}`",
        f"{figures['games']:,}",
        f"{100 * wins['mean']:.1f}",
        f"{100 * wins['low']:.1f}–{100 * wins['high']:.1f}",
        f"{margin['mean']:+.1f}",
        f"{margin['low']:+.1f} to {margin['high']:+.1f}",
        f"{line['score']['mean']:.1f}",
        show_time(line["seconds_per_decision"]),
    ]
    return f"| {' | '.join(cells)} |"


def unique(bots: Sequence[str]) -> list[str]:
    """Each bot once, in order."""
    return list(dict.fromkeys(bots))


def fill_matches(text: str, matches: Iterable[dict[str, Any]]) -> str:
    """A page with its table of matches made again."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadMatch(f"the page has no table between `{BEGIN.strip()}` and `{END}`.")
    return before + BEGIN + matches_table(matches) + END + after
