"""A board at every limit: the last city, route, ticket and color obey the rules like the first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caboose.boards import Board, City, District, Edition, Route, Ticket
from tests.support.games.notation import discards, hand, legal, play, refuses, value
from tests.support.games.table import game_of, table

COLORS = tuple(f"color{number}" for number in range(10))


def _routes() -> list[Route]:
    """128 routes: rings with steps of one and two cities; 63 and 64 are one double route."""
    routes = []
    for number in range(128):
        one, step = number % 64, 1 + number // 64
        cities = (f"c{one}", f"c{(one + step) % 64}")
        color = "gray" if number % 3 == 0 else COLORS[number % 10]
        routes.append(Route("-".join(cities), cities, 1 + number % 9, color))
    routes[63] = Route("c63-c0.1", ("c63", "c0"), 2, COLORS[9], twin="c63-c0.2")
    routes[64] = Route("c63-c0.2", ("c63", "c0"), 2, COLORS[0], twin="c63-c0.1")
    return routes


LARGEST = Edition(
    id="largest",
    name="Largest",
    board=Board(
        "Largest",
        tuple(City(f"c{n}", f"City {n}", 0.0, n / 64, attraction=n + 1) for n in range(64)),
        tuple(_routes()),
        tuple(
            District(n, 1 + n, "green", (f"c{4 * n}", f"c{4 * n + 1}", f"c{4 * n + 3}"))
            for n in range(16)
        ),
    ),
    min_seats=2,
    max_seats=5,
    trains=60,
    starting_hand=4,
    colors=COLORS,
    cards_per_color=60,
    locomotives=60,
    route_points=(1, 2, 4, 7, 10, 15, 18, 21, 27),
    doubles_open_from=4,
    final_trains=2,
    tickets=tuple(
        Ticket((f"c{n % 64}", f"c{(n + 1 + n // 64) % 64}"), 1 + n % 40) for n in range(128)
    ),
    first_offer=5,
    first_keep=3,
    offer=5,
    keep=2,
    returned_first_tickets_leave=False,
    longest_path=10,
    globetrotter=15,
    districts=True,
    attractions=True,
    tie_break=("completed_tickets", "longest_path_bonus", "longest_path"),
)
ROUTES = [route.id for route in LARGEST.board.routes]
RICH = " ".join(f"{color} 9" for color in COLORS)


@pytest.mark.rule("C1")
def test_every_route_can_be_claimed_by_every_seat() -> None:
    for seat in range(5):
        hands = [RICH if s == seat else "" for s in range(5)]
        state = table(LARGEST, seats=5, seat=seat, hands=hands)
        assert legal(state, kind="claim") == [f"claim {route}" for route in ROUTES]


@pytest.mark.rule("C1")
@pytest.mark.rule("C2")
@pytest.mark.parametrize("number", [0, 1, 31, 32, 62, 63, 64, 65, 95, 96, 126, 127])
def test_a_claimed_route_is_the_seats_own_and_no_other(number: int) -> None:
    route = LARGEST.board.routes[number]
    state = table(LARGEST, seats=5, seat=4, hands=["", "", "", "", "locomotive 9"])
    play(state, f"claim {route.id}", f"pay locomotive {route.length}")
    assert value(state, "routes") == {route.id: 4}
    assert value(state, "trains") == [60, 60, 60, 60, 60 - route.length]
    points = LARGEST.route_points[route.length - 1]
    assert value(state, "route_points") == [0, 0, 0, 0, points]
    refuses(state, f"claim {route.id}", "route_claimed", "seat 4 owns")


@pytest.mark.rule("C1")
@pytest.mark.parametrize("number", [0, 62, 63, 64, 65, 127])
def test_a_claim_leaves_the_other_routes_open(number: int) -> None:
    route = LARGEST.board.routes[number]
    state = table(LARGEST, seats=4, seat=1, hands=["", RICH], routes={route.id: 0})
    assert legal(state, kind="claim") == [f"claim {r}" for r in ROUTES if r != route.id]


@pytest.mark.rule("C5")
@pytest.mark.rule("C6")
@pytest.mark.parametrize("one", [1, 2])
def test_twins_close_each_other_wherever_they_stand(one: int) -> None:
    for seats in (2, 4):
        for seat in (0, 1):
            hands = [RICH if s == seat else "" for s in range(seats)]
            state = table(LARGEST, seats=seats, seat=seat, hands=hands, routes={f"c63-c0.{one}": 0})
            twin = f"claim c63-c0.{3 - one}"
            assert (twin in legal(state)) == (seats == 4 and seat == 1)


@pytest.mark.rule("C3")
def test_the_last_color_pays() -> None:
    state = table(LARGEST, hands=["color9 9 locomotive 8"])
    play(state, "claim c63-c0.1", "pay color9 1+1")
    assert hand(state, 0) == "color9 8 locomotive 7"
    assert discards(state) == "color9 1 locomotive 1"


@pytest.mark.rule("P1")
@pytest.mark.parametrize("ticket", [0, 1, 31, 32, 62, 63, 64, 65, 126, 127])
def test_every_ticket_can_be_kept_and_completed(ticket: int) -> None:
    state = table(LARGEST, ticket_deck=[ticket, 50, 51, 52, 53])
    play(state, "tickets", "keep 1 2")
    assert value(state, "tickets")[0] == sorted([ticket, 50])
    assert value(state, "ticket_deck") == [51, 52, 53]
    points = LARGEST.tickets[ticket].points
    way = ["c0-c1", "c1-c2"] if ticket == 64 else [ROUTES[ticket]]
    done = table(LARGEST, tickets=[[], [ticket]], routes=dict.fromkeys(way, 1))
    assert [t.points for t in done.score().seats[1].tickets] == [points]
    not_done = table(LARGEST, tickets=[[], [ticket]], routes={ROUTES[(ticket + 5) % 128]: 1})
    assert [t.points for t in not_done.score().seats[1].tickets] == [-points]


@pytest.mark.rule("P4")
@pytest.mark.parametrize("number", [0, 31, 61, 62, 63, 64, 126, 127])
def test_every_city_can_be_an_attraction(number: int) -> None:
    route = LARGEST.board.routes[number]
    state = table(LARGEST, routes={route.id: 0})
    worth = sum(1 + int(city.removeprefix("c")) for city in route.cities)
    assert state.score().seats[0].bonuses["attractions"] == worth


@pytest.mark.rule("P3")
@pytest.mark.parametrize("district", range(16))
def test_every_district_can_be_joined(district: int) -> None:
    one, other = ROUTES[4 * district], ROUTES[64 + 4 * district + 1]
    for owned, worth in [([one, other], 1 + district), ([one], 0), ([other], 0)]:
        state = table(LARGEST, routes=dict.fromkeys(owned, 0))
        assert state.score().seats[0].bonuses.get("districts", 0) == worth


@pytest.mark.rule("S4")
@pytest.mark.rule("R6")
def test_five_seats_are_offered_five_tickets_each() -> None:
    state = game_of(LARGEST, 5).start(seed=3)
    offers = value(state, "offers")
    assert len({ticket for offer in offers for ticket in offer}) == 25
    top = value(state, "ticket_deck")
    for seat in (4, 2, 0, 1, 3):
        play(state, "keep 2 4 5", seat=seat)
    returned = [offer[place] for offer in offers for place in (0, 2)]
    assert value(state, "ticket_deck") == top + returned
    kept = [sorted(offer[place] for place in (1, 3, 4)) for offer in offers]
    assert value(state, "tickets") == kept


@pytest.mark.rule("R6")
def test_the_tickets_that_leave_the_game_are_the_returned_ones() -> None:
    board = replace(LARGEST, returned_first_tickets_leave=True)
    offers = [[0, 31, 32, 63, 64], [65, 95, 96, 126, 127]]
    offered = [*offers[0], *offers[1]]
    for seat, other in ((0, 1), (1, 0)):
        state = table(board, phase="first_tickets", offers=offers)
        play(state, "keep 1 2 3", seat=seat)
        play(state, "keep 3 4 5", seat=other)
        assert value(state, "removed") == sorted([*offers[seat][3:], *offers[other][:2]])
        assert value(state, "ticket_deck") == [t for t in range(128) if t not in offered]
