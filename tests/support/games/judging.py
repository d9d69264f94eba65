"""Every policy asked at every decision of whole games, twice: knowing all, and by its view.

All in one file: compiled code is renewed when its own file changes, not when another one does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import roll
from caboose.engine.fields import CARDS, OVER, STATE
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import no_buffer
from caboose.engine.numbering import ACTIONS, DRAW_DECK, DRAW_FACE_UP, DRAW_TICKETS, KEEP, PASS
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.engine.view import hide
from caboose.players.bots.random import any_legal
from caboose.players.policies import POLICIES, RACER, decide, set_own_dice
from caboose.players.tools.atlas import atlas_of
from caboose.players.tools.kit import new_scratches
from caboose.players.tools.scratch import clear_scratch

# Behind the policies: bots that peek, planted to be found.
HAND_PEEKER, TICKET_PEEKER, DECK_PEEKER = range(len(POLICIES), len(POLICIES) + 3)
PEEKERS = ("hand peeker", "ticket peeker", "deck peeker")
JUDGED = len(POLICIES) + len(PEEKERS)

# Ways to steer a game into corners where bots seldom go.
HOARD, ASK_FOR_TICKETS = range(JUDGED, JUDGED + 2)

# What is counted for each policy.
ASKED, PEEKED, ILLEGAL = range(3)

MOST_ACTIONS = 6000  # of one game


@compiled
def secret_of(game: Any, state: Any, seat: int, peeker: int) -> int:
    """Something that the seat cannot know."""
    if peeker == DECK_PEEKER:
        return wide(state.deck[0]) + wide(state.key[0])
    secret = 0
    for other in range(game.seats):
        if other != seat and peeker == TICKET_PEEKER:
            secret += wide(state.tickets[other, 0])
        if other != seat and peeker == HAND_PEEKER:
            for color in range(CARDS):
                secret += color * wide(state.hand[other, color])
    return secret


@compiled
def answer(
    game: Any, atlas: Any, state: Any, seat: int, policy: int, scratch: Any, dice: Any, mask: Any
) -> int:
    """What a policy says, legal or not; a peeker plays one of two actions by what it saw."""
    clear_scratch(scratch)
    set_own_dice(dice, 7, seat, wide(state.actions))
    if policy < len(POLICIES):
        return decide(game, atlas, state, seat, policy, scratch, dice)
    if secret_of(game, state, seat, policy) & 1:
        return decide(game, atlas, state, seat, RACER, scratch, dice)
    return first_legal(mask)


@compiled
def first_legal(mask: Any) -> int:
    """The first legal action."""
    for action in range(ACTIONS):
        if mask[action]:
            return action
    return PASS


@compiled
def steer(driver: int, mask: Any, dice: Any) -> int:
    """Hoard cards or ask for tickets nearly always, and otherwise do anything."""
    if roll(dice, 30) > 0:
        if driver == ASK_FOR_TICKETS and mask[DRAW_TICKETS]:
            return DRAW_TICKETS
        for action in range(PASS - 1, KEEP - 1, -1):
            if driver == ASK_FOR_TICKETS and mask[action]:
                return action
        for action in range(DRAW_DECK, DRAW_FACE_UP + CARDS):
            if driver == HOARD and mask[action]:
                return action
    return any_legal(mask, dice)


@compiled
def judge_all(
    game: Any, atlas: Any, states: Any, seat: int, scratch: Any, dice: Any, mask: Any, counts: Any
) -> None:
    """Ask everybody in the true state (0) and in the seat's view of it (1)."""
    for policy in range(JUDGED):
        action = answer(game, atlas, states[0], seat, policy, scratch, dice, mask)
        blind = answer(game, atlas, states[1], seat, policy, scratch, dice, mask)
        counts[policy, ASKED] += 1
        if action != blind:
            counts[policy, PEEKED] += 1
        if action < 0 or action >= ACTIONS or not mask[action]:
            counts[policy, ILLEGAL] += 1


@compiled
def play_and_judge(
    games: Any,
    atlases: Any,
    states: Any,
    memory: Any,
    drivers: Any,
    scratches: Any,
    happenings: Any,
    counts: Any,
) -> int:
    """Play the game of a key by drivers and judge every decision; how many actions it took.

    `memory` is the same memory as `states`, as bytes: a row per state.
    """
    game, atlas, scratch = games[0], atlases[0], scratches[0]
    mask = np.zeros(ACTIONS, np.bool_)
    dice = np.zeros(2, np.int64)
    steering = np.array([5, 9], np.int64)
    set_up(game, states[0], happenings)
    count = 0
    while states[0].phase != OVER and count < MOST_ACTIONS:
        seat = wide(states[0].seat)
        for i in range(memory.shape[1]):
            memory[1, i] = memory[0, i]
        hide(game, states[1], seat)
        legal_mask(game, states[0], seat, mask)
        judge_all(game, atlas, states, seat, scratch, dice, mask, counts)
        driver = wide(drivers[seat])
        if driver < JUDGED:
            action = answer(game, atlas, states[0], seat, driver, scratch, dice, mask)
        else:
            action = steer(driver, mask, steering)
        if action < 0 or action >= ACTIONS or not mask[action]:
            action = first_legal(mask)
        play(game, states[0], seat, action, happenings)
        count += 1
    return count


def judge_game(game: Game, seed: int, drivers: list[int], counts: np.ndarray[Any, Any]) -> int:
    """Play one game and add to the counts of every policy; how many actions it took."""
    states = np.zeros(2, STATE)
    states["key"][0] = np.frombuffer(key_from_seed(seed), "<u4")
    return int(
        play_and_judge(
            game.tables,
            atlas_of(game),
            states,
            states.view(np.uint8).reshape(2, -1),
            np.array(drivers, np.int64),
            new_scratches(game, 1),
            no_buffer(),
            counts,
        )
    )
