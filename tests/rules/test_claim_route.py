"""Claiming a route: which are open, how they are paid, and what a claim changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import caboose
from caboose.boards import Edition
from tests.support.games.editions import CITY_EDITIONS, EDITIONS_AND_SEATS, USA_EDITIONS
from tests.support.games.notation import discards, hand, legal, play, refuses, said, value
from tests.support.games.table import game_of, table

RICH = "red 3 blue 3 green 3 locomotive 4"  # pays for every route of the toy


def rich(edition: str) -> str:
    """Cards that pay for every route of an edition."""
    colors = " ".join(f"{color} 1" for color in game_of(edition).edition.colors)
    return f"{colors} locomotive {5 if edition in USA_EDITIONS else 3}"


def claims(state: caboose.State) -> list[str]:
    return [text.removeprefix("claim ") for text in legal(state, kind="claim")]


# --- free, and enough trains ---------------------------------------------------------------------


@pytest.mark.rule("C1")
@pytest.mark.parametrize("edition", [*caboose.editions(), "toy"])
def test_at_first_every_route_is_open(edition: str) -> None:
    board = game_of(edition).edition.board
    assert claims(table(edition, hands=[rich(edition)])) == [route.id for route in board.routes]


@pytest.mark.rule("C1")
@pytest.mark.parametrize("route", ["a-b", "d-e", "e-f"])
def test_a_claimed_route_cannot_be_claimed_again(route: str) -> None:
    for owner, code, fragment in [
        (0, "own_route", "you already own"),
        (1, "route_claimed", "seat 1 owns"),
    ]:
        state = table(hands=[RICH], routes={route: owner})
        assert claims(state) == [other for other in claims(table(hands=[RICH])) if other != route]
        refuses(state, f"claim {route}", code, fragment)


@pytest.mark.rule("C1")
def test_a_refusal_names_the_cities_as_people_do() -> None:
    state = table("usa", hands=["locomotive 4"], routes={"sault_st_marie-toronto": 1})
    refuses(state, "claim sault_st_marie-toronto", "route_claimed", "Sault St. Marie-Toronto")


@pytest.mark.rule("C1")
@pytest.mark.rule("R15")
@pytest.mark.parametrize(
    ("edition", "route", "words"),
    [
        ("usa", "denver-omaha", "trains"),
        ("usa_anniversary", "denver-omaha", "trains"),
        ("usa_1910", "denver-omaha", "trains"),
        ("usa_mega", "denver-omaha", "trains"),
        ("usa_big_cities", "denver-omaha", "trains"),
        ("london", "baker_street-hyde_park", "buses"),
        ("new_york", "chelsea-soho", "taxis"),
    ],
)
def test_a_seat_needs_a_train_for_every_space(edition: str, route: str, words: str) -> None:
    hands = ["purple 4 locomotive 4" if edition in USA_EDITIONS else "black 4 locomotive 4"]
    for trains in (4, 3, 0):
        state = table(edition, hands=hands, trains=[trains, 17], final_turns_left=2)
        assert (route in claims(state)) == (trains >= 4)
        if trains < 4:
            fragment = f"needs 4 {words}; you have {trains}"
            refuses(state, f"claim {route}", "not_enough_trains", fragment)


@pytest.mark.rule("C1")
def test_the_last_trains_can_be_used_up() -> None:
    state = table(hands=["blue 3"], trains=[3, 8])
    play(state, "claim d-f", "pay blue 3")
    assert value(state, "trains") == [0, 8]


@pytest.mark.rule("C1")
def test_a_claim_places_a_train_on_every_space() -> None:
    state = table("usa", hands=["yellow 6"])
    play(state, "claim helena-seattle", "pay yellow 6")
    assert value(state, "trains") == [39, 45]
    assert value(state, "routes") == {"helena-seattle": 0}


@pytest.mark.rule("C1")
@pytest.mark.parametrize("missing", [0, 1])
def test_a_route_that_cannot_be_paid_cannot_be_claimed(missing: int) -> None:
    state = table("london", hands=[f"pink {2 - missing} locomotive 1"])
    assert ("kings_cross-charterhouse" in claims(state)) == (missing == 0)


@pytest.mark.rule("C1")
@pytest.mark.parametrize(
    ("edition", "cards", "route", "fragment"),
    [
        (
            "london",
            "pink 1 locomotive 1",
            "kings_cross-charterhouse",
            "King's Cross-The Charterhouse needs 3 cards; you have 1 pink and 1 bus card",
        ),
        (
            "usa",
            "purple 3 blue 2",
            "denver-omaha",
            "Denver-Omaha needs 4 cards; you have 3 purple and 0 locomotives",
        ),
        (
            "new_york",
            "blue 1 red 2 locomotive 0",
            "lower_east_side-brooklyn",
            "needs 3 cards; your best is 2 red and 0 taxi cards",
        ),
    ],
)
def test_a_refused_claim_says_which_cards_are_missing(
    edition: str, cards: str, route: str, fragment: str
) -> None:
    refuses(table(edition, hands=[cards]), f"claim {route}", "not_enough_cards", fragment)


@pytest.mark.rule("C1")
def test_what_a_seat_may_claim_does_not_depend_on_the_other_hands() -> None:
    state = table(hands=["red 1", RICH])
    assert claims(state) == ["a-b", "c-d.1", "d-e"]


@pytest.mark.rule("C1")
def test_a_seat_can_ask_about_a_route_at_any_time() -> None:
    state = table(hands=["red 2", "blue 2 locomotive 1"], routes={"d-e": 0})
    mine, theirs = state.view(0), state.view(1)
    assert mine.why_not("a-b") is None
    assert "needs 2 cards" in str(mine.why_not("a-c"))
    assert "it is seat 0's turn" in str(theirs.why_not("a-c"))
    assert "seat 0 owns Dogwood-Elm" in str(theirs.why_not("d-e"))
    assert [str(way) for way in theirs.payments("a-c")] == ["pay blue 2", "pay blue 1+1"]
    assert theirs.payments("b-d") == []


# --- one color, locomotives standing in ----------------------------------------------------------


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("cards", "payments"),
    [
        ("yellow 3", ["yellow 3"]),
        ("yellow 3 locomotive 1", ["yellow 3", "yellow 2+1"]),
        ("yellow 2 locomotive 1", ["yellow 2+1"]),
        ("yellow 1 locomotive 2", ["yellow 1+2"]),
        ("locomotive 3", ["locomotive 3"]),
        (
            "yellow 6 locomotive 8",
            ["yellow 3", "yellow 2+1", "yellow 1+2", "locomotive 3"],
        ),
        ("yellow 2 locomotive 2", ["yellow 2+1", "yellow 1+2"]),
        ("yellow 3 blue 3 orange 3", ["yellow 3"]),
    ],
)
def test_a_yellow_route_of_three_takes_yellow_cards_and_locomotives(
    cards: str, payments: list[str]
) -> None:
    route = "regents_park-british_museum"
    state = table("london", hands=[cards])
    play(state, f"claim {route}")
    assert legal(state) == [f"pay {payment}" for payment in payments]


@pytest.mark.rule("C2")
@pytest.mark.parametrize("cards", ["yellow 2", "yellow 1 locomotive 1", "locomotive 2", "blue 6"])
def test_a_yellow_route_of_three_takes_no_fewer_and_no_other_cards(cards: str) -> None:
    state = table("london", hands=[cards])
    assert "regents_park-british_museum" not in claims(state)
    refuses(state, "claim regents_park-british_museum", "not_enough_cards", "needs 3 cards")


@pytest.mark.rule("C2")
@pytest.mark.rule("R15")
@pytest.mark.parametrize(
    ("payment", "left", "spent"),
    [
        ("purple 4", "purple 1 locomotive 4", "purple 4"),
        ("purple 3+1", "purple 2 locomotive 3", "purple 3 locomotive 1"),
        ("purple 1+3", "purple 4 locomotive 1", "purple 1 locomotive 3"),
        ("locomotive 4", "purple 5", "locomotive 4"),
    ],
)
def test_exactly_the_cards_that_are_named_are_discarded(
    payment: str, left: str, spent: str
) -> None:
    state = table("usa", hands=["purple 5 locomotive 4", "red 2"])
    play(state, "claim denver-omaha", f"pay {payment}")
    assert (hand(state, 0), hand(state, 1)) == (left, "red 2")
    assert discards(state) == spent
    assert state.view(None).to_dict()["hands"] == [5, 2]


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("payment", "code", "fragment"),
    [
        ("purple 3", "wrong_amount", "takes exactly 4 cards, not 3"),
        ("purple 5", "wrong_amount", "takes exactly 4 cards, not 5"),
        ("purple 4+1", "wrong_amount", "takes exactly 4 cards, not 5"),
        ("locomotive 3", "wrong_amount", "takes exactly 4 cards, not 3"),
        ("blue 4", "wrong_color", "is purple, not blue"),
        ("blue 3+1", "wrong_color", "is purple, not blue"),
        ("purple 1+3", "not_enough_cards", "you have only 5 purple and 2 locomotives"),
        ("locomotive 4", "not_enough_cards", "you have only 2 locomotives"),
    ],
)
def test_any_other_payment_is_refused(payment: str, code: str, fragment: str) -> None:
    state = table("usa", hands=["purple 5 blue 6 locomotive 2"], pending_route="denver-omaha")
    refuses(state, f"pay {payment}", code, fragment)


@pytest.mark.rule("C2")
def test_a_payment_beyond_the_cards_of_the_color_is_refused() -> None:
    state = table("usa", hands=["purple 2 locomotive 3"], pending_route="denver-omaha")
    assert legal(state) == ["pay purple 2+2", "pay purple 1+3"]
    refuses(state, "pay purple 3+1", "not_enough_cards", "you have only 2 purple and 3 locomotives")


@pytest.mark.rule("C2")
@pytest.mark.parametrize("length", range(1, 10))
def test_the_payments_of_a_route_run_from_no_locomotive_to_all(length: int) -> None:
    board = stretched(length)
    cards = f"red {length} blue {length} locomotive {length}"
    state = table(board, hands=[cards], pending_route="a-b")
    mixed = [f"pay red {length - wild}+{wild}" for wild in range(1, length)]
    assert legal(state) == [f"pay red {length}", *mixed, f"pay locomotive {length}"]
    play(state, f"pay locomotive {length}")
    assert hand(state, 0) == f"red {length} blue {length}"
    assert value(state, "route_points") == [10 * length, 0]


def stretched(length: int) -> Edition:
    """The toy with a red route a-b of some length, and cards and trains to fill it."""
    toy = game_of("toy").edition
    first, *others = toy.board.routes
    routes = (replace(first, length=length), *others)
    return replace(
        toy,
        board=replace(toy.board, routes=routes),
        cards_per_color=12,
        locomotives=12,
        trains=20,
        route_points=tuple(10 * number for number in range(1, 10)),
    )


# --- gray routes ---------------------------------------------------------------------------------


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("edition", "route", "cards", "payments"),
    [
        (
            "usa",
            "calgary-vancouver",
            "purple 3 white 2 red 4 locomotive 1",
            ["purple 3", "purple 2+1", "white 2+1", "red 3", "red 2+1"],
        ),
        ("london", "trafalgar_square-big_ben", "blue 1 green 1", ["blue 1", "green 1"]),
        (
            "new_york",
            "soho-wall_street",
            "black 2 pink 1 locomotive 2",
            ["black 2", "black 1+1", "pink 1+1", "locomotive 2"],
        ),
    ],
)
def test_a_gray_route_takes_cards_of_any_one_color(
    edition: str, route: str, cards: str, payments: list[str]
) -> None:
    state = table(edition, hands=[cards])
    play(state, f"claim {route}")
    assert legal(state) == [f"pay {payment}" for payment in payments]


@pytest.mark.rule("C3")
def test_colors_cannot_be_mixed_on_a_gray_route() -> None:
    state = table("usa", hands=["purple 2 white 1"])
    assert "calgary-vancouver" not in claims(state)
    refuses(state, "claim calgary-vancouver", "not_enough_cards", "your best is 2 purple")


@pytest.mark.rule("C3")
def test_the_last_color_of_the_deck_pays_for_a_gray_route_too() -> None:
    state = table("usa", hands=["red 3"])
    play(state, "claim calgary-vancouver", "pay red 3")
    assert value(state, "routes") == {"calgary-vancouver": 0}
    assert discards(state) == "red 3"


@pytest.mark.rule("C3")
@pytest.mark.rule("R15")
def test_locomotives_alone_are_one_payment_for_a_gray_route() -> None:
    state = table("usa", hands=["locomotive 3"], pending_route="calgary-vancouver")
    assert legal(state) == ["pay locomotive 3"]


# --- anywhere, one per turn ----------------------------------------------------------------------


@pytest.mark.rule("C4")
def test_a_route_need_not_touch_the_seats_other_routes() -> None:
    state = table("usa", hands=["locomotive 2"], routes={"seattle-vancouver.1": 0})
    play(state, "claim charleston-raleigh", "pay locomotive 2")
    assert value(state, "routes") == {"charleston-raleigh": 0, "seattle-vancouver.1": 0}


@pytest.mark.rule("C4")
def test_a_claim_is_two_decisions_the_route_and_its_payment() -> None:
    state = table("london", hands=["pink 3 locomotive 1"])
    assert said(play(state, "claim kings_cross-charterhouse")) == [
        "claimed 0 kings_cross-charterhouse"
    ]
    assert (state.phase, state.seat) == ("payment", 0)
    assert value(state, "pending_route") == "kings_cross-charterhouse"
    assert (value(state, "routes"), discards(state)) == ({}, "")
    assert said(play(state, "pay pink 2+1")) == ["paid 0 kings_cross-charterhouse pink 2 1 4"]
    assert (state.phase, state.seat) == ("turn", 1)
    assert value(state, "pending_route") is None


@pytest.mark.rule("C4")
def test_one_route_is_claimed_per_turn() -> None:
    state = table(hands=[RICH])
    play(state, "claim a-b", "pay red 1")
    refuses(state, "claim e-f", "not_your_turn", "it is seat 1's turn", seat=0)


@pytest.mark.rule("C4")
def test_a_payment_says_what_it_bought() -> None:
    state = table("usa", seats=3, seat=2, hands=["", "", "locomotive 6"])
    (event,) = play(state, "claim duluth-helena", "pay locomotive 6")[1:]
    assert event.to_dict() == {
        "kind": "paid",
        "seat": 2,
        "route": "duluth-helena",
        "color": "locomotive",
        "cards": 0,
        "locomotives": 6,
        "points": 15,
    }


# --- double routes -------------------------------------------------------------------------------


@pytest.mark.rule("C5")
@pytest.mark.parametrize("one", [1, 2])
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_nobody_claims_both_routes_of_a_double_route(edition: str, seats: int, one: int) -> None:
    double = {
        "london": "st_pauls-tower_of_london",
        "new_york": "wall_street-brooklyn",
    }.get(edition, "denver-kansas_city")
    for seat in (0, seats - 1):
        hands = [""] * seats
        hands[seat] = "locomotive 8"
        routes = {f"{double}.{one}": seat}
        state = table(edition, seats=seats, seat=seat, hands=hands, routes=routes)
        assert f"{double}.{3 - one}" not in claims(state)
        refuses(state, f"claim {double}.{3 - one}", "own_twin", "nobody may own both")


@pytest.mark.rule("C6")
@pytest.mark.rule("R14")
@pytest.mark.parametrize("one", [1, 2])
@pytest.mark.parametrize(
    ("edition", "seats", "is_open"),
    [(edition, seats, seats >= 4) for edition in USA_EDITIONS for seats in (2, 3, 4, 5)]
    + [(edition, seats, seats >= 3) for edition in CITY_EDITIONS for seats in (2, 3, 4)],
)
def test_with_few_seats_a_claimed_route_closes_its_twin(
    edition: str, seats: int, is_open: bool, one: int
) -> None:
    double = {"london": "hyde_park-buckingham_palace", "new_york": "chinatown-wall_street"}.get(
        edition, "dallas-houston"
    )
    hands = ["locomotive 1"] * seats
    state = table(edition, seats=seats, hands=hands)
    play(state, f"claim {double}.{one}", "pay locomotive 1")
    assert (f"{double}.{3 - one}" in claims(state)) == is_open
    if not is_open:
        fewer = 4 if edition in USA_EDITIONS else 3
        fragment = f"with fewer than {fewer} players only one track may be used"
        refuses(state, f"claim {double}.{3 - one}", "twin_closed", fragment)


@pytest.mark.rule("C6")
def test_a_double_route_that_is_open_is_refused_for_cards_and_not_for_its_twin() -> None:
    free = table("usa", hands=["black 3"])
    taken = table("usa", seats=4, hands=["black 3"], routes={"denver-kansas_city.2": 1})
    for state in (free, taken):
        refuses(state, "claim denver-kansas_city.1", "not_enough_cards", "you have 3 black")


@pytest.mark.rule("C1")
def test_a_route_late_in_the_list_is_enough_to_forbid_a_pass() -> None:
    short = [r for r in game_of("usa").edition.board.routes if r.length == 1 and r.color == "gray"]
    late = "seattle-vancouver.1"
    taken = {r.id: 1 for r in short if r.id.endswith(("1", "nashville")) and r.id != late}
    state = table("usa", face_up="", deck="", ticket_deck=[], hands=["red 1"], routes=taken)
    assert legal(state) == ["claim seattle-vancouver.1", "claim seattle-vancouver.2"]
    refuses(state, "pass", "may_not_pass", "only when you have no other move")


@pytest.mark.rule("C6")
@pytest.mark.rule("R14")
def test_both_routes_of_an_open_double_route_can_be_claimed_by_two_seats() -> None:
    state = table("london", seats=3, hands=["green 1", "yellow 1", "locomotive 1"])
    play(state, "claim covent_garden-piccadilly_circus.1", "pay green 1")
    play(state, "claim covent_garden-piccadilly_circus.2", "pay yellow 1")
    assert list(value(state, "routes").values()) == [0, 1]
    refuses(state, "claim covent_garden-piccadilly_circus.1", "route_claimed", "seat 0 owns")
    refuses(state, "claim covent_garden-piccadilly_circus.2", "route_claimed", "seat 1 owns")


@pytest.mark.rule("C5")
@pytest.mark.rule("C6")
@pytest.mark.rule("R14")
@pytest.mark.parametrize("are_open", [True, False])
@pytest.mark.parametrize("edition", ["usa", *CITY_EDITIONS, "toy"])
def test_claims_take_away_exactly_what_they_must_from_every_seat(
    edition: str, are_open: bool
) -> None:
    seats = game_of(edition).edition.doubles_open_from - (0 if are_open else 1)
    board = game_of(edition).edition.board
    owner = seats - 1
    singles = {route.id for route in board.routes if not route.twin and route.length < 4}
    first, second = ({r.id for r in board.routes if r.id.endswith(x)} for x in (".1", ".2"))
    for claimed, twins in [(first, second), (second, first), (singles, set())]:
        for seat in range(seats):
            gone = claimed | twins if seat == owner or not are_open else claimed
            hands = [rich(edition) if s == seat else "" for s in range(seats)]
            state = table(
                edition,
                seats=seats,
                seat=seat,
                hands=hands,
                routes=dict.fromkeys(claimed, owner),
                trains=[45] * seats,
            )
            assert {route.id for route in board.routes} - set(claims(state)) == gone


# --- points --------------------------------------------------------------------------------------


@pytest.mark.rule("C7")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_route_scores_by_its_length_at_once(edition: str) -> None:
    by_length = {route.length: route for route in game_of(edition).edition.board.routes}
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert sorted(by_length) == list(range(1, 7 if edition in USA_EDITIONS else 5))
    for length, route in by_length.items():
        state = table(edition, hands=["", f"locomotive {length}"], seat=1)
        play(state, f"claim {route.id}", f"pay locomotive {length}")
        assert value(state, "route_points") == [0, points[length]]
        assert state.score().seats[1].routes == points[length]


@pytest.mark.rule("C7")
def test_points_of_routes_add_up() -> None:
    state = table("usa", hands=["white 6 red 2"], routes={"atlanta-miami": 0, "denver-omaha": 1})
    play(state, "claim calgary-winnipeg", "pay white 6")
    assert value(state, "route_points") == [10 + 15, 7]


@pytest.mark.rule("C1")
def test_exactly_enough_trains_are_enough() -> None:
    state = table("usa", hands=["purple 4", ""], trains=[4, 45])
    assert state.view(0).why_not("denver-omaha") is None
