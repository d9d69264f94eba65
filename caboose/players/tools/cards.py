"""What a hand can do: cards that are lacking, payments, draws. Shared by all policies."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    GRAY,
    LOCOMOTIVE,
    NOBODY,
    ROUTE_WORDS,
    SECOND_CARD,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import (
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    PASS,
    fewest_locomotives,
)
from caboose.engine.rules.claim_route import claimable, has_route
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets
from caboose.players.tools.scratch import Scratch


@compiled
def fullest_color(game: GameRecord, state: StateRecord, seat: int, needed: int) -> int:
    """The color a seat holds most of, if it can from outside a set of needed colors."""
    best, most = 0, -1
    for color in range(game.colors):
        count = 2 * wide(state.hand[seat, color])
        if needed & bit(color) == 0:
            count += 1
        if count > most:
            best, most = color, count
    return best


@compiled
def color_for(game: GameRecord, state: StateRecord, seat: int, route: int) -> int:
    """The color with which a seat would pay for a route: its own, or for gray the fullest."""
    color = wide(game.route_color[route])
    if color == GRAY:
        return fullest_color(game, state, seat, 0)
    return color


@compiled
def lacking(game: GameRecord, state: StateRecord, seat: int, route: int, color: int) -> int:
    """How many cards a seat lacks to pay for a route with one color and its locomotives."""
    held = wide(state.hand[seat, color]) + wide(state.hand[seat, LOCOMOTIVE])
    return max(0, wide(game.route_length[route]) - held)


@compiled
def colors_of(game: GameRecord, routes: StateRecord) -> int:
    """The set of colors that a set of routes asks for, gray ones not counted."""
    colors = 0
    for word in range(ROUTE_WORDS):
        left = wide(routes[word])
        while left != 0:
            place = lowest_bit(left)
            left &= ~bit(place)
            color = wide(game.route_color[64 * word + place])
            if color != GRAY:
                colors |= bit(color)
    return colors


@compiled
def only_payment(game: GameRecord, state: StateRecord, seat: int) -> int:
    """The payment for the declared route if only one color pays for it; NOBODY if several do."""
    route = wide(state.pending_route)
    length, found = wide(game.route_length[route]), NOBODY
    for color in range(game.colors):
        if game.route_color[route] != GRAY and game.route_color[route] != color:
            continue
        if wide(state.hand[seat, color]) + wide(state.hand[seat, LOCOMOTIVE]) >= length:
            if found != NOBODY:
                return NOBODY
            found = color
    return fewest_locomotives(game, state, seat, route, found)


@compiled
def pay_sparing(game: GameRecord, state: StateRecord, seat: int, needed: int) -> int:
    """Pay for the declared route: fewest locomotives, no needed color, then the fullest color."""
    route = wide(state.pending_route)
    length = wide(game.route_length[route])
    best, least = NOBODY, 1 << 20
    for color in range(game.colors):
        if game.route_color[route] != GRAY and game.route_color[route] != color:
            continue
        held = wide(state.hand[seat, color])
        if held + wide(state.hand[seat, LOCOMOTIVE]) < length:
            continue
        price = 1000 * max(0, length - held) - held
        if needed & bit(color) != 0:
            price += 100
        if price < least:
            best, least = color, price
    return fewest_locomotives(game, state, seat, route, best)


@compiled
def draw_something(state: StateRecord) -> int:
    """A card from the deck, or else the leftmost of the row that may be taken; NOBODY if none."""
    if state.deck_size > 0:
        return DRAW_DECK
    for slot in range(FACE_UP):
        color = wide(state.face_up[slot])
        if color != NOBODY and not (color == LOCOMOTIVE and state.phase == SECOND_CARD):
            return DRAW_FACE_UP + color
    return NOBODY


@compiled
def draw_wished(state: StateRecord, scratch: Scratch) -> int:
    """The face-up color it wishes for most, or if it wishes for none there, a blind card."""
    best, most = NOBODY, 0
    for color in range(LOCOMOTIVE):
        if scratch.wish[color] > most and may_take_face_up(state, color):
            best, most = color, wide(scratch.wish[color])
    return draw_something(state) if best == NOBODY else DRAW_FACE_UP + best


@compiled
def clear_wishes(scratch: Scratch) -> None:
    """Wish for nothing."""
    for color in range(CARDS):
        scratch.wish[color] = 0


@compiled
def most_valuable_claim(game: GameRecord, state: StateRecord, seat: int) -> int:
    """The longest route that a seat can pay for, the first of them; NOBODY if none."""
    best, longest = NOBODY, 0
    for word in range(ROUTE_WORDS):
        routes = claimable(game, state, seat, word)
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            if game.route_length[route] > longest:
                best, longest = route, wide(game.route_length[route])
    return best


@compiled
def is_last_turn(state: StateRecord) -> bool:
    """E2: in the final round every seat has one turn, so this is the last."""
    return bool(state.final_turns_left != NOBODY)


@compiled
def do_anything(game: GameRecord, state: StateRecord, seat: int) -> int:
    """What is left when a plan has nothing to say: a claim, a card, tickets, or a pass."""
    if state.phase == TURN:
        claim = most_valuable_claim(game, state, seat)
        if claim != NOBODY:
            return CLAIM + claim
    draw = draw_something(state)
    if draw != NOBODY:
        return draw
    return DRAW_TICKETS if may_draw_tickets(state) else PASS


@compiled
def touches(game: GameRecord, cities: int, route: int) -> bool:
    """Does a route end at one of a set of cities?"""
    ends = bit(wide(game.route_a[route])) | bit(wide(game.route_b[route]))
    return (cities & ends) != 0


@compiled
def has_bit(words: StateRecord, place: int) -> bool:
    """Is a place in a set that is kept in words?"""
    return (wide(words[place >> 6]) & bit(place & 63)) != 0


@compiled
def is_open(state: StateRecord, seat: int, route: int) -> bool:
    """May a seat still claim a route?"""
    return has_route(state.open, seat, route)


@compiled
def draw_towards(game: GameRecord, state: StateRecord, seat: int, color: int, lacks: int) -> int:
    """A card of one color from the row, a locomotive if it is the last card lacking, or blind."""
    if may_take_face_up(state, color):
        return DRAW_FACE_UP + color
    if lacks == 1 and may_take_face_up(state, LOCOMOTIVE):
        return DRAW_FACE_UP + LOCOMOTIVE
    draw = draw_something(state)
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def plan_color(game: GameRecord, state: StateRecord, seat: int, route: int, needed: int) -> int:
    """The color for a planned route; gray ones take what no other planned route needs."""
    color = wide(game.route_color[route])
    return fullest_color(game, state, seat, needed) if color == GRAY else color


@compiled
def better_track(game: GameRecord, state: StateRecord, seat: int, route: int) -> int:
    """A planned route or its twin, whichever lacks fewer cards."""
    twin = wide(game.route_twin[route])
    if twin == NOBODY or (wide(state.open[seat, twin >> 6]) & bit(twin & 63)) == 0:
        return route
    color, other = wide(game.route_color[route]), wide(game.route_color[twin])
    if color == GRAY or other == GRAY or state.hand[seat, color] >= state.hand[seat, other]:
        return route
    return twin
