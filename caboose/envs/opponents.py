"""Who sits at the other seats of a batch: compiled bots, nets and other choosers, or a league.

A chooser is any function of observations and masks that gives a number of an action for each line,
so a net in training can be asked for all lanes at once. A league draws an opponent for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine.dice import new_dice, roll
from caboose.engine.game import Game
from caboose.envs.checkpoint import Net
from caboose.envs.lanes import CHOOSER
from caboose.players.player import UnknownPlayer
from caboose.players.policies import POLICIES
from caboose.players.registry import make_player

Array = np.ndarray[Any, Any]
Chooser = Callable[[Array, Array], Array]
Opponent = str | Chooser


class League:
    """Opponents of whom each game meets some: a panel of bots, and past selves as they come.

    `league.add(net)` lets a past self in; with more than `most` of them the oldest leaves. Past
    selves together are met in a share of the games, the panel in the others.
    """

    def __init__(
        self, panel: Sequence[Opponent] = ("express", "planner", "racer", "tourist"), *,
        share: float = 0.5, most: int = 8,
    ) -> None:  # fmt: skip
        if not panel:
            raise ValueError("a league begins with at least one opponent in its panel.")
        if not 0 <= share <= 1:
            raise ValueError(f"share is a part of the games, from 0 to 1, not {share!r}.")
        self.panel, self.past = list(panel), list[Opponent]()
        self.share, self.most = share, most

    def add(self, opponent: Opponent) -> None:
        """Let a past self in."""
        self.past = [*self.past, opponent][-self.most :]

    def draw(self, dice: Array) -> Opponent:
        """One opponent."""
        is_past = bool(self.past) and roll(dice, 1_000_000) < 1_000_000 * self.share
        some = self.past if is_past else self.panel
        return some[roll(dice, len(some))]


Opponents = Opponent | Sequence[Opponent] | League | None


class BatchOpponents:
    """The opponents of a batch, read and ready to be seated game by game."""

    def __init__(self, opponents: Opponents, game: Game) -> None:
        self.game, self.choosers = game, list[Chooser]()
        self._named: dict[str, int] = {}
        self._dice = new_dice("opponents")
        self.league = opponents if isinstance(opponents, League) else None
        self._fixed: list[int] = []
        if self.league is None:
            named = name_opponents(opponents, game.seats)  # type: ignore[arg-type]
            self._fixed = [self._number(each) for each in named]
        else:
            for each in self.league.panel:
                self._number(each)

    def set_seed(self, keys: Array) -> None:
        """Draw from here on as the keys of the lanes say."""
        self._dice = new_dice(f"opponents {keys.tobytes().hex()}")

    def draw(self, games: int) -> Array:
        """The policies of the other seats for so many games, in order of play from the learner."""
        others = self.game.seats - 1
        if self.league is None:
            return np.tile(np.array(self._fixed, np.int64), (games, 1))
        drawn = [self._number(self.league.draw(self._dice)) for _ in range(games * others)]
        return np.array(drawn, np.int64).reshape(games, others)

    def _number(self, opponent: Opponent) -> int:
        """The number of an opponent as the lanes know it; a new chooser gets the next one."""
        if isinstance(opponent, str):
            if opponent not in self._named:
                self._named[opponent] = self._read(opponent)
            return self._named[opponent]
        for place, chooser in enumerate(self.choosers):
            if chooser is opponent:
                return CHOOSER - place
        return self._read(opponent)

    def _read(self, opponent: Opponent) -> int:
        if isinstance(opponent, str):
            if opponent in POLICIES:
                return POLICIES.index(opponent)
            if not opponent.endswith(".npz"):
                raise ValueError(_not_compiled(opponent))
            opponent = Net.load(Path(opponent), self.game)
        self.choosers.append(opponent)
        return CHOOSER - (len(self.choosers) - 1)


def plays_in_batches(opponents: Opponents) -> bool:
    """Are these compiled bots, nets, choosers or a league, and no slower players?"""
    if not isinstance(opponents, str | Sequence):
        return True
    named = [opponents] if isinstance(opponents, str) else opponents
    return all(
        not isinstance(each, str) or each in POLICIES or each.endswith(".npz") for each in named
    )


def name_opponents(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Any]:
    """The other seats' opponents, in order of play from the learner; one serves all."""
    is_one = isinstance(opponents, str) or callable(opponents)
    named: list[Any] = [opponents] if is_one else list(opponents)  # type: ignore[arg-type]
    if len(named) == 1:
        named *= seats - 1
    if len(named) != seats - 1:
        raise ValueError(
            f"with {seats} seats there are {seats - 1} opponents, not {len(named)}; name one for"
            " all, or one for each."
        )
    return named


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
