"""What a seat may know, written as one line of numbers in the order of `observation_layout.PARTS`.

`observe` reads the true record, like a policy, and may read of it only what its seat may know.
The tests scramble the rest and demand the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_CITIES, MAX_OFFER, MAX_TICKETS
from caboose.engine.compiled import bit, compiled, lowest_bit, wide
from caboose.engine.fields import (
    FACE_UP,
    FIRST_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    ROUTE_WORDS,
    TICKET_WORDS,
    GameRecord,
    StateRecord,
)
from caboose.engine.game import Game
from caboose.engine.state import State
from caboose.engine.view import View
from caboose.envs.observation_layout import (
    COMPLETED,
    KEPT,
    MOST,
    OFFERED,
    OPEN,
    OWNED,
    PUT_ASIDE,
    REMOVED,
    RETURNED,
    Layout,
    layout_of,
)

# Places in a layout's sizes.
SEATS, KINDS, ROUTES, TICKETS = range(4)


@compiled
def seat_after(game: GameRecord, seat: int, place: int) -> int:
    """The seat so many places after another in order of play; a division would cost more."""
    other = seat + place
    return other if other < game.seats else other - wide(game.seats)


@compiled
def write_numbers(game: GameRecord, state: StateRecord, seat: int, out: Any) -> int:
    """What the table shows in single numbers; where the next part begins."""
    out[0] = seat
    out[1] = game.seats
    out[2] = state.phase
    out[3] = seat_after(game, wide(state.seat), wide(game.seats) - seat)
    out[4] = state.pending_route
    out[5] = state.deck_size
    out[6] = state.discard_size
    out[7] = state.ticket_deck_size
    out[8] = state.final_turns_left
    out[9] = state.passes
    out[10] = min(wide(state.turns), MOST)
    out[11] = min(wide(state.actions), MOST)
    out[12] = state.end_reason
    return 13


@compiled
def write_row(state: StateRecord, kinds: int, out: Any, at: int) -> int:
    """The face-up row; the locomotive is the last kind of card."""
    for slot in range(FACE_UP):
        card = wide(state.face_up[slot])
        out[at + slot] = kinds - 1 if card == LOCOMOTIVE else card
    return at + FACE_UP


@compiled
def write_offer(state: StateRecord, seat: int, out: Any, at: int) -> int:
    """The tickets offered to the viewer."""
    for place in range(MAX_OFFER):
        is_offered = place < wide(state.offer_size[seat])
        out[at + place] = wide(state.offer[seat, place]) if is_offered else NOBODY
    return at + MAX_OFFER


@compiled
def unseen_of(game: GameRecord, state: StateRecord, seat: int, color: int) -> int:
    """Cards of a color in the deck, in the row, or unknown in the other hands."""
    count = wide(game.cards[color]) - wide(state.discard[color]) - wide(state.hand[seat, color])
    for other in range(game.seats):
        count -= wide(state.seen[other, color])
    return count + wide(state.seen[seat, color])


@compiled
def write_pile(
    game: GameRecord, state: StateRecord, seat: int, color: int, kinds: int, out: Any, at: int
) -> None:
    """One kind of card: the viewer's own, and those that everybody can count."""
    out[at] = state.hand[seat, color]
    out[at + kinds] = state.fresh[seat, color]
    out[at + 2 * kinds] = unseen_of(game, state, seat, color)
    out[at + 3 * kinds] = state.discard[color]
    out[at + 4 * kinds] = state.shuffled[color]
    out[at + 5 * kinds] = state.revealed[color]


@compiled
def write_piles(
    game: GameRecord, state: StateRecord, seat: int, kinds: int, out: Any, at: int
) -> int:
    """The cards that the viewer can count; the locomotive stands last, the row is not unseen."""
    for color in range(game.colors):
        write_pile(game, state, seat, color, kinds, out, at + color)
    write_pile(game, state, seat, LOCOMOTIVE, kinds, out, at + kinds - 1)
    for slot in range(FACE_UP):
        card = wide(state.face_up[slot])
        if card != NOBODY:
            out[at + 2 * kinds + (kinds - 1 if card == LOCOMOTIVE else card)] -= 1
    return at + 6 * kinds


@compiled
def write_seats(
    game: GameRecord, state: StateRecord, seat: int, seats: int, out: Any, at: int
) -> int:
    """What everybody knows of each seat, the viewer first.

    R7: until all have chosen, nobody sees how many first tickets another seat kept.
    """
    for place in range(game.seats):
        other = seat_after(game, seat, place)
        out[at + place] = state.hand_size[other]
        out[at + seats + place] = state.blind[other]
        out[at + 2 * seats + place] = state.points[other]
        out[at + 3 * seats + place] = state.trains[other]
        if place == 0 or state.phase != FIRST_TICKETS:
            out[at + 4 * seats + place] = state.ticket_count[other]
        out[at + 5 * seats + place] = state.offer_size[other]
    return at + 6 * seats


@compiled
def write_memory(
    game: GameRecord, state: StateRecord, seat: int, sizes: Any, out: Any, at: int
) -> int:
    """What everybody could remember of each seat's cards, the viewer first."""
    seats, kinds = wide(sizes[SEATS]), wide(sizes[KINDS])
    for place in range(game.seats):
        other = seat_after(game, seat, place)
        seen = at + place * kinds
        spent = seen + seats * kinds
        for color in range(game.colors):
            out[seen + color] = state.seen[other, color]
            out[spent + color] = state.spent[other, color]
        out[seen + kinds - 1] = state.seen[other, LOCOMOTIVE]
        out[spent + kinds - 1] = state.spent[other, LOCOMOTIVE]
    return at + 2 * seats * kinds


