"""A batch as Stable-Baselines3 wants it: a `VecEnv` that `MaskablePPO` learns from.

    model = MaskablePPO("MlpPolicy", SB3Env("london", n=256, opponents="tourist"))

Observations are features, rewards half for winning and half for how clearly, and the actions only
those that the game can offer: `env.numbers[action]` is the engine's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caboose.envs.extras import missing

try:
    import gymnasium
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.sb3") from error

import numpy as np

from caboose.boards import BoardSource
from caboose.envs.batch import Batch
from caboose.envs.checkpoint import Net
from caboose.envs.features import Encoder, actions_of
from caboose.envs.opponents import Opponents

Array = np.ndarray[Any, Any]


class SB3Env(VecEnv):  # type: ignore[misc]
    """n learners, each against bots, in one batch."""

    def __init__(
        self,
        edition: BoardSource = "london",
        n: int = 256,
        opponents: Opponents = "tourist",
        *,
        seats: int = 2,
        reward: str = "mixed",
        rotate: bool = True,
        seed: int = 0,
    ) -> None:
        if opponents is None:
            raise ValueError("there is one learner a game; name the opponents of the other seats.")
        self.batch = Batch(
            edition, seats, n, opponents=opponents, reward=reward, rotate=rotate, seed=seed,
            compact=True,
        )  # fmt: skip
        self.encoder, self.numbers = Encoder(self.batch.game), actions_of(self.batch.game)
        self._actions = np.zeros(n, np.int64)
        self._lengths = np.zeros(n, np.int64)
        box = gymnasium.spaces.Box(-np.inf, np.inf, (self.encoder.width,), np.float32)
        self.render_mode = None
        super().__init__(n, box, gymnasium.spaces.Discrete(len(self.numbers)))

    def reset(self) -> Array:
        """Begin a new game in every lane."""
        self.batch.reset()
        self._lengths[:] = 0
        return self.encoder(self.batch.observations)

    def step_async(self, actions: Array) -> None:
        """Take the actions that are played next."""
        self._actions = self.numbers[actions]

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play them: features, rewards, which games ended, and what is known of those."""
        _, rewards, ended, *_ = self.batch.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended).tolist():
            infos[lane] = self._end_of(lane, float(rewards[lane]))
        self._lengths[ended] = 0
        return self.encoder(self.batch.observations), rewards.copy(), ended.copy(), infos

    def _end_of(self, lane: int, reward: float) -> dict[str, Any]:
        last = self.batch.final_observations[lane : lane + 1]
        return {
            "terminal_observation": self.encoder(last)[0],
            "episode": {"r": reward, "l": int(self._lengths[lane])},
            "points": self.batch.totals[lane],
            "ranks": self.batch.ranks[lane],
            "seat": int(last[0, 0]),
        }

    def action_masks(self) -> Array:
        """The legal actions of every lane, as numbers of this environment."""
        return self.batch.masks[:, self.numbers]

    def close(self) -> None:
        """Nothing is open."""

    # --- what else Stable-Baselines3 asks of many environments ------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """One seed for all lanes; the next reset deals from it."""
        if seed is not None:
            self.batch.set_seed(seed)
        return [seed] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """All lanes have what this has."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What this has, once for each lane."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """A lane has nothing of its own."""
        raise ValueError("the lanes of a batch cannot be changed one by one.")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **named: Any) -> Any:
        """The masks, one for each lane; nothing else can be asked of a lane."""
        if method_name != "action_masks":
            raise ValueError(f"a lane of a batch has no method {method_name}; ask the batch.")
        return self.action_masks()[list(self._get_indices(indices))]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No lane is wrapped."""
        return [False] * len(list(self._get_indices(indices)))


def net_of(model: Any, env: SB3Env) -> Net:
    """The policy of a trained `MaskablePPO` or `PPO` as a net that plays with NumPy alone."""
    import torch

    policy = model.policy
    linear = [each for each in policy.mlp_extractor.policy_net if isinstance(each, torch.nn.Linear)]
    bends = {type(each).__name__.lower() for each in policy.mlp_extractor.policy_net}
    layers = [
        (each.weight.detach().cpu().numpy(), each.bias.detach().cpu().numpy())
        for each in (*linear, policy.action_net)
    ]
    return Net(env.batch.game, layers, "relu" if "relu" in bends else "tanh")
