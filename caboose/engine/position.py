"""A position as plain values: everything a state knows, for tests, tools and bug reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from struct import pack
from typing import TYPE_CHECKING, Any

import numpy as np

from caboose.boards.limits import MAX_TICKETS, MAX_TRAINS
from caboose.engine.errors import BadPosition
from caboose.engine.fields import (
    BY_CARD,
    END_REASONS,
    FACE_UP,
    NOBODY,
    PAYMENT,
    PHASES,
    STATE,
    Fields,
)
from caboose.engine.position_fields import complete, field_to_blame, rules_of
from caboose.engine.rules.claim_route import own_route
from caboose.engine.rules.deck import remember_shuffle
from caboose.engine.rules.setup import clear_table, give_trains, open_routes
from caboose.engine.sets import members, write_members
from caboose.engine.state import State

if TYPE_CHECKING:
    from caboose.engine.game import Game

_MOST = 2**31 - 1  # what a counter can hold


def write_routes(game: Game, state: Fields) -> dict[str, int]:
    """Who has claimed which route, in route order."""
    owners = [(route, seat) for seat in range(game.seats) for route in members(state.owned[seat])]
    return {game.notation.routes[route]: seat for route, seat in sorted(owners)}


def write_ticket_deck(state: Fields) -> tuple[int, ...]:
    """The ticket deck, top first; NOBODY for a ticket that is not known."""
    ring, top = state.ticket_deck, state.ticket_top
    return (ring + ring)[top : top + state.ticket_deck_size]  # type: ignore[no-any-return]


def write_public(game: Game, state: Fields) -> dict[str, Any]:
    """The part of a position that lies open on the table."""
    seats, notation = game.seats, game.notation
    left, route = state.final_turns_left, state.pending_route
    return {
        "edition": game.edition.id,
        "seats": seats,
        "seat": state.seat,
        "phase": PHASES[state.phase],
        "face_up": [notation.color_name(color) for color in state.face_up],
        "discard": notation.by_name(state.discard),
        "trains": list(state.trains[:seats]),
        "routes": write_routes(game, state),
        "route_points": list(state.points[:seats]),
        "seen": [notation.by_name(cards) for cards in state.seen[:seats]],
        "final_turns_left": None if left == NOBODY else left,
        "passes": state.passes,
        "pending_route": None if route == NOBODY else notation.routes[route],
        "actions": state.actions,
        "turns": state.turns,
        "end_reason": END_REASONS[state.end_reason],
        "chance": state.chance,
    }


def write_position(state: State) -> dict[str, Any]:
    """Everything a state knows; `Game.from_dict` reads it."""
    game, fields = state.game, Fields(state.array)
    seats, notation = game.seats, game.notation
    numbers = {} if game.numbering == BY_CARD else {"words": write_numbers(game, fields)}
    return {
        **write_public(game, fields),
        "deck": notation.by_name(fields.deck),
        "ticket_deck": list(write_ticket_deck(fields)),
        "hands": [notation.by_name(hand) for hand in fields.hand[:seats]],
        "tickets": [members(tickets) for tickets in fields.tickets[:seats]],
        "offers": first_of(fields.offer[:seats], fields.offer_size[:seats]),
        "returned": first_of(fields.returned[:seats], fields.returned_size[:seats]),
        "removed": members(fields.removed),
        "key": pack("<8I", *fields.key).hex(),
        **numbers,
        "memory": {
            "shuffled": notation.by_name(fields.shuffled),
            "revealed": notation.by_name(fields.revealed),
            "fresh": [notation.by_name(cards) for cards in fields.fresh[:seats]],
            "spent": [notation.by_name(cards) for cards in fields.spent[:seats]],
            "ticket_top": fields.ticket_top,
            "returned_by": list(fields.returned_by[: len(game.edition.tickets)]),
        },
    }


def write_numbers(game: Game, state: Fields) -> dict[str, Any]:
    """How many cards have left the deck for each purpose."""
    return {
        "drawn": list(state.drawn[: game.seats]),
        "laid": list(state.laid),
        "sweeps": state.sweeps,
    }


def first_of(rows: list[tuple[int, ...]], sizes: tuple[int, ...]) -> list[list[int]]:
    """Of each row as many as are there."""
    return [list(row[:size]) for row, size in zip(rows, sizes, strict=True)]


def read_position(game: Game, position: dict[str, Any]) -> State:
    """The state that a dictionary describes; BadPosition says which field is wrong.

    What is left out is as `complete` has it: an open table at the first seat's turn.
    """
    try:
        return _read(game, position)
    except BadPosition as error:
        blamed = field_to_blame(position, lambda other: _is_readable(game, other))
        if blamed is None or f"field {blamed!r}" in str(error):
            raise
        raise BadPosition(f"in the field {blamed!r}: {error}") from None


def _read(game: Game, position: dict[str, Any]) -> State:
    array = np.zeros(1, STATE)
    with bad_positions():
        game = game.under(rules_of(game, position))
        whole = complete(game, position)
        check_game(game, whole)
        _read_fields(game, array[0], whole)
    return State(game, array, None)


def _is_readable(game: Game, position: dict[str, Any]) -> bool:
    try:
        _read(game, position)
    except BadPosition:
        return False
    return True


@contextmanager
def bad_positions() -> Iterator[None]:
    """Whatever is wrong with a dictionary is told as BadPosition."""
    try:
        yield
    except BadPosition:
        raise
    except KeyError as error:
        raise BadPosition(f"the position lacks {error}, or it names something unknown.") from None
    except (TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        raise BadPosition(f"the position cannot be read: {error}") from None


def lay_table(game: Game, state: Any) -> None:
    """A table on which nothing has happened yet."""
    clear_table(game.tables[0], state)
    give_trains(game.tables[0], state)
    open_routes(game.tables[0], state)


def check_game(game: Game, position: dict[str, Any]) -> None:
    """BadPosition if a dictionary is of another edition or number of seats."""
    if position["edition"] != game.edition.id or position["seats"] != game.seats:
        raise BadPosition(
            f"the position is of {position['edition']} with {position['seats']} seats, not of"
            f" {game.edition.id} with {game.seats}."
        )


def _read_fields(game: Game, state: Any, position: dict[str, Any]) -> None:
    lay_table(game, state)
    read_turn(game, state, position)
    _read_cards(game, state, position)
    read_board(game, state, position)
    _read_tickets(game, state, position)
    _read_chance(game, state, position)
    _read_memory(game, state, position.get("memory"))


def whole(value: Any, low: int, high: int, name: str) -> int:
    """A whole number within bounds: compiled rules look things up unchecked."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return value


