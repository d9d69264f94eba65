"""The spaces of the environments, as Gymnasium names them."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from caboose.engine.numbering import ACTIONS
from caboose.envs.layout import Layout


def observation_space(layout: Layout) -> spaces.Box:
    """The observations of a layout."""
    low, high = layout.bounds()
    # Zero is what an observation says of what a game does not have.
    return spaces.Box(np.minimum(low, 0), np.maximum(high, 0), dtype=np.int16)


def mask_space() -> spaces.Box:
    """A mask: 1 for every legal action."""
    return spaces.Box(0, 1, (ACTIONS,), np.int8)


def action_space() -> spaces.Discrete:
    """The engine's numbers of actions, the same for all boards."""
    return spaces.Discrete(ACTIONS)
