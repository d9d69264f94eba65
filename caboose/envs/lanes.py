"""The compiled half of a batch: many games side by side, stepped in one call.

A lane is one place of a batch, where game after game is played. The n-th game of a lane has the
same key whatever happens in the other lanes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_SEATS
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import CARDS, NOBODY, OVER, GameRecord, ScoreRecord, StateRecord
from caboose.engine.keys import deal_batch_game
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.envs.observation import observe
from caboose.players.policies import choose_in
from caboose.players.tools.kit import Kit

REWARDS = ("rank", "margin", "score", "mixed")
RANK, MARGIN, SCORE_ALONE, MIXED = range(len(REWARDS))

# Who else decides than a compiled policy: the learner, or chooser k of the batch as CHOOSER - k.
LEARNER, CHOOSER = -2, -3

LANE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint32, (8,)),  # from which the keys of its games follow
                ("first", np.int64),  # the number of its first game under that key
                ("stride", np.int64),  # from one of its games to the next
                ("games", np.int64),  # games dealt so far
                ("learner", np.int64),  # the seat that is played from outside, NOBODY: all
                ("rotates", np.int64),  # 1: the learner moves on by one seat each game
                ("bots_seed", np.int64),  # from which the bots' own chance follows
                ("policies", np.int64, (MAX_SEATS,)),  # the other seats' bots, in order of play
                ("next_policies", np.int64, (MAX_SEATS,)),  # the same for its next game
            ],
            align=True,
        ),
    )
)


class Yard(NamedTuple):
    """All lanes of a batch, with the games that are played there."""

    lanes: Any
    states: Any
    happenings: Any  # a buffer that notes nothing


class Shown(NamedTuple):
    """What is shown of each lane to whoever decides there."""

    sizes: Any  # how an observation is laid out
    masks: Any
    observations: Any
    seats: Any  # the seats that decide


class Ended(NamedTuple):
    """What came of the games that ended, by lane."""

    kind: int  # of reward
    flags: Any  # did a game end in this step?
    rewards: Any
    scores: Any
    observations: Any  # the last one of the seat that moved
    states: Any


@compiled
def deal(kit: Kit, yard: Yard, i: int) -> None:
    """Begin the next game of a lane, up to the learner's first decision."""
    game, state, lane = kit.games[0], yard.states[i], yard.lanes[i]
    dice = np.zeros(2, np.int64)
    number = wide(lane.first) + wide(lane.games) * wide(lane.stride)
    deal_batch_game(state, lane.key, number, dice)
    lane.bots_seed = wide(dice[0]) | ((wide(dice[1]) & 0x7FFFFFFF) << 32)
    if lane.rotates and lane.games > 0:
        lane.learner = (wide(lane.learner) + 1) % wide(game.seats)
    lane.games += 1
    for place in range(MAX_SEATS):
        lane.policies[place] = lane.next_policies[place]
    set_up(game, state, yard.happenings)
    let_bots_play(kit, yard, i)


@compiled
def policy_in(seats: int, lane: Any, seat: int) -> int:
    """The policy of whoever decides for a seat in a lane."""
    learner = wide(lane.learner)
    if learner == NOBODY or seat == learner:
        return LEARNER
    return wide(lane.policies[(seat - learner + seats) % seats - 1])


@compiled
def let_bots_play(kit: Kit, yard: Yard, i: int) -> None:
    """Play the compiled bots until somebody from outside must decide, or the game is over."""
    game, state, lane = kit.games[0], yard.states[i], yard.lanes[i]
    seats = wide(game.seats)
    while state.phase != OVER:
        seat = wide(state.seat)
        policy = policy_in(seats, lane, seat)
        if policy < 0:
            return
        action = choose_in(kit, yard.states, i, seat, policy, wide(lane.bots_seed))
        play(game, state, seat, action, yard.happenings)


@compiled
def tied_with(game: GameRecord, score: ScoreRecord, seat: int) -> int:
    """How many seats share a seat's rank, itself included."""
    count = 0
    for other in range(game.seats):
        if score.rank[other] == score.rank[seat]:
            count += 1
    return count


@compiled
def best_other(game: GameRecord, score: ScoreRecord, seat: int) -> int:
    """The points of the best other seat."""
    best = -(1 << 30)
    for other in range(game.seats):
        if other != seat:
            best = max(best, wide(score.total[other]))
    return best


@compiled
def reward_of_rank(game: GameRecord, score: ScoreRecord, seat: int) -> float:
    """From 1 for the winner evenly down to -1 for the last, ties sharing the middle."""
    place = wide(score.rank[seat]) - 1 + 0.5 * (tied_with(game, score, seat) - 1)
    return 1.0 - 2.0 * place / (wide(game.seats) - 1)


@compiled
def reward_of(game: GameRecord, score: ScoreRecord, seat: int, kind: int) -> float:
    """What the end of a game is worth to a seat.

    Mixed is half by rank, half for how clearly: as many points ahead as there are trains is all.
    """
    if kind == RANK:
        return reward_of_rank(game, score, seat)
    if kind == MARGIN:
        return 1.0 * (wide(score.total[seat]) - best_other(game, score, seat))
    if kind == MIXED:
        lead = (wide(score.total[seat]) - best_other(game, score, seat)) / wide(game.trains)
        return 0.5 * reward_of_rank(game, score, seat) + 0.5 * max(-1.0, min(1.0, lead))
    return 1.0 * wide(score.total[seat])


