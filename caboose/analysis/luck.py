"""The luck of the cards alone, for whoever needs no grades: a match, for example.

Its mean is nothing whoever plays the positions on, if only that is settled before chance falls: a
seat is played on by a policy that is known for it, or in the styles that its moves have shown. The
nearer that is to who really sat there, the more of the result luck explains.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from caboose.analysis.ledger import has_chance
from caboose.analysis.moments import moments
from caboose.analysis.settings import Depth
from caboose.analysis.shown_styles import Mix, ShownStyles, first_mix, fixed_mix
from caboose.analysis.value import Line, Valuer, start_value
from caboose.engine.state import State


def luck_of_game(
    played: State, depth: Depth, seed: int, policies: Sequence[int | None] = ()
) -> Line:
    """What the deal, the cards and the offers of a finished game brought each seat.

    A seat whose policy is None, or not given, is played on in the styles that it has shown.
    """
    game = played.game
    valuer, known = Valuer(game, depth.futures, seed), _known(game.seats, policies)
    shown = ShownStyles(game, valuer.room.kit)
    steps = list(moments(played))
    mix = _over(known, first_mix(game.seats))
    luck = valuer.value(steps[0].before, mix) - start_value(game, depth.deals, seed, mix)
    for step, after in zip(steps, [*(s.before for s in steps[1:]), played], strict=True):
        shown.note(step)
        if has_chance(step.before, after):
            mix = _over(known, shown.mix)
            expected = valuer.value_after(step.before, mix, step.seat, step.action.number)
            luck = luck + (valuer.value(after, mix) - expected)
    return luck.shares


def _known(seats: int, policies: Sequence[int | None]) -> Sequence[int | None]:
    return [*policies, *[None] * (seats - len(policies))]


def _over(known: Sequence[int | None], mix: Mix) -> Mix:
    """A mix in which the known policies take the place of what was shown."""
    rows = [
        chances if policy is None else fixed_mix([policy])[0]
        for policy, chances in zip(known, mix, strict=True)
    ]
    return np.array(rows)
