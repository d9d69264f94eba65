"""Hints: what a good bot would do, and its plan as facts, for words in any language."""

from __future__ import annotations

from typing import Any

from caboose.engine.action import Action
from caboose.engine.fields import NOBODY, PAYMENT
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.server.bots import Bots
from caboose.server.messages import HintAnswer, HintPlan

UNPLANNED = ("keep", "tickets", "pass")  # kinds of actions that no plan of routes leads to


def make_hint(bots: Bots, view: View, legal: list[Action], question: str, at: int) -> HintAnswer:
    """A hint for the seat of this view, in facts and in the bot's own words."""
    action, desk, why = bots.hint(view, legal)
    has_plan = action.kind not in UNPLANNED
    return HintAnswer(
        id=question,
        at=at,
        action=str(action),
        plan=_plan(view, desk) if has_plan else None,
        goal=_goal(view, desk) if has_plan else None,
        why=why,
    )


def _plan(view: View, desk: Any) -> HintPlan | None:
    if not desk.has_plan or not desk.plan_trains:
        return None
    routes = view.game.edition.board.routes
    return HintPlan(
        routes=[routes[number].id for number in members(desk.plan)],
        trains=int(desk.plan_trains),
        points=int(desk.plan_points),
    )


def _goal(view: View, desk: Any) -> str | None:
    if desk.goal == NOBODY or view.fields.phase == PAYMENT:
        return None
    return view.game.edition.board.routes[int(desk.goal)].id
