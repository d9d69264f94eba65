"""What can be believed about the others: their style and their tickets, from what all have seen.

Hands need no belief: a re-deal respects every bound that the public cards set. Style and tickets
show in what a seat has claimed and kept. Everything here reads a view.
"""

from __future__ import annotations

from typing import Any

from caboose.boards.limits import MAX_TICKETS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.dice import roll
from caboose.engine.fields import (
    FIRST_TICKETS,
    NOBODY,
    ROUTE_WORDS,
    TICKET_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.engine.redeal import redeal_in
from caboose.players.atlas import Atlas
from caboose.players.desk import Desk
from caboose.players.rollout import AS_EXPRESS, AS_PLANNER, AS_RACER, STYLES
from caboose.players.ways import FAR, find_ways

SWAPS = 6  # tries to exchange each ticket of a re-deal for a likelier one
SHARP = 4  # how much faster a ticket's weight grows than the progress on it


@compiled
def style_odds(game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, odds: Any) -> None:
    """How likely a seat plays in each style, in parts that need not add up to anything.

    Racers keep as few tickets as they must and claim the longest routes. Who keeps more, or claims
    short routes, plans. Each claim is evidence: parts in ten of how often a style makes such a one.
    """
    odds[AS_EXPRESS], odds[AS_PLANNER], odds[AS_RACER] = 4_000_000, 3_000_000, 3_000_000
    if state.phase != FIRST_TICKETS and state.ticket_count[seat] > game.first_keep:
        odds[AS_RACER] = 0
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            is_long = wide(game.route_length[64 * word + place]) + 2 > wide(atlas.longest)
            odds[AS_EXPRESS] = 1 + odds[AS_EXPRESS] * (6 if is_long else 4) // 10
            odds[AS_PLANNER] = 1 + odds[AS_PLANNER] * 5 // 10
            odds[AS_RACER] = odds[AS_RACER] * (9 if is_long else 1) // 10


@compiled
def roll_style(odds: Any, dice: Any) -> int:
    """A style, by the odds."""
    total = 0
    for style in range(len(STYLES)):
        total += wide(odds[style])
    place = roll(dice, total)
    for style in range(len(STYLES)):
        place -= wide(odds[style])
        if place < 0:
            return style
    return AS_EXPRESS


@compiled
def ticket_odds(
    game: GameRecord, atlas: Atlas, state: StateRecord, seat: int, desk: Desk, odds: Any
) -> None:
    """How well a seat's network serves each ticket: what it may hold weighs more."""
    for route in range(game.routes):
        word, mask = route >> 6, bit(route & 63)
        if (wide(state.owned[seat, word]) & mask) != 0:
            desk.price[route] = 0
        elif (wide(state.open[seat, word]) & mask) == 0:
            desk.price[route] = FAR
        else:
            desk.price[route] = game.route_length[route]
    before = NOBODY
    for ticket in range(game.tickets):
        start, end = wide(game.ticket_a[ticket]), wide(game.ticket_b[ticket])
        if start != before:
            find_ways(game, atlas, desk, start, NOBODY)
            before = start
        way = wide(atlas.way[ticket])
        left = min(wide(desk.far[end]), 2 * way)
        progress = 100 * (way - left) // max(1, way)  # 100 when done, negative when cut off
        odds[ticket] = max(2, 20 + progress * abs(progress) // 100 * SHARP)


@compiled
def is_movable(state: StateRecord, viewer: int, ticket: int) -> bool:
    """May the viewer think of a ticket elsewhere: has it not itself put it where it is?"""
    return bool(ticket != NOBODY and state.returned_by[ticket] != viewer)


@compiled
def swap_tickets(state: StateRecord, viewer: int, seat: int, odds: Any, dice: Any) -> None:
    """Exchange a seat's tickets with unknown ones of the deck, as often as the odds favor it.

    The Metropolis rule: in the long run a ticket is held as often as its odds say.
    """
    size = wide(state.ticket_deck_size)
    if size == 0:
        return
    for _ in range(SWAPS):
        for word in range(TICKET_WORDS):
            held = wide(state.tickets[seat, word])
            while held != 0:
                place = lowest_bit(held)
                held &= ~bit(place)
                slot = (wide(state.ticket_top) + roll(dice, size)) % MAX_TICKETS
                other = wide(state.ticket_deck[slot])
                if not is_movable(state, viewer, other):
                    continue
                mine = 64 * word + place
                if roll(dice, wide(odds[mine])) < wide(odds[other]):
                    state.ticket_deck[slot] = mine
                    state.tickets[seat, word] = wide(state.tickets[seat, word]) & ~bit(place)
                    state.tickets[seat, other >> 6] = wide(state.tickets[seat, other >> 6]) | bit(
                        other & 63
                    )


@compiled
def believe(
    games: Any, atlases: Any, views: Any, seat: int, desks: Any, likely: Any, tickets: Any
) -> None:
    """What a seat believes about each of the others: odds of styles, and of tickets."""
    for rival in range(games[0].seats):
        if rival != seat:
            style_odds(games[0], atlases[0], views[0], rival, likely[rival])
            ticket_odds(games[0], atlases[0], views[0], rival, desks[0], tickets[rival])


@compiled
def deal_worlds(
    games: Any,
    views: Any,
    seat: int,
    likely: Any,
    tickets: Any,
    worlds: Any,
    styles: Any,
    first: int,
    count: int,
    dice: Any,
) -> None:
    """Deal some worlds that could be true for a seat, with a style for every other seat."""
    for i in range(first, first + count):
        worlds[i] = views[0]
        redeal_in(games, worlds, i, seat, dice)
        for rival in range(games[0].seats):
            if rival != seat:
                styles[i, rival] = roll_style(likely[rival], dice)
                if worlds[i].phase != FIRST_TICKETS:
                    swap_tickets(worlds[i], seat, rival, tickets[rival], dice)
