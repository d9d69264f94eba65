"""School: the learned player, made from nothing in rounds.

In the first round games are played out by Express, in every later one by what was learned before.
A round practises, fits its nets to the lessons of the last two rounds, and must beat the round
before in a trial match on deals of its own; one that does not is the last, and is thrown away.
"""

from __future__ import annotations

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from caboose.engine.game import Game
from caboose.learning.certificate import commit
from caboose.learning.fit_engineer import fit_engineer
from caboose.learning.judge_engineer import judge, publish
from caboose.learning.practice import (
    Array,
    Lessons,
    Practice,
    join_lessons,
    load_lessons,
    practise,
)
from caboose.learning.trial import Trial, try_out
from caboose.players.tools.learned_net import NET_NUMBERS, NETS
from caboose.players.tools.learned_weights import FILE, digest_of

COMMAND = "python -m caboose.learning --only engineer"
SEED = 1
ROUNDS = 3
DEALS = (  # edition, seats, deals of one round
    ("usa", 2, 5000),
    ("usa", 3, 900),
    ("usa", 4, 1000),
    ("usa", 5, 500),
    ("usa_anniversary", 3, 400),
    ("usa_1910", 2, 600),
    ("usa_1910", 4, 400),
    ("usa_mega", 2, 700),
    ("usa_mega", 4, 400),
    ("usa_big_cities", 2, 600),
    ("usa_big_cities", 4, 400),
    ("london", 2, 2500),
    ("london", 3, 700),
    ("london", 4, 700),
    ("new_york", 2, 2500),
    ("new_york", 3, 600),
    ("new_york", 4, 600),
)
FIRST_BOTS = ("express", "express", "planner", "racer")
LATER_BOTS = ("engineer", "engineer", "express", "planner", "racer")
TRIALS = (("usa", 2), ("usa", 4), ("london", 2), ("new_york", 2))
TRIAL_GAMES = 2000
CERTAIN = 1.96  # standard errors


class School:
    """One run, from Express to a player that beats it."""

    def __init__(self, folder: Path, percent: int = 100, rounds: int = ROUNDS) -> None:
        self.folder = folder / f"engineer-{SEED}-{percent}"
        self.percent, self.rounds = percent, rounds
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, is_kept: bool) -> Array:
        """All rounds, as long as each beats the one before."""
        best, gates = None, list[dict[str, Any]]()
        for number in range(self.rounds):
            numbers = self.numbers(number, best)
            gates.append(self.gate(number, numbers, best))
            if not gates[-1]["passed"]:
                break
            best = numbers
        if best is None:
            raise RuntimeError("the first round did not beat Express; practise more.")
        judged = judge(best, self.percent)
        if is_kept:
            self.install(best, gates)
            publish(judged)
        return best

    def numbers(self, number: int, before: Array | None) -> Array:
        """What a round learned; from its file if it was done before."""
        file = self.folder / f"numbers-{number}.json"
        if not file.exists():
            lessons = self.lessons(number, before)
            tell(f"round {number}: {len(lessons.counts)} decisions to learn from")
            found = fit_engineer(lessons, np.random.default_rng([SEED, number]))
            file.write_text(json.dumps(found.tolist()) + "\n", "utf-8")
        return np.array(json.loads(file.read_text("utf-8"))).reshape(NETS, NET_NUMBERS)

    def lessons(self, number: int, before: Array | None) -> Lessons:
        """The lessons of a round and of the one before it."""
        for edition, seats, deals in DEALS:
            file = self.lesson_file(number, edition, seats)
            if file.exists():
                continue
            begin = time.process_time()
            bots = FIRST_BOTS if before is None else LATER_BOTS
            practice = Practice(edition, seats, max(1, deals * self.percent // 100), bots)
            learner = "express" if before is None else "engineer"
            found = practise(practice, learner, f"{SEED} {number}", before)
            found.save(file)
            seconds = time.process_time() - begin
            tell(f"round {number}, {practice}: {len(found.counts)} decisions, {seconds:.0f} s")
        rounds = range(max(0, number - 1), number + 1)
        return join_lessons(
            load_lessons(self.lesson_file(each, edition, seats))
            for each in rounds
            for edition, seats, _ in DEALS
        )

    def lesson_file(self, number: int, edition: str, seats: int) -> Path:
        """Where the lessons of one table are kept."""
        return self.folder / f"lessons-{number}-{edition}-{seats}.npz"

    def gate(self, number: int, numbers: Array, before: Array | None) -> dict[str, Any]:
        """Trial matches against the player before, and whether the first of them was won."""
        file = self.folder / f"gate-{number}.json"
        if not file.exists():
            found = [self.trial(number, *table, numbers, before) for table in TRIALS]
            first = found[0]
            passed = first["wins"] - CERTAIN * first["error"] > 1 / TRIALS[0][1]
            gate = {"round": number, "passed": passed, "trials": found}
            file.write_text(json.dumps(gate, indent=1) + "\n", "utf-8")
        kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return kept

    def trial(
        self, number: int, edition: str, seats: int, numbers: Array, before: Array | None
    ) -> dict[str, Any]:
        """One trial match: alone against copies of the player before."""
        rival = "express" if before is None else "engineer"
        deals = max(2, TRIAL_GAMES // seats * self.percent // 100)
        trial = Trial(Game(edition, seats), ("engineer", rival), deals, f"gate {SEED} {number}")
        outcome = try_out(trial, numbers, before)
        tell(f"round {number}: {edition}, {seats} seats against {rival}: {outcome}")
        told = {"edition": edition, "seats": seats, "against": rival, "games": outcome.games}
        return {**told, "wins": round(outcome.wins, 4), "error": round(outcome.wins_error, 4)}

    def install(self, numbers: Array, gates: list[dict[str, Any]]) -> None:
        """Put the numbers into the package, with their birth certificate."""
        listed = numbers.tolist()
        whole = {
            "certificate": {
                "command": f"{COMMAND} --games {self.percent} --rounds {self.rounds} --install",
                "seed": SEED,
                "deals": DEALS,
                "bots": [FIRST_BOTS, LATER_BOTS],
                "commit": commit(),
                "hash": digest_of(listed),
                "gates": gates,
            },
            "numbers": listed,
        }
        file = Path(str(files("caboose.players.tools").joinpath(FILE)))
        file.write_text(json.dumps(whole) + "\n", "utf-8")


def tell(text: str) -> None:
    """Say how far it is."""
    print(text, flush=True)
