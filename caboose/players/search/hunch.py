"""A hunch about the others, by rules of thumb: their style and their tickets.

Hands need none: a re-deal respects every bound that the public cards set. Style and tickets show
in what a seat has claimed and kept. Everything here reads a view. What was fitted instead of
thought up stands in `players.belief`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    NOBODY,
    ROUTE_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.players.belief.styles import AS_EXPRESS, AS_PLANNER, AS_RACER, STYLES
from caboose.players.belief.ticket_evidence import price_network
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ways import find_ways

SHARP = 4  # how much faster a ticket's weight grows than the progress on it


class Hunch(NamedTuple):
    """Odds for each of the others, in parts that need not add up to anything."""

    styles: Any  # by seat, and the style's place in STYLES
    tickets: Any  # by seat and ticket


def new_hunch() -> Hunch:
    """Room for the odds of all seats."""
    styles = np.zeros((MAX_SEATS, len(STYLES)), np.int64)
    return Hunch(styles, np.zeros((MAX_SEATS, MAX_TICKETS), np.int64))


@compiled
def style_odds(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, odds: Any) -> None:
    """How likely a seat plays in each style, in parts that need not add up to anything.

    Racers keep as few tickets as they must and claim the longest routes. A seat that keeps more, or
    claims short routes, plans. Each claim is evidence: parts in ten of how often a style makes such
    a one.
    """
    odds[AS_EXPRESS], odds[AS_PLANNER], odds[AS_RACER] = 4_000_000, 3_000_000, 3_000_000
    if state.phase != FIRST_TICKETS and state.ticket_count[seat] > game.first_keep:
        odds[AS_RACER] = 0
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            is_long = wide(game.route_length[64 * word + place]) + 2 > wide(atlas.longest)
            odds[AS_EXPRESS] = 1 + odds[AS_EXPRESS] * (6 if is_long else 4) // 10
            odds[AS_PLANNER] = 1 + odds[AS_PLANNER] * 5 // 10
            odds[AS_RACER] = odds[AS_RACER] * (9 if is_long else 1) // 10


@compiled
def ticket_odds(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, odds: Any
) -> None:
    """How well a seat's network serves each ticket: what it may hold weighs more."""
    price_network(game, state, seat, scratch)
    before = NOBODY
    for ticket in range(game.tickets):
        start, end = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
        if start != before:
            find_ways(game, atlas, scratch, start, NOBODY)
            before = start
        way = wide(atlas.way[ticket])
        left = min(wide(scratch.far[end]), 2 * way)
        progress = 100 * (way - left) // max(1, way)  # 100 when done, negative when cut off
        odds[ticket] = max(2, 20 + progress * abs(progress) // 100 * SHARP)


@compiled
def guess(kit: Kit, views: Any, seat: int, hunch: Hunch) -> None:
    """What a seat guesses about each of the others: odds of styles, and of tickets."""
    game, atlas, view = kit.games[0], kit.atlases[0], views[0]
    for rival in range(game.seats):
        if rival != seat:
            style_odds(game, atlas, view, rival, hunch.styles[rival])
            ticket_odds(game, atlas, view, rival, kit.scratches[0], hunch.tickets[rival])
