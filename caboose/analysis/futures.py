"""Futures: the true position with what is to come dealt again, played out by the reference player.

A future has a key of its own, so no card to come is known; and an order of its own for the tickets
that nobody has seen yet. The same futures serve every position of a game: the n-th card to leave
the deck is decided by the same word in all of them, so two positions that differ by one decision
differ by what that decision did and by little else. The very next card is no accident at all: over
all futures every card of the deck takes its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.chance import CARD_STREAM, WORDS_PER_BLOCK, fill_block, restore_block
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import new_dice, roll_word
from caboose.engine.fields import NOBODY, OVER, GameRecord, ScoreRecord, StateRecord
from caboose.engine.game import Game
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import play
from caboose.players.policies import EXPRESS
from caboose.players.search.rollout import Stage, new_stage, play_out
from caboose.players.tools.kit import Kit, new_kit

ALL_WORDS = 1 << 32
REFERENCE = EXPRESS  # the policy that plays on for every seat
NO_ACTION = -1


class Futures(NamedTuple):
    """What chance would do in each of some futures."""

    keys: Any  # by future, eight words
    ranks: Any  # by future and ticket: unseen tickets come in the order of their ranks
    shift: Any  # one number: where among the cards of the deck the first future begins


class Room(NamedTuple):
    """Where one analysis plays out what it looks at."""

    kit: Kit
    stage: Stage
    seated: Any  # the policy of every seat


def new_room(game: Game, policies: Sequence[int] = ()) -> Room:
    """Room for the positions of a game; seats without a policy have the reference player's."""
    seated = np.full(MAX_SEATS, REFERENCE, np.int64)
    seated[: len(policies)] = policies
    return Room(new_kit(game, game.seats), new_stage(), seated)


@compiled
def _fill_futures(futures: Futures, dice: Any) -> None:
    for i in range(futures.keys.shape[0]):
        for word in range(8):
            futures.keys[i, word] = roll_word(dice)
        for ticket in range(MAX_TICKETS):
            futures.ranks[i, ticket] = roll_word(dice)


def new_futures(count: int, seed: int | str) -> Futures:
    """Some futures; the same seed gives the same ones, and more of them begin with those."""
    keys, ranks = np.zeros((count, 8), np.uint32), np.zeros((count, MAX_TICKETS), np.int64)
    dice = new_dice(f"futures {seed}")
    shift = np.array([roll_word(dice)], np.int64)
    futures = Futures(keys, ranks, shift)
    _fill_futures(futures, dice)
    return futures


@compiled
def order_tickets(state: StateRecord, ranks: Any) -> None:
    """Put the tickets of the deck that nobody has returned in the order of their ranks.

    Returned tickets lie below them, where they were put: that is no longer chance.
    """
    unseen = 0
    for i in range(state.ticket_deck_size):
        place = (wide(state.ticket_top) + i) % MAX_TICKETS
        if state.returned_by[wide(state.ticket_deck[place])] != NOBODY:
            break
        unseen += 1
    for i in range(1, unseen):
        place = (wide(state.ticket_top) + i) % MAX_TICKETS
        ticket, j = wide(state.ticket_deck[place]), i
        while j > 0:
            below = (wide(state.ticket_top) + j - 1) % MAX_TICKETS
            if ranks[wide(state.ticket_deck[below])] <= ranks[ticket]:
                break
            state.ticket_deck[(below + 1) % MAX_TICKETS] = state.ticket_deck[below]
            j -= 1
        state.ticket_deck[(wide(state.ticket_top) + j) % MAX_TICKETS] = ticket


@compiled
def next_word(futures: Futures, i: int) -> int:
    """The word of the next card in a future: all futures together go through the whole deck."""
    step = ALL_WORDS // futures.keys.shape[0]
    return wide((wide(futures.shift[0]) + i * step) % ALL_WORDS)


@compiled
def deal_future(state: StateRecord, futures: Futures, i: int) -> None:
    """Give a position one of the futures."""
    for word in range(8):
        state.key[word] = futures.keys[i, word]
    if wide(state.chance) % WORDS_PER_BLOCK == 0:
        state.chance += 1  # the first word of a block would be written over
        fill_block(state.words, state.key, CARD_STREAM, wide(state.chance) // WORDS_PER_BLOCK)
    else:
        restore_block(state)
    state.words[wide(state.chance) % WORDS_PER_BLOCK] = next_word(futures, i)
    order_tickets(state, futures.ranks[i])


@compiled
def share_win(game: GameRecord, score: ScoreRecord, shares: Any, points: Any) -> None:
    """Write down what each seat has of the win of a scored game, and its points."""
    winners = 0
    for seat in range(game.seats):
        if score.rank[seat] == 1:
            winners += 1
    for seat in range(game.seats):
        shares[seat] = 1.0 / winners if score.rank[seat] == 1 else 0.0
        points[seat] = score.total[seat]


@compiled
def play_futures(
    room: Room,
    states: Any,
    seat: int,
    action: int,
    futures: Futures,
    shares: Any,
    points: Any,
) -> None:
    """Play a position out in every future, after an action if there is one."""
    game, atlas, state = room.kit.games[0], room.kit.atlases[0], room.stage.states[0]
    dice = np.ones(2, np.int64)  # the policies that search knows roll none
    for i in range(futures.keys.shape[0]):
        room.stage.states[0] = states[0]
        if states[0].phase != OVER:
            deal_future(state, futures, i)
            if action != NO_ACTION:
                play(game, state, seat, action, room.stage.happenings)
            play_out(
                game, atlas, state, room.seated, room.kit.scratches, dice, room.stage.happenings
            )
        score_game(game, state, room.stage.scores[0])
        share_win(game, room.stage.scores[0], shares[i], points[i])


@compiled
def play_deals(room: Room, keys: Any, shares: Any, points: Any) -> None:
    """Deal a new game under every key and play it out."""
    game, atlas, state = room.kit.games[0], room.kit.atlases[0], room.stage.states[0]
    dice = np.ones(2, np.int64)
    for i in range(keys.shape[0]):
        for word in range(8):
            state.key[word] = keys[i, word]
        set_up(game, state, room.stage.happenings)
        play_out(game, atlas, state, room.seated, room.kit.scratches, dice, room.stage.happenings)
        score_game(game, state, room.stage.scores[0])
        share_win(game, room.stage.scores[0], shares[i], points[i])
