"""Tourist: one ticket at a time, by the way that needs the fewest trains.

- **Tickets.** It keeps what pays: points, less the trains that the cheapest ways need together, so
  short tickets and those that share their way come first.
- **A turn.** Of its open tickets it follows the one with the fewest trains to go. If it can pay for
  a route on that way, it claims the longest such; otherwise it draws the colors the way needs, face
  up if one lies there, else from the deck.
- **Nothing left to travel.** While everybody has a dozen trains (on city maps that share of theirs)
  it draws tickets; later it claims the longest route it can pay for.

It never looks at what others need and never blocks.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import FIRST_TICKETS, KEEP_TICKETS, NOBODY, GameRecord, StateRecord
from caboose.engine.numbering import KEEP, KEEP_MASKS
from caboose.engine.rules.connection import connect_cities
from caboose.engine.rules.draw_tickets import may_keep
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ticket_ways import (
    clear_routes,
    find_way,
    next_ticket,
    plan_ticket,
    price_by_length,
)
from caboose.players.tools.trip import make_a_trip

POINTS_PER_TRAIN = 70  # hundredths: what a train spent on a ticket's way costs elsewhere


@compiled
def decide_tourist(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The next step on the way of one ticket."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_what_pays(game, atlas, state, seat, scratch)
    return make_a_trip(game, atlas, state, seat, scratch)


@compiled
def keep_what_pays(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The tickets of the offer that pay best together."""
    connect_cities(game, state, seat, scratch.parts)
    best, most = 0, -(1 << 30)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            worth = worth_together(game, atlas, state, seat, scratch, wide(KEEP_MASKS[keep]))
            if worth > most:
                best, most = keep, worth
    return KEEP + best


@compiled
def worth_together(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, places: int
) -> int:
    """Points of the tickets at some places of the offer, less trains, less those out of reach.

    In hundredths. The ways of the tickets kept before are planned first, and cost nothing.
    """
    clear_routes(scratch)
    price_by_length(game, state, seat, scratch)
    ticket = next_ticket(state.tickets[seat], NOBODY)
    while ticket != NOBODY:
        worth_of_next(game, atlas, state, seat, scratch, ticket)
        ticket = next_ticket(state.tickets[seat], ticket)
    worth = 0
    while places != 0:
        place = nearest_offered(game, atlas, state, seat, scratch, places)
        places &= ~bit(place)
        ticket = wide(state.offer[seat, place])
        worth += worth_of_next(game, atlas, state, seat, scratch, ticket)
    return worth


@compiled
def nearest_offered(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, places: int
) -> int:
    """Of some places of the offer the one whose ticket has the fewest trains to go."""
    best, least = NOBODY, 1 << 40
    while places != 0:
        place = lowest_bit(places)
        places &= ~bit(place)
        trains = find_way(game, atlas, scratch, wide(state.offer[seat, place]))
        if trains < least:
            best, least = place, trains
    return best


@compiled
def worth_of_next(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, ticket: int
) -> int:
    """What one more ticket is worth, in hundredths; its way goes into the plan if it fits."""
    points = 100 * wide(game.ticket_points[ticket])
    trains = find_way(game, atlas, scratch, ticket)
    if trains > wide(state.trains[seat]) - wide(scratch.plan_trains):
        return -points
    if trains > 0:
        plan_ticket(game, state, seat, scratch, ticket)
    return points - POINTS_PER_TRAIN * trains
