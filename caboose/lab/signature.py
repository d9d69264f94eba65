"""The signature: one number that changes when, and only when, play changes.

A fixed list of seeded games over all editions and seat counts is played by dice over the legal
actions. The number is a digest of every decision, of all that chance did, and of the final scores;
compiled and interpreted rules must give the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from caboose.boards import edition, editions
from caboose.engine.dice import new_dice, roll
from caboose.engine.game import Game
from caboose.engine.state import State

GAMES_EACH = 2


def all_games() -> Iterator[Game]:
    """Every edition with every number of seats."""
    for name in editions():
        facts = edition(name)
        for seats in range(facts.min_seats, facts.max_seats + 1):
            yield Game(facts, seats)


def play_by_dice(game: Game, seed: int) -> State:
    """A whole game in which every decision is rolled among the legal actions."""
    dice = new_dice(f"{game.name} {game.seats} {seed}")
    state = game.start(seed=seed)
    while not state.is_over:
        waiting = state.waiting_for()
        seat = waiting[roll(dice, len(waiting))]
        legal = state.legal_actions(seat)
        state.apply(legal[roll(dice, len(legal))], seat)
    return state


def signature() -> str:
    """The number, as 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for game in all_games():
        for seed in range(GAMES_EACH):
            state = play_by_dice(game, seed)
            digest.update(state.record().encode())
            digest.update(json.dumps(state.score().to_dict(), sort_keys=True).encode())
    return digest.hexdigest()[:16]
