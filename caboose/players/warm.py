"""Compiling the bots ahead of time, step by step, so that nobody waits for it in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caboose.engine.game import Game, key_from_seed
from caboose.players.policies import POLICIES, RANDOM, play_policies
from caboose.players.registry import make_player
from caboose.players.search.advice import best_moves
from caboose.players.search.batched_rollout import advise, rollout
from caboose.players.tools.atlas import atlas_of
from caboose.players.value.value import value_of


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
    yield "rollouts", lambda: (advise([state]), rollout([state]))
    search = make_player("switchman:rollouts=1", 1)
    yield "searching", lambda: search.choose(state.view(0), state.legal_actions())
    believer = make_player("signalman:rollouts=1", 1)
    yield "believing", lambda: believer.choose(state.view(0), state.legal_actions())
    learner = make_player("yardmaster:rollouts=1", 1)
    yield (
        "searching with what was learned",
        lambda: learner.choose(state.view(0), state.legal_actions()),
    )
    cutter = make_player("yardmaster:rollouts=1,horizon=1", 1)
    yield "values", lambda: (value_of(state), cutter.choose(state.view(0), state.legal_actions()))
    yield "advice", lambda: best_moves(state.view(0), state.legal_actions(), 1, None, rollouts=4)
