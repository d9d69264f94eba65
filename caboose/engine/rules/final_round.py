"""How a turn ends, how the final round begins, and when the game is over."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled
from caboose.engine.fields import (
    BY_DEADLOCK,
    BY_FINAL_ROUND,
    NOBODY,
    OVER,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import FINAL_ROUND_BEGAN, GAME_ENDED, note


@compiled
def is_final_round(state: StateRecord) -> bool:
    """Has the final round begun?"""
    return bool(state.final_turns_left != NOBODY)


@compiled
def begins_final_round(game: GameRecord, state: StateRecord, seat: int) -> bool:
    """E1, R13: the first seat to end its turn with few enough trains begins the final round."""
    return bool(not is_final_round(state) and state.trains[seat] <= game.final_trains)


@compiled
def is_deadlock(game: GameRecord, state: StateRecord) -> bool:
    """R4: every seat has passed in a row, so nothing can change any more."""
    return bool(state.passes >= game.seats and not is_final_round(state))


@compiled
def end_game(state: StateRecord, reason: int, happenings: Any) -> None:
    """The game is over."""
    state.phase = OVER
    state.end_reason = reason
    note(happenings, GAME_ENDED, NOBODY, reason, NOBODY)


@compiled
def end_turn(game: GameRecord, state: StateRecord, seat: int, happenings: Any) -> None:
    """E1, E2, R13: count the final round down, begin it, or hand the turn on."""
    state.turns += 1
    if is_final_round(state):
        state.final_turns_left -= 1
    elif begins_final_round(game, state, seat):
        state.final_turns_left = game.seats
        note(happenings, FINAL_ROUND_BEGAN, seat, NOBODY, NOBODY)
    if state.final_turns_left == 0:
        end_game(state, BY_FINAL_ROUND, happenings)
    elif is_deadlock(game, state):
        end_game(state, BY_DEADLOCK, happenings)
    else:
        state.phase = TURN
        state.seat = (seat + 1) % game.seats
