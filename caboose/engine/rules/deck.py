"""The deck, the discards and the face-up row: how cards move, and when the row is swept."""

from __future__ import annotations

from typing import Any

from caboose.boards.limits import MAX_SEATS
from caboose.engine.chance import BLIND, ROW, SWEEP, card_word, scaled
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    LOCOMOTIVE,
    NOBODY,
    SWEEP_AT,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import LAID, RESHUFFLED, SWEPT, make_room_for_sweep, note


@compiled
def take_from_deck(game: GameRecord, state: StateRecord, purpose: int, n: int) -> int:
    """Take the n-th card for a purpose from a deck that is not empty.

    The deck is kept as counts; choosing a card by its share has the same distribution as a
    shuffled pile. All colors are counted, also behind the one that is found: nobody, and no
    processor, can guess where to stop.
    """
    place = scaled(card_word(state, purpose, n), wide(state.deck_size))
    color, below = 0, 0
    for candidate in range(game.colors):
        below += wide(state.deck[candidate])
        color += 1 if below <= place else 0
    if color == game.colors:
        color = LOCOMOTIVE
    state.deck[color] -= 1
    state.deck_size -= 1
    return color


@compiled
def discard_cards(state: StateRecord, color: int, count: int) -> None:
    """Put cards of one color on the discards."""
    state.discard[color] += count
    state.discard_size += count


@compiled
def reshuffle(state: StateRecord, happenings: Any) -> None:
    """D7: the discards become the new deck, and what everybody knows of it begins again."""
    for color in range(CARDS):
        state.deck[color] = state.discard[color]
        state.discard[color] = 0
    state.deck_size = state.discard_size
    state.discard_size = 0
    remember_shuffle(state)
    note(happenings, RESHUFFLED, NOBODY, wide(state.deck_size), NOBODY)


@compiled
def remember_shuffle(state: StateRecord) -> None:
    """The deck's counts are public at this moment; from here on its cards are counted out."""
    for color in range(CARDS):
        state.shuffled[color] = state.deck[color]
        state.revealed[color] = 0
    for seat in range(MAX_SEATS):
        state.blind[seat] = 0
        for color in range(CARDS):
            state.fresh[seat, color] = 0
            state.spent[seat, color] = 0


@compiled
def take_blind(game: GameRecord, state: StateRecord, seat: int) -> int:
    """Give a seat a card of the deck that only it sees."""
    color = take_from_deck(game, state, BLIND + seat, wide(state.drawn[seat]))
    state.drawn[seat] += 1
    state.hand[seat, color] += 1
    state.fresh[seat, color] += 1
    return color


@compiled
def lay_card(game: GameRecord, state: StateRecord, slot: int, is_sweep: bool) -> None:
    """Turn a card of the deck face up in a slot."""
    if is_sweep:
        color = take_from_deck(game, state, SWEEP + slot, wide(state.sweeps))
    else:
        color = take_from_deck(game, state, ROW + slot, wide(state.laid[slot]))
        state.laid[slot] += 1
    state.face_up[slot] = color
    state.revealed[color] += 1


@compiled
def fill_row(game: GameRecord, state: StateRecord, is_sweep: bool, happenings: Any) -> None:
    """D2, R1: fill the empty slots from the left; reshuffle only when a card is needed."""
    for slot in range(FACE_UP):
        if state.face_up[slot] == NOBODY:
            if state.deck_size == 0 and state.discard_size > 0:
                reshuffle(state, happenings)
            if state.deck_size == 0:
                return
            lay_card(game, state, slot, is_sweep)
            note(happenings, LAID, NOBODY, wide(state.face_up[slot]), slot)


@compiled
def row_locomotives(state: StateRecord) -> int:
    """Locomotives in the face-up row."""
    count = 0
    for slot in range(FACE_UP):
        if state.face_up[slot] == LOCOMOTIVE:
            count += 1
    return count


@compiled
def row_cards(state: StateRecord) -> int:
    """Cards in the face-up row."""
    count = 0
    for slot in range(FACE_UP):
        if state.face_up[slot] != NOBODY:
            count += 1
    return count


@compiled
def is_calm_row_possible(state: StateRecord) -> bool:
    """R2: can deck, discards and row together make a row with too few locomotives to sweep?"""
    in_row = row_cards(state)
    locomotives = wide(state.deck[LOCOMOTIVE]) + wide(state.discard[LOCOMOTIVE])
    locomotives += row_locomotives(state)
    pool = wide(state.deck_size) + wide(state.discard_size) + in_row
    return pool - locomotives >= min(FACE_UP, pool) - (SWEEP_AT - 1)


@compiled
def must_sweep(state: StateRecord) -> bool:
    """D6, R2: three locomotives clear the row, unless no better row can come."""
    return row_locomotives(state) >= SWEEP_AT and is_calm_row_possible(state)


@compiled
def sweep_row(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """D6: discard the whole row and lay a new one."""
    for slot in range(FACE_UP):
        if state.face_up[slot] != NOBODY:
            discard_cards(state, wide(state.face_up[slot]), 1)
            state.face_up[slot] = NOBODY
    make_room_for_sweep(happenings)
    note(happenings, SWEPT, NOBODY, NOBODY, NOBODY)
    fill_row(game, state, True, happenings)
    state.sweeps += 1


@compiled
def settle_row(game: GameRecord, state: StateRecord, happenings: Any) -> None:
    """R1: after every change fill the row, sweep it while that is due, then renew the deck."""
    fill_row(game, state, False, happenings)
    while must_sweep(state):
        sweep_row(game, state, happenings)
    if state.deck_size == 0 and state.discard_size > 0:
        reshuffle(state, happenings)
