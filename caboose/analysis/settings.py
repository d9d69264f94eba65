"""Every number by which analysis judges, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace

# Marks, by what a decision lost, in points of win share (hundredths of a win).
MARKS = (("blunder", 15.0), ("mistake", 10.0), ("inaccuracy", 5.0))

SURE = 2.0  # standard errors by which a difference must exceed nothing to be an error
# Points by which another move must be better than what a style does itself and goes on with, a win
# counting as ten: matches have shown that nobody gains by leaving it for less (docs/analysis.md).
TRUST, COUNTRY_TRUST = 3.0, 8.0  # on city boards, and on those with more trains
WIN_POINTS = 10.0
NEAR_EQUAL = 1.0  # points of win share: where all candidates lie closer, there is no decision
KEY_MOMENTS = 8  # of a game that are told in detail
SHOWN_CANDIDATES = 3  # of a decision that are told beside the one that was played

# How likely somebody is thought to play in each style before their first move.
STYLE_CHANCES = {
    "engineer": 0.15,
    "express": 0.25,
    "planner": 0.15,
    "tourist": 0.12,
    "racer": 0.08,
    "one_step": 0.06,
    "hungry": 0.04,
    "route_focused": 0.04,
    "long_route": 0.04,
    "biggest": 0.03,
    "beginner": 0.04,
}
# How often somebody is thought to stay in their style and to leave it, as if seen so many times.
STAYS_IN_STYLE, LEAVES_STYLE = 4.0, 1.0


@dataclass(frozen=True)
class Depth:
    """How much work an analysis is."""

    name: str
    futures: int  # in which every true position is played out
    deals: int  # over which the value of a seat before the deal is the mean
    first_look: int  # worlds in which every move is tried, in every style; 0: nothing is graded
    closer_look: int  # worlds for those that may still be the best, chosen by the first look
    last_look: int  # worlds in which the played move and the best one are compared
    reference_look: int  # worlds in which the played move and the reference player's are compared
    confirm_look: int = 0  # new worlds in which what would get a mark must show itself again
    is_trusting: bool = True  # is what a style does itself an error only if it loses enough?

    @property
    def is_graded(self) -> bool:
        """Are decisions graded, or does the ledger alone matter?"""
        return self.first_look > 0


DEPTHS = {
    depth.name: depth
    for depth in (
        Depth(
            "quick",
            futures=64,
            deals=1000,
            first_look=6,
            closer_look=25,
            last_look=160,
            reference_look=100,
            confirm_look=160,
        ),
        Depth(
            "standard",
            futures=256,
            deals=4000,
            first_look=24,
            closer_look=100,
            last_look=640,
            reference_look=400,
            confirm_look=640,
        ),
        Depth(
            "deep",
            futures=1600,
            deals=25000,
            first_look=150,
            closer_look=625,
            last_look=4000,
            reference_look=2500,
            confirm_look=4000,
        ),
    )
}
CLOSER = 5  # ways that get a closer look
FEWEST_WORLDS = 100  # of a depth that is asked for by its worlds


def depth_named(name: str | Depth) -> Depth:
    """A depth by its name; `deep:10000` is as deep as ten thousand worlds a decision."""
    if isinstance(name, Depth):
        return name
    if name in DEPTHS:
        return DEPTHS[name]
    base, _, worlds = name.partition(":")
    if base in DEPTHS and worlds.isdecimal() and int(worlds) >= FEWEST_WORLDS:
        return _as_deep_as(DEPTHS[base], int(worlds), name)
    raise ValueError(
        f"there is no depth {name!r}: choose {', '.join(DEPTHS)}, or deep:WORLDS with"
        f" {FEWEST_WORLDS} or more."
    )


def _as_deep_as(depth: Depth, worlds: int, name: str) -> Depth:
    """The same depth with so many worlds in its last look, and all else in proportion."""
    counts = ("futures", "deals", "first_look", "closer_look", "last_look", "reference_look",
              "confirm_look")  # fmt: skip
    scaled = {
        count: max(1, round(getattr(depth, count) * worlds / depth.last_look)) for count in counts
    }
    return replace(depth, name=name, **scaled)


def mark_of(error: float) -> str | None:
    """The mark of a decision that lost so many points of win share."""
    return next((mark for mark, least in MARKS if error >= least), None)
