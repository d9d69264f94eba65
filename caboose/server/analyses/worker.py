"""The process in which games are analyzed: it does one piece at a time, whenever it is told to.

It keeps nothing. Whoever asks hands in what was found before, so another process can go on where
this one was lost.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any

from caboose.analysis.analyse import Analyst, grade_position
from caboose.analysis.browser_data import tell, tell_grade
from caboose.analysis.moments import Moment, moments
from caboose.analysis.pieces import Piece
from caboose.analysis.settings import depth_named
from caboose.server.analyses.analysed_game import AnalysedGame
from caboose.server.bots.workers import SIZE, packed

TRY_DEPTH = "quick"  # of a move that a reader tries
SEED = 0


class Bench:
    """Where one game at a time is analyzed."""

    def __init__(self) -> None:
        self.analyst: Analyst | None = None
        self.pieces: list[dict[str, Any]] = []

    def begin(self, played: AnalysedGame, depth: str, pieces: list[dict[str, Any]]) -> int:
        """Begin a game, or go on with one; how many pieces it will have."""
        self.analyst = Analyst(played.state(), depth_named(depth), SEED)
        self.pieces = list(pieces)
        return self.analyst.wanted

    def piece(self) -> dict[str, Any]:
        """The next piece."""
        assert self.analyst is not None
        next(self.analyst.work(self.pieces))
        return self.pieces[-1]

    def told(self) -> str:
        """The whole, as a screen is told it."""
        assert self.analyst is not None
        analysis = self.analyst.write([], [Piece.from_dict(piece) for piece in self.pieces])
        return json.dumps(tell(analysis, list(moments(self.analyst.played))))

    def try_move(self, played: AnalysedGame, at: int, action: str) -> dict[str, Any]:
        """What another move in a position of the game would have been worth."""
        seat, before = played.actions[at][0], played.state(at)
        legal = before.legal_actions(seat)
        chosen = next(each for each in legal if each.text == action)
        grade = grade_position(before.view(seat), legal, chosen, TRY_DEPTH, seed=SEED)
        return tell_grade(grade, Moment(before, seat, chosen))


def work(read: Callable[[int], bytes], write: Callable[[bytes], Any]) -> None:
    """Do what is asked until the server closes the line."""
    bench = Bench()
    while True:
        head = read(SIZE.size)
        if len(head) < SIZE.size:
            return
        (size,) = SIZE.unpack(head)
        what, values = pickle.loads(read(size))
        write(packed(getattr(bench, what)(*values)))


def main() -> None:
    """Be a worker: questions come in by the standard input, answers go out by the output."""
    os.nice(19)  # the server and its bots come first
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    work(sys.stdin.buffer.read, answers.write)


if __name__ == "__main__":
    main()
