"""A table in the middle of a game, written in notation.

A rules test is a position, an action and an expectation, all three in notation:

    state = table("london", hands=["pink 3 locomotive 1"], face_up="blue blue green pink black")
    play(state, "draw blue")
    assert hand(state, 0) == "blue 1 pink 3 locomotive 1"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import caboose
from caboose.boards import Edition
from tests.support.games.editions import TOY
from tests.support.games.notation import (
    said,
)

SLOTS = 5
KEY = bytes(range(32))


# --- a position ----------------------------------------------------------------------------------


def table(
    board: str | Edition = "toy",
    *,
    seats: int = 2,
    seat: int = 0,
    phase: str | None = None,
    hands: Sequence[str] = (),
    face_up: str | None = None,
    deck: str | None = None,
    discard: str = "",
    routes: Mapping[str, int] | None = None,
    route_points: Sequence[int] | None = None,
    trains: Sequence[int] | None = None,
    tickets: Sequence[Iterable[int]] = (),
    offers: Sequence[Sequence[int]] = (),
    returned: Sequence[Sequence[int]] = (),
    removed: Iterable[int] = (),
    ticket_deck: Sequence[int] | None = None,
    pending_route: str | None = None,
    final_turns_left: int | None = None,
    passes: int = 0,
    seen: Sequence[str] = (),
    key: bytes = KEY,
) -> caboose.State:
    """A position of an edition. What is not said is as if the game had just begun.

    Cards are written "red 3 locomotive" or "red red red locomotive", an empty slot "-". Lists go by
    seat and may be short. Unsaid, the row shows different colors, and cards and tickets that are
    named nowhere lie in their decks; with a deck given, the other cards are out of the game.
    """
    game = game_of(board, seats)
    cards = _lay_cards(game.edition, _per_seat(seats, hands, ""), face_up, deck, discard)
    lists = {
        "tickets": [sorted(ids) for ids in _per_seat(seats, tickets, ())],
        "offers": [list(ids) for ids in _per_seat(seats, offers, ())],
        "returned": [list(ids) for ids in _per_seat(seats, returned, ())],
        "removed": sorted(removed),
    }
    lengths = {route.id: route.length for route in game.edition.board.routes}
    claimed = dict(routes or {})
    _no_unknown(game.edition, claimed, lengths, "route")
    built = [[lengths[route] for route in claimed if claimed[route] == s] for s in range(seats)]
    scored = [sum(game.edition.route_points[n - 1] for n in spaces) for spaces in built]
    left = [game.edition.trains - sum(spaces) for spaces in built]
    if phase is None:
        phase = "payment" if pending_route else "keep_tickets" if any(offers) else "turn"
    return game.from_dict(
        {
            "edition": game.edition.id,
            "seats": seats,
            "seat": seat,
            "phase": phase,
            **cards,
            **lists,
            "ticket_deck": _ticket_deck(game.edition, lists, ticket_deck),
            "routes": claimed,
            "route_points": list(route_points or scored),
            "trains": list(trains or left),
            "seen": [count(game.edition, known) for known in _per_seat(seats, seen, "")],
            "final_turns_left": final_turns_left,
            "passes": passes,
            "pending_route": pending_route,
            "actions": 0,
            "end_reason": None,
            "key": key.hex(),
            "chance": 0,
        }
    )


def lucky_table(board: str | Edition, action: str, event: str, **position: Any) -> caboose.State:
    """A position with a key under which the action makes an event happen that is up to chance."""
    for number in range(50):
        state = table(board, key=bytes([number] * 32), **position)
        if event in said(state.copy().apply(action)):
            return state
    raise ValueError(f"under none of 50 keys does '{action}' lead to '{event}'.")


@cache
def game_of(board: str | Edition, seats: int = 2) -> caboose.Game:
    """The game of a built-in edition, of one of the toy's, or of one made by a test."""
    if isinstance(board, str) and board.startswith("toy"):
        return caboose.Game(TOY, seats, edition=board)
    return caboose.Game(board, seats)


def count(edition: Edition, text: str) -> dict[str, int]:
    """How many cards of each color a text names, those not named included."""
    counts = dict.fromkeys((*edition.colors, "locomotive"), 0)
    for name, number in _read_cards(text):
        _no_unknown(edition, [name], counts, "card")
        counts[name] += number
    return counts


