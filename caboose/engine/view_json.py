"""The parts of a view as JSON, those of a running game written by compiled code.

A server makes thousands of views a second, and this is most of its work. What is written is what a
view says of itself in dictionaries (`View.public_part` and `View.own_part`), and besides what a map
shows: routes that are closed, and at the end the longest paths. A test holds the two against each
other; as there, everything is read from a record in which all that the viewer may not know has been
blanked.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np

from caboose.engine.compiled import compiled, wide
from caboose.engine.fields import (
    CARDS,
    END_REASONS,
    FACE_UP,
    FIRST_TICKETS,
    LOCOMOTIVE,
    NOBODY,
    PHASES,
    TICKET_WORDS,
    GameRecord,
    StateRecord,
    copy_records,
)
from caboose.engine.game import Game
from caboose.engine.rules.claim_route import owner_of
from caboose.engine.state import State
from caboose.engine.trails import longest_paths
from caboose.engine.view import hide, is_closed

_COMMA, _LIST_ENDS, _OBJECT_ENDS = b",]}"

# The names of a game stand one after the other in `letters`, from `starts[n]` to `starts[n + 1]`:
# first the edition, phases, reasons for the end and colors, then the routes.
_PHASE_NAMES = 1
_END_NAMES = _PHASE_NAMES + len(PHASES)
_COLOR_NAMES = _END_NAMES + len(END_REASONS)
_ROUTE_NAMES = _COLOR_NAMES + CARDS


@lru_cache(maxsize=1000)
def _names(game: Game) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The letters of all names of a game as JSON, and where each begins."""
    notation = game.notation
    known = {*range(len(notation.colors)), LOCOMOTIVE}
    colors = [notation.color_name(color) if color in known else "" for color in range(CARDS)]
    named = [game.edition.id, *PHASES, *END_REASONS, *colors, *notation.routes]
    texts = [to_json(name) for name in named]
    starts = np.cumsum([0, *map(len, texts)])
    return np.frombuffer(b"".join(texts), np.uint8), starts.astype(np.int64)


@compiled
def put(out: Any, at: int, text: Any) -> int:
    """Write some text; where the next goes."""
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@compiled
def put_name(out: Any, at: int, letters: Any, starts: Any, name: int) -> int:
    """Write a name of the game."""
    for i in range(starts[name], starts[name + 1]):
        out[at] = letters[i]
        at += 1
    return at


@compiled
def put_number(out: Any, at: int, number: int) -> int:
    """Write a whole number."""
    if number < 0:
        out[at] = 45  # a minus
        at += 1
        number = -number
    size, rest = 1, number // 10
    while rest > 0:
        size += 1
        rest //= 10
    for place in range(at + size - 1, at - 1, -1):
        out[place] = 48 + number % 10
        number //= 10
    return at + size


@compiled
def end_list(out: Any, at: int, bracket: int) -> int:
    """Close a list whose entries each end with a comma."""
    if out[at - 1] == _COMMA:
        at -= 1
    out[at] = bracket
    return at + 1


