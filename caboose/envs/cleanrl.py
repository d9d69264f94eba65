"""A batch for training loops in one file, as CleanRL writes them.

    envs = LoopEnv(num_envs=256, edition="london", opponents="tourist")
    obs, infos = envs.reset(seed=1)
    obs, rewards, terminations, truncations, infos = envs.step(actions)

Such a loop wants float features, a small discrete action space, the masks beside them, and the
return and length of every game that ended in `infos["episode"]`, where Gymnasium's own wrappers
put them.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from caboose.envs.extras import missing

try:
    from gymnasium.spaces import Discrete
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.cleanrl") from error

from caboose.envs.features import actions_of
from caboose.envs.vector import Array, BatchEnv


class LoopEnv(BatchEnv):
    """Features in, numbers of the game's own actions out: `envs.numbers[action]` is the engine's.

    Everything else is as in `BatchEnv`, except that rewards are mixed unless told otherwise.
    """

    def __init__(self, num_envs: int = 256, edition: str = "london", **options: Any) -> None:
        super().__init__(num_envs, edition, **{"reward": "mixed", "features": True, **options})
        self.numbers = actions_of(self.batch.game)
        self.single_action_space = Discrete(len(self.numbers))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._begun = time.perf_counter()

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        """Deal a game in every env."""
        self._lengths[:] = 0
        self._begun = time.perf_counter()
        return super().reset(**options)

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play one action in every env, also given as a tensor."""
        told = super().step(self.numbers[np.asarray(actions)])
        self._lengths += 1
        _, rewards, ended, _, infos = told
        if ended.any():
            infos |= self._episodes(rewards, ended)
        self._lengths[ended] = 0
        return told

    def action_masks(self) -> Array:
        """The legal actions in every env, as numbers of this environment."""
        return self.batch.masks[:, self.numbers]

    def _infos(self) -> dict[str, Any]:
        return {**super()._infos(), "action_mask": self.action_masks()}

    def _episodes(self, rewards: Array, ended: Array) -> dict[str, Any]:
        """The return and length of the games that ended, 0 elsewhere."""
        spent = np.full(self.num_envs, time.perf_counter() - self._begun, np.float32)
        episode = {"r": rewards, "l": self._lengths, "t": spent}
        told = {name: np.where(ended, each, 0) for name, each in episode.items()}
        return {"episode": told, "_episode": ended.copy()}
