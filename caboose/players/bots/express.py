"""Express: tickets and racing weighed in one sum, against the clock.

Every open route has a worth in hundredths of a point: its own points, its share of the tickets that
its joint plan completes, what it adds to network, districts and attractions, less the turns until
it is claimed and the trains it takes. Express claims the worthiest route it can pay for if nothing
much better is near, and otherwise draws the cards that bring worthy routes nearer. The tempo model
says how many turns are left; plans that do not fit are given up, and in the end it takes what it
can. Its weights were found by `caboose.lab.tune`.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    FIRST_TICKETS,
    GRAY,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    ROUTE_WORDS,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.numbering import (
    CLAIM,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_MASKS,
    fewest_locomotives,
)
from caboose.engine.rules.draw_cards import may_take_face_up
from caboose.engine.rules.draw_tickets import may_draw_tickets, may_keep
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.cards import (
    clear_wishes,
    do_anything,
    draw_something,
    fullest_color,
    is_last_turn,
    lacking,
    only_payment,
)
from caboose.players.tools.express_weights import (
    KEEP_TRAIN,
    KEEP_TURN,
    LOCOMOTIVE_WISH,
    PATIENCE,
    SPENT_CARD,
    SPENT_LOCOMOTIVE,
    TICKET_TIME,
    WISH_FLOOR,
)
from caboose.players.tools.offers import worth_of_keeping
from caboose.players.tools.route_worth import (
    NOTHING,
    claim_worth,
    goal_worth,
    has_worthy,
    refresh_worth,
)
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import plan_turns, turns_left


@compiled
def decide_express(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, dice: Any
) -> int:
    """The action that the sum speaks for."""
    if state.phase == FIRST_TICKETS or state.phase == KEEP_TICKETS:
        return keep_in_time(game, atlas, state, seat, scratch)
    refresh_worth(game, atlas, state, seat, scratch)
    if state.phase == PAYMENT:
        payment = only_payment(game, state, seat)
        return payment if payment != NOBODY else pay_unwished(game, state, seat, scratch)
    return weigh_turn(game, state, seat, scratch)


@compiled
def keep_in_time(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch
) -> int:
    """The choice of an offer that is worth most, less the trains and turns of its plan."""
    best, most = 0, NOTHING
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            worth = worth_of_keeping(game, atlas, state, seat, scratch, wide(KEEP_MASKS[keep]))
            worth -= wide(scratch.weights[KEEP_TRAIN]) * wide(scratch.plan_trains)
            worth -= wide(scratch.weights[KEEP_TURN]) * plan_turns(state, seat, scratch) // 100
            if worth > most:
                best, most = keep, worth
    scratch.has_plan = 0
    return KEEP + best


@compiled
def weigh_turn(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Claim the worthiest payable route, ask for tickets, or draw towards the worthiest goal."""
    look_around(game, state, seat, scratch)
    if state.phase == TURN:
        if scratch.claim != NOBODY and (is_last_turn(state) or is_claim_good(scratch)):
            return CLAIM + wide(scratch.claim)
        if wants_tickets(game, state, seat, scratch):
            return DRAW_TICKETS
    return draw_by_wish(game, state, seat, scratch)


@compiled
def is_claim_good(scratch: Scratch) -> bool:
    """Is the best claim worth its turn, with nothing much better near?"""
    enough = wide(scratch.goal_worth) - wide(scratch.weights[PATIENCE])
    return bool(scratch.claim_worth > 0 and scratch.claim_worth >= enough)


