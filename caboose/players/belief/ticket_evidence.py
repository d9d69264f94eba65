"""What a seat's network says about each ticket it might hold, in numbers that a net can weigh.

All of them are shares, of trains, of a way or of the mean ticket, so that they mean the same on
every board. Everything here is read from a view.
"""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, wide
from caboose.engine.fields import (
    CARDS,
    GRAY,
    NOBODY,
    ROUTE_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.engine.rules.attractions import cities_reached
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.ways import FAR, find_ways, other_end

# What is written down for each ticket, in this order.
TICKET_EVIDENCE = (
    "done",  # 1: the network completes it
    "progress",  # the share of its way that is no longer needed; negative if it grew longer
    "progress_sign_squared",
    "cut_off",  # 1: nobody could complete it any more
    "too_far",  # 1: the seat has too few trains for what is left
    "left",  # spaces still to claim
    "way",  # spaces on the empty board
    "used",  # own spaces on the way
    "points",
    "share_of_network",  # the part of the network that lies on the way
    "ends_reached",
    "both_ends_reached",
    "detour",  # how much longer the way is than on the empty board
    "gaps",  # routes still to claim
    "laid",  # trains the seat has laid
    "claims",
    "tickets_held",
    "hand",
    "points_if_done",
    "many_seats",  # 1: more than two
    "colors_match",  # cards everybody saw the seat take that the way needs
    "like_express",  # 1: the seat is thought to play in this style
    "like_planner",
    "like_racer",
    "keep_rate",  # how often the style keeps it from a first offer, as a logarithm
)
(
    DONE,
    PROGRESS,
    PROGRESS_SIGN_SQUARED,
    CUT_OFF,
    TOO_FAR,
    LEFT,
    WAY,
    USED,
    POINTS,
    SHARE_OF_NETWORK,
    ENDS_REACHED,
    BOTH_ENDS_REACHED,
    DETOUR,
    GAPS,
    LAID,
    CLAIMS,
    TICKETS_HELD,
    HAND,
    POINTS_IF_DONE,
    MANY_SEATS,
    COLORS_MATCH,
    LIKE_EXPRESS,
    LIKE_PLANNER,
    LIKE_RACER,
    KEEP_RATE,
) = range(len(TICKET_EVIDENCE))


@compiled
def price_network(game: GameRecord, state: StateRecord, seat: int, scratch: Scratch) -> None:
    """Own routes cost nothing, open ones their spaces, all others cannot be had."""
    for route in range(game.routes):
        word, mask = route >> 6, bit(route & 63)
        if (wide(state.owned[seat, word]) & mask) != 0:
            scratch.price[route] = 0
        elif (wide(state.open[seat, word]) & mask) == 0:
            scratch.price[route] = FAR
        else:
            scratch.price[route] = game.route_length[route]


@compiled
def mean_points(game: GameRecord) -> float:
    """What a ticket of the edition is worth on average."""
    total = 0
    for ticket in range(game.tickets):
        total += wide(game.ticket_points[ticket])
    return total / max(1, wide(game.tickets))


@compiled
def claims_of(state: StateRecord, seat: int) -> int:
    """How many routes a seat has claimed."""
    claims = 0
    for word in range(ROUTE_WORDS):
        claims += count_bits(wide(state.owned[seat, word]))
    return claims


@compiled
def walk_way(
    game: GameRecord,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    ticket: int,
    row: Any,
    needs: Any,
) -> None:
    """Note what lies on a ticket's way as it was found: own spaces, gaps, colors."""
    start, city = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
    used, gaps, match = 0, 0, 0
    for color in range(CARDS):
        needs[color] = 0.0
    while city != start and scratch.far[city] < FAR:
        route = wide(scratch.via[city])
        length, color = wide(game.route_length[route]), wide(game.route_color[route])
        if scratch.price[route] == 0:
            used += length
        else:
            gaps += 1
            if color != GRAY:
                match += min(length, wide(state.seen[seat, color]))
                needs[color] += length
        city = other_end(game, route, city)
    row[USED], row[GAPS], row[COLORS_MATCH] = used, gaps, match


@compiled
def weigh_evidence(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, ticket: int, far: int, row: Any
) -> None:
    """What concerns a ticket alone, once its way was walked."""
    trains, way = wide(game.trains), max(1, wide(atlas.way[ticket]))
    left, laid = min(far, 2 * way), trains - wide(state.trains[seat])
    used, progress = row[USED], (way - left) / way
    row[DONE] = 1.0 if left == 0 else 0.0
    row[PROGRESS] = progress
    row[PROGRESS_SIGN_SQUARED] = progress * abs(progress)
    row[CUT_OFF] = 1.0 if far >= FAR else 0.0
    row[TOO_FAR] = 1.0 if left > state.trains[seat] else 0.0
    row[LEFT] = 2.0 * left / trains
    row[WAY] = 2.0 * way / trains
    row[USED] = 2.0 * used / trains
    row[SHARE_OF_NETWORK] = used / laid if laid > 0 else 0.0
    row[DETOUR] = 1.0 if far >= FAR else (left + used - way) / way
    row[GAPS] *= 0.3
    row[POINTS_IF_DONE] = row[POINTS] if left == 0 else 0.0
    row[COLORS_MATCH] /= way


@compiled
def weigh_seat(game: GameRecord, state: StateRecord, seat: int, claims: int, row: Any) -> None:
    """What is the same for all tickets, and changes what the rest means."""
    row[LAID] = (wide(game.trains) - wide(state.trains[seat])) / wide(game.trains)
    row[CLAIMS] = 0.1 * claims
    row[TICKETS_HELD] = 0.25 * wide(state.ticket_count[seat])
    row[HAND] = 0.1 * wide(state.hand_size[seat])
    row[MANY_SEATS] = 1.0 if game.seats > 2 else 0.0


@compiled
def ticket_evidence(
    game: GameRecord,
    atlas: Atlas,
    state: StateRecord,
    seat: int,
    scratch: Scratch,
    rows: Any,
    needs: Any,
) -> None:
    """Evidence for every ticket, styles left out, and the spaces of each color it still needs."""
    price_network(game, state, seat, scratch)
    cities, claims = cities_reached(game, state, seat), claims_of(state, seat)
    mean, before = mean_points(game), NOBODY
    for ticket in range(game.tickets):
        start, end = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
        if start != before:
            find_ways(game, atlas, scratch, start, NOBODY)
            before = start
        row = rows[ticket]
        ends = (cities >> start & 1) + (cities >> end & 1)
        row[POINTS] = wide(game.ticket_points[ticket]) / mean
        row[ENDS_REACHED], row[BOTH_ENDS_REACHED] = 0.5 * ends, 1.0 if ends == 2 else 0.0
        walk_way(game, state, seat, scratch, ticket, row, needs[ticket])
        weigh_evidence(game, atlas, state, seat, ticket, wide(scratch.far[end]), row)
        weigh_seat(game, state, seat, claims, row)
