"""All seats from outside, one decision after the other, as a PettingZoo environment.

    env = caboose.envs.aec.env(edition="usa", seats=4)

`raw_env` refuses a masked action with ValueError; `env` adds PettingZoo's usual wrappers, under
which a masked action ends the game with a loss for its seat.
"""

from __future__ import annotations

from typing import Any

from caboose.envs.extras import missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "caboose.envs.aec") from error

import numpy as np

from caboose.boards import BoardSource
from caboose.engine import kernels
from caboose.engine.fields import OVER, SCORE, STATE
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import new_buffer
from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import action_number, reward_number
from caboose.envs.lanes import reward_in
from caboose.envs.observation import observe_in
from caboose.envs.observation_layout import layout_of
from caboose.envs.rendering import RENDER_MODES, check_render_mode, render
from caboose.envs.spaces import action_space, mask_space, observation_space

ILLEGAL_REWARD = -1.0


def env(
    edition: BoardSource = "usa",
    seats: int = 4,
    reward: str = "rank",
    render_mode: str | None = None,
    *,
    compact: bool = False,
) -> Any:
    """The environment in PettingZoo's usual wrappers."""
    raw = raw_env(edition, seats, reward, render_mode, compact=compact)
    ended = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc] # noqa: N801 - the name that PettingZoo's users look for
    """The environment itself, without checks beyond the game's own."""

    metadata = {  # noqa: RUF012 - as the framework has it
        "name": "caboose_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        edition: BoardSource = "usa",
        seats: int = 4,
        reward: str = "rank",
        render_mode: str | None = None,
        *,
        compact: bool = False,
    ) -> None:
        super().__init__()
        self.game = Game(edition, seats)
        self.reward = reward_number(reward)
        self.render_mode = check_render_mode(render_mode)
        self.layout = layout_of(self.game, compact=compact)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []  # nobody before the first reset
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = spaces.Dict(
            {"observation": observation_space(self.layout), "action_mask": mask_space()}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._state, self._score = np.zeros(1, STATE), np.zeros(1, SCORE)
        self._mask, self._scratch = np.zeros(ACTIONS, np.bool_), np.zeros(ACTIONS, np.bool_)
        self._seed, self._games = int(np.random.default_rng().integers(1 << 62)), 0

    def observation_space(self, agent: str) -> Any:
        """What a seat is shown: its observation and its mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The engine's numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; the same for the same seed. Without a seed, the next one."""
        if seed is not None:
            self._seed, self._games = int(seed), 0
        key = key_from_seed(self._seed + (self._games << 64))
        self._games += 1
        self._state["key"][0] = np.frombuffer(key, "<u4")
        kernels.start(self.game.tables, self._state, 0, _HAPPENINGS)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of a seat and its mask, which is empty unless it decides."""
        observation = np.empty(self.layout.width, np.int16)
        observe_in(
            self.game.tables, self._state, 0, self._seats[agent], self.layout.sizes, observation
        )
        is_due = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._mask.astype(np.int8) if is_due else np.zeros(ACTIONS, np.int8)
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the seat that decides."""
        if not self.agents:
            raise ValueError("there is no game under way; call reset() first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._checked(action)
        self._cumulative_rewards[agent] = 0.0
        seat = self._seats[agent]
        kernels.step(self.game.tables, self._state, 0, seat, number, self._scratch, _HAPPENINGS)
        self.infos[agent] = {}
        self._go_on()
        if self._state["phase"][0] == OVER:
            self._finish()

    def _checked(self, action: Any) -> int:
        number = action_number(action)
        if not (0 <= number < ACTIONS and self._mask[number]):
            legal = ", ".join(map(str, np.flatnonzero(self._mask)[:5].tolist()))
            raise ValueError(
                f"action {action} of {self.agent_selection} is masked; it may play {legal} and"
                " whatever else its mask says. Nothing was played."
            )
        return number

    def _go_on(self) -> None:
        """Whose decision it is, and what is legal."""
        seat = int(self._state["seat"][0])
        self.agent_selection = self.possible_agents[seat]
        kernels.list_legal(self.game.tables, self._state, 0, seat, self._mask)
        self.infos[self.agent_selection] = {"action_mask": self._mask.astype(np.int8)}

    def _finish(self) -> None:
        """Score the game and give every seat its reward."""
        kernels.score(self.game.tables, self._state, 0, self._score)
        for agent, seat in self._seats.items():
            self.rewards[agent] = reward_in(self.game.tables, self._score, seat, self.reward)
            self.infos[agent] = {"points": int(self._score["total"][0, seat])}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Any:
        """What lies open on the table."""
        return render(self.game, self._state[0], self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


_HAPPENINGS = new_buffer()  # scratch space: what happens in a step is not told
