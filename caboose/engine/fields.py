"""The manual of the engine: every field of a game's tables and of a state, in one line each.

Both are flat records, so that one compiled specialisation serves every board and edition, a state
is copied by copying its bytes, and a batch of games is one array. Sets of routes, cities and
tickets are bits in 64-bit words: route r is bit r % 64 of word r // 64.

Seats, colors, cities, routes and tickets are their places in the edition's own order. A color is
0..9, `LOCOMOTIVE` or, on routes only, `GRAY`; the first index of a `[seat, color]` field is the
seat. A secret field is blanked in a view (see `view.hide`).
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.boards.limits import (
    MAX_CITIES,
    MAX_COLORS,
    MAX_DISTRICTS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_TICKETS,
)

# What rules receive: one element of an array of the dtypes below. Numba knows their fields; to the
# type checker they are opaque.
GameRecord = Any
StateRecord = Any
ScoreRecord = Any

LOCOMOTIVE = MAX_COLORS  # the wild card follows the colors in every pinned order
GRAY = MAX_COLORS  # a route's color only; in a hand that place is the locomotive's
CARDS = MAX_COLORS + 1  # kinds of cards
NOBODY = -1  # no seat, no route, no ticket, no card
FACE_UP = 5  # slots in the face-up row
SWEEP_AT = 3  # locomotives in the row that clear it
ROUTE_WORDS = MAX_ROUTES // 64
TICKET_WORDS = MAX_TICKETS // 64

# Phases, in the order of PHASES.
FIRST_TICKETS, TURN, SECOND_CARD, PAYMENT, KEEP_TICKETS, OVER = range(6)
PHASES = ("first_tickets", "turn", "second_card", "payment", "keep_tickets", "over")

# How the words of cards are numbered: by purpose, by the card as in the first version of the rules,
# or by purpose once those that are given are used.
BY_PURPOSE, BY_CARD, GIVEN = range(3)
MAX_GIVEN = 14  # words that can be given

# Reasons for the end, in the order of END_REASONS.
NOT_OVER, BY_FINAL_ROUND, BY_DEADLOCK = range(3)
END_REASONS = (None, "final_round", "deadlock")

# What breaks a tie for the win, in the order of TIE_BREAKS.
SHARED, BY_COMPLETED_TICKETS, BY_LONGEST_PATH_BONUS, BY_LONGEST_PATH = range(4)
TIE_BREAKS = ("shared", "completed_tickets", "longest_path_bonus", "longest_path")


def record_of(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record of these fields, the widest numbers first in memory so that none needs padding."""
    by_width = sorted(fields, key=lambda entry: -np.dtype(entry[1]).itemsize)
    return np.dtype((np.record, np.dtype(by_width, align=True)))


