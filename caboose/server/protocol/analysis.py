"""What goes over HTTP about what a game was worth."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from caboose.server.protocol.commands import Notation
from caboose.server.protocol.views import Message

Mark = Literal["inaccuracy", "mistake", "blunder"]
Shares = Annotated[list[float], Field(description="By seat, in shares of the win")]


class AnalysisProgress(Message):
    """How far an analysis is."""

    status: Literal["none", "paused", "waiting", "working", "done", "failed"]
    done: int = 0  # actions
    wanted: int = 0  # actions in all; 0 before it begins
    ahead: int = 0  # other games that come first


class TicketOdds(Message):
    """How often a ticket that is kept comes to be completed."""

    ticket: int
    odds: float


class AnalysisCandidate(Message):
    """A move that was compared, and what it was worth to its seat by what that seat could know."""

    action: str
    share: float  # of the win
    share_error: float  # its standard error
    score: float  # points at the end
    lead: float  # over the best other
    worlds: int
    tickets: list[TicketOdds]  # if it keeps some


class AnalysisSentence(Message):
    """What is to be said: a code, and what it speaks of."""

    code: str
    values: dict[str, Any]


class DecisionGrade(Message):
    """What a decision was worth."""

    phase: str
    played: str | None
    best: str
    reference: str  # what the reference player would have done
    error: float  # points of win share that were lost
    error_error: float
    points: float  # points of lead that were lost
    points_error: float
    mark: Mark | None
    kind: str | None
    is_counted: bool  # neither forced nor among equals, nor the same opportunity again
    turns_missed: int = 0  # at which the opportunity that is told here was missed
    same_as: int | None = None  # actions before the decision where this opportunity is told
    offer: list[int]  # the tickets that were offered
    candidates: list[AnalysisCandidate]  # the best first; of an offer every choice
    sentences: list[AnalysisSentence]


class AnalysisPiece(Message):
    """The deal or one action: what it changed, and what the position was worth after it."""

    at: int  # actions before it; the deal has no seat
    seat: int | None
    action: str | None
    luck: Shares
    unknown: Shares
    play: Shares
    shares: Shares
    grade: DecisionGrade | None  # none if there was no choice


class AnalysisSum(Message):
    """How a result came about: start, luck and play add up to it."""

    start: float
    luck: float
    unknown: float
    own_errors: float
    others_errors: float
    result: float
    luck_adjusted: float


class AnalysisSummary(Message):
    """One seat, on a card."""

    seat: int
    accuracy: float | None
    level: str | None
    decisions: int
    mean_error: float | None
    lost: float
    points_lost: float
    marks: dict[Mark, int]
    luck: float
    luck_points: float
    unknown: float
    result: float
    luck_adjusted: float
    best: int | None  # actions before its best move
    costliest: int | None


class GameAnalysis(Message):
    """What a game was worth."""

    made_by: str  # a hash of all that decides a value
    depth: str
    start: Shares
    sums: list[AnalysisSum]
    summaries: list[AnalysisSummary]
    key_moments: list[int]  # actions before each of them
    pieces: list[AnalysisPiece]


class AnalysisAnswer(Message):
    """How far the analysis of a game is; and all of it, once it is done."""

    progress: AnalysisProgress
    version: str | None  # of the program that made it
    analysis: GameAnalysis | None


class PlayOn(Message):
    """A position of a finished game, one's seat there, and the bots for the others."""

    at: Annotated[int, Field(ge=0, le=1_000_000)]  # actions played by then
    seat: Annotated[int, Field(ge=0, le=4)]
    bot: Annotated[str, Field(min_length=1, max_length=40)]


class TryMove(Message):
    """Another move in a position of a finished game."""

    at: Annotated[int, Field(ge=0, le=1_000_000)]  # actions before it
    action: Notation
