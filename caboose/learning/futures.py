"""Futures: a true position whose cards and tickets lie where they are; what comes next is open."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import set_dice
from caboose.engine.fields import NOBODY, StateRecord
from caboose.engine.redeal import redeal_chance, shuffle_list


@compiled
def deal_future(state: StateRecord, one: int, other: int, dice: Any) -> None:
    """Start dice from two words, and deal with them what is still to be drawn."""
    set_dice(dice, one, other)
    redeal_chance(state, dice)
    shuffle_unseen_tickets(state, dice)


@compiled
def shuffle_unseen_tickets(state: StateRecord, dice: Any) -> None:
    """Shuffle the tickets that nobody has been offered yet; returned ones stay at the bottom."""
    places, tickets = np.zeros(MAX_TICKETS, np.int64), np.zeros(MAX_TICKETS, np.int64)
    count = 0
    for i in range(state.ticket_deck_size):
        place = (wide(state.ticket_top) + i) % MAX_TICKETS
        ticket = wide(state.ticket_deck[place])
        if state.returned_by[ticket] == NOBODY:
            places[count], tickets[count] = place, ticket
            count += 1
    shuffle_list(tickets, count, dice)
    for i in range(count):
        state.ticket_deck[places[i]] = tickets[i]
