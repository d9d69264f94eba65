"""The facts of the built-in boards, counted in every way that a slip of the pen would change."""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import asdict
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from caboose.boards import check, edition, editions
from caboose.boards.paths import Roads

ALL = editions()
USA = [name for name in ALL if name.startswith("usa")]

# edition: cities, routes, double routes, spaces
BOARDS = dict.fromkeys(USA, (36, 100, 22, 309))
BOARDS |= {"london": (17, 44, 9, 95), "new_york": (15, 41, 11, 84)}

# edition: tickets, their points
TICKETS = {
    "usa": (30, 349),
    "usa_anniversary": (30, 349),
    "usa_1910": (35, 391),
    "usa_mega": (69, 754),
    "usa_big_cities": (35, 389),
    "london": (20, 108),
    "new_york": (18, 92),
}

DISTRICTS = {
    1: ("british_museum", "covent_garden"),
    2: ("piccadilly_circus", "trafalgar_square", "buckingham_palace", "big_ben"),
    3: ("waterloo", "globe_theatre", "elephant_and_castle"),
    4: ("charterhouse", "st_pauls", "brick_lane", "tower_of_london"),
    5: ("regents_park", "baker_street", "kings_cross", "hyde_park"),
}

ATTRACTIONS = [
    "central_park",
    "times_square",
    "united_nations",
    "empire_state_building",
    "chelsea",
    "greenwich_village",
    "chinatown",
    "wall_street",
    "brooklyn",
]

SCORING = (Path(__file__).parents[2] / "docs" / "rules" / "scoring.md").read_text("utf-8")

# edition: first offer and keep, offer and keep, longest path, globetrotter, tie-breaks (R10)
OFFERS = {
    "usa": (3, 2, 3, 1, 10, 0, ("completed_tickets", "longest_path_bonus")),
    "usa_anniversary": (3, 2, 3, 1, 10, 0, ("completed_tickets", "longest_path")),
    "usa_1910": (3, 2, 3, 1, 0, 15, ("completed_tickets",)),
    "usa_mega": (5, 3, 4, 1, 10, 15, ("completed_tickets", "longest_path_bonus")),
    "usa_big_cities": (4, 2, 4, 1, 10, 0, ("completed_tickets", "longest_path_bonus")),
    "london": (2, 1, 2, 1, 0, 0, ("completed_tickets",)),
    "new_york": (2, 1, 2, 1, 0, 0, ("completed_tickets",)),
}

# What decides a game, and everything else that the files say. A change here is a change of facts:
# records of games name their board by the first of the two.
DIGESTS = {
    "usa": ("8d828864bd76c7d6", "68af6cdb26fa08c4"),
    "usa_anniversary": ("4cee021d6707abb1", "c486229de646eef5"),
    "usa_1910": ("f5b8c3382dc50f47", "9424c846b800238e"),
    "usa_mega": ("a3187233ce212781", "05021ff0574afbe4"),
    "usa_big_cities": ("df0971092a621433", "e807e5fbf30a5357"),
    "london": ("a30e65c97ace5846", "ef87f385d0980715"),
    "new_york": ("336e3c9dd741f4c4", "1bfa50317bf981cd"),
}


def test_the_editions_come_in_their_order() -> None:
    assert [*TICKETS] == ALL


@pytest.mark.parametrize("name", ALL)
def test_the_board_has_its_cities_routes_and_spaces(name: str) -> None:
    board = edition(name).board
    doubles = {route.id.removesuffix(".1") for route in board.routes if route.id.endswith(".1")}
    spaces = sum(route.length for route in board.routes)
    assert (len(board.cities), len(board.routes), len(doubles), spaces) == BOARDS[name]


@pytest.mark.parametrize("name", ALL)
def test_the_tickets_and_their_points(name: str) -> None:
    tickets = edition(name).tickets
    assert (len(tickets), sum(ticket.points for ticket in tickets)) == TICKETS[name]
    assert len({frozenset(ticket.cities) for ticket in tickets}) == len(tickets)


