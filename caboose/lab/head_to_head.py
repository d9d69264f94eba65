"""What games say without a model: who finished ahead of whom, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caboose.lab.rating import Finish


@dataclass(frozen=True)
class HeadToHead:
    """Who finished ahead of whom, in whole numbers: a tie is one half point for each."""

    bots: tuple[str, ...]
    half_points: tuple[tuple[int, ...], ...]  # of the row's bot against the column's
    games: tuple[tuple[int, ...], ...]  # in which both sat

    def share(self, row: int, column: int) -> float | None:
        """How often the row's bot finished ahead; None if they never met."""
        games = self.games[row][column]
        return self.half_points[row][column] / (2 * games) if games else None


def count_head_to_head(finishes: Sequence[Finish], bots: Sequence[str]) -> HeadToHead:
    """The raw matrix; with two seats `ahead` means won."""
    place = {bot: i for i, bot in enumerate(bots)}
    half_points = np.zeros((len(bots), len(bots)), np.int64)
    games = np.zeros_like(half_points)
    for finish in finishes:
        seated = [(place[bot], rank) for bot, rank in zip(finish.bots, finish.ranks, strict=True)]
        for (one, rank), (other, rank_of_other) in permutations(seated, 2):
            if one != other:
                games[one, other] += 1
                half_points[one, other] += 1 + (rank < rank_of_other) - (rank > rank_of_other)
    return HeadToHead(tuple(bots), _rows(half_points), _rows(games))


def _rows(matrix: NDArray[Any]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in matrix.tolist())


def count_circles(meetings: HeadToHead) -> tuple[int, int]:
    """In how many trios each bot beats the next in a circle, and how many trios all met.

    A rating cannot show this: whoever beats the strongest may still lose to the weakest.
    """
    trios = [
        trio
        for trio in combinations(range(len(meetings.bots)), 3)
        if all(meetings.games[one][other] for one, other in permutations(trio, 2))
    ]
    return sum(_is_circle(meetings, trio) for trio in trios), len(trios)


def _is_circle(meetings: HeadToHead, trio: tuple[int, ...]) -> bool:
    one, two, three = trio
    won = [
        meetings.half_points[a][b] - meetings.games[a][b]
        for a, b in ((one, two), (two, three), (three, one))
    ]
    return min(won) > 0 or max(won) < 0


def worst_case(meetings: HeadToHead, row: int) -> int | None:
    """The column of the opponent against whom a bot does worst; None if it met nobody."""
    shares = [
        (share, column)
        for column in range(len(meetings.bots))
        if column != row and (share := meetings.share(row, column)) is not None
    ]
    return min(shares)[1] if shares else None
