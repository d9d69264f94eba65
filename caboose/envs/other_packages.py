"""How fast other packages are, beside the environments, in the same run.

None of them has this game. Gin rummy is of similar size: two seats, hidden hands, cards drawn
from a deck or a pile, about a hundred actions. Each is driven as its users drive it from Python,
on one core, one game at a time: ask for the legal actions and what the seat sees, choose one at
random, play it. A step is one decision of a seat; dealing is played and timed, but not counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from caboose.engine.compiled import INTERPRETED

GAMES = 2 if INTERPRETED else 20
REPEATS = 1 if INTERPRETED else 5


def measure_others(batch: float, single: float) -> Iterator[dict[str, Any]]:
    """Steps per second of what is installed, and how many times as fast we are.

    `batch` are the decisions per second of a batch with masks and observations, `single` those of
    one game driven from Python.
    """
    for package, name, play in (
        ("pyspiel", "OpenSpiel", play_openspiel),
        ("rlcard", "RLCard", play_rlcard),
    ):
        if find_spec(package) is not None:
            speed = steps_per_second(play)
            yield {
                "name": name,
                "decisions_per_second": speed,
                "batch_ratio": batch / speed,
                "single_ratio": single / speed,
            }


def steps_per_second(play: Callable[[random.Random], Callable[[], int]]) -> float:
    """The most steps per second of several runs; making the game is not timed."""
    play_one = play(random.Random(1))
    play_one()
    best = 0.0
    for _ in range(REPEATS):
        begin = time.perf_counter()
        steps = sum(play_one() for _ in range(GAMES))
        best = max(best, steps / (time.perf_counter() - begin))
    return best


def play_openspiel(rng: random.Random) -> Callable[[], int]:
    """Random games of OpenSpiel's own gin rummy, which is written in C++."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play_one() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play_one


def play_rlcard(rng: random.Random) -> Callable[[], int]:
    """Random games of RLCard's gin rummy; its step gives observation and legal actions itself."""
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})

    def play_one() -> int:
        (state, _), steps = env.reset(), 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play_one
