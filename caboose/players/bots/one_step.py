"""One-step: the second of four published play-testing personas.

It keeps every ticket it is offered and thinks of one route only: the next one on the way of its
most valuable open ticket, the way with the fewest routes. It claims that route as soon as it can,
and until then draws its color. When no ticket is left to follow, it draws tickets while everybody
has eight trains (on city maps that share of theirs), and then takes the biggest route it can.

Its quirks are kept on purpose: it passes by every other route it could claim, counts routes instead
of spaces, and keeps tickets it cannot complete.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    PAYMENT,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM
from caboose.engine.rules.connection import connect_cities
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import color_for, draw_towards, is_open, lacking, pay_sparing
from caboose.players.tools.offers import keep_all
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ticket_ways import (
    best_ticket,
    can_pay,
    find_way,
    price_by_steps,
    share_of_trains,
)
from caboose.players.tools.trip import stay_home
from caboose.players.tools.ways import other_end

TRAINS_FOR_TICKETS = 8  # that everybody must have left to draw tickets


@compiled
def decide_one_step(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The next route of one way."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_all(game, state, seat)
    if state.phase == PAYMENT:
        return pay_sparing(game, state, seat, 0)
    goal = next_step(game, atlas, state, seat, scratch)
    scratch.goal = goal
    if goal == NOBODY:
        return stay_home(game, state, seat, scratch, share_of_trains(game, TRAINS_FOR_TICKETS))
    if state.phase == TURN and can_pay(game, state, seat, goal):
        return CLAIM + goal
    color = color_for(game, state, seat, goal)
    return draw_towards(game, state, seat, color, lacking(game, state, seat, goal, color))


@compiled
def next_step(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The first route still to claim on the way of the most valuable open ticket, or NOBODY."""
    connect_cities(game, state, seat, scratch.parts)
    price_by_steps(game, state, seat, scratch, 0)
    ticket = best_ticket(game, atlas, state, seat, scratch)
    if ticket == NOBODY:
        return NOBODY
    find_way(game, atlas, scratch, ticket)
    step = NOBODY
    city = wide(game.ticket_b[ticket])
    while city != game.ticket_a[ticket]:
        route = wide(scratch.via[city])
        if is_open(state, seat, route):
            step = route
        city = other_end(game, route, city)
    return step
