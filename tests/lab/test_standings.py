"""The figures of a match: ties are shared, intervals hold, and every bot has its line."""

from fractions import Fraction

import numpy as np
import pytest
from rich.console import Console

from caboose.lab.intervals import Estimate, certain_share, estimate
from caboose.lab.standings import block_score, caption, standings, standings_table
from tests.support.games.lineups import london, made_up


def test_seats_that_tie_for_the_win_share_it():
    block = (
        made_up((50, 50), (1, 1)),
        made_up((40, 60), (2, 1), rotation=1),
    )
    first, second = standings([block]).lines
    assert (first.win_share.mean, second.win_share.mean) == (0.75, 0.25)
    assert block_score(block) == Fraction(3, 4)


def test_points_and_margins_go_with_the_bot_around_the_table():
    block = (
        made_up((50, 40), (1, 2)),
        made_up((30, 60), (2, 1), rotation=1),
    )
    first, second = standings([block]).lines
    assert (first.bot, first.score.mean, first.margin.mean) == ("a", 55, 20)
    assert (second.bot, second.score.mean, second.margin.mean) == ("b", 35, -20)
    assert first.completed == 1.5
    assert first.kept == 5
    assert first.seconds_per_decision == 0.1


def test_every_bot_of_a_larger_table_has_a_line_and_the_wins_add_up():
    lineup = ("a", "b", "b")
    block = (
        made_up((50, 40, 50), (1, 3, 1), lineup=lineup),
        made_up((30, 60, 10), (2, 1, 3), rotation=1, lineup=lineup),
        made_up((30, 20, 10), (1, 2, 3), rotation=2, lineup=lineup),
    )
    lines = standings([block]).lines
    assert [line.bot for line in lines] == ["a", "b", "b"]
    assert sum(line.win_share.mean for line in lines) == pytest.approx(1)
    assert lines[0].margin.mean == pytest.approx((0 + 30 - 20) / 3)


def test_the_interval_holds_the_truth_about_nineteen_times_in_twenty():
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(30):
        sums = rng.binomial(4, 0.6, size=(80, 1))
        share = estimate(sums, unit=4)[0]
        held += share.low <= 0.6 <= share.high
    assert held >= 25


def test_the_interval_is_over_blocks_not_over_games():
    halves = np.array([[2]] * 20 + [[0]] * 20)
    splits = np.array([[1]] * 40)
    wide, none = estimate(halves, unit=2)[0], estimate(splits, unit=2)[0]
    assert (wide.mean, none.mean) == (0.5, 0.5)
    assert wide.low < 0.4
    assert wide.high > 0.6
    assert none.low == none.high == 0.5


def test_a_bot_that_always_won_is_not_certain_to_win():
    share = certain_share(Estimate(1, 1, 1), blocks=20)
    assert share.low == pytest.approx(0.832, abs=0.001)
    assert certain_share(Estimate(0, 0, 0), blocks=20).high == pytest.approx(1 - share.low)
    assert certain_share(Estimate(0.5, 0.5, 0.5), blocks=20) == Estimate(0.5, 0.5, 0.5)


def test_figures_are_the_same_every_time():
    blocks = [london(n) for n in range(4)]
    assert standings(blocks) == standings(blocks)


def test_the_table_fits_a_narrow_screen():
    console = Console(width=80)
    figures = standings([london(n) for n in range(4)])
    with console.capture() as printed:
        console.print(standings_table(figures))
    lines = printed.get().splitlines()
    assert any("tourist" in line and "random" not in line for line in lines)
    assert len([line for line in lines if "to" in line and "%" not in line]) == 2
    assert "8 games over 4 deals" in caption(figures)
