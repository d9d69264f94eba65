"""The compiled policies by number, and games played by them without a step in Python.

A policy is a function of records: `decide_...(game, atlas, state, seat, scratch, dice)`. It may
read what its seat may know and nothing else, so it gives the same answer for a state and for that
seat's view of it; `choose`, matches and rollouts all come through `decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import set_dice
from caboose.engine.fields import OVER, STATE, GameRecord, StateRecord
from caboose.engine.game import Game
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.engine.state import State
from caboose.players.bots.beginner import decide_beginner
from caboose.players.bots.biggest import decide_biggest
from caboose.players.bots.engineer import decide_engineer
from caboose.players.bots.express import decide_express
from caboose.players.bots.hungry import decide_hungry
from caboose.players.bots.long_route import decide_long_route
from caboose.players.bots.one_step import decide_one_step
from caboose.players.bots.planner import decide_planner
from caboose.players.bots.racer import decide_racer
from caboose.players.bots.random import decide_random
from caboose.players.bots.route_focused import decide_route_focused
from caboose.players.bots.tourist import decide_tourist
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.kit import Kit, new_kit
from caboose.players.tools.scratch import Scratch, clear_scratch

POLICIES = (
    "random",
    "beginner",
    "biggest",
    "tourist",
    "route_focused",
    "one_step",
    "long_route",
    "hungry",
    "racer",
    "planner",
    "express",
    "engineer",
)
(
    RANDOM,
    BEGINNER,
    BIGGEST,
    TOURIST,
    ROUTE_FOCUSED,
    ONE_STEP,
    LONG_ROUTE,
    HUNGRY,
    RACER,
    PLANNER,
    EXPRESS,
    ENGINEER,
) = range(len(POLICIES))

MOST_ACTIONS = 20_000  # of one game; hoarding random players come nowhere near


def policy_number(name: str) -> int:
    """The number of a policy."""
    if name not in POLICIES:
        raise ValueError(f"there is no compiled policy {name!r}; there are {', '.join(POLICIES)}.")
    return POLICIES.index(name)


@compiled
def decide(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    policy: int,
    scratch: Scratch,
    dice: Any,
) -> int:
    """The action of a policy."""
    if policy == RACER:
        return decide_racer(game, atlas, state, seat, scratch, dice)
    if policy == PLANNER:
        return decide_planner(game, atlas, state, seat, scratch, dice)
    if policy == EXPRESS:
        return decide_express(game, atlas, state, seat, scratch, dice)
    if policy == ENGINEER:
        return decide_engineer(game, atlas, state, seat, scratch, dice)
    if policy == TOURIST:
        return decide_tourist(game, atlas, state, seat, scratch, dice)
    if policy == BEGINNER:
        return decide_beginner(game, atlas, state, seat, scratch, dice)
    if policy == BIGGEST:
        return decide_biggest(game, atlas, state, seat, scratch, dice)
    if policy == RANDOM:
        return decide_random(game, atlas, state, seat, scratch, dice)
    return decide_persona(game, atlas, state, seat, policy, scratch, dice)


@compiled
def decide_persona(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    policy: int,
    scratch: Scratch,
    dice: Any,
) -> int:
    """The action of a published play-testing persona."""
    if policy == ROUTE_FOCUSED:
        return decide_route_focused(game, atlas, state, seat, scratch, dice)
    if policy == ONE_STEP:
        return decide_one_step(game, atlas, state, seat, scratch, dice)
    if policy == LONG_ROUTE:
        return decide_long_route(game, atlas, state, seat, scratch, dice)
    return decide_hungry(game, atlas, state, seat, scratch, dice)


@compiled
def set_own_dice(dice: Any, seed: int, seat: int, actions: int) -> None:
    """A bot's chance at one decision, the same whenever it is asked."""
    low, high = seed & 0xFFFFFFFF, (seed >> 32) & 0x7FFFFFFF
    set_dice(dice, low ^ (actions * 0x9E3779B1), high ^ (seat * 0x85EBCA6B) ^ (actions << 8))


@compiled
def choose_in(kit: Kit, states: Any, i: int, seat: int, policy: int, seed: int) -> int:
    """A policy's action for a seat in state i, from clean scratch space; always a legal one."""
    game, scratch = kit.games[0], kit.scratches[0]
    dice = np.zeros(2, np.int64)
    set_own_dice(dice, seed, seat, wide(states[i].actions))
    clear_scratch(scratch)
    action = decide(game, kit.atlases[0], states[i], seat, policy, scratch, dice)
    legal_mask(game, states[i], seat, kit.mask)
    if 0 <= action < ACTIONS and kit.mask[action]:
        return action
    for other in range(ACTIONS):
        if kit.mask[other]:
            return other
    return ACTIONS


@compiled
def play_game_in(
    kit: Kit, states: Any, policies: Any, seeds: Any, happenings: Any, actions: Any
) -> int:
    """Set up state 0 and play it to its end; writes down all actions, returns how many."""
    set_up(kit.games[0], states[0], happenings)
    count = 0
    while states[0].phase != OVER and count < actions.shape[0]:
        seat = wide(states[0].seat)
        action = choose_in(kit, states, 0, seat, wide(policies[seat]), wide(seeds[seat]))
        actions[count] = action
        count += 1
        play(kit.games[0], states[0], seat, action, happenings)
    return count


def play_policies(
    game: Game, key: bytes, policies: Sequence[int], seeds: Sequence[int]
) -> tuple[np.ndarray[Any, Any], State]:
    """A whole game between policies: the numbers of its actions, and the final state."""
    states = np.zeros(1, STATE)
    states["key"][0] = np.frombuffer(key, "<u4")
    actions = np.zeros(MOST_ACTIONS, np.int16)
    seated, seeded = np.array(policies, np.int64), np.array(seeds, np.int64)
    count = play_game_in(new_kit(game), states, seated, seeded, no_buffer(), actions)
    return actions[:count].copy(), State(game, states, None)
