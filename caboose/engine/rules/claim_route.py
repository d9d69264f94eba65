"""Claiming a route: which are open, which a hand can pay for, and what the claim changes."""

from __future__ import annotations

from typing import Any

from caboose.boards.limits import MAX_LENGTH
from caboose.engine.compiled import bit, compiled, wide
from caboose.engine.fields import (
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.engine.happenings import CLAIMED, PAID, note
from caboose.engine.numbering import payment_color, payment_locomotives
from caboose.engine.rules.deck import discard_cards, settle_row
from caboose.engine.rules.final_round import end_turn


@compiled
def has_route(routes: Any, seat: int, route: int) -> bool:
    """Is a route in a seat's set of routes?"""
    return bool((wide(routes[seat, route >> 6]) & bit(route & 63)) != 0)


@compiled
def owner_of(game: GameRecord, state: StateRecord, route: int) -> int:
    """The seat that has claimed a route, or NOBODY."""
    for seat in range(game.seats):
        if has_route(state.owned, seat, route):
            return seat
    return NOBODY


@compiled
def is_free(game: GameRecord, state: StateRecord, route: int) -> bool:
    """C1: nobody has claimed the route."""
    return owner_of(game, state, route) == NOBODY


@compiled
def has_trains_for(game: GameRecord, state: StateRecord, seat: int, route: int) -> bool:
    """C1, R15: the seat has a train for every space."""
    return bool(state.trains[seat] >= game.route_length[route])


@compiled
def owns_twin(game: GameRecord, state: StateRecord, seat: int, route: int) -> bool:
    """C5: the seat has the other route of the double route already."""
    twin = wide(game.route_twin[route])
    return twin != NOBODY and has_route(state.owned, seat, twin)


@compiled
def is_closed_by_twin(game: GameRecord, state: StateRecord, route: int) -> bool:
    """C6, R14: with few seats a claimed route closes its twin for everybody."""
    twin = wide(game.route_twin[route])
    return bool(twin != NOBODY and not game.doubles_open and not is_free(game, state, twin))


@compiled
def reach_with(state: StateRecord, seat: int, color: int) -> int:
    """C2: the longest route that a seat's cards of one color, its locomotives and trains allow."""
    cards = wide(state.hand[seat, color]) + wide(state.hand[seat, LOCOMOTIVE])
    return min(cards, wide(state.trains[seat]), MAX_LENGTH)


@compiled
def payable_with(game: GameRecord, state: StateRecord, seat: int, color: int, word: int) -> int:
    """C1, C2, C3: one word of the set of open routes a seat can pay for with one color."""
    reach = reach_with(state, seat, color)
    return wide(state.open[seat, word]) & wide(game.routes_up_to[color, reach, word])


@compiled
def claimable(game: GameRecord, state: StateRecord, seat: int, word: int) -> int:
    """C1-C6: one word of the set of routes a seat may claim now."""
    routes = payable_with(game, state, seat, 0, word)
    for color in range(1, game.colors):
        routes |= payable_with(game, state, seat, color, word)
    return routes


@compiled
def can_claim_any(game: GameRecord, state: StateRecord, seat: int) -> bool:
    """Is there a route that the seat may claim now?"""
    for word in range(ROUTE_WORDS):
        if claimable(game, state, seat, word) != 0:
            return True
    return False


@compiled
def can_pay_with(
    game: GameRecord, state: StateRecord, seat: int, route: int, color: int, locomotives: int
) -> bool:
    """C2, C3, R15: one color in the route's color (any for gray), this many locomotives in it."""
    length = wide(game.route_length[route])
    if color == LOCOMOTIVE:
        return bool(locomotives == length and state.hand[seat, LOCOMOTIVE] >= length)
    if game.route_color[route] != GRAY and game.route_color[route] != color:
        return False
    if locomotives >= length or locomotives > state.hand[seat, LOCOMOTIVE]:
        return False
    return bool(state.hand[seat, color] >= length - locomotives)


@compiled
def declare_claim(state: StateRecord, seat: int, route: int, happenings: Any) -> None:
    """C4: name the route; its payment is a decision of its own, even when only one is possible."""
    state.pending_route = route
    state.phase = PAYMENT
    note(happenings, CLAIMED, seat, route, NOBODY)


@compiled
def spend(state: StateRecord, seat: int, color: int, count: int) -> None:
    """Discard cards from a hand; known cards are thought to go first, the rest was unknown."""
    known = min(wide(state.seen[seat, color]), count)
    state.seen[seat, color] -= known
    state.spent[seat, color] += count - known
    state.hand[seat, color] -= count
    state.hand_size[seat] -= count
    discard_cards(state, color, count)


@compiled
def close_route(state: StateRecord, seat: int, route: int) -> None:
    """Take a route out of what a seat may still claim."""
    state.open[seat, route >> 6] = wide(state.open[seat, route >> 6]) & ~bit(route & 63)


@compiled
def own_route(game: GameRecord, state: StateRecord, seat: int, route: int) -> None:
    """C1, C5, C6: the route is the seat's and closed to all, its twin as the rules have it."""
    state.owned[seat, route >> 6] = wide(state.owned[seat, route >> 6]) | bit(route & 63)
    twin = wide(game.route_twin[route])
    for other in range(game.seats):
        close_route(state, other, route)
        if twin != NOBODY and (other == seat or not game.doubles_open):
            close_route(state, other, twin)


@compiled
def place_trains(game: GameRecord, state: StateRecord, seat: int, route: int) -> None:
    """C1, C7: put a train on every space, and take the points at once."""
    length = wide(game.route_length[route])
    own_route(game, state, seat, route)
    state.trains[seat] -= length
    state.points[seat] += points_for_length(game, length)


@compiled
def points_for_length(game: GameRecord, length: int) -> int:
    """C7: what a route of this length is worth."""
    return wide(game.route_points[length])


@compiled
def pay_for_route(
    game: GameRecord, state: StateRecord, seat: int, action: int, happenings: Any
) -> None:
    """C2, R15: pay for the declared route with exactly its length, and place the trains."""
    route = wide(state.pending_route)
    length = wide(game.route_length[route])
    color = payment_color(action)
    locomotives = payment_locomotives(action, length)
    if locomotives < length:
        spend(state, seat, color, length - locomotives)
    spend(state, seat, LOCOMOTIVE, locomotives)
    place_trains(game, state, seat, route)
    state.pending_route = NOBODY
    row = note(happenings, PAID, seat, color, length - locomotives)
    if row > 0:
        happenings[row, 4] = locomotives
        happenings[row, 5] = route
        happenings[row, 6] = points_for_length(game, length)
    settle_row(game, state, happenings)
    end_turn(game, state, seat, happenings)
