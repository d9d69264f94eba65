"""The final count, as the rulebooks tell it: recount everything from what lies on the table."""

from typing import Any

from tests.reference.facts import (
    ATTRACTION_POINTS,
    BONUS_POINTS,
    POINTS_FOR_LENGTH,
    Map,
    Numbers,
    Route,
)


def reached_from(city: str, own: list[Route]) -> set[str]:
    """Every city joined to this one by the given routes, itself included."""
    reached = {city}
    while True:
        wider = reached | {c for route in own if reached & set(route.cities) for c in route.cities}
        if wider == reached:
            return reached
        reached = wider


Roads = dict[str, list[tuple[int, str, int]]]  # city -> number of the route, other end, length


def roads_of(own: list[Route]) -> Roads:
    roads: Roads = {}
    for i, route in enumerate(own):
        a, b = route.cities
        roads.setdefault(a, []).append((i, b, route.length))
        roads.setdefault(b, []).append((i, a, route.length))
    return roads


def still_in_reach(roads: Roads, city: str, left: frozenset[int]) -> int:
    """All the trains on routes left that hang together with this city."""
    trains = 0
    counted: set[int] = set()
    cities = [city]
    while cities:
        for i, there, length in roads[cities.pop()]:
            if i in left and i not in counted:
                counted.add(i)
                trains += length
                cities.append(there)
    return trains


def longest_path(own: list[Route]) -> int:
    """The most trains on one trail that uses no route twice (R20).

    Every trail is tried, but for two savings: the same city with the same routes left is looked at
    once (what was walked is then equally long), and a walk that could not beat the best even with
    every route it can still reach is given up.
    """
    roads = roads_of(own)
    best = 0
    looked_at: set[tuple[str, frozenset[int]]] = set()

    def walk(city: str, left: frozenset[int], walked: int) -> None:
        nonlocal best
        best = max(best, walked)
        if (city, left) in looked_at or walked + still_in_reach(roads, city, left) <= best:
            return
        looked_at.add((city, left))
        for i, there, length in roads[city]:
            if i in left:
                walk(there, left - {i}, walked + length)

    for city in sorted(roads):
        walk(city, frozenset(range(len(own))), 0)
    return best


def district_points(own: list[Route], board: Map) -> int:
    """R19: all its locations in one connected part, through whatever other locations."""
    return sum(
        district.points
        for district in board.districts
        if set(district.cities) <= reached_from(district.cities[0], own)
    )


def attraction_points(own: list[Route], board: Map) -> int:
    touched = {city for route in own for city in route.cities}
    return ATTRACTION_POINTS * len(touched & set(board.attractions))


def seat_sheet(own: list[Route], tickets: list[int], board: Map) -> dict[str, Any]:
    """One seat's lines, before the bonuses are given out."""
    lines = []
    completed = 0
    for number in sorted(tickets):
        ticket = board.tickets[number]
        done = ticket.cities[1] in reached_from(ticket.cities[0], own)
        lines.append({"ticket": number, "points": ticket.points if done else -ticket.points})
        completed += done
    return {
        "routes": sum(POINTS_FOR_LENGTH[route.length] for route in own),
        "tickets": lines,
        "bonuses": {},
        "completed": completed,
        "path_length": longest_path(own),
    }


def give_to_the_most(sheets: list[dict[str, Any]], bonus: str, what: str) -> None:
    """R8, R9: everyone with the most gets the whole bonus; with nothing, nobody does."""
    most = max(sheet[what] for sheet in sheets)
    for sheet in sheets:
        if most > 0 and sheet[what] == most:
            sheet["bonuses"][bonus] = BONUS_POINTS[bonus]


def standing(sheet: dict[str, Any], numbers: Numbers) -> list[int]:
    """What is compared for the win, the most important first (R10)."""
    measures = {
        "completed tickets": sheet["completed"],
        "longest path card": 1 if "longest_path" in sheet["bonuses"] else 0,
        "length of own path": sheet["path_length"],
    }
    return [sheet["total"], *(measures[name] for name in numbers.tie_break)]


def score(
    numbers: Numbers, board: Map, claimed: dict[str, int], tickets: list[list[int]]
) -> dict[str, Any]:
    """The whole score sheet, as if the game ended now."""
    owned = [
        [board.routes[route] for route, owner in claimed.items() if owner == seat]
        for seat in range(len(tickets))
    ]
    sheets = [seat_sheet(own, kept, board) for own, kept in zip(owned, tickets, strict=True)]
    if "longest_path" in numbers.bonuses:
        give_to_the_most(sheets, "longest_path", "path_length")
    if "globetrotter" in numbers.bonuses:
        give_to_the_most(sheets, "globetrotter", "completed")
    for sheet, own in zip(sheets, owned, strict=True):
        if "districts" in numbers.bonuses and district_points(own, board):
            sheet["bonuses"]["districts"] = district_points(own, board)
        if "attractions" in numbers.bonuses and attraction_points(own, board):
            sheet["bonuses"]["attractions"] = attraction_points(own, board)
        ticket_points = sum(line["points"] for line in sheet["tickets"])
        sheet["total"] = sheet["routes"] + ticket_points + sum(sheet["bonuses"].values())
    standings = [standing(sheet, numbers) for sheet in sheets]
    for sheet, mine in zip(sheets, standings, strict=True):
        sheet["rank"] = 1 + sum(1 for other in standings if other > mine)
    winners = [seat for seat, sheet in enumerate(sheets) if sheet["rank"] == 1]
    return {"seats": sheets, "winners": winners}
