"""How long random games are: figures measured with an independent engine."""

from __future__ import annotations

import pytest

import caboose
from caboose.engine.compiled import INTERPRETED

GAMES = 20_000


@pytest.mark.skipif(INTERPRETED, reason="20,000 games are for compiled rules")
@pytest.mark.parametrize(("seats", "decisions", "turns"), [(2, 155, 99.5), (4, 296, 189)])
def test_random_games_are_as_long_as_they_should_be(
    seats: int, decisions: float, turns: float
) -> None:
    totals = caboose.play_random(caboose.Game("usa", seats), GAMES, seed=1)
    assert totals["games"] == GAMES
    assert totals["decisions"] / GAMES == pytest.approx(decisions, rel=0.02)
    assert totals["turns"] / GAMES == pytest.approx(turns, rel=0.02)
    assert totals["actions"] > totals["decisions"] > totals["turns"]


def test_a_batch_depends_on_its_seed_alone() -> None:
    game = caboose.Game("london", 3)
    once, again = (caboose.play_random(game, 3, seed=8) for _ in range(2))
    assert once == again
    assert caboose.play_random(game, 3, seed=9) != once
