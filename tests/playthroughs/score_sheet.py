"""The score sheet at the end of a playthrough."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import caboose
from tests.playthroughs import words

COLUMN = 8
WIDTH = 100


def score_sheet(state: caboose.State) -> list[str]:
    """A line per rule and a column per seat, then what the lines are made of."""
    score, position = state.score().to_dict(), state.to_dict()
    over = f"the game ended by {position['end_reason']}"
    lines = [f"score sheet, {over if state.is_over else 'as if the game ended now'}"]
    lines.append(_row("", [f"seat {seat}" for seat in range(state.game.seats)]))
    for name, count in _rules(state.game):
        lines.append(_row(name, [str(count(seat)) for seat in score["seats"]]))
    for seat in range(state.game.seats):
        lines += _details(state, position, score["seats"][seat], seat)
    seats = " and ".join(f"seat {seat}" for seat in score["winners"])
    return [*lines, f"    won by {seats}" if state.is_over else f"    ahead: {seats}"]


def _row(name: str, entries: list[str]) -> str:
    return f"    {name:<18}" + "".join(f"{entry:>{COLUMN}}" for entry in entries)


def _rules(game: caboose.Game) -> list[tuple[str, Callable[[dict[str, Any]], int]]]:
    """The lines of an edition's sheet; below the rank what breaks ties."""
    edition = game.edition
    bonuses = {
        "longest_path": edition.longest_path,
        "globetrotter": edition.globetrotter,
        "districts": edition.districts,
        "attractions": edition.attractions,
    }
    return [
        ("routes", lambda seat: seat["routes"]),
        ("tickets", lambda seat: sum(ticket["points"] for ticket in seat["tickets"])),
        *[(name.replace("_", " "), _bonus(name)) for name in bonuses if bonuses[name]],
        ("total", lambda seat: seat["total"]),
        ("rank", lambda seat: seat["rank"]),
        ("completed tickets", lambda seat: seat["completed"]),
        ("path length", lambda seat: seat["path_length"]),
    ]


def _bonus(name: str) -> Callable[[dict[str, Any]], int]:
    return lambda seat: seat["bonuses"].get(name, 0)


def _details(
    state: caboose.State, position: dict[str, Any], sheet: dict[str, Any], seat: int
) -> list[str]:
    tickets = [_ticket(state.game, ticket) for ticket in sheet["tickets"]]
    routes = [route for route, owner in position["routes"].items() if owner == seat]
    text = f"tickets {', '.join(tickets) or 'none'}; routes {', '.join(routes) or 'none'}"
    head = f"    seat {seat}: "
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )


def _ticket(game: caboose.Game, ticket: dict[str, int]) -> str:
    cities = "-".join(game.edition.tickets[ticket["ticket"]].cities)
    return words.solid(f"{ticket['points']:+} {cities}")
