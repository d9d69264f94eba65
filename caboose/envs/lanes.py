"""The compiled half of a batch: many games side by side, stepped in one call.

A lane is one place of a batch, where game after game is played. The n-th game of a lane has the
same key whatever happens in the other lanes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_SEATS
from caboose.engine.batch import deal_batch_game
from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import CARDS, NOBODY, OVER, GameRecord, ScoreRecord, StateRecord
from caboose.engine.numbering import ACTIONS
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import legal_mask, play
from caboose.envs.observation import observe
from caboose.players.policies import choose_in

REWARDS = ("rank", "margin", "score")
RANK, MARGIN, SCORE_ALONE = range(len(REWARDS))

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
            ],
            align=True,
        ),
    )
)


@compiled
def first_refused(masks: Any, actions: Any) -> int:
    """The first lane whose action is not legal, NOBODY if there is none."""
    for i in range(actions.shape[0]):
        action = wide(actions[i])
        if action < 0 or action >= ACTIONS or not masks[i, action]:
            return i
    return NOBODY


@compiled
def deal(
    games: Any,
    atlases: Any,
    lanes: Any,
    states: Any,
    i: int,
    desks: Any,
    scratch: Any,
    happenings: Any,
) -> None:
    """Begin the next game of a lane, up to the learner's first decision."""
    dice = np.zeros(2, np.int64)
    lane = lanes[i]
    number = wide(lane.first) + wide(lane.games) * wide(lane.stride)
    deal_batch_game(games[0], states[i], lane.key, number, dice)
    lane.bots_seed = wide(dice[0]) | ((wide(dice[1]) & 0x7FFFFFFF) << 32)
    if lane.rotates and lane.games > 0:
        lane.learner = (wide(lane.learner) + 1) % wide(games[0].seats)
    lane.games += 1
    set_up(games[0], states[i], happenings)
    let_bots_play(games, atlases, lanes, states, i, desks, scratch, happenings)


@compiled
def let_bots_play(
    games: Any,
    atlases: Any,
    lanes: Any,
    states: Any,
    i: int,
    desks: Any,
    scratch: Any,
    happenings: Any,
) -> None:
    """Play the other seats until the learner must decide, or the game is over."""
    learner = wide(lanes[i].learner)
    if learner == NOBODY:
        return
    seats = wide(games[0].seats)
    while states[i].phase != OVER and states[i].seat != learner:
        seat = wide(states[i].seat)
        policy = wide(lanes[i].policies[(seat - learner + seats) % seats - 1])
        seed = wide(lanes[i].bots_seed)
        action = choose_in(games, atlases, states, i, seat, policy, seed, desks, scratch)
        play(games[0], states[i], seat, action, happenings)


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
def reward_of(game: GameRecord, score: ScoreRecord, seat: int, kind: int) -> float:
    """What the end of a game is worth to a seat.

    By rank: from 1 for the winner evenly down to -1 for the last, ties sharing the middle.
    """
    if kind == RANK:
        place = wide(score.rank[seat]) - 1 + 0.5 * (tied_with(game, score, seat) - 1)
        return 1.0 - 2.0 * place / (wide(game.seats) - 1)
    if kind == MARGIN:
        return 1.0 * (wide(score.total[seat]) - best_other(game, score, seat))
    return 1.0 * wide(score.total[seat])


@compiled
def viewer_of(lanes: Any, states: Any, i: int) -> int:
    """The seat that decides from outside: the learner, or whoever's turn it is."""
    learner = wide(lanes[i].learner)
    return wide(states[i].seat) if learner == NOBODY else learner


@compiled
def show(
    games: Any,
    lanes: Any,
    states: Any,
    i: int,
    sizes: Any,
    parts: Any,
    masks: Any,
    observations: Any,
    seats: Any,
) -> None:
    """Write the mask and the observation of the seat that decides."""
    seat = viewer_of(lanes, states, i)
    seats[i] = seat
    legal_mask(games[0], states[i], seat, masks[i])
    if observations.shape[1] > 0:
        observe(games[0], states[i], seat, sizes, parts, observations[i])


@compiled
def deal_all(
    games: Any,
    atlases: Any,
    lanes: Any,
    states: Any,
    desks: Any,
    scratch: Any,
    happenings: Any,
    sizes: Any,
    masks: Any,
    observations: Any,
    seats: Any,
) -> None:
    """Begin a new game in every lane."""
    parts = np.empty(MAX_CITIES, np.int64)
    for i in range(states.shape[0]):
        deal(games, atlases, lanes, states, i, desks, scratch, happenings)
        show(games, lanes, states, i, sizes, parts, masks, observations, seats)


@compiled
def finish(
    games: Any,
    states: Any,
    i: int,
    seat: int,
    scores: Any,
    sizes: Any,
    kind: int,
    rewards: Any,
    final_observations: Any,
    final_states: Any,
) -> None:
    """Score a game that is over; keep its state and the last observation of the seat that moved."""
    final_states[i] = states[i]
    score_game(games[0], states[i], scores[i])
    for each in range(games[0].seats):
        rewards[i, each] = reward_of(games[0], scores[i], each, kind)
    if final_observations.shape[1] > 0:
        parts = np.empty(MAX_CITIES, np.int64)
        observe(games[0], states[i], seat, sizes, parts, final_observations[i])


@compiled
def step_all(
    games: Any,
    atlases: Any,
    lanes: Any,
    states: Any,
    desks: Any,
    scratch: Any,
    happenings: Any,
    sizes: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    actions: Any,
    scores: Any,
    kind: int,
    rewards: Any,
    ended: Any,
    final_observations: Any,
    final_states: Any,
) -> None:
    """Play one legal action in every lane; a game that ends is scored and the next one begins."""
    parts = np.empty(MAX_CITIES, np.int64)
    for i in range(states.shape[0]):
        seat = viewer_of(lanes, states, i)
        if ended[i]:
            rewards[i, :] = 0.0
        play(games[0], states[i], seat, wide(actions[i]), happenings)
        let_bots_play(games, atlases, lanes, states, i, desks, scratch, happenings)
        ended[i] = states[i].phase == OVER
        if ended[i]:
            finish(
                games,
                states,
                i,
                seat,
                scores,
                sizes,
                kind,
                rewards,
                final_observations,
                final_states,
            )
            deal(games, atlases, lanes, states, i, desks, scratch, happenings)
        show(games, lanes, states, i, sizes, parts, masks, observations, seats)


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
def oracle_all(games: Any, lanes: Any, states: Any, sizes: Any, out: Any, hidden: Any) -> None:
    """The observations of all seats, the one that decides first, and what lies in the decks."""
    seats, parts = wide(games[0].seats), np.empty(MAX_CITIES, np.int64)
    for i in range(states.shape[0]):
        viewer = viewer_of(lanes, states, i)
        for place in range(seats):
            seat = (viewer + place) % seats
            observe(games[0], states[i], seat, sizes, parts, out[i, place])
        write_oracle(states[i], hidden[i])


@compiled
def reward_in(games: Any, scores: Any, seat: int, kind: int) -> float:
    """What score 0 is worth to a seat."""
    return reward_of(games[0], scores[0], seat, kind)
