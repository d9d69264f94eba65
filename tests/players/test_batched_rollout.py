"""Rollouts from many states at once are the games that the bots themselves would play."""

from __future__ import annotations

import numpy as np
import pytest

import caboose
from caboose import States
from caboose.players import advise, make_player, rollout
from caboose.players.policies import POLICIES
from tests.support.games.styles import any_action, positions

GAME = caboose.Game("london", seats=2)


def play_on(state: caboose.State, names: list[str]) -> caboose.State:
    players = [make_player(name, 0) for name in names]
    while not state.is_over:
        seat = state.seat
        state.apply(players[seat].choose(state.view(seat), state.legal_actions()))
    return state


def test_a_rollout_ends_as_the_bots_end_the_game_themselves() -> None:
    names = ["express", "racer"]
    states = States.deal(GAME, [1, 2])
    before = states.copy()
    ends = rollout(states, names)
    for place, state in enumerate(states):
        score = play_on(state, names).score()
        assert ends.totals[place].tolist() == [seat.total for seat in score.seats]
        assert [i for i, share in enumerate(ends.wins[place]) if share] == list(score.winners)
        assert ends.actions[place] == state.fields.actions
    assert list(states) == list(before)
    assert ends.states.are_over.all()
    assert ends.wins.sum(axis=1).tolist() == [1.0, 1.0]


def test_a_seed_gives_every_rollout_another_future() -> None:
    state = GAME.start(seed=3)
    states = States.of([state]).repeat(16)
    alike, other = rollout(states, "planner"), rollout(states, "planner", seed=1)
    assert len({tuple(line) for line in alike.totals.tolist()}) == 1
    assert len({tuple(line) for line in other.totals.tolist()}) > 8
    again = rollout(states, "planner", seed=1)
    assert np.array_equal(other.totals, again.totals)
    hands = {tuple(sorted(state.view(0).to_dict()["own"]["hand"].items())) for state in states}
    assert len(hands) == 1


@pytest.mark.parametrize("policy", POLICIES)
def test_advice_is_what_the_bot_of_that_name_would_play(policy: str) -> None:
    states = [state.copy() for state in positions(GAME, 2, any_action)][::-7]
    for state, number in zip(states, advise(states, policy, seed=9).tolist(), strict=True):
        if state.is_over:
            assert number == -1
            continue
        view, legal = state.view(state.seat), state.legal_actions()
        assert make_player(policy, 9).choose(view, legal).number == number


def test_unknown_policies_are_named() -> None:
    state = GAME.start(seed=1)
    with pytest.raises(ValueError, match="no compiled policy 'switchman'; there are random"):
        rollout([state], "switchman")
    with pytest.raises(ValueError, match="one for each of 2 seats, not 3"):
        rollout([state], ["express"] * 3)
