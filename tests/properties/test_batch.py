"""Many whole games, played to their ends in every way, with the books checked all along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import caboose
from caboose.engine.compiled import INTERPRETED
from tests.support.games.checked_batch import (
    INVARIANTS,
    POLICIES,
    RARE,
    UNIFORM,
    broken_lines,
    play_and_check,
)
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.styles import any_action, positions

# Interpreted, the same games run a thousand times slower.
GAMES = 2 if INTERPRETED else 10_000
OTHER_GAMES = 2 if INTERPRETED else 500
WATCHED = 0 if INTERPRETED else 500  # of each edition in each way, checked after every action
EVERY = 40 if INTERPRETED else 100  # actions between two checks of the others


def play_edition(edition: str) -> tuple[Counter[str], Counter[str]]:
    """All numbers of seats in all ways: what was broken, and what rare things happened."""
    broken: Counter[str] = Counter()
    rare: Counter[str] = Counter()
    all_seats = [seats for name, seats in EDITIONS_AND_SEATS if name == edition]
    for seats in all_seats:
        for policy, name in enumerate(POLICIES):
            n = GAMES if policy == UNIFORM else OTHER_GAMES
            watched = -(-WATCHED // len(all_seats))
            wrong, met, _ = play_and_check(caboose.Game(edition, seats), policy, n, watched, EVERY)
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


def add(name: str, *place: int, amount: int = 1) -> Callable[[Any], None]:
    """A way to falsify the books: one number is changed."""

    def falsify(states: Any) -> None:
        states[name][(0, *place)] += amount

    return falsify


def sweepable_row(states: Any) -> None:
    """Locomotives change places with colors until three lie face up."""
    states["face_up"][0] = [10, 10, 10, 0, 0]


def empty_slot(states: Any) -> None:
    """A card is missing from the row."""
    states["face_up"][0, 2] = -1


# Each invariant with an entry that breaks it.
FALSIFIED = [
    (INVARIANTS[0], add("discard", 0)),
    (INVARIANTS[0], add("hand", 1, 3, amount=-1)),
    (INVARIANTS[1], add("deck_size")),
    (INVARIANTS[1], add("hand_size", 0)),
    (INVARIANTS[2], empty_slot),
    (INVARIANTS[3], sweepable_row),
    (INVARIANTS[4], add("owned", 0, 1, amount=1 << 60)),
    (INVARIANTS[5], add("trains", 1)),
    (INVARIANTS[5], add("points", 0)),
    (INVARIANTS[6], add("open", 1, 0)),
    (INVARIANTS[7], add("removed", 0)),
    (INVARIANTS[8], add("ticket_count", 0)),
    (INVARIANTS[9], add("fresh", 0, 2)),
    (INVARIANTS[9], add("blind", 1)),
    (INVARIANTS[10], add("pending_route", amount=5)),
    (INVARIANTS[11], add("phase", amount=3)),
]


@pytest.mark.parametrize(("line", "falsify"), FALSIFIED)
def test_falsified_books_are_found(line: str, falsify: Callable[[Any], None]) -> None:
    game = caboose.Game("usa", 2)
    *_, state = positions(game, 3, any_action, most=60)
    assert state.phase == "turn"
    states = state.copy().array
    assert broken_lines(game, states) == []
    falsify(states)
    assert line in broken_lines(game, states)
