"""Actions as their places among the legal ones: one byte each, and mostly a small one.

A list of legal actions never has more than 255 entries: all routes and all ways to draw are about
140. The places compress to little more than half of what the actions' own numbers need.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import NOBODY, OVER, STATE
from caboose.engine.game import Game
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.lab.retrace import BrokenGame

Numbers = np.ndarray[Any, Any]


@compiled
def rank_of(mask: Any, action: int) -> int:
    """The place of an action among the legal ones, NOBODY if it is not legal."""
    if action < 0 or action >= ACTIONS or not mask[action]:
        return NOBODY
    rank = 0
    for other in range(action):
        if mask[other]:
            rank += 1
    return rank


@compiled
def action_at(mask: Any, rank: int) -> int:
    """The legal action at a place, NOBODY if there are not so many."""
    for action in range(ACTIONS):
        if mask[action]:
            if rank == 0:
                return action
            rank -= 1
    return NOBODY


@compiled
def _translate(
    games: Any, states: Any, given: Any, wanted: Any, mask: Any, happenings: Any, into_ranks: bool
) -> int:
    """Play the game that is given in one form and write it in the other; actions understood."""
    game = games[0]
    state = states[0]
    set_up(game, state, happenings)
    for n in range(given.shape[0]):
        if state.phase == OVER:
            return n
        seat = wide(state.seat)
        legal_mask(game, state, seat, mask)
        action = wide(given[n]) if into_ranks else action_at(mask, wide(given[n]))
        rank = rank_of(mask, action)
        if rank == NOBODY:
            return n
        wanted[n] = rank if into_ranks else action
        play(game, state, seat, action, happenings)
    return wide(given.shape[0])


def to_ranks(game: Game, key: bytes, numbers: Numbers) -> bytes:
    """The actions of a game as places among the legal ones."""
    return _run(game, key, numbers, into_ranks=True).astype(np.uint8).tobytes()


def to_numbers(game: Game, key: bytes, ranks: bytes) -> Numbers:
    """The numbers of the actions at these places; BrokenGame where there is none."""
    return _run(game, key, np.frombuffer(ranks, np.uint8), into_ranks=False)


def _run(game: Game, key: bytes, given: Numbers, *, into_ranks: bool) -> Numbers:
    array = np.zeros(1, STATE)
    array["key"][0] = np.frombuffer(key, "<u4")
    given = np.ascontiguousarray(given, np.int64)
    wanted = np.zeros_like(given)
    mask = np.zeros(ACTIONS, np.bool_)
    done = _translate(game.tables, array, given, wanted, mask, no_buffer(), into_ranks)
    if done < len(given):
        raise BrokenGame(f"action {done + 1} of {len(given)} is not legal there.")
    return wanted
