"""How fast the engine is, on one core, best of several repeats.

Machines differ and are shared, so every figure also stands relative to a fixed calibration loop:
`relative` is the time of one unit in rolls of the dice (see `engine/dice.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.chance import BLIND, card_word
from caboose.engine.compiled import INTERPRETED, compiled
from caboose.engine.dice import new_dice, roll_word
from caboose.engine.fields import STATE
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import new_buffer
from caboose.engine.keys import deal_batch_game
from caboose.engine.numbering import ACTIONS
from caboose.engine.random_play import play_random
from caboose.engine.rules.longest_path import longest_path
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.sets import write_members
from caboose.lab.signature import all_games, play_by_dice
from caboose.players.belief.styles import STYLES
from caboose.players.policies import ENGINEER, EXPRESS, POLICIES
from caboose.players.search.rollout import Stage, new_stage, play_out
from caboose.players.tools.kit import Kit, new_kit

REPEATS = 1 if INTERPRETED else 5


@compiled
def _roll_many(dice: Any, n: int) -> int:
    total = 0
    for _ in range(n):
        total += roll_word(dice)
    return total


@compiled
def _clone_many(states: Any, n: int) -> int:
    total = 0
    for i in range(n):
        states[0].actions = i
        states[1] = states[0]
        total += int(states[1].actions)
    return total


@compiled
def _draw_words(states: Any, n: int) -> int:
    total = 0
    for i in range(n):
        total += card_word(states[0], BLIND, i)
    return total


@compiled
def _longest_paths(games: Any, states: Any, n: int) -> int:
    total = 0
    for _ in range(n):
        total += longest_path(games[0], states[0], 0)
    return total


@compiled
def _roll_out_many(kit: Kit, stage: Stage, key: Any, n: int, policies: Any) -> int:
    """Deal n games and play each out; the sum of the points, so that nothing is left out."""
    game, state, happenings = kit.games[0], stage.states[0], stage.happenings
    dice = np.zeros(2, np.int64)
    total = 0
    for i in range(n):
        deal_batch_game(state, key, i, dice)
        set_up(game, state, happenings)
        play_out(game, kit.atlases[0], state, policies, kit.scratches, dice, happenings)
        score_game(game, state, stage.scores[0])
        total += int(stage.scores[0].total[0])
    return total


def best_time(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of several runs, in seconds; a first run outside the count warms up."""
    if not INTERPRETED:
        work()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def calibrate() -> float:
    """Seconds for one roll of the dice: the unit of every relative figure."""
    n = 10_000 if INTERPRETED else 10_000_000
    return best_time(lambda: _roll_many(new_dice(1), n)) / n


