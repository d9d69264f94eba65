"""Trial matches between compiled policies, with numbers that are to be tried."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.engine.compiled import compiled
from caboose.engine.game import Game
from caboose.engine.keys import deal_batch_game
from caboose.engine.rules.setup import set_up
from caboose.players.policies import POLICIES
from caboose.players.search.rollout import WIN, Stage, new_stage, outcome, play_out, win_share
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.learned_weights import learned as carried

Array = np.ndarray[Any, Any]


@compiled
def play_deals(kit: Kit, stage: Stage, key: Any, policies: Any, found: Any) -> None:
    """Play each deal from every seat; writes the first bot's mean share of the win and lead.

    Policies have a row for every rotation, scratch space a row of all seats for every rotation.
    """
    game, state, dice = kit.games[0], stage.states[0], np.zeros(2, np.int64)
    for deal in range(found.shape[0]):
        for turned in range(game.seats):
            deal_batch_game(state, key, deal, dice)
            set_up(game, state, stage.happenings)
            scratches, seated = kit.scratches[turned], policies[turned]
            play_out(game, kit.atlases[0], state, seated, scratches, dice, stage.happenings)
            lead = outcome(game, state, stage.scores[0], turned)
            lead -= WIN if stage.scores[0].rank[turned] == 1 else 0
            found[deal, 0] += win_share(game, state, stage.scores[0], turned) / game.seats
            found[deal, 1] += lead / 100 / game.seats


@dataclass(frozen=True)
class Trial:
    """Who plays: the first bot from every seat, the last one filling the table."""

    game: Game
    bots: tuple[str, ...]
    deals: int
    seed: str

    @property
    def policies(self) -> Array:
        """The policies by rotation and seat; the first bot sits at the rotation's own."""
        seats = self.game.seats
        lineup = [*self.bots, *[self.bots[-1]] * (seats - len(self.bots))]
        numbers = [POLICIES.index(bot) for bot in lineup]
        return np.array([np.roll(numbers, turned) for turned in range(seats)], np.int64)

    @property
    def key(self) -> Array:
        """The key of its deals."""
        name = f"caboose trial {self.seed} {self.game.edition.name} {self.game.seats}"
        return np.frombuffer(hashlib.sha256(name.encode()).digest(), "<u4").copy()


@dataclass(frozen=True)
class Result:
    """How the first bot did: its share of the wins and its lead, with standard errors."""

    games: int
    wins: float
    wins_error: float
    lead: float
    lead_error: float

    @classmethod
    def of(cls, found: Any, seats: int) -> Result:
        """The result of some deals, each with its share of the wins and its lead."""
        deals = len(found)
        means = np.mean(found, axis=0)
        errors = np.std(found, axis=0, ddof=1) / np.sqrt(deals)
        return cls(deals * seats, *map(float, (means[0], errors[0], means[1], errors[1])))

    def __str__(self) -> str:
        wins = f"{100 * self.wins:.1f} ± {100 * self.wins_error:.1f} %"
        return f"{wins} of {self.games} games, {self.lead:+.1f} ± {self.lead_error:.1f} points"


def play_trial(trial: Trial, learned: Array | None = None, others: Array | None = None) -> Array:
    """The first bot's share of the wins and its lead, by deal; both sides may have own numbers."""
    seats = trial.game.seats
    kit = new_kit(trial.game, seats * seats)
    scratches = kit.scratches.reshape(seats, seats)
    if others is not None:
        scratches["learned"] = others
    for turned in range(seats):
        scratches["learned"][turned, turned] = carried() if learned is None else learned
    found = np.zeros((trial.deals, 2))
    whole = kit._replace(scratches=scratches)
    play_deals(whole, new_stage(), trial.key, trial.policies, found)
    return found


def try_out(trial: Trial, learned: Array | None = None, others: Array | None = None) -> Result:
    """Play a trial; the first bot and the others may have numbers of their own."""
    return Result.of(play_trial(trial, learned, others), trial.game.seats)
