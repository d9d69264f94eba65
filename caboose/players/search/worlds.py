"""Worlds: re-deals that could be true for a seat, by its hunch about the others."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.dice import roll
from caboose.engine.fields import FIRST_TICKETS, NOBODY, STATE, TICKET_WORDS, StateRecord
from caboose.engine.redeal import redeal_in
from caboose.players.belief.styles import STYLES
from caboose.players.policies import EXPRESS
from caboose.players.search.hunch import Hunch
from caboose.players.tools.kit import Kit

SWAPS = 6  # tries to exchange each ticket of a re-deal for a likelier one


class Worlds(NamedTuple):
    """States that could be true, and in each a style for every other seat."""

    states: Any
    styles: Any  # the numbers of policies, by world and seat

    def some(self, first: int, count: int) -> Worlds:
        """A number of worlds from one on; the same memory."""
        end = first + count
        return Worlds(self.states[first:end], self.styles[first:end])


def new_worlds(count: int) -> Worlds:
    """Room for worlds."""
    return Worlds(np.zeros(count, STATE), np.zeros((count, MAX_SEATS), np.int64))


@compiled
def is_movable(state: StateRecord, viewer: int, ticket: int) -> bool:
    """May the viewer think of a ticket elsewhere: has it not itself put it where it is?"""
    return bool(ticket != NOBODY and state.returned_by[ticket] != viewer)


@compiled
def swap_tickets(state: StateRecord, viewer: int, seat: int, odds: Any, dice: Any) -> None:
    """Exchange a seat's tickets with unknown ones of the deck, as often as the odds favor it.

    The Metropolis rule: in the long run a ticket is held as often as its odds say.
    """
    size = wide(state.ticket_deck_size)
    if size == 0:
        return
    for _ in range(SWAPS):
        for word in range(TICKET_WORDS):
            held = wide(state.tickets[seat, word])
            while held != 0:
                place = lowest_bit(held)
                held &= ~bit(place)
                slot = (wide(state.ticket_top) + roll(dice, size)) % MAX_TICKETS
                other = wide(state.ticket_deck[slot])
                if not is_movable(state, viewer, other):
                    continue
                mine = 64 * word + place
                if roll(dice, wide(odds[mine])) < wide(odds[other]):
                    state.ticket_deck[slot] = mine
                    state.tickets[seat, word] = wide(state.tickets[seat, word]) & ~bit(place)
                    state.tickets[seat, other >> 6] = wide(state.tickets[seat, other >> 6]) | bit(
                        other & 63
                    )


@compiled
def roll_style(odds: Any, dice: Any) -> int:
    """A style, by the odds: the number of its policy."""
    total = 0
    for style in range(len(STYLES)):
        total += wide(odds[style])
    place = roll(dice, total)
    for style in range(len(STYLES)):
        place -= wide(odds[style])
        if place < 0:
            return STYLES[style]
    return EXPRESS


@compiled
def deal_worlds(kit: Kit, views: Any, seat: int, hunch: Hunch, worlds: Worlds, dice: Any) -> None:
    """Deal worlds that could be true for a seat, with a style for every other seat."""
    for i in range(worlds.states.shape[0]):
        worlds.states[i] = views[0]
        redeal_in(kit.games, worlds.states, i, seat, dice)
        for rival in range(kit.games[0].seats):
            if rival != seat:
                worlds.styles[i, rival] = roll_style(hunch.styles[rival], dice)
                if worlds.states[i].phase != FIRST_TICKETS:
                    swap_tickets(worlds.states[i], seat, rival, hunch.tickets[rival], dice)
