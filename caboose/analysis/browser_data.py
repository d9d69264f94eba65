"""An analysis as a screen is told it: what it shows and no more, in codes and short numbers.

The whole analysis holds every candidate of every decision. Here are those that are shown: the best
ones and the played one, and of an offer of tickets every choice there was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from caboose.analysis.analysis import Analysis
from caboose.analysis.grading import Candidate, Grade
from caboose.analysis.moments import Moment
from caboose.analysis.pieces import Piece
from caboose.analysis.sentences import sentences
from caboose.analysis.settings import SHOWN_CANDIDATES

DIGITS = 4  # of a share of the win: a hundredth of a point of it


def tell(analysis: Analysis, moments: Sequence[Moment]) -> dict[str, Any]:
    """What a screen shows of an analysis, in plain values."""
    return {
        "made_by": analysis.made_by,
        "depth": analysis.depth,
        "start": _short(analysis.start),
        "sums": [
            _short({**asdict(told), "luck_adjusted": told.luck_adjusted}) for told in analysis.sums
        ],
        "summaries": [_short(asdict(summary)) for summary in analysis.summaries],
        "key_moments": [piece.at for piece in analysis.key_moments],
        "pieces": [_tell_piece(piece, moments) for piece in analysis.pieces],
    }


def _tell_piece(piece: Piece, moments: Sequence[Moment]) -> dict[str, Any]:
    graded = None
    if piece.grade is not None and not piece.grade.is_forced:
        graded = tell_grade(piece.grade, moments[piece.at])
    kept = {name: _short(getattr(piece, name)) for name in ("luck", "unknown", "play", "shares")}
    return {"at": piece.at, "seat": piece.seat, "action": piece.action, **kept, "grade": graded}


def tell_grade(grade: Grade, moment: Moment) -> dict[str, Any]:
    """What a screen shows of one decision."""
    view = moment.before.view(moment.seat)
    said = sentences(grade, view.offer, view.game.edition)
    names = (
        "phase", "played", "best", "reference", "error", "error_error", "points", "points_error",
        "mark", "kind", "is_counted", "turns_missed", "same_as",
    )  # fmt: skip
    return {
        **{name: _short(getattr(grade, name)) for name in names},
        "offer": list(view.offer),
        "candidates": [_short(_told(candidate)) for candidate in _shown(grade)],
        "sentences": [asdict(sentence) for sentence in said],
    }


def _shown(grade: Grade) -> list[Candidate]:
    """The best candidates and the played one; all of them where tickets are kept."""
    if "tickets" in grade.phase:
        return grade.candidates
    first = grade.candidates[:SHOWN_CANDIDATES]
    return first + [c for c in grade.candidates if c.action == grade.played and c not in first]


def _told(candidate: Candidate) -> dict[str, Any]:
    odds = [{"ticket": int(ticket), "odds": share} for ticket, share in candidate.tickets]
    return {**asdict(candidate), "tickets": odds}


def _short(value: Any) -> Any:
    """The same with no more digits than anybody can see."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {name: _short(one) for name, one in value.items()}
    return [_short(one) for one in value] if isinstance(value, list) else value
