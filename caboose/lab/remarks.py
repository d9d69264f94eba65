"""What stands out in the figures of a report, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caboose.boards import Edition
from caboose.lab.game_summary import TROUBLES
from caboose.lab.report_maps import signed

ENOUGH = 20  # times that something must have been seen before it is judged
LISTED = 6
ORDINARY = ("swept_again",)  # rare, but nothing is wrong with it


def city_names(edition: Edition) -> dict[str, str]:
    """What cities are called."""
    return {city.id: city.name for city in edition.board.cities}


def route_names(edition: Edition) -> dict[str, str]:
    """What routes are called: their cities, and for double routes the color or a number."""
    names, called = city_names(edition), {}
    for route in edition.board.routes:
        name = f"{names[route.cities[0]]} – {names[route.cities[1]]}"
        twins = [r for r in edition.board.routes if route.id in (r.id, r.twin)]
        if len(twins) == 2:
            same = twins[0].color == twins[1].color
            name += f" ({route.id.rpartition('.')[2] if same else route.color})"
        called[route.id] = name
    return called


def remarks(edition: Edition, figures: dict[str, Any]) -> list[str]:
    """Sentences a designer should read first; none if nothing stands out."""
    return [
        *_about_routes(edition, figures),
        *_about_tickets(edition, figures),
        *_about_seats(figures),
        *_about_troubles(figures),
    ]


def _about_routes(edition: Edition, figures: dict[str, Any]) -> Iterator[str]:
    names = route_names(edition)
    claimed = _taken(edition, figures)
    idle = [names[route] for route in claimed if claimed[route] < 0.05]
    if idle:
        yield f"Hardly ever claimed (under 5 % of games): {_some(idle)}."
    sought = [names[route] for route in claimed if claimed[route] >= 0.97]
    if sought:
        yield f"Nearly always claimed (97 % or more): {_some(sought)}."
    rewarding = [
        row for row in figures["routes"] if row["worth"]["n"] >= ENOUGH and _is_clear(row["worth"])
    ]
    if rewarding:
        best = max(rewarding, key=lambda row: row["worth"]["mean"])
        if best["worth"]["mean"] > 0:
            lead = signed(best["worth"]["mean"])
            yield (
                f"The route that goes with the best scores is {names[best['route']]}: its owner"
                f" ends {lead} points from the table's average."
            )


def _taken(edition: Edition, figures: dict[str, Any]) -> dict[str, float]:
    """How often a route is claimed; where one closes its twin, how often either is."""
    claimed = {row["route"]: row["claimed"]["share"] for row in figures["routes"]}
    if figures["seats"] >= edition.doubles_open_from:
        return claimed
    twins = {route.id: route.twin for route in edition.board.routes}
    return {route: claimed[route] + claimed.get(twins[route] or "", 0) for route in claimed}


def _about_tickets(edition: Edition, figures: dict[str, Any]) -> Iterator[str]:
    names = city_names(edition)

    def called(row: dict[str, Any]) -> str:
        return f"{' – '.join(names[city] for city in row['cities'])} ({row['points']})"

    rows = figures["tickets"]
    unwanted = [called(r) for r in rows if r["offered"] >= ENOUGH and r["kept"]["share"] < 0.1]
    if unwanted:
        yield f"Tickets that are nearly always returned: {_some(unwanted)}."
    kept = [row for row in rows if row["expected"]["n"] >= ENOUGH]
    losing = [called(r) for r in kept if r["expected"]["mean"] + 2 * r["expected"]["error"] < 0]
    if losing:
        yield f"Tickets that cost more than they bring when kept: {_some(losing)}."
    sure = [called(r) for r in kept if r["completed"]["share"] == 1.0]
    if sure:
        yield f"Tickets that were completed every time they were kept: {_some(sure)}."


def _about_seats(figures: dict[str, Any]) -> Iterator[str]:
    even = 1 / figures["seats"]
    for row in figures["by_seat"]:
        wins = row["wins"]
        if wins["error"] and abs(wins["mean"] - even) > 3 * wins["error"]:
            much = "more" if wins["mean"] > even else "less"
            yield (
                f"Seat {row['seat']} wins {100 * wins['mean']:.0f} ± {100 * wins['error']:.0f} % of"
                f" games, clearly {much} than its even share of {100 * even:.0f} %."
            )


def _about_troubles(figures: dict[str, Any]) -> Iterator[str]:
    for trouble, games in figures["troubles"].items():
        if games and trouble not in ORDINARY:
            yield f"In {games} of {figures['games']} games {TROUBLES[trouble]}."


def _is_clear(worth: dict[str, Any]) -> bool:
    return bool(abs(worth["mean"]) > 3 * worth["error"])


def _some(names: list[str]) -> str:
    """A few of the names, and how many more there are."""
    shown = ", ".join(names[:LISTED])
    rest = len(names) - LISTED
    return f"{shown} and {rest} more" if rest > 0 else shown
