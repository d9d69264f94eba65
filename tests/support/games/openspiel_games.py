"""Games of OpenSpiel for the tests: loaded, dealt, played, and what a seat is shown of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

import caboose.envs.openspiel  # noqa: F401 - registers the game

Shown = Callable[[Any, int], Any]
SHOWN: dict[str, Shown] = {
    "observation string": lambda state, seat: state.observation_string(seat),
    "observation tensor": lambda state, seat: state.observation_tensor(seat),
    "information state string": lambda state, seat: state.information_state_string(seat),
    "information state tensor": lambda state, seat: state.information_state_tensor(seat),
}


def load(
    edition: str = "london", seats: int = 2, reward: str = "rank", chance: str = "deal"
) -> Any:
    options = {"edition": edition, "seats": seats, "reward": reward, "chance": chance}
    return pyspiel.load_game("python_caboose", options)


def dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.randrange(256))
    return state


def played(game: Any, rng: random.Random, most: int = 10_000) -> Any:
    state = dealt(game, rng)
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state
