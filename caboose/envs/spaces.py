"""The spaces of the environments, as Gymnasium names them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from caboose.engine.game import Game
from caboose.engine.numbering import ACTIONS
from caboose.envs.features import Encoder
from caboose.envs.observation_layout import Layout, layout_of

Array = np.ndarray[Any, Any]


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


class Look:
    """How observations are handed out: raw or as features, alone or with their masks."""

    def __init__(self, game: Game, *, compact: bool, features: bool, mask_in_obs: bool) -> None:
        self.encoder = Encoder(game) if features else None
        self.layout = layout_of(game, compact=compact or features)
        self.mask_in_obs = mask_in_obs

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of one observation."""
        seen: spaces.Space[Any] = observation_space(self.layout)
        if self.encoder is not None:
            seen = spaces.Box(-np.inf, np.inf, (self.encoder.width,), np.float32)
        if not self.mask_in_obs:
            return seen
        return spaces.Dict({"observation": seen, "action_mask": mask_space()})

    def __call__(self, observations: Array, masks: Array) -> Any:
        """Observations of a batch, one line each, as they are handed out; always copies."""
        encoder = self.encoder
        seen = observations.copy() if encoder is None else encoder(observations)
        if not self.mask_in_obs:
            return seen
        return {"observation": seen, "action_mask": masks.astype(np.int8)}

    def one(self, observation: Array, mask: Array) -> Any:
        """The same for a single observation."""
        seen = self(observation[None], mask[None])
        return {name: part[0] for name, part in seen.items()} if self.mask_in_obs else seen[0]
