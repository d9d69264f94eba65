"""Another position that a viewer cannot tell from the true one.

Written from the rules alone: it knows what lies face down on a table, and nothing of how the
engine makes views. It works on positions as `state.to_dict()` writes them.

Cards that a viewer cannot see come from two pools. Some the other seats held before the last
shuffle (`old`), the rest are still in the deck or were drawn blind from it since (`fresh`).
Everybody can count both pools, so a scrambled position only moves cards within each: old ones
between hands, fresh ones between hands and the deck. Cards that were paid and that nobody knew of
(`spent`) came from either.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import caboose
from caboose.boards.board import GRAY, LOCOMOTIVE, Route

Position = dict[str, Any]
Cards = dict[str, int]

EXCHANGES = 30  # tried in one scramble; those that could not be true are taken back


def scramble(
    position: Position, game: caboose.Game, viewer: int | None, rng: random.Random
) -> Position:
    """The position with everything changed that a viewer, or a spectator (None), cannot know."""
    changed = copy.deepcopy(position)
    if changed["phase"] == "over":
        return changed
    _scramble_cards(changed, game, viewer, rng)
    if changed["phase"] == "first_tickets":
        _scramble_first_choices(changed, game, viewer, rng)
    _scramble_tickets(changed, viewer, rng)
    changed["key"] = rng.randbytes(32).hex()
    return changed


def others(position: Position, viewer: int | None) -> list[int]:
    return [seat for seat in range(position["seats"]) if seat != viewer]


# ---- cards ---------------------------------------------------------------------------------------


class FaceDown:
    """The cards that a viewer cannot see, by the pool they come from."""

    def __init__(self, position: Position, viewer: int | None) -> None:
        memory = position["memory"]
        self.seen, self.spent = position["seen"], memory["spent"]
        self.deck: Cards = position["deck"]
        self.fresh: dict[int, Cards] = {}
        self.old: dict[int, Cards] = {}
        for seat in others(position, viewer):
            hand, fresh = position["hands"][seat], memory["fresh"][seat]
            self.fresh[seat] = fresh
            self.old[seat] = {
                card: hand[card] - self.seen[seat][card] + self.spent[seat][card] - fresh[card]
                for card in hand
            }

    def exchange(self, rng: random.Random) -> None:
        """Exchange two cards of one pool."""
        fresh = [self.deck, *self.fresh.values()]
        piles = rng.choice((fresh, fresh, list(self.old.values())))
        piles = [pile for pile in piles if any(pile.values())]
        if len(piles) < 2:
            return
        one, other = rng.sample(piles, 2)
        mine, theirs = _any_card(one, rng), _any_card(other, rng)
        one[mine] -= 1
        other[mine] += 1
        one[theirs] += 1
        other[theirs] -= 1

    def hand(self, seat: int) -> Cards:
        """What a seat holds now; below zero if it could not have paid what it paid."""
        old, fresh, seen, spent = (
            self.old[seat],
            self.fresh[seat],
            self.seen[seat],
            self.spent[seat],
        )
        unknown = {card: old[card] + fresh[card] - spent[card] for card in old}
        return {card: seen[card] + n if n >= 0 else n for card, n in unknown.items()}


def _any_card(pile: Cards, rng: random.Random) -> str:
    return rng.choices(list(pile), list(pile.values()))[0]


def _scramble_cards(
    position: Position, game: caboose.Game, viewer: int | None, rng: random.Random
) -> None:
    face_down = FaceDown(position, viewer)
    piles = [face_down.deck, *face_down.fresh.values(), *face_down.old.values()]
    for _ in range(EXCHANGES):
        before = [dict(pile) for pile in piles]
        for _ in range(rng.choice((1, 1, 2, 3))):
            face_down.exchange(rng)
        _write_hands(position, face_down)
        if not could_be_true(position, game, viewer):
            for pile, cards in zip(piles, before, strict=True):
                pile.update(cards)
            _write_hands(position, face_down)


def _write_hands(position: Position, face_down: FaceDown) -> None:
    for seat in face_down.old:
        position["hands"][seat] = face_down.hand(seat)


def could_be_true(position: Position, game: caboose.Game, viewer: int | None) -> bool:
    """Do the cards fit what the table has just seen?"""
    hands = [position["hands"][seat] for seat in others(position, viewer)]
    if any(count < 0 for hand in hands for count in hand.values()):
        return False
    return (
        does_row_stand(position)
        and _can_pay_what_it_claimed(position, game)
        and not any(can_claim(position, game, seat) for seat in seats_that_passed(position))
    )


def does_row_stand(position: Position) -> bool:
    """R2: a row of three locomotives lies there only because no better one is possible."""
    row = [card for card in position["face_up"] if card is not None]
    if row.count(LOCOMOTIVE) < 3:
        return True
    pool = list(row)
    for pile in (position["deck"], position["discard"]):
        pool += [card for card, count in pile.items() for _ in range(count)]
    colors = len(pool) - pool.count(LOCOMOTIVE)
    return colors < min(5, len(pool)) - 2


def seats_that_passed(position: Position) -> list[int]:
    """Those that have just passed, one after the other; nothing has changed since."""
    return [
        (position["seat"] - back) % position["seats"] for back in range(1, position["passes"] + 1)
    ]


def can_pay(hand: Cards, route: Route) -> bool:
    """C2, C3: its length in one color, locomotives standing in."""
    colors = [c for c in hand if c != LOCOMOTIVE and route.color in (GRAY, c)]
    return max(hand[color] for color in colors) + hand[LOCOMOTIVE] >= route.length


def can_claim(position: Position, game: caboose.Game, seat: int) -> bool:
    """C1, C5, C6: is there an open route that the seat's trains and cards reach?"""
    doubles_open = game.seats >= game.edition.doubles_open_from
    for route in game.edition.board.routes:
        owner_of_twin = position["routes"].get(route.twin)
        is_closed = owner_of_twin is not None and (owner_of_twin == seat or not doubles_open)
        if route.id in position["routes"] or is_closed or route.length > position["trains"][seat]:
            continue
        if can_pay(position["hands"][seat], route):
            return True
    return False


