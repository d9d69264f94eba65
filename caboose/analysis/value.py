"""V: what a true position is worth to every seat, with the future unknown.

Shares of the win add up to one over the seats, because every future that is played out shares one
win. Nobody at the table could know this value; it draws the curve and measures luck, and it never
grades a decision. Every seat is played on in the styles that its moves so far have shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caboose.analysis.futures import (
    NO_ACTION,
    Futures,
    Room,
    new_futures,
    new_room,
    play_deals,
    play_futures,
)
from caboose.analysis.shown_styles import Mix, styles_at
from caboose.engine.game import Game
from caboose.engine.state import State

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

    def __init__(self, game: Game, futures: int, seed: int | str) -> None:
        self.game, self.seed = game, seed
        self.room: Room = new_room(game)
        self.futures: Futures = new_futures(futures, seed)

    def value(self, state: State, mix: Mix) -> Value:
        """What a position is worth to seats that go on in a mix of styles."""
        return self._play(state, mix, 0, NO_ACTION)

    def value_after(self, state: State, mix: Mix, seat: int, action: int) -> Value:
        """What a position is worth before chance has answered an action."""
        return self._play(state, mix, seat, action)

    def _play(self, state: State, mix: Mix, seat: int, action: int) -> Value:
        count, seats = len(self.futures.keys), self.game.seats
        shares, points = np.zeros((count, seats)), np.zeros((count, seats))
        styles = styles_at(mix, self.futures.places)
        play_futures(self.room, state.array, seat, action, self.futures, styles, shares, points)
        return Value(shares.mean(axis=0), points.mean(axis=0))


def start_value(game: Game, deals: int, seed: int | str, mix: Mix) -> Value:
    """What a seat is worth before anything is dealt: the mean over many deals."""
    return _start_value(game, deals, seed, mix.tobytes())


@lru_cache(maxsize=64)
def _start_value(game: Game, deals: int, seed: int | str, mixed: bytes) -> Value:
    mix = np.frombuffer(mixed).reshape(game.seats, -1)
    futures = new_futures(deals, f"start {seed}")
    shares, points = np.zeros((deals, game.seats)), np.zeros((deals, game.seats))
    styles = styles_at(mix, futures.places)
    play_deals(new_room(game), futures.keys, styles, shares, points)
    return Value(shares.mean(axis=0), points.mean(axis=0))
