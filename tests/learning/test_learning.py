"""Learning: the same from the same seed, step by step, and never twice what is there."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from caboose.learning.belief_rows import hidden_cards, rows_of, view_of
from caboose.learning.fit_belief import card_slopes, set_slopes
from caboose.learning.judge_belief import Prediction, judge_predictions
from caboose.learning.moments import GamePlan, play_moments
from caboose.learning.net_fitting import Net, batches
from caboose.learning.stages import Learning
from caboose.players.belief.card_evidence import CARD_EVIDENCE

TABLE = GamePlan("usa", 3, 4, ("express", "racer"))


def test_a_net_learns_what_a_line_cannot():
    rng = np.random.default_rng(3)
    rows = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
    wanted = np.array([[0.0], [1.0], [1.0], [0.0]])
    net = Net(2, 16, 1, rng)
    for some in batches(4, 4, 2000, rng):
        net.learn(rows[some], wanted[some] - net.answer(rows[some]))
    assert np.abs(net.answer(rows) - wanted).max() < 0.1


def test_moments_are_the_same_from_the_same_seed_and_begin_a_turn():
    one, other = (list(play_moments(TABLE, "a")) for _ in range(2))
    assert [each.array.tobytes() for each in one] == [each.array.tobytes() for each in other]
    assert [each.array.tobytes() for each in play_moments(TABLE, "b")] != [
        each.array.tobytes() for each in one
    ]
    assert all(sum(each.wins) == pytest.approx(1) for each in one)
    assert all(view_of(each).phase == "turn" for each in one)


def test_a_row_knows_the_truth_and_its_view_does_not():
    for row in rows_of(play_moments(TABLE, "rows")):
        assert row.held.sum() == row.moment.array["ticket_count"][0][row.seat]
        assert not row.view.fields.tickets[row.seat].any()
        if hidden := hidden_cards(row):
            pool, hand = hidden
            assert (hand >= 0).all()
            assert (hand <= pool).all()


def test_slopes_lead_uphill():
    """Compared with what a small step really changes."""
    rng = np.random.default_rng(5)
    scores, held = rng.normal(size=7), np.array([1, 0, 0, 1, 0, 1, 0], bool)
    likely, slopes = set_slopes(scores, held)
    for item in range(7):
        nearby = scores.copy()
        nearby[item] += 1e-5
        assert (set_slopes(nearby, held)[0] - likely) / 1e-5 == pytest.approx(
            slopes[item], abs=1e-3
        )


def test_hands_are_as_likely_as_cards_drawn_without_weights():
    """Two of three red and one of two blue: 3 * 2 of the 10 ways to draw three of five."""
    pool, hand = np.zeros(11, int), np.zeros(11, int)
    pool[:2], hand[:2] = (3, 2), (2, 1)
    numbers, evidence = np.zeros(len(CARD_EVIDENCE)), np.zeros((11, len(CARD_EVIDENCE)))
    assert np.exp(card_slopes(numbers, evidence, pool, hand)[0]) == pytest.approx(0.6)


def test_predictions_are_judged_by_what_came():
    found = [Prediction(0.9, 0.5, 1.0), Prediction(0.9, 0.5, 0.0)]
    judged = judge_predictions(found)
    assert judged["hunch"] == {"bias": 0.4, "brier": 0.41}
    assert judged["belief"] == {"bias": 0.0, "brier": 0.25}
    assert judged["deciles"][5] == {"moments": 2, "said": 0.5, "won": 0.5}


def test_a_stage_that_is_done_is_not_done_again(tmp_path: Path):
    counter = itertools.count(1)
    for _ in range(2):
        found = Learning(tmp_path, 1).stage("one", lambda: {"n": next(counter)})
        assert found == {"n": 1}
    assert Learning(tmp_path, 2).stage("one", lambda: {"n": 5}) == {"n": 5}, "other settings"
    assert json.loads((tmp_path / "one.json").read_text())["settings"]["percent"] == 2
