"""A state that could be true, given only what a view says; for bots that search.

Three things are unknown to a viewer: how the cards it cannot see lie in the other hands and the
deck, which tickets the others have and how the ticket deck lies, and the key. Cards that others
hold but nobody knows come from two pools: those they held at the last shuffle (`old`) and those
they drew blind from the present deck (`fresh`). Everybody knows how many of each a seat got, what
both pools held together, and what was paid from them since; a re-deal respects all of it, and also
that a row that stands could not be swept, that a seat that passed could pay for nothing, and that
a seat that has claimed a route can pay for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.dice import new_dice, roll, roll_word
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    FIRST_TICKETS,
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    SWEEP_AT,
    GameRecord,
    StateRecord,
)
from caboose.engine.rules.claim_route import can_claim_any
from caboose.engine.rules.deck import row_cards, row_locomotives
from caboose.engine.rules.draw_tickets import has_chosen, keep_ticket, put_aside
from caboose.engine.state import State
from caboose.engine.states import States
from caboose.engine.view import View, hide_hand

TRIES = 200  # for the constraints that are met by trying; see `redeal_cards`


@compiled
def unseen_pools(game: GameRecord, state: StateRecord, viewer: int, old: Any, fresh: Any) -> None:
    """The two pools of cards a viewer cannot see.

    fresh: what the present deck held, minus what was laid from it and what the viewer drew, is
    the deck with the others' blind draws. old: what the others held unknown at the last shuffle.
    """
    for color in range(CARDS):
        unseen = wide(game.cards[color]) - wide(state.discard[color])
        paid_unknown = 0
        for slot in range(FACE_UP):
            if state.face_up[slot] == color:
                unseen -= 1
        for seat in range(game.seats):
            unseen -= wide(state.hand[seat, color])
            if seat != viewer:
                paid_unknown += wide(state.spent[seat, color])
        fresh[color] = wide(state.shuffled[color]) - wide(state.revealed[color])
        if viewer != NOBODY:
            fresh[color] -= wide(state.fresh[viewer, color])
        old[color] = unseen - fresh[color] + paid_unknown


@compiled
def pool_size(pool: Any) -> int:
    """How many cards a pool holds."""
    total = 0
    for color in range(CARDS):
        total += wide(pool[color])
    return total


@compiled
def take_at_random(pool: Any, total: int, dice: Any) -> int:
    """Take one card of a pool of `total` cards."""
    place = roll(dice, total)
    for color in range(CARDS):
        place -= wide(pool[color])
        if place < 0:
            pool[color] -= 1
            return color
    return NOBODY


@compiled
def old_count(state: StateRecord, seat: int) -> int:
    """How many unknown cards a seat held at the last shuffle."""
    count = wide(state.hand_size[seat]) - wide(state.blind[seat])
    for color in range(CARDS):
        count += wide(state.spent[seat, color]) - wide(state.seen[seat, color])
    return count


@compiled
def next_to_explain(
    game: GameRecord, paid: Any, old: Any, fresh: Any, old_left: Any, fresh_left: Any
) -> int:
    """A card that was paid, as seat * CARDS + color; first one that has a single explanation."""
    found = NOBODY
    for seat in range(game.seats):
        for color in range(CARDS):
            if paid[seat, color] > 0:
                found = seat * CARDS + color
                as_old = min(old[color], old_left[seat])
                as_fresh = min(fresh[color], fresh_left[seat])
                if paid[seat, color] > as_old or paid[seat, color] > as_fresh:
                    return found
    return found


@compiled
def explain_spent(
    game: GameRecord,
    state: StateRecord,
    viewer: int,
    old: Any,
    fresh: Any,
    old_left: Any,
    fresh_left: Any,
    dice: Any,
) -> bool:
    """Decide for every unknown card that was paid whether it was old or fresh; False if stuck."""
    paid = np.zeros((MAX_SEATS, CARDS), np.int64)
    for seat in range(game.seats):
        for color in range(CARDS):
            paid[seat, color] = 0 if seat == viewer else state.spent[seat, color]
    place = next_to_explain(game, paid, old, fresh, old_left, fresh_left)
    while place != NOBODY:
        seat, color = place // CARDS, place % CARDS
        as_old = min(old[color], old_left[seat])
        as_fresh = min(fresh[color], fresh_left[seat])
        if paid[seat, color] > as_old + as_fresh:
            return False
        must_be_fresh = paid[seat, color] > as_old
        must_be_old = paid[seat, color] > as_fresh
        if must_be_old or (not must_be_fresh and roll(dice, as_old + as_fresh) < as_old):
            old[color] -= 1
            old_left[seat] -= 1
        else:
            fresh[color] -= 1
            fresh_left[seat] -= 1
            state.fresh[seat, color] += 1
        paid[seat, color] -= 1
        place = next_to_explain(game, paid, old, fresh, old_left, fresh_left)
    return True


@compiled
def take_for_payment(pool: Any, color: int, dice: Any) -> int:
    """Take a card of one color or a locomotive from a pool that has one."""
    choice = roll(dice, pool[color] + pool[LOCOMOTIVE])
    card = color if choice < pool[color] else LOCOMOTIVE
    pool[card] -= 1
    return card


@compiled
def deal_payment(
    game: GameRecord,
    state: StateRecord,
    old: Any,
    fresh: Any,
    old_left: Any,
    fresh_left: Any,
    dice: Any,
) -> bool:
    """C2: a seat that has claimed a route holds the cards for it; False if they cannot be found."""
    seat, route = wide(state.seat), wide(state.pending_route)
    length = wide(game.route_length[route])
    first = roll(dice, wide(game.colors))
    for i in range(game.colors):
        color = (first + i) % wide(game.colors)
        if game.route_color[route] != GRAY and game.route_color[route] != color:
            continue
        from_old = min(old[color] + old[LOCOMOTIVE], old_left[seat])
        from_fresh = min(fresh[color] + fresh[LOCOMOTIVE], fresh_left[seat])
        missing = length - wide(state.hand[seat, color]) - wide(state.hand[seat, LOCOMOTIVE])
        if missing > from_old + from_fresh:
            continue
        for _ in range(missing):
            if roll(dice, from_old + from_fresh) < from_old:
                card = take_for_payment(old, color, dice)
                old_left[seat] -= 1
                from_old -= 1
            else:
                card = take_for_payment(fresh, color, dice)
                fresh_left[seat] -= 1
                from_fresh -= 1
                state.fresh[seat, card] += 1
            state.hand[seat, card] += 1
        return True
    return False


@compiled
def most_colors_in_deck(state: StateRecord) -> int:
    """R2: a row that stands with too many locomotives limits the colors in the deck."""
    locomotives = row_locomotives(state)
    if locomotives < SWEEP_AT:
        return wide(state.deck_size)
    colors = row_cards(state) - locomotives
    for color in range(LOCOMOTIVE):
        colors += wide(state.discard[color])
    pool = wide(state.deck_size) + wide(state.discard_size) + row_cards(state)
    return max(0, min(FACE_UP, pool) - SWEEP_AT - colors)


@compiled
def deal_deck(state: StateRecord, fresh: Any, dice: Any) -> None:
    """Give the deck its cards from the fresh pool."""
    for color in range(CARDS):
        state.deck[color] = 0
    colors_left = most_colors_in_deck(state)
    total = pool_size(fresh)
    for _ in range(state.deck_size):
        only_locomotives = colors_left <= 0 and fresh[LOCOMOTIVE] > 0
        color = LOCOMOTIVE if only_locomotives else take_at_random(fresh, total, dice)
        if only_locomotives:
            fresh[LOCOMOTIVE] -= 1
        if color != LOCOMOTIVE:
            colors_left -= 1
        state.deck[color] += 1
        total -= 1


@compiled
def deal_unknown(
    state: StateRecord, seat: int, pool: Any, count: int, are_fresh: bool, dice: Any
) -> None:
    """Give a seat unknown cards from a pool."""
    total = pool_size(pool)
    for _ in range(count):
        color = take_at_random(pool, total, dice)
        total -= 1
        state.hand[seat, color] += 1
        if are_fresh:
            state.fresh[seat, color] += 1


@compiled
def explain_cards(
    game: GameRecord,
    state: StateRecord,
    viewer: int,
    old: Any,
    fresh: Any,
    old_left: Any,
    fresh_left: Any,
    dice: Any,
) -> bool:
    """Fill the pools and count what each seat has to get from them; False if stuck.

    What was paid is explained first, and what a seat must hold for the route it has claimed.
    """
    for seat in range(game.seats):
        if seat != viewer:
            hide_hand(state, seat)
    unseen_pools(game, state, viewer, old, fresh)
    for seat in range(game.seats):
        if seat != viewer:
            old_left[seat] = old_count(state, seat)
            fresh_left[seat] = state.blind[seat]
    if not explain_spent(game, state, viewer, old, fresh, old_left, fresh_left, dice):
        return False
    is_payer_known = state.phase != PAYMENT or state.seat == viewer
    return is_payer_known or deal_payment(game, state, old, fresh, old_left, fresh_left, dice)


@compiled
def try_cards(game: GameRecord, state: StateRecord, viewer: int, dice: Any) -> bool:
    """Deal the unseen cards once; False if what was paid cannot be explained this way."""
    old, fresh = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    old_left, fresh_left = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    if not explain_cards(game, state, viewer, old, fresh, old_left, fresh_left, dice):
        return False
    deal_deck(state, fresh, dice)
    for seat in range(game.seats):
        if seat != viewer:
            deal_unknown(state, seat, old, old_left[seat], False, dice)
            deal_unknown(state, seat, fresh, fresh_left[seat], True, dice)
    return True


@compiled
def is_pass_explained(game: GameRecord, state: StateRecord) -> bool:
    """R4: the seats that have just passed can pay for nothing that is open."""
    for back in range(1, wide(state.passes) + 1):
        if can_claim_any(game, state, (wide(state.seat) - back) % wide(game.seats)):
            return False
    return True


@compiled
def redeal_cards(game: GameRecord, state: StateRecord, viewer: int, dice: Any) -> None:
    """Deal the unseen cards to the other hands and the deck, as everybody's memory allows."""
    for _ in range(TRIES):
        if try_cards(game, state, viewer, dice) and is_pass_explained(game, state):
            return


