"""A race between arms: all are tried in the same worlds, and who falls behind drops out.

What an arm is worth is a blend of what was thought of it before and what came of it. The more
worlds it was tried in, the more these count; never alone, for rollouts have errors that no number
of worlds makes smaller. How much they count was fitted: how well the blend foretold, for options in
positions of games, what came of them in many futures of the true position (docs/learned.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caboose.players.search.switchman import Arm

FEWEST = 8  # worlds between two looks at who is behind
LEAST_ERROR = 30  # hundredths of a point: few worlds that agree by chance prove nothing


@dataclass(frozen=True)
class Trust:
    """How much worlds count."""

    most: float  # their part in the blend when there are very many
    halfway: int  # how many have half of it

    def part(self, worlds: int) -> float:
        """The part of so many worlds in the blend."""
        return self.most * worlds / (worlds + self.halfway)

    def standing(self, arm: Arm) -> float:
        """What an arm is worth, in hundredths of a point."""
        part = self.part(arm.worlds)
        return (1 - part) * arm.prior + part * arm.total / max(1, arm.worlds)

    def is_behind(self, arm: Arm, best: Arm, doubt: float) -> bool:
        """Is an arm behind the best by more than so many standard errors of their difference?

        Both were tried in the same worlds, one by one; a single one says nothing about errors.
        """
        if arm.worlds < 2:
            return False
        differences = np.array(best.pieces)[:, 1] - np.array(arm.pieces)[:, 1]
        error = self.part(arm.worlds) * differences.std(ddof=1) / len(differences) ** 0.5
        return bool(self.standing(best) - self.standing(arm) > doubt * max(error, LEAST_ERROR))

    def still_running(self, arms: list[Arm], doubt: float) -> list[Arm]:
        """The arms that are not behind, the best first."""
        ranked = sorted(arms, key=lambda arm: -self.standing(arm))
        best = ranked[0]
        return [arm for arm in ranked if arm is best or not self.is_behind(arm, best, doubt)]


COUNTRY_TRUST = Trust(0.77, 27)
CITY_TRUST = Trust(0.95, 11)  # games are short there, and rollouts err less
CUT_TRUST = Trust(1.0, 5)  # a value is no accident, so few worlds say much
