"""What can be chosen now, by number, and how a typed line becomes an action's notation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from caboose.boards import GRAY, LOCOMOTIVE, Edition, Route
from caboose.engine.action import Action
from caboose.engine.sets import members
from caboose.engine.view import View
from caboose.terminal.places import Places

DECK_NUMBER = 6  # after the five slots of the row
PASS_ONLY = {"1": "pass"}
_AMOUNT = re.compile(r"\d+(\+\d+)?")


class Misread(ValueError):
    """A line that cannot be understood, with a sentence that says what would be."""


@dataclass(frozen=True)
class Menu:
    """The numbered choices of one decision: number -> notation."""

    prompt: str
    choices: dict[str, str]
    claims: list[Route] = field(default_factory=list)  # numbered from DECK_NUMBER + 1
    letters: dict[str, str] = field(default_factory=dict)

    def number_of(self, route: str) -> str:
        """The number under which a route can be claimed, or nothing."""
        numbers = {text: number for number, text in self.choices.items()}
        return numbers.get(f"claim {route}", "")

    def read(self, line: str) -> str | None:
        """The notation of a number or letter that was typed; None if it is neither."""
        if line in self.letters:
            return self.letters[line]
        if not self.choices or not line.isdecimal():
            return None
        if line not in self.choices:
            raise Misread(f"there is no choice {line[:10]} now.")
        return self.choices[line]


def menu_of(view: View, legal: list[Action]) -> Menu:
    """The menu of the viewer's decision."""
    match view.phase:
        case "turn":
            return _turn_menu(view, legal)
        case "second_card":
            return Menu("second card> ", _draws(view))
        case "payment":
            route = str(view.to_dict()["pending_route"])
            return payment_menu(view.payments(route))
        case _:
            return Menu("keep> ", {})


def payment_menu(payments: list[Action]) -> Menu:
    """The ways to pay, fewest locomotives first."""
    return Menu("pay> ", {str(i): pay.text for i, pay in enumerate(payments, start=1)})


def _turn_menu(view: View, legal: list[Action]) -> Menu:
    if legal[0].kind == "pass":
        return Menu("your turn> ", PASS_ONLY)
    claims = claims_by_use(view, legal)
    numbered = {
        str(number): f"claim {route.id}" for number, route in enumerate(claims, DECK_NUMBER + 1)
    }
    return Menu("your turn> ", _draws(view) | numbered, claims, {"t": "tickets"})


def _draws(view: View) -> dict[str, str]:
    """The row from 1 to 5 and the deck, allowed or not: the rules say why not."""
    row = view.to_dict()["face_up"]
    slots = {str(slot): f"draw {color}" for slot, color in enumerate(row, start=1) if color}
    return slots | {str(DECK_NUMBER): "draw deck"}


def claims_by_use(view: View, legal: list[Action]) -> list[Route]:
    """The routes the viewer can claim: those its tickets need first, then the longest.

    Of two routes that differ in nothing but their id, the second comes after all others.
    """
    routes = {route.id: route for route in view.game.edition.board.routes}
    claims = [routes[str(action.route)] for action in legal if action.kind == "claim"]
    needed = needed_routes(view)
    first = {(route.cities, route.color): route for route in reversed(claims)}
    return sorted(
        claims,
        key=lambda route: (
            first[route.cities, route.color] is not route,
            route.id not in needed,
            -route.length,
        ),
    )


def needed_routes(view: View) -> set[str]:
    """The routes on the cheapest ways of the viewer's tickets that are within reach."""
    trains = int(view.fields.trains[view.viewer])
    within_reach = [ticket for ticket in view.ticket_progress() if ticket.trains <= trains]
    return {
        track.id
        for ticket in within_reach
        for route in ticket.routes
        for track in open_tracks(view, route)
    }


def open_tracks(view: View, route_id: str) -> list[Route]:
    """A route that is open to the viewer, and its twin if that is open too."""
    game = view.game
    routes = [game.edition.board.routes[i] for i in members(view.fields.open[view.viewer])]
    return [route for route in routes if route_id in (route.id, route.twin)]


def notation(view: View, line: str) -> str:
    """A typed line in the engine's notation: wild cards by their name, routes by either end."""
    words = _name_locomotive(view.game.edition, line.lower().split())
    match words:
        case ["claim", *place, color, amount] if place and _AMOUNT.fullmatch(amount):
            return f"claim {_route(view, place, color)} {color} {amount}"
        case ["claim", *place] if place:
            return f"claim {_route(view, place, None)}"
        case _ if view.phase in ("first_tickets", "keep_tickets"):
            return _keep(view, words)
    return " ".join(words)


def _name_locomotive(edition: Edition, words: list[str]) -> list[str]:
    """The line with the wild card as notation calls it, where a card is named."""
    for name in wild_names(edition):
        match words:
            case ["draw" | "pay" as kind, *rest] if rest[: len(name)] == name:
                return [kind, LOCOMOTIVE, *rest[len(name) :]]
            case ["claim", *rest, amount] if _AMOUNT.fullmatch(amount):
                if rest[-len(name) :] == name:
                    return ["claim", *rest[: -len(name)], LOCOMOTIVE, amount]
    return words


def wild_names(edition: Edition) -> list[list[str]]:
    """What people may call the wild card, word by word, longer names first: bus card, then bus."""
    words = edition.words
    names = [words.locomotives, words.locomotive, "locomotives"]
    if words.locomotive.startswith(f"{words.train} "):
        names += [words.trains, words.train]
    return sorted((name.split() for name in names), key=len, reverse=True)


def _route(view: View, words: list[str], color: str | None) -> str:
    """The route that is meant; of a double route the one that fits, if only one does."""
    tracks = Places(view.game.edition.board).routes(words)
    if not tracks:
        return "_".join(words)
    any_color = color in (None, LOCOMOTIVE)
    fitting = [route for route in tracks if any_color or route.color in (color, GRAY)] or tracks
    fitting = [route for route in fitting if view.why_not(route.id) is None] or fitting
    if len({route.color for route in fitting}) > 1:
        raise Misread(_which_track(tracks))
    return fitting[0].id


def _which_track(tracks: list[Route]) -> str:
    name = tracks[0].id.partition(".")[0]
    ways = " or ".join(f"{route.id.removeprefix(name)} for {route.color}" for route in tracks)
    return f"there are two routes {name}: add {ways}."


def _keep(view: View, words: list[str]) -> str:
    """Places alone mean keep; all means every ticket offered."""
    if words == ["all"]:
        words = [str(place) for place in range(1, len(view.offer) + 1)]
    if words and all(word.isdecimal() for word in words):
        return f"keep {' '.join(sorted(set(words), key=int))}"
    return " ".join(words)
