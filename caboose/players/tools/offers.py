"""Which tickets of an offer to keep, and what a plan makes them worth."""

from __future__ import annotations

from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import NOBODY, TICKET_WORDS, GameRecord, StateRecord
from caboose.engine.numbering import KEEP, KEEP_MASKS, KEEP_SIZES
from caboose.engine.rules.draw_tickets import may_keep
from caboose.players.tools.atlas import Atlas
from caboose.players.tools.plan import plan_tickets
from caboose.players.tools.scratch import Scratch
from caboose.players.tools.tempo import give_up_late


@compiled
def keep_all(game: GameRecord, state: StateRecord, seat: int) -> int:
    """Every ticket of the offer."""
    best, most = 0, 0
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep) and wide(KEEP_SIZES[keep]) > most:
            best, most = keep, wide(KEEP_SIZES[keep])
    return KEEP + best


@compiled
def keep_cheapest(game: GameRecord, state: StateRecord, seat: int) -> int:
    """As few tickets as allowed, with the fewest points to lose."""
    best, least = 0, 1 << 20
    for keep in range(KEEP_MASKS.shape[0]):
        if may_keep(game, state, seat, keep):
            points = 1000 * wide(KEEP_SIZES[keep])
            for place in range(wide(state.offer_size[seat])):
                if KEEP_MASKS[keep] & bit(place) != 0:
                    points += wide(game.ticket_points[state.offer[seat, place]])
            if points < least:
                best, least = keep, points
    return KEEP + best


@compiled
def worth_of_keeping(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, scratch: Scratch, places: int
) -> int:
    """Points of the tickets that a plan completes, less those it cannot, in hundredths.

    The tickets kept before count with them: they may share routes with the new ones.
    """
    points = 0
    for word in range(TICKET_WORDS):
        scratch.planned_for[word] = state.tickets[seat, word]
    for place in range(wide(state.offer_size[seat])):
        if places & bit(place) != 0:
            ticket = wide(state.offer[seat, place])
            word = ticket >> 6
            scratch.planned_for[word] = wide(scratch.planned_for[word]) | bit(ticket & 63)
            points -= wide(game.ticket_points[ticket])
    plan_tickets(game, atlas, state, seat, scratch, scratch.planned_for)
    give_up_late(game, state, seat, scratch, 0)
    return 100 * (points + 2 * offered_done(game, state, seat, scratch, places))


@compiled
def offered_done(
    game: GameRecord, state: StateRecord, seat: int, scratch: Scratch, places: int
) -> int:
    """Points of all tickets that are completed or stand in the plan."""
    points = 0
    for word in range(TICKET_WORDS):
        tickets = wide(scratch.planned_for[word])
        while tickets != 0:
            place = lowest_bit(tickets)
            tickets &= ~bit(place)
            points += wide(game.ticket_points[64 * word + place])
    for i in range(scratch.ways_count):
        if scratch.ways[i, 0] == NOBODY:
            points -= wide(game.ticket_points[scratch.way_of[i]])
    return points
