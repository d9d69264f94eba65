"""The helper that writes positions down: what it fills in, and what it says when it cannot."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.support.games.notation import deck, hand, refuses, row, things, value
from tests.support.games.table import game_of, lucky_table, table


def test_unsaid_things_are_as_in_a_game_that_has_just_begun() -> None:
    state = table("london")
    assert (state.phase, state.seat, value(state, "trains")) == ("turn", 0, [17, 17])
    assert row(state) == "blue green black pink yellow"
    assert deck(state) == "blue 5 green 5 black 5 pink 5 yellow 5 orange 6 locomotive 8"
    assert value(state, "ticket_deck") == list(range(20))


def test_cards_and_tickets_named_nowhere_lie_in_their_decks() -> None:
    state = table("london", hands=["pink 3 locomotive"], discard="blue blue", tickets=[[1], [2, 0]])
    cards, tickets = things(state)
    whole = dict.fromkeys(game_of("london").edition.colors, 6)
    assert cards == Counter({**whole, "locomotive": 8})
    assert tickets == list(range(20))
    assert (hand(state, 0), hand(state, 1)) == ("pink 3 locomotive 1", "")


def test_routes_take_trains_and_bring_points() -> None:
    state = table("usa", routes={"denver-omaha": 1, "atlanta-nashville": 1, "calgary-winnipeg": 0})
    assert value(state, "trains") == [39, 40]
    assert value(state, "route_points") == [15, 8]


def test_the_phase_follows_from_what_waits() -> None:
    assert table(pending_route="a-b", hands=["red"]).phase == "payment"
    assert table(offers=[[], [2]], seat=1).phase == "keep_tickets"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"hands": ["pink 3"]}, "toy has no card pink"),
        ({"hands": ["3 red"]}, "begins with a number; write the color first: red 3"),
        ({"hands": "red 3"}, "is not a list for 2 seats"),
        ({"hands": ["red", "red", "red"]}, "is not a list for 2 seats"),
        ({"hands": ["red 3"], "deck": "red 2"}, "5 red cards are on the table; there are 4"),
        ({"face_up": "red red red red red red"}, "has 6 cards; there are 5 slots"),
        ({"face_up": "pink"}, "toy has no card pink"),
        ({"face_up": "red - red red red"}, "an empty slot and there are cards to fill it"),
        ({"deck": "", "discard": "red"}, "the deck is empty and the discards are not"),
        ({"face_up": "locomotive 3 red red"}, "this row would have been swept"),
        ({"routes": {"a-z": 0}}, "toy has no route a-z"),
        ({"tickets": [[8]]}, "toy has no ticket 8"),
        ({"tickets": [[1]], "ticket_deck": [1]}, "ticket 1 lies in 2 places"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(position: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        table(**position)


def test_luck_has_its_limits() -> None:
    with pytest.raises(ValueError, match="under none of 50 keys does 'draw deck' lead to 'swept'"):
        lucky_table("toy", "draw deck", "swept")


def test_an_action_that_is_not_refused_or_for_another_reason_is_noticed() -> None:
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        refuses(table(), "draw deck", "deck_empty", "empty")
    with pytest.raises(AssertionError, match="may_not_pass"):
        refuses(table(), "pass", "deck_empty", "only when nothing else")
    with pytest.raises(AssertionError, match="Tuesday"):
        refuses(table(), "pass", "may_not_pass", "Tuesday")
