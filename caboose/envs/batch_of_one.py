"""One game whose other seats any player has, also one that is not compiled.

It has the face of a batch of one and deals the same games: with a compiled bot at the table they
go exactly as in a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from caboose.boards import BoardSource
from caboose.engine.action import Action
from caboose.engine.fields import NOBODY
from caboose.engine.state import State
from caboose.envs.batch import Batch, Told
from caboose.envs.observation import observation_of
from caboose.envs.opponents import name_opponents
from caboose.players.player import BotFailed, Player, ask
from caboose.players.registry import make_player

Array = np.ndarray[Any, Any]


class BatchOfOne:
    """A learner and players by name: `racer`, `switchman:rollouts=100`, `./mybot.py:MyBot`."""

    def __init__(
        self,
        edition: BoardSource,
        seats: int,
        opponents: str | Sequence[str],
        *,
        reward: str = "rank",
        rotate: bool = True,
        compact: bool = False,
    ) -> None:
        self._batch = Batch(edition, seats, 1, reward=reward, compact=compact)
        self.game, self.layout = self._batch.game, self._batch.layout
        self.names = name_opponents(opponents, self.game.seats)
        for name in self.names:
            make_player(name, 0)  # says now, not in the first game, if there is no such bot
        self.rotate = rotate
        self.is_dealt = False
        self.final_observations = np.zeros_like(self._batch.observations)
        self._learner = NOBODY
        self._state: State | None = None
        self._players: list[Player] = []

    # --- the face of a batch ----------------------------------------------------------------------

    @property
    def masks(self) -> Array:
        """The legal actions of the learner."""
        return self._batch.masks

    @property
    def observations(self) -> Array:
        """What the learner sees."""
        return self._batch.observations

    @property
    def totals(self) -> Array:
        """The points by seat of the last finished game."""
        return self._batch.totals

    @property
    def ranks(self) -> Array:
        """The ranks by seat of the last finished game."""
        return self._batch.ranks

    def state(self, lane: int, *, final: bool = False) -> State:
        """A copy of the state, or of the last finished game's."""
        return self._batch.state(lane, final=final)

    def reset(self, seed: int | None = None) -> Array:
        """Begin a game, up to the learner's first decision."""
        if seed is not None:
            self._batch.set_seed(seed)
            self._learner = NOBODY
        self._batch.reset()
        self.is_dealt = True
        self._begin()
        return self.observations

    def step(self, actions: Array) -> Told:
        """Play the learner's action and all others up to its next one; see `Batch.step`."""
        if not self.is_dealt:
            raise ValueError("there is no game yet; call reset() first.")
        learner = self._learner
        _, rewards, ended, cut, infos = self._play(actions)
        while not ended[0] and self._batch.seats[0] != learner:
            _, rewards, ended, cut, infos = self._let_player_play()
        rewards, ended = rewards[:, learner].copy(), ended.copy()
        if ended[0]:
            final = observation_of(self.state(0, final=True), learner, self.layout)
            self.final_observations[0] = final
            self._begin()
        return self.observations, rewards, ended, cut, infos

    # --- the players ------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Seat everybody at a game that has just been dealt; play up to the learner."""
        lane, seats = self._batch._yard.lanes[0], self.game.seats
        if not self.rotate:
            self._learner = 0
        elif self._learner == NOBODY:
            self._learner = (int(lane["first"]) + int(lane["key"][0])) % seats
        else:
            self._learner = (self._learner + 1) % seats
        key = self._batch.state(0).fields["key"].astype("<u4").tobytes()
        self._state = self.game.start(key=key)  # with a history, which players may ask for
        self._players = []
        while self._batch.seats[0] != self._learner:
            self._let_player_play()

    def _play(self, numbers: Array) -> Told:
        """Play an action of whoever decides; a masked one is refused and changes nothing."""
        assert self._state is not None
        legal = {action.number: action for action in self._state.legal_actions()}
        told = self._batch.step(numbers)
        self._state.apply(legal[int(numbers[0])])
        return told

    def _let_player_play(self) -> Told:
        try:
            action = self._ask()
        except BotFailed:
            self.is_dealt = False  # the game cannot go on
            raise
        return self._play(np.array([action.number]))

    def _ask(self) -> Action:
        assert self._state is not None
        seat = self._state.seat
        if not self._players:
            seed = int(self._batch._yard.lanes["bots_seed"][0])
            self._players = [make_player(name, seed) for name in self.names]
        player = self._players[(seat - self._learner) % self.game.seats - 1]
        return ask(player, self._state.view(seat), self._state.legal_actions())

    def __getstate__(self) -> dict[str, Any]:
        """Without the players: they remember nothing, and one's own may not pickle."""
        return {**self.__dict__, "_players": []}
