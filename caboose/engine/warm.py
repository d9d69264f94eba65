"""Compile everything ahead, so that nobody meets the compiler in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caboose.engine.game import Game
from caboose.engine.random_play import play_random
from caboose.engine.redeal import redeal, redeal_many
from caboose.engine.states import States
from caboose.engine.view_json import own_json, public_json


def warm_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    game = Game("london", seats=2)
    yield "setting up", lambda: game.start(seed=1)
    state = game.start(seed=1)
    yield "legal actions", state.legal_actions
    yield "playing", lambda: state.copy().apply("keep 1")
    yield "scoring", state.score
    yield "views", lambda: state.view(0)
    yield "views as JSON", lambda: (public_json(state), own_json(state, 0))
    yield "re-deals", lambda: redeal(state.view(0), seed=1)
    states = redeal_many(state.view(0), 1, seed=1)
    yield "many states", lambda: _play_all(states)
    yield "explanations", lambda: state.view(0).why_not("big_ben-waterloo")
    yield (
        "standings",
        lambda: (
            state.view(0).standing(),
            state.view(0).claim_effects("big_ben-waterloo"),
        ),
    )
    yield "positions", lambda: game.from_dict(state.to_dict())
    yield "batches", lambda: play_random(game, 1, seed=1)


def _play_all(states: States) -> None:
    states.step(states.masks().argmax(axis=1))
    states.scores()
