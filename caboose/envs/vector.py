"""Many learners against bots, as a Gymnasium vector environment over one batch.

    envs = gymnasium.make_vec("caboose/USA-v0", num_envs=1024, opponents="racer")

Autoreset is SAME_STEP: when a game ends, the observation is already the first of the next game,
and the last one of the old game stands in `infos["final_obs"]`.
"""

from __future__ import annotations

from typing import Any

from caboose.envs.extras import missing

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.vector") from error

import numpy as np

from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import Batch
from caboose.envs.opponents import Opponents
from caboose.envs.spaces import Look, action_space

Array = np.ndarray[Any, Any]


class BatchEnv(VectorEnv[Any, Any, Any]):
    """A batch with Gymnasium's names. With `copy=False` the arrays are those of the batch."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as the framework has it
    autoreset_mode = AutoresetMode.SAME_STEP  # where TorchRL looks for it

    def __init__(
        self,
        num_envs: int = 1,
        edition: str = "usa",
        seats: int = 2,
        opponents: Opponents = "racer",
        *,
        reward: str = "rank",
        rotate: bool = True,
        compact: bool = False,
        features: bool = False,
        mask_in_obs: bool = False,
        copy: bool = True,
    ) -> None:
        if opponents is None:
            raise ValueError("there is one learner a game; name the opponents of the other seats.")
        self.batch = Batch(
            edition,
            seats,
            num_envs,
            opponents=opponents,
            reward=reward,
            rotate=rotate,
            compact=compact or features,
        )
        self.look = Look(
            self.batch.game, compact=compact, features=features, mask_in_obs=mask_in_obs
        )
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = self.look.space
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game in every env; from one seed for all, or one for each."""
        if isinstance(seed, list):
            self.batch.reset(seed)
        else:
            super().reset(seed=seed)
            is_seeded = seed is not None or not self.batch.is_dealt
            self.batch.reset(int(self.np_random.integers(1 << 62)) if is_seeded else None)
        return self._shown(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Play one action in every env; a masked one raises ValueError and nothing is played."""
        _, rewards, ended, cut, _ = self.batch.step(actions)
        infos = self._infos()
        if ended.any():
            infos |= self._final_infos(ended)
        return self._shown(), self._own(rewards), self._own(ended), self._own(cut), infos

    def action_masks(self) -> Array:
        """The legal actions in every env."""
        return self._own(self.batch.masks)

    def render(self) -> None:
        """A batch is not shown."""
        raise ValueError("a batch is not shown; look at one game with gymnasium.make(...).")

    def _shown(self) -> Any:
        """What the learners are shown; the batch's own array, if that is wanted and possible."""
        if self.copy or self.look.encoder is not None or self.look.mask_in_obs:
            return self.look(self.batch.observations, self.batch.masks)
        return self.batch.observations

    def _own(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        masks = self._own(self.batch.masks)
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_infos(self, ended: Array) -> dict[str, Any]:
        """The last observation of each game that ended, with its points and ranks by seat."""
        final_obs, nothing = np.full(self.num_envs, None, object), np.zeros(ACTIONS, np.bool_)
        for env in np.flatnonzero(ended):
            final_obs[env] = self.look.one(self.batch.final_observations[env], nothing)
        final = {"points": self.batch.totals, "ranks": self.batch.ranks}
        final |= {f"_{name}": ended.copy() for name in tuple(final)}
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": final,
            "_final_info": ended.copy(),
        }
