"""A missed opportunity that stays open is told once.

Whoever overlooks a route for six turns has overlooked one thing, not six. It is told, and counted,
where missing it cost most: told at the first turn, a chance that was harmless then and cost the
game later would look harmless; and one more turn of missing it must never make the loss smaller.
A card of the row that is missed with both cards of a turn is one opportunity, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from caboose.analysis.grading import Grade
from caboose.analysis.pieces import Piece

STAYS_OPEN = 3  # turns of its seat after which an opportunity that is missed again is a new one


@dataclass
class Missed:
    """One opportunity: the decisions that missed it, and at which turns of their seat."""

    grades: list[Grade] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)

    def add(self, grade: Grade, turn: int) -> None:
        """It was missed once more."""
        self.grades.append(grade)
        self.turns.append(turn)


def told_once(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a game; an opportunity that was missed again is marked and counted once."""
    again: dict[int, Grade] = {}
    for missed in missed_opportunities(pieces):
        most = max(missed.grades, key=lambda grade: grade.error)
        turns = len(set(missed.turns))
        again |= {grade.at: _telling(grade, most, turns) for grade in missed.grades}
    return [replace(p, grade=again.get(p.at, p.grade)) if p.grade else p for p in pieces]


def missed_opportunities(pieces: Sequence[Piece]) -> list[Missed]:
    """Every opportunity, with all decisions that missed it."""
    found: list[Missed] = []
    open_ones: dict[tuple[int, str], Missed] = {}
    turns: Counter[int] = Counter()
    for grade in (piece.grade for piece in pieces if piece.grade):
        seat, what = grade.seat, _what_was_missed(grade)
        turns[seat] += grade.phase == "turn"
        if what is not None:
            missed = open_ones.get((seat, what))
            if missed is None or turns[seat] - missed.turns[-1] > _stays_open(what):
                missed = Missed()
                found.append(missed)
            missed.add(grade, turns[seat])
            open_ones[seat, what] = missed
        if grade.played == "tickets":
            open_ones.pop((seat, "tickets"), None)
    return found


def _what_was_missed(grade: Grade) -> str | None:
    """A route, either of a double one, new tickets, or a card of the row.

    Payments and offers are decided once, and the deck has another card the next time.
    """
    if not grade.error:
        return None
    kind, _, what = grade.best.partition(" ")
    if kind == "claim":
        return what.partition(".")[0]
    if kind == "draw" and what != "deck":
        return grade.best
    return "tickets" if kind == "tickets" else None


def _stays_open(what: str) -> int:
    """For how many turns more; cards of the row are gone once the turn is over."""
    return 0 if what.startswith("draw ") else STAYS_OPEN


def _telling(grade: Grade, most: Grade, turns: int) -> Grade:
    """A grade as it is told: in full where missing it cost most, elsewhere as the same again."""
    if grade.at == most.at:
        return replace(grade, turns_missed=turns)
    return replace(grade, mark=None, is_counted=False, same_as=most.at)