def _can_pay_what_it_claimed(position: Position, game: caboose.Game) -> bool:
    """A seat may only claim what it can pay for, so everybody knows that it can."""
    if position["pending_route"] is None:
        return True
    hand = position["hands"][position["seat"]]
    routes = {route.id: route for route in game.edition.board.routes}
    return can_pay(hand, routes[position["pending_route"]])


# ---- tickets -------------------------------------------------------------------------------------


def _scramble_first_choices(
    position: Position, game: caboose.Game, viewer: int | None, rng: random.Random
) -> None:
    """R7: nobody knows how many first tickets a seat kept until all have chosen."""
    for seat in others(position, viewer):
        if position["offers"][seat]:
            continue
        tickets = [*position["tickets"][seat], *position["returned"][seat]]
        kept = rng.randint(game.edition.first_keep, len(tickets))
        position["tickets"][seat], position["returned"][seat] = tickets[:kept], tickets[kept:]


def _scramble_tickets(position: Position, viewer: int | None, rng: random.Random) -> None:
    """Exchange all tickets whose place a viewer does not know.

    It knows its own and those it returned itself: who returned the ticket at a place of the deck
    everybody saw, so that memory stays with the place while the tickets move.
    """
    returned_by = position["memory"]["returned_by"]
    lists = [position["ticket_deck"], position["removed"]]
    for seat in others(position, viewer):
        lists += [position[name][seat] for name in ("tickets", "offers", "returned")]
    slots = [
        (tickets, place)
        for tickets in lists
        for place, ticket in enumerate(tickets)
        if viewer is None or returned_by[ticket] != viewer
    ]
    unknown = [tickets[place] for tickets, place in slots]
    came_from = [returned_by[ticket] for ticket in unknown]
    rng.shuffle(unknown)
    for (tickets, place), ticket, seat in zip(slots, unknown, came_from, strict=True):
        tickets[place] = ticket
        returned_by[ticket] = seat
    position["removed"].sort()
    for tickets in position["tickets"]:
        tickets.sort()
