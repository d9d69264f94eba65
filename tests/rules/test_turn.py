"""A turn: one of three actions, finished before the next seat has its own."""

from __future__ import annotations

from typing import Any

import pytest

import caboose
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.notation import hand, legal, play, refuses, row, said, value
from tests.support.games.table import game_of, table

DRAWN = {"phase": "second_card", "hands": ["red 2"]}
CLAIMED = {"pending_route": "a-b", "hands": ["red 2"]}
OFFERED = {"offers": [[3, 5]], "hands": ["red 2"]}


@pytest.mark.rule("G1")
def test_a_turn_is_drawing_cards_claiming_a_route_or_drawing_tickets() -> None:
    state = table(hands=["red 2"])
    assert [action.kind for action in state.legal_actions()] == [
        *["draw"] * 4,
        "tickets",
        *["claim"] * 5,
    ]


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    "actions",
    [["draw deck", "draw deck"], ["claim a-b", "pay red 1"], ["tickets", "keep 1"]],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_its_action_the_next_seat_has_its_turn_and_seat_0_after_the_last(
    seats: int, actions: list[str]
) -> None:
    for seat in range(seats):
        hands = [""] * seats
        hands[seat] = "red 2"
        state = table(seats=seats, seat=seat, hands=hands)
        for action in actions:
            assert state.seat == seat
            play(state, action)
        assert (state.phase, state.seat) == ("turn", (seat + 1) % seats)


@pytest.mark.rule("G1")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_turns_go_around_the_table(edition: str, seats: int) -> None:
    state = table(edition, seats=seats)
    order = []
    for _ in range(seats + 1):
        order.append(state.seat)
        play(state, "tickets", "keep 1")
    assert order == [*range(seats), 0]


@pytest.mark.rule("G1")
@pytest.mark.parametrize("action", ["draw deck", "draw red", "tickets", "claim a-b", "pass"])
def test_a_seat_acts_only_in_its_own_turn(action: str) -> None:
    state = table(hands=["", "red 2"])
    assert legal(state, 1) == []
    refuses(state, action, "not_your_turn", "it is seat 0's turn", seat=1)


@pytest.mark.rule("G1")
def test_there_are_no_seats_beyond_those_that_play() -> None:
    state = table()
    for seat in (-1, 2, True):
        with pytest.raises(ValueError, match="there is no seat"):
            state.apply("draw deck", seat)


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("position", "action", "fragment"),
    [
        (DRAWN, "claim a-b", "now take your second card"),
        (DRAWN, "tickets", "now take your second card"),
        (DRAWN, "pass", "now take your second card"),
        (DRAWN, "keep 1", "now take your second card"),
        (DRAWN, "pay red 1", "now take your second card"),
        (CLAIMED, "draw deck", "now pay for the route you claimed"),
        (CLAIMED, "draw red", "now pay for the route you claimed"),
        (CLAIMED, "tickets", "now pay for the route you claimed"),
        (CLAIMED, "claim c-d.1", "now pay for the route you claimed"),
        (CLAIMED, "pass", "now pay for the route you claimed"),
        (CLAIMED, "keep 1", "now pay for the route you claimed"),
        (OFFERED, "draw deck", "now choose which tickets to keep"),
        (OFFERED, "claim a-b", "now choose which tickets to keep"),
        (OFFERED, "tickets", "now choose which tickets to keep"),
        (OFFERED, "pay red 1", "now choose which tickets to keep"),
        (OFFERED, "pass", "now choose which tickets to keep"),
    ],
)
def test_a_turn_that_has_begun_cannot_become_another_action(
    position: dict[str, Any], action: str, fragment: str
) -> None:
    refuses(table(**position), action, "wrong_phase", fragment)


@pytest.mark.rule("G1")
@pytest.mark.parametrize("action", ["pay red 1", "keep 1"])
def test_a_turn_does_not_begin_with_paying_or_keeping(action: str) -> None:
    refuses(
        table(hands=["red 2"]), action, "wrong_phase", "draw cards, claim a route or draw tickets"
    )


