"""The benchmark of the environments plays legal games, and warming up compiles what they need."""

from __future__ import annotations

import random

import numpy as np
import pytest

from caboose.engine.dice import new_dice
from caboose.envs.batch import Batch
from caboose.envs.bench import _play, choose_at_random, measure_steps
from caboose.envs.other_packages import measure_others, play_openspiel
from caboose.envs.warm import warm_steps


def test_chance_chooses_every_legal_action_and_no_other() -> None:
    batch = Batch("london", 2, 2, seed=1)
    batch.reset()
    dice, actions = new_dice(1), np.zeros(2, np.int64)
    met: list[set[int]] = [set(), set()]
    for _ in range(200):
        choose_at_random(batch.masks, dice, actions)
        for lane in range(2):
            met[lane].add(int(actions[lane]))
    assert met == [set(np.flatnonzero(mask).tolist()) for mask in batch.masks]


def test_a_measured_batch_goes_on() -> None:
    batch = Batch("london", 2, 2, seed=1)
    batch.reset()
    assert _play(batch, 5, new_dice(1), np.zeros(2, np.int64)) > 0
    assert batch.state(0).fields["actions"] == 5


def test_every_kind_of_step_is_measured() -> None:
    assert all(figure["microseconds"] > 0 for figure in measure_steps())


def test_other_packages_play_whole_games_to_be_compared_with() -> None:
    assert play_openspiel(random.Random(1))() > 10
    rows = list(measure_others(1e6, 1e5))
    assert rows[0]["name"] == "OpenSpiel"
    for row in rows:
        assert row["batch_ratio"] == 1e6 / row["decisions_per_second"]
        assert row["batch_ratio"] == pytest.approx(10 * row["single_ratio"])


def test_warming_up_runs() -> None:
    for name, work in warm_steps():
        assert name
        work()
