"""What a game was worth: every decision graded, luck apart from errors, seat by seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import Any

from caboose.analysis.accuracy import game_accuracy, level_of, mean_error
from caboose.analysis.grading import Grade
from caboose.analysis.ledger import Sum
from caboose.analysis.pieces import Piece
from caboose.analysis.settings import KEY_MOMENTS
from caboose.engine.compiled import sources_digest

FORMAT = "caboose analysis 2"


@cache
def value_hash() -> str:
    """One name for everything that decides a value: rules, players, belief and analysis."""
    return sources_digest("analysis")


@dataclass(frozen=True)
class Summary:
    """One seat, on a card."""

    seat: int
    accuracy: float | None  # 0 to 100; None without a decision that counts
    level: str | None
    decisions: int  # that count
    mean_error: float | None  # hundredths of a usual margin that a free decision loses
    lost: float  # points of win share, all errors together
    points_lost: float  # points of lead
    marks: dict[str, int]
    luck: float  # of the cards, in shares of the win
    luck_points: float  # in points at the end
    unknown: float  # luck of the unknown
    result: float
    luck_adjusted: float
    best: int | None  # the piece of its best move: the most that others would have lost there
    costliest: int | None  # the piece of its largest error


@dataclass(frozen=True)
class Analysis:
    """The analysis of one game."""

    edition: str
    seats: int
    names: list[str]  # empty if nobody is named
    record: str
    depth: str
    seed: int
    made_by: str  # the value's hash
    start: list[float]  # shares of the win before the deal
    start_points: list[float]
    pieces: list[Piece]

    @cached_property
    def sums(self) -> list[Sum]:
        """How each seat's result came about."""
        return [self._sum(seat) for seat in range(self.seats)]

    def _sum(self, seat: int) -> Sum:
        own = [piece for piece in self.pieces if piece.seat == seat]
        others = [piece for piece in self.pieces if piece.seat != seat]
        return Sum(
            start=self.start[seat],
            luck=sum(piece.luck[seat] for piece in self.pieces),
            unknown=sum(piece.unknown[seat] for piece in self.pieces),
            own_errors=-sum(piece.play[seat] for piece in own),
            others_errors=sum(piece.play[seat] for piece in others),
            result=self.pieces[-1].shares[seat],
        )

    def counted(self, seat: int) -> list[Piece]:
        """The decisions of a seat that count."""
        return [p for p in self.pieces if p.seat == seat and p.grade and p.grade.is_counted]

    def free(self, seat: int) -> list[Grade]:
        """The grades of a seat's decisions at which there was a choice."""
        grades = [p.grade for p in self.pieces if p.seat == seat and p.grade]
        return [grade for grade in grades if not grade.is_forced]

    @cached_property
    def summaries(self) -> list[Summary]:
        """A card for each seat."""
        return [self._summary(seat) for seat in range(self.seats)]

    def _summary(self, seat: int) -> Summary:
        grades = [piece.grade for piece in self.counted(seat) if piece.grade]
        errors = [grade.error for grade in grades]
        told = self.sums[seat]
        marks = [grade.mark for grade in grades if grade.mark]
        return Summary(
            seat=seat,
            accuracy=game_accuracy(errors, [grade.candidates[0].share for grade in grades]),
            level=level_of([grade.margin_brought for grade in self.free(seat)]),
            decisions=len(grades),
            mean_error=mean_error(self.free(seat)),
            lost=sum(errors),
            points_lost=sum(grade.points for grade in grades),
            marks={mark: marks.count(mark) for mark in ("blunder", "mistake", "inaccuracy")},
            luck=told.luck,
            luck_points=sum(piece.luck_points[seat] for piece in self.pieces),
            unknown=told.unknown,
            result=told.result,
            luck_adjusted=told.luck_adjusted,
            best=self._best(seat),
            costliest=self._costliest(seat),
        )

    def _costliest(self, seat: int) -> int | None:
        flawed = [p for p in self.counted(seat) if p.grade and p.grade.error > 0]
        return max(flawed, key=lambda p: p.grade.error if p.grade else 0).at if flawed else None

    def _best(self, seat: int) -> int | None:
        """The move that found what the reference player would have missed by most."""
        found = [(self._found(piece), -piece.at) for piece in self.counted(seat)]
        most, at = max(found, default=(0.0, 0))
        return -at if most > 0 else None

    @staticmethod
    def _found(piece: Piece) -> float:
        grade = piece.grade
        if grade is None or grade.played != grade.best or grade.played == grade.reference:
            return 0.0
        shares = {candidate.action: candidate.share for candidate in grade.candidates}
        return shares[grade.best] - shares[grade.reference]

    @cached_property
    def key_moments(self) -> list[Piece]:
        """The costliest decisions of all seats, in the order of the game."""
        marked = [p for p in self.pieces if p.grade and p.grade.mark]
        marked.sort(key=lambda p: -p.grade.error if p.grade else 0)
        return sorted(marked[:KEY_MOMENTS], key=lambda p: p.at)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        said = {name: getattr(self, name) for name in _HEAD}
        return {
            "format": FORMAT,
            **said,
            "sums": [asdict(told) for told in self.sums],
            "summaries": [asdict(summary) for summary in self.summaries],
            "key_moments": [piece.at for piece in self.key_moments],
            "pieces": [piece.to_dict() for piece in self.pieces],
        }

    @classmethod
    def from_dict(cls, said: dict[str, Any]) -> Analysis:
        """The analysis that `to_dict` wrote."""
        if said.get("format") != FORMAT:
            raise ValueError(f"this is no analysis: its format must be '{FORMAT}'.")
        pieces = [Piece.from_dict(piece) for piece in said["pieces"]]
        return cls(**{name: said[name] for name in _HEAD}, pieces=pieces)


_HEAD = (
    "edition", "seats", "names", "record", "depth", "seed", "made_by", "start", "start_points",
)  # fmt: skip