@compiled
def unknown_tickets(game: GameRecord, state: StateRecord, tickets: Any) -> int:
    """List the tickets whose place the viewer does not know; their number."""
    known = np.zeros(MAX_TICKETS, np.bool_)
    for place in range(MAX_TICKETS):
        if state.ticket_deck[place] != NOBODY:
            known[state.ticket_deck[place]] = True
    for seat in range(game.seats):
        for place in range(state.offer.shape[1]):
            if state.offer[seat, place] != NOBODY:
                known[state.offer[seat, place]] = True
            if state.returned[seat, place] != NOBODY:
                known[state.returned[seat, place]] = True
    count = 0
    for ticket in range(game.tickets):
        word, place = ticket >> 6, ticket & 63
        lies = wide(state.removed[word])
        for seat in range(game.seats):
            lies |= wide(state.tickets[seat, word])
        if not known[ticket] and (lies & bit(place)) == 0:
            tickets[count] = ticket
            count += 1
    return count


@compiled
def shuffle_list(tickets: Any, count: int, dice: Any) -> None:
    """Put the first entries of a list in random order."""
    for last in range(count - 1, 0, -1):
        other = roll(dice, last + 1)
        ticket = tickets[last]
        tickets[last] = tickets[other]
        tickets[other] = ticket


