"""OpenSpiel's own bots play the game, and what they search in could be true."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, random_agent

from tests.support.games.openspiel_games import SHOWN, dealt, load, played


def test_another_world_looks_the_same_to_the_seat_that_asks() -> None:
    rng = random.Random(8)
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    worlds = set()
    for most in (0, 1, 7, 30, 45):
        state = played(load("london", 3), rng, most)
        seat = state.current_player()
        for _ in range(5):
            other = state.resample_from_infostate(seat, sampler)
            for name, show in SHOWN.items():
                assert show(other, seat) == show(state, seat), name
            assert other.legal_actions() == state.legal_actions()
            worlds.add(other.position.to_bytes())
            played_on = other.clone()
            while not played_on.is_terminal():
                played_on.apply_action(rng.choice(played_on.legal_actions()))
    assert len(worlds) == 25


def ismcts_bot(game: Any, simulations: int, seed: int) -> Any:
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng
    )
    # The bot's own sampler follows the clock; this one follows the seed.
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.random_sample))
    return bot


def test_ismcts_plays_a_whole_game_and_the_same_one_again() -> None:
    histories = []
    for _ in range(2):
        game = load()
        bots = [ismcts_bot(game, 2, seat) for seat in range(2)]
        state = dealt(game, random.Random(9))
        while not state.is_terminal():
            action = int(bots[state.current_player()].step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
        histories.append(state.history())
    assert histories[0] == histories[1]


def test_mcts_plays_on_the_open_game() -> None:
    game, rng = load(), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = dealt(game, random.Random(10))
    for _ in range(6):
        state.apply_action(bot.step(state))


def test_agents_learn_in_the_environment_of_openspiel() -> None:
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(load(), observation_type=kind, seed=3)
    agents = [random_agent.RandomAgent(player_id=seat, num_actions=264) for seat in range(2)]
    moment = env.reset()
    assert np.shape(moment.observations["info_state"][0]) == env.observation_spec()["info_state"]
    while not moment.last():
        agent = agents[moment.observations["current_player"]]
        moment = env.step([agent.step(moment).action])
    assert sum(moment.rewards) == 0
