"""Advice: the best first moves of a search, and how many points the others would cost.

A search looks for the best move and soon leaves those that seem worse, so that what it knows of
them is rough. The best few are then played out once more, in the same new worlds and by the lead
alone: a win counts nothing extra here, so that what is told are points. Second cards and payments,
which Signalman leaves to Express, are searched here as well: whoever asks has a choice to make.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from caboose.engine.action import Action
from caboose.engine.compiled import compiled
from caboose.engine.view import View
from caboose.players.search.rollout import WIN, Stage, try_move
from caboose.players.search.signalman import Signalman
from caboose.players.search.switchman import MOST_WORLDS, PIECE, Arm, Search
from caboose.players.search.worlds import Worlds
from caboose.players.tools.kit import Kit

MOST_OPTIONS = 3
ROLLOUTS = 8000  # for the search; time usually ends it
COMPARING = 0.3  # the part of the time for comparing what is left
MOST_COMPARED = 400  # worlds


class Option(NamedTuple):
    """A first move, and how many points less it is expected to bring than the best."""

    move: int  # the action's number
    cost: float


@compiled
def sum_of_leads(kit: Kit, worlds: Worlds, stage: Stage, seat: int, move: int, style: int) -> int:
    """Make a move in some worlds and go on in a style; the sum of the leads, in hundredths."""
    total = 0
    for i in range(worlds.states.shape[0]):
        world = Worlds(worlds.states[i : i + 1], worlds.styles[i : i + 1])
        total += try_move(kit, world, stage, seat, move, style)
        if stage.scores[0].rank[seat] == 1:
            total -= WIN
    return total


def best_moves(
    view: View, legal: list[Action], seed: int, seconds: float | None, rollouts: int = ROLLOUTS
) -> list[Option]:
    """The best moves of a seat, the best first; one alone where there is no choice."""
    if len(legal) == 1:
        return [Option(legal[0].number, 0.0)]
    searching = None if seconds is None else seconds * (1 - COMPARING)
    player = Signalman(seed, rollouts=rollouts, seconds=searching)
    end = float("inf") if seconds is None else time.monotonic() + seconds
    best = _best_of_each_move(player.search(view))[:MOST_OPTIONS]
    leads = _compare(player.begin(view), best, end, min(MOST_COMPARED, rollouts))
    return [
        Option(arm.move, max(0.0, leads[0] - lead)) for arm, lead in zip(best, leads, strict=True)
    ]


def _best_of_each_move(arms: list[Arm]) -> list[Arm]:
    firsts: dict[int, Arm] = {}
    for arm in arms:
        firsts.setdefault(arm.move, arm)
    return list(firsts.values())


def _compare(search: Search, arms: list[Arm], end: float, most: int) -> list[float]:
    """The mean lead of each, in points, over the same worlds."""
    totals, most = [0] * len(arms), min(most, MOST_WORLDS)
    while search.dealt < most and (search.dealt == 0 or time.monotonic() < end):
        worlds = search.worlds.some(search.dealt, PIECE)
        search.dealt += PIECE
        search.deal(worlds)
        for place, arm in enumerate(arms):
            totals[place] += sum_of_leads(
                search.kit, worlds, search.stage, search.seat, arm.move, arm.style
            )
    return [total / search.dealt / 100 for total in totals]
