"""The game of OpenSpiel passes OpenSpiel's own tests, and is the engine's own game."""

from __future__ import annotations

import pickle
import random
import unittest
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.observation import make_observation

import caboose
from caboose.envs.observation import observation_of
from caboose.envs.observation_layout import layout_of
from tests.support.games.editions import EDITIONS_AND_SEATS
from tests.support.games.openspiel_games import dealt, load, played

# --- OpenSpiel's own tests ------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "seats"), [("london", 2), ("new_york", 4), ("usa_1910", 2)])
def test_it_passes_the_random_simulation(edition: str, seats: int) -> None:
    pyspiel.random_sim_test(load(edition, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["margin", "score"])
def test_it_passes_the_random_simulation_with_every_reward(reward: str) -> None:
    game = load(reward=reward)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_edition_passes_the_random_simulation(edition: str, seats: int) -> None:
    pyspiel.random_sim_test(load(edition, seats), num_sims=2, serialize=True, verbose=False)


def test_it_passes_the_tests_of_the_api() -> None:
    cases = api_test.EnforceAPIOnPartialTreeBase
    case = type("Case", (cases,), {"game_name": "python_caboose", "game": load()})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 4
    assert not result.failures + result.errors


# --- the engine's own game ------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_the_rolls_are_the_seed_of_the_engines_game(seats: int) -> None:
    rng, game = random.Random(seats), load("london", seats)
    state = game.new_initial_state()
    rolls = [rng.randrange(256) for _ in range(8)]
    for roll in rolls:
        state.apply_action(roll)
    own = caboose.Game("london", seats).start(seed=int.from_bytes(bytes(rolls), "big"))
    while not own.is_over:
        assert state.position == own
        assert state.current_player() == own.seat
        legal = own.legal_actions()
        assert state.legal_actions() == [action.number for action in legal]
        action = rng.choice(legal)
        assert state.action_to_string(action.number) == action.text
        own.apply(action)
        state.apply_action(action.number)
    totals = [seat.total for seat in own.score().seats]
    assert state.is_terminal()
    assert np.argmax(state.returns()) == np.argmax(totals)
    assert game.new_initial_state().history() == []


def test_a_history_can_be_played_again() -> None:
    game = load()
    state = played(game, random.Random(1), most=40)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)


@pytest.mark.parametrize("most", [0, 30, 10_000])
def test_states_and_games_pickle_and_go_on_the_same(most: int) -> None:
    game = load("new_york", 3)
    states = [played(game, random.Random(2), most)]
    states += [pickle.loads(pickle.dumps(states[0])), states[0].clone()]
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for state in states:
        rng = random.Random(3)
        for _ in range(20):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    for seat in range(3):
        assert len({str(state.information_state_string(seat)) for state in states}) == 1
        assert len({tuple(state.information_state_tensor(seat)) for state in states}) == 1


def test_a_clone_is_another_game() -> None:
    state = played(load(), random.Random(4), most=20)
    before, clone = str(state), state.clone()
    played_on = clone.legal_actions()[0]
    clone.apply_action(played_on)
    assert str(state) == before != str(clone)


@pytest.mark.parametrize("edition", ["london", "usa"])
def test_a_tensor_has_the_numbers_of_the_observation(edition: str) -> None:
    game = load(edition, 3)
    state = played(game, random.Random(5), most=50)
    layout = layout_of(state.position.game, compact=True)
    parts = make_observation(game)
    for seat in range(3):
        numbers = observation_of(state.position, seat, layout)
        assert state.observation_tensor(seat) == numbers.tolist()
        parts.set_from(state, seat)
        for name, part in layout.unpack(numbers).items():
            assert np.array_equal(parts.dict[name], part), name


def test_an_information_state_tells_all_steps_in_order() -> None:
    state = played(load(), random.Random(6), most=25)
    own, public = state.told_to(0).splitlines(), state.told_to(None).splitlines()
    assert len(own) == len(public) == 26, "the deal, and one line for each action"
    assert "drew_blind 0 " in own[0]
    steps = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    steps.set_from(state, 0)
    seats = [line.split()[0] for line in own[1:]]
    assert [f"{int(seat) - 1}" for seat in steps.dict["steps"][:25, 0]] == seats
    assert not steps.dict["steps"][25:].any()


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"edition": "mars"}, "mars"),
        ({"edition": "london", "seats": 5}, "London is for 2 to 4 seats, not 5"),
        ({"reward": "luck"}, "there is no reward 'luck'"),
        ({"chance": "luck"}, "chance is deal or cards, not 'luck'"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game("python_caboose", options)


@pytest.mark.parametrize("bad", [-7, 0, 263, 10_000])
def test_an_action_that_is_not_legal_changes_nothing(bad: int) -> None:
    state = dealt(load(), random.Random(11))
    before, history = str(state), state.history()
    with pytest.raises(pyspiel.SpielError, match=f"action {bad} is not legal for seat 0"):
        state.apply_action(bad)
    assert (str(state), state.history()) == (before, history)


def test_an_action_after_the_end_is_refused() -> None:
    state = played(load(), random.Random(12))
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    state = load().new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="chance has no outcome 256 here"):
        state.apply_action(256)
    with pytest.raises(pyspiel.SpielError, match="before the deal"):
        state.resample_from_infostate(0, random.random)
