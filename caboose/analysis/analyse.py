"""Analysing a game: piece by piece, so that it can be watched, stopped and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from caboose.analysis.analysis import Analysis, value_hash
from caboose.analysis.grading import Grade, grade
from caboose.analysis.ledger import deal_entry, step_entry, worth_of
from caboose.analysis.moments import Moment, moments
from caboose.analysis.opportunities import told_once
from caboose.analysis.pieces import Piece, piece_of
from caboose.analysis.settings import Depth, depth_named
from caboose.analysis.shown_styles import Shown, ShownStyles, first_mix
from caboose.analysis.trials import Laboratory
from caboose.analysis.value import Line, Value, Valuer, start_value
from caboose.engine.action import Action
from caboose.engine.record import read_record, replay
from caboose.engine.state import State
from caboose.engine.view import View

OnProgress = Callable[[int, int], None]


class Cancelled(Exception):
    """The analysis was stopped; the pieces it has are kept by whoever handed in their list."""


def analyse(
    game: str | State,
    depth: str | Depth = "standard",
    *,
    seed: int = 0,
    names: list[str] | None = None,
    pieces: list[dict[str, Any]] | None = None,
    on_progress: OnProgress | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Analysis:
    """Analyze a finished game, given as its record or its last state.

    A list that is handed in as `pieces` is filled as the analysis goes on; handed in again after
    it was stopped, what is in it is not worked out again. The same game, depth and seed always give
    the same analysis.
    """
    depth = depth_named(depth)
    state = replay(game) if isinstance(game, str) else game
    if names is None:
        names = read_record(game).names if isinstance(game, str) else []
    if not state.is_over or state.history is None:
        raise ValueError("only a finished game can be analyzed, from its record or last state.")
    analyst = Analyst(state, depth, seed)
    kept = [] if pieces is None else pieces
    for done in analyst.work(kept):
        if on_progress is not None:
            on_progress(done, analyst.wanted)
        if done < analyst.wanted and is_cancelled():
            raise Cancelled("the analysis was stopped; it goes on with the same pieces.")
    return analyst.write(names, [Piece.from_dict(piece) for piece in kept])


def grade_position(
    view: View,
    legal: list[Action],
    played: Action | None = None,
    depth: str | Depth = "standard",
    *,
    seed: int = 0,
) -> Grade:
    """Grade one decision of a seat from its view; without a played action, what would be best."""
    number = None if played is None else played.number
    return grade(view, legal, number, depth_named(depth), seed)


class Analyst:
    """Works through a game."""

    def __init__(self, played: State, depth: Depth, seed: int) -> None:
        self.played, self.depth, self.seed = played, depth, seed
        self.moments = list(moments(played))
        self.valuer = Valuer(played.game, depth.futures, seed)
        first = first_mix(played.game.seats)
        self.start = start_value(played.game, depth.deals, seed, first)
        self.shown: list[Shown] = []  # by each decision
        self.mixes = [first]  # of styles, after each decision
        self._watch()
        self.wanted = 1 + len(self.moments)

    def _watch(self) -> None:
        """See which styles the moves show; each mix knows only of decisions that are past."""
        styles = ShownStyles(self.played.game, self.valuer.room.kit)
        for moment in self.moments:
            self.shown.append(styles.note(moment))
            self.mixes.append(styles.mix.copy())

    def work(self, pieces: list[dict[str, Any]]) -> Iterator[int]:
        """Add the pieces that are missing, one by one; how many there are."""
        while len(pieces) < self.wanted:
            pieces.append(self.piece(len(pieces), pieces).to_dict())
            yield len(pieces)

    def piece(self, number: int, before: list[dict[str, Any]]) -> Piece:
        """The piece of a number: 0 is the deal, then every action."""
        if number == 0:
            dealt = self.moments[0].before
            return piece_of(deal_entry(self.start, self.valuer.value(dealt, self.mixes[0])), None)
        moment = self.moments[number - 1]
        last = before[number - 1]
        value = Value(np.array(last["shares"]), np.array(last["points"]))
        worth, graded = self.weigh(moment, self.shown[number - 1])
        after = self.moments[number].before if number < len(self.moments) else self.played
        entry = step_entry(self.valuer, moment, value, after, self.mixes[number], worth)
        return piece_of(entry, graded)

    def weigh(self, moment: Moment, shown: Shown) -> tuple[Line, Grade | None]:
        """What a decision brought, for the ledger, and its grade; from its seat's view alone."""
        view, legal = moment.before.view(moment.seat), moment.before.legal_actions(moment.seat)
        played, depth = moment.action.number, self.depth
        if len(legal) == 1:
            return np.zeros(self.played.game.seats), grade(view, legal, played, depth, self.seed)
        worlds = Laboratory(view, self.seed, self.valuer.room)
        graded = grade(view, legal, played, depth, self.seed, worlds) if depth.is_graded else None
        return worth_of(worlds, played, shown, depth.reference_look), graded

    def write(self, names: list[str], pieces: list[Piece]) -> Analysis:
        """The whole analysis."""
        return Analysis(
            edition=self.played.game.name,
            seats=self.played.game.seats,
            names=names,
            record=self.played.record(names or None),
            depth=self.depth.name,
            seed=self.seed,
            made_by=value_hash(),
            start=self.start.shares.tolist(),
            start_points=self.start.points.tolist(),
            pieces=told_once(pieces),
        )
