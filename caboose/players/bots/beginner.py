"""Beginner: a tourist in its first game, good company for a person's own.

It keeps every ticket it is offered and travels like the tourist, but at one turn in four it does
what looks nice instead: it takes a shining locomotive, or claims the longest route it can pay for,
or draws a card of the color it likes best (the one it holds most of).
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled
from caboose.engine.dice import roll
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import CLAIM, DRAW_FACE_UP
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import draw_towards, fullest_color, most_valuable_claim
from caboose.players.tools.offers import keep_all
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.trip import make_a_trip

ONE_TURN_IN = 4  # is led astray


@compiled
def decide_beginner(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The next step of the way, or what looks nice."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_all(game, state, seat)
    if state.phase == TURN and roll(dice, ONE_TURN_IN) == 0:
        return do_what_looks_nice(game, state, seat)
    return make_a_trip(game, atlas, state, seat, scratch)


@compiled
def do_what_looks_nice(game: GameRecord, state: StateRecord, seat: int) -> int:
    """A face-up locomotive, the longest route, or a card of the fullest color."""
    if may_take_face_up(state, LOCOMOTIVE):
        return DRAW_FACE_UP + LOCOMOTIVE
    claim = most_valuable_claim(game, state, seat)
    if claim != NOBODY:
        return CLAIM + claim
    return draw_towards(game, state, seat, fullest_color(game, state, seat, 0), 0)
