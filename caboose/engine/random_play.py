"""Whole games in compiled code: random play for benchmarks, and nothing per step in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.dice import roll
from caboose.engine.fields import (
    CARDS,
    FACE_UP,
    LOCOMOTIVE,
    NOBODY,
    OVER,
    ROUTE_WORDS,
    SCORE,
    SECOND_CARD,
    STATE,
    TURN,
    GameRecord,
    StateRecord,
)
from caboose.engine.game import Game, key_from_seed
from caboose.engine.happenings import no_buffer
from caboose.engine.keys import deal_batch_game
from caboose.engine.numbering import (
    ACTIONS,
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_MASKS,
    PASS,
    fewest_locomotives,
)
from caboose.engine.rules.claim_route import payable_with
from caboose.engine.rules.deck import row_cards, row_locomotives
from caboose.engine.rules.draw_tickets import may_draw_tickets, may_keep
from caboose.engine.rules.scoring import score_game
from caboose.engine.rules.setup import set_up
from caboose.engine.rules.turn import play

# Totals of a batch.
DECISIONS, ACTIONS_PLAYED, TURNS, POINTS = range(4)


@compiled
def nth_bit(word: int, n: int) -> int:
    """The place of the n-th set bit, from 0."""
    for _ in range(n):
        word &= ~bit(lowest_bit(word))
    return lowest_bit(word)


@compiled
def claim_choice(game: GameRecord, state: StateRecord, seat: int, choice: int, counts: Any) -> int:
    """The route and color of the n-th way to claim, as route * CARDS + color."""
    for color in range(game.colors):
        if choice < counts[color]:
            for word in range(ROUTE_WORDS):
                routes = payable_with(game, state, seat, color, word)
                here = count_bits(routes)
                if choice < here:
                    return (64 * word + nth_bit(routes, choice)) * CARDS + color
                choice -= here
        choice -= counts[color]
    return NOBODY


@compiled
def count_claims(game: GameRecord, state: StateRecord, seat: int, counts: Any) -> int:
    """How many routes each color can pay for, and their sum."""
    total = 0
    for color in range(game.colors):
        counts[color] = 0
        for word in range(ROUTE_WORDS):
            counts[color] += count_bits(payable_with(game, state, seat, color, word))
        total += counts[color]
    return total


@compiled
def nth_face_up(state: StateRecord, n: int) -> int:
    """The color of the n-th card of the row that may be taken now."""
    for slot in range(FACE_UP):
        color = wide(state.face_up[slot])
        if color == NOBODY or (color == LOCOMOTIVE and state.phase == SECOND_CARD):
            continue
        if n == 0:
            return color
        n -= 1
    return NOBODY


@compiled
def choose_turn(game: GameRecord, state: StateRecord, dice: Any, counts: Any) -> int:
    """One choice of a turn: deck, slot, tickets, or a route with a color, all equally likely.

    A choice of route and color is an action beyond the numbered ones: ACTIONS + route * CARDS +
    color, so that the payment can follow the claim.
    """
    cards = row_cards(state)
    claims = 0
    if state.phase == SECOND_CARD:
        cards -= row_locomotives(state)
    else:
        claims = count_claims(game, state, wide(state.seat), counts)
    deck = 1 if state.deck_size > 0 else 0
    tickets = 1 if state.phase == TURN and may_draw_tickets(state) else 0
    if deck + cards + tickets + claims == 0:
        return PASS
    choice = roll(dice, deck + cards + tickets + claims)
    if choice < claims:
        return ACTIONS + claim_choice(game, state, wide(state.seat), choice, counts)
    choice -= claims
    if choice < cards:
        return DRAW_FACE_UP + nth_face_up(state, choice)
    return DRAW_DECK if choice < cards + deck else DRAW_TICKETS


@compiled
def choose_tickets(game: GameRecord, state: StateRecord, dice: Any) -> int:
    """Keep any of the allowed choices of an offer, all equally likely."""
    seat = wide(state.seat)
    options = 0
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            options += 1
    choice = roll(dice, options)
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            if choice == 0:
                return KEEP + keep
            choice -= 1
    return PASS


@compiled
def play_random_game(
    game: GameRecord, state: StateRecord, dice: Any, counts: Any, happenings: Any
) -> int:
    """Play a game that has been set up to its end; the number of choices made."""
    decisions = 0
    payment_due = NOBODY
    while state.phase != OVER:
        if payment_due != NOBODY:
            action, payment_due = payment_due, NOBODY
        else:
            decisions += 1
            if state.phase == TURN or state.phase == SECOND_CARD:
                action = choose_turn(game, state, dice, counts)
            else:
                action = choose_tickets(game, state, dice)
        if action >= ACTIONS:
            route, color = (action - ACTIONS) // CARDS, (action - ACTIONS) % CARDS
            payment_due = fewest_locomotives(game, state, wide(state.seat), route, color)
            action = CLAIM + route
        play(game, state, wide(state.seat), action, happenings)
    return decisions


@compiled
def play_batch(
    games: Any, states: Any, scores: Any, key: Any, first: int, n: int, happenings: Any, totals: Any
) -> None:
    """Play n random games from start to exact final score, and add up what they were."""
    game = games[0]
    state = states[0]
    dice = np.zeros(2, np.int64)
    counts = np.zeros(CARDS, np.int64)
    for i in range(first, first + n):
        deal_batch_game(state, key, i, dice)
        set_up(game, state, happenings)
        totals[DECISIONS] += play_random_game(game, state, dice, counts, happenings)
        score_game(game, state, scores[0])
        totals[ACTIONS_PLAYED] += state.actions
        totals[TURNS] += state.turns
        for seat in range(game.seats):
            totals[POINTS] += scores[0].total[seat]


def play_random(game: Game, n: int, seed: int) -> dict[str, int]:
    """Play n complete random games in compiled code, exact final scores included.

    Every choice is uniform over what a player could do: the deck, each face-up slot, tickets, and
    each route with each color that pays for it (fewest locomotives), so that claim and payment are
    one decision. `actions` counts them as the two actions that they are.
    """
    key = np.frombuffer(key_from_seed(seed), "<u4").copy()
    states, scores = np.zeros(1, STATE), np.zeros(1, SCORE)
    totals = np.zeros(4, np.int64)
    play_batch(game.tables, states, scores, key, 0, n, no_buffer(), totals)
    decisions, actions, turns, points = totals.tolist()
    return {
        "games": n,
        "decisions": decisions,
        "actions": actions,
        "turns": turns,
        "points": points,
    }