@compiled
def redeal_first_choice(
    game: GameRecord, state: StateRecord, seat: int, tickets: Any, next_one: int, dice: Any
) -> int:
    """R7: a seat that has chosen kept some of its first tickets; how many is not known yet."""
    spare = wide(game.first_offer) - wide(game.first_keep)
    kept = wide(game.first_keep) + roll(dice, spare + 1)
    for i in range(game.first_offer):
        if i < kept:
            keep_ticket(state, seat, wide(tickets[next_one]))
        else:
            put_aside(state, seat, wide(tickets[next_one]))
        next_one += 1
    return next_one


@compiled
def redeal_tickets(game: GameRecord, state: StateRecord, viewer: int, dice: Any) -> None:
    """Deal the unknown tickets to the other seats, the ticket deck and out of the game."""
    tickets = np.zeros(MAX_TICKETS, np.int64)
    count = unknown_tickets(game, state, tickets)
    shuffle_list(tickets, count, dice)
    next_one = 0
    for seat in range(game.seats):
        if seat == viewer:
            continue
        if state.phase == FIRST_TICKETS and has_chosen(state, seat):
            next_one = redeal_first_choice(game, state, seat, tickets, next_one, dice)
        else:
            next_one = lay_tickets_of(state, seat, tickets, next_one)
    lay_other_tickets(state, tickets, next_one, count)


