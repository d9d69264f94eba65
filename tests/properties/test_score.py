"""The score sheet adds up, and only what lies on the board counts."""

from __future__ import annotations

import random

from hypothesis import given

import caboose
from tests.support.games.strategies import few, games, moments, position, seeds, styles
from tests.support.games.styles import Style


@few
@given(games, seeds, styles, moments)
def test_the_total_is_the_sum_of_its_lines(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    score = state.score()
    for line, points, tickets in zip(
        score.seats, state.to_dict()["route_points"], state.to_dict()["tickets"], strict=True
    ):
        assert line.routes == points
        assert [ticket.ticket for ticket in line.tickets] == tickets
        assert line.completed == sum(ticket.points > 0 for ticket in line.tickets)
        lines = [line.routes, *(t.points for t in line.tickets), *line.bonuses.values()]
        assert line.total == sum(lines)
        assert all(line.bonuses.values())
    assert list(score.winners) == [i for i, line in enumerate(score.seats) if line.rank == 1]
    best = max(line.total for line in score.seats)
    assert all(score.seats[winner].total == best for winner in score.winners)


@few
@given(games, seeds, styles, moments)
def test_the_order_in_which_routes_were_claimed_does_not_count(
    game: caboose.Game, seed: int, style: Style, moment: int
) -> None:
    state = position(game, seed, style, moment)
    said = state.to_dict()
    claimed = list(said["routes"].items())
    random.Random(seed).shuffle(claimed)
    shuffled = game.from_dict({**said, "routes": dict(claimed)})
    assert shuffled.score() == state.score()
    assert shuffled == state


@few
@given(games, seeds, styles, moments)
def test_scoring_changes_nothing(game: caboose.Game, seed: int, style: Style, moment: int) -> None:
    state = position(game, seed, style, moment)
    before = state.to_bytes()
    assert state.score() == state.score()
    assert state.to_bytes() == before
