"""The score sheet: a line per rule for every seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.engine import kernels
from caboose.engine.fields import SCORE
from caboose.engine.sets import members

if TYPE_CHECKING:
    from caboose.engine.game import Game

BONUSES = ("longest_path", "globetrotter", "districts", "attractions")


@dataclass(frozen=True, slots=True)
class TicketScore:
    """What one kept ticket is worth: its points, negative when it was not completed."""

    ticket: int
    points: int


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's lines."""

    routes: int
    tickets: tuple[TicketScore, ...]
    bonuses: dict[str, int]  # only those that were earned
    completed: int
    path_length: int
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Score:
    """All seats' lines, and who wins."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, array: np.ndarray[Any, Any]) -> Score:
        """Score a position as if the game ended now."""
        scores = np.zeros(1, SCORE)
        kernels.score(game.tables, array, 0, scores)
        seats = tuple(_seat_score(game, array[0], scores[0], seat) for seat in range(game.seats))
        return cls(seats, tuple(i for i, seat in enumerate(seats) if seat.rank == 1))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        seats = [
            {**asdict(seat), "tickets": [asdict(t) for t in seat.tickets]} for seat in self.seats
        ]
        return {"seats": seats, "winners": list(self.winners)}


def _seat_score(game: Game, state: Any, score: Any, seat: int) -> SeatScore:
    done = set(members(score.done[seat]))
    tickets = tuple(
        TicketScore(ticket, game.edition.tickets[ticket].points * (1 if ticket in done else -1))
        for ticket in members(state.tickets[seat])
    )
    earned = {name: int(score[name][seat]) for name in BONUSES}
    return SeatScore(
        routes=int(score.routes[seat]),
        tickets=tickets,
        bonuses={name: points for name, points in earned.items() if points},
        completed=int(score.completed[seat]),
        path_length=int(score.path_length[seat]),
        total=int(score.total[seat]),
        rank=int(score.rank[seat]),
    )
