"""Drawing cards: two cards, from the row or blind, and the limits on face-up locomotives."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import compiled
from caboose.engine.fields import (
    FACE_UP,
    LOCOMOTIVE,
    NOBODY,
    SECOND_CARD,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import DRAW_ENDED, DREW_BLIND, TOOK_FACE_UP, note
from caboose.engine.rules.deck import row_cards, row_locomotives, settle_row, take_blind
from caboose.engine.rules.final_round import end_turn


@compiled
def may_draw_blind(state: StateRecord) -> bool:
    """D1, D8: the deck has a card (R1 leaves it empty only when the discards are empty too)."""
    return bool(state.deck_size > 0)


@compiled
def slot_of(state: StateRecord, color: int) -> int:
    """The leftmost slot that shows a color, or NOBODY."""
    for slot in range(FACE_UP):
        if state.face_up[slot] == color:
            return slot
    return NOBODY


@compiled
def may_take_face_up(state: StateRecord, color: int) -> bool:
    """D1, D4, R22: a card in the row may be taken, but no locomotive as the second card."""
    if color == LOCOMOTIVE and state.phase == SECOND_CARD:
        return False
    return slot_of(state, color) != NOBODY


@compiled
def may_draw_second_card(state: StateRecord) -> bool:
    """R3: is there a card that may be the second one?"""
    return bool(state.deck_size > 0 or row_cards(state) > row_locomotives(state))


@compiled
def draw_blind(game: GameRecord, state: StateRecord, seat: int, happenings: Any) -> None:
    """D1, D5, R16, R21: take the top card of the deck; a locomotive counts as one card."""
    color = take_blind(game, state, seat)
    state.hand_size[seat] += 1
    state.blind[seat] += 1
    note(happenings, DREW_BLIND, seat, color, NOBODY)
    settle_row(game, state, happenings)
    after_card(game, state, seat, False, happenings)


@compiled
def take_face_up(
    game: GameRecord, state: StateRecord, seat: int, color: int, happenings: Any
) -> None:
    """D1, D2: take the leftmost card of a color from the row, which is refilled at once."""
    slot = slot_of(state, color)
    state.face_up[slot] = NOBODY
    state.hand[seat, color] += 1
    state.hand_size[seat] += 1
    state.seen[seat, color] += 1
    note(happenings, TOOK_FACE_UP, seat, color, slot)
    settle_row(game, state, happenings)
    after_card(game, state, seat, ends_draw(color), happenings)


@compiled
def ends_draw(color: int) -> bool:
    """D3: a locomotive from the row is the whole draw."""
    return color == LOCOMOTIVE


@compiled
def after_card(
    game: GameRecord, state: StateRecord, seat: int, is_last: bool, happenings: Any
) -> None:
    """D1, R3: a second card follows the first, if the rules and the cards allow one."""
    if state.phase == TURN and not is_last:
        if may_draw_second_card(state):
            state.phase = SECOND_CARD
            return
        note(happenings, DRAW_ENDED, seat, NOBODY, NOBODY)
    end_turn(game, state, seat, happenings)
