"""The figures of a match: a line for each bot of the line-up, with intervals over blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from caboose.boards.limits import MAX_SEATS
from caboose.lab.intervals import Estimate, certain_share, estimate
from caboose.lab.parallel_play import Games
from caboose.lab.played_game import PlayedGame

WHOLE_WIN = lcm(*range(1, MAX_SEATS + 1))  # a win that any number of seats can share evenly


@dataclass(frozen=True)
class BotLine:
    """One bot of the line-up, over all its games."""

    bot: str
    place: int  # in the line-up, from 0
    win_share: Estimate  # seats that tie for the win share it
    margin: Estimate  # own points minus the best other's
    score: Estimate
    completed: float  # tickets completed per game
    kept: float  # tickets kept per game
    decisions: float  # per game
    seconds_per_decision: float


@dataclass(frozen=True)
class Standings:
    """All lines of a match."""

    lines: tuple[BotLine, ...]
    games: int
    deals: int
    turns: float  # of all seats, per game
    deadlocks: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)


def standings(blocks: Sequence[Games]) -> Standings:
    """The figures of finished blocks, all of the same line-up."""
    games = [game for block in blocks for game in block]
    lines = [_bot_line(blocks, games, place) for place in range(len(blocks[0]))]
    return Standings(
        lines=tuple(lines),
        games=len(games),
        deals=len(blocks),
        turns=sum(game.turns for game in games) / len(games),
        deadlocks=sum(game.end_reason == "deadlock" for game in games),
    )


def _bot_line(blocks: Sequence[Games], games: Sequence[PlayedGame], place: int) -> BotLine:
    sums = np.array([_measure(block, place) for block in blocks], np.int64).sum(axis=1)
    win, margin, score = estimate(sums, unit=len(blocks[0]))
    share = Estimate(win.mean / WHOLE_WIN, win.low / WHOLE_WIN, win.high / WHOLE_WIN)
    decisions = sum(game.decisions[seat_of(game, place)] for game in games)
    return BotLine(
        bot=games[0].lineup[place],
        place=place,
        win_share=certain_share(share, len(blocks)),
        margin=margin,
        score=score,
        completed=sum(game.completed[seat_of(game, place)] for game in games) / len(games),
        kept=sum(game.kept[seat_of(game, place)] for game in games) / len(games),
        decisions=decisions / len(games),
        seconds_per_decision=sum(game.seconds[seat_of(game, place)] for game in games) / decisions,
    )


def seat_of(game: PlayedGame, place: int) -> int:
    """Where the bot at a place of the line-up sat."""
    return (place + game.rotation) % game.seats


def _measure(block: Games, place: int) -> list[tuple[int, int, int]]:
    """Win, margin and score of a bot in each game of a block, in whole numbers."""
    return [_measure_game(game, seat_of(game, place)) for game in block]


def _measure_game(game: PlayedGame, seat: int) -> tuple[int, int, int]:
    win = WHOLE_WIN // game.ranks.count(1) if game.ranks[seat] == 1 else 0
    best_other = max(total for s, total in enumerate(game.totals) if s != seat)
    return win, game.totals[seat] - best_other, game.totals[seat]


def block_score(block: Games, place: int = 0) -> Fraction:
    """The mean share of the wins of a bot in a block."""
    wins = sum(measure[0] for measure in _measure(block, place))
    return Fraction(wins, WHOLE_WIN * len(block))


# --- for the eye ----------------------------------------------------------------------------------


def standings_table(figures: Standings) -> Table:
    """The figures as a table, a row for each bot."""
    table = Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column("bot", overflow="fold", min_width=8)
    for name in ("win %", "95 %", "margin", "95 %", "points", "tickets", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in figures.lines:
        table.add_row(
            line.bot,
            f"{100 * line.win_share.mean:.1f}",
            f"{100 * line.win_share.low:.1f} to {100 * line.win_share.high:.1f}",
            f"{line.margin.mean:+.1f}",
            f"{line.margin.low:+.1f} to {line.margin.high:+.1f}",
            f"{line.score.mean:.1f}",
            f"{line.completed:.1f}/{line.kept:.1f}",
            show_time(line.seconds_per_decision),
        )
    return table


def show_time(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1e3 * seconds:.3g} ms" if seconds >= 0.001 else f"{1e6 * seconds:.0f} µs"


def caption(figures: Standings) -> str:
    """What holds for the whole match, in a line below the table."""
    deadlocks = f", {figures.deadlocks} ended in a deadlock" if figures.deadlocks else ""
    return (
        f"{figures.games} games over {figures.deals} deals{deadlocks}; {figures.turns:.1f} turns"
        f" a game. Margin: to the best other bot. Tickets: completed/kept. Time: per decision."
    )
