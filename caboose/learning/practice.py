"""Practice: games whose decisions are labelled, and the lessons that are kept of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.fields import STATE
from caboose.engine.game import Game
from caboose.learning.labels import label_games, new_labels
from caboose.players.policies import POLICIES
from caboose.players.search.rollout import new_stage
from caboose.players.tools.facts import MOST_OPTIONS
from caboose.players.tools.kit import new_kit

Array = np.ndarray[Any, Any]

ROOM = 40  # labels of one game, at most
WIN_WORTH = 10.0  # points that a win counts beside the lead, on a board as large as the USA's
USA_TRAINS = 45
TINY = 1e-9
AT_ONCE = 250  # games whose labels are held with room for all options


@dataclass(frozen=True)
class Practice:
    """Which games are played: an edition, a number of seats, how many deals, and by whom."""

    edition: str
    seats: int
    deals: int
    bots: tuple[str, ...]  # whoever plays a seat is drawn from these

    def __str__(self) -> str:
        return f"{self.edition}, {self.seats} seats"


class Lessons(NamedTuple):
    """Labelled decisions; their options stand one below the other."""

    nets: Array  # which net weighs a decision
    counts: Array  # how many options it has
    facts: Array  # of its position
    options: Array  # facts of each option
    worths: Array  # what came of it beside the others; one is what options of a table differ in

    def of_net(self, net: int) -> Lessons:
        """The lessons for one net."""
        is_its = self.nets == net
        rows = np.repeat(is_its, self.counts)
        decisions = (self.nets[is_its], self.counts[is_its], self.facts[is_its])
        return Lessons(*decisions, self.options[rows], self.worths[rows])

    def save(self, file: Path) -> None:
        """Write them to a file, whole or not at all."""
        part = file.with_suffix(".part.npz")
        np.savez(part, **self._asdict())
        part.replace(file)


def load_lessons(file: Path) -> Lessons:
    """The lessons of a file."""
    with np.load(file) as kept:
        return Lessons(*(kept[name] for name in Lessons._fields))


def join_lessons(parts: Iterable[Lessons]) -> Lessons:
    """All lessons together."""
    return Lessons(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def portions(deals: int) -> Iterator[tuple[int, int]]:
    """The first deal and the number of deals of each portion that is played at once."""
    return ((first, min(AT_ONCE, deals - first)) for first in range(0, deals, AT_ONCE))


def practise(practice: Practice, learner: str, seed: str, learned: Array | None) -> Lessons:
    """Play the games of a practice; the mover of a labelled decision goes on as the learner."""
    return level(
        join_lessons(
            practise_portion(practice, portion, learner, seed, learned)
            for portion in portions(practice.deals)
        )
    )


def level(lessons: Lessons) -> Lessons:
    """Lessons of one table, with one for what its options differ in."""
    return lessons._replace(worths=lessons.worths / max(lessons.worths.std(), TINY))


def less_their_mean(values: Array, decision: Array) -> Array:
    """Values of options, less the mean of their decision."""
    means = np.bincount(decision, values) / np.bincount(decision)
    return np.asarray(values - means[decision])


def practise_portion(
    practice: Practice,
    portion: tuple[int, int],
    learner: str,
    seed: str,
    learned: Array | None,
) -> Lessons:
    """Play some games of a practice; its worths are in points."""
    first, deals = portion
    digest = hashlib.sha256(f"caboose practice {seed} {first} {practice}".encode()).digest()
    rng = np.random.default_rng(list(digest))
    game = Game(practice.edition, practice.seats)
    kit = new_kit(game, MAX_SEATS + 1)
    if learned is not None:
        kit.scratches["learned"] = learned
    tables = np.zeros((deals, MAX_SEATS), np.int64)
    policies = [POLICIES.index(bot) for bot in practice.bots]
    tables[:, : practice.seats] = rng.choice(policies, (deals, practice.seats))
    labels, key = new_labels(ROOM * deals), np.frombuffer(digest, "<u4").copy()
    states, number = np.zeros(1, STATE), POLICIES.index(learner)
    lines = label_games(kit, new_stage(), states, key, tables, number, labels)
    found = labels.some(lines)
    is_option = np.arange(MOST_OPTIONS)[None, :] < found.counts[:, None]
    leads = found.leads[is_option] * (USA_TRAINS / game.edition.trains)
    decision = np.repeat(np.arange(lines), found.counts)
    worths = less_their_mean(leads + WIN_WORTH * found.wins[is_option], decision)
    told = (found.nets, found.counts, found.facts, found.options[is_option])
    return Lessons(*told, worths.astype(np.float32))
