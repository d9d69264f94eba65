"""Districts (London): groups of cities that one network must join."""

from __future__ import annotations

import pytest

import caboose
from tests.support.games.table import game_of, table

ONE = ["british_museum-covent_garden.1"]
TWO = [
    "piccadilly_circus-trafalgar_square.1",
    "trafalgar_square-big_ben",
    "buckingham_palace-big_ben",
]
THREE = ["waterloo-globe_theatre", "globe_theatre-elephant_and_castle"]
FOUR = ["st_pauls-charterhouse", "charterhouse-brick_lane", "brick_lane-tower_of_london"]
FIVE = ["regents_park-baker_street", "regents_park-kings_cross", "baker_street-hyde_park"]


def points(routes: list[str], board: str = "london", trains: int = 17) -> int:
    """What districts bring seat 1 for these routes."""
    owned = dict.fromkeys(routes, 1)
    state = table(board, routes=owned, trains=[trains, trains])
    first, second = state.score().seats
    assert "districts" not in first.bonuses
    return second.bonuses.get("districts", 0)


@pytest.mark.rule("P3")
@pytest.mark.parametrize(
    ("routes", "worth"), [(ONE, 1), (TWO, 2), (THREE, 3), (FOUR, 4), (FIVE, 5)]
)
def test_a_joined_district_is_worth_its_number(routes: list[str], worth: int) -> None:
    assert points(routes) == worth


@pytest.mark.rule("P3")
@pytest.mark.parametrize("routes", [ONE, TWO, THREE, FOUR, FIVE])
def test_a_district_with_one_city_left_out_is_worth_nothing(routes: list[str]) -> None:
    for missing in routes:
        assert points([route for route in routes if route != missing]) == 0


@pytest.mark.rule("P3")
def test_without_routes_no_district_is_joined() -> None:
    assert points([]) == 0


@pytest.mark.rule("P3")
def test_all_joined_districts_count() -> None:
    assert points(ONE + TWO) == 3
    assert points(THREE + FOUR) == 7
    assert points(ONE + TWO + THREE + FOUR + FIVE, trains=1) == 15


@pytest.mark.rule("P3")
@pytest.mark.rule("R19")
def test_the_way_may_lead_through_other_districts() -> None:
    routes = ["british_museum-piccadilly_circus", "covent_garden-piccadilly_circus.1"]
    assert points(routes) == 1


@pytest.mark.rule("P3")
@pytest.mark.rule("R19")
def test_every_city_reached_is_not_enough_if_they_are_not_joined() -> None:
    assert points(["charterhouse-brick_lane", "st_pauls-tower_of_london.1"]) == 0
    assert (
        points(["charterhouse-brick_lane", "st_pauls-tower_of_london.1", "st_pauls-brick_lane"])
        == 4
    )


@pytest.mark.rule("P3")
@pytest.mark.rule("R19")
def test_other_seats_routes_do_not_join() -> None:
    routes = {"waterloo-globe_theatre": 0, "globe_theatre-elephant_and_castle": 1}
    state = table("london", routes=routes)
    assert [seat.bonuses for seat in state.score().seats] == [{}, {}]


@pytest.mark.rule("P3")
def test_any_number_of_seats_can_score_the_same_district() -> None:
    routes = {"british_museum-covent_garden.1": 0, "british_museum-covent_garden.2": 2}
    state = table("london", seats=3, routes=routes)
    assert [seat.bonuses.get("districts", 0) for seat in state.score().seats] == [1, 0, 1]
    assert [seat.total for seat in state.score().seats] == [2, 0, 2]


@pytest.mark.rule("P3")
@pytest.mark.parametrize("edition", [name for name in caboose.editions() if name != "london"])
def test_only_london_scores_districts(edition: str) -> None:
    assert not game_of(edition).edition.districts


@pytest.mark.rule("P3")
def test_an_edition_of_a_board_with_districts_may_leave_them_out() -> None:
    routes = ["a-b", "d-e", "e-f"]
    assert points(routes, "toy_sights", 4) == 5
    assert points(["a-b", "d-e"], "toy_sights", 4) == 2
    assert points(["d-f", "d-e"], "toy_sights", 4) == 3
    assert points(routes, "toy", 4) == 0
