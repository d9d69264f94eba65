"""A missed opportunity that stays open is told once.

Whoever overlooks a route for six turns has overlooked one thing, not six. It is told, and counted,
where missing it cost most: told at the first turn, a chance that was harmless then and cost the
game later would look harmless; and one more turn of missing it must never make the loss smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from caboose.analysis.grading import Grade
from caboose.analysis.pieces import Piece

STAYS_OPEN = 3  # turns of its seat after which an opportunity that is missed again is a new one


def told_once(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of a game; an opportunity that was missed again is marked and counted once."""
    again: dict[int, Grade] = {}
    for missed in missed_opportunities(pieces):
        most = max(missed, key=lambda grade: grade.error)
        again |= {grade.at: _telling(grade, most, len(missed)) for grade in missed}
    return [replace(p, grade=again.get(p.at, p.grade)) if p.grade else p for p in pieces]


def missed_opportunities(pieces: Sequence[Piece]) -> list[list[Grade]]:
    """The grades of every opportunity, at all turns at which it was missed."""
    found: list[list[Grade]] = []
    open_ones: dict[tuple[int, str], tuple[int, list[Grade]]] = {}  # with the turn of the last miss
    turns: Counter[int] = Counter()
    for grade in (piece.grade for piece in pieces if piece.grade):
        seat, what = grade.seat, _what_was_missed(grade)
        turns[seat] += grade.phase == "turn"
        if what is not None:
            last, missed = open_ones.get((seat, what), (-STAYS_OPEN, []))
            if turns[seat] - last > STAYS_OPEN or not missed:
                missed = []
                found.append(missed)
            missed.append(grade)
            open_ones[seat, what] = turns[seat], missed
        if grade.played == "tickets":
            open_ones.pop((seat, "tickets"), None)
    return found


def _what_was_missed(grade: Grade) -> str | None:
    """A route, either of a double one, or new tickets: what can still be done a turn later.

    Cards in the row, payments and offers are gone once the turn is over.
    """
    if not grade.error:
        return None
    kind, _, route = grade.best.partition(" ")
    if kind == "claim":
        return route.partition(".")[0]
    return "tickets" if kind == "tickets" else None


def _telling(grade: Grade, most: Grade, turns: int) -> Grade:
    """A grade as it is told: in full where missing it cost most, elsewhere as the same again."""
    if grade.at == most.at:
        return replace(grade, turns_missed=turns)
    return replace(grade, mark=None, is_counted=False, same_as=most.at)
