"""Moments: positions from games of quick bots, with the truth that no seat could see."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.fields import STATE, TURN, copy_records
from caboose.engine.game import Game
from caboose.engine.happenings import new_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.state import State
from caboose.players import ask, make_player
from caboose.players.policies import POLICIES, play_policies

PER_GAME = 4  # positions that are kept of a game; more would be too much alike


@dataclass(frozen=True)
class GamePlan:
    """Which games are played: an edition, a number of seats, how many deals, and by whom."""

    edition: str
    seats: int
    deals: int
    bots: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.edition}, {self.seats} seats"


@dataclass(frozen=True)
class Moment:
    """A position in which somebody is about to begin a turn, and how the game ended."""

    game: Game
    deal: int
    array: np.ndarray[Any, Any]  # the whole truth: an array of one state
    bots: tuple[str, ...]
    wins: tuple[float, ...]  # each seat's share of the win

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return int(self.array["seat"][0])


def play_moments(table: GamePlan, seed: str) -> Iterator[Moment]:
    """Play the games of a table and keep some moments of each."""
    game = Game(table.edition, table.seats)
    for deal in range(table.deals):
        rng = Random(f"moments {seed} {table} {deal}")
        bots = tuple(rng.choice(table.bots) for _ in range(table.seats))
        key = hashlib.sha256(f"caboose learning {seed} {table} {deal}".encode()).digest()
        yield from moments_of(game, deal, key, bots, rng)


def moments_of(
    game: Game, deal: int, key: bytes, bots: Sequence[str], rng: Random
) -> Iterator[Moment]:
    """Some moments of one game between policies."""
    actions, end = play_bots(game, key, bots, [rng.getrandbits(60) for _ in bots])
    if not end.is_over:
        return
    ranks = [row["rank"] for row in end.score().to_dict()["seats"]]
    wins = tuple(float(rank == 1) / ranks.count(1) for rank in ranks)
    wanted = set(rng.sample(range(len(actions)), min(2 * PER_GAME, len(actions))))
    for array in _walk(game, key, actions, wanted):
        if array["phase"][0] == TURN:
            yield Moment(game, deal, copy_records(array), tuple(bots), wins)


def play_bots(
    game: Game, key: bytes, bots: Sequence[str], seeds: Sequence[int]
) -> tuple[list[int], State]:
    """A whole game: the numbers of its actions, and the final state. Policies are quick."""
    if all(bot in POLICIES for bot in bots):
        numbers, end = play_policies(game, key, [POLICIES.index(bot) for bot in bots], seeds)
        return numbers.tolist(), end
    players = [make_player(bot, seed) for bot, seed in zip(bots, seeds, strict=True)]
    state, actions = game.start(key=key), list[int]()
    while not state.is_over:
        action = ask(players[state.seat], state.view(state.seat), state.legal_actions())
        state.apply(action)
        actions.append(action.number)
    return actions, state


def _walk(
    game: Game, key: bytes, actions: Sequence[int], wanted: set[int]
) -> Iterator[np.ndarray[Any, Any]]:
    """The positions before the wanted actions of a game."""
    array, mask, happenings = np.zeros(1, STATE), np.zeros(ACTIONS, np.bool_), new_buffer()
    array["key"][0] = np.frombuffer(key, "<u4")
    kernels.start(game.tables, array, 0, happenings)
    for number, action in enumerate(actions):
        if number in wanted:
            yield array
        kernels.step(game.tables, array, 0, int(array["seat"][0]), action, mask, happenings)
