"""Compiled rules look things up unchecked; here every index is checked once.

To be run as `NUMBA_BOUNDSCHECK=1 pytest tests/boundscheck`, which `make test` does.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import caboose
from caboose.engine.compiled import BOUNDS_CHECKED, INTERPRETED, compiled
from caboose.engine.position import check_conservation
from caboose.engine.view_json import own_json, public_json
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.largest_board import largest_edition
from tests.support.games.styles import STYLES, positions

pytestmark = pytest.mark.skipif(
    INTERPRETED or not BOUNDS_CHECKED,
    reason="BOUNDS ARE NOT CHECKED: needs NUMBA_BOUNDSCHECK=1 and compiled rules",
)


def play_everything(game: caboose.Game, seed: int) -> None:
    """A game in every style, with looks, re-deals and scores on the way."""
    rng = random.Random(seed)
    for style in STYLES:
        for state in positions(game, seed, style):
            if rng.random() < 0.1 or state.is_over:
                viewer = rng.choice([None, *range(game.seats)])
                caboose.redeal(state.view(viewer), seed)
                state.score()
                assert public_json(state)
                assert own_json(state, rng.randrange(game.seats))
                assert game.from_dict(state.to_dict()) == state
        check_conservation(state)
    totals = caboose.play_random(game, 50, seed)
    assert totals["games"] == 50


def test_bounds_are_really_checked() -> None:
    @compiled
    def look_up(numbers: np.ndarray, place: int) -> int:
        return int(numbers[place])

    with pytest.raises(IndexError):
        look_up(np.zeros(3, np.int64), 3)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_games_stay_within_bounds(edition: str, seats: int) -> None:
    play_everything(caboose.Game(edition, seats), seed=seats)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_games_on_the_largest_board_stay_within_bounds(seats: int) -> None:
    play_everything(caboose.Game(largest_edition(), seats), seed=seats)
