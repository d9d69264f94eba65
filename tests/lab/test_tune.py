"""Tuning: the same command finds the same weights, also in pieces."""

import json

import numpy as np
import pytest

from caboose.lab import tune
from caboose.players.tools.express_weights import NAMES, WEIGHTS, weights_for

BLOCKS = 1


@pytest.fixture(autouse=True)
def few_candidates(monkeypatch):
    monkeypatch.setattr(tune, "CANDIDATES", 4)
    monkeypatch.setattr(tune, "ELITE", 2)


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path):
    whole = tune.tune("city", 3, BLOCKS, tmp_path / "whole.json")
    tune.tune("city", 1, BLOCKS, tmp_path / "parts.json")
    parts = tune.tune("city", 3, BLOCKS, tmp_path / "parts.json")
    assert parts == whole
    assert json.loads((tmp_path / "parts.json").read_text("utf-8"))["generation"] == 3


def test_the_search_moves_and_keeps_every_weight_in_its_place(tmp_path):
    search = tune.tune("city", 2, BLOCKS, tmp_path / "search.json")
    assert len(search.mean) == len(search.step) == len(NAMES)
    assert not np.allclose(search.mean, tune.START["city"])
    assert len(search.history) == 2


def test_every_generation_has_deals_of_its_own():
    keys = {tune.tuning_key(f"city {generation} 0").tobytes() for generation in range(20)}
    assert len(keys) == 20


@pytest.mark.parametrize("name", sorted(tune.TABLES))
def test_the_published_weights_do_better_than_the_first_guesses(name):
    guess = tune.judge(name, np.array(tune.START[name], np.int32), -1, 40)
    assert tune.judge(name, WEIGHTS[name], -1, 40) > guess + 5


def test_small_boards_have_weights_of_their_own():
    assert weights_for(17) is WEIGHTS["city"]
    assert weights_for(45) is WEIGHTS["country"]