def copy_records(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Copy records as bytes; NumPy's own copy goes field by field, is slow and loses padding."""
    return np.ndarray(records.shape, records.dtype, bytearray(records.tobytes()))


GAME = record_of(
    [
        # the table
        ("seats", np.int64),  # how many play
        ("numbering", np.int64),  # how the words of cards are numbered
        ("colors", np.int64),  # colors in the deck, locomotives not counted
        ("cities", np.int64),  # cities on the board
        ("routes", np.int64),  # routes on the board
        ("tickets", np.int64),  # tickets in the edition
        # the numbers of the rulebook
        ("trains", np.int64),  # trains a seat starts with
        ("starting_hand", np.int64),  # cards a seat starts with
        ("final_trains", np.int64),  # this many trains or fewer begin the final round
        ("first_offer", np.int64),  # tickets offered before the game
        ("first_keep", np.int64),  # how many of them must be kept
        ("offer", np.int64),  # tickets offered in a turn
        ("keep", np.int64),  # how many of them must be kept
        ("first_tickets_leave", np.int64),  # 1: returned first tickets leave the game
        ("doubles_open", np.int64),  # 1: with this many seats both routes of a double are used
        ("longest_path", np.int64),  # points for the longest path; 0: no such card
        ("globetrotter", np.int64),  # points for most completed tickets; 0: no such card
        ("districts", np.int64),  # how many districts are scored
        ("attractions", np.int64),  # 1: attractions are scored
        ("tie_breaks", np.int64, (len(TIE_BREAKS),)),  # what decides after points, in this order
        # the board
        ("cards", np.int16, (CARDS,)),  # cards of each color in the whole game
        ("route_points", np.int16, (MAX_LENGTH + 1,)),  # points by length
        ("route_a", np.int8, (MAX_ROUTES,)),  # one end of each route
        ("route_b", np.int8, (MAX_ROUTES,)),  # the other end
        ("route_length", np.int8, (MAX_ROUTES,)),  # its spaces
        ("route_color", np.int8, (MAX_ROUTES,)),  # its color, or GRAY
        ("route_twin", np.int16, (MAX_ROUTES,)),  # the other route of a double, or NOBODY
        # the set of routes that [color] pays for, its own and gray ones, at most [length] long
        ("routes_up_to", np.int64, (CARDS, MAX_LENGTH + 1, ROUTE_WORDS)),
        ("ticket_a", np.int8, (MAX_TICKETS,)),  # one end of each ticket
        ("ticket_b", np.int8, (MAX_TICKETS,)),  # the other end
        ("ticket_points", np.int16, (MAX_TICKETS,)),  # what it is worth
        ("district_cities", np.int64, (MAX_DISTRICTS,)),  # the set of cities of each district
        ("district_points", np.int16, (MAX_DISTRICTS,)),  # what joining them is worth
        ("attraction", np.int16, (MAX_CITIES,)),  # points for reaching each city
    ]
)

STATE = record_of(
    [
        # whose decision it is
        ("owned", np.int64, (MAX_SEATS, ROUTE_WORDS)),  # the set of routes each seat has claimed
        ("open", np.int64, (MAX_SEATS, ROUTE_WORDS)),  # the set each seat may still claim
        ("tickets", np.int64, (MAX_SEATS, TICKET_WORDS)),  # secret: the tickets each seat keeps
        ("removed", np.int64, (TICKET_WORDS,)),  # secret: tickets that left the game
        ("key", np.uint32, (8,)),  # secret: the game's 256-bit key
        ("given", np.uint32, (MAX_GIVEN,)),  # secret: words of the next cards, the next one last
        ("chance", np.int32),  # cards that have left the deck so far, a word of chance each
        ("sweeps", np.int32),  # sweeps so far
        ("drawn", np.int16, (MAX_SEATS,)),  # cards each seat drew blind so far, its first ones too
        ("laid", np.int16, (FACE_UP,)),  # cards laid in each slot so far, but for sweeps
        ("numbering", np.int8),  # how words are numbered
        ("givens", np.int8),  # how many of the given words are still to be used
        ("actions", np.int32),  # actions so far
        ("turns", np.int32),  # turns finished so far
        ("seat", np.int8),  # who decides
        ("phase", np.int8),  # what is to be decided
        ("passes", np.int8),  # passes in a row
        ("final_turns_left", np.int8),  # turns left in the final round, NOBODY before it
        ("end_reason", np.int8),  # why the game is over
        ("pending_route", np.int16),  # the claimed route that awaits its payment, or NOBODY
        # cards
        ("deck_size", np.int16),  # cards in the deck
        ("discard_size", np.int16),  # cards in the discards
        ("hand_size", np.int16, (MAX_SEATS,)),  # cards in each hand
        ("deck", np.int8, (CARDS,)),  # secret: cards of each color in the deck
        ("discard", np.int8, (CARDS,)),  # cards of each color in the discards
        ("face_up", np.int8, (FACE_UP,)),  # the color in each slot, or NOBODY
        ("hand", np.int8, (MAX_SEATS, CARDS)),  # secret: each seat's cards
        # what everybody could remember about cards
        ("seen", np.int8, (MAX_SEATS, CARDS)),  # cards a seat is known to hold
        ("shuffled", np.int8, (CARDS,)),  # the deck as it was at the last shuffle
        ("revealed", np.int8, (CARDS,)),  # cards laid face up from it since
        ("blind", np.int16, (MAX_SEATS,)),  # cards each seat drew blind from it since
        ("fresh", np.int8, (MAX_SEATS, CARDS)),  # secret: which cards those were
        ("spent", np.int8, (MAX_SEATS, CARDS)),  # cards paid since that nobody knew of
        # trains and points
        ("points", np.int16, (MAX_SEATS,)),  # points for routes
        ("trains", np.int8, (MAX_SEATS,)),  # trains left
        # tickets
        ("ticket_count", np.int8, (MAX_SEATS,)),  # tickets each seat keeps
        ("offer_size", np.int8, (MAX_SEATS,)),  # tickets offered to each seat now
        ("returned_size", np.int8, (MAX_SEATS,)),  # first tickets each seat put aside
        ("offer", np.int8, (MAX_SEATS, MAX_OFFER)),  # secret: which are offered
        ("returned", np.int8, (MAX_SEATS, MAX_OFFER)),  # secret: which were put aside
        ("ticket_top", np.int16),  # where in the ring the ticket deck's top lies
        ("ticket_deck_size", np.int16),  # tickets in the deck
        ("ticket_deck", np.int8, (MAX_TICKETS,)),  # secret: the ring of tickets
        ("returned_by", np.int8, (MAX_TICKETS,)),  # secret: who last returned each ticket
    ]
)


class Fields:
    """The fields of a state as plain numbers, read one by one: a record gives them slowly.

    A field of several numbers is a tuple, one with a row per seat a list of tuples.
    """

    __slots__ = ("_bytes",)

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._bytes = array.tobytes()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _reader(name: str) -> property:
    """How a field is read from a record's bytes."""
    assert STATE.fields is not None
    kind, start = STATE.fields[name][:2]
    row = Struct(f"={kind.shape[-1] if kind.shape else 1}{_CODES[kind.base]}")
    if len(kind.shape) == 2:
        end = start + kind.itemsize
        return property(lambda self: list(row.iter_unpack(self._bytes[start:end])))
    if len(kind.shape) == 1:
        return property(lambda self: row.unpack_from(self._bytes, start))
    return property(lambda self: row.unpack_from(self._bytes, start)[0])


_CODES = {
    np.dtype(np.int8): "b",
    np.dtype(np.int16): "h",
    np.dtype(np.int32): "i",
    np.dtype(np.uint32): "I",
    np.dtype(np.int64): "q",
}
for _name in STATE.names or ():
    setattr(Fields, _name, _reader(_name))


SCORE = record_of(
    [
        ("done", np.int64, (MAX_SEATS, TICKET_WORDS)),  # the set of tickets each seat completed
        ("routes", np.int16, (MAX_SEATS,)),  # points for routes
        ("tickets", np.int16, (MAX_SEATS,)),  # completed tickets minus the others
        ("completed", np.int16, (MAX_SEATS,)),  # how many tickets are completed
        ("path_length", np.int16, (MAX_SEATS,)),  # spaces of the longest path, in every edition
        ("longest_path", np.int16, (MAX_SEATS,)),  # the bonus for it
        ("globetrotter", np.int16, (MAX_SEATS,)),  # the bonus for most completed tickets
        ("districts", np.int16, (MAX_SEATS,)),  # points for districts
        ("attractions", np.int16, (MAX_SEATS,)),  # points for attractions
        ("total", np.int16, (MAX_SEATS,)),  # the sum of the lines
        ("rank", np.int16, (MAX_SEATS,)),  # 1 for a winner; ties share a rank
    ]
)
