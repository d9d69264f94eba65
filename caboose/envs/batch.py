"""A batch: thousands of games stepped in one call, and nothing per game in Python.

    batch = Batch("usa", seats=2, n=1024, seed=1, opponents="racer")
    observations = batch.reset()
    observations, rewards, terminations, truncations, infos = batch.step(choose(observations))

All arrays are made once and written again by every call: copy what must outlive the next step.
A game that ends is scored and the next one begins in the same step, so observations and masks are
always those of a decision that is due. Masks cannot be written to from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from caboose.boards import BoardSource
from caboose.engine.fields import CARDS, NOBODY, OVER, SCORE, STATE
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.state import State
from caboose.engine.states import States
from caboose.envs.lanes import (
    CHOOSER,
    LANE,
    REWARDS,
    Ended,
    Shown,
    Yard,
    deal_all,
    oracle_all,
    policies_in_all,
    show_all,
    step_all,
    step_some,
)
from caboose.envs.observation_layout import layout_of
from caboose.envs.opponents import BatchOpponents, Chooser, Opponents
from caboose.players.policies import policy_number
from caboose.players.search.batched_rollout import advise_all
from caboose.players.tools.kit import new_kit

Array = np.ndarray[Any, Any]
Told = tuple[Array, Array, Array, Array, dict[str, Array]]


class Batch:
    """n games side by side. Without opponents every seat is played from outside."""

    def __init__(
        self,
        edition: BoardSource | Game,
        seats: int = 2,
        n: int = 1,
        *,
        seed: int | Sequence[int] = 0,
        opponents: Opponents = None,
        rotate: bool = True,
        reward: str = "rank",
        compact: bool = False,
        observations: bool = True,
    ) -> None:
        self.game = edition if isinstance(edition, Game) else Game(edition, seats)
        self.n = _whole(n, "n")
        self.reward = reward_number(reward)
        self.layout = layout_of(self.game, compact=compact)
        self.table = None if opponents is None else BatchOpponents(opponents, self.game)
        self.rotate = bool(rotate)
        width = self.layout.width if observations else 0
        self.observations = np.zeros((n, width), np.int16)
        self.final_observations = np.zeros((n, width), np.int16)
        self.seats = np.zeros(n, np.int64)
        self.all_rewards = np.zeros((n, self.game.seats), np.float32)
        self.rewards = np.zeros(n, np.float32)
        self.terminations = np.zeros(n, np.bool_)
        self.truncations = np.zeros(n, np.bool_)
        self._kit = new_kit(self.game)
        self._yard = Yard(np.zeros(n, LANE), np.zeros(n, STATE), no_buffer())
        masks = np.zeros((n, ACTIONS), np.bool_)
        self._shown = Shown(self.layout.sizes, masks, self.observations, self.seats)
        self._ended = Ended(
            self.reward,
            self.terminations,
            self.all_rewards,
            np.zeros(n, SCORE),
            self.final_observations,
            np.zeros(n, STATE),
        )
        self.is_dealt = False
        self.set_seed(seed)

    def set_seed(self, seed: int | Sequence[int]) -> None:
        """One seed for all lanes, or one for each; the next `reset` deals from it."""
        lanes, n = self._yard.lanes, self.n
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != n:
                raise ValueError(f"give one seed, or {n} of them; these are {len(seed)}.")
            lanes["key"] = [_key(each) for each in seed]
            lanes["first"], lanes["stride"] = 0, 1
        else:
            lanes["key"] = _key(int(seed))
            lanes["first"], lanes["stride"] = np.arange(n), n
        lanes["games"] = 0
        lanes["rotates"] = self.rotate and self.table is not None
        if self.table is None:
            lanes["learner"] = NOBODY
        else:
            starts = lanes["first"] + lanes["key"][:, 0]
            lanes["learner"] = starts % self.game.seats if self.rotate else 0
            self.table.set_seed(lanes["key"])
            self._seat_opponents(np.arange(n))

    def reset(self, seed: int | Sequence[int] | None = None) -> Array:
        """Begin a new game in every lane; the observations of the seats that decide."""
        if seed is not None:
            self.set_seed(seed)
        deal_all(self._kit, self._yard, self._shown)
        self._begin()
        return self.observations

    def reset_to(self, states: States) -> Array:
        """Go on from given states, one for each lane, as if its game had come to that point."""
        if len(states) != self.n or states.game != self.game or states.are_over.any():
            raise ValueError(
                f"give {self.n} states of {self.game!r}, one for each lane, none of them over."
            )
        deal_all(self._kit, self._yard, self._shown)
        self._yard.states[:] = states.array
        show_all(self._kit, self._yard, self._shown)
        self.is_dealt = not (self._yard.states["phase"] == OVER).any()
        if not self.is_dealt:
            raise ValueError("in some of these states the learner decides no more.")
        self._begin()
        return self.observations

    def _begin(self) -> None:
        self.all_rewards[:] = 0.0
        self.rewards[:] = 0.0
        self.terminations[:] = False
        self.is_dealt = True
        if self.table is not None:
            self._seat_opponents(np.arange(self.n))
            self._ask_choosers()

    def step(self, actions: Array) -> Told:
        """Play one action in every lane: observations, rewards, terminations, truncations, infos.

        With opponents, `rewards` has one number for each lane, the learner's; without, one for
        each lane and seat. A game is never cut short, so `truncations` stays False.
        """
        numbers = self._checked(actions)
        learners = self.seats.copy()
        refused = step_all(self._kit, self._yard, numbers, self._shown, self._ended)
        if refused != NOBODY:
            raise ValueError(self._refusal(refused, int(numbers[refused])))
        rewards: Array = self.all_rewards
        if self.table is not None:
            self._seat_opponents(np.flatnonzero(self.terminations))
            self._ask_choosers()
            self.rewards[:] = self.all_rewards[np.arange(self.n), learners]
            rewards = self.rewards
        return self.observations, rewards, self.terminations, self.truncations, self.infos

    def _seat_opponents(self, lanes: Array) -> None:
        """Say who will sit at the next game of some lanes."""
        if self.table is not None and len(lanes):
            seated = self.table.draw(len(lanes))
            self._yard.lanes["next_policies"][lanes, : seated.shape[1]] = seated

    def _ask_choosers(self) -> None:
        """Let opponents that are not compiled play until every learner must decide."""
        table = self.table
        while table is not None and table.choosers:
            waiting = np.zeros(self.n, np.int64)
            policies_in_all(self.game.tables, self._yard, waiting)
            if not (waiting <= CHOOSER).any():
                return
            for number, chooser in enumerate(table.choosers):
                lanes = np.flatnonzero(waiting == CHOOSER - number)
                if len(lanes):
                    self._let_choose(chooser, lanes)
            self._seat_opponents(np.flatnonzero(self.terminations))

    def _let_choose(self, chooser: Chooser, lanes: Array) -> None:
        masks = self._shown.masks[lanes]
        numbers = np.asarray(chooser(self.observations[lanes], masks)).astype(np.int64)
        refused = step_some(self._kit, self._yard, lanes, numbers, self._shown, self._ended)
        if refused != NOBODY:
            number = int(numbers[lanes.tolist().index(refused)])
            raise ValueError(f"an opponent {chooser!r} chose {self._refusal(refused, number)}")

    def advise(self, policy: str = "express", *, seed: int = 0) -> Array:
        """What a compiled bot would play now in every lane, for whoever decides there."""
        actions = np.zeros(self.n, np.int64)
        number = policy_number(policy)
        advise_all(self._kit, self._yard.states, number, int(seed), actions)
        return actions

    @property
    def masks(self) -> Array:
        """The legal actions of the seat that decides in each lane; read-only."""
        masks: Array = self._shown.masks.view()
        masks.flags.writeable = False
        return masks

    @property
    def infos(self) -> dict[str, Array]:
        """What else there is to know of each lane; also for its last finished game."""
        return {
            "action_mask": self.masks,
            "seat": self.seats,
            "final_observation": self.final_observations,
            "points": self._ended.scores["total"][:, : self.game.seats],
            "ranks": self._ended.scores["rank"][:, : self.game.seats],
        }

    @property
    def totals(self) -> Array:
        """The points by seat of the last finished game of each lane."""
        return np.array(self._ended.scores["total"][:, : self.game.seats])

    @property
    def ranks(self) -> Array:
        """The ranks by seat of the last finished game of each lane, 1 for a winner."""
        return np.array(self._ended.scores["rank"][:, : self.game.seats])

    def oracle(self) -> tuple[Array, Array]:
        """Everything, hidden or not: for critics in training, never for a player.

        The observations of all seats, (n, seats, width), the one that decides first; and the hidden
        piles: cards of each kind in the deck, then the ticket deck from its top, -1 where it ends.
        """
        observations = np.zeros((self.n, self.game.seats, self.layout.width), np.int16)
        hidden = np.zeros((self.n, CARDS + len(self.game.edition.tickets)), np.int16)
        sizes = self.layout.sizes
        oracle_all(self.game.tables, self._yard, sizes, observations, hidden)
        return observations, hidden

    def state(self, lane: int, *, final: bool = False) -> State:
        """A copy of a lane's state, or of its last finished game's, for tools; without history."""
        states = self._ended.states if final else self._yard.states
        return State(self.game, states[lane : lane + 1], None).copy()

    def __getstate__(self) -> dict[str, Any]:
        """All but the kit: it comes from the game, whose tables are read-only in no pickle."""
        return {name: value for name, value in vars(self).items() if name != "_kit"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._kit = new_kit(self.game)

    def _checked(self, actions: Array) -> Array:
        """The actions as numbers, one for each lane."""
        if not self.is_dealt:
            raise ValueError("the batch has no games yet; call reset() first.")
        numbers = np.asarray(actions)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"step takes {self.n} whole numbers, one action for each lane, not"
                f" {numbers.dtype} of shape {numbers.shape}."
            )
        return numbers.astype(np.int64, copy=False)

    def _refusal(self, lane: int, action: int) -> str:
        legal = np.flatnonzero(self._shown.masks[lane])
        some = ", ".join(map(str, legal[:5].tolist())) + (", ..." if len(legal) > 5 else "")
        return (
            f"action {action} of env {lane} is masked: seat {int(self.seats[lane])} may play"
            f" {some}. Nothing was played in any env."
        )


def reward_number(reward: str) -> int:
    """The number of a kind of reward."""
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}; choose one of {', '.join(REWARDS)}.")
    return REWARDS.index(reward)


def action_number(action: Any) -> int:
    """An action from outside as a number."""
    try:
        return index(action)
    except TypeError:
        raise ValueError(f"an action is a whole number, not {action!r}.") from None


def _key(seed: int) -> Array:
    return np.frombuffer(key_from_seed(int(seed)), "<u4")


def _whole(n: int, name: str) -> int:
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"{name} is a whole number from 1, not {n!r}.")
    return n
