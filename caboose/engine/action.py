"""The closed list of actions: as objects, as numbers and as text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from caboose.boards import Edition
from caboose.boards.limits import MAX_LENGTH, MAX_OFFER
from caboose.engine.errors import BadNotation, Reason
from caboose.engine.fields import LOCOMOTIVE
from caboose.engine.numbering import (
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEPT_PLACES,
    PASS,
    PAY,
    payment,
    payment_color,
    payment_locomotives,
)

_FORMS = "draw deck, draw red, claim ROUTE, pay red 3+1, tickets, keep 1 2, pass"
_AMOUNT = re.compile(r"([0-9]{1,2})(?:\+([0-9]{1,2}))?")

_PLACE = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. `str(action)` is its notation; `number` its place in the pinned order."""

    number: int
    text: str
    kind: str  # draw, tickets, claim, pay, keep, pass
    color: str | None = None  # draw: None means the deck; pay: the color paid with
    route: str | None = None  # claim
    cards: int = 0  # pay: cards of the color
    locomotives: int = 0  # pay: locomotives
    places: tuple[int, ...] = ()  # keep: places in the offer, from 1

    def __str__(self) -> str:
        return self.text


class Notation:
    """The actions of one edition's games, by number and by text."""

    def __init__(self, edition: Edition) -> None:
        self.colors = edition.colors
        self.cards = (*edition.colors, "locomotive")
        self.routes = tuple(route.id for route in edition.board.routes)
        self._color_number = {name: i for i, name in enumerate(edition.colors)}
        self._color_number["locomotive"] = LOCOMOTIVE
        self._in_card_order = itemgetter(*(self._color_number[name] for name in self.cards))
        self._route_number = {route: i for i, route in enumerate(self.routes)}
        self._actions = {action.number: action for action in self._plain_actions()}
        self._payments: dict[tuple[int, int], Action] = {}

    def _plain_actions(self) -> list[Action]:
        draws = [
            Action(DRAW_FACE_UP + number, f"draw {name}", "draw", color=name)
            for name, number in self._color_number.items()
        ]
        claims = [
            Action(CLAIM + i, f"claim {route}", "claim", route=route)
            for i, route in enumerate(self.routes)
        ]
        keeps = [
            Action(
                KEEP + i,
                "keep " + " ".join(str(1 + place) for place in places),
                "keep",
                places=tuple(1 + place for place in places),
            )
            for i, places in enumerate(KEPT_PLACES)
        ]
        return [
            Action(DRAW_DECK, "draw deck", "draw"),
            *draws,
            Action(DRAW_TICKETS, "tickets", "tickets"),
            *claims,
            *keeps,
            Action(PASS, "pass", "pass"),
        ]

    def color_name(self, color: int) -> str | None:
        """The name of a card's color, None for no card."""
        if color < 0:
            return None
        return "locomotive" if color == LOCOMOTIVE else self.colors[color]

    def color_number(self, name: str) -> int:
        """The number of a color's name."""
        return self._color_number[name]

    def by_name(self, counts: Sequence[int]) -> dict[str, int]:
        """Counts per color number by the colors' names, the locomotive last."""
        return dict(zip(self.cards, self._in_card_order(counts), strict=True))

    def route_number(self, route: str) -> int:
        """The number of a route's id."""
        return self._route_number[route]

    def action(self, number: int, length: int = 0) -> Action:
        """The action with a number; a payment also needs the length of the route it pays for."""
        if PAY <= number < KEEP:
            color = int(payment_color(number))
            return self.payment(color, length, int(payment_locomotives(number, length)))
        return self._actions[number]

    def payment(self, color: int, length: int, locomotives: int) -> Action:
        """The payment of a route's length in a color, this many locomotives in it."""
        number = int(payment(color, locomotives))
        if (number, length) not in self._payments:
            name, cards = str(self.color_name(color)), length - locomotives
            amount = str(cards) if locomotives == 0 else f"{cards}+{locomotives}"
            if color == LOCOMOTIVE:
                amount = str(locomotives)
            self._payments[number, length] = Action(
                number, f"pay {name} {amount}", "pay", name, None, cards, locomotives
            )
        return self._payments[number, length]

    def check(self, action: Action) -> None:
        """Refuse an action that was not made here: its number could mean something else."""
        try:
            known = self.action(action.number, action.cards + action.locomotives)
        except (KeyError, IndexError):
            known = None
        if known != action:
            raise _bad(f"'{action.text}' is not an action of this game", "not_an_action")

    def parse(self, text: str) -> tuple[Action, ...]:
        """Read a line; a claim may be followed by its payment, which makes two actions."""
        words = text.lower().split() if isinstance(text, str) else []
        match words:
            case ["draw", "deck"]:
                return (self._actions[DRAW_DECK],)
            case ["draw", color]:
                return (self._actions[DRAW_FACE_UP + self._read_color(color)],)
            case ["tickets"]:
                return (self._actions[DRAW_TICKETS],)
            case ["pass"]:
                return (self._actions[PASS],)
            case ["claim", route]:
                return (self._actions[CLAIM + self._read_route(route)],)
            case ["claim", route, color, amount]:
                claim = self._actions[CLAIM + self._read_route(route)]
                return (claim, self._read_payment(color, amount))
            case ["pay", color, amount]:
                return (self._read_payment(color, amount),)
            case ["keep", *places] if places:
                return (self._read_keep(places),)
        shown = text if isinstance(text, str) else repr(text)
        raise _bad(f"'{shown[:60]}' is not an action; write one of: {_FORMS}", "not_an_action")

    def _read_color(self, word: str) -> int:
        if word not in self._color_number:
            raise _bad(
                f"there is no {word[:30]} card; the cards are {', '.join(self.cards)}",
                "unknown_color",
                color=word[:30],
            )
        return self._color_number[word]

    def _read_route(self, word: str) -> int:
        if word in self._route_number:
            return self._route_number[word]
        if f"{word}.1" in self._route_number:
            raise _bad(
                f"{word} is a double route: write {word}.1 or {word}.2", "double_route", route=word
            )
        near = difflib.get_close_matches(word, self.routes, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise _bad(f"there is no route {word[:60]}{hint}", "unknown_route", route=word[:60])

    def _read_payment(self, color_word: str, amount_word: str) -> Action:
        color = self._read_color(color_word)
        match = _AMOUNT.fullmatch(amount_word)
        if not match:
            raise _bad(
                f"'{amount_word[:20]}' is not an amount; write 4, or 3+1 for three cards and one"
                " locomotive",
                "bad_amount",
            )
        cards, locomotives = int(match[1]), int(match[2] or 0)
        if color == LOCOMOTIVE and match[2] is None:
            cards, locomotives = 0, cards
        elif color == LOCOMOTIVE or cards == 0:
            raise _bad(
                f"locomotives alone are written: pay locomotive {cards + locomotives}", "bad_amount"
            )
        if not 1 <= cards + locomotives <= MAX_LENGTH:
            raise _bad(f"no route takes {cards + locomotives} cards", "bad_amount")
        return self.payment(color, cards + locomotives, locomotives)

    def _read_keep(self, words: list[str]) -> Action:
        places = tuple(int(word) - 1 for word in words if _PLACE.fullmatch(word))
        if len(places) < len(words) or not all(0 <= place < MAX_OFFER for place in places):
            raise _bad(
                "after keep come places in the offer, counted from 1: keep 1 3", "bad_places"
            )
        if places not in KEPT_PLACES:
            raise _bad(
                "write each place once, the lowest first: keep 1 3",
                "bad_places",
            )
        return self._actions[KEEP + KEPT_PLACES.index(places)]


def _bad(sentence: str, code: str, **values: Any) -> BadNotation:
    return BadNotation(Reason(sentence, code, **values))
