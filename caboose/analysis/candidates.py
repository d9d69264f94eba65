"""Candidates: the moves that a decision is compared with."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.analysis.trials import Way
from caboose.boards import Board
from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.turn import legal_mask
from caboose.engine.view import View
from caboose.players.belief.styles import STYLES
from caboose.players.policies import choose_in
from caboose.players.search.switchman import best_claims
from caboose.players.tools.kit import Kit


@compiled
def list_candidates(kit: Kit, views: Any, seat: int, moves: Any) -> int:
    """Write down what the styles would do, the claims Express thinks most of, and the rest."""
    game, atlas, view = kit.games[0], kit.atlases[0], views[0]
    count = 0
    for style in STYLES:
        moves[count] = choose_in(kit, views, 0, seat, style, 0)
        count += 1
    legal_mask(game, view, seat, kit.mask)
    count += best_claims(game, atlas, view, seat, kit.scratches[0], kit.mask, moves[count:])
    for action in range(ACTIONS):
        if kit.mask[action]:
            moves[count] = action
            count += 1
    return count


def own_ways(kit: Kit, view: View) -> list[Way]:
    """What each style does itself, and goes on with."""
    seat = view.own_seat()
    return [Way(choose_in(kit, view.array, 0, seat, style, 0), style) for style in STYLES]


def likeness(board: Board, action: Action) -> tuple[object, ...]:
    """What two actions share that are the same, or claim routes that differ in name alone."""
    if action.route is None:
        return (action.text,)
    route = next(route for route in board.routes if route.id == action.route)
    return (frozenset(route.cities), route.color)


def candidates(kit: Kit, view: View, played: int | None) -> list[int]:
    """The moves that are compared, the reference player's first; the played one is among them."""
    moves = np.zeros(ACTIONS + len(STYLES), np.int64)
    count = list_candidates(kit, view.array, view.own_seat(), moves)
    listed = list(dict.fromkeys(moves[:count].tolist()))
    if played is not None and played not in listed:
        listed.append(played)
    return listed