@compiled
def write_routes(game: GameRecord, state: StateRecord, seat: int, out: Any, at: int) -> None:
    """Which routes are open to the viewer, and whose the others are."""
    for word in range(ROUTE_WORDS):
        first = at + 64 * word
        here = min(64, wide(game.routes) - 64 * word)
        write_open(wide(state.open[seat, word]), here, out[first : first + max(here, 0)])
        for place in range(game.seats):
            routes = wide(state.owned[seat_after(game, seat, place), word])
            while routes != 0:
                route = lowest_bit(routes)
                routes &= ~bit(route)
                out[first + route] = OWNED + place


@compiled
def write_open(routes: int, count: int, out: Any) -> None:
    """Open or closed, for each route of one word; most are open, so this visits all."""
    for route in range(count):
        out[route] = OPEN * ((routes >> route) & 1)


@compiled
def join_cities(game: GameRecord, state: StateRecord, seat: int, parts: Any) -> int:
    """Write the connected parts of a seat's network as sets of cities; how many there are.

    The rules' own way (`connect_cities`) serves any question; for a few tickets sets are quicker.
    """
    count = 0
    for word in range(ROUTE_WORDS):
        routes = wide(state.owned[seat, word])
        while routes != 0:
            place = lowest_bit(routes)
            routes &= ~bit(place)
            route = 64 * word + place
            cities = bit(wide(game.route_a[route])) | bit(wide(game.route_b[route]))
            count = add_part(parts, count, cities)
    return count


@compiled
def add_part(parts: Any, count: int, cities: int) -> int:
    """Add a set of cities to the parts, joined with those that it touches; how many are left."""
    left = 0
    for part in range(count):
        if (parts[part] & cities) != 0:
            cities |= parts[part]
        else:
            parts[left] = parts[part]
            left += 1
    parts[left] = cities
    return left + 1


@compiled
def are_joined(parts: Any, count: int, cities: int) -> bool:
    """Does one part hold all of these cities?"""
    for part in range(count):
        if (parts[part] & cities) == cities:
            return True
    return False


@compiled
def write_kept(
    game: GameRecord, state: StateRecord, seat: int, parts: Any, out: Any, at: int
) -> None:
    """The viewer's tickets, and whether its routes join their cities."""
    count = join_cities(game, state, seat, parts)
    for word in range(TICKET_WORDS):
        tickets = wide(state.tickets[seat, word])
        while tickets != 0:
            place = lowest_bit(tickets)
            tickets &= ~bit(place)
            ticket = 64 * word + place
            cities = bit(wide(game.ticket_a[ticket])) | bit(wide(game.ticket_b[ticket]))
            out[at + ticket] = COMPLETED if are_joined(parts, count, cities) else KEPT


@compiled
def has_returned(game: GameRecord, state: StateRecord, seat: int) -> bool:
    """Has the viewer given back a ticket that nobody has drawn since?"""
    found = 0
    for ticket in range(game.tickets):
        found |= 1 if state.returned_by[ticket] == seat else 0
    return found != 0


@compiled
def write_returned(state: StateRecord, seat: int, out: Any, at: int) -> None:
    """R6: the tickets that the viewer returned itself, and where they lie."""
    for word in range(TICKET_WORDS):
        removed = wide(state.removed[word])
        while removed != 0:
            place = lowest_bit(removed)
            removed &= ~bit(place)
            if state.returned_by[64 * word + place] == seat:
                out[at + 64 * word + place] = REMOVED
    for place in range(state.ticket_deck_size):
        ticket = wide(state.ticket_deck[(wide(state.ticket_top) + place) % MAX_TICKETS])
        if state.returned_by[ticket] == seat:
            out[at + ticket] = RETURNED + 1 + place


@compiled
def write_tickets(
    game: GameRecord, state: StateRecord, seat: int, parts: Any, out: Any, at: int
) -> None:
    """What the viewer knows of each ticket."""
    write_kept(game, state, seat, parts, out, at)
    for place in range(state.offer_size[seat]):
        out[at + wide(state.offer[seat, place])] = OFFERED
    for place in range(state.returned_size[seat]):
        out[at + wide(state.returned[seat, place])] = PUT_ASIDE
    if has_returned(game, state, seat):
        write_returned(state, seat, out, at)


@compiled
def observe(
    game: GameRecord, state: StateRecord, seat: int, sizes: Any, parts: Any, out: Any
) -> None:
    """R23: write the observation of a seat: all that it may know, and nothing else.

    `parts` is room to work in: what is made again for each one costs a tenth of it.
    """
    out[:] = 0
    kinds = wide(sizes[KINDS])
    at = write_numbers(game, state, seat, out)
    at = write_row(state, kinds, out, at)
    at = write_offer(state, seat, out, at)
    at = write_piles(game, state, seat, kinds, out, at)
    at = write_seats(game, state, seat, wide(sizes[SEATS]), out, at)
    at = write_memory(game, state, seat, sizes, out, at)
    write_routes(game, state, seat, out, at)
    write_tickets(game, state, seat, parts, out, at + wide(sizes[ROUTES]))


@compiled
def observe_in(games: Any, states: Any, i: int, seat: int, sizes: Any, out: Any) -> None:
    """Write the observation of a seat in state i."""
    observe(games[0], states[i], seat, sizes, np.empty(MAX_CITIES, np.int64), out)


def observation_of(position: State | View, seat: int, layout: Layout | None = None) -> Any:
    """The observation of a seat in a state, or in that seat's view of it."""
    game: Game = position.game
    layout = layout or layout_of(game)
    out = np.zeros(layout.width, np.int16)
    observe_in(game.tables, position.array, 0, seat, layout.sizes, out)
    return out