@compiled
def lay_tickets_of(state: StateRecord, seat: int, tickets: Any, next_one: int) -> int:
    """Give a seat its offer and its tickets from a list; the next one of it."""
    for place in range(state.offer_size[seat]):
        state.offer[seat, place] = tickets[next_one]
        next_one += 1
    kept = wide(state.ticket_count[seat])
    state.ticket_count[seat] = 0
    for _ in range(kept):
        keep_ticket(state, seat, wide(tickets[next_one]))
        next_one += 1
    return next_one


@compiled
def lay_other_tickets(state: StateRecord, tickets: Any, next_one: int, count: int) -> None:
    """What no seat has lies in the ticket deck, or has left the game."""
    for i in range(state.ticket_deck_size):
        place = (wide(state.ticket_top) + i) % MAX_TICKETS
        if state.ticket_deck[place] == NOBODY:
            state.ticket_deck[place] = tickets[next_one]
            next_one += 1
    while next_one < count:
        ticket = wide(tickets[next_one])
        state.removed[ticket >> 6] = wide(state.removed[ticket >> 6]) | bit(ticket & 63)
        next_one += 1


@compiled
def redeal_chance(state: StateRecord, dice: Any) -> None:
    """A key of its own: what comes next is unknown, too."""
    for i in range(8):
        state.key[i] = roll_word(dice)


@compiled
def redeal_in(games: Any, states: Any, i: int, viewer: int, dice: Any) -> None:
    """Make blanked state i a whole state that could be true."""
    redeal_cards(games[0], states[i], viewer, dice)
    redeal_tickets(games[0], states[i], viewer, dice)
    redeal_chance(states[i], dice)


@compiled
def redeal_all(games: Any, states: Any, viewer: int, dice: Any) -> None:
    """Make every one of some blanked states a whole state that could be true."""
    for i in range(states.shape[0]):
        redeal_in(games, states, i, viewer, dice)


def redeal(view: View, seed: int) -> State:
    """A state that could be true, given only what the view says."""
    return redeal_many(view, 1, seed)[0]


def redeal_many(view: View, n: int, seed: int) -> States:
    """So many states that could be true, given only what the view says; the first is `redeal`'s."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"n is a whole number from 1, not {n!r}.")
    states = States(view.game, view.array).repeat(n)
    if not view.is_over:
        viewer = NOBODY if view.viewer is None else view.viewer
        redeal_all(view.game.tables, states.array, viewer, new_dice(seed))
    return states
