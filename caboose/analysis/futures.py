"""Futures: the true position with what is to come dealt again, every seat played on in its style.

A future has a key of its own, so no card to come is known; an order of its own for the tickets
that nobody has seen yet; and a place for each seat among the styles that its moves have shown. The
same futures serve every position of a game: what is drawn for one purpose is decided by the same
words in all of them, so two positions that differ by one decision differ by what that decision did
and by little else. The very next card is no accident at all: over all futures every card of the
deck takes its turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.boards.limits import MAX_SEATS, MAX_TICKETS
from caboose.engine.chance import forget_given_words, give_word
from caboose.engine.compiled import compiled, wide
from caboose.engine.dice import new_dice, roll_word, set_dice
from caboose.engine.fields import NOBODY, OVER, GameRecord, ScoreRecord, StateRecord
from caboose.engine.game import Game
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import play
from caboose.players.policies import EXPRESS
from caboose.players.search.rollout import Stage, new_stage, play_out
from caboose.players.tools.kit import Kit, new_kit

ALL_WORDS = 1 << 32
REFERENCE = EXPRESS  # the policy that decisions are compared with
NO_ACTION = -1
# Steps between the places of a seat in two futures: fractions of square roots of primes, so that
# any number of futures is spread evenly over the styles of every seat and of all seats together.
STRIDES = np.sqrt(np.array([2.0, 3.0, 5.0, 7.0, 11.0])[:MAX_SEATS]) % 1.0


class Futures(NamedTuple):
    """What chance would do in each of some futures."""

    keys: Any  # by future, eight words
    ranks: Any  # by future and ticket: unseen tickets come in the order of their ranks
    shift: Any  # one number: where among the cards of the deck the first future begins
    places: Any  # by future and seat, 0 to 1: which of its styles a seat plays on in


class Room(NamedTuple):
    """Where one analysis plays out what it looks at."""

    kit: Kit
    stage: Stage


def new_room(game: Game) -> Room:
    """Room for the positions of a game."""
    return Room(new_kit(game, game.seats), new_stage())


@compiled
def _fill_futures(futures: Futures, dice: Any) -> None:
    for i in range(futures.keys.shape[0]):
        for word in range(8):
            futures.keys[i, word] = roll_word(dice)
        for ticket in range(MAX_TICKETS):
            futures.ranks[i, ticket] = roll_word(dice)


def roll_places(count: int, dice: Any) -> Any:
    """Places of all seats in so many futures or worlds, by seat.

    Each seat's are spread evenly from a place that dice say. Were that place always the same, the
    first worlds would hold the same styles again and again, whatever the chances say.
    """
    begin = np.array([roll_word(dice) for _ in range(MAX_SEATS)]) / ALL_WORDS
    return (begin + np.arange(count)[:, None] * STRIDES) % 1.0


def new_futures(count: int, seed: int | str) -> Futures:
    """Some futures; the same seed gives the same ones, and more of them begin with those."""
    keys, ranks = np.zeros((count, 8), np.uint32), np.zeros((count, MAX_TICKETS), np.int64)
    dice = new_dice(f"futures {seed}")
    shift = np.array([roll_word(dice)], np.int64)
    futures = Futures(keys, ranks, shift, roll_places(count, dice))
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
    forget_given_words(state)  # those of another future
    give_word(state, next_word(futures, i))
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
    styles: Any,
    shares: Any,
    points: Any,
) -> None:
    """Play a position out in every future, after an action if there is one.

    `styles` holds the policies of all seats, by future.
    """
    game, atlas, state = room.kit.games[0], room.kit.atlases[0], room.stage.states[0]
    dice = np.zeros(2, np.int64)
    for i in range(futures.keys.shape[0]):
        set_dice(dice, wide(futures.keys[i, 0]), wide(futures.keys[i, 1]))
        room.stage.states[0] = states[0]
        if states[0].phase != OVER:
            deal_future(state, futures, i)
            if action != NO_ACTION:
                play(game, state, seat, action, room.stage.happenings)
            play_out(game, atlas, state, styles[i], room.kit.scratches, dice, room.stage.happenings)
        score_game(game, state, room.stage.scores[0])
        share_win(game, room.stage.scores[0], shares[i], points[i])


@compiled
def play_deals(room: Room, keys: Any, styles: Any, shares: Any, points: Any) -> None:
    """Deal a new game under every key and play it out."""
    game, atlas, state = room.kit.games[0], room.kit.atlases[0], room.stage.states[0]
    dice = np.zeros(2, np.int64)
    for i in range(keys.shape[0]):
        set_dice(dice, wide(keys[i, 0]), wide(keys[i, 1]))
        for word in range(8):
            state.key[word] = keys[i, word]
        set_up(game, state, room.stage.happenings)
        play_out(game, atlas, state, styles[i], room.kit.scratches, dice, room.stage.happenings)
        score_game(game, state, room.stage.scores[0])
        share_win(game, room.stage.scores[0], shares[i], points[i])
