"""Opponents of a batch: bots, nets, a league that draws them; and going on from given states."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import caboose
from caboose import States
from caboose.envs import Batch, League
from caboose.players import advise, make_player
from tests.support.games.nets import some_net

GAME = caboose.Game("london", 2)


class Last:
    """A chooser that plays the last legal action, and counts for how many lanes it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, _: Any, masks: Any) -> Any:
        self.asked += len(masks)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def first(masks: Any) -> Any:
    return masks.argmax(axis=1)


def test_a_chooser_plays_what_it_would_play_from_outside() -> None:
    """The same games, once with the chooser at the table, once with all seats played by hand."""
    inside = Batch("london", 2, 6, seed=3, opponents=Last(), rotate=False)
    outside = Batch("london", 2, 6, seed=3)
    inside.reset()
    outside.reset()
    ends = 0
    for _ in range(150):
        theirs, last = Last(), outside.terminations.copy()
        while (waiting := outside.seats != 0).any():
            # Lanes where the learner is to decide wait for the others: ask them one by one.
            lane = int(np.flatnonzero(waiting)[0])
            outside = only(outside, lane, theirs(None, outside.masks[lane : lane + 1])[0])
            last |= outside.terminations
        assert np.array_equal(inside.observations, outside.observations)
        assert np.array_equal(inside.masks, outside.masks)
        inside.step(first(inside.masks))
        outside.step(first(outside.masks))
        ends += int(inside.terminations.sum())
    assert ends > 0


def only(batch: Batch, lane: int, action: int) -> Batch:
    """A batch in which one lane has played an action, and the others nothing."""
    before = pickle.loads(pickle.dumps(batch))
    batch.step(np.where(np.arange(batch.n) == lane, action, first(batch.masks)))
    for array in ("observations", "seats", "terminations"):
        others = np.arange(batch.n) != lane
        getattr(batch, array)[others] = getattr(before, array)[others]
    others = np.arange(batch.n) != lane
    batch._shown.masks[others] = before._shown.masks[others]
    batch._yard.states[others] = before._yard.states[others]
    batch._yard.lanes[others] = before._yard.lanes[others]
    return batch


def test_the_learners_reward_is_its_own_also_when_the_other_ends_the_game() -> None:
    batch = Batch("london", 2, 32, seed=1, opponents=Last(), reward="margin", compact=True)
    batch.reset()
    ends = 0
    for _ in range(300):
        batch.step(batch.advise("racer"))
        for lane in np.flatnonzero(batch.terminations):
            learner = int(batch.final_observations[lane, 0])
            totals = batch.totals[lane]
            assert batch.rewards[lane] == totals[learner] - totals[1 - learner]
            ends += 1
        assert (batch.rewards[~batch.terminations] == 0).all()
    assert ends > 32


def test_a_net_in_a_file_is_an_opponent(tmp_path) -> None:
    net = some_net(GAME)
    net.save(tmp_path / "net.npz")
    batches = [
        Batch("london", 2, 8, seed=2, opponents=each) for each in (net, str(tmp_path / "net.npz"))
    ]
    for batch in batches:
        batch.reset()
    for _ in range(60):
        for batch in batches:
            batch.step(first(batch.masks))
        assert np.array_equal(batches[0].observations, batches[1].observations)


def test_an_opponent_that_chooses_what_is_not_legal_is_named() -> None:
    batch = Batch(
        "london", 2, 2, opponents=lambda _, masks: np.zeros(len(masks), int) + 263, rotate=False
    )
    batch.reset()
    with pytest.raises(ValueError, match=r"an opponent <function .* chose action 263 of env"):
        batch.step(first(batch.masks))


def test_advice_is_what_the_bot_would_play_in_every_lane() -> None:
    batch = Batch("london", 2, 8, seed=5, opponents="tourist")
    batch.reset()
    for _ in range(40):
        advice = batch.advise("express")
        for lane in (0, 5):
            state = batch.state(lane)
            view, legal = state.view(state.seat), state.legal_actions()
            assert make_player("express", 0).choose(view, legal).number == advice[lane]
        batch.step(advice)
    with pytest.raises(ValueError, match="no compiled policy 'nobody'"):
        batch.advise("nobody")


def test_a_league_seats_its_panel_and_past_selves() -> None:
    league, past = League(["tourist"], share=0.5, most=2), [Last(), Last(), Last()]
    batch = Batch("london", 2, 16, seed=1, opponents=league)
    batch.reset()
    for each in past:
        league.add(each)
    assert league.past == past[1:]
    for _ in range(400):
        batch.step(batch.advise("racer"))
    assert past[0].asked == 0
    assert past[1].asked > 100
    assert past[2].asked > 100
    games = int(batch._yard.lanes["games"].sum())
    numbers, counts = np.unique(batch._yard.lanes["policies"][:, 0], return_counts=True)
    assert games > 48
    assert len(numbers) >= 2
    assert counts.sum() == 16


@pytest.mark.parametrize(
    ("league", "said"),
    [
        (lambda: League([]), "at least one opponent"),
        (lambda: League(share=2), "from 0 to 1, not 2"),
        (lambda: Batch("london", opponents=League(["switchman"])), "not a compiled bot"),
    ],
)
def test_a_league_that_cannot_be_is_refused(league: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        league()


def test_a_batch_goes_on_from_given_states() -> None:
    states = States.deal(GAME, range(4))
    for _ in range(20):
        states.step(advise(states, "planner"))
    batch = Batch("london", 2, 4)
    batch.reset_to(states)
    assert [batch.state(lane) for lane in range(4)] == list(states)
    assert np.array_equal(batch.masks, states.masks())
    batch.step(first(batch.masks))
    states.step(first(states.masks()))
    assert [batch.state(lane) for lane in range(4)] == list(states)
    learning = Batch("london", 2, 4, opponents="express", rotate=False)
    learning.reset_to(states)
    assert learning.seats.tolist() == [0] * 4
    with pytest.raises(ValueError, match="give 4 states of Game"):
        batch.reset_to(States.deal(GAME, range(3)))
