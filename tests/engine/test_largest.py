"""The largest board: the last route, city, ticket and district work like any other."""

from __future__ import annotations

import random

import pytest

import caboose
from caboose.boards import limits
from caboose.engine.compiled import INTERPRETED
from caboose.engine.fields import GAME
from caboose.engine.position import check_conservation
from tests.support.games.checked_batch import POLICIES, play_and_check
from tests.support.games.largest_board import COLORS, largest_edition
from tests.support.games.styles import STYLES, Style, positions

EDITION = largest_edition()


def table(**entries: object) -> caboose.State:
    """Seat 0 of 2 to move on an empty board, with some entries of the position changed."""
    game = caboose.Game(EDITION, 2)
    state = game.start(seed=1)
    for seat in (0, 1):
        state.apply("keep 1 2", seat)
    return game.from_dict({**state.to_dict(), **entries})


def test_the_board_is_as_large_as_allowed() -> None:
    board = EDITION.board
    assert len(board.cities) == limits.MAX_CITIES
    assert len(board.routes) == limits.MAX_ROUTES
    assert len(board.districts) == limits.MAX_DISTRICTS
    assert len(EDITION.tickets) == limits.MAX_TICKETS
    assert {route.length for route in board.routes} == set(range(1, limits.MAX_LENGTH + 1))
    assert len({route.id for route in board.routes}) == limits.MAX_ROUTES
    assert board.routes[127].twin == board.routes[126].id
    assert caboose.Game(EDITION, 5).tables.dtype == GAME


@pytest.mark.parametrize("number", [0, 62, 63, 64, 126, 127])
def test_a_route_on_the_edge_of_a_word_is_claimed_once(number: int) -> None:
    route = EDITION.board.routes[number]
    color = COLORS[3] if route.color == "gray" else route.color
    rich = dict.fromkeys((*COLORS, "locomotive"), 0) | {color: 9}
    poor = dict.fromkeys((*COLORS, "locomotive"), 0)
    state = table(hands=[rich, rich])
    claims = {str(action) for action in state.legal_actions() if action.kind == "claim"}
    assert f"claim {route.id}" in claims
    assert len(table(hands=[poor, rich]).legal_actions(0)) == len(state.legal_actions()) - len(
        claims
    )
    state.apply(f"claim {route.id} {color} {route.length}")
    said = state.to_dict()
    assert said["routes"] == {route.id: 0}
    assert said["trains"] == [60 - route.length, 60]
    assert said["route_points"] == [EDITION.route_points[route.length - 1], 0]
    left = {str(action) for action in state.legal_actions(1) if action.kind == "claim"}
    closed = {f"claim {route.id}", f"claim {route.twin}"}
    assert left == claims - closed
    assert state.score().seats[0].path_length == route.length


def test_cities_on_the_edge_of_a_word_connect_and_score() -> None:
    """A way through cities 62 and 63 completes its ticket, reaches them and joins the district."""
    ways = {"c54-c55", "c62-c63", "c55-c63.1", "c54-c62"}
    routes = {
        route.id: 0
        for route in EDITION.board.routes
        if route.id in ways or route.id.removesuffix(".1") in ways
    }
    tickets = [
        number
        for number, ticket in enumerate(EDITION.tickets)
        if set(ticket.cities) == {"c54", "c63"}
    ]
    state = table(routes=routes, tickets=[tickets, [127]])
    own, other = state.score().seats
    assert own.completed == len(tickets) > 0
    attractions = {city.id: city.attraction for city in EDITION.board.cities}
    reached = {
        city for route in EDITION.board.routes if route.id in routes for city in route.cities
    }
    assert own.bonuses["attractions"] == sum(attractions[city] for city in reached)
    assert own.bonuses["districts"] == EDITION.board.districts[-1].points
    assert [ticket.points for ticket in other.tickets] == [-EDITION.tickets[127].points]
    assert "attractions" not in other.bonuses


@pytest.mark.parametrize("ticket", [0, 63, 64, 127])
def test_a_ticket_on_the_edge_of_a_word_is_offered_kept_and_returned(ticket: int) -> None:
    start = table().to_dict()
    assert ticket in start["ticket_deck"]
    rest = [other for other in start["ticket_deck"] if other != ticket]
    state = table(ticket_deck=[ticket, *rest])
    state.apply("tickets")
    assert state.to_dict()["offers"][0] == [ticket, *rest[:4]]
    returned = state.copy()
    state.apply("keep 1")
    assert ticket in state.to_dict()["tickets"][0]
    assert state.to_dict()["ticket_deck"][-4:] == rest[:4]
    returned.apply("keep 2")
    assert ticket not in returned.to_dict()["tickets"][0]
    assert returned.to_dict()["ticket_deck"][-4:] == [ticket, *rest[1:4]]
    assert returned.view(0).to_dict()["own"]["in_ticket_deck"][-4]["ticket"] == ticket
    for played in (state, returned):
        check_conservation(played)
        assert caboose.redeal(played.view(1), 1).view(1) == played.view(1)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", [2, 5])
def test_games_on_the_largest_board_come_to_an_end(seats: int, style: Style) -> None:
    game = caboose.Game(EDITION, seats)
    rng = random.Random(seats)
    moments = 0
    for state in positions(game, 1, style):
        moments += 1
        if rng.random() < 0.02:
            check_conservation(state)
            assert game.from_dict(state.to_dict()) == state
            viewer = rng.randrange(seats)
            assert caboose.redeal(state.view(viewer), 1).view(viewer) == state.view(viewer)
    assert state.is_over
    assert moments > 100


@pytest.mark.skipif(INTERPRETED, reason="whole batches are for compiled rules")
@pytest.mark.parametrize("policy", range(len(POLICIES)), ids=POLICIES)
def test_the_books_balance_on_the_largest_board(policy: int) -> None:
    for seats in (2, 4, 5):
        broken, _, _ = play_and_check(caboose.Game(EDITION, seats), policy, 60, 20, 10)
        assert {line: count for line, count in broken.items() if count} == {}
