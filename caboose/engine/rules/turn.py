"""A turn: what may be done now, and the one path by which everything is done."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.fields import (
    CARDS,
    FIRST_TICKETS,
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    OVER,
    PAYMENT,
    ROUTE_WORDS,
    SECOND_CARD,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import PASSED, note
from caboose.engine.numbering import (
    ACTIONS,
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_MASKS,
    PASS,
    PAY,
    PAY_LOCOMOTIVES,
    payment,
)
from caboose.engine.rules.claim_route import (
    can_claim_any,
    can_pay_with,
    claimable,
    declare_claim,
    pay_for_route,
)
from caboose.engine.rules.deck import row_cards
from caboose.engine.rules.draw_cards import (
    draw_blind,
    may_draw_blind,
    may_take_face_up,
    take_face_up,
)
from caboose.engine.rules.draw_tickets import draw_tickets, keep_tickets, may_draw_tickets, may_keep
from caboose.engine.rules.final_round import end_turn


@compiled
def may_decide(state: StateRecord, seat: int) -> bool:
    """R7: it is the seat's decision; first tickets are chosen by all seats at once."""
    if state.phase == FIRST_TICKETS:
        return bool(state.offer_size[seat] > 0)
    return bool(state.phase != OVER and state.seat == seat)


@compiled
def may_pass(game: GameRecord, state: StateRecord, seat: int) -> bool:
    """R4, R5: passing is legal only when nothing else is."""
    return bool(
        not may_draw_blind(state)
        and row_cards(state) == 0
        and not may_draw_tickets(state)
        and not can_claim_any(game, state, seat)
    )


@compiled
def list_draws(state: StateRecord, mask: Any) -> None:
    """D1, D4: the cards that may be drawn now."""
    mask[DRAW_DECK] = may_draw_blind(state)
    for color in range(CARDS):
        mask[DRAW_FACE_UP + color] = may_take_face_up(state, color)


@compiled
def list_claims(game: GameRecord, state: StateRecord, seat: int, mask: Any) -> None:
    """C1-C6: the routes that may be claimed now."""
    for word in range(ROUTE_WORDS):
        routes = claimable(game, state, seat, word)
        for place in range(64):
            if (routes & bit(place)) != 0:
                mask[CLAIM + 64 * word + place] = True


@compiled
def list_payments(game: GameRecord, state: StateRecord, seat: int, mask: Any) -> None:
    """C2, C3, R15: every way to pay for the declared route."""
    route = wide(state.pending_route)
    length = wide(game.route_length[route])
    for color in range(game.colors):
        if game.route_color[route] == GRAY or game.route_color[route] == color:
            for locomotives in range(length):
                if can_pay_with(game, state, seat, route, color, locomotives):
                    mask[payment(color, locomotives)] = True
    mask[PAY_LOCOMOTIVES] = can_pay_with(game, state, seat, route, LOCOMOTIVE, length)


@compiled
def list_keeps(game: GameRecord, state: StateRecord, seat: int, mask: Any) -> None:
    """S4, T1: every way to keep enough of the offer."""
    for keep in range(KEEP_MASKS.shape[0]):
        mask[KEEP + keep] = may_keep(game, state, seat, keep)


@compiled
def legal_mask(game: GameRecord, state: StateRecord, seat: int, mask: Any) -> None:
    """G1, R24: mark every legal action of a seat; also a single one is asked, never taken."""
    for action in range(ACTIONS):
        mask[action] = False
    if not may_decide(state, seat):
        return
    if state.phase == TURN:
        list_draws(state, mask)
        mask[DRAW_TICKETS] = may_draw_tickets(state)
        list_claims(game, state, seat, mask)
        mask[PASS] = may_pass(game, state, seat)
    elif state.phase == SECOND_CARD:
        list_draws(state, mask)
    elif state.phase == PAYMENT:
        list_payments(game, state, seat, mask)
    else:
        list_keeps(game, state, seat, mask)


@compiled
def pass_turn(game: GameRecord, state: StateRecord, seat: int, happenings: Any) -> None:
    """R4: nothing else can be done."""
    state.passes += 1
    note(happenings, PASSED, seat, NOBODY, NOBODY)
    end_turn(game, state, seat, happenings)


@compiled
def play(game: GameRecord, state: StateRecord, seat: int, action: int, happenings: Any) -> None:
    """G1: carry out one legal action. Person, bot, replay and test all come through here."""
    state.actions += 1
    if action == PASS:
        pass_turn(game, state, seat, happenings)
        return
    state.passes = 0
    if action == DRAW_DECK:
        draw_blind(game, state, seat, happenings)
    elif action < DRAW_TICKETS:
        take_face_up(game, state, seat, action - DRAW_FACE_UP, happenings)
    elif action == DRAW_TICKETS:
        draw_tickets(game, state, seat, happenings)
    elif action < PAY:
        declare_claim(state, seat, action - CLAIM, happenings)
    elif action < KEEP:
        pay_for_route(game, state, seat, action, happenings)
    else:
        keep_tickets(game, state, seat, action, happenings)
