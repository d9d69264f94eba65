"""Who won a duel: three ways of adding up five deals. Nothing is stored here."""

from __future__ import annotations

from bisect import bisect_right

# So many points more are worth 1, 2, 3 ... IMPs: a big win counts for more, but not by as much.
IMPS = (2, 5, 9, 13, 17, 22, 27, 32, 37, 43, 50, 60, 75, 90, 110, 130, 150, 175, 200)

Pair = tuple[float, float]


def score_deal(scoring: str, mine: int | None, theirs: int | None) -> Pair:
    """What a deal is worth to both; a side that has not played it to its end has no points."""
    if scoring == "total":
        return float(mine or 0), float(theirs or 0)
    if mine is None or theirs is None:
        return _for_who_played(scoring, mine, theirs)
    if scoring == "matchpoints":
        return _half(mine > theirs, mine == theirs), _half(theirs > mine, mine == theirs)
    return imps(mine - theirs), imps(theirs - mine)


def imps(ahead: int) -> float:
    """What a lead is worth in IMPs; nothing to the side behind."""
    return float(bisect_right(IMPS, ahead))


def _for_who_played(scoring: str, mine: int | None, theirs: int | None) -> Pair:
    """A deal that one of them left out goes to the other, as if by the points they made."""
    if scoring == "matchpoints":
        return float(mine is not None), float(theirs is not None)
    return imps(mine or 0), imps(theirs or 0)


def _half(wins: bool, ties: bool) -> float:
    return 1.0 if wins else 0.5 * ties
