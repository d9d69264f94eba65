"""Setting up: trains, hands, the face-up row and the first tickets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import caboose
from caboose.boards import edition as built_in
from caboose.engine import kernels
from caboose.engine.fields import STATE
from caboose.engine.happenings import new_buffer
from tests.support.games.editions import EDITIONS_AND_SEATS, USA_EDITIONS
from tests.support.games.notation import (
    deck,
    discards,
    hand,
    legal,
    play,
    refuses,
    row,
    said,
    things,
    value,
)
from tests.support.games.table import game_of, table

SMALL = ["london", "new_york", "toy", "toy_sights"]


@cache
def dealt(edition: str, seats: int, seed: int) -> caboose.State:
    return game_of(edition, seats).start(seed=seed)


def deal(edition: str, seats: int = 2, seed: int = 7) -> caboose.State:
    return dealt(edition, seats, seed).copy()


def laid(*cards: str) -> list[str]:
    """Cards laid into the row from the left."""
    return [f"laid {card} {slot}" for slot, card in enumerate(cards)]


def set_up(state: caboose.State) -> list[str]:
    """What set-up did, without the cards dealt."""
    assert state.history is not None
    events = next(iter(state.history)).events
    return [text for text in said(events) if not text.startswith("drew_blind")]


# --- trains --------------------------------------------------------------------------------------


@pytest.mark.rule("S1")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_seat_takes_its_trains(edition: str, seats: int) -> None:
    trains = {"london": 17, "new_york": 15}.get(edition, 45)
    assert value(deal(edition, seats), "trains") == [trains] * seats


@pytest.mark.rule("S1")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_seat_starts_at_no_points_and_without_routes(edition: str, seats: int) -> None:
    position = deal(edition, seats).to_dict()
    assert position["route_points"] == [0] * seats
    assert position["routes"] == {}
    assert position["seen"] == [dict.fromkeys(position["deck"], 0)] * seats


@pytest.mark.rule("S1")
def test_nothing_has_happened_yet() -> None:
    position = deal("usa", 3).to_dict()
    assert (position["phase"], position["seat"]) == ("first_tickets", 0)
    assert [position[name] for name in ("actions", "turns", "passes")] == [0, 0, 0]
    for name in ("final_turns_left", "pending_route", "end_reason"):
        assert position[name] is None
    assert (position["returned"], position["removed"]) == ([[], [], []], [])


@pytest.mark.rule("S1")
def test_a_game_is_for_the_seats_of_its_edition() -> None:
    for edition, fewest, most in [("usa", 2, 5), ("london", 2, 4), ("new_york", 2, 4)]:
        for seats in (fewest - 1, most + 1):
            with pytest.raises(ValueError, match=f"is for {fewest} to {most} seats, not {seats}"):
                caboose.Game(edition, seats)


# --- hands ---------------------------------------------------------------------------------------


@pytest.mark.rule("S2")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_seat_is_dealt_its_starting_hand(edition: str, seats: int) -> None:
    cards = 4 if edition in USA_EDITIONS else 2
    assert deal(edition, seats).view(None).to_dict()["hands"] == [cards] * seats


@pytest.mark.rule("S2")
@pytest.mark.parametrize("edition", caboose.editions())
def test_the_deck_has_so_many_of_each_color_and_so_many_locomotives(edition: str) -> None:
    colors = {
        "usa": ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"],
        "london": ["blue", "green", "black", "pink", "yellow", "orange"],
        "new_york": ["blue", "green", "black", "pink", "red", "orange"],
    }[edition if edition in ("london", "new_york") else "usa"]
    each, locomotives = (12, 14) if edition in USA_EDITIONS else (6, 8)
    assert list(value(deal(edition), "deck")) == [*colors, "locomotive"]
    cards, _ = things(deal(edition))
    assert cards == {**dict.fromkeys(colors, each), "locomotive": locomotives}


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("edition", "seats", "left"),
    [
        *[("usa", 2, 97), ("usa", 5, 85), ("london", 2, 35), ("london", 3, 33), ("london", 4, 31)],
        *[("new_york", 2, 35), ("new_york", 3, 33), ("new_york", 4, 31)],
    ],
)
def test_the_rest_of_the_cards_is_the_deck(edition: str, seats: int, left: int) -> None:
    state = deal(edition, seats)
    assert sum(value(state, "deck").values()) == left
    assert discards(state) == ""


@pytest.mark.rule("S2")
def test_the_cards_follow_from_the_key_seat_by_seat() -> None:
    state = deal("usa", 2, seed=7)
    assert hand(state, 0) == "orange 1 white 1 green 1 red 1"
    assert hand(state, 1) == "blue 1 orange 1 black 1 locomotive 1"
    assert state.history is not None
    dealt = said(next(iter(state.history)).events)[:8]
    first = ["orange", "green", "red", "white"]
    second = ["blue", "locomotive", "black", "orange"]
    assert dealt == [f"drew_blind {s} {c}" for s, h in enumerate((first, second)) for c in h]
    assert value(state, "chance") == 4 + 4 + 5


@pytest.mark.rule("S2")
def test_the_same_key_deals_the_same_game_and_another_key_another() -> None:
    game = game_of("usa", 3)
    assert game.start(key=b"k" * 32) == game.start(key=b"k" * 32)
    assert game.start(key=b"k" * 32) != game.start(key=b"K" * 32)


# --- the row -------------------------------------------------------------------------------------


@pytest.mark.rule("S3")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_five_cards_lie_face_up(edition: str, seats: int) -> None:
    face_up = row(deal(edition, seats)).split()
    assert len(face_up) == 5
    assert "-" not in face_up
    assert face_up.count("locomotive") < 3


@pytest.mark.rule("S3")
def test_the_row_is_laid_after_the_hands_from_the_left() -> None:
    assert row(deal("usa", 2, seed=7)) == "purple white purple locomotive black"


@pytest.mark.rule("S3")
@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    ("edition", "seed", "swept", "stays"),
    [
        ("usa", 62, "yellow 1 black 1 locomotive 3", "orange red orange blue black"),
        ("london", 51, "blue 1 pink 1 locomotive 3", "black orange yellow blue pink"),
        ("new_york", 51, "blue 1 pink 1 locomotive 3", "black orange red blue pink"),
    ],
)
def test_a_first_row_with_three_locomotives_is_swept(
    edition: str, seed: int, swept: str, stays: str
) -> None:
    state = deal(edition, 2, seed)
    assert discards(state) == swept
    assert row(state) == stays
    assert set_up(state).count("swept") == 1


@pytest.mark.rule("S3")
@pytest.mark.rule("R2")
def test_a_first_row_is_swept_again_if_the_new_one_needs_it_too() -> None:
    state = deal("london", 2, seed=513)
    assert set_up(state)[:17] == [
        *laid("orange", "locomotive", "locomotive", "yellow", "locomotive"),
        "swept",
        *laid("yellow", "locomotive", "locomotive", "locomotive", "blue"),
        "swept",
        *laid("orange", "green", "pink", "yellow", "black"),
    ]
    assert discards(state) == "blue 1 yellow 2 orange 1 locomotive 6"


@pytest.mark.rule("S3")
@pytest.mark.rule("R1")
def test_a_sweep_at_set_up_lays_what_the_deck_has_and_reshuffles_for_the_rest() -> None:
    state = deal("toy", 2, seed=160)
    assert set_up(state)[11:18] == [
        "swept",
        *laid("blue", "red", "blue", "red"),
        "reshuffled 10",
        "laid locomotive 4",
    ]
    assert discards(state) == ""
    assert sum(value(state, "deck").values()) == 9


@pytest.mark.rule("S3")
@pytest.mark.rule("R2")
def test_a_first_row_stands_if_there_is_no_better_one() -> None:
    wild = replace(built_in("london"), cards_per_color=0, locomotives=20)
    state = caboose.Game(wild).start(seed=1)
    assert row(state) == "locomotive locomotive locomotive locomotive locomotive"
    assert deck(state) == "locomotive 11"


# --- first tickets -------------------------------------------------------------------------------


@pytest.mark.rule("S4")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_seat_is_offered_first_tickets_from_the_top(edition: str, seats: int) -> None:
    offered = {"usa_mega": 5, "usa_big_cities": 4, "london": 2, "new_york": 2}.get(edition, 3)
    tickets = {"usa_1910": 35, "usa_mega": 69, "usa_big_cities": 35, "london": 20, "new_york": 18}
    position = deal(edition, seats).to_dict()
    assert [len(offer) for offer in position["offers"]] == [offered] * seats
    left = tickets.get(edition, 30) - offered * seats
    assert len(position["ticket_deck"]) == left
    assert position["tickets"] == [[]] * seats


@pytest.mark.rule("S4")
def test_the_ticket_deck_is_shuffled_by_the_key() -> None:
    position = deal("usa", 2, seed=7).to_dict()
    assert position["offers"] == [[25, 24, 0], [20, 7, 6]]
    assert position["ticket_deck"][:3] == [21, 26, 9]
    assert set_up(deal("usa", 2, seed=7))[-2:] == ["offered 0 3 25 24 0", "offered 1 3 20 7 6"]


@pytest.mark.rule("S4")
@pytest.mark.parametrize(
    ("seed", "order"),
    [
        (1, [0, 7, 5, 2, 3, 6, 1, 4]),
        (2, [3, 2, 0, 6, 5, 7, 1, 4]),
        (3, [3, 0, 4, 5, 6, 7, 2, 1]),
        (6, [7, 6, 2, 5, 1, 3, 4, 0]),
        (7, [1, 3, 6, 0, 5, 4, 2, 7]),
    ],
)
def test_the_shuffle_is_the_one_that_notation_describes(seed: int, order: list[int]) -> None:
    # The orders come from the verifier printed in docs/notation.md.
    position = deal("toy", 2, seed).to_dict()
    assert [*position["offers"][0], *position["offers"][1], *position["ticket_deck"]] == order


@pytest.mark.rule("S4")
def test_a_ticket_deck_of_more_than_sixteen_is_shuffled_whole() -> None:
    position = deal("usa", 2, seed=7).to_dict()
    rest = [21, 26, 9, 14, 13, 28, 27, 19, 18, 8, 11, 16, 15, 12, 1, 5, 2, 3, 17, 4, 22, 23, 10, 29]
    assert position["ticket_deck"] == rest


@pytest.mark.rule("S4")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("edition", "offered", "fewest"),
    [
        ("usa", 3, 2),
        ("usa_anniversary", 3, 2),
        ("usa_1910", 3, 2),
        ("usa_mega", 5, 3),
        ("usa_big_cities", 4, 2),
        ("london", 2, 1),
        ("new_york", 2, 1),
    ],
)
def test_a_seat_keeps_the_minimum_or_more_of_its_first_tickets(
    edition: str, offered: int, fewest: int, seat: int
) -> None:
    sizes = [len(text.split()) - 1 for text in legal(deal(edition), seat)]
    ways = {2: [1, 2, 1], 3: [1, 3, 3, 1], 4: [1, 4, 6, 4, 1], 5: [1, 5, 10, 10, 5, 1]}[offered]
    assert [sizes.count(size) for size in range(1, 6)] == [
        ways[size] if fewest <= size <= offered else 0 for size in range(1, 6)
    ]


@pytest.mark.rule("S4")
def test_keeping_fewer_first_tickets_is_refused() -> None:
    refuses(deal("usa"), "keep 3", "keep_too_few", "at least 2 of these tickets")
    refuses(deal("usa_mega"), "keep 1 5", "keep_too_few", "at least 3 of these tickets")


@pytest.mark.rule("S4")
def test_keeping_a_ticket_that_is_not_offered_is_refused() -> None:
    refuses(deal("usa"), "keep 1 4", "not_offered", "only 3 tickets are offered")
    refuses(deal("london"), "keep 3", "not_offered", "there is no ticket number 3")


@pytest.mark.rule("S4")
def test_the_chosen_first_tickets_are_kept() -> None:
    state = deal("usa", 2, seed=7)
    assert said(play(state, "keep 1 3")) == ["chose_first_tickets 0 2 25 0"]
    assert value(state, "tickets") == [[0, 25], []]
    assert value(state, "offers") == [[], [20, 7, 6]]
    assert value(state, "returned") == [[24], []]


@pytest.mark.rule("S4")
@pytest.mark.rule("R6")
@pytest.mark.parametrize("edition", ["usa", "usa_1910", "usa_mega", "usa_big_cities"])
def test_returned_first_tickets_go_under_the_ticket_deck(edition: str) -> None:
    state = deal(edition)
    position = state.to_dict()
    (one, two), top = position["offers"], position["ticket_deck"]
    keep = " ".join(str(place) for place in range(2, len(one) + 1))
    play(state, f"keep {keep}", f"keep {keep}")
    assert value(state, "ticket_deck") == [*top, one[0], two[0]]
    assert value(state, "removed") == []


@pytest.mark.rule("S4")
@pytest.mark.rule("R6")
@pytest.mark.parametrize("edition", ["london", "new_york", "toy"])
def test_a_city_returns_the_ticket_that_is_not_kept_to_the_bottom(edition: str) -> None:
    state = deal(edition)
    position = state.to_dict()
    (one, two), top = position["offers"], position["ticket_deck"]
    play(state, "keep 2", "keep 1")
    assert value(state, "ticket_deck") == [*top, one[0], two[1]]


@pytest.mark.rule("S4")
@pytest.mark.rule("R6")
@pytest.mark.parametrize("edition", ["usa_anniversary", "toy_sights"])
def test_returned_first_tickets_of_the_anniversary_leave_the_game(edition: str) -> None:
    state = deal(edition)
    position = state.to_dict()
    (one, two), top = position["offers"], position["ticket_deck"]
    keep = "keep 2 3" if edition == "usa_anniversary" else "keep 2"
    play(state, keep, keep)
    assert value(state, "ticket_deck") == top
    assert value(state, "removed") == sorted([one[0], two[0]])


@pytest.mark.rule("S4")
@pytest.mark.parametrize("edition", SMALL)
def test_a_seat_may_keep_all_first_tickets(edition: str) -> None:
    state = deal(edition)
    offers, top = value(state, "offers"), value(state, "ticket_deck")
    play(state, "keep 1 2", "keep 1 2")
    assert value(state, "tickets") == [sorted(offer) for offer in offers]
    assert value(state, "ticket_deck") == top


@pytest.mark.rule("S4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_turn_begins_when_all_seats_have_chosen(seats: int) -> None:
    state = deal("usa", seats)
    for seat in range(seats):
        assert (state.phase, state.seat) == ("first_tickets", seat)
        assert state.waiting_for() == list(range(seat, seats))
        events = play(state, "keep 1 2")
    assert (state.phase, state.seat) == ("turn", 0)
    assert said(events)[1:] == ["all_chose " + " ".join(["2"] * seats)]
    assert value(state, "returned") == [[]] * seats


@pytest.mark.rule("S4")
def test_nothing_but_keeping_is_possible_before_all_have_chosen() -> None:
    state = deal("usa")
    assert {action.kind for action in state.legal_actions()} == {"keep"}
    for action in ("draw deck", "tickets", "claim denver-omaha", "pay red 1", "pass"):
        refuses(state, action, "wrong_phase", "now choose your first tickets")
    play(state, "keep 1 2")
    refuses(state, "keep 1 2", "already_chosen", "the others are still choosing", seat=0)
    assert legal(state, 0) == []


@pytest.mark.rule("S4")
def test_a_position_of_the_first_choice_can_be_written_down() -> None:
    state = table(
        "usa",
        seat=1,
        phase="first_tickets",
        tickets=[[3, 8]],
        offers=[[], [5, 4, 1]],
        returned=[[2]],
    )
    play(state, "keep 2 3")
    assert value(state, "tickets") == [[3, 8], [1, 4]]
    assert value(state, "ticket_deck")[-2:] == [2, 5]


@pytest.mark.rule("R7")
def test_all_are_told_how_many_each_kept_when_all_have_chosen() -> None:
    state = deal("usa", 3)
    play(state, "keep 1 2", "keep 1 2 3")
    assert said(state.apply("keep 2 3"))[1:] == ["all_chose 2 3 2"]


@pytest.mark.rule("S1")
@pytest.mark.parametrize("left_behind", [1, 7, 77])
def test_nothing_of_an_earlier_game_is_left_on_the_table(left_behind: int) -> None:
    clean = deal("usa_mega", 3)
    used = clean.array.copy()
    used.view(np.uint8)[:] = left_behind
    used["key"] = clean.array["key"]
    kernels.start(clean.game.tables, used, 0, new_buffer())
    for name in STATE.names or ():
        assert np.array_equal(used[name], clean.array[name]), name
