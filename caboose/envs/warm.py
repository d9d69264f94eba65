"""Compiling the environments ahead of time, step by step, so that no training waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from caboose.engine.game import Game
from caboose.envs.batch import Batch
from caboose.envs.observation import observation_of


def warm_steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile: a name for people, and a call that compiles it."""
    batch = Batch("london", 2, 1, opponents="racer")
    yield "observations", lambda: observation_of(Game("london", 2).start(seed=1), 0)
    yield "dealing batches", batch.reset
    yield "stepping batches", lambda: batch.step(np.flatnonzero(batch.masks[0])[:1])
    yield "looking behind the cards", batch.oracle
