"""Find weights for Express by playing: `python -m caboose.lab.tune country`.

The cross-entropy method: a generation of candidates is drawn around the present mean, all play the
same deals against the same tables of opponents, and the mean moves to the best of them. Every
generation has its own deals, of a range that no test uses, and is written to a file: stop when you
like, start again to go on, and the same command finds the same weights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from caboose.engine.compiled import compiled
from caboose.engine.game import Game
from caboose.engine.keys import deal_batch_game
from caboose.engine.rules.setup import set_up
from caboose.players.policies import EXPRESS, POLICIES
from caboose.players.search.rollout import Stage, new_stage, outcome, play_out
from caboose.players.tools.express_weights import NAMES
from caboose.players.tools.kit import Kit, new_kit, new_scratches

CANDIDATES = 20
ELITE = 6
MORE_FOR_A_WIN = 3000  # hundredths of a point, beyond what a rollout counts for it
FIRST_STEP = 0.35  # of a weight's own size
INERTIA = 0.3  # of the old mean and step that a generation keeps

# Edition, seats and opponents of the tables at which candidates sit, by the set of weights.
TABLES: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "country": (
        ("usa", ("racer",)),
        ("usa", ("planner",)),
        ("usa", ("express",)),
        ("usa_mega", ("express",)),
        ("usa", ("express", "planner", "racer")),
    ),
    "city": (
        ("london", ("planner",)),
        ("london", ("express",)),
        ("new_york", ("planner",)),
        ("new_york", ("express",)),
        ("london", ("express", "planner", "racer")),
    ),
}


# Guesses from which the search starts, in the order of `NAMES`; opponents keep them.
START = {
    "country": (280, 60, 100, 100, 60, 100, 80, 300, 100, 4000, 70, 0, 100, 100, 150, 20),
    "city": (150, 60, 60, 120, 60, 50, 100, 100, 100, 900, 40, 0, 60, 100, 150, 20),
}


@dataclass
class Search:
    """Where a search stands."""

    generation: int
    mean: list[float]
    step: list[float]
    history: list[float]  # the mean's result in every generation


@compiled
def play_table(kit: Kit, stage: Stage, key: Any, blocks: int, policies: Any) -> int:
    """The sum of what the first of a line-up makes of some deals, in hundredths of a point.

    Policies and scratch space have a row for every rotation, by seat.
    """
    game, state, happenings = kit.games[0], stage.states[0], stage.happenings
    atlas, score = kit.atlases[0], stage.scores[0]
    dice = np.zeros(2, np.int64)
    total = 0
    for deal in range(blocks):
        for turned in range(game.seats):
            deal_batch_game(state, key, deal, dice)
            set_up(game, state, happenings)
            scratches = kit.scratches[turned]
            play_out(game, atlas, state, policies[turned], scratches, dice, happenings)
            total += outcome(game, state, score, turned)
            if score.rank[turned] == 1:
                total += MORE_FOR_A_WIN
    return total


def judge(name: str, weights: np.ndarray[Any, Any], generation: int, blocks: int) -> float:
    """A candidate's mean result over all tables, on a generation's deals."""
    total = 0.0
    for table, (edition, opponents) in enumerate(TABLES[name]):
        game = Game(edition, seats=1 + len(opponents))
        policies, kit = turn_around(game, name, weights, opponents)
        key = tuning_key(f"{name} {generation} {table}")
        result = play_table(kit, new_stage(), key, blocks, policies)
        total += result / (100 * blocks * game.seats)
    return total / len(TABLES[name])


def turn_around(
    game: Game, name: str, weights: np.ndarray[Any, Any], opponents: tuple[str, ...]
) -> tuple[np.ndarray[Any, Any], Kit]:
    """Policies and scratch by rotation and seat; the candidate sits at the rotation's own."""
    lineup = [EXPRESS, *map(POLICIES.index, opponents)]
    policies = np.array([np.roll(lineup, turned) for turned in range(game.seats)], np.int64)
    scratches = new_scratches(game, game.seats**2).reshape(game.seats, game.seats)
    scratches["weights"] = START[name]
    for turned in range(game.seats):
        scratches["weights"][turned, turned] = weights
    return policies, new_kit(game)._replace(scratches=scratches)


def tuning_key(text: str) -> np.ndarray[Any, Any]:
    """The key of a batch of deals that nothing but tuning uses."""
    digest = hashlib.sha256(f"caboose tuning {text}".encode()).digest()
    return np.frombuffer(digest, "<u4").copy()


def advance(name: str, search: Search, blocks: int) -> Search:
    """One generation."""
    rng = np.random.default_rng([search.generation, len(NAMES)])
    mean, step = np.array(search.mean), np.array(search.step)
    drawn = mean + step * rng.standard_normal((CANDIDATES, len(NAMES)))
    drawn[0] = mean
    drawn = np.maximum(drawn, 0)
    results = [
        judge(name, np.rint(one).astype(np.int32), search.generation, blocks) for one in drawn
    ]
    elite = drawn[np.argsort(results)[::-1][:ELITE]]
    new_mean = INERTIA * mean + (1 - INERTIA) * elite.mean(axis=0)
    new_step = INERTIA * step + (1 - INERTIA) * elite.std(axis=0, ddof=1)
    new_step = np.maximum(new_step, 0.02 * np.maximum(mean, 20))
    return Search(
        search.generation + 1, new_mean.tolist(), new_step.tolist(), [*search.history, results[0]]
    )


def load_search(name: str, file: Path) -> Search:
    """The search of a file, or a new one around the first guesses."""
    if file.exists():
        return Search(**json.loads(file.read_text("utf-8")))
    mean = np.array(START[name], float)
    return Search(0, mean.tolist(), (FIRST_STEP * np.maximum(mean, 40)).tolist(), [])


def tune(name: str, generations: int, blocks: int, file: Path) -> Search:
    """Go on to a number of generations, keeping every one of them in the file."""
    search = load_search(name, file)
    for _ in track(range(search.generation, generations), f"Tuning for the {name}"):
        search = advance(name, search, blocks)
        file.write_text(json.dumps(vars(search)) + "\n", "utf-8")
    return search


def main() -> None:
    """Tune and print the weights as they stand in `players/tools/express_weights.py`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(TABLES))
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--blocks", type=int, default=60, help="deals for each table")
    parser.add_argument("--file", type=Path, help="where the search is kept")
    options = parser.parse_args()
    file = options.file or Path(f"tuning-{options.name}.json")
    search = tune(options.name, options.generations, options.blocks, file)
    print([round(weight) for weight in search.mean])


if __name__ == "__main__":
    main()