@compiled
def show(game: GameRecord, state: StateRecord, i: int, parts: Any, shown: Shown) -> None:
    """Write the mask and the observation of the seat that decides in a lane."""
    seat = wide(state.seat)
    shown.seats[i] = seat
    legal_mask(game, state, seat, shown.masks[i])
    if shown.observations.shape[1] > 0:
        observe(game, state, seat, shown.sizes, parts, shown.observations[i])


@compiled
def deal_all(kit: Kit, yard: Yard, shown: Shown) -> None:
    """Begin a new game in every lane."""
    parts = np.empty(MAX_CITIES, np.int64)
    for i in range(yard.states.shape[0]):
        deal(kit, yard, i)
        show(kit.games[0], yard.states[i], i, parts, shown)


@compiled
def finish(
    game: GameRecord, yard: Yard, i: int, seat: int, sizes: Any, parts: Any, ended: Ended
) -> None:
    """Score a game that is over; keep its state and the last observation of the seat that moved."""
    ended.states[i] = yard.states[i]
    score_game(game, yard.states[i], ended.scores[i])
    for each in range(game.seats):
        ended.rewards[i, each] = reward_of(game, ended.scores[i], each, ended.kind)
    if ended.observations.shape[1] > 0:
        observe(game, yard.states[i], seat, sizes, parts, ended.observations[i])


@compiled
def step_lanes(kit: Kit, yard: Yard, lanes: Any, actions: Any, shown: Shown, ended: Ended) -> None:
    """Play one action in each of these lanes; where a game ends it is scored and the next begins.

    One loop over all of them: a call for each lane would count references to every array.
    """
    game, parts = kit.games[0], np.empty(MAX_CITIES, np.int64)
    for place in range(lanes.shape[0]):
        i = wide(lanes[place])
        state, learner = yard.states[i], wide(yard.lanes[i].learner)
        seat = wide(state.seat)
        play(game, state, seat, wide(actions[place]), yard.happenings)
        if state.seat != seat:
            let_bots_play(kit, yard, i)
        if state.phase == OVER:
            ended.flags[i] = True
            viewer = seat if learner == NOBODY else learner
            finish(game, yard, i, viewer, shown.sizes, parts, ended)
            deal(kit, yard, i)
        show(game, state, i, parts, shown)


@compiled
def first_refused(lanes: Any, masks: Any, actions: Any) -> int:
    """The first of these lanes whose action is not legal, NOBODY if there is none."""
    for place in range(lanes.shape[0]):
        lane, action = wide(lanes[place]), wide(actions[place])
        if action < 0 or action >= ACTIONS or not masks[lane, action]:
            return lane
    return NOBODY


@compiled
def step_all(kit: Kit, yard: Yard, actions: Any, shown: Shown, ended: Ended) -> int:
    """Play one action in every lane.

    The first lane whose action is not legal, and then nothing is played; NOBODY if all are.
    """
    lanes = np.arange(actions.shape[0])
    refused = first_refused(lanes, shown.masks, actions)
    if refused == NOBODY:
        for i in range(lanes.shape[0]):
            if ended.flags[i]:
                ended.rewards[i, :] = 0.0
                ended.flags[i] = False
        step_lanes(kit, yard, lanes, actions, shown, ended)
    return refused


@compiled
def step_some(kit: Kit, yard: Yard, lanes: Any, actions: Any, shown: Shown, ended: Ended) -> int:
    """Play one action in some lanes, whose step goes on.

    The first lane whose action is not legal, and then nothing is played; NOBODY if all are.
    """
    refused = first_refused(lanes, shown.masks, actions)
    if refused == NOBODY:
        step_lanes(kit, yard, lanes, actions, shown, ended)
    return refused


@compiled
def policies_in_all(games: Any, yard: Yard, policies: Any) -> None:
    """The policy of whoever decides in each lane."""
    for i in range(yard.states.shape[0]):
        policies[i] = policy_in(wide(games[0].seats), yard.lanes[i], wide(yard.states[i].seat))


@compiled
def show_all(kit: Kit, yard: Yard, shown: Shown) -> None:
    """Let the bots play on in every lane, and show what is to be decided then."""
    parts = np.empty(MAX_CITIES, np.int64)
    for i in range(yard.states.shape[0]):
        let_bots_play(kit, yard, i)
        show(kit.games[0], yard.states[i], i, parts, shown)


@compiled
def write_oracle(state: StateRecord, out: Any) -> None:
    """What no seat knows and the table hides: the deck, and the ticket deck from its top."""
    for color in range(CARDS):
        out[color] = state.deck[color]
    tickets = out.shape[0] - CARDS
    for place in range(tickets):
        out[CARDS + place] = NOBODY
        if place < wide(state.ticket_deck_size):
            ring = (wide(state.ticket_top) + place) % wide(state.ticket_deck.shape[0])
            out[CARDS + place] = state.ticket_deck[ring]


@compiled
def oracle_all(games: Any, yard: Yard, sizes: Any, out: Any, hidden: Any) -> None:
    """The observations of all seats, the one that decides first, and what lies in the decks."""
    seats, parts = wide(games[0].seats), np.empty(MAX_CITIES, np.int64)
    for i in range(yard.states.shape[0]):
        viewer = wide(yard.states[i].seat)
        for place in range(seats):
            seat = (viewer + place) % seats
            observe(games[0], yard.states[i], seat, sizes, parts, out[i, place])
        write_oracle(yard.states[i], hidden[i])


@compiled
def reward_in(games: Any, scores: Any, seat: int, kind: int) -> float:
    """What score 0 is worth to a seat."""
    return reward_of(games[0], scores[0], seat, kind)
