"""A state: one position of one game, with the history that led to it.

The fields themselves are described in `fields.py`. A state never leaves the engine towards bots,
environments or browsers; they get a view of it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.action import Action
from caboose.engine.errors import IllegalAction
from caboose.engine.event import Event, read_events
from caboose.engine.fields import (
    BY_CARD,
    FIRST_TICKETS,
    OVER,
    PAYMENT,
    PHASES,
    STATE,
    copy_records,
)
from caboose.engine.first_rules import first_bytes
from caboose.engine.happenings import new_buffer
from caboose.engine.history import History, Step
from caboose.engine.numbering import ACTIONS
from caboose.engine.score import Score

if TYPE_CHECKING:
    from caboose.engine.commitment import Commitment
    from caboose.engine.game import Game
    from caboose.engine.view import View

# Scratch space for the one step that is being made; a step never begins another.
_HAPPENINGS = new_buffer()
_MASK = np.zeros(ACTIONS, np.bool_)


class State:
    """One position. `apply` is the only thing that changes it."""

    __slots__ = ("_array", "_history", "game")

    def __init__(self, game: Game, array: np.ndarray[Any, Any], history: History | None) -> None:
        self.game = game
        self._array = array
        self._history = history

    @classmethod
    def deal(cls, game: Game, key: bytes) -> State:
        """The first position of the game that a key stands for."""
        array = np.zeros(1, STATE)
        array["key"][0] = np.frombuffer(key, "<u4")
        kernels.start(game.tables, array, 0, _HAPPENINGS)
        events = tuple(read_events(game.notation, _HAPPENINGS))
        return cls(game, array, History(None, Step(None, None, events)))

    @property
    def fields(self) -> Any:
        """The record behind this state (see `fields.py`), for tools; treat it as read-only."""
        return self._array[0]

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The record as an array of one, for compiled functions; treat it as read-only."""
        return self._array

    @property
    def history(self) -> History | None:
        """What happened so far; None in a position that was written by hand."""
        return self._history

    @property
    def seat(self) -> int:
        """Who decides; during first_tickets the first seat that has not chosen."""
        return int(self._array["seat"][0])

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return PHASES[int(self._array["phase"][0])]

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._array["phase"][0] == OVER)

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """The legal actions of the seat that decides, or of another, in the pinned order."""
        seat = self._seat_or_default(seat)
        kernels.list_legal(self.game.tables, self._array, 0, seat, _MASK)
        length = self._pending_length()
        return [self.game.notation.action(n, length) for n in np.flatnonzero(_MASK).tolist()]

    def apply(self, action: Action | str, seat: int | None = None) -> list[Event]:
        """Play an action; what happened. A refusal raises IllegalAction and changes nothing."""
        if isinstance(action, Action):
            self.game.notation.check(action)
            actions: tuple[Action, ...] = (action,)
        else:
            actions = self.game.notation.parse(action)
        seat = self._seat_or_default(seat)
        if len(actions) == 1:
            return self._apply_one(actions[0], seat)
        trial = self.copy()
        events = [event for each in actions for event in trial._apply_one(each, seat)]
        self._array, self._history = trial._array, trial._history
        return events

    def _apply_one(self, action: Action, seat: int) -> list[Event]:
        if action.kind == "pay" and action.cards + action.locomotives != self._pending_length():
            raise self._refusal(action, seat)
        arguments = (self.game.tables, self._array, 0, seat, action.number)
        if not kernels.step(*arguments, _MASK, _HAPPENINGS):
            raise self._refusal(action, seat)
        events = read_events(self.game.notation, _HAPPENINGS)
        if self._history is not None:
            self._history = self._history.and_then(seat, action, events)
        return events

    def _refusal(self, action: Action, seat: int) -> IllegalAction:
        from caboose.engine.reasons import why_not_action

        return IllegalAction(why_not_action(self.view(seat), action))

    def _pending_length(self) -> int:
        if self._array["phase"][0] != PAYMENT:
            return 0
        route = int(self._array["pending_route"][0])
        return self.game.edition.board.routes[route].length

    def _seat_or_default(self, seat: int | None) -> int:
        if seat is None:
            return self.seat
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat!r}; seats are 0 to {self.game.seats - 1}.")
        return seat

    def waiting_for(self) -> list[int]:
        """The seats that must decide now: several while first tickets are chosen."""
        if self.is_over:
            return []
        if self._array["phase"][0] == FIRST_TICKETS:
            sizes = self._array["offer_size"][0]
            return [seat for seat in range(self.game.seats) if sizes[seat] > 0]
        return [self.seat]

    def copy(self) -> State:
        """Another state equal to this one."""
        return State(self.game, copy_records(self._array), self._history)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def view(self, seat: int | None) -> View:
        """What a seat may know, or a spectator (None)."""
        from caboose.engine.view import make_view

        return make_view(self, None if seat is None else self._seat_or_default(seat))

    def score(self) -> Score:
        """The score; before the end, as if the game ended now."""
        return Score.of(self.game, self._array)

    def to_dict(self) -> dict[str, Any]:
        """Everything, in plain values; for tests and tools, never for a browser."""
        from caboose.engine.position import write_position

        return write_position(self)

    def to_bytes(self) -> bytes:
        """The position without its history; equal positions have equal bytes."""
        return self._array.tobytes()

    def digest(self) -> str:
        """A short fingerprint of the position, by which a stored game knows it again."""
        is_first = self.game.numbering == BY_CARD
        known = first_bytes(self._array) if is_first else self.to_bytes()
        return hashlib.sha256(known).hexdigest()[:16]

    def record(self, names: list[str] | None = None, commitment: Commitment | None = None) -> str:
        """The game so far as text, from which `caboose.replay` makes the same state."""
        from caboose.engine.record import write_record

        return write_record(self, names, commitment)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.game, copy_records(self._array), self._history)

    def __repr__(self) -> str:
        done = int(self._array["actions"][0])
        return f"<State of {self.game!r}: {self.phase}, seat {self.seat}, {done} actions>"
