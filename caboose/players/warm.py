"""Compiling the bots ahead of time, step by step, so that nobody waits for it in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caboose.engine.game import Game, key_from_seed
from caboose.players.atlas import atlas_of
from caboose.players.policies import POLICIES, RANDOM, play_policies
from caboose.players.registry import make_player


def warm_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    game = Game("london", seats=2)
    state = game.start(seed=1)
    yield "maps for bots", lambda: atlas_of(game)
    yield "bots", lambda: make_player(POLICIES[0], 1).choose(state.view(0), state.legal_actions())
    yield (
        "games between bots",
        lambda: play_policies(game, key_from_seed(1), [RANDOM, RANDOM], [1, 2]),
    )
    search = make_player("switchman:rollouts=1", 1)
    yield "searching", lambda: search.choose(state.view(0), state.legal_actions())