@compiled
def look_around(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Find the best claim and the best goal, and what cards the goals wish for.

    Routes that are worth no more than a turn change nothing while there are others: they are not
    claimed before the last turn, and nobody wishes for them.
    """
    fullest = fullest_color(game, state, seat, 0)
    clear_wishes(scratch)
    scratch.claim, scratch.claim_worth = NOBODY, NOTHING
    scratch.goal, scratch.goal_worth = NOBODY, NOTHING
    is_any = is_last_turn(state) or not has_worthy(state, seat, scratch)
    for word in range(ROUTE_WORDS):
        routes = wide(state.open[seat, word])
        if not is_any:
            routes &= wide(scratch.worthy[word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            if scratch.worth[route] == NOTHING:
                continue
            color = wide(game.route_color[route])
            if color == GRAY:
                color = fullest
            lacks = lacking(game, state, seat, route, color)
            if lacks == 0:
                weigh_claim(game, state, seat, scratch, route, color)
            else:
                weigh_goal(scratch, route, color, lacks)


@compiled
def weigh_claim(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, route: int, color: int
) -> None:
    """A route that can be paid for: less a turn, and the locomotives it would take."""
    worth = claim_worth(game, state, seat, scratch, route, color)
    if worth > scratch.claim_worth:
        scratch.claim, scratch.claim_worth = route, worth


@compiled
def weigh_goal(scratch: Scratch, route: int, color: int, lacks: int) -> None:
    """A route that lacks cards: less a turn, and the turns until they have come."""
    worth = goal_worth(scratch, route, lacks)
    if worth > 0:
        scratch.wish[color] += worth // (lacks + 1)
    if worth > scratch.goal_worth:
        scratch.goal, scratch.goal_worth = route, worth


@compiled
def wants_tickets(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> bool:
    """Is everything planned done, with time for more?"""
    if scratch.plan_trains > 0 or not may_draw_tickets(state):
        return False
    return turns_left(game, state, seat) >= wide(scratch.weights[TICKET_TIME])


@compiled
def draw_by_wish(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """The card it wishes for most, if that is more than what a blind card brings on average."""
    total, best, most = 0, NOBODY, 0
    for color in range(game.colors):
        wish = wide(scratch.wish[color])
        total += wish
        if wish > most and may_take_face_up(state, color):
            best, most = color, wish
    average = total // wide(game.colors)
    blind = average + average * wide(scratch.weights[WISH_FLOOR]) // 100
    if state.phase == TURN and may_take_face_up(state, LOCOMOTIVE):
        top = 0
        for color in range(game.colors):
            top = max(top, wide(scratch.wish[color]))
        if top * wide(scratch.weights[LOCOMOTIVE_WISH]) // 100 > max(most, blind) + blind:
            return DRAW_FACE_UP + LOCOMOTIVE
    if best != NOBODY and (most >= blind or state.deck_size == 0):
        return DRAW_FACE_UP + best
    draw = draw_something(state)
    return draw if draw != NOBODY else do_anything(game, state, seat)


@compiled
def pay_unwished(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> int:
    """Pay with what the other routes need least; locomotives last."""
    route = wide(state.pending_route)
    length = wide(game.route_length[route])
    wish_for_others(game, state, seat, scratch, route)
    best, least = NOBODY, 1 << 30
    for color in range(game.colors):
        if game.route_color[route] != GRAY and game.route_color[route] != color:
            continue
        held = wide(state.hand[seat, color])
        if held + wide(state.hand[seat, LOCOMOTIVE]) < length:
            continue
        short = max(0, length - held)
        price = 1000 * short * wide(scratch.weights[SPENT_LOCOMOTIVE])
        price += (length - short) * wide(scratch.wish[color]) * wide(scratch.weights[SPENT_CARD])
        price -= held
        if price < least:
            best, least = color, price
    return fewest_locomotives(game, state, seat, route, best)


@compiled
def wish_for_others(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, but: int
) -> None:
    """How much the colored routes other than one ask for each color."""
    clear_wishes(scratch)
    for word in range(ROUTE_WORDS):
        routes = wide(state.open[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            color = wide(game.route_color[route])
            if route != but and color != GRAY and scratch.worth[route] > 0:
                lacks = lacking(game, state, seat, route, color)
                scratch.wish[color] += wide(scratch.worth[route]) // (100 * (lacks + 1))
