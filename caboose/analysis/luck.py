"""The luck of the cards alone, for whoever needs no grades: a match, for example.

Its mean is nothing whoever plays the positions on, so each seat may be played on by a policy of its
own. The nearer that is to who really sat there, the more of the result luck explains.
"""

from __future__ import annotations

from collections.abc import Sequence

from caboose.analysis.ledger import has_chance
from caboose.analysis.moments import moments
from caboose.analysis.settings import Depth
from caboose.analysis.value import Line, Valuer, start_value
from caboose.engine.state import State


def luck_of_game(played: State, depth: Depth, seed: int, policies: Sequence[int]) -> Line:
    """What the deal, the cards and the offers of a finished game brought each seat."""
    valuer = Valuer(played.game, depth.futures, seed, policies)
    steps = list(moments(played))
    luck = valuer.value(steps[0].before) - start_value(
        played.game, depth.deals, seed, tuple(policies)
    )
    for step, after in zip(steps, [*(s.before for s in steps[1:]), played], strict=True):
        if has_chance(step.before, after):
            expected = valuer.value_after(step.before, step.seat, step.action.number)
            luck = luck + (valuer.value(after) - expected)
    return luck.shares