@pytest.mark.parametrize("name", ALL)
def test_offers_bonuses_and_tie_breaks(name: str) -> None:
    e = edition(name)
    numbers = (e.first_offer, e.first_keep, e.offer, e.keep, e.longest_path, e.globetrotter)
    assert (*numbers, e.tie_break) == OFFERS[name]
    assert e.returned_first_tickets_leave == (name == "usa_anniversary")
    assert (e.districts, e.attractions) == (name == "london", name == "new_york")
    assert e.final_trains == 2


@pytest.mark.parametrize("name", USA)
def test_the_numbers_of_the_usa_editions(name: str) -> None:
    e = edition(name)
    assert (e.min_seats, e.max_seats, e.trains, e.starting_hand) == (2, 5, 45, 4)
    assert e.colors == ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
    assert len(e.colors) * e.cards_per_color + e.locomotives == 110
    assert (e.cards_per_color, e.locomotives, e.doubles_open_from) == (12, 14, 4)
    assert e.route_points == (1, 2, 4, 7, 10, 15)


@pytest.mark.parametrize(
    ("name", "trains", "sixth", "words"),
    [("london", 17, "yellow", ("bus", "buses")), ("new_york", 15, "red", ("taxi", "taxis"))],
)
def test_the_numbers_of_the_city_editions(
    name: str, trains: int, sixth: str, words: tuple[str, str]
) -> None:
    e = edition(name)
    assert (e.min_seats, e.max_seats, e.trains, e.starting_hand) == (2, 4, trains, 2)
    assert e.colors == ("blue", "green", "black", "pink", sixth, "orange")
    assert len(e.colors) * e.cards_per_color + e.locomotives == 44
    assert (e.cards_per_color, e.locomotives, e.doubles_open_from) == (6, 8, 3)
    assert e.route_points == (1, 2, 4, 7)
    assert (e.words.train, e.words.trains) == words
    assert (e.words.locomotive, e.words.locomotives) == (f"{words[0]} card", f"{words[0]} cards")


def test_each_color_of_the_usa_has_seven_routes_and_27_spaces() -> None:
    routes, spaces = Counter[str](), Counter[str]()
    for route in edition("usa").board.routes:
        routes[route.color] += 1
        spaces[route.color] += route.length
    assert {color: (routes[color], spaces[color]) for color in routes if color != "gray"} == (
        dict.fromkeys(edition("usa").colors, (7, 27))
    )
    assert (routes["gray"], spaces["gray"]) == (44, 93)


# edition: routes and spaces of each color in deck order, then of gray
BALANCE = {
    "london": [(5, 11), (5, 11), (5, 12), (5, 11), (5, 11), (5, 11), (14, 28)],
    "new_york": [(6, 11), (5, 11), (5, 10), (5, 11), (5, 11), (5, 10), (10, 20)],
}


@pytest.mark.parametrize("name", BALANCE)
def test_the_colors_of_the_cities_are_balanced_to_a_route_and_a_space(name: str) -> None:
    e = edition(name)
    routes, spaces = Counter[str](), Counter[str]()
    for route in e.board.routes:
        routes[route.color] += 1
        spaces[route.color] += route.length
    assert [(routes[color], spaces[color]) for color in (*e.colors, "gray")] == BALANCE[name]
    for counts in (routes, spaces):
        assert max(counts[c] for c in e.colors) - min(counts[c] for c in e.colors) <= 1


@pytest.mark.rule("P1")
@pytest.mark.parametrize("name", ["london", "new_york"])
def test_a_ticket_of_the_cities_is_worth_the_spaces_of_its_shortest_way(name: str) -> None:
    e = edition(name)
    roads = Roads((route.cities, route.length) for route in e.board.routes)
    worth = {ticket: roads.distances(ticket.cities[0])[ticket.cities[1]] for ticket in e.tickets}
    assert {ticket: ticket.points for ticket in e.tickets} == worth


