"""Worlds dealt from a belief: whole states that could be true, likely ones more often.

Every public bound holds exactly, as in the engine's own re-deals; within it, hands are drawn card
by card by the weights of colors, and each seat's tickets as one set. Where several others hold
tickets, their sets are drawn in turn, each from what the others leave, some times over (Gibbs).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import roll, roll_word
from caboose.engine.fields import (
    CARDS,
    FIRST_TICKETS,
    NOBODY,
    SWEEP_AT,
    GameRecord,
    StateRecord,
)
from caboose.engine.redeal import (
    TRIES,
    deal_deck,
    explain_cards,
    is_pass_explained,
    lay_other_tickets,
    lay_tickets_of,
    redeal_chance,
    redeal_tickets,
    shuffle_list,
    unknown_tickets,
)
from caboose.engine.rules.deck import row_locomotives
from caboose.players.belief.belief import Belief
from caboose.players.belief.styles import STYLES
from caboose.players.belief.weighted_sets import WORDS, draw_set, sum_sets
from caboose.players.tools.kit import Kit

SWEEPS = 3  # how often the sets of several seats are drawn in turn


@compiled
def roll_place(chances: Any, dice: Any) -> int:
    """A place, by chances that add up to one."""
    left = roll_word(dice) / WORDS
    for place in range(chances.shape[0] - 1):
        left -= chances[place]
        if left < 0:
            return place
    return wide(chances.shape[0] - 1)


# --- hands ----------------------------------------------------------------------------------------


@compiled
def take_weighted(pool: Any, weights: Any, dice: Any) -> int:
    """Take one card of a pool; a color is as likely as its cards times its weight."""
    total = 0
    for color in range(CARDS):
        total += pool[color] * weights[color]
    place = roll(dice, total)
    for color in range(CARDS):
        place -= pool[color] * weights[color]
        if place < 0:
            pool[color] -= 1
            return color
    return NOBODY


@compiled
def deal_hand(
    state: StateRecord, seat: int, pool: Any, count: int, weights: Any, are_fresh: bool, dice: Any
) -> None:
    """Give a seat unknown cards from a pool."""
    for _ in range(count):
        color = take_weighted(pool, weights, dice)
        state.hand[seat, color] += 1
        if are_fresh:
            state.fresh[seat, color] += 1


@compiled
def try_hands(game: GameRecord, state: StateRecord, viewer: int, cards: Any, dice: Any) -> bool:
    """Deal the unseen cards once; False if what was paid cannot be explained this way."""
    old, fresh = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    old_left, fresh_left = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    if not explain_cards(game, state, viewer, old, fresh, old_left, fresh_left, dice):
        return False
    is_deck_bound = row_locomotives(state) >= SWEEP_AT  # R2: then the deck has the first choice
    if is_deck_bound:
        deal_deck(state, fresh, dice)
    for seat in range(game.seats):
        if seat != viewer:
            deal_hand(state, seat, old, old_left[seat], cards[seat], False, dice)
            deal_hand(state, seat, fresh, fresh_left[seat], cards[seat], True, dice)
    if not is_deck_bound:
        for color in range(CARDS):
            state.deck[color] = fresh[color]
    return True


@compiled
def deal_cards(game: GameRecord, state: StateRecord, viewer: int, cards: Any, dice: Any) -> None:
    """Deal the unseen cards as everybody's memory allows, likely hands more often."""
    for _ in range(TRIES):
        if try_hands(game, state, viewer, cards, dice) and is_pass_explained(game, state):
            return


# --- tickets --------------------------------------------------------------------------------------


@compiled
def draw_tickets_of(
    seat: int, size: int, weights: Any, tickets: Any, owner: Any, dice: Any
) -> None:
    """Draw a seat's set of tickets from those that no other seat has."""
    count, places = 0, np.zeros(len(tickets), np.int64)
    listed = np.zeros(len(tickets), np.float64)
    for i in range(len(tickets)):
        if owner[i] == NOBODY or owner[i] == seat:
            places[count], listed[count] = i, weights[tickets[i]]
            count += 1
    sums = np.zeros((count + 1, size + 1), np.float64)
    chosen = np.zeros(count, np.bool_)
    sum_sets(listed, count, size, sums)
    draw_set(listed, count, size, sums, dice, chosen)
    for i in range(count):
        owner[places[i]] = seat if chosen[i] else NOBODY


@compiled
def share_tickets(
    game: GameRecord,
    state: StateRecord,
    viewer: int,
    belief: Belief,
    styles: Any,
    tickets: Any,
    owner: Any,
    dice: Any,
) -> None:
    """Say who has which of the unknown tickets; NOBODY has those of the deck."""
    owner[:] = NOBODY
    for _ in range(1 if game.seats == 2 else SWEEPS):
        for seat in range(game.seats):
            if seat != viewer:
                weights, size = belief.tickets[seat, styles[seat]], wide(state.ticket_count[seat])
                draw_tickets_of(seat, size, weights, tickets, owner, dice)


@compiled
def deal_tickets(
    game: GameRecord, state: StateRecord, viewer: int, belief: Belief, styles: Any, dice: Any
) -> None:
    """Deal the unknown tickets: to the others by belief, the rest in any order."""
    tickets = np.zeros(MAX_TICKETS, np.int64)
    count = unknown_tickets(game, state, tickets)
    owner = np.zeros(count, np.int64)
    shuffle_list(tickets, count, dice)
    share_tickets(game, state, viewer, belief, styles, tickets[:count], owner, dice)
    laid = np.zeros(count, np.int64)
    order_tickets(game, state, viewer, tickets, owner, laid)
    next_one = 0
    for seat in range(game.seats):
        if seat != viewer:
            next_one = lay_tickets_of(state, seat, laid, next_one)
    lay_other_tickets(state, laid, next_one, count)


@compiled
def order_tickets(
    game: GameRecord, state: StateRecord, viewer: int, tickets: Any, owner: Any, laid: Any
) -> None:
    """List the tickets as they are laid out: each seat's offer and its own, then the rest."""
    count, rest = 0, 0
    for seat in range(game.seats):
        if seat == viewer:
            continue
        for _ in range(wide(state.offer_size[seat])):
            while owner[rest] != NOBODY:
                rest += 1
            laid[count] = tickets[rest]
            count, rest = count + 1, rest + 1
        for i in range(len(owner)):
            if owner[i] == seat:
                laid[count] = tickets[i]
                count += 1
    for i in range(rest, len(owner)):
        if owner[i] == NOBODY:
            laid[count] = tickets[i]
            count += 1


@compiled
def deal_belief(
    kit: Kit, views: Any, viewer: int, belief: Belief, states: Any, styles: Any, dice: Any
) -> None:
    """Deal worlds that could be true for a seat, with a style for every other seat."""
    game, places = kit.games[0], np.zeros(MAX_SEATS, np.int64)
    for i in range(states.shape[0]):
        states[i] = views[0]
        for seat in range(game.seats):
            if seat != viewer:
                places[seat] = roll_place(belief.styles[seat], dice)
                styles[i, seat] = STYLES[places[seat]]
        deal_cards(game, states[i], viewer, belief.cards, dice)
        if states[i].phase == FIRST_TICKETS:
            redeal_tickets(game, states[i], viewer, dice)
        else:
            deal_tickets(game, states[i], viewer, belief, places, dice)
        redeal_chance(states[i], dice)
