"""Compiling the analysis ahead of time, step by step, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caboose.analysis.grading import grade
from caboose.analysis.settings import DEPTHS
from caboose.analysis.shown_styles import first_mix
from caboose.analysis.value import Valuer, start_value
from caboose.engine.game import Game


def warm_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    game = Game("london", seats=2)
    state = game.start(seed=1)
    mix = first_mix(2)
    view, legal = state.view(0), state.legal_actions()
    yield "valuing positions", lambda: Valuer(game, 1, 0).value(state, mix)
    yield "valuing deals", lambda: start_value(game, 1, 0, mix)
    yield "grading decisions", lambda: grade(view, legal, None, DEPTHS["quick"], 0)