@pytest.mark.rule("G1")
@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (DRAWN, ["draw deck", "draw red", "draw blue", "draw green"]),
        (CLAIMED, ["pay red 1"]),
        (OFFERED, ["keep 1", "keep 2", "keep 1 2"]),
    ],
)
def test_in_the_middle_of_a_turn_only_its_own_actions_are_legal(
    position: dict[str, Any], actions: list[str]
) -> None:
    state = table(**position)
    assert legal(state) == actions
    assert legal(state, 1) == []
    assert state.waiting_for() == [0]


@pytest.mark.rule("G1")
@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "something",
    [
        {"deck": "red 1", "face_up": "red red red blue blue"},
        {"face_up": "locomotive"},
        {"face_up": "- - - - green"},
        {"ticket_deck": [4]},
        {"hands": ["red 1"]},
    ],
)
def test_passing_is_refused_while_anything_else_is_possible(something: dict[str, Any]) -> None:
    nothing: dict[str, Any] = {"deck": "", "face_up": "", "ticket_deck": [], "hands": ["blue 1"]}
    nothing |= {"routes": {"c-d.2": 1, "d-e": 1}}
    state = table(**(nothing | something))
    assert "pass" not in legal(state)
    refuses(state, "pass", "may_not_pass", "only when you have no other move")


@pytest.mark.rule("G1")
@pytest.mark.rule("R4")
def test_a_seat_that_can_do_nothing_else_may_only_pass() -> None:
    state = table(deck="", face_up="", ticket_deck=[], hands=["green 1"], routes={"d-e": 1})
    assert legal(state) == ["pass"]
    assert said(play(state, "pass")) == ["passed 0"]
    assert (state.seat, value(state, "passes")) == (1, 1)


@pytest.mark.rule("G1")
def test_every_action_is_counted_and_a_turn_when_it_ends() -> None:
    state = table(hands=["red 2"])
    steps = ["draw deck", "draw deck", "tickets", "keep 1", "claim a-b", "pay red 1"]
    counted = []
    for step in steps:
        play(state, step)
        counted.append((value(state, "actions"), value(state, "turns")))
    assert counted == [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)]


@pytest.mark.rule("G1")
def test_a_finished_game_has_no_actions() -> None:
    state = table(final_turns_left=1)
    play(state, "tickets", "keep 1")
    assert state.is_over
    assert (legal(state, 0), legal(state, 1), state.waiting_for()) == ([], [], [])
    for action in ("draw deck", "tickets", "claim a-b", "pay red 1", "keep 1", "pass"):
        refuses(state, action, "game_over", "the game is over")
        refuses(state, action, "game_over", "the game is over", seat=1)


@pytest.mark.rule("G1")
def test_a_refused_action_leaves_no_trace_in_history_either() -> None:
    state = caboose.Game("london").start(seed=3)
    play(state, "keep 1", "keep 1")
    before = state.record()
    refuses(state, "claim st_pauls-brick_lane orange 3", "not_enough_cards", "needs 3 cards")
    assert state.record() == before


@pytest.mark.rule("G1")
def test_an_action_may_be_given_as_an_object_too() -> None:
    state = table(face_up="red blue green red red")
    (draw,) = [action for action in state.legal_actions() if action.text == "draw blue"]
    state.apply(draw)
    assert hand(state, 0) == "blue 1"
    assert row(state).split()[0] == "red"


@pytest.mark.rule("G1")
def test_games_that_nobody_listens_to_are_played_to_the_end_as_well() -> None:
    result = caboose.play_random(game_of("toy", 3), 3, seed=7)
    assert result["games"] == 3
    assert result["actions"] > result["decisions"] > result["turns"] > 3 * 3
    assert result == caboose.play_random(game_of("toy", 3), 3, seed=7)
