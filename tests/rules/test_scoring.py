"""Scoring: tickets, bonuses, totals, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

import caboose
from caboose.engine.score import Score
from tests.support.games.editions import CITY_EDITIONS
from tests.support.games.notation import play
from tests.support.games.table import game_of, table

PATH_EDITIONS = ["usa", "usa_anniversary", "usa_mega", "usa_big_cities"]
GLOBETROTTER_EDITIONS = ["usa_1910", "usa_mega"]

# In each edition a ticket, what it is worth, and routes that complete it.
DENVER = (6, 4, ["denver-santa_fe", "el_paso-santa_fe"])
A_TICKET = {
    "usa": DENVER,
    "usa_anniversary": DENVER,
    "usa_mega": DENVER,
    "usa_1910": (33, 4, ["raleigh-washington.1", "atlanta-raleigh.1"]),
    "usa_big_cities": (18, 5, ["chicago-pittsburgh.1", "new_york-pittsburgh.1"]),
    "london": (
        19,
        11,
        [
            "baker_street-piccadilly_circus",
            "covent_garden-piccadilly_circus.1",
            "covent_garden-st_pauls.1",
            "st_pauls-tower_of_london.1",
        ],
    ),
    "new_york": (0, 2, ["chinatown-wall_street.1", "lower_east_side-chinatown"]),
}


def ticket_points(state: caboose.State) -> list[int]:
    """What tickets bring each seat."""
    return [sum(ticket.points for ticket in seat.tickets) for seat in state.score().seats]


def bonuses(state: caboose.State, name: str) -> list[int]:
    """What one kind of bonus brings each seat."""
    return [seat.bonuses.get(name, 0) for seat in state.score().seats]


def totals(state: caboose.State) -> list[int]:
    return [seat.total for seat in state.score().seats]


# --- tickets -------------------------------------------------------------------------------------


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", A_TICKET)
def test_a_completed_ticket_adds_its_points(edition: str) -> None:
    ticket, points, routes = A_TICKET[edition]
    state = table(edition, tickets=[[ticket]], routes=dict.fromkeys(routes, 0))
    assert ticket_points(state) == [points, 0]
    assert [seat.completed for seat in state.score().seats] == [1, 0]


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", A_TICKET)
def test_a_ticket_that_is_not_completed_takes_its_points_away(edition: str) -> None:
    ticket, points, routes = A_TICKET[edition]
    for missing in routes:
        owned = {route: 0 for route in routes if route != missing}
        state = table(edition, tickets=[[ticket]], routes=owned)
        assert ticket_points(state) == [-points, 0]
        assert state.score().seats[0].completed == 0


@pytest.mark.rule("P1")
def test_the_routes_of_other_seats_never_help() -> None:
    routes = {"denver-santa_fe": 0, "el_paso-santa_fe": 1}
    assert ticket_points(table("usa", tickets=[[6]], routes=routes)) == [-4, 0]


@pytest.mark.rule("P1")
def test_any_way_between_the_two_cities_will_do() -> None:
    detour = [
        "el_paso-phoenix",
        "los_angeles-phoenix",
        "las_vegas-los_angeles",
        "las_vegas-salt_lake_city",
        "denver-salt_lake_city.1",
    ]
    assert ticket_points(table("usa", tickets=[[6]], routes=dict.fromkeys(detour, 0))) == [4, 0]


@pytest.mark.rule("P1")
def test_cities_that_are_both_reached_must_be_joined_to_each_other() -> None:
    routes = dict.fromkeys(["denver-omaha", "el_paso-houston"], 0)
    assert ticket_points(table("usa", tickets=[[6]], routes=routes)) == [-4, 0]


@pytest.mark.rule("P1")
def test_tickets_of_one_seat_add_up_and_each_is_listed() -> None:
    state = table("usa", tickets=[[], [6, 8, 29]], routes={**dict.fromkeys(DENVER[2], 1)})
    assert ticket_points(state) == [0, 4 - 10 - 11]
    assert [(t.ticket, t.points) for t in state.score().seats[1].tickets] == [
        (6, 4),
        (8, -10),
        (29, -11),
    ]


@pytest.mark.rule("P1")
def test_a_ticket_may_be_completed_by_routes_claimed_before_it_was_drawn() -> None:
    state = table("usa", routes=dict.fromkeys(DENVER[2], 0), ticket_deck=[6, 1, 2])
    play(state, "tickets", "keep 1")
    assert ticket_points(state) == [4, 0]


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("ticket", "points", "routes"),
    [
        (63, 8, ["nashville-saint_louis", "atlanta-nashville", "atlanta-miami"]),
        (64, 6, ["pittsburgh-toronto", "pittsburgh-raleigh", "charleston-raleigh"]),
        (67, 4, ["raleigh-washington.2", "atlanta-raleigh.2"]),
        (68, 10, ["duluth-winnipeg", "duluth-omaha.1", "denver-omaha", "denver-santa_fe"]),
    ],
)
def test_all_69_tickets_of_the_mega_game_count(ticket: int, points: int, routes: list[str]) -> None:
    done = table("usa_mega", tickets=[[ticket]], routes=dict.fromkeys(routes, 0))
    not_done = table("usa_mega", tickets=[[ticket]], routes=dict.fromkeys(routes[1:], 0))
    assert ticket_points(done) == [points, 0]
    assert ticket_points(not_done) == [-points, 0]


@pytest.mark.rule("P1")
@pytest.mark.parametrize("edition", ["usa_mega", "london", "new_york", "toy"])
def test_one_network_of_all_cities_completes_every_ticket_and_its_halves_the_right_ones(
    edition: str,
) -> None:
    game = game_of(edition)
    tree: list[str] = []
    parts = {city.id: {city.id} for city in game.edition.board.cities}
    for route in reversed(game.edition.board.routes):
        one, other = (parts[city] for city in route.cities)
        if one is not other:
            tree.append(route.id)
            one |= other
            parts.update(dict.fromkeys(other, one))
        owned = tree if one is not other else []
        if len(owned) % 5 == 0 or len(one) == len(parts):
            state = table(
                edition,
                tickets=[range(len(game.edition.tickets))],
                routes=dict.fromkeys(tree, 0),
                trains=[45, 45],
            )
            expected = [
                parts[ticket.cities[0]] is parts[ticket.cities[1]]
                for ticket in game.edition.tickets
            ]
            assert [t.points > 0 for t in state.score().seats[0].tickets] == expected
            assert state.score().seats[0].completed == sum(expected)
        if len(one) == len(parts):
            break
    assert all(expected)


@pytest.mark.rule("P1")
def test_a_total_can_be_below_zero() -> None:
    state = table("usa", tickets=[[24, 14], [1]])
    assert totals(state) == [-43, -13]
    assert state.score().winners == (1,)


@pytest.mark.rule("P1")
def test_cards_in_hand_and_trains_left_are_worth_nothing() -> None:
    state = table("usa", hands=["locomotive 10", "red 1"], trains=[45, 3])
    assert totals(state) == [0, 0]
    assert state.score().winners == (0, 1)


@pytest.mark.rule("P1")
def test_an_offered_ticket_does_not_count_yet() -> None:
    assert totals(table("usa", offers=[[24, 14, 13]])) == [0, 0]


# --- longest path --------------------------------------------------------------------------------


@pytest.mark.rule("P2")
@pytest.mark.parametrize("edition", caboose.editions())
def test_the_longest_path_brings_ten_points_where_there_is_such_a_card(edition: str) -> None:
    _, _, routes = A_TICKET[edition]
    state = table(
        edition, seats=3, routes={routes[0]: 0, **dict.fromkeys(routes[1:], 2)}, trains=[15] * 3
    )
    lengths = {route.id: route.length for route in game_of(edition).edition.board.routes}
    paths = [lengths[routes[0]], 0, sum(lengths[route] for route in routes[1:])]
    assert [seat.path_length for seat in state.score().seats] == paths
    bonus = 10 if edition in PATH_EDITIONS else 0
    assert bonuses(state, "longest_path") == [bonus if path == max(paths) else 0 for path in paths]


@pytest.mark.rule("P2")
@pytest.mark.rule("R20")
def test_a_path_runs_round_a_loop_but_over_no_route_twice() -> None:
    routes = [
        "denver-omaha",
        "kansas_city-omaha.1",
        "denver-kansas_city.1",
        "denver-santa_fe",
        "duluth-omaha.1",
    ]
    state = table("usa", routes=dict.fromkeys(routes, 1))
    assert [seat.path_length for seat in state.score().seats] == [0, 11]
    assert bonuses(state, "longest_path") == [0, 10]


@pytest.mark.rule("P2")
@pytest.mark.rule("R20")
def test_a_path_comes_through_a_city_again_and_counts_its_own_trains_only() -> None:
    routes = {"a-c": 0, "b-c.1": 0, "a-b": 0, "c-d.1": 0, "c-e": 1, "d-e": 0}
    state = table(routes=routes)
    assert [seat.path_length for seat in state.score().seats] == [2 + 2 + 1 + 1 + 1, 4]


@pytest.mark.rule("P2")
@pytest.mark.rule("R9")
@pytest.mark.parametrize("edition", PATH_EDITIONS)
def test_all_seats_tied_for_the_longest_path_get_its_bonus(edition: str) -> None:
    routes = {"denver-omaha": 0, "denver-helena": 2, "denver-santa_fe": 1}
    state = table(edition, seats=4, routes=routes)
    assert bonuses(state, "longest_path") == [10, 0, 10, 0]
    assert totals(state) == [17, 2, 17, 0]


@pytest.mark.rule("P2")
@pytest.mark.rule("R8")
@pytest.mark.parametrize("edition", PATH_EDITIONS)
def test_without_any_route_nobody_has_the_longest_path(edition: str) -> None:
    state = table(edition, seats=3)
    assert bonuses(state, "longest_path") == [0, 0, 0]
    assert totals(state) == [0, 0, 0]


@pytest.mark.rule("P2")
@pytest.mark.rule("R8")
def test_a_path_of_one_train_is_enough() -> None:
    assert bonuses(table("usa", routes={"atlanta-nashville": 1}), "longest_path") == [0, 10]


# --- globetrotter --------------------------------------------------------------------------------


@pytest.mark.rule("P6")
@pytest.mark.parametrize("edition", GLOBETROTTER_EDITIONS)
def test_most_completed_tickets_bring_fifteen_points(edition: str) -> None:
    state = table(edition, seats=3, **two_against_one(edition))
    assert [seat.completed for seat in state.score().seats] == [1, 2, 0]
    assert bonuses(state, "globetrotter") == [0, 15, 0]


def two_against_one(edition: str) -> dict[str, Any]:
    """Seat 0 has one completed ticket of high value, seat 1 two of low value."""
    chicago_atlanta, chicago_new_york, las_vegas_miami = (
        (1, 3, 8) if edition == "usa_1910" else (35, 37, 42)
    )
    low = ["chicago-saint_louis.1", "nashville-saint_louis", "atlanta-nashville"]
    low += ["chicago-pittsburgh.1", "new_york-pittsburgh.1"]
    high = ["las_vegas-los_angeles", "el_paso-los_angeles", "el_paso-houston"]
    high += ["houston-new_orleans", "miami-new_orleans"]
    return {
        "routes": {**dict.fromkeys(high, 0), **dict.fromkeys(low, 1)},
        "tickets": [[las_vegas_miami], [chicago_atlanta, chicago_new_york]],
    }


@pytest.mark.rule("P6")
@pytest.mark.parametrize(
    "edition", [name for name in caboose.editions() if name not in GLOBETROTTER_EDITIONS]
)
def test_other_editions_have_no_globetrotter(edition: str) -> None:
    ticket, _, routes = A_TICKET[edition]
    state = table(edition, tickets=[[ticket]], routes=dict.fromkeys(routes, 0))
    assert bonuses(state, "globetrotter") == [0, 0]


@pytest.mark.rule("P6")
def test_tickets_that_are_not_completed_do_not_count_for_globetrotter() -> None:
    routes = dict.fromkeys(A_TICKET["usa_1910"][2], 1)
    state = table("usa_1910", tickets=[[5, 6, 7], [33]], routes=routes)
    assert bonuses(state, "globetrotter") == [0, 15]


@pytest.mark.rule("P6")
@pytest.mark.rule("R9")
def test_all_seats_tied_for_globetrotter_get_its_bonus() -> None:
    routes = {"raleigh-washington.1": 0, "atlanta-raleigh.1": 0, "duluth-omaha.1": 1}
    routes |= {
        "kansas_city-omaha.1": 1,
        "kansas_city-oklahoma_city.1": 1,
        "dallas-oklahoma_city.1": 1,
    }
    state = table("usa_1910", seats=3, tickets=[[33], [5], [4]], routes=routes)
    assert bonuses(state, "globetrotter") == [15, 15, 0]


@pytest.mark.rule("P6")
@pytest.mark.rule("R8")
@pytest.mark.parametrize("edition", GLOBETROTTER_EDITIONS)
def test_without_completed_tickets_nobody_is_globetrotter(edition: str) -> None:
    state = table(edition, tickets=[[5], [6]], routes={"atlanta-nashville": 0})
    assert bonuses(state, "globetrotter") == [0, 0]


@pytest.mark.rule("P6")
def test_the_mega_game_plays_both_bonus_cards() -> None:
    state = table("usa_mega", **two_against_one("usa_mega"))
    path = 2 + 6 + 6 + 2 + 6
    assert state.score().seats[0].path_length == path
    assert state.score().seats[0].bonuses == {"longest_path": 10}
    assert state.score().seats[1].bonuses == {"globetrotter": 15}


# --- totals --------------------------------------------------------------------------------------


@pytest.mark.rule("P5")
def test_a_total_is_the_sum_of_its_lines() -> None:
    mega = table("usa_mega", **two_against_one("usa_mega"))
    high, low = 2 + 15 + 15 + 2 + 15, 2 + 2 + 1 + 4 + 2
    assert totals(mega) == [high + 21 + 10, low + 5 + 5 + 15]
    toy = table("toy_sights", routes={"a-b": 0, "d-e": 0, "e-f": 0, "a-c": 1}, tickets=[[7], [0]])
    assert toy.score().seats[0].bonuses == {"globetrotter": 4, "districts": 5, "attractions": 3}
    assert totals(toy) == [4 + 2 + 4 + 5 + 3, 2 - 3]


@pytest.mark.rule("P5")
def test_the_score_is_there_at_any_time_as_if_the_game_ended_now() -> None:
    state = table(hands=["blue 3"], tickets=[[7]])
    assert totals(state) == [-2, 0]
    play(state, "claim d-f")
    assert totals(state) == [-2, 0]
    play(state, "pay blue 3")
    assert totals(state) == [4 + 2 + 5, 0]


# --- who wins ------------------------------------------------------------------------------------


def level(edition: str, seats: int = 2, points: tuple[int, ...] = (), **position: Any) -> Score:
    """The score of a position in which every seat's total is 50, or 50 and what is said."""
    plain = table(edition, seats=seats, route_points=[0] * seats, **position)
    wanted = [50 + (points[seat] if points else 0) for seat in range(seats)]
    route_points = [want - total for want, total in zip(wanted, totals(plain), strict=True)]
    state = table(edition, seats=seats, route_points=route_points, **position)
    assert totals(state) == wanted
    return state.score()


