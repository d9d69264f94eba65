"""What a seat's claims and counts say about its style. Everything is read from a view."""

from __future__ import annotations

from typing import Any

from caboose.engine.compiled import bit, compiled, count_bits, lowest_bit, wide
from caboose.engine.fields import CARDS, GRAY, ROUTE_WORDS, GameRecord, StateRecord
from caboose.engine.rules.attractions import cities_reached
from caboose.players.belief import ticket_evidence as tickets
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.express_weights import CITY_TRAINS

STYLE_EVIDENCE = (
    "tickets_more",  # than had to be kept at first
    "tickets_fewest",  # 1: it holds no more than that
    "claims",
    "long",  # routes of the longest two lengths
    "middle",
    "short",  # routes of at most half the longest
    "share_long",
    "share_short",
    "share_gray",
    "laid",  # trains it has laid
    "hand",
    "share_seen",  # the part of its hand that everybody saw it take
    "turns",
    "laid_per_turn",
    "cities_per_claim",  # a network in many parts reaches more
    "best_progress",  # on any ticket that there is
    "second_progress",
    "third_progress",
    "tickets_done",  # of all that there are
    "is_city",  # 1: a board with few trains
)
(
    TICKETS_MORE,
    TICKETS_FEWEST,
    CLAIMS,
    LONG,
    MIDDLE,
    SHORT,
    SHARE_LONG,
    SHARE_SHORT,
    SHARE_GRAY,
    LAID,
    HAND,
    SHARE_SEEN,
    TURNS,
    LAID_PER_TURN,
    CITIES_PER_CLAIM,
    BEST_PROGRESS,
    SECOND_PROGRESS,
    THIRD_PROGRESS,
    TICKETS_DONE,
    IS_CITY,
) = range(len(STYLE_EVIDENCE))


@compiled
def count_claims(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, row: Any) -> None:
    """What lengths of routes a seat has claimed."""
    claims, long, short, gray = 0, 0, 0, 0
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            length = wide(game.route_length[route])
            claims += 1
            long += 1 if length + 2 > wide(atlas.longest) else 0
            short += 1 if 2 * length <= wide(atlas.longest) else 0
            gray += 1 if game.route_color[route] == GRAY else 0
    some = max(1, claims)
    row[CLAIMS] = 0.2 * claims
    row[LONG], row[SHORT], row[MIDDLE] = 0.3 * long, 0.3 * short, 0.3 * (claims - long - short)
    row[SHARE_LONG], row[SHARE_SHORT], row[SHARE_GRAY] = long / some, short / some, gray / some
    row[CITIES_PER_CLAIM] = count_bits(cities_reached(game, state, seat)) / (some + 1)


@compiled
def count_progress(game: GameRecord, evidence: Any, row: Any) -> None:
    """How many tickets the network completes, and how far it is on the best others."""
    row[BEST_PROGRESS], row[SECOND_PROGRESS], row[THIRD_PROGRESS] = 0.0, 0.0, 0.0
    row[TICKETS_DONE] = 0.0
    for ticket in range(game.tickets):
        row[TICKETS_DONE] += 0.2 * evidence[ticket, tickets.DONE]
        progress = evidence[ticket, tickets.PROGRESS_SIGN_SQUARED]
        for place in range(BEST_PROGRESS, THIRD_PROGRESS + 1):
            if progress > row[place]:
                progress, row[place] = row[place], progress


@compiled
def style_evidence(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, evidence: Any, row: Any
) -> None:
    """Evidence for a seat's style, given that for each ticket."""
    count_claims(game, atlas, state, seat, row)
    count_progress(game, evidence, row)
    seen = 0
    for color in range(CARDS):
        seen += wide(state.seen[seat, color])
    trains, turns = wide(game.trains), wide(state.turns) / wide(game.seats)
    laid = trains - wide(state.trains[seat])
    row[TICKETS_MORE] = 0.5 * (wide(state.ticket_count[seat]) - wide(game.first_keep))
    row[TICKETS_FEWEST] = 1.0 if state.ticket_count[seat] == game.first_keep else 0.0
    row[LAID] = laid / trains
    row[HAND] = 0.1 * wide(state.hand_size[seat])
    row[SHARE_SEEN] = seen / max(1, wide(state.hand_size[seat]))
    row[TURNS] = turns / trains
    row[LAID_PER_TURN] = laid / max(1.0, turns)
    row[IS_CITY] = 1.0 if trains < CITY_TRAINS else 0.0
