"""Hints: what a good bot would do, and its plan as facts, for words in any language."""

from __future__ import annotations

from typing import Any

from caboose.boards import Route
from caboose.engine.action import Action
from caboose.engine.fields import LOCOMOTIVE, NOBODY
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.server.bots.bots import Advised, Bots
from caboose.server.protocol.messages import (
    HintAnswer,
    HintOption,
    HintPlan,
    HintReason,
    HintSuspicion,
)

UNPLANNED = ("keep", "tickets", "pass")  # kinds of actions that no plan of routes leads to


def make_hint(
    bots: Bots, view: View, legal: list[Action], advised: list[Advised], question: str, at: int
) -> HintAnswer:
    """A hint for the seat of this view: the best move, why, what others cost, and a plan."""
    action, scratch = advised[0].action, bots.think(view, legal)[1]
    goal = _goal(bots, view, scratch, action) if action.kind == "draw" else None
    return HintAnswer(
        id=question,
        at=at,
        action=str(action),
        reason=_reason(bots, view, legal, scratch, action, goal),
        others=[
            HintOption(action=str(one.action), cost=one.cost)
            for one in sorted(advised[1:], key=lambda one: one.cost)
        ],
        plan=None if action.kind in UNPLANNED else _plan(view, scratch),
        goal=goal,
        suspicions=[HintSuspicion(**each._asdict()) for each in bots.suspicions(view)],
        why=bots.explain(view, action, scratch),
    )


def _reason(
    bots: Bots, view: View, legal: list[Action], scratch: Any, action: Action, goal: str | None
) -> HintReason:
    """The one fact that speaks most for an action."""
    if len(legal) == 1:
        return HintReason(code="only")
    match action.kind:
        case "claim":
            return _reason_to_claim(view, str(action.route))
        case "keep":
            return _reason_to_keep(view, action)
        case "tickets":
            return HintReason(code="tickets")
        case "pay":
            return _reason_to_pay(bots, view, legal, scratch, action)
    if goal is None:
        return HintReason(code="later" if view.phase == "second_card" else "more_cards")
    lacking = bots.missing(view, view.game.notation.route_number(goal))[1]
    return HintReason(code="collects", route=goal, cards=lacking)


def _reason_to_claim(view: View, route: str) -> HintReason:
    """A ticket that it connects, else one that it brings on, else its points."""
    tickets = view.game.edition.tickets
    effects = sorted(view.ticket_effects(route), key=lambda one: -tickets[one.ticket].points)
    done = [effect for effect in effects if effect.done]
    if done:
        return HintReason(code="completes", ticket=done[0].ticket)
    if effects:
        return HintReason(code="nearer", ticket=effects[0].ticket, trains=effects[0].trains)
    length = view.game.edition.board.routes[view.game.notation.route_number(route)].length
    return HintReason(code="points", points=view.game.edition.route_points[length - 1])


def _reason_to_keep(view: View, keep: Action) -> HintReason:
    kept = next(one for one in view.offer_choices() if list(one.places) == list(keep.places))
    return HintReason(code="keeps", trains=kept.trains, turns=kept.turns)


def _reason_to_pay(
    bots: Bots, view: View, legal: list[Action], scratch: Any, paid: Action
) -> HintReason:
    """A route of the plan whose cards it leaves in the hand, else the locomotives it spares."""
    spent = {pay.color for pay in legal} - {paid.color}
    for route in members(scratch.plan):
        color = view.game.notation.color_name(bots.missing(view, route)[0])
        if color in spent and route != view.fields.pending_route:
            return HintReason(code="spares_color", route=_route_id(view, route), color=color)
    if paid.locomotives < max(pay.locomotives for pay in legal):
        return HintReason(code="spares_locomotives")
    return HintReason(code="spares")


def _plan(view: View, scratch: Any) -> HintPlan | None:
    if not scratch.has_plan or not scratch.plan_trains:
        return None
    routes = view.game.edition.board.routes
    return HintPlan(
        routes=[route.id for route in along_the_way([routes[n] for n in members(scratch.plan)])],
        trains=int(scratch.plan_trains),
        points=int(scratch.plan_points),
    )


def _goal(bots: Bots, view: View, scratch: Any, draw: Action) -> str | None:
    """The route that a draw is for: one of the plan that the card serves, the bot's goal first."""
    goal, plan = int(scratch.goal), members(scratch.plan)
    wanted = [goal, *plan] if goal in plan else [*plan, *([] if goal == NOBODY else [goal])]
    served = (route for route in wanted if _serves(bots, view, draw, route))
    route = next(served, None)
    return None if route is None else _route_id(view, route)


def _route_id(view: View, route: int) -> str:
    return view.game.edition.board.routes[route].id


def _serves(bots: Bots, view: View, draw: Action, route: int) -> bool:
    """Does a route lack cards, and could the drawn one be among them?"""
    color, missing = bots.missing(view, route)
    drawn = None if draw.color is None else view.game.notation.color_number(draw.color)
    return missing > 0 and drawn in (None, LOCOMOTIVE, color)


def along_the_way(routes: list[Route]) -> list[Route]:
    """Routes as one walks along them: from an end, each from where the last one came to."""
    left, walked = list(routes), list[Route]()
    here: str | None = None
    while left:
        here = here if _at(left, here) else _end(left)
        route = _at(left, here)[0]
        left.remove(route)
        walked.append(route)
        here = next(city for city in route.cities if city != here)
    return walked


def _at(routes: list[Route], city: str | None) -> list[Route]:
    return [route for route in routes if city in route.cities]


def _end(routes: list[Route]) -> str:
    """A city where a way begins: only one route goes there; or on a round trip, any."""
    cities = [city for route in routes for city in route.cities]
    return next((city for city in cities if cities.count(city) == 1), cities[0])
