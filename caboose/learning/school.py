"""School: the learned player, made in rounds.

In the first round games are played out by Express, in every later one by what was learned before.
A run begins with nothing, or goes on from the numbers in the package: these are its first round.
A round practises, fits its nets to the lessons of the last two rounds, and must pass a gate: beat
the player before it. One that does not is the last, and is thrown away. Where the lessons of the
round before are not at hand, what its numbers say stands in for them.
"""

from __future__ import annotations

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from caboose.learning import gate, labels
from caboose.learning.certificate import commit, sources_hash
from caboose.learning.fit_engineer import fit_engineer
from caboose.learning.gate import AS_STRONG, Gate, is_passed
from caboose.learning.judge_engineer import judge, publish
from caboose.learning.practice import (
    AT_ONCE,
    WIN_WORTH,
    Array,
    Lessons,
    Practice,
    join_lessons,
    level,
    load_lessons,
    portions,
    practise_portion,
)
from caboose.learning.run_folder import NotLearned, check_settings
from caboose.players.tools.learned_net import NET_NUMBERS, NETS
from caboose.players.tools.learned_weights import FILE, digest_of, learned, read_file

COMMAND = "python -m caboose.learning --only engineer"
SEED = 1
PERCENT = 200  # of these deals, unless somebody wants more or fewer
ROUNDS = 1
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
BIRTH = ("command", "continues", "seed", "percent", "commit", "hash", "widened")
MADE_BY = ("true_futures", "labels", "practice", "net_fitting", "fit_engineer", "school")  # modules


