"""One game, from set-up to the last turn, told in dicts and lists.

Actions are their texts and nothing else: what `legal` lists may be applied, letter by letter.
"""

import copy
from collections.abc import Callable
from itertools import combinations
from typing import Any, Self

from tests.reference import chacha, scoring
from tests.reference.facts import (
    EDITIONS,
    FEW_TRAINS,
    GRAY,
    LOCOMOTIVE,
    POINTS_FOR_LENGTH,
    ROW,
    TOO_MANY_LOCOMOTIVES,
    Route,
    map_of,
)
from tests.reference.siphash import BLIND, SWEEP, word
from tests.reference.siphash import ROW as SLOT

Cards = dict[str, int]
STATE = [
    *("edition", "seats", "seat", "phase", "face_up", "deck", "discard", "ticket_deck", "hands"),
    *("trains", "tickets", "offers", "returned", "removed", "routes", "route_points", "seen"),
    *("final_turns_left", "passes", "pending_route", "actions", "end_reason"),
    *("key", "chance", "words"),
]


class ReferenceGame:
    edition: str
    seats: int
    key: bytes
    seat: int
    phase: str
    face_up: list[str | None]
    deck: Cards
    discard: Cards
    hands: list[Cards]
    seen: list[Cards]
    trains: list[int]
    ticket_deck: list[int]
    tickets: list[list[int]]
    offers: list[list[int]]
    returned: list[list[int]]
    removed: list[int]
    routes: dict[str, int]
    route_points: list[int]
    final_turns_left: int | None
    passes: int
    pending_route: str | None
    actions: int
    end_reason: str | None
    chance: int
    words: dict[str, Any]

    # ---- set-up ----------------------------------------------------------------------------

    def __init__(self, edition: str, seats: int, key: bytes) -> None:
        self._sit_down(edition, seats, key)
        numbers = self.numbers
        self.seat, self.phase = 0, "first_tickets"
        self.chance = self.actions = self.passes = 0
        self.words = {"drawn": [0] * seats, "laid": [0] * ROW, "sweeps": 0}
        self.final_turns_left = self.pending_route = self.end_reason = None
        self.routes = {}
        self.route_points = [0] * seats
        self.trains = [numbers.trains] * seats
        self.deck = dict.fromkeys(numbers.colors, numbers.cards_per_color)
        self.deck[LOCOMOTIVE] = numbers.locomotives
        self.discard = self._no_cards()
        self.hands = [self._no_cards() for _ in range(seats)]
        self.seen = [self._no_cards() for _ in range(seats)]
        self.face_up = [None] * ROW
        self.ticket_deck = self._shuffled_tickets()
        self.tickets = [[] for _ in range(seats)]
        self.offers = [[] for _ in range(seats)]
        self.returned = [[] for _ in range(seats)]
        self.removed = []
        for seat in range(seats):
            for _ in range(numbers.starting_hand):
                self._draw_blind(seat)
        self._settle_row()
        for seat in range(seats):
            self._offer_tickets(seat, numbers.first_offer)

    def _sit_down(self, edition: str, seats: int, key: bytes) -> None:
        if edition not in EDITIONS:
            raise ValueError(f"no edition {edition!r}")
        self.numbers = EDITIONS[edition]
        self.map = map_of(edition)
        if not self.numbers.fewest_seats <= seats <= self.numbers.most_seats:
            raise ValueError(f"{edition} is not for {seats} seats")
        if len(key) != 32:
            raise ValueError("a key has 32 bytes")
        self.edition, self.seats, self.key = edition, seats, key
        self.kinds = [*self.numbers.colors, LOCOMOTIVE]

    def _no_cards(self) -> Cards:
        return dict.fromkeys(self.kinds, 0)

    def _shuffled_tickets(self) -> list[int]:
        pile = list(range(len(self.map.tickets)))
        for used, i in enumerate(range(len(pile) - 1, 0, -1)):
            j = (chacha.word(self.key, chacha.TICKETS, used) * (i + 1)) >> 32
            pile[i], pile[j] = pile[j], pile[i]
        return pile

    # ---- the card deck and the row ---------------------------------------------------------

    def _card_from_deck(self, purpose: int, n: int) -> str:
        """Lay the deck out sorted and take the card chance points at."""
        pile = [kind for kind in self.kinds for _ in range(self.deck[kind])]
        card = pile[(word(self.key, purpose, n) * len(pile)) >> 32]
        self.chance += 1
        self.deck[card] -= 1
        return card

    def _reshuffle_if_deck_is_empty(self) -> None:
        if sum(self.deck.values()) == 0:
            self.deck, self.discard = self.discard, self._no_cards()

    def _draw_blind(self, seat: int) -> None:
        card = self._card_from_deck(BLIND + seat, self.words["drawn"][seat])
        self.words["drawn"][seat] += 1
        self.hands[seat][card] += 1

    def _lay(self, place: int) -> str:
        card = self._card_from_deck(SLOT + place, self.words["laid"][place])
        self.words["laid"][place] += 1
        return card

    def _lay_after_sweep(self, place: int) -> str:
        return self._card_from_deck(SWEEP + place, self.words["sweeps"])

    def _fill_row(self, lay: Callable[[int], str]) -> None:
        for place in range(ROW):
            if self.face_up[place] is None:
                self._reshuffle_if_deck_is_empty()
                if sum(self.deck.values()) > 0:
                    self.face_up[place] = lay(place)

    def _row_must_be_swept(self) -> bool:
        """R2: too many locomotives, and the cards in play allow a better row."""
        pool = [card for card in self.face_up if card is not None]
        if pool.count(LOCOMOTIVE) < TOO_MANY_LOCOMOTIVES:
            return False
        for pile in (self.deck, self.discard):
            pool += [kind for kind in self.kinds for _ in range(pile[kind])]
        others = len(pool) - pool.count(LOCOMOTIVE)
        return others >= min(ROW, len(pool)) - (TOO_MANY_LOCOMOTIVES - 1)

    def _settle_row(self) -> None:
        """R1: fill, sweep as long as needed, and only then look at an empty deck."""
        self._fill_row(self._lay)
        while self._row_must_be_swept():
            for place, card in enumerate(self.face_up):
                if card is not None:
                    self.discard[card] += 1
                    self.face_up[place] = None
            self._fill_row(self._lay_after_sweep)
            self.words["sweeps"] += 1
        self._reshuffle_if_deck_is_empty()

    # ---- what is legal ---------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of this seat's legal actions, in the pinned order."""
        seat = self.seat if seat is None else seat
        if self.phase == "first_tickets" and seat in range(self.seats):
            return self._legal_keeps(seat, self.numbers.first_keep)
        if self.phase == "over" or seat != self.seat:
            return []
        if self.phase == "second_card":
            return self._legal_draws(second=True)
        if self.phase == "keep_tickets":
            return self._legal_keeps(seat, self.numbers.keep)
        if self.pending_route is not None:
            return self._legal_payments(self.map.routes[self.pending_route])
        return self._legal_turns() or ["pass"]

    def _legal_turns(self) -> list[str]:
        tickets = ["tickets"] if self.ticket_deck else []
        return self._legal_draws(second=False) + tickets + self._legal_claims()

    def _legal_draws(self, second: bool) -> list[str]:
        draws = ["draw deck"] if sum(self.deck.values()) > 0 else []
        draws += [f"draw {color}" for color in self.numbers.colors if color in self.face_up]
        if LOCOMOTIVE in self.face_up and not second:
            draws.append(f"draw {LOCOMOTIVE}")
        return draws

    def _legal_claims(self) -> list[str]:
        return [
            f"claim {name}"
            for name, route in self.map.routes.items()
            if self._is_open(name, route)
            and route.length <= self.trains[self.seat]
            and self._legal_payments(route)
        ]

    def _is_open(self, name: str, route: Route) -> bool:
        """R14: free, and not closed by its twin."""
        if name in self.routes:
            return False
        if route.twin not in self.routes:
            return True
        if self.seats < self.numbers.doubles_open_from:
            return False
        return self.routes[route.twin] != self.seat

    def _legal_payments(self, route: Route) -> list[str]:
        """R15: one color with locomotives standing in, or locomotives alone."""
        hand = self.hands[self.seat]
        payments = []
        for color in self.numbers.colors:
            if route.color not in (GRAY, color):
                continue
            for locomotives in range(route.length):
                plain = route.length - locomotives
                if plain <= hand[color] and locomotives <= hand[LOCOMOTIVE]:
                    payments.append(f"pay {color} {plain}" + f"+{locomotives}" * (locomotives > 0))
        if route.length <= hand[LOCOMOTIVE]:
            payments.append(f"pay {LOCOMOTIVE} {route.length}")
        return payments

    def _legal_keeps(self, seat: int, at_least: int) -> list[str]:
        places = range(1, len(self.offers[seat]) + 1)
        if not places:
            return []
        return [
            "keep " + " ".join(map(str, chosen))
            for size in range(min(at_least, len(places)), len(places) + 1)
            for chosen in combinations(places, size)
        ]

    # ---- what an action does ---------------------------------------------------------------

    def apply(self, text: str, seat: int | None = None) -> None:
        seat = self.seat if seat is None else seat
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r} now ({self.phase})")
        self.actions += 1
        self.passes = self.passes + 1 if text == "pass" else 0
        verb, *words = text.split()
        if verb == "draw":
            self._draw(words[0])
        elif verb == "claim":
            self.pending_route, self.phase = words[0], "payment"
        elif verb == "pay":
            self._pay(words[0], words[1])
        elif verb == "tickets":
            self._offer_tickets(seat, self.numbers.offer)
            self.phase = "keep_tickets"
        elif verb == "keep":
            self._keep(seat, [int(place) for place in words])
        else:
            self._finish_turn()

    def _draw(self, what: str) -> None:
        if what == "deck":
            self._draw_blind(self.seat)
        else:
            self.face_up[self.face_up.index(what)] = None
            self.hands[self.seat][what] += 1
            self.seen[self.seat][what] += 1
        self._settle_row()
        was_first = self.phase == "turn"
        if was_first and what != LOCOMOTIVE and self._legal_draws(second=True):
            self.phase = "second_card"
        else:
            self._finish_turn()

    def _pay(self, color: str, amount: str) -> None:
        name = self.pending_route
        assert name is not None
        length = self.map.routes[name].length
        plain, _, locomotives = amount.partition("+")
        paid = self._no_cards()
        paid[color] += int(plain)
        paid[LOCOMOTIVE] += int(locomotives or 0)
        for kind, count in paid.items():
            self.hands[self.seat][kind] -= count
            self.seen[self.seat][kind] = max(0, self.seen[self.seat][kind] - count)
            self.discard[kind] += count
        self.routes[name] = self.seat
        self.trains[self.seat] -= length
        self.route_points[self.seat] += POINTS_FOR_LENGTH[length]
        self.pending_route = None
        self._settle_row()
        self._finish_turn()

    def _offer_tickets(self, seat: int, count: int) -> None:
        self.offers[seat] = self.ticket_deck[:count]
        self.ticket_deck = self.ticket_deck[count:]

    def _keep(self, seat: int, places: list[int]) -> None:
        offer, self.offers[seat] = self.offers[seat], []
        kept = [offer[place - 1] for place in places]
        back = [ticket for ticket in offer if ticket not in kept]
        self.tickets[seat] = sorted(self.tickets[seat] + kept)
        if self.phase == "keep_tickets":
            self.ticket_deck += back
            self._finish_turn()
            return
        self.returned[seat] = back
        still_choosing = [s for s in range(self.seats) if self.offers[s]]
        if still_choosing:
            self.seat = still_choosing[0]
        else:
            self._begin_turns()

    def _begin_turns(self) -> None:
        """R6: what was put aside goes under the deck in seat order, or leaves the game."""
        aside = [ticket for back in self.returned for ticket in back]
        if self.numbers.returned_first_tickets_leave:
            self.removed = sorted(aside)
        else:
            self.ticket_deck += aside
        self.returned = [[] for _ in range(self.seats)]
        self.seat, self.phase = 0, "turn"

    def _finish_turn(self) -> None:
        """R13, R4: the final round, the deadlock, or simply the next seat."""
        if self.final_turns_left is not None:
            self.final_turns_left -= 1
        elif self.trains[self.seat] <= FEW_TRAINS:
            self.final_turns_left = self.seats
        if self.final_turns_left == 0:
            self.phase, self.end_reason = "over", "final_round"
        elif self.final_turns_left is None and self.passes == self.seats:
            self.phase, self.end_reason = "over", "deadlock"
        else:
            self.seat, self.phase = (self.seat + 1) % self.seats, "turn"

    # ---- what comes out --------------------------------------------------------------------

    def score(self) -> dict[str, Any]:
        return scoring.score(self.numbers, self.map, self.routes, self.tickets)

    def to_dict(self) -> dict[str, Any]:
        state = {name: getattr(self, name) for name in STATE}
        state["key"] = self.key.hex()
        state["routes"] = {r: self.routes[r] for r in self.map.routes if r in self.routes}
        return copy.deepcopy(state)

    @classmethod
    def from_dict(cls, state: dict[str, Any]) -> Self:
        """A game that goes on from a state dict; keys it does not know are ignored."""
        game = cls.__new__(cls)
        for name in STATE:
            setattr(game, name, copy.deepcopy(state[name]))
        game._sit_down(state["edition"], state["seats"], bytes.fromhex(state["key"]))
        return game
