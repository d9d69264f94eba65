"""What the table sees happen, and who may see which part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from caboose.engine import happenings as h
from caboose.engine.action import Notation
from caboose.engine.fields import END_REASONS

# The parts of an event that only its own seat may see before the game is over.
SECRET_PARTS = {
    "drew_blind": ("color",),
    "offered": ("tickets",),
    "kept": ("tickets",),
    "chose_first_tickets": ("count", "tickets"),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, the seat it concerns, and the facts of it."""

    kind: str
    seat: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def seen_by(self, viewer: int | None) -> Event:
        """The event without the parts that a seat, or a spectator (None), may not see."""
        secret = SECRET_PARTS.get(self.kind, ())
        if not secret or (viewer is not None and viewer == self.seat):
            return self
        facts = {name: fact for name, fact in self.facts.items() if name not in secret}
        return Event(self.kind, self.seat, facts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        seat = {} if self.seat is None else {"seat": self.seat}
        return {"kind": self.kind, **seat, **self.facts}

    @classmethod
    def from_dict(cls, said: dict[str, Any]) -> Event:
        """The event that `to_dict` wrote."""
        facts = {name: fact for name, fact in said.items() if name not in ("kind", "seat")}
        return cls(said["kind"], said.get("seat"), facts)


def sweeps(events: Iterable[Event]) -> int:
    """How often the row was swept, told one by one or counted."""
    sweeping = [event for event in events if event.kind in ("swept", "swept_often")]
    return sum(event.facts.get("times", 1) for event in sweeping)


def read_events(notation: Notation, buffer: Any) -> list[Event]:
    """The events of one action, from the rows that the rules wrote."""
    rows = buffer[1 : 1 + int(buffer[0, 0])].tolist()
    return [_read_row(notation, kind, seat, values) for kind, seat, *values in rows]


def _read_row(notation: Notation, kind: int, seat: int, values: list[int]) -> Event:
    name, read_facts = _KINDS[kind]
    return Event(name, seat if seat >= 0 else None, read_facts(notation, values))


def _no_facts(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {}


def _card(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"color": notation.color_name(values[0])}


def _card_and_slot(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"color": notation.color_name(values[0]), "slot": values[1]}


def _times(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"times": values[0]}


def _new_deck(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"cards": values[0]}


def _route(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"route": notation.routes[values[0]]}


def _payment(notation: Notation, values: list[int]) -> dict[str, Any]:
    color, cards, locomotives, route, points = values[:5]
    return {
        "route": notation.routes[route],
        "color": notation.color_name(color),
        "cards": cards,
        "locomotives": locomotives,
        "points": points,
    }


def _tickets(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"count": values[0], "tickets": values[1 : 1 + values[0]]}


def _counts(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"counts": [count for count in values if count >= 0]}


def _reason(notation: Notation, values: list[int]) -> dict[str, Any]:
    return {"reason": END_REASONS[values[0]]}


_KINDS: dict[int, tuple[str, Callable[[Notation, list[int]], dict[str, Any]]]] = {
    h.DREW_BLIND: ("drew_blind", _card),
    h.TOOK_FACE_UP: ("took_face_up", _card_and_slot),
    h.LAID: ("laid", _card_and_slot),
    h.SWEPT: ("swept", _no_facts),
    h.SWEPT_OFTEN: ("swept_often", _times),
    h.RESHUFFLED: ("reshuffled", _new_deck),
    h.DRAW_ENDED: ("draw_ended", _no_facts),
    h.CLAIMED: ("claimed", _route),
    h.PAID: ("paid", _payment),
    h.OFFERED: ("offered", _tickets),
    h.KEPT: ("kept", _tickets),
    h.FIRST_KEPT: ("chose_first_tickets", _tickets),
    h.ALL_CHOSE: ("all_chose", _counts),
    h.PASSED: ("passed", _no_facts),
    h.FINAL_ROUND_BEGAN: ("final_round_began", _no_facts),
    h.GAME_ENDED: ("game_ended", _reason),
}