def read_turn(game: Game, state: Any, position: dict[str, Any]) -> None:
    """Whose decision it is, and which."""
    left, route = position["final_turns_left"], position["pending_route"]
    state.seat = whole(position["seat"], 0, game.seats - 1, "seat")
    state.phase = PHASES.index(position["phase"])
    state.passes = whole(position["passes"], 0, game.seats, "passes")
    if left is not None:
        state.final_turns_left = whole(left, 0, game.seats, "final_turns_left")
    if route is not None:
        state.pending_route = game.notation.route_number(route)
    if (state.phase == PAYMENT) != (route is not None):
        raise ValueError("pending_route belongs to the phase payment, and to no other")
    state.actions = whole(position["actions"], 0, _MOST, "actions")
    state.turns = whole(position.get("turns", 0), 0, _MOST, "turns")
    state.end_reason = END_REASONS.index(position["end_reason"])


def read_counts(game: Game, counts: Any, named: dict[str, int]) -> None:
    """Counts per color, from their names."""
    for name, count in named.items():
        counts[game.notation.color_number(name)] = whole(count, 0, 127, f"the number of {name}")


def read_open_cards(game: Game, state: Any, position: dict[str, Any]) -> None:
    """The row, the discards, and the cards everybody saw the seats take."""
    for slot, name in exactly(FACE_UP, position["face_up"], "face_up"):
        state.face_up[slot] = NOBODY if name is None else game.notation.color_number(name)
    read_counts(game, state.discard, position["discard"])
    state.discard_size = int(state.discard.sum())
    for seat, seen in exactly(game.seats, position["seen"], "seen"):
        read_counts(game, state.seen[seat], seen)


def _read_cards(game: Game, state: Any, position: dict[str, Any]) -> None:
    read_open_cards(game, state, position)
    read_counts(game, state.deck, position["deck"])
    for seat, hand in exactly(game.seats, position["hands"], "hands"):
        read_counts(game, state.hand[seat], hand)
        state.hand_size[seat] = int(state.hand[seat].sum())
    state.deck_size = int(state.deck.sum())


def read_board(game: Game, state: Any, position: dict[str, Any]) -> None:
    """Claimed routes, trains and points."""
    for route, owner in position["routes"].items():
        seat = whole(owner, 0, game.seats - 1, f"the owner of {route}")
        own_route(game.tables[0], state, seat, game.notation.route_number(route))
    for seat, trains in exactly(game.seats, position["trains"], "trains"):
        state.trains[seat] = whole(trains, 0, MAX_TRAINS, "the number of trains")
    for seat, points in exactly(game.seats, position["route_points"], "route_points"):
        state.points[seat] = whole(points, 0, 32767, "the points for routes")


