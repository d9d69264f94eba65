"""V: what a true position is worth to every seat, with the future unknown.

Shares of the win add up to one over the seats, because every future that is played out shares one
win. Nobody at the table could know this value; it draws the curve and measures luck, and it never
grades a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caboose.analysis.futures import (
    NO_ACTION,
    REFERENCE,
    Futures,
    Room,
    new_futures,
    new_room,
    play_deals,
    play_futures,
)
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.players.policies import choose_in

Line = np.ndarray[Any, Any]  # a number for every seat


@dataclass(frozen=True)
class Value:
    """What a position is worth to each seat: shares of the win, and points at the end."""

    shares: Line
    points: Line

    def __sub__(self, other: Value) -> Value:
        return Value(self.shares - other.shares, self.points - other.points)

    def __add__(self, other: Value) -> Value:
        return Value(self.shares + other.shares, self.points + other.points)


def nothing(seats: int) -> Value:
    """No difference at all."""
    return Value(np.zeros(seats), np.zeros(seats))


class Valuer:
    """Values positions of one game, all in the same futures."""

    def __init__(
        self, game: Game, futures: int, seed: int | str, policies: Sequence[int] = ()
    ) -> None:
        self.game, self.seed = game, seed
        self.room: Room = new_room(game, policies)
        self.futures: Futures = new_futures(futures, seed)

    def value(self, state: State) -> Value:
        """What a position is worth."""
        return self._play(state, 0, NO_ACTION)

    def value_after(self, state: State, seat: int, action: int) -> Value:
        """What a position is worth before chance has answered an action."""
        return self._play(state, seat, action)

    def _play(self, state: State, seat: int, action: int) -> Value:
        count, seats = len(self.futures.keys), self.game.seats
        shares, points = np.zeros((count, seats)), np.zeros((count, seats))
        play_futures(self.room, state.array, seat, action, self.futures, shares, points)
        return Value(shares.mean(axis=0), points.mean(axis=0))

    def reference_move(self, state: State, seat: int) -> int:
        """What the reference player would do; it knows only what the seat knows."""
        return int(choose_in(self.room.kit, state.array, 0, seat, REFERENCE, 0))


@lru_cache(maxsize=64)
def start_value(game: Game, deals: int, seed: int | str, policies: tuple[int, ...] = ()) -> Value:
    """What a seat is worth before anything is dealt: the mean over many deals."""
    room, keys = new_room(game, policies), new_futures(deals, f"start {seed}").keys
    shares, points = np.zeros((deals, game.seats)), np.zeros((deals, game.seats))
    play_deals(room, keys, shares, points)
    return Value(shares.mean(axis=0), points.mean(axis=0))
