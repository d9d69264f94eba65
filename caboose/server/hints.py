"""Hints: what a good bot would do, and its plan as facts, for words in any language."""

from __future__ import annotations

from typing import Any

from caboose.boards import Route
from caboose.engine.action import Action
from caboose.engine.fields import LOCOMOTIVE, NOBODY
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.server.bots import Bots
from caboose.server.messages import HintAnswer, HintPlan

UNPLANNED = ("keep", "tickets", "pass")  # kinds of actions that no plan of routes leads to


def make_hint(bots: Bots, view: View, legal: list[Action], question: str, at: int) -> HintAnswer:
    """A hint for the seat of this view, in facts and in the bot's own words."""
    action, desk, why = bots.hint(view, legal)
    return HintAnswer(
        id=question,
        at=at,
        action=str(action),
        plan=None if action.kind in UNPLANNED else _plan(view, desk),
        goal=_goal(bots, view, desk, action) if action.kind == "draw" else None,
        why=why,
    )


def _plan(view: View, desk: Any) -> HintPlan | None:
    if not desk.has_plan or not desk.plan_trains:
        return None
    routes = view.game.edition.board.routes
    return HintPlan(
        routes=[route.id for route in along_the_way([routes[n] for n in members(desk.plan)])],
        trains=int(desk.plan_trains),
        points=int(desk.plan_points),
    )


def _goal(bots: Bots, view: View, desk: Any, draw: Action) -> str | None:
    """The route that a draw is for: the bot's goal, or the one of its plan that the card serves."""
    goal = int(desk.goal)
    wanted = [] if goal == NOBODY else [goal]
    served = (route for route in wanted + members(desk.plan) if _serves(bots, view, draw, route))
    route = next(served, None)
    return None if route is None else view.game.edition.board.routes[route].id


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
