"""The final round: how it begins, how it ends, and the other way for a game to end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.notation import legal, play, said, value
from tests.support.games.table import game_of, table

STUCK: dict[str, Any] = {"deck": "", "face_up": "", "ticket_deck": []}
TURNS = [["draw deck", "draw deck"], ["tickets", "keep 1"], ["claim a-b", "pay red 1"]]


def one_turn(state: caboose.State) -> list[str]:
    """Any whole turn: what happened in it."""
    return said(play(state, "tickets", "keep 1"))


@pytest.mark.rule("E1")
@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize(("trains", "begins"), [(5, False), (4, True), (3, True), (2, True)])
def test_two_or_fewer_trains_at_the_end_of_a_turn_begin_the_final_round(
    edition: str, trains: int, begins: bool
) -> None:
    route = {"london": "trafalgar_square-waterloo", "new_york": "soho-wall_street"}.get(
        edition, "denver-santa_fe"
    )
    state = table(edition, hands=["locomotive 2"], trains=[trains, 15])
    events = said(play(state, f"claim {route}", "pay locomotive 2"))
    assert ("final_round_began 0" in events) == begins
    assert value(state, "final_turns_left") == (2 if begins else None)
    assert (state.phase, state.seat) == ("turn", 1)


@pytest.mark.rule("E1")
@pytest.mark.parametrize("turn", TURNS)
def test_any_kind_of_turn_ends_with_a_look_at_the_trains(turn: list[str]) -> None:
    state = table(hands=["red 2"], trains=[3 if turn[0].startswith("claim") else 2, 8])
    assert said(play(state, *turn))[-1] == "final_round_began 0"
    assert value(state, "final_turns_left") == 2


@pytest.mark.rule("E1")
def test_only_the_trains_of_the_seat_that_ends_its_turn_count() -> None:
    state = table(trains=[8, 2])
    one_turn(state)
    assert value(state, "final_turns_left") is None


@pytest.mark.rule("E1")
def test_a_turn_that_has_not_ended_does_not_begin_it() -> None:
    state = table(trains=[2, 8])
    play(state, "draw deck")
    assert value(state, "final_turns_left") is None


@pytest.mark.rule("E1")
@pytest.mark.rule("R13")
def test_a_second_seat_that_runs_low_changes_nothing() -> None:
    state = table(seats=3, trains=[2, 1, 8])
    assert one_turn(state)[-1] == "final_round_began 0"
    assert "final_round_began 1" not in one_turn(state)
    assert value(state, "final_turns_left") == 2


@pytest.mark.rule("E1")
@pytest.mark.rule("R13")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_claim_that_leaves_a_second_seat_few_trains_changes_nothing(edition: str) -> None:
    """Both run low by a claim of two spaces; each seat still has one last turn, the first last."""
    routes = {
        "london": ("trafalgar_square-waterloo", "waterloo-globe_theatre"),
        "new_york": ("soho-wall_street", "chelsea-gramercy_park"),
    }.get(edition, ("denver-santa_fe", "el_paso-santa_fe"))
    hands = ["locomotive 2", "locomotive 2"]
    state = table(edition, seats=3, hands=hands, trains=[4, 4, 15])
    first = said(play(state, f"claim {routes[0]}", "pay locomotive 2"))
    assert first[-1] == "final_round_began 0"
    second = said(play(state, f"claim {routes[1]}", "pay locomotive 2"))
    assert not any(event.startswith("final_round_began") for event in second)
    assert (value(state, "trains")[1], value(state, "final_turns_left")) == (2, 2)
    one_turn(state)
    one_turn(state)
    assert state.is_over


@pytest.mark.rule("E1")
def test_an_edition_says_how_few_trains_begin_it() -> None:
    board = replace(game_of("toy").edition, final_trains=4)
    for trains, left in [(5, None), (4, 2)]:
        state = table(board, trains=[trains, 8])
        one_turn(state)
        assert value(state, "final_turns_left") == left


@pytest.mark.rule("E2")
@pytest.mark.rule("R13")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_seat_has_one_more_turn_and_the_one_that_began_it_is_last(
    edition: str, seats: int
) -> None:
    starter = seats - 2
    trains = [15] * seats
    trains[starter] = 2
    state = table(edition, seats=seats, seat=starter, trains=trains)
    assert one_turn(state)[-1] == f"final_round_began {starter}"
    order: list[int] = []
    while not state.is_over:
        assert value(state, "final_turns_left") == seats - len(order)
        order.append(state.seat)
        events = one_turn(state)
    assert order == [*range(starter + 1, seats), *range(starter + 1)]
    assert events[-1] == "game_ended final_round"
    assert value(state, "end_reason") == "final_round"
    assert value(state, "final_turns_left") == 0
    assert (state.phase, state.seat) == ("over", starter)


@pytest.mark.rule("E2")
@pytest.mark.parametrize("turn", TURNS)
def test_the_last_turn_may_be_of_any_kind_and_is_finished(turn: list[str]) -> None:
    state = table(hands=["red 2"], final_turns_left=1)
    play(state, turn[0])
    assert not state.is_over
    play(state, turn[1])
    assert state.is_over


@pytest.mark.rule("E2")
def test_a_pass_in_the_final_round_uses_up_the_turn() -> None:
    state = table(**STUCK, final_turns_left=2, trains=[0, 0])
    play(state, "pass")
    assert value(state, "final_turns_left") == 1
    assert said(play(state, "pass")) == ["passed 1", "game_ended final_round"]
    assert value(state, "end_reason") == "final_round"


@pytest.mark.rule("E2")
@pytest.mark.rule("R4")
def test_passes_do_not_cut_the_final_round_short() -> None:
    state = table(**STUCK, seats=2, final_turns_left=2, passes=1, trains=[0, 0])
    play(state, "pass")
    assert not state.is_over
    assert legal(state) == ["pass"]


@pytest.mark.rule("E2")
@pytest.mark.rule("R4")
def test_a_pass_that_begins_the_final_round_is_not_a_deadlock() -> None:
    state = table(**STUCK, passes=1, trains=[2, 8])
    assert said(play(state, "pass")) == ["passed 0", "final_round_began 0"]
    assert value(state, "final_turns_left") == 2


@pytest.mark.rule("E2")
def test_a_game_that_is_over_is_scored() -> None:
    state = table(routes={"d-f": 0}, tickets=[[7], [0]], ticket_deck=[6], final_turns_left=1)
    one_turn(state)
    assert [seat.total for seat in state.score().seats] == [4 + 2 - 1 + 5, -3]
    assert state.score().winners == (0,)