def _read_tickets(game: Game, state: Any, position: dict[str, Any]) -> None:
    top = (position.get("memory") or {}).get("ticket_top", 0)
    state.ticket_top = whole(top, 0, MAX_TICKETS - 1, "ticket_top")
    deck = ids(game, position["ticket_deck"])
    state.ticket_deck_size = len(deck)
    for place, ticket in enumerate(deck):
        state.ticket_deck[(int(state.ticket_top) + place) % MAX_TICKETS] = ticket
    write_members(state.removed, ids(game, position["removed"]))
    for seat, tickets in exactly(game.seats, position["tickets"], "tickets"):
        write_members(state.tickets[seat], ids(game, tickets))
        state.ticket_count[seat] = len(tickets)
    for seat, offer in exactly(game.seats, position["offers"], "offers"):
        state.offer_size[seat] = len(offer)
        state.offer[seat, : len(offer)] = ids(game, offer)
    for seat, returned in exactly(game.seats, position["returned"], "returned"):
        state.returned_size[seat] = len(returned)
        state.returned[seat, : len(returned)] = ids(game, returned)


def _read_chance(game: Game, state: Any, position: dict[str, Any]) -> None:
    key = bytes.fromhex(position["key"])
    if len(key) != 32:
        raise ValueError("the key has 64 hexadecimal digits")
    state.key[:] = np.frombuffer(key, "<u4")
    state.chance = whole(position["chance"], 0, _MOST, "chance")
    if "words" in position:
        _read_numbers(game, state, position["words"])


def _read_numbers(game: Game, state: Any, words: dict[str, Any]) -> None:
    state.sweeps = whole(words["sweeps"], 0, _MOST, "sweeps")
    for seat, drawn in exactly(game.seats, words["drawn"], "drawn"):
        state.drawn[seat] = whole(drawn, 0, 32767, "the cards a seat drew blind")
    for slot, laid in exactly(FACE_UP, words["laid"], "laid"):
        state.laid[slot] = whole(laid, 0, 32767, "the cards laid in a slot")


def _read_memory(game: Game, state: Any, memory: dict[str, Any] | None) -> None:
    """What everybody could remember; without it, as if the deck had just been shuffled."""
    if memory is None:
        remember_shuffle(state)
        return
    read_counts(game, state.shuffled, memory["shuffled"])
    read_counts(game, state.revealed, memory["revealed"])
    for seat, fresh in exactly(game.seats, memory["fresh"], "fresh"):
        read_counts(game, state.fresh[seat], fresh)
        state.blind[seat] = int(state.fresh[seat].sum())
    for seat, spent in exactly(game.seats, memory["spent"], "spent"):
        read_counts(game, state.spent[seat], spent)
    for ticket, seat in exactly(len(game.edition.tickets), memory["returned_by"], "returned_by"):
        state.returned_by[ticket] = whole(seat, NOBODY, game.seats - 1, "returned_by")


def exactly(size: int, entries: Sequence[Any], name: str) -> enumerate[Any]:
    """The entries with their places; ValueError if there are not so many."""
    if not isinstance(entries, list | tuple) or len(entries) != size:
        raise ValueError(f"{name} is a list of {size} entries")
    return enumerate(entries)


def ids(game: Game, tickets: Sequence[int]) -> list[int]:
    """Tickets by number, each once."""
    last = len(game.edition.tickets) - 1
    numbers = [whole(ticket, 0, last, "the number of a ticket") for ticket in tickets]
    if len(set(numbers)) < len(numbers):
        raise ValueError("a ticket lies twice in one place")
    return numbers


def check_conservation(state: State) -> None:
    """Every card and every ticket lies in exactly one place; BadPosition if not.

    Not asked of positions that are read, since tools try out what could not be dealt.
    """
    game, fields = state.game, state.fields
    for name in game.notation.cards:
        color = game.notation.color_number(name)
        held = int(fields.deck[color]) + int(fields.discard[color])
        held += int(fields.hand[:, color].sum()) + fields.face_up.tolist().count(color)
        whole = int(game.tables[0].cards[color])
        if held != whole:
            raise BadPosition(f"the position has {held} {name} cards, the game has {whole}.")
    tickets = [*write_ticket_deck(Fields(state.array)), *members(fields.removed)]
    for seat in range(game.seats):
        tickets += members(fields.tickets[seat])
        tickets += [t for t in fields.offer[seat].tolist() if t != NOBODY]
        tickets += [t for t in fields.returned[seat].tolist() if t != NOBODY]
    if sorted(tickets) != list(range(len(game.edition.tickets))):
        raise BadPosition("every ticket of the edition must lie in exactly one place.")
