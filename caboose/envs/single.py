"""One seat against bots, as a Gymnasium environment.

    env = gymnasium.make("caboose/USA-v0", seats=2, opponents=["racer"])

Opponents are bots by name, also `switchman`, a level, or one in a file of your own,
`./mybot.py:MyBot`; compiled ones are much quicker. An action that the mask forbids ends the game
as a loss, as is usual for masked games in these frameworks; with `illegal="raise"` it raises
ValueError and nothing happens.
"""

from __future__ import annotations

from typing import Any

from caboose.envs.needs import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.single") from error

import numpy as np

from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import Batch, Opponents, action_number
from caboose.envs.lanes import REWARDS
from caboose.envs.picture import RENDER_MODES, check_render_mode, render
from caboose.envs.spaces import action_space, observation_space
from caboose.envs.table import Table
from caboose.players.policies import POLICIES

Array = np.ndarray[Any, Any]

# What an illegal action costs under each kind of reward.
LOSSES = dict(zip(REWARDS, (-1.0, -100.0, -100.0), strict=True))
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
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}.")
        if opponents is None:
            raise ValueError("there is one learner; name the opponents that play the other seats.")
        names = {opponents} if isinstance(opponents, str) else set(opponents)
        kind = Batch if names <= set(POLICIES) else Table
        self.batch: Batch | Table = kind(
            edition, seats, opponents=opponents, reward=reward, rotate=rotate, compact=compact
        )
        self.render_mode = check_render_mode(render_mode)
        self.loss, self.illegal = LOSSES[reward], illegal
        self.observation_space = observation_space(self.batch.layout)
        self.action_space = action_space()
        self._is_over = True
        self._is_next_dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a game; the same for the same seed. Without a seed, the next one."""
        super().reset(seed=seed)
        if seed is not None or not self.batch.is_dealt:
            self.batch.reset(int(self.np_random.integers(1 << 62)))
        elif not self._is_next_dealt:
            self.batch.reset()
        self._is_over = self._is_next_dealt = False
        return self.batch.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action, and all seats after it until the learner decides again."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("there is no game under way; call reset() first.")
        number = action_number(action)
        if self.illegal == "lose" and self._is_masked(number):
            info = {**self._info(), "illegal_action": number}
            self._is_over = True
            return self.batch.observations[0].copy(), self.loss, True, False, info
        observations, rewards, ended, *_ = self.batch.step(np.array([number]))
        self._is_over = self._is_next_dealt = bool(ended[0])
        if self._is_over:
            observations = self.batch.final_observations
        return observations[0].copy(), float(rewards[0]), self._is_over, False, self._info()

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
