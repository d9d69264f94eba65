"""A playthrough: a start, the moves from there, and what they are to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import caboose
from caboose.engine.history import Step

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Move:
    """What a seat does, or tries to do and is refused."""

    seat: int
    action: str
    is_refused: bool = False
    legal: tuple[caboose.Action, ...] = field(default=(), compare=False)  # if already listed

    def __str__(self) -> str:
        return f"{'! ' if self.is_refused else ''}{self.seat} {self.action}"


@dataclass(frozen=True)
class Moment:
    """One move with the position before and after it."""

    move: Move
    before: caboose.State
    after: caboose.State
    events: tuple[caboose.Event, ...]
    refusal: str = ""

    @property
    def legal(self) -> tuple[caboose.Action, ...]:
        """What the seat might have done."""
        return self.move.legal or tuple(self.before.legal_actions(self.move.seat))

    @property
    def step(self) -> Step:
        """The move as a record knows it."""
        return Step(self.move.seat, self.move.action, self.events)


@dataclass(frozen=True)
class Playthrough:
    """A game or a scene, named as its file."""

    name: str
    title: str
    why: str  # what to look for, and the rule behind it
    start: Callable[[], caboose.State]
    moves: Callable[[caboose.State], Iterator[Move]]  # asked for the next one when one is made
    proof: str  # a pattern that must be found in the text, or it does not show what it should
    is_whole_game: bool = False

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def play(self) -> Iterator[Moment]:
        state = self.start()
        for move in self.moves(state):
            yield _make(state, move)


def _make(state: caboose.State, move: Move) -> Moment:
    before = state.copy()
    try:
        events = tuple(state.apply(move.action, move.seat))
    except caboose.IllegalAction as refusal:
        if not move.is_refused:
            raise
        return Moment(move, before, before, (), str(refusal))
    assert not move.is_refused, f"'{move}' should have been refused"
    return Moment(move, before, state.copy(), events)
