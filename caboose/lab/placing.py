"""A bot's place on a published ladder: it meets the panel, whose ratings stay as they are.

The ladder's own games are not played again, and its ratings do not move: only the newcomer's
strength is fitted, by the same model, and its error from drawing its deals again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random
from typing import Any

from caboose.lab.extras import need
from caboose.lab.failed_game import keep_failed
from caboose.lab.ladder import Ladder
from caboose.lab.match import bots_digest
from caboose.lab.match_folder import MatchFolder
from caboose.lab.pairings import PANEL, Meeting, meetings_of_guest
from caboose.lab.parallel_play import play_blocks, usual_workers
from caboose.lab.played_game import PlayedGame
from caboose.lab.rating import ELO, RESAMPLES, Finish, possible_orders
from caboose.players import make_player

WIDEST = 2000.0  # Elo to either side of the ladder within which a newcomer is looked for


@dataclass(frozen=True)
class Placing:
    """A newcomer's place: its rating, its error, and the ladder around it."""

    bot: str
    elo: float
    error: float
    games: int
    wins: float  # a shared win counts its part
    ladder: tuple[tuple[str, int], ...]  # bots and ratings as published, the strongest first

    @property
    def rank(self) -> int:
        """Its place among all, 1 for the strongest."""
        return 1 + sum(rating > self.elo for _, rating in self.ladder)

    def to_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        return {
            "bot": self.bot,
            "rating": round(self.elo),
            "error": round(self.error),
            "rank": self.rank,
            "games": self.games,
            "win_share": round(self.wins / self.games, 4),
            "ladder": [{"bot": bot, "rating": rating} for bot, rating in self.ladder],
        }


def published_ladder(edition: str, seats: int) -> dict[str, Any]:
    """The figures of the ladder that is published for an edition and a number of seats."""
    here = Path(__file__).parent
    for folder in (here / "ladders", here.parent.parent / "results" / "ladder"):
        file = folder / f"{edition}_{seats}.json"
        if file.exists():
            figures: dict[str, Any] = json.loads(file.read_text("utf-8"))
            return figures
    raise ValueError(
        f"no ladder is published for {edition} with {seats} seats; `caboose ladder` plays one."
    )


def place_bot(
    bot: str,
    edition: str = "usa",
    seats: int = 2,
    *,
    games: int = 100,
    seed: int = 0,
    workers: int | None = None,
    out: Path | None = None,
    on_progress: Callable[[int, int], None] = lambda _done, _wanted: None,
) -> Placing:
    """Let a bot meet the panel of a published ladder, and say where it stands."""
    need("polars", "lab", "a rating")
    make_player(bot, 0)
    figures = published_ladder(edition, seats)
    ratings = {line["bot"]: int(line["elo"]) for line in figures["lines"]}
    panel = tuple(each for each in PANEL if each in ratings and each != bot)
    ladder = Ladder(Ladder.from_dict(figures).game, panel, guests=(bot,), seed=seed)
    meetings = list(meetings_of_guest(bot, 0, panel, seats, games, seed))
    played = _play(ladder, meetings, out, workers, on_progress)
    finishes = [Finish(game.block, game.bots, game.ranks) for game in played]
    elo, error = fit_newcomer(bot, finishes, ratings)
    wins = sum(game.wins[game.bots.index(bot)] for game in played)
    known = tuple(sorted(ratings.items(), key=lambda each: -each[1]))
    return Placing(bot, elo, error, len(played), wins, known)


def _play(
    ladder: Ladder,
    meetings: Sequence[Meeting],
    out: Path | None,
    workers: int | None,
    on_progress: Callable[[int, int], None],
) -> list[PlayedGame]:
    """The games of the newcomer, or what its folder lacks of them."""
    settings = {**ladder.settings(), "format": "caboose rating 1"}
    name = hashlib.sha256(json.dumps([settings, bots_digest(ladder.guests)]).encode()).hexdigest()
    folder = out or Path("matches") / f"rate-{ladder.name}-{name[:8]}"
    seats, wanted = ladder.game.seats, len(meetings)
    with MatchFolder(folder, settings) as kept, keep_failed(folder):
        missing = [ladder.block(each) for each in meetings if each[0] not in kept.blocks]
        crew = min(usual_workers() if workers is None else workers, max(1, len(missing)))
        with closing(play_blocks(ladder.game, missing, crew)) as arriving:
            for blocks in arriving:
                kept.add(blocks)
                done = sum(number in kept.blocks for number, _ in meetings)
                on_progress(seats * done, seats * wanted)
        return [game for number, _ in meetings for game in kept.blocks[number]]


def fit_newcomer(
    bot: str, finishes: Sequence[Finish], ratings: dict[str, int]
) -> tuple[float, float]:
    """The newcomer's most likely rating among ratings that stay, and its standard error."""
    by_block: dict[int, list[Finish]] = {}
    for finish in finishes:
        by_block.setdefault(finish.block, []).append(finish)
    blocks, chance = list(by_block.values()), Random("caboose rating")
    best = _likeliest(bot, finishes, ratings)
    drawn = []
    for _ in range(RESAMPLES if len(blocks) > 1 else 0):
        some = [finish for _ in blocks for finish in chance.choice(blocks)]
        drawn.append(_likeliest(bot, some, ratings))
    mean = sum(drawn) / max(1, len(drawn))
    spread = sum((each - mean) ** 2 for each in drawn) / max(1, len(drawn) - 1)
    return best, spread**0.5


def _likeliest(bot: str, finishes: Sequence[Finish], ratings: dict[str, int]) -> float:
    """Where the slope of the likelihood is level, by halving."""
    low, high = min(ratings.values()) - WIDEST, max(ratings.values()) + WIDEST
    stages = [stage for finish in finishes for stage in _stages(bot, finish, ratings)]
    middle = sum(ratings.values()) / len(ratings)
    for _ in range(40):
        elo = (low + high) / 2
        slope = 0.5 - _chance(elo, [middle])  # a draw against an average bot keeps it finite
        slope += sum(share * (won - _chance(elo, others)) for share, won, others in stages)
        low, high = (elo, high) if slope > 0 else (low, elo)
    return (low + high) / 2


def _stages(
    bot: str, finish: Finish, ratings: dict[str, int]
) -> list[tuple[float, float, list[float]]]:
    """For every place that was decided while the newcomer had none: was it its own?"""
    orders, stages = possible_orders(finish), []
    for order in orders:
        for stage in range(order.index(bot) + 1):
            others = [float(ratings[each]) for each in order[stage:] if each != bot]
            if others:
                stages.append((1 / len(orders), float(order[stage] == bot), others))
    return stages


def _chance(elo: float, others: Sequence[float]) -> float:
    return 1 / (1 + sum(exp((other - elo) / ELO) for other in others))
