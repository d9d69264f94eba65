"""Positions with fields left out, and which field to blame when one cannot be read."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from caboose.engine.errors import BadPosition
from caboose.engine.fields import FACE_UP
from caboose.engine.game import FIRST_RULES, RULES_VERSION

if TYPE_CHECKING:
    from caboose.engine.game import Game

# Fields that are read only where they are said.
_AS_IT_IS = ("words", "memory")


def complete(game: Game, position: dict[str, Any]) -> dict[str, Any]:
    """A position with all its fields: what it leaves out is as on an open table.

    It is seat 0's turn, nobody holds anything, and no card lies face up. Trains and points follow
    from the claimed routes; cards and tickets that are nowhere else are in their decks.
    """
    if not isinstance(position, dict):
        raise BadPosition(f"a position is a dictionary, not {type(position).__name__}.")
    whole = _open_table(game) | {"edition": game.edition.id, "seats": game.seats}
    for name in position:
        if name not in (*whole, *WORKED_OUT, *_AS_IT_IS):
            raise BadPosition(f"a position has no field {name!r}; {_nearest(name, whole)}")
    whole |= position
    for name, work_out in WORKED_OUT.items():
        if name not in position:
            whole[name] = work_out(game, whole)
    return whole


def rules_of(game: Game, position: Any) -> int:
    """The version of the rules that a position is of.

    One that says how many cards have left the deck, but not for what, is of the first.
    """
    if not isinstance(position, dict):
        return game.rules
    if "words" in position:
        return RULES_VERSION
    return FIRST_RULES if position.get("chance") else game.rules


def _open_table(game: Game) -> dict[str, Any]:
    seats = range(game.seats)
    return {
        "seat": 0,
        "phase": "turn",
        "face_up": [None] * FACE_UP,
        "discard": {},
        "routes": {},
        "seen": [{} for _ in seats],
        "final_turns_left": None,
        "passes": 0,
        "pending_route": None,
        "actions": 0,
        "turns": 0,
        "end_reason": None,
        "chance": 0,
        "hands": [{} for _ in seats],
        "tickets": [[] for _ in seats],
        "offers": [[] for _ in seats],
        "returned": [[] for _ in seats],
        "removed": [],
        "key": "00" * 32,
    }


def _nearest(name: Any, known: dict[str, Any]) -> str:
    names = [*known, *WORKED_OUT, *_AS_IT_IS]
    near = difflib.get_close_matches(str(name), names, n=1)
    return f"did you mean {near[0]}?" if near else f"its fields are {', '.join(names)}."


def _claimed(game: Game, position: dict[str, Any], seat: int) -> list[int]:
    """The lengths of a seat's routes."""
    routes = game.edition.board.routes
    mine = [route for route, owner in position["routes"].items() if owner == seat]
    return [routes[game.notation.route_number(route)].length for route in mine]


def _trains(game: Game, position: dict[str, Any]) -> list[int]:
    trains = game.edition.trains
    return [max(0, trains - sum(_claimed(game, position, seat))) for seat in range(game.seats)]


def _route_points(game: Game, position: dict[str, Any]) -> list[int]:
    points = game.tables[0].route_points
    return [
        sum(int(points[length]) for length in _claimed(game, position, seat))
        for seat in range(game.seats)
    ]


def _deck(game: Game, position: dict[str, Any]) -> dict[str, int]:
    """All cards that lie nowhere else."""
    elsewhere = Counter(position["discard"])
    for hand in position["hands"]:
        elsewhere.update(hand)
    elsewhere.update(name for name in position["face_up"] if name is not None)
    cards = game.notation.by_name(game.tables[0].cards.tolist())
    return {name: max(0, count - elsewhere[name]) for name, count in cards.items()}


def _ticket_deck(game: Game, position: dict[str, Any]) -> list[int]:
    """All tickets that lie nowhere else, in the order of the edition."""
    taken = set(position["removed"])
    for name in ("tickets", "offers", "returned"):
        taken.update(ticket for some in position[name] for ticket in some)
    return [ticket for ticket in range(len(game.edition.tickets)) if ticket not in taken]


# Fields that follow from the others where they are left out.
WORKED_OUT: dict[str, Callable[[Game, dict[str, Any]], Any]] = {
    "trains": _trains,
    "route_points": _route_points,
    "deck": _deck,
    "ticket_deck": _ticket_deck,
}


def field_to_blame(position: Any, is_readable: Callable[[dict[str, Any]], bool]) -> str | None:
    """The field without which a position could be read; None if it is not one alone."""
    if not isinstance(position, dict):
        return None
    for name in position:
        if is_readable({other: value for other, value in position.items() if other != name}):
            return str(name)
    return None
