"""What happened, in sentences: single events, whole turns, whole games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from caboose.engine.event import Event, sweeps
from caboose.engine.game import Game
from caboose.engine.history import Step
from caboose.engine.state import State
from caboose.terminal.score_sheet import score_sheet_text

# How a verb goes with "you".
_YOUR_VERB = {"has": "have", "is": "are", "passes": "pass", "chooses": "choose"}


class Teller:
    """Tells the events of one game, with its players' names and its edition's words."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        board = game.edition.board
        self.game = game
        self.words = game.edition.words
        self.names = [
            _printable(names[seat]) if seat < len(names) else f"Seat {seat}"
            for seat in range(game.seats)
        ]
        self._cities = {city.id: city.name for city in board.cities}
        self._routes = {route.id: route for route in board.routes}

    # --- things -----------------------------------------------------------------------------------

    def card(self, color: str | None, count: int = 1) -> str:
        """A card by its color; London and New York have their own word for the locomotive."""
        if color is None:
            return "nothing"
        if color != "locomotive":
            return color
        return self.words.locomotive if count == 1 else self.words.locomotives

    def cards(self, counts: dict[str, int]) -> str:
        """So many of each color, those that are there."""
        return ", ".join(f"{self.card(color)} {n}" for color, n in counts.items() if n)

    def one_card(self, color: str) -> str:
        """A card that is taken: pink, or a bus card."""
        card = self.card(color)
        if color != "locomotive":
            return card
        return f"an {card}" if card[0] in "aeiou" else f"a {card}"

    def city(self, city: str) -> str:
        """A city by its name."""
        return self._cities[city]

    def route(self, route: str) -> str:
        """A route by the names of its cities."""
        return "–".join(self._cities[city] for city in self._routes[route].cities)

    def ticket(self, ticket: int) -> str:
        """A ticket by the names of its cities, with its points."""
        facts = self.game.edition.tickets[ticket]
        return f"{'–'.join(self._cities[city] for city in facts.cities)} ({facts.points})"

    def payment(self, color: str, cards: int, locomotives: int) -> str:
        """The cards of a payment."""
        parts = [f"{cards} {color}"] if cards else []
        if locomotives:
            parts.append(f"{locomotives} {self.card('locomotive', locomotives)}")
        return " and ".join(parts)

    def does(self, seat: int | None, verb: str) -> str:
        """A player and what it does: Ann draws, you draw."""
        return f"{self.name(seat)} {self._verb(seat, verb)}"

    def name(self, seat: int | None) -> str:
        """A player's name."""
        return "Somebody" if seat is None else self.names[seat]

    def _verb(self, seat: int | None, verb: str) -> str:
        if self.name(seat) != "You":
            return verb
        return _YOUR_VERB.get(verb, verb.removesuffix("s"))

    # --- events -----------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """One event as a sentence."""
        deed = self._deed(event)
        if deed is not None:
            verb, rest = deed
            return f"{self.does(event.seat, verb)}{rest}."
        return self._table_event(event)

    def _deed(self, event: Event) -> tuple[str, str] | None:
        """What a player does: the verb and the rest. None for what happens on the table."""
        facts = event.facts
        match event.kind:
            case "drew_blind":
                return "draws", f" {self._blind_card(event)}"
            case "took_face_up":
                return "draws", f" {self.one_card(facts['color'])} from the row"
            case "claimed":
                return "claims", f" {self.route(facts['route'])}"
            case "paid":
                return "pays", f" {self._payment(event)} for {self.route(facts['route'])}"
            case "offered":
                return "draws", f" {self._offer(event)}"
            case "kept":
                return "keeps", f" {self._tickets(event)}"
            case "chose_first_tickets":
                return self._first_choice(event)
            case "passed":
                return "passes", ""
        return None

    def _table_event(self, event: Event) -> str:
        facts = event.facts
        match event.kind:
            case "laid":
                return (
                    f"{self.card(facts['color']).capitalize()} is laid in slot {facts['slot'] + 1}."
                )
            case "swept":
                return self._sweep(1)
            case "swept_often":
                return f"The row is swept {facts['times']} times more."
            case "reshuffled":
                return f"The discards become a new deck of {facts['cards']} cards."
            case "draw_ended":
                return "No second card can be drawn."
            case "all_chose":
                kept = [f"{self.does(seat, 'keeps')} {n}" for seat, n in enumerate(facts["counts"])]
                return f"All have chosen first tickets: {', '.join(kept)}."
            case "final_round_began":
                return f"{self.does(event.seat, 'begins')} the final round: one more turn each."
            case "game_ended" if facts["reason"] == "deadlock":
                return "Nobody can do anything any more; the game is over."
            case "game_ended":
                return "The final round is played; the game is over."
        raise AssertionError(f"there are no words for the event {event.kind}")

    def _sweep(self, times: int) -> str:
        often = "" if times == 1 else f" {times} times"
        return f"Three {self.words.locomotives} lie face up, so the row is swept{often}."

    def _blind_card(self, event: Event) -> str:
        color = event.facts.get("color")
        return f"{'a card' if color is None else self.one_card(color)} from the deck"

    def _payment(self, event: Event) -> str:
        facts = event.facts
        return self.payment(facts["color"], facts["cards"], facts["locomotives"])

    def _tickets(self, event: Event) -> str:
        if "tickets" in event.facts:
            return ", ".join(map(self.ticket, event.facts["tickets"]))
        return _count(event.facts["count"], "ticket")

    def _offer(self, event: Event) -> str:
        is_told = "tickets" in event.facts
        return f"the tickets {self._tickets(event)}" if is_told else self._tickets(event)

    def _first_choice(self, event: Event) -> tuple[str, str]:
        if "tickets" in event.facts:
            return "keeps", f" {self._tickets(event)}"
        return "chooses", " first tickets"

    # --- turns ------------------------------------------------------------------------------------

    def turn(self, steps: Sequence[Step]) -> str:
        """A whole turn of one seat, or as much of it as was played, in one or two sentences."""
        return f"{self.name(steps[0].seat)} {self.deeds(steps)}"

    def deeds(self, steps: Sequence[Step]) -> str:
        """What a seat did in its turn, without its name, and what that set off on the table."""
        events = [event for step in steps for event in step.events]
        deeds = [(event, self._deed_of_turn(event, events)) for event in events]
        told = [f"{self._verb(event.seat, deed[0])}{deed[1]}" for event, deed in deeds if deed]
        return " ".join([f"{_join(told)}.", *self._set_off(events)])

    def _set_off(self, events: Sequence[Event]) -> list[str]:
        """What a turn set off on the table: all sweeps in one sentence, and the last new deck."""
        is_told = {event.kind: event for event in events if self._deed(event) is None}
        kinds = [kind for kind in is_told if kind not in ("laid", "swept_often")]
        often = sweeps(events)
        return [
            self._sweep(often) if kind == "swept" else self._table_event(is_told[kind])
            for kind in kinds
        ]

    def _deed_of_turn(self, event: Event, events: Sequence[Event]) -> tuple[str, str] | None:
        """What a player does; a claim and its payment are one deed."""
        facts = event.facts
        if event.kind == "claimed" and any(other.kind == "paid" for other in events):
            return None
        if event.kind == "paid":
            length = facts["cards"] + facts["locomotives"]
            route, points = self.route(facts["route"]), _count(facts["points"], "point")
            return "claims", f" {route} ({length}) with {self._payment(event)} for {points}"
        return self._deed(event)


