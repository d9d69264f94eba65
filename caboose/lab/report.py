"""What a board plays like, by strong bots playing it against themselves: figures for designers.

Every game is another deal, so games are independent and errors are standard errors. What a route
or a ticket is worth is not its points: it is how far the seat that got it ended above, or below,
the average of its table.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from typing import Any

from caboose.engine.game import Game
from caboose.lab.blocks import make_block
from caboose.lab.bot_game import play_game
from caboose.lab.game_summary import TROUBLES, GameSummary, summarize_game
from caboose.lab.played_game import replay_game
from caboose.players import PLAYERS, make_player

STRONG = ("express", "planner", "racer", "tourist")  # the first that there is plays
CHUNK = 10  # deals handed to a worker at a time


@dataclass(frozen=True)
class Deals:
    """Some games of a report, to be played by one worker."""

    game: Game
    name: str  # of the game; one that travels to a worker forgets it
    bot: str
    seed: int
    numbers: range


def strongest_bot() -> str:
    """The bot that plays when none is named."""
    return next(bot for bot in STRONG if bot in PLAYERS)


def make_report(
    game: Game,
    games: int,
    *,
    bot: str | None = None,
    seed: int = 0,
    workers: int = 1,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> dict[str, Any]:
    """Play the games and work out all figures of the report."""
    bot = bot or strongest_bot()
    make_player(bot, 0)  # an unknown bot is refused here, not in a worker
    summaries = []
    for summary in _summaries(Deals(game, game.name, bot, seed, range(games)), workers):
        summaries.append(summary)
        on_progress(len(summaries))
    return {
        "edition": game.name,
        "name": game.edition.name,
        "board_digest": game.edition.digest,
        "seats": game.seats,
        "bot": bot,
        "seed": seed,
        "games": games,
        **work_out(game, summaries),
    }


def _summaries(deals: Deals, workers: int) -> Iterator[GameSummary]:
    """Play all deals, in order, here or in processes of their own."""
    starts = range(0, len(deals.numbers), CHUNK)
    chunks = [
        Deals(deals.game, deals.name, deals.bot, deals.seed, deals.numbers[n : n + CHUNK])
        for n in starts
    ]
    if workers == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield from play_deals(chunk)
        return
    with ProcessPoolExecutor(min(workers, len(chunks)), get_context("spawn")) as pool:
        try:
            for summaries in pool.map(play_deals, chunks):
                yield from summaries
        finally:
            pool.shutdown(cancel_futures=True)


def play_deals(deals: Deals) -> list[GameSummary]:
    """Play and tell some games: the same bot on every seat."""
    summaries = []
    for number in deals.numbers:
        block = make_block(
            deals.seed, deals.game.edition.id, (deals.bot,) * deals.game.seats, number
        )
        players = [make_player(deals.bot, seed) for seed in block.bot_seeds(0)]
        played = play_game(
            deals.game, players, block.key, edition=deals.name, bots=block.bots(0), block=number
        )
        summaries.append(summarize_game(replay_game(played, deals.game)))
    return summaries


# --- figures --------------------------------------------------------------------------------------


def work_out(game: Game, summaries: Sequence[GameSummary]) -> dict[str, Any]:
    """The figures that follow from the games."""
    return {
        "routes": _routes(game, summaries),
        "tickets": _tickets(game, summaries),
        "by_seat": _seats(game, summaries),
        "scores": _spread(total for summary in summaries for total in summary.totals),
        "winning_margins": _spread(_margin(summary) for summary in summaries),
        "turns": _spread(summary.turns for summary in summaries),
        "reshuffles": _spread(summary.reshuffles for summary in summaries),
        "troubles": {
            trouble: sum(trouble in summary.troubles for summary in summaries)
            for trouble in TROUBLES
        },
    }


def _lead(summary: GameSummary, seat: int) -> float:
    """How far a seat ended above the average of its table."""
    return summary.totals[seat] - sum(summary.totals) / len(summary.totals)


def _margin(summary: GameSummary) -> int:
    """How far the best total was above the next."""
    best, next_best = sorted(summary.totals, reverse=True)[:2]
    return best - next_best


def _routes(game: Game, summaries: Sequence[GameSummary]) -> list[dict[str, Any]]:
    leads: defaultdict[int, list[float]] = defaultdict(list)
    for summary in summaries:
        for route, seat in summary.owners.items():
            leads[route].append(_lead(summary, seat))
    edition = game.edition
    return [
        {
            "route": route.id,
            "length": route.length,
            "color": route.color,
            "points": edition.route_points[route.length - 1],
            "claimed": share(len(leads[number]), len(summaries)),
            "worth": mean(leads[number]),
        }
        for number, route in enumerate(edition.board.routes)
    ]


def _tickets(game: Game, summaries: Sequence[GameSummary]) -> list[dict[str, Any]]:
    offered: Counter[int] = Counter()
    points: defaultdict[int, list[float]] = defaultdict(list)
    leads: defaultdict[int, list[float]] = defaultdict(list)
    for summary in summaries:
        for ticket in summary.tickets:
            offered[ticket.ticket] += 1
            if ticket.is_kept:
                points[ticket.ticket].append(ticket.points)
                leads[ticket.ticket].append(_lead(summary, ticket.seat))
    return [
        {
            "ticket": number,
            "cities": list(ticket.cities),
            "points": ticket.points,
            "offered": offered[number],
            "kept": share(len(points[number]), offered[number]),
            "completed": share(sum(p > 0 for p in points[number]), len(points[number])),
            "expected": mean(points[number]),
            "worth": mean(leads[number]),
        }
        for number, ticket in enumerate(game.edition.tickets)
    ]


def _seats(game: Game, summaries: Sequence[GameSummary]) -> list[dict[str, Any]]:
    rows = []
    for seat in range(game.seats):
        wins = [
            1 / summary.ranks.count(1) if summary.ranks[seat] == 1 else 0.0 for summary in summaries
        ]
        rows.append(
            {
                "seat": seat,
                "wins": mean(wins),
                "score": mean([summary.totals[seat] for summary in summaries]),
            }
        )
    return rows


def mean(values: Sequence[float]) -> dict[str, Any]:
    """A mean with its standard error; None where there are too few values for one."""
    n = len(values)
    if n == 0:
        return {"n": 0, "mean": None, "error": None}
    middle = sum(values) / n
    if n == 1:
        return {"n": 1, "mean": middle, "error": None}
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return {"n": n, "mean": middle, "error": sqrt(variance / n)}


def share(count: int, of: int) -> dict[str, Any]:
    """A share with its standard error; None if there was no chance at all.

    The error counts two more of each kind, so that always and never are not taken for certain.
    """
    if of == 0:
        return {"count": count, "of": of, "share": None, "error": None}
    near = (count + 2) / (of + 4)
    return {
        "count": count,
        "of": of,
        "share": count / of,
        "error": sqrt(near * (1 - near) / (of + 4)),
    }


def _spread(values: Iterable[int]) -> dict[str, Any]:
    """How whole numbers are spread: mean, deviation, and how often each came."""
    counts = Counter(values)
    n = sum(counts.values())
    middle = sum(value * count for value, count in counts.items()) / n
    squares = sum(count * (value - middle) ** 2 for value, count in counts.items())
    return {
        "mean": middle,
        "deviation": sqrt(squares / (n - 1)) if n > 1 else 0.0,
        "least": min(counts),
        "most": max(counts),
        "counts": {str(value): counts[value] for value in sorted(counts)},
    }
