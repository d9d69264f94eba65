"""Pieces of an analysis: one for the deal and one for every action, in plain values.

A piece needs nothing but the position before and after its action, so an analysis that was stopped
goes on with the pieces it has.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from caboose.analysis.grading import Candidate, Grade
from caboose.analysis.ledger import Entry


@dataclass(frozen=True)
class Piece:
    """One action of a game: what it was worth, what luck did, and its grade. Lists go by seat."""

    at: int  # actions before it
    seat: int | None  # None: the deal
    action: str | None
    luck: list[float]  # shares of the win that the cards brought
    luck_points: list[float]
    unknown: list[float]  # shares of the win that came of what nobody could know
    play: list[float]  # shares of the win that the decision brought, by what the mover could know
    shares: list[float]  # of the win, after it
    points: list[float]  # expected at the end, after it
    grade: Grade | None  # None for the deal

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, said: dict[str, Any]) -> Piece:
        """The piece that `to_dict` wrote."""
        grade = said["grade"]
        return cls(**{**said, "grade": None if grade is None else read_grade(grade)})


def read_grade(said: dict[str, Any]) -> Grade:
    """The grade that `asdict` wrote."""
    listed = [Candidate(**candidate) for candidate in said["candidates"]]
    return Grade(**{**said, "candidates": listed})


def piece_of(entry: Entry, grade: Grade | None) -> Piece:
    """An entry of the ledger with its grade, in plain values."""
    return Piece(
        at=entry.at,
        seat=entry.seat,
        action=entry.action,
        luck=entry.luck.shares.tolist(),
        luck_points=entry.luck.points.tolist(),
        unknown=entry.unknown.shares.tolist(),
        play=entry.play.tolist(),
        shares=entry.after.shares.tolist(),
        points=entry.after.points.tolist(),
        grade=grade,
    )
