"""Engineer: weighs its options by what it has learned from games.

It sees routes, tickets and the clock as Express does (plan, worth, tempo), and each of its options
with some facts. Nets say what an option is worth beside the others, and it takes the best. They
were fitted on what came of each option in games played to their ends (`caboose.learning`).
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    PAYMENT,
    GameRecord,
    StateRecord,
)
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import do_anything, only_payment
from caboose.players.tools.learned_net import KEEP_NET, PAY_NET, TURN_NET, ask_learned
from caboose.players.tools.offer_options import list_keeps
from caboose.players.tools.payment_options import list_payments
from caboose.players.tools.route_worth import refresh_worth
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.turn_options import list_turn


@compiled
def list_options(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """Write the options and their facts into scratch; the number of the net that weighs them."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        list_keeps(game, atlas, state, seat, scratch)
        return KEEP_NET
    refresh_worth(game, atlas, state, seat, scratch)
    if state.phase == PAYMENT:
        list_payments(game, state, seat, scratch)
        return PAY_NET
    list_turn(game, atlas, state, seat, scratch)
    return TURN_NET


@compiled
def weigh_options(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, answers: Any
) -> int:
    """List the options in scratch, and what each is worth beside the others; how many there are."""
    net = list_options(game, atlas, state, seat, scratch)
    count = wide(scratch.option_count)
    ask_learned(scratch.learned[net], scratch.facts, scratch.options, count, answers)
    return count


@compiled
def decide_engineer(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The option that the net thinks most of."""
    if state.phase == PAYMENT:
        refresh_worth(game, atlas, state, seat, scratch)  # leaves the plan of before the claim
        payment = only_payment(game, state, seat)
        if payment != NOBODY:
            return payment
    answers = scratch.answers
    count = weigh_options(game, atlas, state, seat, scratch, answers)
    if count == 0:
        return do_anything(game, state, seat)
    best = 0
    for option in range(1, count):
        if answers[option] > answers[best]:
            best = option
    return wide(scratch.moves[best])
