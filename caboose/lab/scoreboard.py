"""How a match stands while it is played: blocks come in any order and are read in that of deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from caboose.lab.parallel_play import Games
from caboose.lab.sprt import Claims, Sprt
from caboose.lab.standings import block_score


@dataclass(frozen=True)
class Progress:
    """How far a match is."""

    games: int
    of: int
    share: float | None  # of the wins, for the first bot; None before the first game
    ratio: float | None  # of the sequential test, if there is one


class Scoreboard:
    """The finished blocks of a match, and the sequential test over them."""

    def __init__(self, blocks: int, seats: int, claims: Claims | None) -> None:
        self.sprt = None if claims is None else Sprt(claims, seats)
        self.finished: dict[int, Games] = {}
        self._blocks = blocks
        self._seats = seats
        self._score = 0.0

    def add(self, blocks: Iterable[Games]) -> None:
        """Blocks that have come in, in any order; those beyond the last one do not count."""
        for games in blocks:
            number = games[0].block
            if number < self._blocks and number not in self.finished:
                self.finished[number] = games
                self._score += float(block_score(games))
        while self.sprt and not self.sprt.verdict and self.sprt.blocks in self.finished:
            self.sprt.add(block_score(self.finished[self.sprt.blocks]))

    @property
    def is_complete(self) -> bool:
        """Is there nothing left to play?"""
        decided = self.sprt is not None and self.sprt.verdict is not None
        return decided or len(self.finished) == self._blocks

    def counted(self) -> list[Games]:
        """The blocks that count, in order; with a test, none behind the one that decided it."""
        numbers = range(self.sprt.blocks) if self.sprt else sorted(self.finished)
        return [self.finished[number] for number in numbers]

    def progress(self) -> Progress:
        """How far it is."""
        done = len(self.finished)
        return Progress(
            games=done * self._seats,
            of=self._blocks * self._seats,
            share=self._score / done if done else None,
            ratio=self.sprt.ratio if self.sprt else None,
        )
