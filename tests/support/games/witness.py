"""A person with a perfect memory, who knows the rules and only what its seat was told.

From the history as a viewer saw it, a witness works out the whole view, so that a view cannot say
more than was seen. It shares no bookkeeping with the engine.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import caboose
from caboose import Event, Game
from caboose.engine.history import Step

Cards = Counter[str]


class Witness:
    """What can be known after some steps; a spectator's viewer is None."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self.game, self.viewer = game, viewer
        seats, edition = range(game.seats), game.edition
        self.lengths = {route.id: route.length for route in edition.board.routes}
        self.seat, self.phase = 0, "first_tickets"
        self.actions = self.turns = self.passes = self.chance = 0
        self.final_turns_left: int | None = None
        self.pending_route: str | None = None
        self.face_up: list[str | None] = [None] * 5
        self.left_in_deck = 0  # cards under those of the sweeps that were counted
        self.discard: Cards = Counter()
        self.hands = [0] * game.seats
        self.seen: list[Cards] = [Counter() for _ in seats]
        self.trains = [edition.trains] * game.seats
        self.route_points = [0] * game.seats
        self.routes: dict[str, int] = {}
        self.tickets, self.offers = [0] * game.seats, [0] * game.seats
        self.own_hand: Cards = Counter()
        self.own_tickets: list[int] = []
        self.own_offer: list[int] = []
        self.own_returned: list[int] = []
        self.own_removed: list[int] = []
        self.ticket_deck: list[int | None] = [None] * len(edition.tickets)
        whole = Counter(dict.fromkeys(edition.colors, edition.cards_per_color))
        whole["locomotive"] = edition.locomotives
        self._remember_shuffle(whole)

    def _remember_shuffle(self, deck: Cards) -> None:
        self.deck = deck.total()
        self.shuffled, self.revealed = Counter(deck), Counter[str]()
        self.blind = [0] * self.game.seats
        self.spent: list[Cards] = [Counter() for _ in range(self.game.seats)]
        self.own_fresh: Cards = Counter()

    # ---- what happens ----------------------------------------------------------------------------

    def hear(self, step: Step) -> None:
        """One step, as the viewer saw it."""
        is_set_up = step.action is None
        self.ends_turn = False
        if not is_set_up:
            self.actions += 1
            self.passes = self.passes + 1 if step.action == "pass" else 0
        for event in step.events:
            getattr(self, f"_{event.kind}")(event, event.seat)
        if is_set_up or self.phase == "first_tickets":
            self.seat = self.waiting_for()[0]
        else:
            assert step.action is not None
            self._go_on(step.action)

    def _go_on(self, action: str) -> None:
        """G1: what is decided next, and by whom."""
        if self.phase == "over":
            return
        verb = action.split(maxsplit=1)[0]
        if verb == "claim":
            self.phase = "payment"
        elif verb == "tickets":
            self.phase = "keep_tickets"
        elif verb == "draw" and self.phase == "turn" and not self._is_last_card(action):
            self.phase = "second_card"
        elif not (verb == "keep" and self.was_first_choice):
            self._end_turn()
        self.was_first_choice = False

    def _is_last_card(self, action: str) -> bool:
        return action == "draw locomotive" or self.ends_turn

    def _end_turn(self) -> None:
        self.turns += 1
        if self.final_turns_left is not None and not self.began_now:
            self.final_turns_left -= 1
        self.began_now = False
        self.phase, self.seat = "turn", (self.seat + 1) % self.game.seats

    was_first_choice = False
    began_now = False

    def _drew_blind(self, event: Event, seat: int) -> None:
        self.deck -= 1
        self.chance += 1
        self.hands[seat] += 1
        self.blind[seat] += 1
        if seat == self.viewer:
            self.own_hand[event.facts["color"]] += 1
            self.own_fresh[event.facts["color"]] += 1

    def _took_face_up(self, event: Event, seat: int) -> None:
        color, slot = event.facts["color"], event.facts["slot"]
        assert self.face_up[slot] == color
        self.face_up[slot] = None
        self.hands[seat] += 1
        self.seen[seat][color] += 1
        if seat == self.viewer:
            self.own_hand[color] += 1

    def _laid(self, event: Event, _seat: None) -> None:
        assert self.face_up[event.facts["slot"]] is None
        self.face_up[event.facts["slot"]] = event.facts["color"]
        self.revealed[event.facts["color"]] += 1
        self.deck -= 1
        self.chance += 1
        if self.left_in_deck:
            self.left_in_deck -= 1
            self.discard[event.facts["color"]] -= 1

    def _swept(self, _event: Event, _seat: None) -> None:
        self.discard.update(card for card in self.face_up if card is not None)
        self.face_up = [None] * 5

    def _swept_often(self, event: Event, _seat: None) -> None:
        """Rows of five came and went; R1 says how full the deck is, the next rows what is in it."""
        self._swept(event, None)
        self.discard.update(self.shuffled - self.revealed)
        for _ in range(event.facts["times"]):
            self.deck = self.deck - 5 if self.deck >= 5 else self.discard.total() - 5
        self.left_in_deck = self.deck
        self.chance += 5 * event.facts["times"]

    def _reshuffled(self, event: Event, _seat: None) -> None:
        assert self.deck == 0
        assert event.facts["cards"] == self.discard.total()
        self._remember_shuffle(self.discard)
        self.discard = Counter()

    def _draw_ended(self, _event: Event, _seat: int) -> None:
        self.ends_turn = True

    def _claimed(self, event: Event, _seat: int) -> None:
        self.pending_route = event.facts["route"]

    def _paid(self, event: Event, seat: int) -> None:
        facts = event.facts
        paid = Counter({facts["color"]: facts["cards"]})
        paid["locomotive"] += facts["locomotives"]
        for color, count in paid.items():
            known = min(self.seen[seat][color], count)
            self.seen[seat][color] -= known
            self.spent[seat][color] += count - known
            if seat == self.viewer:
                self.own_hand[color] -= count
        self.discard.update(paid)
        self.hands[seat] -= paid.total()
        self.trains[seat] -= self.lengths[facts["route"]]
        self.route_points[seat] += facts["points"]
        self.routes[facts["route"]] = seat
        self.pending_route = None

    def _offered(self, event: Event, seat: int) -> None:
        self.offers[seat] = event.facts["count"]
        self.ticket_deck = self.ticket_deck[event.facts["count"] :]
        if seat == self.viewer:
            self.own_offer = event.facts["tickets"]

    def _kept(self, event: Event, seat: int) -> None:
        self.tickets[seat] += event.facts["count"]
        back: list[int | None] = [None] * (self.offers[seat] - event.facts["count"])
        if seat == self.viewer:
            back = [*self._keep_own(event)]
        self.ticket_deck += back
        self.offers[seat] = 0

    def _keep_own(self, event: Event) -> list[int]:
        kept = event.facts["tickets"]
        self.own_tickets = sorted([*self.own_tickets, *kept])
        back = [ticket for ticket in self.own_offer if ticket not in kept]
        self.own_offer = []
        return back

    def _chose_first_tickets(self, event: Event, seat: int) -> None:
        self.offers[seat] = 0
        if seat == self.viewer:
            self.tickets[seat] = event.facts["count"]
            self.own_returned = self._keep_own(event)

    def _all_chose(self, event: Event, _seat: None) -> None:
        edition = self.game.edition
        self.tickets = list(event.facts["counts"])
        self.was_first_choice = True
        if edition.returned_first_tickets_leave:
            self.own_removed = sorted(self.own_returned)
        else:
            for seat, count in enumerate(self.tickets):
                unknown: list[int | None] = [None] * (edition.first_offer - count)
                self.ticket_deck += self.own_returned if seat == self.viewer else unknown
        self.own_returned = []
        self.seat, self.phase = 0, "turn"

    def _passed(self, _event: Event, _seat: int) -> None:
        pass

    def _final_round_began(self, _event: Event, _seat: int) -> None:
        self.final_turns_left = self.game.seats
        self.began_now = True

    def _game_ended(self, _event: Event, _seat: None) -> None:
        self.phase = "over"

    # ---- what is known ---------------------------------------------------------------------------

    def waiting_for(self) -> list[int]:
        if self.phase == "first_tickets":
            return [seat for seat, offer in enumerate(self.offers) if offer]
        return [self.seat]

    def _cards(self, cards: Cards) -> dict[str, int]:
        return {card: cards[card] for card in (*self.game.edition.colors, "locomotive")}

    def to_dict(self) -> dict[str, Any]:
        """All that a view may say before the game is over."""
        known = {
            "viewer": self.viewer,
            "edition": self.game.edition.id,
            "seats": self.game.seats,
            "seat": self.seat,
            "phase": self.phase,
            "face_up": self.face_up,
            "discard": self._cards(self.discard),
            "trains": self.trains,
            "routes": {route: self.routes[route] for route in self.lengths if route in self.routes},
            "route_points": self.route_points,
            "seen": [self._cards(seen) for seen in self.seen],
            "final_turns_left": self.final_turns_left,
            "passes": self.passes,
            "pending_route": self.pending_route,
            "actions": self.actions,
            "turns": self.turns,
            "end_reason": None,
            "chance": self.chance,
            "waiting_for": self.waiting_for(),
            "deck": self.deck,
            "ticket_deck": len(self.ticket_deck),
            "hands": self.hands,
            "tickets": self.tickets,
            "offers": self.offers,
            "since_shuffle": {
                "deck": self._cards(self.shuffled),
                "revealed": self._cards(self.revealed),
                "blind": self.blind,
                "spent": [self._cards(spent) for spent in self.spent],
            },
        }
        return known if self.viewer is None else {**known, "own": self._own()}

    def _own(self) -> dict[str, Any]:
        return {
            "hand": self._cards(self.own_hand),
            "drawn_since_shuffle": self._cards(self.own_fresh),
            "tickets": self.own_tickets,
            "offer": self.own_offer,
            "returned": self.own_returned,
            "removed": self.own_removed,
            "in_ticket_deck": [
                {"ticket": ticket, "place": place}
                for place, ticket in enumerate(self.ticket_deck, start=1)
                if ticket is not None
            ],
        }


def witnesses(game: caboose.Game) -> list[Witness]:
    """A spectator and every seat."""
    return [Witness(game, viewer) for viewer in (None, *range(game.seats))]
