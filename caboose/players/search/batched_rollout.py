"""Rollouts from many states in one call, and what a policy would do in each of them.

states = caboose.redeal_many(view, 256, seed=1)
ends = rollout(states, "express")
print(ends.wins.mean(axis=0))                         # each seat's share of the wins
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import new_dice, roll_word, set_dice
from caboose.engine.fields import OVER
from caboose.engine.happenings import no_buffer
from caboose.engine.redeal import redeal_chance
from caboose.engine.state import State
from caboose.engine.states import States
from caboose.players.policies import choose_in, policy_number
from caboose.players.search.rollout import play_out
from caboose.players.tools.kit import Kit, new_kit

Array = np.ndarray[Any, Any]
Policy = str | Sequence[str]
NO_ACTION = -1  # where the game is over there is nothing to advise


@dataclass(frozen=True)
class Ends:
    """What came of rollouts, one line each: an array of lines by seats."""

    states: States  # as they ended
    totals: Array  # points
    ranks: Array  # 1 for a winner
    wins: Array  # the share of the win: 1, 0, or a part of a shared one
    actions: Array  # how many actions the rollout took, one number a line


@compiled
def play_out_all(
    kit: Kit, states: Any, policies: Any, dice: Any, new_futures: bool, happenings: Any
) -> None:
    """Play each state to its end by policies; with a future of its own if so wanted."""
    own = np.zeros(2, np.int64)
    for i in range(states.shape[0]):
        set_dice(own, roll_word(dice), roll_word(dice))
        if new_futures:
            redeal_chance(states[i], own)
        play_out(kit.games[0], kit.atlases[0], states[i], policies, kit.scratches, own, happenings)


@compiled
def advise_all(kit: Kit, states: Any, policy: int, seed: int, actions: Any) -> None:
    """The action of a policy for whoever decides in each state."""
    for i in range(states.shape[0]):
        actions[i] = NO_ACTION
        if states[i].phase != OVER:
            actions[i] = choose_in(kit, states, i, wide(states[i].seat), policy, seed)


def rollout(
    states: States | Iterable[State], policy: Policy = "express", *, seed: int | None = None
) -> Ends:
    """Play copies of states to their ends by a compiled policy, or by one for each seat.

    Without a seed every state has the future that its own key holds. With one, each gets another:
    the cards still to come are drawn again, which is what the worth of a true state is asked by.
    """
    played = states.copy() if isinstance(states, States) else States.of(states)
    begun = played.array["actions"].astype(np.int64)
    dice = new_dice("rollout" if seed is None else f"rollout {int(seed)}")
    kit, seated = new_kit(played.game, played.game.seats), seated_policies(policy, played)
    play_out_all(kit, played.array, seated, dice, seed is not None, no_buffer())
    totals, ranks = played.scores()
    winners = ranks == 1
    wins = winners / winners.sum(axis=1, keepdims=True)
    return Ends(played, totals, ranks, wins, played.array["actions"] - begun)


def advise(states: States | Iterable[State], policy: str = "express", *, seed: int = 0) -> Array:
    """The number of the action that a compiled policy would play in each state; -1 at the end.

    A policy reads no more than its seat may know, so this is fair to ask for a true state, too.
    """
    asked = states if isinstance(states, States) else States.of(states)
    actions = np.zeros(len(asked), np.int64)
    advise_all(new_kit(asked.game), asked.array, policy_number(policy), int(seed), actions)
    return actions


def seated_policies(policy: Policy, states: States) -> Array:
    """The policies by seat; one name serves all."""
    seats = states.game.seats
    names = [policy] * seats if isinstance(policy, str) else list(policy)
    if len(names) != seats:
        raise ValueError(f"name one policy, or one for each of {seats} seats, not {len(names)}.")
    seated = np.zeros(MAX_SEATS, np.int64)
    seated[:seats] = [policy_number(name) for name in names]
    return seated
