"""Time for a turn and a bank for the game; and what is done for somebody whose time is up."""

from __future__ import annotations

import copy
from typing import Any

from caboose.engine.action import Action
from caboose.engine.state import State
from caboose.server.protocol.messages import ClockOptions


class GameClock:
    """The time of all seats. It follows from the times at which actions were played."""

    def __init__(self, options: ClockOptions, state: State, now: int) -> None:
        self._turn = options.turn_seconds * 1000
        seats = state.game.seats
        self._bank = [options.bank_seconds * 1000] * seats
        self._left = [self._turn] * seats  # of the present turn
        self._since = [now] * seats  # from when a running seat's time runs
        self._running = set(state.waiting_for())
        self._turns = int(state.fields.turns)
        self._choosing = _choosing(state)

    def copy(self) -> GameClock:
        """Another clock that shows the same."""
        other = copy.copy(self)
        other._bank, other._left = self._bank.copy(), self._left.copy()
        other._since, other._running = self._since.copy(), self._running.copy()
        return other

    def acted(self, seat: int, at: int, after: State) -> None:
        """A seat has acted: its time stops, and the next one's begins."""
        self._left[seat], self._bank[seat] = self._rest(seat, at)
        turns = int(after.fields.turns)
        running = set(after.waiting_for())
        goes_on = seat in running and turns == self._turns and not self._choosing
        for other in running:
            if other == seat and goes_on:
                self._since[other] = at
            elif other not in self._running or other == seat:
                self._left[other], self._since[other] = self._turn, at
        self._running, self._turns, self._choosing = running, turns, _choosing(after)

    def add(self, milliseconds: int) -> None:
        """Whoever's time is running gets so much more."""
        for seat in self._running:
            self._since[seat] += milliseconds

    def deadline(self, seat: int) -> int | None:
        """When a seat's time is up; None if it is not running."""
        if seat not in self._running:
            return None
        return self._since[seat] + self._left[seat] + self._bank[seat]

    def next_deadline(self) -> int | None:
        """When the first of the running times is up."""
        deadlines = [self.deadline(seat) for seat in self._running]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def to_dict(self, now: int) -> list[dict[str, Any]]:
        """What a screen shows."""
        shown = []
        for seat in range(len(self._bank)):
            turn, bank = self._rest(seat, now)
            running = seat in self._running
            shown.append({"seat": seat, "running": running, "turn": turn, "bank": bank})
        return shown

    def _rest(self, seat: int, now: int) -> tuple[int, int]:
        """What is left of the turn and of the bank."""
        if seat not in self._running:
            return self._left[seat], self._bank[seat]
        turn = self._left[seat] - max(0, now - self._since[seat])
        return max(0, turn), max(0, self._bank[seat] + min(0, turn))


def _choosing(state: State) -> bool:
    """Does everybody choose the first tickets, before there are turns?"""
    return state.phase == "first_tickets"


def safe_action(state: State, seat: int) -> Action:
    """What is played for somebody whose time is up: nothing that could hurt much.

    Tickets: as few as may be kept, those that cost least if they fail. Cards: from the deck. A
    route that was claimed is paid with as few locomotives as possible.
    """
    return min(state.legal_actions(seat), key=lambda action: _risk(state, seat, action))


def _risk(state: State, seat: int, action: Action) -> tuple[int, ...]:
    match action.kind:
        case "keep":
            offer = state.view(seat).offer
            kept = [state.game.edition.tickets[offer[place - 1]].points for place in action.places]
            return (0, len(kept), sum(kept))
        case "pay":
            return (0, action.locomotives, action.number)
        case "draw":
            return (0 if action.color is None else 1, 0, action.number)
        case "pass":
            return (2, 0, 0)
        case "claim":
            return (3, 0, action.number)
        case _:
            return (4, 0, action.number)
