"""Scoring: tickets, bonuses, totals and the order of the seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    BY_COMPLETED_TICKETS,
    BY_LONGEST_PATH,
    BY_LONGEST_PATH_BONUS,
    TICKET_WORDS,
    GameRecord,
    ScoreRecord,
    StateRecord,
)
from caboose.engine.rules.attractions import score_attractions
from caboose.engine.rules.connection import connect_cities, is_connected
from caboose.engine.rules.districts import score_districts
from caboose.engine.rules.longest_path import longest_path


@compiled
def score_game(game: GameRecord, state: StateRecord, score: ScoreRecord) -> None:
    """P1-P6: score the position as if the game ended now."""
    parts = np.empty(MAX_CITIES, np.int8)
    for seat in range(game.seats):
        connect_cities(game, state, seat, parts)
        score.routes[seat] = state.points[seat]
        score.path_length[seat] = longest_path(game, state, seat)
        score.districts[seat] = score_districts(game, parts)
        score.attractions[seat] = score_attractions(game, state, seat)
        score_tickets(game, state, seat, parts, score)
    award_most(game, score.path_length, wide(game.longest_path), score.longest_path)
    award_most(game, score.completed, wide(game.globetrotter), score.globetrotter)
    add_up(game, score)
    rank_seats(game, score)


@compiled
def score_tickets(
    game: GameRecord, state: StateRecord, seat: int, parts: Any, score: ScoreRecord
) -> None:
    """P1: a completed ticket adds its points, any other takes them away."""
    points = 0
    completed = 0
    for word in range(TICKET_WORDS):
        tickets = wide(state.tickets[seat, word])
        done = 0
        while tickets != 0:
            place = lowest_bit(tickets)
            tickets &= ~bit(place)
            ticket = 64 * word + place
            if is_connected(parts, wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])):
                points += wide(game.ticket_points[ticket])
                completed += 1
                done |= bit(place)
            else:
                points -= wide(game.ticket_points[ticket])
        score.done[seat, word] = done
    score.tickets[seat] = points
    score.completed[seat] = completed


@compiled
def award_most(game: GameRecord, amounts: Any, points: int, bonus: Any) -> None:
    """P2, P6, R8, R9: every seat tied for the most gets the bonus; nobody does at zero."""
    most = 1
    for seat in range(game.seats):
        most = max(most, wide(amounts[seat]))
    for seat in range(game.seats):
        bonus[seat] = points if amounts[seat] == most else 0


@compiled
def add_up(game: GameRecord, score: ScoreRecord) -> None:
    """The total is the sum of its lines."""
    for seat in range(game.seats):
        bonuses = wide(score.longest_path[seat]) + wide(score.globetrotter[seat])
        bonuses += wide(score.districts[seat]) + wide(score.attractions[seat])
        score.total[seat] = wide(score.routes[seat]) + wide(score.tickets[seat]) + bonuses


@compiled
def tie_breaker(score: ScoreRecord, seat: int, tie_break: int) -> int:
    """R10: what a seat has to show for one of the tie-breaks."""
    if tie_break == BY_COMPLETED_TICKETS:
        return wide(score.completed[seat])
    if tie_break == BY_LONGEST_PATH_BONUS:
        return wide(score.longest_path[seat])
    if tie_break == BY_LONGEST_PATH:
        return wide(score.path_length[seat])
    return 0


@compiled
def is_ahead(game: GameRecord, score: ScoreRecord, one: int, other: int) -> bool:
    """P5, R10: more points, or more of the edition's first tie-break that tells two seats apart."""
    if score.total[one] != score.total[other]:
        return bool(score.total[one] > score.total[other])
    for place in range(game.tie_breaks.shape[0]):
        mine = tie_breaker(score, one, wide(game.tie_breaks[place]))
        theirs = tie_breaker(score, other, wide(game.tie_breaks[place]))
        if mine != theirs:
            return mine > theirs
    return False


@compiled
def rank_seats(game: GameRecord, score: ScoreRecord) -> None:
    """P5, R10: a seat's rank is one more than the number of seats ahead; ties share it."""
    for seat in range(game.seats):
        rank = 1
        for other in range(game.seats):
            if is_ahead(game, score, other, seat):
                rank += 1
        score.rank[seat] = rank
