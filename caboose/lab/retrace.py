"""A game again from its key and the numbers of its actions, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import OVER, STATE
from caboose.engine.game import Game
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.engine.state import State


class BrokenGame(ValueError):
    """A stored game that the rules do not play."""


@compiled
def _follow(
    games: Any, states: Any, numbers: Any, mask: Any, happenings: Any, decisions: Any
) -> int:
    """Set up from the key in the state and play on; the actions played before one was illegal."""
    game = games[0]
    state = states[0]
    set_up(game, state, happenings)
    for n in range(numbers.shape[0]):
        seat = wide(state.seat)
        if state.phase == OVER or numbers[n] < 0 or numbers[n] >= ACTIONS:
            return n
        legal_mask(game, state, seat, mask)
        if not mask[numbers[n]]:
            return n
        play(game, state, seat, wide(numbers[n]), happenings)
        decisions[seat] += 1
    return wide(numbers.shape[0])


def retrace(game: Game, key: bytes, numbers: np.ndarray[Any, Any]) -> tuple[State, tuple[int, ...]]:
    """The state after these actions, without its history, and how many actions each seat made."""
    array = np.zeros(1, STATE)
    array["key"][0] = np.frombuffer(key, "<u4")
    decisions = np.zeros(game.seats, np.int64)
    actions = np.ascontiguousarray(numbers, np.int64)
    mask = np.zeros(ACTIONS, np.bool_)
    played = _follow(game.tables, array, actions, mask, no_buffer(), decisions)
    if played < len(actions):
        raise BrokenGame(f"action {played + 1} of {len(actions)} is not legal there.")
    return State(game, array, None), tuple(decisions.tolist())
