"""A net that has learned nothing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from caboose import Game
from caboose.envs import Encoder, Net, actions_of


def some_net(game: Game, seed: int = 1) -> Net:
    """Layers of chance."""
    rng = np.random.default_rng(seed)
    sizes = (Encoder(game).width, 8, len(actions_of(game)))
    layers = [(rng.normal(size=(b, a)), rng.normal(size=b)) for a, b in pairwise(sizes)]
    return Net(game, layers)
