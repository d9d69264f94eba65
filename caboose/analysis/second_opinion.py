"""A bot beside a game: what it would have played at every decision, and what that was worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from caboose.analysis.analysis import Analysis
from caboose.analysis.grading import Grade, grade
from caboose.analysis.moments import Moment
from caboose.analysis.settings import depth_named
from caboose.players import Player, ask

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class Opinion:
    """One decision: what was played, what the bot would have played, and what each lost."""

    at: int
    seat: int
    played: str
    chosen: str
    best: str  # that a look at the bot's choice found
    played_error: float  # points of win share
    chosen_error: float
    chosen_mark: str | None


@dataclass(frozen=True)
class SecondOpinion:
    """A bot's choices at all free decisions of a game, or at those of one seat."""

    bot: str
    opinions: list[Opinion]

    @property
    def same(self) -> float:
        """The share of decisions at which it would have played the same."""
        return fmean([one.chosen == one.played for one in self.opinions] or [0.0])

    @property
    def errors(self) -> tuple[float, float]:
        """Points of win share lost by a decision on average: as played, and by the bot."""
        played = fmean([one.played_error for one in self.opinions] or [0.0])
        return played, fmean([one.chosen_error for one in self.opinions] or [0.0])

    def worst(self, count: int) -> list[Opinion]:
        """Where the bot would have lost most."""
        flawed = [one for one in self.opinions if one.chosen_error > 0]
        return sorted(flawed, key=lambda one: -one.chosen_error)[:count]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        played, chosen = self.errors
        return {
            "bot": self.bot,
            "same": self.same,
            "mean_error_played": played,
            "mean_error_bot": chosen,
            "opinions": [asdict(one) for one in self.opinions],
        }


def second_opinion(
    analysis: Analysis,
    moments: Sequence[Moment],
    players: Sequence[Player],
    on_progress: OnProgress | None = None,
) -> SecondOpinion:
    """Ask a bot, one player for each seat, at every free decision of an analyzed game.

    It sees what the seat could see. Where it agrees with what was played, the grade is the same;
    elsewhere its choice is graded as if it had been played.
    """
    opinions = []
    for number, moment in enumerate(moments):
        graded = analysis.pieces[number + 1].grade
        if graded is not None and not graded.is_forced:
            opinions.append(_opinion(analysis, graded, moment, players[moment.seat]))
        if on_progress is not None:
            on_progress(number + 1, len(moments))
    return SecondOpinion(players[0].name, opinions)


def _opinion(analysis: Analysis, graded: Grade, moment: Moment, player: Player) -> Opinion:
    view, legal = moment.before.view(moment.seat), moment.before.legal_actions(moment.seat)
    chosen = ask(player, view, legal)
    own = graded
    if chosen.text != graded.played:
        own = grade(view, legal, chosen.number, depth_named(analysis.depth), analysis.seed)
    return Opinion(
        at=graded.at,
        seat=moment.seat,
        played=moment.action.text,
        chosen=chosen.text,
        best=own.best,
        played_error=graded.error,
        chosen_error=own.error,
        chosen_mark=own.mark,
    )
