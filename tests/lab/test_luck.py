"""Luck taken out of a match: the same mean with less noise."""

import numpy as np
import pytest

from caboose import Game
from caboose.lab.blocks import make_block, play_block
from caboose.lab.luck_adjusted import adjust, adjust_deals, policy_for
from caboose.players.policies import ENGINEER, PLANNER


def test_luck_that_explains_all_leaves_no_variance():
    luck = np.array([-0.4, 0.1, 0.3, 0.0] * 5)
    adjusted = adjust_deals(0.6 + luck, luck)
    assert adjusted.adjusted_share == pytest.approx(0.6)
    assert adjusted.variance_left == pytest.approx(0, abs=1e-9)
    assert adjusted.taken == pytest.approx(1)


def test_luck_that_explains_nothing_leaves_the_result_as_it_is():
    wins = np.array([1.0, 0.0, 0.5, 0.5] * 5)
    adjusted = adjust_deals(wins, np.zeros(20))
    assert (adjusted.adjusted_share, adjusted.variance_left) == (0.5, 1.0)


def test_the_expected_result_stays_also_where_luck_counts_more_the_more_there_is():
    """Skewed luck that counts more where it is large: fitted on its own deals it would be off."""
    rng = np.random.default_rng(1)
    luck = rng.exponential(0.3, (3000, 10)) - 0.3  # of many matches of ten deals
    wins = 0.5 + luck + luck**2
    shares = [adjust_deals(*match).adjusted_share for match in zip(wins, luck, strict=True)]
    error = np.std(shares) / np.sqrt(len(shares))
    assert abs(np.mean(shares) - (0.5 + 0.3**2)) < 3.5 * error
    assert error < 0.003


@pytest.mark.parametrize(
    ("bot", "policy"),
    [("planner", PLANNER), ("signalman:rollouts=50", ENGINEER), ("yardmaster", ENGINEER)],
)
def test_positions_are_played_on_by_the_bot_itself_or_like_a_search(bot, policy):
    assert policy_for(bot) == policy


@pytest.mark.soak
def test_the_variance_of_a_match_falls_by_half_or_more():
    game, lineup = Game("london", 2), ("planner", "tourist")
    blocks = [make_block(0, "london", lineup, number, "test") for number in range(20)]
    games = [played for block in blocks for played in play_block(game, block, "london")]
    adjusted = adjust(game, games, workers=1)
    assert adjusted.deals == 20
    assert adjusted.variance_left < 0.5
    assert 0.5 < adjusted.taken < 1.5


def test_a_few_deals_are_too_few():
    with pytest.raises(ValueError, match="10 deals or more"):
        adjust(Game("london", 2), [], workers=1)
