"""Compile everything ahead, so that nobody meets the compiler in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caboose.engine.batch import play_random
from caboose.engine.game import Game
from caboose.engine.redeal import redeal


def warm_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    game = Game("london", seats=2)
    yield "setting up", lambda: game.start(seed=1)
    state = game.start(seed=1)
    yield "legal actions", state.legal_actions
    yield "playing", lambda: state.copy().apply("keep 1")
    yield "scoring", state.score
    yield "views", lambda: state.view(0)
    yield "re-deals", lambda: redeal(state.view(0), seed=1)
    yield "explanations", lambda: state.view(0).why_not("big_ben-waterloo")
    yield "positions", lambda: game.from_dict(state.to_dict())
    yield "batches", lambda: play_random(game, 1, seed=1)
