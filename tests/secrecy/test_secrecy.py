"""Nothing that a seat or a spectator is shown depends on what it may not know."""

from __future__ import annotations

import random

import pytest

from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.looks import find_leaks
from tests.support.games.samples import samples, viewers


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
@pytest.mark.rule("R7")
@pytest.mark.rule("R23")
@pytest.mark.rule("T4")
def test_nothing_shown_depends_on_what_is_hidden(edition: str, seats: int) -> None:
    rng = random.Random(f"{edition} {seats}")
    for state in samples(edition, seats):
        for viewer in viewers(state, rng):
            assert find_leaks(state, viewer, rng) == [], (viewer, state.to_dict())
