"""Many whole games, played to their ends in every way, with the books checked all along."""

from __future__ import annotations

from collections import Counter

import pytest

import caboose
from caboose.engine.compiled import INTERPRETED
from tests.conftest import EDITIONS_AND_SEATS
from tests.properties.batch import POLICIES, RARE, UNIFORM, play_and_check

# Interpreted, the same games run a thousand times slower.
GAMES = 2 if INTERPRETED else 10_000
OTHER_GAMES = 2 if INTERPRETED else 500
WATCHED = 0 if INTERPRETED else 500
EVERY = 40 if INTERPRETED else 100


def play_edition(edition: str) -> tuple[Counter[str], Counter[str]]:
    """All numbers of seats in all ways: what was broken, and what rare things happened."""
    broken: Counter[str] = Counter()
    rare: Counter[str] = Counter()
    for seats in [seats for name, seats in EDITIONS_AND_SEATS if name == edition]:
        for policy, name in enumerate(POLICIES):
            n = GAMES if policy == UNIFORM else OTHER_GAMES
            wrong, met, _ = play_and_check(
                caboose.Game(edition, seats), policy, n, WATCHED, EVERY
            )
            broken.update({f"{line}: {seats} seats, {name}": n for line, n in wrong.items() if n})
            rare.update(met)
    return broken, rare


@pytest.mark.parametrize("edition", caboose.editions())
def test_the_books_balance_in_every_game(edition: str) -> None:
    broken, rare = play_edition(edition)
    assert not broken
    if not INTERPRETED:
        missing = {name for name in RARE if rare[name] == 0}
        # On the city boards the cards come back too fast for everybody to be stuck.
        assert missing <= ({"a deadlock"} if edition in ("london", "new_york") else set())
