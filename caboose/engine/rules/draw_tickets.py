"""Tickets: offers from the top of the ticket deck, what must be kept, where the rest goes."""

from __future__ import annotations

from typing import Any

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    KEEP_TICKETS,
    NOBODY,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import ALL_CHOSE, FIRST_KEPT, KEPT, OFFERED, note, note_tickets
from caboose.engine.numbering import KEEP, KEEP_LAST_PLACES, KEEP_MASKS, KEEP_SIZES
from caboose.engine.rules.final_round import end_turn


@compiled
def may_draw_tickets(state: StateRecord) -> bool:
    """R17: the ticket deck is not empty."""
    return bool(state.ticket_deck_size > 0)


@compiled
def take_top_ticket(state: StateRecord) -> int:
    """Take the top ticket of a ticket deck that is not empty."""
    place = wide(state.ticket_top)
    ticket = wide(state.ticket_deck[place])
    state.ticket_deck[place] = NOBODY
    state.ticket_top = (place + 1) % MAX_TICKETS
    state.ticket_deck_size -= 1
    state.returned_by[ticket] = NOBODY
    return ticket


@compiled
def return_under_deck(state: StateRecord, seat: int, ticket: int) -> None:
    """T2, R6: a returned ticket goes to the bottom of the ticket deck."""
    place = (wide(state.ticket_top) + wide(state.ticket_deck_size)) % MAX_TICKETS
    state.ticket_deck[place] = ticket
    state.ticket_deck_size += 1
    state.returned_by[ticket] = seat


@compiled
def draw_offer(state: StateRecord, seat: int, size: int, happenings: Any) -> None:
    """T1, T3, R17: offer a seat the top tickets, or what is left of them."""
    count = min(size, wide(state.ticket_deck_size))
    for place in range(count):
        state.offer[seat, place] = take_top_ticket(state)
    state.offer_size[seat] = count
    note_tickets(happenings, OFFERED, seat, state.offer[seat], count)


@compiled
def draw_tickets(game: GameRecord, state: StateRecord, seat: int, happenings: Any) -> None:
    """T1: spend the turn on tickets."""
    draw_offer(state, seat, wide(game.offer), happenings)
    state.phase = KEEP_TICKETS


@compiled
def fewest_to_keep(game: GameRecord, state: StateRecord, seat: int) -> int:
    """S4, T1, R17: the edition's minimum, or all that was offered if that is less."""
    minimum = game.first_keep if state.phase == FIRST_TICKETS else game.keep
    return min(wide(minimum), wide(state.offer_size[seat]))


@compiled
def may_keep(game: GameRecord, state: StateRecord, seat: int, keep: int) -> bool:
    """S4, T1: does this choice of places keep enough, of tickets that are offered?"""
    if KEEP_LAST_PLACES[keep] >= state.offer_size[seat]:
        return False
    return bool(KEEP_SIZES[keep] >= fewest_to_keep(game, state, seat))


@compiled
def keep_ticket(state: StateRecord, seat: int, ticket: int) -> None:
    """T4: a kept ticket stays with its seat to the end."""
    word = ticket >> 6
    state.tickets[seat, word] = wide(state.tickets[seat, word]) | bit(ticket & 63)
    state.ticket_count[seat] += 1


@compiled
def keep_tickets(
    game: GameRecord, state: StateRecord, seat: int, action: int, happenings: Any
) -> None:
    """S4, T1, T2: keep the chosen places of an offer and return the others."""
    mask = wide(KEEP_MASKS[action - KEEP])
    is_first = state.phase == FIRST_TICKETS
    row = note(
        happenings, FIRST_KEPT if is_first else KEPT, seat, wide(KEEP_SIZES[action - KEEP]), -1
    )
    kept = 0
    for place in range(state.offer_size[seat]):
        ticket = wide(state.offer[seat, place])
        state.offer[seat, place] = NOBODY
        if (mask >> place) & 1:
            keep_ticket(state, seat, ticket)
            if row > 0:
                happenings[row, 3 + kept] = ticket
            kept += 1
        elif is_first:
            put_aside(state, seat, ticket)
        else:
            return_under_deck(state, seat, ticket)
    state.offer_size[seat] = 0
    if is_first:
        after_first_choice(game, state, happenings)
    else:
        end_turn(game, state, seat, happenings)


@compiled
def put_aside(state: StateRecord, seat: int, ticket: int) -> None:
    """R7: a returned first ticket waits until all seats have chosen."""
    state.returned[seat, state.returned_size[seat]] = ticket
    state.returned_size[seat] += 1


@compiled
def has_chosen(state: StateRecord, seat: int) -> bool:
    """S4: has the seat chosen its first tickets?"""
    return bool(state.offer_size[seat] == 0)


@compiled
def after_first_choice(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """S4, R7: when all seats have chosen, the returned tickets go away and seat 0 begins (R18)."""
    for seat in range(game.seats):
        if not has_chosen(state, seat):
            state.seat = seat
            return
    row = note(happenings, ALL_CHOSE, NOBODY, NOBODY, NOBODY)
    for seat in range(game.seats):
        if row > 0:
            happenings[row, 2 + seat] = state.ticket_count[seat]
        for place in range(state.returned_size[seat]):
            settle_first_ticket(game, state, seat, wide(state.returned[seat, place]))
            state.returned[seat, place] = NOBODY
        state.returned_size[seat] = 0
    state.seat = 0
    state.phase = TURN


@compiled
def settle_first_ticket(game: GameRecord, state: StateRecord, seat: int, ticket: int) -> None:
    """T2, R6: a returned first ticket goes under the deck, in the anniversary out of the game."""
    if game.first_tickets_leave:
        word = ticket >> 6
        state.removed[word] = wide(state.removed[word]) | bit(ticket & 63)
        state.returned_by[ticket] = seat
    else:
        return_under_deck(state, seat, ticket)
