"""Actions as text: their pinned order, what is understood, and what is said when it is not."""

from __future__ import annotations

from typing import Any

import pytest

import caboose
from tests.support.games.notation import discards, hand, legal, play, refuses, value
from tests.support.games.table import game_of, table

PAYING: dict[str, Any] = {
    "hands": ["purple 4 orange 4 locomotive 4"],
    "pending_route": "denver-kansas_city.2",
}


# --- the order of legal actions ------------------------------------------------------------------


@pytest.mark.rule("G1")
def test_a_turn_lists_draws_then_tickets_then_claims() -> None:
    state = table(
        "usa",
        face_up="locomotive red purple yellow red",
        hands=["purple 1 red 2 locomotive 1"],
        routes={"dallas-houston.1": 1, "kansas_city-omaha.2": 1, "portland-seattle.1": 1},
    )
    assert legal(state) == [
        "draw deck",
        "draw purple",
        "draw yellow",
        "draw red",
        "draw locomotive",
        "tickets",
        "claim atlanta-charleston",
        "claim atlanta-nashville",
        "claim atlanta-raleigh.1",
        "claim atlanta-raleigh.2",
        "claim boston-montreal.1",
        "claim boston-montreal.2",
        "claim boston-new_york.1",
        "claim calgary-vancouver",
        "claim charleston-raleigh",
        "claim chicago-duluth",
        "claim dallas-little_rock",
        "claim dallas-oklahoma_city.1",
        "claim dallas-oklahoma_city.2",
        "claim denver-salt_lake_city.1",
        "claim denver-santa_fe",
        "claim duluth-omaha.1",
        "claim duluth-omaha.2",
        "claim duluth-sault_st_marie",
        "claim el_paso-phoenix",
        "claim el_paso-santa_fe",
        "claim houston-new_orleans",
        "claim kansas_city-oklahoma_city.1",
        "claim kansas_city-oklahoma_city.2",
        "claim kansas_city-saint_louis.2",
        "claim las_vegas-los_angeles",
        "claim little_rock-oklahoma_city",
        "claim little_rock-saint_louis",
        "claim los_angeles-phoenix",
        "claim montreal-toronto",
        "claim nashville-saint_louis",
        "claim phoenix-santa_fe",
        "claim pittsburgh-raleigh",
        "claim pittsburgh-toronto",
        "claim pittsburgh-washington",
        "claim raleigh-washington.1",
        "claim raleigh-washington.2",
        "claim sault_st_marie-toronto",
        "claim seattle-vancouver.1",
        "claim seattle-vancouver.2",
    ]


@pytest.mark.rule("C2")
@pytest.mark.rule("C3")
def test_payments_are_listed_by_color_with_fewest_locomotives_first() -> None:
    cards = "purple 3 blue 1 red 2 locomotive 3"
    state = table("usa", hands=[cards], pending_route="calgary-vancouver")
    assert legal(state) == [
        "pay purple 3",
        "pay purple 2+1",
        "pay purple 1+2",
        "pay blue 1+2",
        "pay red 2+1",
        "pay red 1+2",
        "pay locomotive 3",
    ]


@pytest.mark.rule("S4")
def test_keeps_are_listed_fewest_first_then_by_place() -> None:
    state = game_of("usa_mega").start(seed=1)
    assert legal(state) == [
        *["keep 1 2 3", "keep 1 2 4", "keep 1 2 5", "keep 1 3 4", "keep 1 3 5", "keep 1 4 5"],
        *["keep 2 3 4", "keep 2 3 5", "keep 2 4 5", "keep 3 4 5"],
        *["keep 1 2 3 4", "keep 1 2 3 5", "keep 1 2 4 5", "keep 1 3 4 5", "keep 2 3 4 5"],
        "keep 1 2 3 4 5",
    ]


@pytest.mark.rule("G1")
def test_the_numbers_of_actions_are_those_of_their_order() -> None:
    for state in (
        table(hands=["red 3 locomotive 2"]),
        table(hands=["red 3 locomotive 2"], pending_route="b-c.1"),
        table(offers=[[1, 2]]),
    ):
        numbers = [action.number for action in state.legal_actions()]
        assert numbers == sorted(set(numbers))


# --- what actions say of themselves --------------------------------------------------------------


@pytest.mark.rule("C2")
def test_an_action_tells_its_parts() -> None:
    (mixed,) = [a for a in table("usa", **PAYING).legal_actions() if a.text == "pay orange 3+1"]
    assert (mixed.kind, mixed.color, mixed.cards, mixed.locomotives) == ("pay", "orange", 3, 1)
    wild = table("usa", **PAYING).legal_actions()[-1]
    assert (wild.text, wild.color, wild.cards, wild.locomotives) == (
        "pay locomotive 4",
        "locomotive",
        0,
        4,
    )


