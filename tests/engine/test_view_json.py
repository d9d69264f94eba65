"""What is written of a view as JSON is what the view says of itself, at every position."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import caboose
from caboose.boards import Edition, edition
from caboose.engine.fields import Fields
from caboose.engine.sets import members
from caboose.engine.trails import longest_paths
from caboose.engine.view import View
from caboose.engine.view_json import own_json, public_json
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.largest_board import largest_edition
from tests.support.games.styles import STYLES, Style, positions


def neither_owned_nor_open(view: View) -> list[str]:
    """The routes that nobody has and nobody may claim, by the sets that the rules keep."""
    fields = Fields(view.array)
    used = {route for words in (*fields.owned, *fields.open) for route in members(words)}
    return [name for number, name in enumerate(view.game.notation.routes) if number not in used]


def check(state: caboose.State) -> None:
    """Hold both against each other, for everybody who looks."""
    game = state.game
    view = state.view(None)
    said = {**view.public_part(), "closed": neither_owned_nor_open(view)}
    if state.is_over:
        said["longest_paths"] = longest_paths(view)
    assert json.loads(public_json(state)) == said
    for seat in range(game.seats):
        assert json.loads(own_json(state, seat)) == state.view(seat).own_part(seat)


@pytest.mark.parametrize(("name", "seats"), EDITIONS_AND_SEATS)
def test_every_position_is_written_as_the_engine_says_it(name: str, seats: int) -> None:
    rng = random.Random(f"{name} {seats}")
    for style in STYLES:
        for state in positions(caboose.Game(name, seats), seats, style):
            if rng.random() < 0.2 or state.is_over:
                check(state)


@pytest.mark.parametrize("style", STYLES)
def test_the_largest_board_fits_on_the_paper(style: Style) -> None:
    rng = random.Random(1)
    for state in positions(caboose.Game(largest_edition(), 5), 1, style):
        if rng.random() < 0.1 or state.is_over:
            check(state)


def odd_names() -> Edition:
    """London, with route ids that a careless writer of JSON would stumble over."""
    london = edition("london")
    routes = tuple(
        replace(route, id=f'{number}"\\\N{STEAM LOCOMOTIVE}\x01{"long" * 60}', twin=None)
        for number, route in enumerate(london.board.routes)
    )
    return replace(london, board=replace(london.board, routes=routes))


def test_names_are_written_whatever_they_hold() -> None:
    for state in positions(caboose.Game(odd_names(), 4), 2, STYLES[4]):
        check(state)


def test_writing_a_view_leaves_the_game_as_it_is() -> None:
    for state in positions(caboose.Game("london", 3), 3, STYLES[0]):
        before = state.digest()
        public_json(state)
        own_json(state, 1)
        assert state.digest() == before
