"""What an analysis says, in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caboose.analysis.sentences import Sentence
from caboose.boards import Edition

KIND_NAMES = {
    "tickets_kept": "Tickets kept",
    "tickets_drawn": "Tickets drawn",
    "tickets_not_drawn": "Tickets not drawn",
    "draw": "Cards drawn",
    "claim_too_early": "Claim too early",
    "claim_too_late": "Claim too late",
    "wrong_route": "Wrong route",
    "payment": "Payment",
    "block_missed": "Block missed",
    "tempo": "Tempo at the end",
}
MARK_NAMES = {"inaccuracy": "Inaccuracy", "mistake": "Mistake", "blunder": "Blunder"}

_KINDS = {
    "kind_tickets_kept": "{best} was better than {played}.",
    "kind_tickets_drawn": "{best} was worth more than new tickets now.",
    "kind_tickets_not_drawn": "it was time for tickets, not for {played}.",
    "kind_draw": "{best} was better than {played}.",
    "kind_claim_too_early": "{played} could wait; {best} was better.",
    "kind_claim_too_late": "{best} could not wait; {played} could.",
    "kind_wrong_route": "{best} was better than {played}.",
    "kind_payment": "{best} would have left better cards than {played}.",
    "kind_block_missed": "{best} would have stood in another's way; {played} did not.",
    "kind_tempo": "the end is near: {best} was better than {played}.",
}


class Words:
    """Says sentences about the games of one edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.cities = {city.id: city.name for city in edition.board.cities}
        self.routes = {route.id: route for route in edition.board.routes}

    def route(self, route: str) -> str:
        """A route by the names of its cities."""
        return "–".join(self.cities[city] for city in self.routes[route].cities)

    def color(self, claim: str) -> str:
        """The color of the route that an action claims; "any color" if it is gray."""
        color = self.routes[claim.removeprefix("claim ")].color
        return "any color" if color == "gray" else color

    def ticket(self, ticket: int) -> str:
        """A ticket by the names of its cities."""
        return "–".join(self.cities[city] for city in self.edition.tickets[ticket].cities)

    def card(self, color: str) -> str:
        """A card by its color, the wild card by its name on this board."""
        return self.edition.words.locomotive if color == "locomotive" else color

    def action(self, text: str, offer: Sequence[int] = ()) -> str:
        """An action as what somebody does: 'claiming Denver–Omaha', 'drawing from the deck'."""
        match text.split():
            case ["draw", "deck"]:
                return "drawing from the deck"
            case ["draw", color]:
                return f"taking a face-up {self.card(color)}"
            case ["claim", route]:
                return f"claiming {self.route(route)}"
            case ["pay", color, amount]:
                return f"paying {self._paid(color, amount)}"
            case ["keep", *places]:
                return f"keeping {listed([self.ticket(offer[int(p) - 1]) for p in places])}"
            case ["tickets"]:
                return "drawing tickets"
        return "passing"

    def _paid(self, color: str, amount: str) -> str:
        cards, _, wild = amount.partition("+")
        paid = f"{cards} {self.card(color)}"
        return f"{paid} and {wild} {self.edition.words.locomotive}" if wild else paid

    def say(self, sentence: Sentence) -> str:
        """A sentence in English."""
        said = sentence.values
        if sentence.code in _KINDS:
            return self._versus(_KINDS[sentence.code], said)
        if sentence.code == "error":
            return _loss(said)
        if sentence.code == "route_taken":
            share, route = percent(said["share"]), self.route(said["route"])
            return f"In {share} of such games somebody else takes {route}."
        if sentence.code == "as_good":
            moves = (self.action(move, said["offer"]) for move in said["moves"])
            return f"About as good: {', '.join(moves)}."
        if sentence.code == "begins_last_round":
            return f"Claiming {self.route(said['route'])} begins the last round."
        if sentence.code == "began_last_round":
            return f"Claiming {self.route(said['route'])} began the last round."
        if sentence.code == "stayed_open":
            turns = said["turns"]
            return f"It was missed at {turns} turns; here that cost most, and it counts once."
        if sentence.code == "same_opportunity":
            return f"The same opportunity was missed here that counts at action {said['at'] + 1}."
        if sentence.code == "points":
            return _points(said)
        return self._ticket(sentence.code, said)

    def _versus(self, form: str, said: dict[str, Any]) -> str:
        """What was played, and what was best."""
        played = self.action(said["played"], said["offer"])
        best = self.action(said["best"], said["offer"])
        if played == best:  # the two routes of a double one
            played, best = (f"{played} ({self.color(said[move])})" for move in ("played", "best"))
        told = form.format(played=played, best=best)
        return told[0].upper() + told[1:]

    def _ticket(self, code: str, said: dict[str, Any]) -> str:
        ticket = self.ticket(said["ticket"])
        if code == "ticket_less_likely":
            played, best = percent(said["played"]), percent(said["best"])
            return f"{ticket} is completed in {best} of such games then, in {played} as played."
        odds, worth = percent(said["odds"]), f"{said['worth']:+.0f} points"
        return f"{ticket} ({said['points']}) is completed in {odds} of such games: {worth}."


def listed(names: Sequence[str]) -> str:
    """One, two and three."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def percent(share: float) -> str:
    """A share as a percentage."""
    return f"{100 * share:.0f} %"


def _loss(said: dict[str, Any]) -> str:
    """How much was lost."""
    what = MARK_NAMES.get(said["mark"] or "", "A small loss")
    points = f" and {said['points']:.1f} points" if said["points"] else ""
    return f"{what}: {said['error']:.0f} % of the win{points} lost."


def _points(said: dict[str, Any]) -> str:
    """What the best move brings and what it costs another."""
    own, others = said["own"], said["others"]
    parts = []
    if own >= 1:
        parts.append(f"brings {own:.0f} more point{'' if round(own) == 1 else 's'}")
    if others <= -1:
        parts.append(f"costs another {-others:.0f}")
    return f"On average the better move {' and '.join(parts)} by the end."