def turns(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps after set-up, turn by turn; first tickets are a turn for each seat.

    No seat has two turns in a row, so a turn is a run of steps of one seat.
    """
    played = [step for step in steps if step.seat is not None]
    for _, run in groupby(played, key=lambda step: (step.seat, is_first_choice(step))):
        yield list(run)


def is_first_choice(step: Step) -> bool:
    """Is this a seat's choice of its first tickets?"""
    return any(event.kind == "chose_first_tickets" for event in step.events)


def tell_game(state: State, names: Sequence[str] = ()) -> str:
    """A game from its deal to its score, turn by turn. Everything is told, secrets too."""
    if state.history is None:
        raise ValueError("a position that was written by hand has no story; only a game has one.")
    teller = Teller(state.game, names)
    set_up, *steps = state.history
    lines = [_title(teller), "", *_tell_set_up(teller, set_up), ""]
    number = 0
    for turn in turns(steps):
        if is_first_choice(turn[0]):
            lines += [teller.event(event) for step in turn for event in step.events]
            continue
        number += 1
        lines.append(f"Turn {number}, {teller.name(turn[0].seat)}: {teller.deeds(turn)}")
    return "\n".join([*lines, "", *_tell_end(teller, state), ""])


def _title(teller: Teller) -> str:
    return f"{teller.game.edition.name}: {', '.join(teller.names)}"


def _tell_set_up(teller: Teller, step: Step) -> list[str]:
    """Hands, row and offers as they were dealt."""
    seats = range(teller.game.seats)
    hands: list[list[str]] = [[] for _ in seats]
    offers = [""] * teller.game.seats
    row: list[str] = []
    for event in step.events:
        if event.kind == "drew_blind" and event.seat is not None:
            hands[event.seat].append(teller.card(event.facts["color"]))
        elif event.kind == "offered" and event.seat is not None:
            offers[event.seat] = ", ".join(map(teller.ticket, event.facts["tickets"]))
        elif event.kind == "swept":
            row = []
        elif event.kind == "laid":
            row.append(teller.card(event.facts["color"]))
    told = [
        f"{teller.does(seat, 'is')} dealt {', '.join(hands[seat])} and offered {offers[seat]}."
        for seat in seats
    ]
    return [*told, f"The row: {', '.join(row)}."]


def _tell_end(teller: Teller, state: State) -> list[str]:
    waiting = " and ".join(teller.names[seat] for seat in state.waiting_for())
    intro = [] if state.is_over else [f"To decide: {waiting}. If the game ended now:", ""]
    return [*intro, score_sheet_text(state.game, state.score(), teller.names)]


def _join(parts: list[str]) -> str:
    """Two draws share their verb: draws red from the row and a card from the deck."""
    if len(parts) == 2:
        verb = parts[0].split(" ", 1)[0]
        return f"{parts[0]} and {parts[1].removeprefix(verb + ' ')}"
    return ", then ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _printable(name: str) -> str:
    """A name without anything that a terminal would obey."""
    return "".join(letter for letter in name if letter.isprintable()) or "-"
