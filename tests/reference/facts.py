"""What the rulebooks print, edition by edition, and a reader for the maps.

The numbers stand here a second time on purpose: a slip in the shipped data shows up as a
disagreement between the two engines. Only cities, routes, tickets, districts and attractions are
read from the board files.
"""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

BOARDS = Path(__file__).resolve().parents[2] / "caboose" / "boards" / "data"

LOCOMOTIVE = "locomotive"
GRAY = "gray"
ROW = 5  # places face up
TOO_MANY_LOCOMOTIVES = 3  # face up: the row is swept
FEW_TRAINS = 2  # at the end of a turn: the final round begins
POINTS_FOR_LENGTH = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
BONUS_POINTS = {"longest_path": 10, "globetrotter": 15}
ATTRACTION_POINTS = 1


@dataclass(frozen=True)
class Numbers:
    """The numbers of one rulebook."""

    map: str
    ticket_set: str
    ticket_count: int
    fewest_seats: int
    most_seats: int
    trains: int
    starting_hand: int
    colors: tuple[str, ...]
    cards_per_color: int
    locomotives: int
    doubles_open_from: int  # seats; with fewer, one claimed side closes the other
    first_offer: int
    first_keep: int
    offer: int
    keep: int
    bonuses: frozenset[str]
    tie_break: tuple[str, ...]
    returned_first_tickets_leave: bool = False


USA = Numbers(
    map="usa",
    ticket_set="classic",
    ticket_count=30,
    fewest_seats=2,
    most_seats=5,
    trains=45,
    starting_hand=4,
    colors=("purple", "blue", "orange", "white", "green", "yellow", "black", "red"),
    cards_per_color=12,
    locomotives=14,
    doubles_open_from=4,
    first_offer=3,
    first_keep=2,
    offer=3,
    keep=1,
    bonuses=frozenset({"longest_path"}),
    tie_break=("completed tickets", "longest path card"),
)
LONDON = Numbers(
    map="london",
    ticket_set="classic",
    ticket_count=20,
    fewest_seats=2,
    most_seats=4,
    trains=17,
    starting_hand=2,
    colors=("blue", "green", "black", "pink", "yellow", "orange"),
    cards_per_color=6,
    locomotives=8,
    doubles_open_from=3,
    first_offer=2,
    first_keep=1,
    offer=2,
    keep=1,
    bonuses=frozenset({"districts"}),
    tie_break=("completed tickets",),
)
EDITIONS = {
    "usa": USA,
    "usa_anniversary": replace(
        USA,
        returned_first_tickets_leave=True,
        tie_break=("completed tickets", "length of own path"),
    ),
    "usa_1910": replace(
        USA,
        ticket_set="1910",
        ticket_count=35,
        bonuses=frozenset({"globetrotter"}),
        tie_break=("completed tickets",),
    ),
    "usa_mega": replace(
        USA,
        ticket_set="mega",
        ticket_count=69,
        first_offer=5,
        first_keep=3,
        offer=4,
        bonuses=frozenset({"longest_path", "globetrotter"}),
    ),
    "usa_big_cities": replace(
        USA, ticket_set="big_cities", ticket_count=35, first_offer=4, first_keep=2, offer=4
    ),
    "london": LONDON,
    "new_york": replace(
        LONDON,
        map="new_york",
        ticket_count=18,
        trains=15,
        colors=("blue", "green", "black", "pink", "red", "orange"),
        bonuses=frozenset({"attractions"}),
    ),
}


@dataclass(frozen=True)
class Route:
    cities: tuple[str, str]
    length: int
    color: str
    twin: str | None


@dataclass(frozen=True)
class Ticket:
    cities: tuple[str, str]
    points: int


@dataclass(frozen=True)
class District:
    cities: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Map:
    """What one edition uses of a board file; routes and tickets in file order."""

    routes: dict[str, Route]
    tickets: list[Ticket]
    districts: list[District]
    attractions: list[str]


def read_map(path: Path, ticket_set: str) -> Map:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    routes: dict[str, Route] = {}
    for entry in data["route"]:
        a, b = entry["cities"]
        colors = entry["colors"]
        ids = [f"{a}-{b}"] if len(colors) == 1 else [f"{a}-{b}.1", f"{a}-{b}.2"]
        twins = [None] if len(colors) == 1 else ids[::-1]
        for route, color, twin in zip(ids, colors, twins, strict=True):
            routes[route] = Route((a, b), entry["length"], color, twin)
    tickets = [
        Ticket(tuple(entry["cities"]), entry["points"])
        for entry in data["ticket"]
        if ticket_set in entry["set"]
    ]
    districts = [
        District(tuple(entry["cities"]), entry["points"]) for entry in data.get("district", [])
    ]
    attractions = [city["id"] for city in data["city"] if city.get("attraction")]
    return Map(routes, tickets, districts, attractions)


@cache
def map_of(edition: str) -> Map:
    numbers = EDITIONS[edition]
    return read_map(BOARDS / f"{numbers.map}.toml", numbers.ticket_set)
