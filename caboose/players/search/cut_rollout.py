"""Cut rollouts: worlds played on for some turns, and valued there by what was learned.

The value says what is to be expected, where the rest of a rollout would be one accident; so fewer
worlds tell as much, and each is over sooner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import OVER
from caboose.engine.rules.turn import play
from caboose.players.policies import decide
from caboose.players.search.rollout import WIN, Stage
from caboose.players.search.worlds import Worlds
from caboose.players.tools.kit import Kit
from caboose.players.tools.scratch import clear_scratch
from caboose.players.value.sheet import Sheet, new_sheet
from caboose.players.value.value import value_position
from caboose.players.value.value_net import ValueNets
from caboose.players.value.value_weights import value_nets


class Horizon(NamedTuple):
    """How far a rollout goes, and what values the position there."""

    turns: int  # of each seat
    nets: ValueNets
    sheet: Sheet


def new_horizon(turns: int) -> Horizon:
    """A horizon so many turns away, with the value that the package carries."""
    return Horizon(turns, value_nets(), new_sheet())


@compiled
def play_on(kit: Kit, stage: Stage, policies: Any, last: int) -> None:
    """Play the state on the stage on until so many turns are finished, or it ends."""
    game, atlas, state = kit.games[0], kit.atlases[0], stage.states[0]
    dice = np.ones(2, np.int64)  # no style rolls them
    for seat in range(game.seats):
        clear_scratch(kit.scratches[seat])
    while state.phase != OVER and state.turns < last:
        seat = wide(state.seat)
        policy = wide(policies[seat])
        action = decide(game, atlas, state, seat, policy, kit.scratches[seat], dice)
        play(game, state, seat, action, stage.happenings)


@compiled
def foretell(kit: Kit, stage: Stage, policies: Any, seat: int, horizon: Horizon) -> int:
    """What is expected to come of the state on the stage, in hundredths, as `outcome` counts."""
    value_position(kit, stage.states[0], policies, horizon.nets, horizon.sheet)
    lead, share = horizon.sheet.leads[seat], horizon.sheet.shares[seat]
    return round(100 * float(lead) + WIN * float(share))


@compiled
def try_arms_so_far(
    kit: Kit, worlds: Worlds, stage: Stage, seat: int, arms: Any, horizon: Horizon, totals: Any
) -> None:
    """Try arms, each a move and a style, in the same worlds; adds up what is expected of them."""
    game, seated = kit.games[0], np.zeros(MAX_SEATS, np.int64)
    for i in range(arms.shape[0]):
        move, style = wide(arms[i, 0]), wide(arms[i, 1])
        for world in range(worlds.states.shape[0]):
            stage.states[0] = worlds.states[world]
            seated[:] = worlds.styles[world]
            seated[seat] = style
            last = wide(stage.states[0].turns) + wide(game.seats) * horizon.turns
            play(game, stage.states[0], seat, move, stage.happenings)
            play_on(kit, stage, seated, last)
            totals[i] += foretell(kit, stage, seated, seat, horizon)