class School:
    """One run, from Express to a player that beats it, or from the package's player to a better."""

    def __init__(
        self,
        folder: Path,
        percent: int = PERCENT,
        rounds: int = ROUNDS,
        from_package: bool = False,
    ) -> None:
        name = f"engineer-{SEED}-{percent}"
        self.folder = folder / (f"{name}-on" if from_package else name)
        self.percent, self.rounds, self.from_package = percent, rounds, from_package
        self.folder.mkdir(parents=True, exist_ok=True)
        check_settings(self.folder, self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """What files of a run must have in common to be of use to each other."""
        told = {
            "continues": self.continues,
            "seed": SEED,
            "percent": self.percent,
            "deals": DEALS,
            "bots": [FIRST_BOTS, LATER_BOTS],
            "labels": [labels.FUTURES, labels.EVERY, labels.STRAY, WIN_WORTH, AT_ONCE],
            "gates": [gate.TABLES, str(gate.STRONGER), str(gate.AS_STRONG), gate.MOST_DEALS],
            "sources": sources_hash(MADE_BY),
        }
        return dict(json.loads(json.dumps(told)))

    @property
    def continues(self) -> dict[str, Any] | None:
        """The birth of the numbers that were there before this run, without their matches."""
        if not self.from_package:
            return None
        return {name: told for name, told in read_file()["certificate"].items() if name in BIRTH}

    @property
    def first(self) -> int:
        """The number of the first round that is played; the package counts as one before it."""
        return int(self.from_package)

    def run(self, is_kept: bool) -> Array:
        """All rounds, as long as each beats the one before."""
        best, gates = (learned() if self.from_package else None), list[dict[str, Any]]()
        for number in range(self.first, self.first + self.rounds):
            numbers = self.numbers(number, best)
            gates.append(self.gate(number, numbers, best))
            if not gates[-1]["passed"]:
                break
            best = numbers
        if best is None or not gates[0]["passed"]:
            rival = "the numbers in the package" if self.from_package else "Express"
            raise NotLearned(f"the first round did not beat {rival}; practise more.")
        if is_kept:
            gates.append(self.gate_of_the_package(best))
            judged = judge(best)
            self.install(best, gates)
            publish(judged)
        return best

    def numbers(self, number: int, before: Array | None) -> Array:
        """What a round learned; from its file if it was done before."""
        file = self.folder / f"numbers-{number}.json"
        if not file.exists():
            lessons = self.lessons(number, before)
            tell(f"round {number}: {len(lessons.counts)} decisions to learn from")
            stand_in = before if self.from_package and number == self.first else None
            found = fit_engineer(lessons, np.random.default_rng([SEED, number]), stand_in)
            file.write_text(json.dumps(found.tolist()) + "\n", "utf-8")
        return np.array(json.loads(file.read_text("utf-8"))).reshape(NETS, NET_NUMBERS)

    def lessons(self, number: int, before: Array | None) -> Lessons:
        """The lessons of a round and of the one before it."""
        self.practise(number, before)
        rounds = range(max(self.first, number - 1), number + 1)
        return join_lessons(
            level(join_lessons(load_lessons(file) for file in self.files(practice, each)))
            for each in rounds
            for practice in self.practices(each)
        )

    def practise(self, number: int, before: Array | None) -> None:
        """Play the games of a round that were not played before, a portion at a time."""
        learner = "express" if before is None else "engineer"
        left = [
            (file, practice, portion)
            for practice in self.practices(number)
            for file, portion in self.files(practice, number).items()
            if not file.exists()
        ]
        begin = time.process_time()
        for place, (file, practice, portion) in enumerate(left, start=1):
            found = practise_portion(practice, portion, learner, f"{SEED} {number}", before)
            found.save(file)
            seconds = time.process_time() - begin
            ahead = seconds / place * (len(left) - place)
            tell(
                f"round {number}, {practice}: {len(found.counts)} decisions; {place} of"
                f" {len(left)} portions, {seconds:.0f} s of one core, some {ahead:.0f} s ahead"
            )

    def practices(self, number: int) -> list[Practice]:
        """The games of a round, by table."""
        bots = LATER_BOTS if number else FIRST_BOTS
        return [
            Practice(edition, seats, max(1, deals * self.percent // 100), bots)
            for edition, seats, deals in DEALS
        ]

    def files(self, practice: Practice, number: int) -> dict[Path, tuple[int, int]]:
        """Where the lessons of each portion of a round's practice are kept."""
        table = f"{practice.edition}-{practice.seats}"
        return {
            self.folder / f"lessons-{number}-{table}-{first}-{deals}.npz": (first, deals)
            for first, deals in portions(practice.deals)
        }

    def gate(self, number: int, numbers: Array, before: Array | None) -> dict[str, Any]:
        """Matches against the player before, and whether all were won; from their file."""
        file = self.folder / f"gate-{number}.json"
        if not file.exists():
            rival = "express" if before is None else "engineer"
            found = self.pass_gate(Gate(rival, before, f"gate {SEED} {number}"), numbers)
            file.write_text(json.dumps({"round": number, **found}, indent=1) + "\n", "utf-8")
        kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return kept

    def gate_of_the_package(self, numbers: Array) -> dict[str, Any]:
        """What replaces the numbers in the package must be at least as strong everywhere."""
        found = self.pass_gate(Gate("engineer", learned(), f"package {SEED}", AS_STRONG), numbers)
        if not found["passed"]:
            raise NotLearned("the numbers in the package play better; they stay.")
        return {"package": digest_of(read_file()["numbers"]), **found}

    def pass_gate(self, gate: Gate, numbers: Array) -> dict[str, Any]:
        """The matches of a gate, and whether all were won."""
        matches = gate.try_all(numbers)
        for match in matches:
            tell(words_of(match))
        return {"passed": is_passed(matches), "matches": matches}

    @property
    def command(self) -> str:
        """What makes the same numbers, from the same numbers if it goes on from the package's."""
        start = " --from-package" if self.from_package else ""
        return f"{COMMAND}{start} --games {self.percent} --rounds {self.rounds} --install"

    def install(self, numbers: Array, gates: list[dict[str, Any]]) -> None:
        """Put the numbers into the package, with their birth certificate."""
        listed = numbers.tolist()
        whole = {
            "certificate": {
                "command": self.command,
                **self.settings,
                "commit": commit(),
                "hash": digest_of(listed),
                "gates": gates,
            },
            "numbers": listed,
        }
        file = Path(str(files("caboose.players.tools").joinpath(FILE)))
        file.write_text(json.dumps(whole) + "\n", "utf-8")


def words_of(match: dict[str, Any]) -> str:
    """A match of a gate in a line."""
    wins = f"{100 * match['wins']:.1f} ± {100 * match['error']:.1f} %"
    table = f"{match['edition']}, {match['seats']} seats, against {match['against']}"
    return f"{table}: {wins} of {match['games']} games, {match['verdict']}"


def tell(text: str) -> None:
    """Say how far it is."""
    print(text, flush=True)
