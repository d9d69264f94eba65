"""Positions in which somebody decides, to ask searching bots about."""

import random
from collections.abc import Iterator

import caboose
from caboose import Game
from caboose.players import make_player
from tests.support.games.editions import EDITIONS_AND_SEATS


def positions(count: int, seed: str) -> Iterator[caboose.State]:
    """Positions of games of all editions at which somebody decides; quick bots lead there."""
    rng = random.Random(seed)
    movers = [make_player(name, 5) for name in ("express", "planner", "racer", "random")]
    found = 0
    while found < count:
        edition, seats = rng.choice(EDITIONS_AND_SEATS)
        state = Game(edition, seats).start(seed=rng.randrange(1 << 30))
        while not state.is_over and found < count:
            if rng.random() < 0.2:
                found += 1
                yield state
            mover = rng.choice(movers)
            state.apply(mover.choose(state.view(state.seat), state.legal_actions()))
