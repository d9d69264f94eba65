"""Setting up: trains, hands, the face-up row and the first tickets, all from the game's key."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_LENGTH, MAX_OFFER, MAX_SEATS, MAX_TICKETS
from caboose.engine.chance import (
    TICKET_STREAM,
    WORDS_PER_BLOCK,
    clear_numbers,
    fill_block,
    scaled,
)
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    FIRST_TICKETS,
    NOBODY,
    NOT_OVER,
    ROUTE_WORDS,
    TICKET_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import DREW_BLIND, note
from caboose.engine.rules.deck import remember_shuffle, settle_row, take_blind
from caboose.engine.rules.draw_tickets import draw_offer


@compiled
def set_up(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """S1-S4: make the first position of a game from the key that the state already holds."""
    clear_table(game, state)
    give_trains(game, state)
    open_routes(game, state)
    shuffle_tickets(game, state)
    shuffle_cards(game, state)
    deal_hands(game, state, happenings)
    lay_face_up_row(game, state, happenings)
    deal_first_offers(game, state, happenings)


@compiled
def clear_table(game: GameRecord, state: StateRecord) -> None:
    """Nothing has happened yet; only the key stays."""
    clear_chance(game, state)
    state.actions = 0
    state.turns = 0
    state.seat = 0
    state.phase = FIRST_TICKETS
    state.passes = 0
    state.final_turns_left = NOBODY
    state.end_reason = NOT_OVER
    state.pending_route = NOBODY
    clear_cards(state)
    clear_tickets(state)
    for seat in range(MAX_SEATS):
        clear_seat(state, seat)


@compiled
def clear_chance(game: GameRecord, state: StateRecord) -> None:
    """No card has left the deck yet."""
    state.numbering = game.numbering
    state.chance = 0
    clear_numbers(state)


@compiled
def clear_cards(state: StateRecord) -> None:
    """No cards on the table."""
    state.deck_size = 0
    state.discard_size = 0
    for color in range(CARDS):
        state.deck[color] = 0
        state.discard[color] = 0
    for slot in range(FACE_UP):
        state.face_up[slot] = NOBODY


@compiled
def clear_tickets(state: StateRecord) -> None:
    """No tickets on the table."""
    state.ticket_top = 0
    state.ticket_deck_size = 0
    for word in range(TICKET_WORDS):
        state.removed[word] = 0
    for ticket in range(MAX_TICKETS):
        state.ticket_deck[ticket] = NOBODY
        state.returned_by[ticket] = NOBODY


@compiled
def clear_seat(state: StateRecord, seat: int) -> None:
    """A seat has nothing yet."""
    state.points[seat] = 0
    state.trains[seat] = 0
    state.hand_size[seat] = 0
    state.ticket_count[seat] = 0
    state.offer_size[seat] = 0
    state.returned_size[seat] = 0
    for color in range(CARDS):
        state.hand[seat, color] = 0
        state.seen[seat, color] = 0
    for word in range(ROUTE_WORDS):
        state.owned[seat, word] = 0
        state.open[seat, word] = 0
    for word in range(TICKET_WORDS):
        state.tickets[seat, word] = 0
    for place in range(MAX_OFFER):
        state.offer[seat, place] = NOBODY
        state.returned[seat, place] = NOBODY


@compiled
def give_trains(game: GameRecord, state: StateRecord) -> None:
    """S1: every seat takes its trains and starts at no points."""
    for seat in range(game.seats):
        state.trains[seat] = game.trains


@compiled
def open_routes(game: GameRecord, state: StateRecord) -> None:
    """C1: at first every route is open to every seat."""
    for word in range(ROUTE_WORDS):
        routes = 0
        for color in range(CARDS):
            routes |= wide(game.routes_up_to[color, MAX_LENGTH, word])
        for seat in range(game.seats):
            state.open[seat, word] = routes


@compiled
def shuffle_tickets(game: GameRecord, state: StateRecord) -> None:
    """S4: shuffle the ticket deck by its own stream of chance."""
    for ticket in range(game.tickets):
        state.ticket_deck[ticket] = ticket
    state.ticket_deck_size = game.tickets
    words = np.zeros(WORDS_PER_BLOCK, np.uint32)
    used = 0
    for last in range(game.tickets - 1, 0, -1):
        if used % WORDS_PER_BLOCK == 0:
            fill_block(words, state.key, TICKET_STREAM, used // WORDS_PER_BLOCK)
        other = scaled(wide(words[used % WORDS_PER_BLOCK]), last + 1)
        used += 1
        ticket = state.ticket_deck[last]
        state.ticket_deck[last] = state.ticket_deck[other]
        state.ticket_deck[other] = ticket


@compiled
def shuffle_cards(game: GameRecord, state: StateRecord) -> None:
    """S2: all cards form the deck."""
    for color in range(CARDS):
        state.deck[color] = game.cards[color]
        state.deck_size += game.cards[color]
    remember_shuffle(state)


@compiled
def deal_hands(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """S2: deal each seat its starting hand."""
    for seat in range(game.seats):
        for _ in range(game.starting_hand):
            color = take_blind(game, state, seat)
            note(happenings, DREW_BLIND, seat, color, NOBODY)
        state.hand_size[seat] = game.starting_hand
        state.blind[seat] = game.starting_hand


@compiled
def lay_face_up_row(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """S3: lay the row, and sweep it while it shows too many locomotives."""
    settle_row(game, state, happenings)


@compiled
def deal_first_offers(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """S4: offer each seat its first tickets."""
    for seat in range(game.seats):
        draw_offer(state, seat, wide(game.first_offer), happenings)
