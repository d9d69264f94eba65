"""Drawing cards: two cards, from the row or blind, and the limits on face-up locomotives."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import caboose
from tests.support.games.notation import (
    deck,
    discards,
    hand,
    legal,
    play,
    refuses,
    row,
    said,
    value,
)
from tests.support.games.table import count, lucky_table, table

# A row of locomotives that stands: with two other cards at most no better one is possible.
STANDING = "locomotive locomotive locomotive red blue"


# --- two cards -----------------------------------------------------------------------------------


@pytest.mark.rule("D1")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_draw_is_two_cards(edition: str) -> None:
    state = table(edition)
    play(state, "draw deck")
    assert (state.phase, state.seat) == ("second_card", 0)
    play(state, "draw deck")
    assert (state.phase, state.seat) == ("turn", 1)
    assert sum(value(state, "hands")[0].values()) == 2


@pytest.mark.rule("D1")
@pytest.mark.parametrize("first", ["draw deck", "draw blue"])
@pytest.mark.parametrize("second", ["draw deck", "draw red"])
def test_each_card_comes_from_the_row_or_from_the_deck(first: str, second: str) -> None:
    state = table(face_up="red red blue blue blue", deck="green 4")
    play(state, first, second)
    taken = ["green" if action == "draw deck" else action.split()[1] for action in (first, second)]
    assert value(state, "hands")[0] == count(state.game.edition, " ".join(taken))
    assert (state.phase, state.seat) == ("turn", 1)


@pytest.mark.rule("D1")
def test_any_color_in_the_row_may_be_drawn_and_no_other() -> None:
    state = table("usa", face_up="red locomotive purple purple white")
    draws = ["draw deck", "draw purple", "draw white", "draw red", "draw locomotive"]
    assert legal(state, kind="draw") == draws
    refuses(state, "draw blue", "not_face_up", "there is no face-up blue card")
    play(state, "draw deck")
    assert legal(state) == draws[:-1]


@pytest.mark.rule("D1")
def test_a_locomotive_that_is_not_there_is_refused_by_the_name_the_edition_gives_it() -> None:
    refuses(table("usa"), "draw locomotive", "not_face_up", "there is no face-up locomotive")
    refuses(table("london"), "draw locomotive", "not_face_up", "there is no face-up bus card")
    refuses(table("new_york"), "draw locomotive", "not_face_up", "there is no face-up taxi card")


@pytest.mark.rule("D1")
def test_a_blind_draw_takes_a_card_of_the_deck_and_leaves_the_row() -> None:
    state = table(face_up="red red blue blue blue", deck="green 3")
    assert said(play(state, "draw deck")) == ["drew_blind 0 green"]
    assert (hand(state, 0), deck(state)) == ("green 1", "green 2")
    assert row(state) == "red red blue blue blue"


@pytest.mark.rule("D1")
def test_the_first_card_is_seen_before_the_second_is_chosen() -> None:
    state = table(face_up="red red blue blue blue", deck="green 3")
    play(state, "draw deck")
    assert state.view(0).hand == {"red": 0, "blue": 0, "green": 1, "locomotive": 0}
    assert legal(state) == ["draw deck", "draw red", "draw blue"]


@pytest.mark.rule("D1")
def test_the_leftmost_of_several_cards_is_taken() -> None:
    state = table(face_up="blue red red blue red", deck="green 3")
    assert said(play(state, "draw red")) == ["took_face_up 0 red 1", "laid green 1"]
    assert row(state) == "blue green red blue red"


@pytest.mark.rule("D1")
def test_cards_go_into_the_hand_of_the_seat_that_draws() -> None:
    state = table(seats=3, seat=1, hands=["red 1", "blue 1", "green 1"], deck="green 3")
    play(state, "draw deck", "draw deck")
    assert [hand(state, seat) for seat in range(3)] == ["red 1", "blue 1 green 2", "green 1"]
    assert state.view(None).to_dict()["hands"] == [1, 3, 1]


@pytest.mark.rule("D1")
def test_a_hand_has_no_limit() -> None:
    state = table("usa", hands=["purple 11 blue 11 orange 11 white 11 green 11 yellow 11"])
    play(state, "draw purple", "draw blue")
    assert state.view(1).to_dict()["hands"] == [68, 0]


@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    ("cards", "comes"),
    [
        ("red 1 blue 1", "blue"),
        ("green 2 locomotive 1", "green"),
        ("red 1 blue 1 green 1", "blue"),
        ("blue 1 green 2", "green"),
        ("green 1 locomotive 1", "locomotive"),
        ("red 1 blue 2 green 4 locomotive 6", "locomotive"),
        ("red 1 blue 2 green 4 locomotive 4", "green"),
        ("blue 1 locomotive 5", "locomotive"),
    ],
)
def test_the_next_word_of_chance_decides_which_card_of_the_deck_comes(
    cards: str, comes: str
) -> None:
    # Seat 0's first word is 0.612 of the whole, so the card is at 0.612 of the sorted deck.
    key = hashlib.sha256(b"caboose seed 4").digest()
    state = table(face_up="red red red blue blue", deck=cards, key=key)
    assert said(play(state, "draw deck")) == [f"drew_blind 0 {comes}"]
    assert value(state, "chance") == 1


# --- the row is refilled -------------------------------------------------------------------------


@pytest.mark.rule("D2")
@pytest.mark.parametrize("slot", range(5))
def test_a_card_taken_from_the_row_is_replaced_at_once_in_its_slot(slot: int) -> None:
    cards = ["red"] * 5
    cards[slot] = "blue"
    cards[(slot + 1) % 5] = "green"
    state = table(face_up=" ".join(cards), deck="green 3")
    play(state, "draw blue")
    cards[slot] = "green"
    assert row(state) == " ".join(cards)
    assert deck(state) == "green 2"


@pytest.mark.rule("D2")
def test_the_replacement_may_be_the_second_card() -> None:
    state = table(face_up="red red red blue blue", deck="green 2")
    play(state, "draw red")
    assert legal(state) == ["draw deck", "draw red", "draw blue", "draw green"]
    play(state, "draw green")
    assert hand(state, 0) == "red 1 green 1"


@pytest.mark.rule("D2")
def test_without_a_deck_the_slot_stays_empty_and_the_others_keep_their_places() -> None:
    state = table(face_up="red blue green blue red", deck="")
    assert said(play(state, "draw blue")) == ["took_face_up 0 blue 1"]
    assert row(state) == "red - green blue red"
    play(state, "draw red")
    assert row(state) == "- - green blue red"


# --- locomotives ---------------------------------------------------------------------------------


@pytest.mark.rule("D3")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_face_up_locomotive_ends_the_draw(edition: str) -> None:
    state = table(edition, face_up="blue locomotive green black orange")
    play(state, "draw locomotive")
    assert (state.phase, state.seat) == ("turn", 1)
    assert hand(state, 0) == "locomotive 1"


@pytest.mark.rule("D3")
def test_the_place_of_a_face_up_locomotive_is_refilled() -> None:
    state = table(face_up="red blue locomotive red locomotive", deck="green 1")
    events = play(state, "draw locomotive")
    assert said(events) == ["took_face_up 0 locomotive 2", "laid green 2"]
    assert row(state) == "red blue green red locomotive"


@pytest.mark.rule("D4")
@pytest.mark.parametrize("edition", caboose.editions())
@pytest.mark.parametrize("first", ["draw deck", "draw blue"])
def test_a_locomotive_that_lay_there_cannot_be_the_second_card(edition: str, first: str) -> None:
    state = table(edition, face_up="blue locomotive green green blue", deck="black 3")
    play(state, first)
    assert "draw locomotive" not in legal(state)
    name = state.game.edition.words.locomotive
    refuses(
        state,
        "draw locomotive",
        "no_locomotive_as_second_card",
        f"a face-up {name} cannot be the second card",
    )


@pytest.mark.rule("D4")
def test_a_locomotive_just_turned_up_cannot_be_the_second_card() -> None:
    state = table(face_up="red blue green green blue", deck="locomotive 2")
    play(state, "draw red")
    assert row(state) == "locomotive blue green green blue"
    assert legal(state) == ["draw deck", "draw blue", "draw green"]
    refuses(state, "draw locomotive", "no_locomotive_as_second_card", "cannot be the second card")


@pytest.mark.rule("D5")
@pytest.mark.rule("R16")
def test_a_blind_locomotive_counts_as_one_card() -> None:
    state = table(face_up="red red blue blue blue", deck="locomotive 3")
    play(state, "draw deck")
    assert (hand(state, 0), state.phase) == ("locomotive 1", "second_card")
    play(state, "draw red")
    assert hand(state, 0) == "red 1 locomotive 1"


@pytest.mark.rule("D5")
@pytest.mark.rule("R21")
@pytest.mark.parametrize("edition", caboose.editions())
def test_a_turn_can_bring_two_blind_locomotives(edition: str) -> None:
    state = table(edition, deck="locomotive 5")
    play(state, "draw deck", "draw deck")
    assert (hand(state, 0), state.seat) == ("locomotive 2", 1)


@pytest.mark.rule("D5")
def test_a_blind_locomotive_may_follow_a_card_of_the_row() -> None:
    state = table(face_up="red red blue blue blue", deck="locomotive 3")
    play(state, "draw red", "draw deck")
    assert (hand(state, 0), state.seat) == ("red 1 locomotive 1", 1)


# --- the sweep -----------------------------------------------------------------------------------


def third_locomotive(edition: str, **position: Any) -> caboose.State:
    """A row in which `draw blue` turns up a third locomotive; behind it only green cards lie."""
    position = {"deck": "green 6 locomotive 1", **position}
    face_up = "locomotive blue black locomotive black"
    return lucky_table(edition, "draw blue", "laid locomotive 1", face_up=face_up, **position)


@pytest.mark.rule("D6")
@pytest.mark.parametrize("edition", caboose.editions())
def test_three_face_up_locomotives_sweep_the_whole_row(edition: str) -> None:
    state = third_locomotive(edition)
    assert said(play(state, "draw blue")) == [
        "took_face_up 0 blue 1",
        "laid locomotive 1",
        "swept",
        *[f"laid green {slot}" for slot in range(5)],
    ]
    assert hand(state, 0) == "blue 1"
    assert row(state) == "green green green green green"
    assert discards(state) == "black 2 locomotive 3"
    assert deck(state) == "green 1"


@pytest.mark.rule("D6")
@pytest.mark.parametrize("edition", caboose.editions())
def test_the_row_is_swept_again_while_the_new_one_needs_it(edition: str) -> None:
    state = third_locomotive(edition, deck="locomotive 6", discard="green 3 black 2")
    events = said(play(state, "draw blue"))
    assert events[:10] == [
        "took_face_up 0 blue 1",
        "laid locomotive 1",
        "swept",
        *[f"laid locomotive {slot}" for slot in range(5)],
        "swept",
        "reshuffled 15",
    ]
    assert row(state).split().count("locomotive") < 3
    assert "-" not in row(state)


@pytest.mark.rule("D6")
def test_after_a_sweep_the_seat_goes_on_with_its_draw_from_the_new_row() -> None:
    state = third_locomotive("london")
    play(state, "draw blue")
    assert (state.phase, state.seat) == ("second_card", 0)
    play(state, "draw green")
    assert (hand(state, 0), state.seat) == ("blue 1 green 1", 1)


@pytest.mark.rule("D6")
def test_two_locomotives_do_not_sweep() -> None:
    state = table(face_up="red locomotive green blue blue", deck="locomotive 1", discard="")
    events = play(state, "draw red")
    assert said(events) == ["took_face_up 0 red 0", "laid locomotive 0"]
    assert row(state) == "locomotive locomotive green blue blue"


@pytest.mark.rule("D6")
def test_a_sweep_after_the_second_card_does_not_keep_the_turn() -> None:
    state = third_locomotive("london", phase="second_card")
    assert "swept" in said(play(state, "draw blue"))
    assert (state.phase, state.seat) == ("turn", 1)


@pytest.mark.rule("D6")
@pytest.mark.rule("R2")
def test_a_blind_draw_can_leave_a_row_standing_but_never_makes_one_swept() -> None:
    state = table(face_up=STANDING, deck="locomotive 3")
    assert said(play(state, "draw deck")) == ["drew_blind 0 locomotive"]
    assert row(state) == STANDING


# --- the reshuffle -------------------------------------------------------------------------------


@pytest.mark.rule("D7")
@pytest.mark.parametrize("edition", caboose.editions())
def test_when_the_deck_runs_out_the_discards_become_the_new_deck(edition: str) -> None:
    state = table(edition, deck="green 1", discard="blue 3 locomotive 2")
    assert said(play(state, "draw deck")) == ["drew_blind 0 green", "reshuffled 5"]
    assert (deck(state), discards(state)) == ("blue 3 locomotive 2", "")


@pytest.mark.rule("D7")
def test_a_refill_that_takes_the_last_card_reshuffles_after_it() -> None:
    state = table(face_up="red red blue blue blue", deck="green 1", discard="red 2")
    events = play(state, "draw blue")
    assert said(events) == ["took_face_up 0 blue 2", "laid green 2", "reshuffled 2"]
    assert (row(state), deck(state)) == ("red red green blue blue", "red 2")


@pytest.mark.rule("D7")
def test_without_discards_there_is_no_reshuffle() -> None:
    state = table(face_up="red red blue blue blue", deck="green 1")
    assert said(play(state, "draw deck")) == ["drew_blind 0 green"]
    assert deck(state) == ""


@pytest.mark.rule("D7")
def test_a_deck_with_cards_left_is_not_reshuffled() -> None:
    state = table(face_up="red red blue blue blue", deck="green 2", discard="red 2")
    assert said(play(state, "draw deck")) == ["drew_blind 0 green"]
    assert (deck(state), discards(state)) == ("green 1", "red 2")


@pytest.mark.rule("D7")
def test_the_second_card_may_come_from_the_new_deck() -> None:
    state = table(deck="green 1", discard="locomotive 2")
    play(state, "draw deck", "draw deck")
    assert hand(state, 0) == "green 1 locomotive 1"


# --- nothing left --------------------------------------------------------------------------------


@pytest.mark.rule("D8")
@pytest.mark.parametrize("edition", caboose.editions())
def test_without_any_cards_to_draw_a_seat_claims_or_draws_tickets(edition: str) -> None:
    state = table(edition, face_up="", deck="", hands=["locomotive 1"])
    assert {action.kind for action in state.legal_actions()} == {"tickets", "claim"}
    refuses(state, "draw deck", "deck_empty", "the deck and the discards are empty")
    refuses(state, "draw blue", "not_face_up", "there is no face-up blue card")


@pytest.mark.rule("D8")
def test_a_blind_draw_needs_a_deck() -> None:
    state = table(face_up="red red", deck="")
    assert legal(state, kind="draw") == ["draw red"]
    refuses(state, "draw deck", "deck_empty", "the deck and the discards are empty")


@pytest.mark.rule("D8")
@pytest.mark.rule("R22")
def test_a_single_face_up_locomotive_is_enough_for_a_first_card() -> None:
    state = table(face_up="- - - locomotive", deck="")
    assert legal(state, kind="draw") == ["draw locomotive"]
    assert said(play(state, "draw locomotive")) == ["took_face_up 0 locomotive 3"]
    assert (row(state), state.seat) == ("- - - - -", 1)
