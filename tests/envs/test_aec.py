"""All seats from outside: PettingZoo's own tests pass, and what cannot be is refused."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from caboose.envs import aec
from caboose.envs.observation_layout import FULL


@pytest.mark.parametrize(("edition", "seats"), [("usa", 4), ("london", 2), ("usa_mega", 5)])
@pytest.mark.filterwarnings("default")
def test_all_seats_pass_pettingzoos_tests(edition: str, seats: int) -> None:
    api_test(aec.env(edition=edition, seats=seats), num_cycles=300)
    seed_test(lambda: aec.env(edition=edition, seats=seats), num_cycles=50)


@pytest.mark.filterwarnings("default")
def test_all_seats_pass_pettingzoos_render_test(capsys: Any) -> None:
    render_test(lambda render_mode=None: aec.env("london", 3, render_mode=render_mode))
    assert "seat 2: 0 points" in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_all_seats_pass_pettingzoos_performance_benchmark() -> None:
    performance_benchmark(aec.env("usa", 4))


def test_claimed_routes_are_in_the_picture() -> None:
    env = aec.raw_env("london", 2, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    while not env._state["owned"].any():
        env.step(int(np.flatnonzero(env._mask)[-1]))
    assert before.shape == env.render().shape
    assert not np.array_equal(before, env.render())


@pytest.mark.parametrize("reward", ["rank", "margin", "score"])
def test_rewards_of_all_seats_follow_the_score(reward: str) -> None:
    env = aec.raw_env("london", 3, reward=reward)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(int(np.flatnonzero(env._mask)[-1]))
    points = [env.infos[agent]["points"] for agent in env.possible_agents]
    rewards = list(env.rewards.values())
    if reward == "score":
        assert rewards == points
    assert np.argmax(rewards) == np.argmax(points)
    assert env.last()[2]


def test_a_seat_that_does_not_decide_has_an_empty_mask() -> None:
    env = aec.raw_env("usa", 3)
    env.reset(seed=1)
    assert env.observe("seat_0")["action_mask"].any()
    assert not env.observe("seat_1")["action_mask"].any()
    assert env.observe("seat_1")["observation"].shape == (FULL.width,)
    assert env.observe("seat_1")["observation"][0] == 1


def test_a_masked_action_is_refused_or_ends_the_game() -> None:
    raw = aec.raw_env("usa", 2)
    raw.reset(seed=1)
    before = raw._state.tobytes()
    for bad in (0, -1, 10_000):
        with pytest.raises(ValueError, match="of seat_0 is masked"):
            raw.step(bad)
    for worse in (None, 0.5, "deck", [1]):
        with pytest.raises(ValueError, match="an action is a whole number, not "):
            raw.step(worse)
    assert raw._state.tobytes() == before
    wrapped = aec.env("usa", 2)
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards["seat_0"] == -1.0


def test_a_step_after_the_end_is_refused() -> None:
    env = aec.raw_env("london", 2)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env._mask)[-1]))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for _ in range(2):
        env.step(None)
    with pytest.raises(ValueError, match="no game under way; call reset"):
        env.step(0)
    env.reset()
    env.step(int(np.flatnonzero(env._mask)[-1]))


def test_an_environment_of_all_seats_pickles() -> None:
    env = aec.raw_env("london", 2)
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    for each in (env, other):
        for _ in range(20):
            each.step(int(np.flatnonzero(each._mask)[0]))
    assert env._state.tobytes() == other._state.tobytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": 7}, "is for 2 to 4 seats"),
        ({"reward": "luck"}, "there is no reward 'luck'"),
        ({"render_mode": "hologram"}, "there is no render_mode 'hologram'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        aec.env(**{"edition": "london", "seats": 2, **options})
