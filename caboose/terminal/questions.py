"""What can be asked at any prompt: it shows something and changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from caboose.boards import GRAY, Edition, Route
from caboose.engine.errors import IllegalAction
from caboose.terminal.columns import columns
from caboose.terminal.menu import Menu, Misread, notation
from caboose.terminal.narration import turns
from caboose.terminal.places import Places
from caboose.terminal.screen import Screen

LOG_TURNS = 12
SMALLEST_PAGE = 5

Answer = Callable[[Screen, Menu, str], list[str]]


def answer(screen: Screen, menu: Menu, line: str) -> list[str] | None:
    """The answer to a question; None if the line is not one."""
    word, _, rest = line.partition(" ")
    ask = _ANSWERS.get(word)
    return None if ask is None else ask(screen, menu, rest.strip())


def _help(screen: Screen, _menu: Menu, _rest: str) -> list[str]:
    edition = screen.view.game.edition
    wild = edition.words.locomotive
    return [
        "Type a number from the screen, or the action itself:",
        *columns(_action_help(edition), "ll"),
        "Ask at any time; asking changes nothing:",
        *columns(_question_help(edition), "ll"),
        f"The {wild} is the wild card: it stands in for any color.",
        "A * marks the routes that your tickets need.",
    ]


def _action_help(edition: Edition) -> list[list[str]]:
    route, wild = _example(edition), edition.words.locomotive
    color = edition.colors[0] if route.color == GRAY else route.color
    cards = route.length - 1
    return [
        ["  draw red, draw deck", "a card; two make a draw"],
        [f"  draw {wild}", "face up it is the whole draw"],
        [f"  claim {route.id}", "then choose the payment"],
        [f"  claim {route.id} {color} {cards}+1", f"pay {cards} {color} and 1 {wild}"],
        ["  t, or tickets", f"draw tickets and keep at least {edition.keep}"],
        ["  keep 1 2, or 1 2", "of the tickets offered, the first two"],
    ]


def _question_help(edition: Edition) -> list[list[str]]:
    route = _example(edition)
    return [
        ["  show", "the screen again"],
        ["  tickets?", "your tickets and the ways they need"],
        ["  routes, routes 2", "the routes you can claim, page by page"],
        [f"  routes {route.cities[0]}", "all routes of a city"],
        ["  routes all", "all routes of the board"],
        [f"  why {route.id}", "why you may not claim it now"],
        ["  board", "who has claimed what"],
        ["  log, log all", "the last turns, or all of them"],
        ["  quit", "leave; everything is saved"],
    ]


def _example(edition: Edition) -> Route:
    """A route with a short name that takes more than one card."""
    routes = [route for route in edition.board.routes if route.length > 1 and route.twin is None]
    return min(routes or edition.board.routes, key=lambda route: len(route.id))


def _tickets(screen: Screen, _menu: Menu, _rest: str) -> list[str]:
    return screen.tickets(in_full=True)


def _board(screen: Screen, _menu: Menu, _rest: str) -> list[str]:
    return screen.board()


def _log(screen: Screen, _menu: Menu, rest: str) -> list[str]:
    told = [screen.teller.turn(turn) for turn in turns(screen.view.history)]
    shown = told if rest == "all" else told[-LOG_TURNS:]
    return [line for sentence in shown for line in screen.wrap(sentence)] or ["Nothing yet."]


def _why(screen: Screen, _menu: Menu, rest: str) -> list[str]:
    if not rest:
        raise Misread(f"name a route: why {_example(screen.view.game.edition).id}")
    route = notation(screen.view, f"claim {rest}").removeprefix("claim ")
    reason = screen.view.why_not(route)
    if reason is not None:
        raise IllegalAction(reason)
    payments = screen.view.payments(route)
    ways = [screen.teller.payment(str(p.color), p.cards, p.locomotives) for p in payments]
    return screen.wrap(f"You may claim {screen.route_needed(route)} with {', or '.join(ways)}.")


def _routes(screen: Screen, menu: Menu, rest: str) -> list[str]:
    board = screen.view.game.edition.board
    what, page = _page_number(rest)
    if not what:
        none = ["You can claim no route now; routes all shows the whole board."]
        rows = screen.claim_rows(menu, menu.claims) if menu.claims else none
    elif what == "all":
        rows = screen.route_rows(menu, board.routes)
    else:
        rows = screen.route_rows(menu, _routes_of_city(Places(board), what))
    return _page(screen, rows, page, f"routes {what}".strip())


def _page_number(rest: str) -> tuple[str, int]:
    """What is asked for and which page of it."""
    what, _, last = rest.rpartition(" ")
    return (what, int(last[:4])) if last.isdecimal() else (rest, 1)


def _routes_of_city(places: Places, name: str) -> list[Route]:
    city = places.city(name)
    if city is None:
        near = places.city_hint(name)
        hint = f"did you mean {near}?" if near else "routes all shows the whole board."
        raise Misread(f"there is no city {name[:40]}; {hint}")
    return [route for route in places.board.routes if city.id in route.cities]


def _page(screen: Screen, rows: list[str], page: int, command: str) -> list[str]:
    """One page of rows, and how to see the next."""
    size = max(SMALLEST_PAGE, screen.height - 3)
    pages = -(-len(rows) // size)
    if not 1 <= page <= pages:
        raise Misread(f"there is no page {page}; the last is {pages}.")
    more = [f"page {page} of {pages}; next: {command} {page + 1}"] if page < pages else []
    return [*rows[(page - 1) * size : page * size], *more]


_ANSWERS: dict[str, Answer] = {
    "help": _help,
    "h": _help,
    "?": _help,
    "tickets?": _tickets,
    "routes": _routes,
    "why": _why,
    "board": _board,
    "log": _log,
}
