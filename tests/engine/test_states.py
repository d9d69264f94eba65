"""Many states in one array: whatever is done to them together is what is done to each alone."""

from __future__ import annotations

import numpy as np
import pytest

import caboose
from caboose import States
from tests.support.games.styles import any_action, positions

GAME = caboose.Game("london", seats=3)


def some_states() -> list[caboose.State]:
    played = [state.copy() for state in positions(GAME, 3, any_action)]
    return [*played[::9], played[-1]]


def test_masks_are_the_legal_actions_of_each() -> None:
    states = some_states()
    for mask, state in zip(States.of(states).masks(), states, strict=True):
        assert np.flatnonzero(mask).tolist() == [each.number for each in state.legal_actions()]


def test_a_step_plays_one_action_in_each_and_none_where_the_game_is_over() -> None:
    alone = some_states()
    together = States.of(alone)
    assert together.are_over.any()
    assert not together.are_over.all()
    numbers = [legal[-1].number if (legal := each.legal_actions()) else -1 for each in alone]
    together.step(numbers)
    for state in alone:
        if not state.is_over:
            state.apply(state.legal_actions()[-1])
    assert list(together) == alone
    totals, ranks = together.scores()
    for state, total, rank in zip(alone, totals.tolist(), ranks.tolist(), strict=True):
        assert [seat.total for seat in state.score().seats] == total
        assert [seat.rank for seat in state.score().seats] == rank


@pytest.mark.parametrize("number", [263, -1, 264, 10**6])
def test_an_illegal_action_is_named_and_nothing_is_played(number: int) -> None:
    states = States.deal(GAME, range(4))
    before = states.copy()
    actions = states.masks().argmax(axis=1)
    actions[2] = number
    with pytest.raises(ValueError, match=f"action {number} is not legal in state 2: seat 0"):
        states.step(actions)
    assert list(states) == list(before)


def test_copies_are_their_own() -> None:
    states = States.deal(GAME, [5, 6])
    twice = states.repeat(2)
    assert [state.digest() for state in twice] == [
        GAME.start(seed=seed).digest() for seed in (5, 5, 6, 6)
    ]
    twice.step(twice.masks().argmax(axis=1))
    assert states[0] == GAME.start(seed=5)
    assert states.some([1])[0] == states[-1] == GAME.start(seed=6)


def test_states_of_different_games_are_refused() -> None:
    with pytest.raises(ValueError, match="different games"):
        States.of([GAME.start(seed=1), caboose.Game("london", seats=2).start(seed=1)])
    with pytest.raises(ValueError, match="at least one"):
        States.of([])


def test_many_redeals_are_redeals_one_after_the_other() -> None:
    for state in some_states():
        view = state.view(1)
        many = caboose.redeal_many(view, 5, seed=4)
        assert many[0] == caboose.redeal(view, seed=4)
        assert all(each.view(1) == view for each in many)
        if not state.is_over:
            assert len({each.digest() for each in many}) == 5
    with pytest.raises(ValueError, match="whole number from 1"):
        caboose.redeal_many(GAME.start(seed=1).view(0), 0, seed=1)
