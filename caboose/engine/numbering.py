"""The closed list of actions as numbers, in the pinned order of legal actions.

A claim is two actions, the route and then its payment, so the list is small and the same for all
boards. `action.py` gives the numbers their words.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from caboose.boards.limits import MAX_COLORS, MAX_LENGTH, MAX_OFFER, MAX_ROUTES
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import LOCOMOTIVE, GameRecord, StateRecord

# The places of an offer that are kept: by size, then by place.
KEPT_PLACES = tuple(
    places for size in range(1, MAX_OFFER + 1) for places in combinations(range(MAX_OFFER), size)
)

DRAW_DECK = 0
DRAW_FACE_UP = 1  # + color, the locomotive last
DRAW_TICKETS = DRAW_FACE_UP + MAX_COLORS + 1
CLAIM = DRAW_TICKETS + 1  # + route
PAY = CLAIM + MAX_ROUTES  # + color * MAX_LENGTH + locomotives standing in
PAY_LOCOMOTIVES = PAY + MAX_COLORS * MAX_LENGTH
KEEP = PAY_LOCOMOTIVES + 1  # + place in KEPT_PLACES
PASS = KEEP + len(KEPT_PLACES)
ACTIONS = PASS + 1

KEEP_MASKS = np.array([sum(1 << p for p in places) for places in KEPT_PLACES], np.int64)
KEEP_SIZES = np.array([len(places) for places in KEPT_PLACES], np.int64)
KEEP_LAST_PLACES = np.array([places[-1] for places in KEPT_PLACES], np.int64)


@compiled
def payment(color: int, locomotives: int) -> int:
    """The number of paying with a color, this many locomotives standing in."""
    if color == LOCOMOTIVE:
        return PAY_LOCOMOTIVES
    return PAY + color * MAX_LENGTH + locomotives


@compiled
def payment_color(action: int) -> int:
    """The color a payment names, LOCOMOTIVE when locomotives pay alone."""
    if action == PAY_LOCOMOTIVES:
        return LOCOMOTIVE
    return (action - PAY) // MAX_LENGTH


@compiled
def payment_locomotives(action: int, length: int) -> int:
    """How many locomotives a payment for a route of this length spends."""
    if action == PAY_LOCOMOTIVES:
        return length
    return (action - PAY) % MAX_LENGTH


@compiled
def fewest_locomotives(
    game: GameRecord, state: StateRecord, seat: int, route: int, color: int
) -> int:
    """The payment for a route with one color that spends the fewest locomotives."""
    missing = wide(game.route_length[route]) - wide(state.hand[seat, color])
    if missing >= game.route_length[route]:
        return payment(LOCOMOTIVE, 0)
    return payment(color, max(missing, 0))
