"""Why something cannot be done, in a sentence a player understands.

The rules say yes or no; this says why, from what the player itself may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from caboose.engine.action import Action
from caboose.engine.errors import Reason
from caboose.engine.fields import (
    FIRST_TICKETS,
    GRAY,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    PAYMENT,
    SECOND_CARD,
    TURN,
)
from caboose.engine.rules.claim_route import (
    can_pay_with,
    has_trains_for,
    is_closed_by_twin,
    owner_of,
    owns_twin,
)
from caboose.engine.rules.draw_tickets import fewest_to_keep

if TYPE_CHECKING:
    from caboose.engine.view import View

_PHASE_ASKS = {
    FIRST_TICKETS: "choose your first tickets: keep 1 2",
    TURN: "draw cards, claim a route or draw tickets",
    SECOND_CARD: "take your second card",
    PAYMENT: "pay for the route you claimed",
    KEEP_TICKETS: "choose which tickets to keep",
}


def why_not_action(view: View, action: Action) -> Reason:
    """Why the viewer may not do this now."""
    if view.is_over:
        return Reason("the game is over", "game_over")
    reason = _why_not_now(view, action)
    if reason is not None:
        return reason
    match action.kind:
        case "draw":
            return _why_not_draw(view, action)
        case "tickets":
            return Reason("there are no tickets left to draw", "no_tickets_left")
        case "claim":
            reason = why_not_claim(view, action)
            assert reason is not None, "asked only of refused actions"
            return reason
        case "pay":
            return _why_not_pay(view, action)
        case "keep":
            return _why_not_keep(view, action)
        case _:
            return Reason("you may pass only when you have no other move", "may_not_pass")


def _why_not_now(view: View, action: Action) -> Reason | None:
    """It is another's decision, or another kind of decision."""
    viewer = view.viewer
    if viewer not in view.waiting_for():
        if view.fields.phase == FIRST_TICKETS:
            return Reason("you have chosen; the others are still choosing", "already_chosen")
        return Reason(f"it is seat {view.seat}'s turn", "not_your_turn", seat=view.seat)
    phases = {
        "draw": (TURN, SECOND_CARD),
        "pay": (PAYMENT,),
        "keep": (FIRST_TICKETS, KEEP_TICKETS),
    }
    phase = int(view.fields.phase)
    if phase not in phases.get(action.kind, (TURN,)):
        return Reason(f"now {_PHASE_ASKS[phase]}", "wrong_phase", phase=view.phase)
    return None


def _why_not_draw(view: View, action: Action) -> Reason:
    wild = view.game.edition.words.locomotive
    if action.color is None:
        return Reason("the deck and the discards are empty", "deck_empty")
    if action.color == "locomotive" and LOCOMOTIVE in view.fields.face_up.tolist():
        return Reason(f"a face-up {wild} cannot be the second card", "no_locomotive_as_second_card")
    name = wild if action.color == "locomotive" else f"{action.color} card"
    return Reason(f"there is no face-up {name}", "not_face_up", color=action.color)


def why_not_claim(view: View, action: Action) -> Reason | None:
    """Why the viewer may not claim a route now: first what lasts, then whose turn it is."""
    if view.is_over:
        return Reason("the game is over", "game_over")
    viewer = view.own_seat()
    game, fields, route = view.game.tables[0], view.fields, str(action.route)
    number = view.game.notation.route_number(route)
    name, length = route_name(view, number), int(game.route_length[number])
    owner = int(owner_of(game, fields, number))
    if owner == viewer:
        return Reason(f"you already own {name}", "own_route", route=route)
    if owner != NOBODY:
        return Reason(f"seat {owner} owns {name}", "route_claimed", route=route, seat=owner)
    if owns_twin(game, fields, viewer, number):
        return Reason(
            f"you own the other track of {name}; nobody may own both", "own_twin", route=route
        )
    if is_closed_by_twin(game, fields, number):
        seats = view.game.edition.doubles_open_from
        return Reason(
            f"the other track of {name} is taken; with fewer than {seats} players only one"
            " track may be used",
            "twin_closed",
            route=route,
            seats=seats,
        )
    if not has_trains_for(game, fields, viewer, number):
        have, words = int(fields.trains[viewer]), view.game.edition.words
        trains = words.train if length == 1 else words.trains
        return Reason(
            f"{name} needs {length} {trains}; you have {have}",
            "not_enough_trains",
            route=route,
            need=length,
            have=have,
        )
    if not payments_for(view, action):
        return _cards_missing(view, viewer, number)
    return _why_not_now(view, action)


