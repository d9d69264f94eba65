"""Any player can have the other seats of one game, and compiled ones play there as in a batch."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import caboose.envs  # noqa: F401 - makes Gymnasium know the names
from caboose.envs.batch import Batch
from caboose.envs.batch_of_one import BatchOfOne
from caboose.players.player import BotFailed

OWN_BOT = """
from caboose.players import Player

class Last(Player):
    def choose(self, view, legal):
        assert len(view.history) == int(view.fields.actions) + 1
        return legal[-1]

class Broken(Player):
    def choose(self, view, legal):
        if int(view.fields.actions) > 8:
            raise KeyError("out of ideas")
        return legal[0]
"""


def any_legal(masks: Any, rng: random.Random) -> Any:
    return np.array([rng.choice(np.flatnonzero(masks[0]).tolist())])


@pytest.mark.parametrize("rotate", [True, False])
@pytest.mark.parametrize(("bots", "seats"), [("racer", 2), (["tourist", "express"], 3)])
def test_compiled_bots_play_as_in_a_batch(bots: Any, seats: int, rotate: bool) -> None:
    one = BatchOfOne("london", seats, bots, rotate=rotate, compact=True)
    batch = Batch("london", seats, 1, opponents=bots, rotate=rotate, compact=True)
    assert np.array_equal(one.reset(5), batch.reset(5))
    rng, ends = random.Random(1), 0
    for step in range(200):
        assert np.array_equal(one.masks, batch.masks)
        actions = any_legal(batch.masks, rng)
        for mine, theirs in zip(one.step(actions)[:4], batch.step(actions)[:4], strict=True):
            assert np.array_equal(mine, theirs)
        if batch.terminations[0]:
            ends += 1
            assert np.array_equal(one.final_observations, batch.final_observations)
            assert np.array_equal(one.totals, batch.totals)
            assert one.state(0, final=True) == batch.state(0, final=True)
        if step == 90:
            one = pickle.loads(pickle.dumps(one))
        if step == 120:
            assert np.array_equal(one.reset(), batch.reset())
    assert ends > 2


@pytest.fixture
def own_file(tmp_path: Path) -> str:
    file = tmp_path / "mybot.py"
    file.write_text(OWN_BOT, "utf-8")
    return str(file)


def play(env: Any, steps: int, seed: int = 1) -> list[Any]:
    """What a few games of random play gave."""
    rng = random.Random(seed)
    _, info = env.reset(seed=seed)
    seen = []
    for _ in range(steps):
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, is_over, _, info = env.step(action)
        seen.append((observation.tobytes(), reward, is_over))
        if is_over:
            _, info = env.reset()
    return seen


@pytest.mark.parametrize("bot", ["switchman:rollouts=2", "passenger", "FILE:Last"])
def test_players_that_are_not_compiled_play_one_game(bot: str, own_file: str) -> None:
    opponents = [bot.replace("FILE", own_file), "racer"]
    envs = [gymnasium.make("caboose/London-v0", seats=3, opponents=opponents) for _ in range(2)]
    steps = 30 if "switchman" in bot else 120
    one, other = (play(env, steps) for env in envs)
    assert one == other
    assert "switchman" in bot or any(is_over for _, _, is_over in one)


def test_an_environment_with_an_own_bot_pickles(own_file: str) -> None:
    env: Any = gymnasium.make("caboose/London-v0", opponents=f"{own_file}:Last").unwrapped
    play(env, 10)
    other = pickle.loads(pickle.dumps(env))
    for each in (env, other):
        rng = random.Random(3)
        for _ in range(20):
            each.step(int(any_legal(each.batch.masks, rng)[0]))
    assert env.batch.state(0) == other.batch.state(0)


def test_a_bot_that_fails_ends_the_game_with_its_sentence(own_file: str) -> None:
    env: Any = gymnasium.make("caboose/London-v0", opponents=f"{own_file}:Broken").unwrapped
    with pytest.raises(BotFailed, match="KeyError: 'out of ideas'"):
        play(env, 50)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.step(int(any_legal(env.batch.masks, random.Random(1))[0]))
    env.reset(seed=2)
    env.step(int(any_legal(env.batch.masks, random.Random(1))[0]))


def test_a_masked_action_changes_nothing_in_a_batch_of_one() -> None:
    one = BatchOfOne("london", 2, "switchman:rollouts=2")
    one.reset(1)
    before = one.state(0)
    with pytest.raises(ValueError, match="action 0 of env 0 is masked"):
        one.step(np.array([0]))
    assert one.state(0) == before
    one.step(any_legal(one.masks, random.Random(1)))


@pytest.mark.parametrize(
    ("opponents", "said"),
    [
        ("swichman", "did you mean switchman"),
        ("./nobody.py", "does not exist"),
        (["switchman", "racer"], "with 2 seats there are 1 opponents, not 2"),
    ],
)
def test_players_that_do_not_exist_are_refused(opponents: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        gymnasium.make("caboose/USA-v0", opponents=opponents)


def test_a_batch_says_who_cannot_play_in_it() -> None:
    with pytest.raises(ValueError, match="'switchman' is not a compiled bot, so it cannot play"):
        gymnasium.make_vec("caboose/USA-v0", num_envs=2, opponents="switchman")
