"""What is to be said about a decision, as codes with values; `words.py` says it in English.

A screen in another language has a text for every code. Values name routes, tickets and actions by
their ids, shares of games lie between 0 and 1, errors are points of win share.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from caboose.analysis.grading import Grade
from caboose.analysis.kinds import WANTED
from caboose.boards import Edition

CHANGED = 0.12  # the chance of a ticket must differ so much to explain something
MOST_REASONS = 2
MOST_AS_GOOD = 2
LEAST_POINTS = 1.0  # fewer are not worth a sentence

CODES = (
    "error",
    *(f"kind_{kind}" for kind in (
        "tickets_kept", "tickets_drawn", "tickets_not_drawn", "draw", "claim_too_early",
        "claim_too_late", "wrong_route", "payment", "block_missed", "tempo",
    )),
    "as_good", "stayed_open", "same_opportunity", "begins_last_round", "began_last_round",
    "route_taken",
    "ticket_unlikely", "ticket_likelier", "ticket_less_likely", "points",
)  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """One sentence: a code, and what it speaks of."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)


def sentences(grade: Grade, offer: list[int], edition: Edition) -> list[Sentence]:
    """What is to be said about an error; `offer` holds the tickets that were offered then."""
    if grade.kind is None:
        return []
    values = {"played": grade.played, "best": grade.best, "offer": offer}
    kind = Sentence(f"kind_{grade.kind}", values)
    if grade.same_as is not None:
        return [Sentence("same_opportunity", {"at": grade.same_as}), kind]
    first = Sentence(
        "error",
        {"mark": grade.mark, "error": round(grade.error, 1), "points": round(grade.points, 1)},
    )
    return [first, kind, *_as_good(grade, offer), *_stayed_open(grade), *_reasons(grade, edition)]


def _as_good(grade: Grade, offer: list[int]) -> list[Sentence]:
    """What else would have done: the best move is not the only one that was better."""
    moves = grade.facts.get("as_good", [])[:MOST_AS_GOOD]
    return [Sentence("as_good", {"moves": moves, "offer": offer})] if moves else []


def _stayed_open(grade: Grade) -> list[Sentence]:
    """That the opportunity was missed at other turns, too."""
    turns = grade.turns_missed
    return [Sentence("stayed_open", {"turns": turns})] if turns > 1 else []


def _reasons(grade: Grade, edition: Edition) -> list[Sentence]:
    """Why, as far as the worlds tell it: what others take, which tickets come to nothing."""
    told = _last_round(grade)
    taken = grade.facts.get("taken", 0.0)
    if taken >= WANTED:
        route = grade.best.removeprefix("claim ")
        told.append(Sentence("route_taken", {"route": route, "share": round(taken, 2)}))
    changes = sorted(
        (_change(edition, *odds) for odds in grade.facts.get("odds", [])),
        key=lambda change: -abs(change[0]),
    )
    told += [sentence for _, sentence in changes if sentence is not None]
    return [*told[: MOST_REASONS - 1], *_points(grade)]


def _last_round(grade: Grade) -> list[Sentence]:
    """That one of the two moves, and not the other, leaves everybody one turn."""
    played, best = grade.facts.get("begins_last_round", (False, False))
    if played == best:
        return []
    if best:
        return [Sentence("begins_last_round", {"route": grade.best.removeprefix("claim ")})]
    return [Sentence("began_last_round", {"route": str(grade.played).removeprefix("claim ")})]


def _points(grade: Grade) -> list[Sentence]:
    """What the best move brings its own seat and costs the best other, in points at the end.

    Where the lead that was lost lies within its error, points explain nothing.
    """
    if not grade.points:
        return []
    points = grade.facts["points"]
    own = points[grade.seat]
    others = min(change for seat, change in enumerate(points) if seat != grade.seat)
    values = {"own": round(own, 1), "others": round(others, 1)}
    return [Sentence("points", values)] if max(own, -others) >= LEAST_POINTS else []


def _change(
    edition: Edition, ticket: int, played: float | None, best: float | None
) -> tuple[float, Sentence | None]:
    """How much a ticket explains, in points, and what to say of it."""
    points = edition.tickets[ticket].points
    values = {"ticket": ticket, "points": points}
    if played is not None and best is None:
        worth = points * (2 * played - 1)
        said = {**values, "odds": round(played, 2), "worth": round(worth, 1)}
        return worth, Sentence("ticket_unlikely", said) if played < 0.5 else None
    if played is None or best is None:
        odds = best or 0.0
        worth = points * (2 * odds - 1)
        said = {**values, "odds": round(odds, 2), "worth": round(worth, 1)}
        return worth, Sentence("ticket_likelier", said) if odds > 0.5 else None
    change = best - played
    said = {**values, "played": round(played, 2), "best": round(best, 2)}
    told = Sentence("ticket_less_likely", said) if change > CHANGED else None
    return 2 * points * change, told