def test_every_ticket_of_the_big_cities_names_one_of_the_seven() -> None:
    e = edition("usa_big_cities")
    big = {city.id for city in e.board.cities if city.big}
    assert len(big) == 7
    assert all(big & {*ticket.cities} for ticket in e.tickets)


def test_the_mega_set_holds_every_big_city_ticket_and_the_whole_1910_set() -> None:
    mega = {*edition("usa_mega").tickets}
    big = {city.id for city in edition("usa").board.cities if city.big}
    assert {*edition("usa_1910").tickets} < mega
    assert {t for t in mega if big & {*t.cities}} == {*edition("usa_big_cities").tickets}


def test_districts_of_london_share_out_its_cities() -> None:
    board = edition("london").board
    assert [(d.id, d.points, len(d.cities)) for d in board.districts] == [
        (1, 1, 2),
        (2, 2, 4),
        (3, 3, 3),
        (4, 4, 4),
        (5, 5, 4),
    ]
    assert sorted(c for d in board.districts for c in d.cities) == sorted(
        c.id for c in board.cities
    )


@pytest.mark.rule("P3")
def test_each_district_of_london_has_its_cities() -> None:
    board = edition("london").board
    assert {district.id: district.cities for district in board.districts} == DISTRICTS
    names = {city.id: city.name for city in board.cities}
    for number, cities in DISTRICTS.items():
        told = f"| {number} | {number} | {', '.join(names[city] for city in cities)} |"
        assert told in SCORING, "the page tells the same"


@pytest.mark.rule("P4")
def test_attractions_of_new_york_are_nine_of_one_point() -> None:
    board = edition("new_york").board
    assert [city.id for city in board.cities if city.attraction] == ATTRACTIONS
    assert Counter(city.attraction for city in board.cities) == {0: 6, 1: 9}
    *others, last = [city.name for city in board.cities if city.attraction]
    assert f"The nine are {', '.join(others)} and {last}." in " ".join(SCORING.split())


@pytest.mark.parametrize("name", ALL)
def test_twins_are_neighbors_with_the_same_cities_and_length(name: str) -> None:
    routes = edition(name).board.routes
    for place, route in enumerate(routes):
        if route.twin is None:
            assert route.id == "-".join(route.cities)
        elif route.id.endswith(".1"):
            twin = routes[place + 1]
            assert (twin.id, twin.twin, route.twin) == (route.twin, route.id, twin.id)
            assert (twin.cities, twin.length) == (route.cities, route.length)


@pytest.mark.parametrize("file", ["usa", "london", "new_york"])
def test_the_files_pass_the_checker_and_keep_their_names_for_other_readers(file: str) -> None:
    text = (files("caboose.boards") / "data" / f"{file}.toml").read_text("utf-8")
    assert check(text) == []
    raw = tomllib.loads(text)
    assert {"city", "route", "ticket", "rules", "edition"} <= raw.keys()
    assert {"cities", "length", "colors"} == raw["route"][0].keys()
    assert {"cities", "points", "set"} == raw["ticket"][0].keys()
    assert {e["id"] for e in raw["edition"]} == {n for n in ALL if n.startswith(file)}


def whole_digest(name: str) -> str:
    facts: dict[str, Any] = asdict(edition(name))
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("name", ALL)
def test_no_fact_changes_unnoticed(name: str) -> None:
    assert (edition(name).digest[:16], whole_digest(name)[:16]) == DIGESTS[name]


def test_an_edition_is_read_once() -> None:
    assert edition("usa") is edition("usa")


def test_importing_boards_reads_no_file_and_draws_nothing() -> None:
    code = (
        "import sys; from caboose.boards.load import _built_in; "
        "sys.exit(_built_in.cache_info().currsize or 'caboose.boards.drawing' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
