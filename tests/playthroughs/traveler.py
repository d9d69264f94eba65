"""Someone who plays well enough to be watched: works on its tickets, and takes what is near.

Its choices follow from its seed and the position alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import caboose
from caboose.engine.progress import ticket_progress
from caboose.engine.sets import members

LARGE_HAND = 12
LONG_ROUTE = 3
FEW_TRAINS = 9

T = TypeVar("T")


class Traveler:
    """The player of one seat."""

    def __init__(self, game: caboose.Game, seat: int, seed: str) -> None:
        self.game = game
        self.seat = seat
        self.dice = random.Random(seed)
        self.routes = {route.id: route for route in game.edition.board.routes}
        self.plan: set[str] = set()  # the routes that the seat's tickets still need

    def choose(self, state: caboose.State, legal: list[caboose.Action]) -> caboose.Action:
        match legal[0].kind:
            case "keep":
                return self._keep(state, legal)
            case "pay":
                return min(
                    legal, key=lambda action: (action.locomotives, -self._held(state, action))
                )
            case "pass":
                return legal[0]
        if state.phase == "turn":
            self.plan = self._routes_to_claim(state)
            if action := self._claim_or_ask(state, legal):
                return action
        return self._draw(state, legal)

    def _chance(self, share: float) -> bool:
        return self.dice.random() < share

    def _any(self, things: Sequence[T]) -> T:
        return things[int(self.dice.random() * len(things))]

    def _cards(self, state: caboose.State, color: str) -> int:
        return int(state.fields.hand[self.seat, self.game.notation.color_number(color)])

    def _held(self, state: caboose.State, payment: caboose.Action) -> int:
        return self._cards(state, str(payment.color))

    def _routes_to_claim(self, state: caboose.State) -> set[str]:
        tickets = members(state.fields.tickets[self.seat])
        progress = ticket_progress(self.game, state.fields, self.seat, tickets)
        return {route for ticket in progress for route in ticket.routes}

    def _keep(self, state: caboose.State, legal: list[caboose.Action]) -> caboose.Action:
        """The fewest tickets allowed, those that bring most for the trains they need."""
        offer = state.fields.offer[self.seat, : state.fields.offer_size[self.seat]].tolist()
        progress = ticket_progress(self.game, state.fields, self.seat, offer)
        points = [self.game.edition.tickets[ticket].points for ticket in offer]
        worth = [
            gain / (1 + ticket.trains) - ticket.cut_off
            for gain, ticket in zip(points, progress, strict=True)
        ]
        fewest = len(legal[0].places)
        few = [action for action in legal if len(action.places) == fewest]
        return max(few, key=lambda action: sum(worth[place - 1] for place in action.places))

    def _claim_or_ask(
        self, state: caboose.State, legal: list[caboose.Action]
    ) -> caboose.Action | None:
        claims = [action for action in legal if action.kind == "claim"]
        planned = [action for action in claims if action.route in self.plan]
        if planned and self._chance(0.85):
            return self._longest(planned)
        if not self.plan and self._wants_tickets(state, legal):
            return next(action for action in legal if action.kind == "tickets")
        is_hurried = int(state.fields.hand_size[self.seat]) >= LARGE_HAND or self._is_late(state)
        if claims and (not self.plan or is_hurried):
            longest = self._longest(claims)
            if is_hurried or self.routes[str(longest.route)].length >= LONG_ROUTE:
                return longest
        is_asking_or_claiming = legal[0].kind != "draw"
        return self._any(legal) if is_asking_or_claiming else None

    def _is_late(self, state: caboose.State) -> bool:
        return bool(
            state.fields.final_turns_left >= 0 or state.fields.trains[self.seat] < FEW_TRAINS
        )

    def _wants_tickets(self, state: caboose.State, legal: list[caboose.Action]) -> bool:
        has_time = int(state.fields.trains[self.seat]) > self.game.edition.trains // 3
        return has_time and self._chance(0.5) and any(action.kind == "tickets" for action in legal)

    def _longest(self, claims: list[caboose.Action]) -> caboose.Action:
        return max(claims, key=lambda action: self.routes[str(action.route)].length)

    def _draw(self, state: caboose.State, legal: list[caboose.Action]) -> caboose.Action:
        """A face-up card the plan can use, sometimes a locomotive, else from the deck."""
        draws = [action for action in legal if action.kind == "draw"]
        wanted = {self.routes[route].color for route in self.plan}
        useful = [action for action in draws if action.color in wanted]
        if useful and self._chance(0.8):
            return max(useful, key=lambda action: self._held(state, action))
        if len(draws) > 1 and self._chance(0.3):
            return max(draws[1:], key=lambda action: self._held(state, action))
        if draws[-1].color == "locomotive" and self._chance(0.3):
            return draws[-1]
        return draws[0] if draws[0].color is None else self._any(draws)
