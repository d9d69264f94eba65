"""The environments pass the frameworks' own checks."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import caboose
import caboose.envs
from caboose.envs import aec
from caboose.envs.batch import Batch

IDS = list(caboose.envs.ids().values())


def first_legal(masks: Any) -> Any:
    return np.array([np.flatnonzero(mask)[-1] for mask in masks])


def test_every_edition_has_its_name() -> None:
    assert list(caboose.envs.ids()) == caboose.editions()
    assert IDS[0] == "caboose/USA-v0"
    assert "caboose/London-v0" in IDS


# --- one game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
@pytest.mark.filterwarnings("default")
def test_one_game_passes_gymnasiums_check(name: str) -> None:
    check_env(gymnasium.make(name, seats=2, opponents=["racer"]).unwrapped)


def test_one_game_can_be_played_again_and_again() -> None:
    env = gymnasium.make("caboose/London-v0", opponents="tourist")
    _, info = env.reset(seed=1)
    seats, ends = set(), 0
    for _ in range(1000):
        action = int(np.flatnonzero(info["action_mask"])[-1])
        observation, reward, is_over, is_cut, info = env.step(action)
        assert not is_cut
        assert env.observation_space.contains(observation)
        if is_over:
            ends += 1
            seats.add(int(observation[0]))
            assert reward in (-1.0, 0.0, 1.0)
            assert observation[2] == 5, "the last observation is of the game that ended"
            assert reward == {1: 1.0, 2: -1.0}[int(info["ranks"][observation[0]])]
            with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
                env.step(action)
            observation, info = env.reset()
            assert observation[11] <= 1, "the next game begins"
    assert ends > 1
    assert seats == {0, 1}


def test_an_illegal_action_loses_or_raises() -> None:
    env = gymnasium.make("caboose/USA-v0")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["illegal_action"]) == (-1.0, True, 0)
    strict = gymnasium.make("caboose/USA-v0", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="action 0 of env 0 is masked"):
        strict.step(0)


@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_an_action_that_is_no_number_is_refused_and_the_game_goes_on(illegal: str) -> None:
    env: Any = gymnasium.make("caboose/London-v0", illegal=illegal).unwrapped
    env.reset(seed=1)
    before = env.batch.state(0)
    for bad in (None, 1.5, "deck", [0]):
        with pytest.raises(ValueError, match="an action is a whole number, not "):
            env.step(bad)
    assert env.batch.state(0) == before
    env.step(np.int64(first_legal(env.batch.masks)[0]))


def test_a_step_before_the_first_deal_asks_for_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game under way; call reset"):
        gymnasium.make("caboose/London-v0").step(0)
    with pytest.raises(ValueError, match="no game under way; call reset"):
        aec.raw_env("london", 2).step(0)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
        aec.env("london", 2).step(0)


def test_names_that_do_not_exist_are_refused() -> None:
    with pytest.raises(gymnasium.error.NameNotFound, match="Mars"):
        gymnasium.make("caboose/Mars-v0")
    with pytest.raises(ValueError, match="there is no such built-in edition; there are usa"):
        aec.env("mars")


def test_action_masks_are_those_of_the_info() -> None:
    env: Any = gymnasium.make("caboose/NewYork-v0").unwrapped
    _, info = env.reset(seed=2)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": 9}, "is for 2 to 5 seats"),
        ({"opponents": None}, "name the opponents"),
        ({"opponents": "nobody"}, 'there is no bot "nobody"'),
        ({"illegal": "ignore"}, "illegal is lose or raise"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        gymnasium.make("caboose/USA-v0", **options)


# --- many games -----------------------------------------------------------------------------------


def test_a_vector_environment_is_a_batch() -> None:
    envs: Any = gymnasium.make_vec("caboose/London-v0", num_envs=4, opponents=["racer"])
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=[1, 2, 3, 4])
    batch = Batch("london", 2, 4, seed=[1, 2, 3, 4], opponents="racer")
    assert np.array_equal(observations, batch.reset())
    ends = 0
    for _ in range(200):
        actions = first_legal(infos["action_mask"])
        observations, rewards, ended, cut, infos = envs.step(actions)
        expected = batch.step(actions)[:4]
        for mine, theirs in zip((observations, rewards, ended, cut), expected, strict=True):
            assert np.array_equal(mine, theirs)
        assert envs.observation_space.contains(observations)
        assert ("final_obs" in infos) == bool(ended.any())
        for env in np.flatnonzero(ended):
            ends += 1
            assert np.array_equal(infos["final_obs"][env], batch.final_observations[env])
            assert infos["final_info"]["points"][env].tolist() == batch.totals[env].tolist()
    assert ends > 0


def test_a_vector_environment_refuses_a_masked_action() -> None:
    envs = gymnasium.make_vec("caboose/London-v0", num_envs=2)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="action 0 of env 0 is masked"):
        envs.step(np.zeros(2, np.int64))


def test_seeded_vector_environments_agree_and_keep_what_they_returned() -> None:
    envs: Any = gymnasium.make_vec("caboose/USA-v0", num_envs=2)
    observations, infos = envs.reset(seed=3)
    kept = observations.copy()
    envs.step(first_legal(infos["action_mask"]))
    assert np.array_equal(observations, kept)
    assert np.array_equal(envs.reset(seed=3)[0], kept)
    assert not np.array_equal(envs.reset()[0], kept)


# --- both ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: gymnasium.make("caboose/London-v0", opponents="racer"),
        lambda: aec.env("london", 3),
    ],
)
def test_wrapped_environments_pickle_and_go_on_the_same(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    for each in (env, other):
        each.step(int(first_legal([masks_of(each)])[0]))
    assert np.array_equal(masks_of(env), masks_of(other))


def masks_of(env: Any) -> Any:
    raw = env.unwrapped
    return raw.action_masks() if hasattr(raw, "action_masks") else raw._mask.copy()


def test_a_vector_environment_pickles_and_goes_on_the_same() -> None:
    envs: Any = gymnasium.make_vec("caboose/London-v0", num_envs=3)
    envs.reset(seed=1)
    other = pickle.loads(pickle.dumps(envs))
    actions = first_legal(envs.action_masks())
    for mine, theirs in zip(envs.step(actions)[:4], other.step(actions)[:4], strict=True):
        assert np.array_equal(mine, theirs)
