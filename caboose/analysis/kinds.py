"""Kinds of errors: what went wrong, told by the played move, the best one and who gained."""

from __future__ import annotations

from caboose.analysis.tally import Comparison
from caboose.engine.action import Action
from caboose.engine.view import View

KINDS = (
    "tickets_kept",
    "tickets_drawn",
    "tickets_not_drawn",
    "draw",
    "claim_too_early",
    "claim_too_late",
    "wrong_route",
    "payment",
    "block_missed",
    "tempo",
)
WANTED = 0.25  # a route that others take so often is in somebody's way if one takes it oneself
END_IS_NEAR = 6  # trains above those that begin the final round: one long route away


def kind_of(view: View, played: Action, best: Action, compared: Comparison, taken: float) -> str:
    """The kind of an error; `taken` says how often others take the best route, if it is one."""
    if played.kind == "keep":
        return "tickets_kept"
    if played.kind == "pay":
        return "payment"
    if played.kind == "tickets":
        return "tempo" if is_end_near(view) else "tickets_drawn"
    if best.kind == "tickets":
        return "tickets_not_drawn"
    if best.kind == "claim" and taken >= WANTED and is_block(view, compared):
        return "block_missed"
    return _kind_of_turn(view, played, best)


def _kind_of_turn(view: View, played: Action, best: Action) -> str:
    """The kind of an error between cards and routes."""
    if played.kind == best.kind:
        return "wrong_route" if played.kind == "claim" else "draw"
    if is_end_near(view):
        return "tempo"
    return "claim_too_early" if played.kind == "claim" else "claim_too_late"


def is_end_near(view: View) -> bool:
    """Could somebody begin the final round with the next route, or has somebody?"""
    fields, edition = view.fields, view.game.edition
    if fields.final_turns_left >= 0:
        return True
    fewest = min(int(fields.trains[seat]) for seat in range(view.game.seats))
    return fewest <= edition.final_trains + END_IS_NEAR


def begins_last_round(view: View, action: Action) -> bool:
    """Does a claim leave its seat so few trains that everybody has one turn left?"""
    fields, edition = view.fields, view.game.edition
    if action.route is None or fields.final_turns_left >= 0:
        return False
    length = next(route.length for route in edition.board.routes if route.id == action.route)
    return int(fields.trains[view.own_seat()]) - length <= edition.final_trains


def is_block(view: View, compared: Comparison) -> bool:
    """Would the best move have taken more from another than it gave its own seat?"""
    seat = view.own_seat()
    own = float(compared.points[seat])
    others = [-float(points) for s, points in enumerate(compared.points) if s != seat]
    return max(others) > max(own, 0.0) + 1.0