def _cards_missing(view: View, seat: int, route: int) -> Reason:
    game, hand = view.game.tables[0], view.fields.hand[seat]
    color, length = int(game.route_color[route]), int(game.route_length[route])
    if color == GRAY:
        color = int(np.argmax(hand[: int(game.colors)]))
    cards, wilds = int(hand[color]), int(hand[LOCOMOTIVE])
    words = view.game.edition.words
    name = view.game.notation.color_name(color)
    wild = words.locomotive if wilds == 1 else words.locomotives
    held = "your best is" if int(game.route_color[route]) == GRAY else "you have"
    return Reason(
        f"{route_name(view, route)} needs {_cards(length)}; {held} {cards} {name} and"
        f" {wilds} {wild}",
        "not_enough_cards",
        route=view.game.notation.routes[route],
        need=length,
        color=name,
        cards=cards,
        locomotives=wilds,
    )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _why_not_pay(view: View, action: Action) -> Reason:
    viewer = view.own_seat()
    game, route = view.game.tables[0], int(view.fields.pending_route)
    name, length = route_name(view, route), int(game.route_length[route])
    paid = action.cards + action.locomotives
    if paid != length:
        return Reason(
            f"{name} takes exactly {_cards(length)}, not {paid}",
            "wrong_amount",
            need=length,
            paid=paid,
        )
    color = view.game.notation.color_name(int(game.route_color[route]))
    if int(game.route_color[route]) != GRAY and action.color not in (color, "locomotive"):
        return Reason(f"{name} is {color}, not {action.color}", "wrong_color", color=color)
    hand, words = view.hand, view.game.edition.words
    have, wilds = hand[str(action.color)], hand["locomotive"]
    wild = words.locomotive if wilds == 1 else words.locomotives
    held = (
        f"{wilds} {wild}"
        if action.color == "locomotive"
        else f"{have} {action.color} and {wilds} {wild}"
    )
    return Reason(f"you have only {held}", "not_enough_cards", need=length, seat=viewer)


def _why_not_keep(view: View, action: Action) -> Reason:
    viewer = view.own_seat()
    offered = int(view.fields.offer_size[viewer])
    fewest = int(fewest_to_keep(view.game.tables[0], view.fields, viewer))
    if max(action.places) > offered:
        tickets = "1 ticket is" if offered == 1 else f"{offered} tickets are"
        return Reason(
            f"only {tickets} offered; there is no ticket number {max(action.places)}",
            "not_offered",
            offered=offered,
        )
    return Reason(f"you must keep at least {fewest} of these tickets", "keep_too_few", need=fewest)


def payments_for(view: View, claim: Action) -> list[Action]:
    """The payments a viewer's cards allow for a route, fewest locomotives first."""
    viewer = view.own_seat()
    game, notation = view.game.tables[0], view.game.notation
    route = notation.route_number(str(claim.route))
    length = int(game.route_length[route])
    ways = [
        (locomotives, color)
        for color in range(int(game.colors))
        for locomotives in range(length)
        if can_pay_with(game, view.fields, viewer, route, color, locomotives)
    ]
    if can_pay_with(game, view.fields, viewer, route, LOCOMOTIVE, length):
        ways.append((length, LOCOMOTIVE))
    return [notation.payment(color, length, locomotives) for locomotives, color in sorted(ways)]


def route_name(view: View, route: int) -> str:
    """A route by the names of its cities."""
    board = view.game.edition.board
    names = {city.id: city.name for city in board.cities}
    return "-".join(names[city] for city in board.routes[route].cities)