def ranks(score: Score) -> list[int]:
    return [seat.rank for seat in score.seats]


def short_path(edition: str, seat: int) -> dict[str, int]:
    city = {"london": "big_ben-waterloo", "new_york": "midtown_west-times_square"}
    return {city.get(edition, "denver-helena"): seat}


def long_path(edition: str, seat: int) -> dict[str, int]:
    city = {"london": "trafalgar_square-waterloo", "new_york": "midtown_west-chelsea"}
    return {city.get(edition, "calgary-winnipeg"): seat}


@pytest.mark.rule("P5")
@pytest.mark.parametrize("edition", caboose.editions())
def test_the_most_points_win(edition: str) -> None:
    ticket, _, routes = A_TICKET[edition]
    score = level(edition, 3, (0, 1, -1), tickets=[[ticket]], routes=dict.fromkeys(routes, 0))
    assert [seat.completed for seat in score.seats] == [1, 0, 0]
    assert ranks(score) == [2, 1, 3]
    assert score.winners == (1,)


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize("seat", [0, 1])
def test_of_seats_level_on_points_more_completed_tickets_win(edition: str, seat: int) -> None:
    ticket, _, routes = A_TICKET[edition]
    owned = {**dict.fromkeys(routes, seat), **long_path(edition, 1 - seat)}
    tickets = [[ticket], []] if seat == 0 else [[], [ticket]]
    score = level(edition, tickets=tickets, routes=owned)
    assert score.winners == (seat,)
    assert ranks(score) == [1 + (seat == 1), 1 + (seat == 0)]


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize("seat", [0, 1])
def test_of_seats_level_on_tickets_too_the_one_with_the_longest_path_wins(
    edition: str, seat: int
) -> None:
    routes = {**long_path(edition, seat), **short_path(edition, 1 - seat)}
    score = level(edition, routes=routes)
    assert score.seats[seat].path_length > score.seats[1 - seat].path_length
    if edition in PATH_EDITIONS:
        assert score.winners == (seat,)
    else:
        assert score.winners == (0, 1)
        assert ranks(score) == [1, 1]


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
@pytest.mark.parametrize("edition", PATH_EDITIONS)
def test_when_a_third_seat_holds_the_card_the_anniversary_still_compares_paths(
    edition: str,
) -> None:
    routes = {**short_path(edition, 0), **long_path(edition, 1)}
    routes |= {"duluth-helena": 2, "duluth-toronto": 2}
    score = level(edition, 3, (0, 0, -20), routes=routes)
    assert [bool(seat.bonuses) for seat in score.seats] == [False, False, True]
    if edition == "usa_anniversary":
        assert ranks(score) == [2, 1, 3]
        assert score.winners == (1,)
    else:
        assert ranks(score) == [1, 1, 3]
        assert score.winners == (0, 1)


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_that_nothing_tells_apart_share_the_victory(edition: str, seats: int) -> None:
    score = table(edition, seats=seats).score()
    assert score.winners == tuple(range(seats))
    assert ranks(score) == [1] * seats


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((0, 0, -1), [1, 1, 3]),
        ((-1, 0, 0), [3, 1, 1]),
        ((1, 0, 0), [1, 2, 2]),
        ((0, 2, 1), [3, 1, 2]),
        ((0, -1, 0, -1), [1, 3, 1, 3]),
        ((3, 2, 1, 0), [1, 2, 3, 4]),
    ],
)
def test_ties_share_a_rank_and_the_next_one_is_skipped(
    points: tuple[int, ...], expected: list[int]
) -> None:
    score = level("london", len(points), points)
    assert ranks(score) == expected
    assert score.winners == tuple(seat for seat, rank in enumerate(expected) if rank == 1)


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
def test_tie_breaks_order_the_losing_seats_as_well() -> None:
    ticket, _, routes = A_TICKET["usa"]
    owned = dict.fromkeys(routes, 2)
    score = level("usa", 4, (0, 9, 0, 0), tickets=[[], [], [ticket]], routes=owned)
    assert ranks(score) == [3, 1, 2, 3]


@pytest.mark.rule("P5")
@pytest.mark.rule("R10")
def test_completed_tickets_come_before_the_longest_path() -> None:
    for edition in PATH_EDITIONS:
        ticket, _, routes = A_TICKET[edition]
        owned = {**dict.fromkeys(routes, 0), "duluth-helena": 1, "duluth-toronto": 1}
        score = level(edition, tickets=[[ticket]], routes=owned)
        assert score.seats[1].bonuses == {"longest_path": 10}
        assert score.winners == (0,)


@pytest.mark.rule("P5")
def test_only_completed_tickets_break_a_tie() -> None:
    score = level("london", tickets=[[0, 1, 2], []], points=(0, 0))
    assert score.winners == (0, 1)


@pytest.mark.rule("P5")
@pytest.mark.parametrize("edition", CITY_EDITIONS)
def test_a_longer_path_breaks_no_tie_in_a_city(edition: str) -> None:
    score = level(edition, routes=long_path(edition, 1))
    assert score.seats[1].path_length > 0
    assert score.winners == (0, 1)