def measure_games(unit: float, games: int) -> Iterator[dict[str, Any]]:
    """Complete random games, for every edition and number of seats."""
    for game in all_games():
        n = max(1, games // game.seats)
        totals: dict[str, int] = {}
        play = partial(play_random, game, n, seed=1)
        seconds = best_time(lambda totals=totals, play=play: totals.update(play()))  # type: ignore[misc]
        yield {
            "edition": game.edition.id,
            "seats": game.seats,
            "games_per_second": n / seconds,
            "decisions_per_second": totals["decisions"] / seconds,
            "actions_per_second": totals["actions"] / seconds,
            "decisions_per_game": totals["decisions"] / n,
            "turns_per_game": totals["turns"] / n,
            "relative": seconds / totals["decisions"] / unit,
        }


def measure_costs(unit: float) -> Iterator[dict[str, Any]]:
    """Single operations: what a step, a copy, a word of chance or a longest path costs."""
    n = 100 if INTERPRETED else 1_000_000
    states = np.zeros(2, STATE)
    yield _cost("clone in compiled code", unit, n, lambda: _clone_many(states, n))
    yield _cost("word of chance", unit, n, lambda: _draw_words(states, n))
    state = Game("usa", seats=2).start(seed=1)
    yield _cost("state.copy()", unit, 1000, lambda: [state.copy() for _ in range(1000)])
    yield _cost("state.view(0)", unit, 1000, lambda: [state.view(0) for _ in range(1000)])
    yield _step_cost(unit)
    yield _kernel_cost(unit)
    yield _longest_path_cost(unit)


def _cost(name: str, unit: float, n: int, work: Callable[[], object]) -> dict[str, Any]:
    seconds = best_time(work) / n
    return {"name": name, "nanoseconds": seconds * 1e9, "relative": seconds / unit}


def _step_cost(unit: float) -> dict[str, Any]:
    """One decision driven from Python: legal actions as objects, apply, events."""
    game = Game("usa", seats=2)
    actions = int(play_by_dice(game, 1).fields.actions)
    return _cost("step from Python, with objects", unit, actions, lambda: play_by_dice(game, 1))


def _kernel_cost(unit: float) -> dict[str, Any]:
    """One decision driven from Python by numbers, as an environment does it."""
    game = Game("usa", seats=2)
    states, mask, buffer = np.zeros(1, STATE), np.zeros(ACTIONS, np.bool_), new_buffer()
    seats = states["seat"]

    def play() -> int:
        states["key"][0] = 1
        kernels.start(game.tables, states, 0, buffer)
        for n in range(200):
            kernels.list_legal(game.tables, states, 0, int(seats[0]), mask)
            legal = int(mask.argmax()) if n % 3 else ACTIONS - 1 - int(mask[::-1].argmax())
            kernels.step(game.tables, states, 0, int(seats[0]), legal, mask, buffer)
        return 200

    return _cost("step from Python, by numbers", unit, 200, play)


def _longest_path_cost(unit: float) -> dict[str, Any]:
    """The dearest longest path among ordinary networks: 45 trains, many loops."""
    game = Game("usa", seats=2)
    states = np.zeros(1, STATE)
    worst: dict[str, Any] = {"nanoseconds": -1.0}
    n = 1 if INTERPRETED else 200
    for seed in range(40):
        _grow_network(game, states[0], seed)
        cost = _cost(
            "worst longest path of 40", unit, n, lambda: _longest_paths(game.tables, states, n)
        )
        worst = max(worst, cost, key=lambda each: float(each["nanoseconds"]))
    return worst


def _grow_network(game: Game, state: Any, seed: int) -> None:
    """A connected network of up to 45 trains that grows wherever it can."""
    rng = np.random.default_rng(seed)
    routes = game.edition.board.routes
    owned: list[int] = []
    cities: set[str] = set()
    left = game.edition.trains
    for number in np.concatenate([rng.permutation(len(routes)) for _ in range(6)]).tolist():
        route = routes[number]
        touches = not cities or not cities.isdisjoint(route.cities)
        if touches and route.length <= left and number not in owned:
            owned.append(number)
            cities.update(route.cities)
            left -= route.length
    write_members(state.owned[0], owned)


def rollout_tables() -> list[tuple[int, int]]:
    """Each style against itself, and the learned player against Express and itself."""
    return [(style, style) for style in STYLES] + [(ENGINEER, EXPRESS), (ENGINEER, ENGINEER)]


def measure_rollouts(unit: float) -> Iterator[dict[str, Any]]:
    """Complete two-seat games by compiled policies, as a searching bot plays them in its head."""
    game, n = Game("usa", seats=2), 1 if INTERPRETED else 1000
    key = np.frombuffer(key_from_seed(1), "<u4").copy()
    kit, stage = new_kit(game, game.seats), new_stage()
    for seated in rollout_tables():
        table = (kit, stage, key, n, np.array(seated, np.int64))
        seconds = best_time(lambda table=table: _roll_out_many(*table)) / n  # type: ignore[misc]
        yield {
            "style": ", ".join(dict.fromkeys(POLICIES[policy] for policy in seated)),
            "games_per_second": 1 / seconds,
            "relative": seconds / unit,
        }


def measure(games: int = 20_000) -> dict[str, Any]:
    """All figures of the benchmark."""
    if INTERPRETED:
        games = 1
    unit = calibrate()
    return {
        "calibration_nanoseconds": unit * 1e9,
        "bytes_per_game": STATE.itemsize,
        "games": list(measure_games(unit, games)),
        "rollouts": list(measure_rollouts(unit)),
        "costs": list(measure_costs(unit)),
    }