def _read_cards(text: str) -> list[tuple[str, int]]:
    """The cards of a text, each with its number: the word behind it, or one."""
    found: list[tuple[str, int]] = []
    for word in text.split():
        if not word.isdigit():
            found.append((word, 1))
        elif found:
            found[-1] = (found[-1][0], int(word))
        else:
            raise ValueError(f"'{text}' begins with a number; write the color first: red {word}.")
    return found


def _lay_cards(
    edition: Edition, hands: list[str], face_up: str | None, deck: str | None, discard: str
) -> dict[str, Any]:
    """Hands, discards, row and deck of a position, and nothing twice."""
    whole = Counter(dict.fromkeys(edition.colors, edition.cards_per_color))
    whole["locomotive"] = edition.locomotives
    held, spent = [count(edition, text) for text in hands], count(edition, discard)
    used = Counter(spent)
    for cards in (*held, count(edition, deck or "")):
        used.update(cards)
    row = _plain_row(edition, whole - used) if face_up is None else _read_row(edition, face_up)
    used.update(card for card in row if card)
    for card, number in used.items():
        if number > whole[card]:
            raise ValueError(f"{number} {card} cards are on the table; there are {whole[card]}.")
    rest = count(edition, deck) if deck is not None else {c: whole[c] - used[c] for c in whole}
    _check_rest(row, rest, spent)
    return {"hands": held, "face_up": row, "deck": rest, "discard": spent}


def _plain_row(edition: Edition, left: Counter[str]) -> list[str | None]:
    """A row of different colors; of locomotives only where the colors that are left run out."""
    rounds = range(edition.cards_per_color)
    cards = [color for number in rounds for color in edition.colors if left[color] > number]
    cards += ["locomotive"] * left["locomotive"]
    return [*cards[:SLOTS], *[None] * (SLOTS - len(cards))]


def _read_row(edition: Edition, text: str) -> list[str | None]:
    words = [name for name, number in _read_cards(text) for _ in range(number)]
    _no_unknown(edition, words, (*edition.colors, "locomotive", "-"), "card")
    if len(words) > SLOTS:
        raise ValueError(f"the row '{text}' has {len(words)} cards; there are {SLOTS} slots.")
    words += ["-"] * (SLOTS - len(words))
    return [None if word == "-" else word for word in words]


def _check_rest(row: list[str | None], deck: dict[str, int], discard: dict[str, int]) -> None:
    """A position is one at rest: filled, swept and reshuffled as R1 and R2 ask."""
    behind = Counter(deck) + Counter(discard)
    if behind and None in row:
        raise ValueError("the row has an empty slot and there are cards to fill it (R1).")
    if any(discard.values()) and not any(deck.values()):
        raise ValueError("the deck is empty and the discards are not (R1).")
    pool = behind + Counter(card for card in row if card)
    others = pool.total() - pool["locomotive"]
    if row.count("locomotive") >= 3 and others >= min(SLOTS, pool.total()) - 2:
        raise ValueError("this row would have been swept (R2).")


def _ticket_deck(
    edition: Edition, lists: dict[str, Any], ticket_deck: Sequence[int] | None
) -> list[int]:
    """The ticket deck that is given, or all tickets that lie nowhere else."""
    held = [*lists["removed"], *(ticket_deck or ())]
    for place in ("tickets", "offers", "returned"):
        held += [ticket for ids in lists[place] for ticket in ids]
    _no_unknown(edition, held, range(len(edition.tickets)), "ticket")
    for ticket, number in Counter(held).items():
        if number > 1:
            raise ValueError(f"ticket {ticket} lies in {number} places.")
    if ticket_deck is not None:
        return list(ticket_deck)
    return [ticket for ticket in range(len(edition.tickets)) if ticket not in held]


def _per_seat(seats: int, given: Sequence[Any], empty: Any) -> list[Any]:
    if isinstance(given, str) or len(given) > seats:
        raise ValueError(f"{given!r} is not a list for {seats} seats.")
    return [*given, *[empty] * (seats - len(given))]


def _no_unknown(edition: Edition, named: Iterable[Any], known: Any, what: str) -> None:
    for name in named:
        if name not in known:
            raise ValueError(f"{edition.id} has no {what} {name}.")
