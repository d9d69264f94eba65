"""With which color a seat may pay for a route: each with its facts, locomotives spared."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import GRAY, LOCOMOTIVE, GameRecord, StateRecord
from caboose.engine.numbering import fewest_locomotives
from caboose.players.tools import facts as fact
from caboose.players.tools.cards import fullest_color
from caboose.players.tools.outlook import WISH, add_option, count_unseen, survey, write_facts
from caboose.players.tools.scratch import Scratch


@compiled
def list_payments(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Every color that pays for the declared route."""
    route = wide(state.pending_route)
    length = wide(game.route_length[route])
    survey(game, state, seat, scratch)
    write_facts(game, state, seat, scratch)
    count_unseen(game, state, seat, scratch.unseen)
    scratch.option_count = 0
    for color in range(game.colors):
        if game.route_color[route] != GRAY and game.route_color[route] != color:
            continue
        if wide(state.hand[seat, color]) + wide(state.hand[seat, LOCOMOTIVE]) >= length:
            place = add_option(scratch, fewest_locomotives(game, state, seat, route, color))
            row = scratch.options[place]
            describe_payment(game, state, seat, scratch, color, row)
            row[fact.PAID_UNSEEN] = 5 * scratch.unseen[color]


@compiled
def describe_payment(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, color: int, row: Any
) -> None:
    """What paying with a color takes and leaves."""
    length = wide(game.route_length[state.pending_route])
    held = wide(state.hand[seat, color])
    row[fact.PAID_LOCOMOTIVES] = max(0, length - held) / 2
    row[fact.PAID_CARDS] = min(held, length) / 4
    row[fact.PAID_WISH] = WISH * wide(scratch.wish[color])
    row[fact.PAID_ALL] = 1.0 if held <= length else 0.0
    row[fact.PAID_LEFT] = max(0, held - length) / 4
    row[fact.PAID_NEED] = wide(scratch.need[color]) / 4
    row[fact.PAID_MOST] = 1.0 if fullest_color(game, state, seat, 0) == color else 0.0