@compiled
def put_numbers(out: Any, at: int, numbers: Any, size: int) -> int:
    """Write a list of numbers."""
    at = put(out, at, b"[")
    for i in range(size):
        at = put(out, put_number(out, at, wide(numbers[i])), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_members(out: Any, at: int, words: Any, size: int) -> int:
    """Write the members of a set."""
    at = put(out, at, b"[")
    for number in range(size):
        if (wide(words[number >> 6]) >> (number & 63)) & 1:
            at = put(out, put_number(out, at, number), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_cards(game: GameRecord, out: Any, at: int, letters: Any, starts: Any, counts: Any) -> int:
    """Write cards by color, the locomotive last."""
    at = put(out, at, b"{")
    for color in range(LOCOMOTIVE + 1):
        if color < game.colors or color == LOCOMOTIVE:
            at = put(out, put_name(out, at, letters, starts, _COLOR_NAMES + color), b":")
            at = put(out, put_number(out, at, wide(counts[color])), b",")
    return end_list(out, at, _OBJECT_ENDS)


@compiled
def put_hands(game: GameRecord, out: Any, at: int, letters: Any, starts: Any, hands: Any) -> int:
    """Write cards by color for every seat."""
    at = put(out, at, b"[")
    for seat in range(game.seats):
        at = put(out, put_cards(game, out, at, letters, starts, hands[seat]), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_routes(
    game: GameRecord, state: StateRecord, out: Any, at: int, letters: Any, starts: Any
) -> int:
    """Write who has claimed which route, and which can be claimed no more."""
    at = put(out, at, b',"routes":{')
    for route in range(game.routes):
        owner = owner_of(game, state, route)
        if owner != NOBODY:
            at = put(out, put_name(out, at, letters, starts, _ROUTE_NAMES + route), b":")
            at = put(out, put_number(out, at, owner), b",")
    at = put(out, end_list(out, at, _OBJECT_ENDS), b',"closed":[')
    for route in range(game.routes):
        if is_closed(game, state, route):
            at = put(out, put_name(out, at, letters, starts, _ROUTE_NAMES + route), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_waiting_for(game: GameRecord, state: StateRecord, out: Any, at: int) -> int:
    """Write the seats that must decide now."""
    at = put(out, at, b',"waiting_for":[')
    first = state.phase == FIRST_TICKETS
    for seat in range(game.seats):
        if (first and state.offer_size[seat] > 0) or (not first and state.seat == seat):
            at = put(out, put_number(out, at, seat), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_turn(
    game: GameRecord, state: StateRecord, out: Any, at: int, letters: Any, starts: Any
) -> int:
    """Write whose decision it is, which, and how far the game is."""
    at = put_name(out, put(out, at, b'{"edition":'), letters, starts, 0)
    at = put_number(out, put(out, at, b',"seats":'), wide(game.seats))
    at = put_number(out, put(out, at, b',"seat":'), wide(state.seat))
    phase = _PHASE_NAMES + wide(state.phase)
    at = put_name(out, put(out, at, b',"phase":'), letters, starts, phase)
    at = put(out, at, b',"final_turns_left":')
    if state.final_turns_left == NOBODY:
        at = put(out, at, b"null")
    else:
        at = put_number(out, at, wide(state.final_turns_left))
    at = put_number(out, put(out, at, b',"passes":'), wide(state.passes))
    at = put(out, at, b',"pending_route":')
    if state.pending_route == NOBODY:
        at = put(out, at, b"null")
    else:
        at = put_name(out, at, letters, starts, _ROUTE_NAMES + wide(state.pending_route))
    at = put_number(out, put(out, at, b',"actions":'), wide(state.actions))
    at = put_number(out, put(out, at, b',"turns":'), wide(state.turns))
    reason = _END_NAMES + wide(state.end_reason)
    at = put_name(out, put(out, at, b',"end_reason":'), letters, starts, reason)
    at = put_number(out, put(out, at, b',"chance":'), wide(state.chance))
    return put_waiting_for(game, state, out, at)


@compiled
def put_row(state: StateRecord, out: Any, at: int, letters: Any, starts: Any) -> int:
    """Write the face-up cards."""
    at = put(out, at, b',"face_up":[')
    for slot in range(FACE_UP):
        if state.face_up[slot] == NOBODY:
            at = put(out, at, b"null,")
        else:
            color = _COLOR_NAMES + wide(state.face_up[slot])
            at = put(out, put_name(out, at, letters, starts, color), b",")
    return end_list(out, at, _LIST_ENDS)


@compiled
def put_counts(game: GameRecord, state: StateRecord, out: Any, at: int) -> int:
    """Write how much everybody has, and how much lies face down."""
    seats = wide(game.seats)
    at = put_numbers(out, put(out, at, b',"trains":'), state.trains, seats)
    at = put_numbers(out, put(out, at, b',"route_points":'), state.points, seats)
    at = put_number(out, put(out, at, b',"deck":'), wide(state.deck_size))
    at = put_number(out, put(out, at, b',"ticket_deck":'), wide(state.ticket_deck_size))
    at = put_numbers(out, put(out, at, b',"hands":'), state.hand_size, seats)
    at = put_numbers(out, put(out, at, b',"tickets":'), state.ticket_count, seats)
    return put_numbers(out, put(out, at, b',"offers":'), state.offer_size, seats)


@compiled
def put_open_cards(
    game: GameRecord, state: StateRecord, out: Any, at: int, letters: Any, starts: Any
) -> int:
    """Write the cards that everybody sees, saw or could remember."""
    at = put_row(state, out, at, letters, starts)
    at = put_cards(game, out, put(out, at, b',"discard":'), letters, starts, state.discard)
    at = put_hands(game, out, put(out, at, b',"seen":'), letters, starts, state.seen)
    at = put(out, at, b',"since_shuffle":{"deck":')
    at = put_cards(game, out, at, letters, starts, state.shuffled)
    at = put_cards(game, out, put(out, at, b',"revealed":'), letters, starts, state.revealed)
    at = put_numbers(out, put(out, at, b',"blind":'), state.blind, wide(game.seats))
    at = put_hands(game, out, put(out, at, b',"spent":'), letters, starts, state.spent)
    return put(out, at, b"}")


@compiled
def put_ticket_deck(state: StateRecord, out: Any, at: int) -> int:
    """Write the tickets whose place in the ticket deck the viewer knows."""
    at = put(out, at, b',"in_ticket_deck":[')
    ring = len(state.ticket_deck)
    for place in range(state.ticket_deck_size):
        ticket = wide(state.ticket_deck[(state.ticket_top + place) % ring])
        if ticket != NOBODY:
            at = put_number(out, put(out, at, b'{"ticket":'), ticket)
            at = put(out, put_number(out, put(out, at, b',"place":'), place + 1), b"},")
    return end_list(out, at, _LIST_ENDS)


@compiled
def write_public(games: Any, states: Any, letters: Any, starts: Any, out: Any) -> int:
    """Blank what not everybody may know in a copy, and write the rest; how long it is."""
    game, state = games[0], states[0]
    hide(game, state, NOBODY)
    at = put_turn(game, state, out, 0, letters, starts)
    at = put_counts(game, state, out, at)
    at = put_open_cards(game, state, out, at, letters, starts)
    at = put_routes(game, state, out, at, letters, starts)
    return put(out, at, b"}")


@compiled
def write_own(games: Any, states: Any, letters: Any, starts: Any, viewer: int, out: Any) -> int:
    """Blank what a seat may not know in a copy, and write what only it knows; how long it is."""
    game, state = games[0], states[0]
    hide(game, state, viewer)
    at = put(out, 0, b'{"hand":')
    at = put_cards(game, out, at, letters, starts, state.hand[viewer])
    at = put(out, at, b',"drawn_since_shuffle":')
    at = put_cards(game, out, at, letters, starts, state.fresh[viewer])
    tickets = 64 * TICKET_WORDS
    at = put_members(out, put(out, at, b',"tickets":'), state.tickets[viewer], tickets)
    offers = wide(state.offer_size[viewer])
    at = put_numbers(out, put(out, at, b',"offer":'), state.offer[viewer], offers)
    returned = wide(state.returned_size[viewer])
    at = put_numbers(out, put(out, at, b',"returned":'), state.returned[viewer], returned)
    at = put_members(out, put(out, at, b',"removed":'), state.removed, tickets)
    return put(out, put_ticket_deck(state, out, at), b"}")


def to_json(said: Any) -> bytes:
    """Plain values as JSON, without a space too many."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def public_json(state: State) -> bytes:
    """What everybody may know of a game."""
    if state.is_over:
        return _end_json(state)
    letters, starts = _names(state.game)
    out, seen = _paper(letters), copy_records(state.array)
    size = write_public(state.game.tables, seen, letters, starts, out)
    return out[:size].tobytes()


def _end_json(state: State) -> bytes:
    """The end hides nothing, and has more to say."""
    view = state.view(None)
    shown = {"closed": view.closed_routes(), "longest_paths": longest_paths(view)}
    return to_json({**view.public_part(), **shown})


def own_json(state: State, seat: int) -> bytes:
    """What only a seat knows."""
    letters, starts = _names(state.game)
    out, seen = _paper(letters), copy_records(state.array)
    size = write_own(state.game.tables, seen, letters, starts, seat, out)
    return out[:size].tobytes()


def _paper(letters: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Room enough: no name is written more than 20 times, and the rest is numbers."""
    return np.empty(10_000 + 20 * len(letters), np.uint8)
