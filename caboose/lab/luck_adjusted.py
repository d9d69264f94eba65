"""A match without its luck: the same conclusion from fewer games.

What chance brought a bot has a mean of nothing, whatever the bots are, so taking it away leaves the
expected result as it is and removes noise (a control variate). Positions are played on by the bots
themselves where they are policies, so that luck means luck for this bot. How much of it is taken
away from a deal is chosen by least squares over other deals: chosen over its own, it would know
what chance did there, and the mean would no longer be nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np

from caboose.analysis.analysis import value_hash
from caboose.analysis.luck import luck_of_game
from caboose.analysis.settings import Depth
from caboose.engine.game import Game
from caboose.lab.parallel_play import usual_workers
from caboose.lab.played_game import PlayedGame, replay_game
from caboose.lab.standings import seat_of
from caboose.players import make_player
from caboose.players.policies import ENGINEER
from caboose.players.policy_player import policy_of

# Frozen before any match: values with other futures would be another estimate.
DEPTH = Depth(
    "luck", futures=160, deals=10000, first_look=0, closer_look=0, last_look=0, reference_look=0
)
START_ERROR = 0.5 / np.sqrt(DEPTH.deals)  # of the value before the deal
FEWEST_DEALS = 10
FOLDS = 10  # groups of deals, each adjusted by what the others tell
LIKE_A_SEARCH = ENGINEER  # the policy that explains most of a search's results (docs/analysis.md)


@dataclass(frozen=True)
class Adjusted:
    """The first bot's share of the wins, as it was and with luck taken away."""

    share: float
    error: float  # standard error, over deals
    adjusted_share: float
    adjusted_error: float
    taken: float  # how much of the luck is taken away on average, 0 to about 1
    variance_left: float  # of the variance of a deal
    deals: int
    value: str  # the hash of the value

    @property
    def games_needed(self) -> float:
        """The part of the games that gives the same certainty."""
        return self.variance_left

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"Luck-adjusted: {100 * self.adjusted_share:.1f} % ± {100 * self.adjusted_error:.1f}"
            f" instead of {100 * self.share:.1f} % ± {100 * self.error:.1f} (standard errors)."
            f" The variance is {100 * self.variance_left:.0f} % of what it was:"
            f" {100 * self.games_needed:.0f} games say as much as 100 without it."
        )


def policy_for(bot: str) -> int:
    """Who plays a bot's positions on: the bot itself if it is a policy, Engineer for a search."""
    policy = policy_of(make_player(bot, 0))
    return LIKE_A_SEARCH if policy is None else policy


def luck_of(work: tuple[Game, PlayedGame]) -> list[float]:
    """What the cards brought each seat of a game, in shares of the win."""
    game, played = work
    policies = [policy_for(bot) for bot in played.bots]
    luck: list[float] = luck_of_game(replay_game(played, game), DEPTH, 0, policies).tolist()
    return luck


def adjust(
    game: Game,
    games: Sequence[PlayedGame],
    workers: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Adjusted:
    """Take the luck out of a match's games, which come in whole deals."""
    if len(games) < FEWEST_DEALS * game.seats:
        raise ValueError(f"luck can be taken out of {FEWEST_DEALS} deals or more, not of fewer.")
    lucks = []
    for luck in _lucks(game, games, workers or usual_workers()):
        lucks.append(luck)
        if on_progress is not None:
            on_progress(len(lucks), len(games))
    wins = [played.wins[seat_of(played, 0)] for played in games]
    brought = [luck[seat_of(played, 0)] for luck, played in zip(lucks, games, strict=True)]
    return adjust_deals(_by_deal(wins, game.seats), _by_deal(brought, game.seats))


def _lucks(game: Game, games: Sequence[PlayedGame], workers: int) -> Iterator[list[float]]:
    """The luck of every game, in their order."""
    work = [(game, played) for played in games]
    if workers == 1:
        yield from map(luck_of, work)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as crew:
        yield from crew.map(luck_of, work)


def _by_deal(values: Sequence[float], seats: int) -> np.ndarray[Any, Any]:
    """The mean of every deal over its turns around the table."""
    return np.asarray(np.array(values).reshape(-1, seats).mean(axis=1))


def adjust_deals(wins: np.ndarray[Any, Any], luck: np.ndarray[Any, Any]) -> Adjusted:
    """Take away as much of each deal's luck as leaves the least variance of the other deals."""
    taken, root = _told_by_others(wins, luck), np.sqrt(len(wins))
    left, variance = wins - taken * luck, float(wins.var())
    return Adjusted(
        share=float(wins.mean()),
        error=float(wins.std() / root),
        adjusted_share=float(left.mean()),
        adjusted_error=float(np.hypot(left.std() / root, abs(taken.mean()) * START_ERROR)),
        taken=float(taken.mean()),
        variance_left=float(left.var()) / variance if variance > 0 else 1.0,
        deals=len(wins),
        value=value_hash(),
    )


def _told_by_others(wins: np.ndarray[Any, Any], luck: np.ndarray[Any, Any]) -> Any:
    """By deal: how much of its luck is to be taken away, as the deals of other groups tell it."""
    group = np.arange(len(wins)) % FOLDS
    taken = [_least_squares(wins[group != one], luck[group != one]) for one in range(FOLDS)]
    return np.array(taken)[group]


def _least_squares(wins: np.ndarray[Any, Any], luck: np.ndarray[Any, Any]) -> float:
    """How much of the luck to take away so that the least variance is left."""
    spread = float(((luck - luck.mean()) ** 2).mean())
    common = float(((luck - luck.mean()) * (wins - wins.mean())).mean())
    return common / spread if spread > 0 else 0.0
