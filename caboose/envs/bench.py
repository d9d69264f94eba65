"""How fast the environments are, on one core, best of several repeats.

A decision is one action chosen from outside: a claim and its payment are two.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.compiled import INTERPRETED, compiled
from caboose.engine.dice import new_dice
from caboose.engine.fields import OVER, STATE
from caboose.engine.game import Game
from caboose.engine.happenings import new_buffer
from caboose.engine.numbering import ACTIONS
from caboose.envs.batch import Batch
from caboose.envs.other_packages import measure_others
from caboose.players.bots.random import any_legal

LANES = 4 if INTERPRETED else 256  # as many games as the caches of a core hold
STEPS = 4 if INTERPRETED else 100
FIRST_STEPS = 0 if INTERPRETED else 400  # until the lanes are no longer all at the same moment
REPEATS = 1 if INTERPRETED else 20
SINGLE_STEPS = 20 if INTERPRETED else 1000
ENGINE, SINGLE, AEC = "engine, by numbers", "Gymnasium, one game", "PettingZoo AEC, raw"


@compiled
def choose_at_random(masks: Any, dice: Any, actions: Any) -> None:
    """Any legal action for each lane."""
    for i in range(masks.shape[0]):
        actions[i] = any_legal(masks[i], dice)


def measure() -> dict[str, Any]:
    """All figures of the environments, and of others beside them."""
    batches, steps = list(measure_batches()), list(measure_steps())
    batch = next(row for row in batches if row["name"] == "masks and observations")
    costs = {row["name"]: row["microseconds"] for row in steps}
    single = 1e6 / costs.get(AEC, costs[ENGINE])
    others = list(measure_others(batch["decisions_per_second"], single))
    return {"batches": batches, "steps": steps, "others": others}


def measure_batches() -> Iterator[dict[str, Any]]:
    """Decisions per second of a batch, the random choice between two steps not counted."""
    for edition, seats in (("usa", 2), ("usa", 4), ("london", 2)):
        for name, options in (
            ("masks", {"observations": False}),
            ("masks and observations", {}),
            ("masks and observations, compact", {"compact": True}),
        ):
            batch = Batch(edition, seats, LANES, seed=1, **options)  # type: ignore[arg-type]
            yield {
                "name": name,
                "edition": edition,
                "seats": seats,
                "decisions_per_second": LANES * STEPS / _time_batch(batch),
            }


def _time_batch(batch: Batch) -> float:
    """The least seconds of so many steps; games are under way and end all the time."""
    batch.reset()
    dice, actions = new_dice(1), np.zeros(batch.n, np.int64)
    _play(batch, FIRST_STEPS, dice, actions)
    return min(_play(batch, STEPS, dice, actions) for _ in range(REPEATS))


def _play(batch: Batch, steps: int, dice: Any, actions: Any) -> float:
    """The seconds spent in so many steps."""
    seconds = 0.0
    for _ in range(steps):
        choose_at_random(batch.masks, dice, actions)
        begin = time.perf_counter()
        batch.step(actions)
        seconds += time.perf_counter() - begin
    return seconds


def measure_steps() -> Iterator[dict[str, Any]]:
    """Microseconds of one step from Python: the engine's own, and what the frameworks' forms add.

    The first legal action is always taken, so that choosing costs the same everywhere.
    """
    yield {"name": ENGINE, "microseconds": _time_steps(_engine_steps())}
    if find_spec("gymnasium") is not None:
        yield {"name": SINGLE, "microseconds": _time_steps(_single_steps())}
    if find_spec("pettingzoo") is not None:
        yield {"name": AEC, "microseconds": _time_steps(_aec_steps())}


def _time_steps(step: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(REPEATS + 1):
        begin = time.perf_counter()
        for _ in range(SINGLE_STEPS):
            step()
        best = min(best, time.perf_counter() - begin)
    return best / SINGLE_STEPS * 1e6


def _engine_steps() -> Callable[[], object]:
    game, states = Game("usa", 2), np.zeros(1, STATE)
    mask, scratch, buffer = np.zeros(ACTIONS, np.bool_), np.zeros(ACTIONS, np.bool_), new_buffer()
    kernels.start(game.tables, states, 0, buffer)

    def step() -> None:
        if states["phase"][0] == OVER:
            kernels.start(game.tables, states, 0, buffer)
        seat = int(states["seat"][0])
        kernels.list_legal(game.tables, states, 0, seat, mask)
        kernels.step(game.tables, states, 0, seat, int(mask.argmax()), scratch, buffer)

    return step


def _single_steps() -> Callable[[], object]:
    from caboose.envs.single import SingleEnv

    env = SingleEnv("usa", 2, "random")
    state = {"info": env.reset(seed=1)[1]}

    def step() -> None:
        *_, is_over, _, info = env.step(int(state["info"]["action_mask"].argmax()))
        state["info"] = env.reset()[1] if is_over else info

    return step


def _aec_steps() -> Callable[[], object]:
    from caboose.envs.aec import raw_env

    env = raw_env("usa", 2)
    env.reset(seed=1)

    def step() -> None:
        seen, _, is_over, _, _ = env.last()
        if is_over:
            env.reset()
        else:
            env.step(int(seen["action_mask"].argmax()))

    return step
