"""Attractions (New York): cities that score for every seat that reaches them."""

from __future__ import annotations

import pytest

import caboose
from tests.support.games.table import game_of, table

SIGHTS = {
    "central_park",
    "times_square",
    "united_nations",
    "empire_state_building",
    "chelsea",
    "greenwich_village",
    "chinatown",
    "wall_street",
    "brooklyn",
}


def points(routes: list[str], board: str = "new_york") -> int:
    """What attractions bring seat 1 for these routes."""
    state = table(board, routes=dict.fromkeys(routes, 1), trains=[15, 15])
    first, second = state.score().seats
    assert "attractions" not in first.bonuses
    return second.bonuses.get("attractions", 0)


@pytest.mark.rule("P4")
def test_every_route_scores_a_point_for_each_attraction_at_its_ends() -> None:
    for route in game_of("new_york").edition.board.routes:
        assert points([route.id]) == len(SIGHTS & set(route.cities)), route.id


@pytest.mark.rule("P4")
@pytest.mark.rule("R19")
def test_a_second_route_to_an_attraction_adds_nothing() -> None:
    assert points(["chinatown-wall_street.1"]) == 2
    assert points(["chinatown-wall_street.1", "chinatown-brooklyn.1"]) == 3
    assert (
        points(["chinatown-wall_street.1", "chinatown-brooklyn.1", "wall_street-brooklyn.1"]) == 3
    )


@pytest.mark.rule("P4")
@pytest.mark.rule("R19")
def test_attractions_need_not_be_joined() -> None:
    assert points(["lincoln_center-central_park", "soho-wall_street"]) == 2


@pytest.mark.rule("P4")
def test_without_routes_there_are_no_attractions() -> None:
    assert points([]) == 0


@pytest.mark.rule("P4")
def test_every_seat_scores_the_attractions_it_reaches() -> None:
    routes = {"chinatown-wall_street.1": 0, "chinatown-wall_street.2": 1, "soho-wall_street": 2}
    state = table("new_york", seats=3, routes=routes)
    assert [seat.bonuses for seat in state.score().seats] == [
        {"attractions": 2},
        {"attractions": 2},
        {"attractions": 1},
    ]
    assert [seat.total for seat in state.score().seats] == [3, 3, 3]


@pytest.mark.rule("P4")
def test_an_attraction_is_worth_its_points() -> None:
    assert points(["a-b"], "toy_sights") == 1
    assert points(["d-f"], "toy_sights") == 2
    assert points(["a-b", "b-d", "d-f", "e-f"], "toy_sights") == 3
    assert points(["a-c"], "toy_sights") == 0


@pytest.mark.rule("P4")
@pytest.mark.parametrize("edition", [name for name in caboose.editions() if name != "new_york"])
def test_only_new_york_scores_attractions(edition: str) -> None:
    assert not game_of(edition).edition.attractions


@pytest.mark.rule("P4")
def test_an_edition_of_a_board_with_attractions_may_leave_them_out() -> None:
    assert points(["a-b", "d-f"], "toy") == 0
