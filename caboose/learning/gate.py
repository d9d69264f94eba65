"""Gates: numbers must play better than what came before them, tested until that is clear.

On the first board and number of seats they must be stronger, on all others at least as strong.
Each is a sequential test over whole deals, so that clear cases end early.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from caboose.engine.game import Game
from caboose.lab.sprt import Claims, Sprt
from caboose.learning.practice import Array
from caboose.learning.trial import Result, Trial, play_trial

TABLES = (
    ("usa", 2),
    ("usa", 4),
    ("usa_1910", 4),
    ("usa_mega", 4),
    ("london", 2),
    ("london", 4),
    ("new_york", 2),
    ("new_york", 4),
)
STRONGER = Claims(0, 20)
AS_STRONG = Claims(-20, 0)
AT_ONCE = 50  # deals
MOST_DEALS = 5000  # after which it stays open, and an open gate is not passed


@dataclass(frozen=True)
class Gate:
    """A rival to be beaten, with its numbers if they are not the package's."""

    rival: str
    numbers: Array | None
    seed: str
    first: Claims = STRONGER  # what is tested on the first table

    def try_all(self, numbers: Array) -> list[dict[str, Any]]:
        """What came of every match up to the first that was not won."""
        found = list[dict[str, Any]]()
        for place, (edition, seats) in enumerate(TABLES):
            claims = AS_STRONG if place else self.first
            found.append(self.match(Game(edition, seats), claims, numbers))
            if found[-1]["verdict"] != "H1":
                break
        return found

    def match(self, game: Game, claims: Claims, numbers: Array) -> dict[str, Any]:
        """One match, alone against copies of the rival."""
        test, blocks = Sprt(claims, game.seats), list[tuple[float, float]]()
        for wins, lead in self.deals(game, numbers):
            blocks.append((wins, lead))
            test.add(Fraction(wins).limit_denominator(1000))
            if test.verdict is not None:
                break
        result = Result.of(blocks, game.seats)
        return {
            "edition": game.edition.id,
            "seats": game.seats,
            "against": self.rival,
            "games": result.games,
            "wins": round(result.wins, 4),
            "error": round(result.wins_error, 4),
            "lead": round(result.lead, 2),
            **test.to_dict(),
        }

    def deals(self, game: Game, numbers: Array) -> Iterator[tuple[float, float]]:
        """The share of the wins and the lead of each deal."""
        for first in range(0, MOST_DEALS, AT_ONCE):
            trial = Trial(game, ("engineer", self.rival), AT_ONCE, f"{self.seed} {first}")
            yield from play_trial(trial, numbers, self.numbers).tolist()


def is_passed(matches: list[dict[str, Any]]) -> bool:
    """Was every match played, and won?"""
    return len(matches) == len(TABLES) and all(match["verdict"] == "H1" for match in matches)
