"""Positions written by hand: what is left out has a default, and errors name the field."""

from __future__ import annotations

from typing import Any

import pytest

import caboose
from caboose.engine.position import check_conservation

GAME = caboose.Game("london", seats=2)


def test_an_empty_position_is_an_open_table() -> None:
    state = GAME.from_dict({})
    check_conservation(state)
    assert (state.seat, state.phase, state.is_over) == (0, "turn", False)
    assert [str(action) for action in state.legal_actions()] == ["draw deck", "tickets"]


def test_the_rest_follows_from_what_is_said() -> None:
    route = GAME.edition.board.routes[0]
    said = {
        "routes": {route.id: 1},
        "hands": [{"pink": 3}, {}],
        "tickets": [[4, 2], []],
        "face_up": ["blue", "blue", "pink", "pink", "locomotive"],
        "seat": 1,
    }
    state = GAME.from_dict(said)
    check_conservation(state)
    told = state.to_dict()
    assert told["trains"] == [GAME.edition.trains, GAME.edition.trains - route.length]
    assert told["route_points"][1] == state.score().seats[1].routes > 0
    assert set(told["ticket_deck"]).isdisjoint({2, 4})
    assert GAME.from_dict(told) == state


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"hands": [{"blu": 1}, {}]}, r"in the field 'hands': .*blu"),
        ({"hands": [{}]}, r"in the field 'hands': .*list of 2 entries"),
        ({"routes": {"nowhere": 0}}, r"in the field 'routes': .*nowhere"),
        ({"trains": [5, -1]}, r"in the field 'trains': .*number of trains"),
        ({"phase": "tea"}, r"in the field 'phase'"),
        ({"tickets": [[999], []]}, r"in the field 'tickets': .*number of a ticket"),
        ({"key": "xyz"}, r"in the field 'key'"),
        ({"hand": [{}, {}]}, r"no field 'hand'; did you mean hands\?"),
        ({"seats": 3}, r"with 3 seats, not of london with 2"),
        ([], "a position is a dictionary, not list"),
    ],
)
def test_errors_name_the_field(said: Any, sentence: str) -> None:
    with pytest.raises(caboose.BadPosition, match=sentence):
        GAME.from_dict(said)