@pytest.mark.rule("G1")
@pytest.mark.parametrize("edition", [*caboose.editions(), "toy"])
def test_every_legal_action_is_understood_as_it_is_written(edition: str) -> None:
    state = game_of(edition).start(seed=5)
    for _ in range(12):
        actions = state.legal_actions()
        for action in actions:
            assert state.game.notation.parse(action.text) == (action,)
        state.apply(actions[-1])


# --- what is understood --------------------------------------------------------------------------


@pytest.mark.rule("R15")
def test_a_claim_and_its_payment_may_be_one_line() -> None:
    state = table("usa", hands=["orange 3 locomotive 1"])
    events = play(state, "claim denver-kansas_city.2 orange 3+1")
    assert [event.kind for event in events] == ["claimed", "paid"]
    assert (state.phase, state.seat, value(state, "actions")) == ("turn", 1, 2)
    assert discards(state) == "orange 3 locomotive 1"


@pytest.mark.rule("R15")
@pytest.mark.parametrize(
    ("line", "code", "fragment"),
    [
        ("claim denver-kansas_city.2 orange 4", "not_enough_cards", "you have only 3 orange"),
        ("claim denver-kansas_city.2 orange 3", "wrong_amount", "takes exactly 4 cards, not 3"),
        ("claim denver-kansas_city.2 black 3+1", "wrong_color", "is orange, not black"),
        ("claim denver-kansas_city.1 black 3+1", "not_enough_cards", "needs 4 cards"),
        ("claim denver-omaha purple 3+1", "route_claimed", "seat 1 owns Denver-Omaha"),
        ("claim denver-kansas_city.2 pink 3+1", "unknown_color", "there is no pink card"),
    ],
)
def test_one_line_is_refused_whole_if_either_part_is(line: str, code: str, fragment: str) -> None:
    state = table("usa", hands=["orange 3 locomotive 1"], routes={"denver-omaha": 1})
    refuses(state, line, code, fragment)
    assert (state.phase, value(state, "pending_route"), value(state, "actions")) == (
        "turn",
        None,
        0,
    )
    assert hand(state, 0) == "orange 3 locomotive 1"


@pytest.mark.rule("R15")
def test_no_locomotives_may_be_written_and_are_left_out() -> None:
    state = table("usa", **PAYING)
    (action,) = state.game.notation.parse("pay orange 4+0")
    assert action.text == "pay orange 4"
    play(state, "pay orange 4+0")
    assert discards(state) == "orange 4"


@pytest.mark.rule("G1")
def test_capitals_and_spaces_do_not_matter() -> None:
    state = table(deck="green 3")
    play(state, "  Draw   DECK ")
    assert hand(state, 0) == "green 1"


# --- what is not ---------------------------------------------------------------------------------


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("text", "code", "fragment"),
    [
        ("", "not_an_action", "write one of: draw deck, draw red, claim ROUTE"),
        ("draw", "not_an_action", "write one of"),
        ("draw red red", "not_an_action", "write one of"),
        ("keep", "not_an_action", "write one of"),
        ("pass now", "not_an_action", "write one of"),
        ("claim", "not_an_action", "write one of"),
        ("claim denver-omaha purple", "not_an_action", "write one of"),
        ("hello" * 50, "not_an_action", "is not an action"),
        ("draw pink", "unknown_color", "the cards are purple, blue, orange"),
        (
            "claim denver-kansas_city",
            "double_route",
            "denver-kansas_city.1 or denver-kansas_city.2",
        ),
        ("claim denver-omahaa", "unknown_route", "did you mean denver-omaha?"),
        ("claim omaha-denver", "unknown_route", "there is no route omaha-denver"),
        ("claim xyz", "unknown_route", "there is no route xyz"),
        ("pay red", "not_an_action", "write one of"),
        ("pay red many", "bad_amount", "write 4, or 3+1"),
        ("pay red 3+1+1", "bad_amount", "write 4, or 3+1"),
        ("pay red -1", "bad_amount", "write 4, or 3+1"),
        ("pay red 0", "bad_amount", "locomotives alone are written"),
        ("pay red 0+3", "bad_amount", "pay locomotive 3"),
        ("pay locomotive 1+2", "bad_amount", "pay locomotive 3"),
        ("pay locomotive 0", "bad_amount", "no route takes 0 cards"),
        ("pay red 10", "bad_amount", "no route takes 10 cards"),
        ("pay red 5+5", "bad_amount", "no route takes 10 cards"),
        ("keep one", "bad_places", "counted from 1"),
        ("keep 0", "bad_places", "counted from 1"),
        ("keep 6", "bad_places", "counted from 1"),
        ("keep 1 1", "bad_places", "each place once"),
        ("keep 2 1", "bad_places", "the lowest first"),
    ],
)
def test_what_is_no_action_is_refused_with_a_hint(text: str, code: str, fragment: str) -> None:
    state = table("usa", hands=["red 2"])
    refuses(state, text, code, fragment)
    with pytest.raises(caboose.BadNotation):
        state.apply(text)
