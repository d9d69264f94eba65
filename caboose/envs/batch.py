"""A batch: thousands of games stepped in one call, and nothing per game in Python.

    batch = Batch("usa", seats=2, n=1024, seed=1, opponents="racer")
    observations = batch.reset()
    observations, rewards, terminations, truncations, infos = batch.step(choose(observations))

All arrays are made once and written anew by every call: copy what must outlive the next step.
A game that ends is scored and the next one begins in the same step, so observations and masks are
always those of a decision that is due. Masks cannot be written to from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from caboose.boards import BoardSource
from caboose.engine.fields import CARDS, NOBODY, SCORE, STATE
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.state import State
from caboose.envs.lanes import LANE, REWARDS, deal_all, first_refused, oracle_all, step_all
from caboose.envs.layout import layout_of
from caboose.players.atlas import atlas_of
from caboose.players.player import UnknownPlayer
from caboose.players.policies import POLICIES, new_desks
from caboose.players.registry import make_player

Array = np.ndarray[Any, Any]
Opponents = str | Sequence[str] | None
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
        self.opponents = read_opponents(opponents, self.game.seats)
        self.rotate = bool(rotate)
        self._lanes, self._states = np.zeros(n, LANE), np.zeros(n, STATE)
        self._scores, self._final_states = np.zeros(n, SCORE), np.zeros(n, STATE)
        self._desks, self._scratch = new_desks(self.game), np.zeros(ACTIONS, np.bool_)
        self._masks = np.zeros((n, ACTIONS), np.bool_)
        width = self.layout.width if observations else 0
        self.observations = np.zeros((n, width), np.int16)
        self.final_observations = np.zeros((n, width), np.int16)
        self.seats = np.zeros(n, np.int64)
        self.all_rewards = np.zeros((n, self.game.seats), np.float32)
        self.rewards = np.zeros(n, np.float32)
        self.terminations = np.zeros(n, np.bool_)
        self.truncations = np.zeros(n, np.bool_)
        self.is_dealt = False
        self.set_seed(seed)

    def set_seed(self, seed: int | Sequence[int]) -> None:
        """One seed for all lanes, or one for each; the next `reset` deals from it."""
        lanes, n = self._lanes, self.n
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != n:
                raise ValueError(f"give one seed, or {n} of them; these are {len(seed)}.")
            lanes["key"] = [_key(each) for each in seed]
            lanes["first"], lanes["stride"] = 0, 1
        else:
            lanes["key"] = _key(int(seed))
            lanes["first"], lanes["stride"] = np.arange(n), n
        lanes["games"] = 0
        lanes["rotates"] = self.rotate and self.opponents is not None
        if self.opponents is None:
            lanes["learner"] = NOBODY
        else:
            starts = lanes["first"] + lanes["key"][:, 0]
            lanes["learner"] = starts % self.game.seats if self.rotate else 0
            lanes["policies"][:, : len(self.opponents)] = self.opponents

    def reset(self, seed: int | Sequence[int] | None = None) -> Array:
        """Begin a new game in every lane; the observations of the seats that decide."""
        if seed is not None:
            self.set_seed(seed)
        deal_all(*self._table(), *self._shown())
        self.all_rewards[:] = 0.0
        self.rewards[:] = 0.0
        self.terminations[:] = False
        self.is_dealt = True
        return self.observations

    def step(self, actions: Array) -> Told:
        """Play one action in every lane: observations, rewards, terminations, truncations, infos.

        With opponents, `rewards` has one number for each lane, the learner's; without, one for
        each lane and seat. A game is never cut short, so `truncations` stays False.
        """
        numbers = self._checked(actions)
        learners = self.seats.copy()
        results = (
            self._scores,
            self.reward,
            self.all_rewards,
            self.terminations,
            self.final_observations,
            self._final_states,
        )
        everything = (*self._table(), *self._shown(), numbers, *results)
        step_all(*everything)
        rewards: Array = self.all_rewards
        if self.opponents is not None:
            self.rewards[:] = self.all_rewards[np.arange(self.n), learners]
            rewards = self.rewards
        return self.observations, rewards, self.terminations, self.truncations, self.infos

    @property
    def masks(self) -> Array:
        """The legal actions of the seat that decides in each lane; read-only."""
        masks = self._masks.view()
        masks.flags.writeable = False
        return masks

    @property
    def infos(self) -> dict[str, Array]:
        """What else there is to know of each lane; also for its last finished game."""
        return {
            "action_mask": self.masks,
            "seat": self.seats,
            "final_observation": self.final_observations,
            "points": self._scores["total"][:, : self.game.seats],
            "ranks": self._scores["rank"][:, : self.game.seats],
        }

    @property
    def totals(self) -> Array:
        """The points by seat of the last finished game of each lane."""
        return np.array(self._scores["total"][:, : self.game.seats])

    @property
    def ranks(self) -> Array:
        """The ranks by seat of the last finished game of each lane, 1 for a winner."""
        return np.array(self._scores["rank"][:, : self.game.seats])

    def oracle(self) -> tuple[Array, Array]:
        """Everything, hidden or not: for critics in training, never for a player.

        The observations of all seats, (n, seats, width), the one that decides first; and the hidden
        piles: cards of each kind in the deck, then the ticket deck from its top, -1 where it ends.
        """
        observations = np.zeros((self.n, self.game.seats, self.layout.width), np.int16)
        hidden = np.zeros((self.n, CARDS + len(self.game.edition.tickets)), np.int16)
        oracle_all(
            self.game.tables, self._lanes, self._states, self.layout.sizes, observations, hidden
        )
        return observations, hidden

    def state(self, lane: int, *, final: bool = False) -> State:
        """A copy of a lane's state, or of its last finished game's, for tools; without history."""
        states = self._final_states if final else self._states
        return State(self.game, states[lane : lane + 1], None).copy()

    def _table(self) -> tuple[Any, ...]:
        return (
            self.game.tables,
            atlas_of(self.game),
            self._lanes,
            self._states,
            self._desks,
            self._scratch,
            no_buffer(),
        )

    def _shown(self) -> tuple[Any, ...]:
        return self.layout.sizes, self._masks, self.observations, self.seats

    def _checked(self, actions: Array) -> Array:
        """The actions as numbers; nothing is played if one of them is refused."""
        if not self.is_dealt:
            raise ValueError("the batch has no games yet; call reset() first.")
        numbers = np.asarray(actions)
        if numbers.shape != (self.n,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"step takes {self.n} whole numbers, one action for each lane, not"
                f" {numbers.dtype} of shape {numbers.shape}."
            )
        numbers = numbers.astype(np.int64, copy=False)
        lane = first_refused(self._masks, numbers)
        if lane != NOBODY:
            raise ValueError(self._refusal(lane, int(numbers[lane])))
        return numbers

    def _refusal(self, lane: int, action: int) -> str:
        legal = np.flatnonzero(self._masks[lane])
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


def name_opponents(opponents: str | Sequence[str], seats: int) -> list[str]:
    """The names of the other seats' bots, in order of play from the learner; one serves all."""
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= seats - 1
    if len(names) != seats - 1:
        raise ValueError(
            f"with {seats} seats there are {seats - 1} opponents, not {len(names)}; name one for"
            " all, or one for each."
        )
    return names


def read_opponents(opponents: Opponents, seats: int) -> list[int] | None:
    """The policies of the other seats; None if all seats are played from outside."""
    if opponents is None:
        return None
    names = name_opponents(opponents, seats)
    for name in names:
        if name not in POLICIES:
            raise ValueError(_not_compiled(name))
    return [POLICIES.index(name) for name in names]


def _not_compiled(name: str) -> str:
    choose = f"choose among {', '.join(POLICIES)}"
    try:
        make_player(name, 0)
    except UnknownPlayer:
        return f"there is no compiled bot {name!r}; {choose}."
    return (
        f"{name!r} is not a compiled bot, so it cannot play in a batch; {choose}, or play one game"
        " at a time with gymnasium.make(...)."
    )


def _key(seed: int) -> Array:
    return np.frombuffer(key_from_seed(int(seed)), "<u4")


def _whole(n: int, name: str) -> int:
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"{name} is a whole number from 1, not {n!r}.")
    return n
