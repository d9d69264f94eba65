"""The doors from Python into compiled rules.

They take whole arrays and an index, because handing over a single record costs eight times as
much. Rules call each other with records; only these functions are called from outside.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play


@compiled
def start(games: Any, states: Any, i: int, happenings: Any) -> None:
    """Set up state i from the key it holds."""
    happenings[0, 0] = 0
    set_up(games[0], states[i], happenings)


@compiled
def list_legal(games: Any, states: Any, i: int, seat: int, mask: Any) -> None:
    """Mark the legal actions of a seat in state i."""
    legal_mask(games[0], states[i], seat, mask)


@compiled
def step(
    games: Any, states: Any, i: int, seat: int, action: int, mask: Any, happenings: Any
) -> bool:
    """Play an action in state i if it is legal; otherwise change nothing and say so."""
    legal_mask(games[0], states[i], seat, mask)
    if not mask[action]:
        return False
    happenings[0, 0] = 0
    play(games[0], states[i], seat, action, happenings)
    return True


@compiled
def score(games: Any, states: Any, i: int, scores: Any) -> None:
    """Score state i as if it ended now."""
    score_game(games[0], states[i], scores[0])
