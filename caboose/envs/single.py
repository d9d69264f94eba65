"""One seat against bots, as a Gymnasium environment.

    env = gymnasium.make("caboose/USA-v0", seats=2, opponents=["racer"])

Opponents are bots by name, also `switchman`, a level, or one in a file of your own,
`./mybot.py:MyBot`; compiled ones are much quicker. An action that the mask forbids ends the game
as a loss, as is usual for masked games in these frameworks; with `illegal="raise"` it raises
ValueError and nothing happens.
"""

from __future__ import annotations

from typing import Any

from caboose.envs.extras import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.single") from error

import numpy as np

from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import Batch, action_number
from caboose.envs.batch_of_one import BatchOfOne
from caboose.envs.lanes import REWARDS
from caboose.envs.opponents import Opponents, plays_in_batches
from caboose.envs.rendering import RENDER_MODES, check_render_mode, render
from caboose.envs.spaces import Look, action_space

Array = np.ndarray[Any, Any]

# What an illegal action costs under each kind of reward.
LOSSES = dict(zip(REWARDS, (-1.0, -100.0, -100.0, -1.0), strict=True))
ILLEGAL = ("lose", "raise")


class SingleEnv(gymnasium.Env[Any, Any]):
    """One learner, the other seats played by bots; compiled ones play without a step in Python."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 - as the framework has it

    def __init__(
        self,
        edition: str = "usa",
        seats: int = 2,
        opponents: Opponents = "racer",
        *,
        reward: str = "rank",
        rotate: bool = True,
        compact: bool = False,
        features: bool = False,
        mask_in_obs: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}.")
        if opponents is None:
            raise ValueError("there is one learner; name the opponents that play the other seats.")
        kind: Any = Batch if plays_in_batches(opponents) else BatchOfOne
        self.batch: Batch | BatchOfOne = kind(
            edition,
            seats,
            opponents=opponents,
            reward=reward,
            rotate=rotate,
            compact=compact or features,
        )
        self.look = Look(
            self.batch.game, compact=compact, features=features, mask_in_obs=mask_in_obs
        )
        self.render_mode = check_render_mode(render_mode)
        self.loss, self.illegal = LOSSES[reward], illegal
        self.observation_space = self.look.space
        self.action_space = action_space()
        self._is_over = True
        self._is_next_dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game; the same for the same seed. Without a seed, the next one."""
        super().reset(seed=seed)
        if seed is not None or not self.batch.is_dealt:
            self.batch.reset(int(self.np_random.integers(1 << 62)))
        elif not self._is_next_dealt:
            self.batch.reset()
        self._is_over = self._is_next_dealt = False
        return self._shown(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and all seats after it until the learner decides again."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("there is no game under way; call reset() first.")
        number = action_number(action)
        if self.illegal == "lose" and self._is_masked(number):
            info = {**self._info(), "illegal_action": number}
            self._is_over = True
            return self._shown(), self.loss, True, False, info
        _, rewards, ended, *_ = self.batch.step(np.array([number]))
        self._is_over = self._is_next_dealt = bool(ended[0])
        return self._shown(), float(rewards[0]), self._is_over, False, self._info()

    def _shown(self) -> Any:
        """What the learner is shown: of a game that is over, its end and an empty mask."""
        if not self._is_next_dealt:
            mask = self.batch.masks[0] & (not self._is_over)
            return self.look.one(self.batch.observations[0], mask)
        return self.look.one(self.batch.final_observations[0], np.zeros(ACTIONS, np.bool_))

    def action_masks(self) -> Array:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them."""
        return np.array(self.batch.masks[0])

    def render(self) -> Any:
        """What lies open on the table."""
        state = self.batch.state(0, final=self._is_next_dealt)
        return render(self.batch.game, state.fields, self.render_mode)

    def _is_masked(self, number: int) -> bool:
        return not (0 <= number < ACTIONS and self.batch.masks[0, number])

    def _info(self) -> dict[str, Any]:
        """The mask; after the end an empty one, and points and ranks by seat."""
        if not self._is_over:
            return {"action_mask": self.batch.masks[0].astype(np.int8)}
        return {
            "action_mask": np.zeros(ACTIONS, np.int8),
            "points": self.batch.totals[0],
            "ranks": self.batch.ranks[0],
        }
