"""The figures of a ladder, all in whole numbers, so that they are the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

from caboose.boards.limits import MAX_SEATS
from caboose.lab.head_to_head import HeadToHead, count_circles, count_head_to_head, worst_case
from caboose.lab.played_game import PlayedGame
from caboose.lab.rating import Finish, rate

WHOLE_WIN = lcm(*range(1, MAX_SEATS + 1))  # a win that any number of seats can share evenly


def work_out(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Ratings, sums and the raw matrix; the strongest bot first."""
    finishes = [Finish(game.block, game.bots, game.ranks) for game in games]
    ratings = rate(finishes)
    meetings = count_head_to_head(finishes, [rating.bot for rating in ratings])
    sums = _sums(games)
    circles, trios = count_circles(meetings)
    return {
        "played": len(games),
        "deals": len({game.block for game in games}),
        "turns": sum(game.turns for game in games),
        "deadlocks": sum(game.end_reason == "deadlock" for game in games),
        "circles": circles,
        "trios": trios,
        "lines": [
            {
                "bot": rating.bot,
                "elo": round(rating.elo),
                "error": round(rating.error),
                **sums[rating.bot],
                "worst": _worst(meetings, place),
            }
            for place, rating in enumerate(ratings)
        ],
        "half_points": [list(row) for row in meetings.half_points],
        "meetings": [list(row) for row in meetings.games],
    }


def _sums(games: Sequence[PlayedGame]) -> dict[str, dict[str, int]]:
    """For every bot what its games add up to; a whole win counts 60, so that it can be shared."""
    sums: dict[str, dict[str, int]] = {}
    for game in games:
        win = WHOLE_WIN // game.ranks.count(1)
        for seat, bot in enumerate(game.bots):
            line = sums.setdefault(
                bot, {"games": 0, "wins": 0, "points": 0, "completed": 0, "kept": 0, "ranks": 0}
            )
            line["games"] += 1
            line["wins"] += win if game.ranks[seat] == 1 else 0
            line["points"] += game.totals[seat]
            line["completed"] += game.completed[seat]
            line["kept"] += game.kept[seat]
            line["ranks"] += game.ranks[seat]
    return sums


def _worst(meetings: HeadToHead, row: int) -> dict[str, Any] | None:
    """Against whom a bot does worst."""
    column = worst_case(meetings, row)
    if column is None:
        return None
    return {
        "bot": meetings.bots[column],
        "half_points": meetings.half_points[row][column],
        "games": meetings.games[row][column],
    }
