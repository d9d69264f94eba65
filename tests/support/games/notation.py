"""What is played and what is then true, said in notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import caboose


def play(state: caboose.State, *actions: str, seat: int | None = None) -> list[caboose.Event]:
    """Play actions, one after the other; what happened. No card or ticket may get lost."""
    before = things(state)
    events = [event for action in actions for event in state.apply(action, seat)]
    assert things(state) == before, f"{actions} lost or made a card or a ticket"
    assert state.game.from_dict(state.to_dict()) == state, f"{actions} miscounted something"
    return events


def refuses(
    state: caboose.State, action: str, code: str, fragment: str, seat: int | None = None
) -> None:
    """The action is refused for this reason, and nothing has changed."""
    before = state.to_bytes()
    with pytest.raises(caboose.IllegalAction) as caught:
        state.apply(action, seat)
    assert caught.value.code == code
    assert fragment in str(caught.value)
    assert state.to_bytes() == before, f"'{action}' is refused but has changed something"


def legal(state: caboose.State, seat: int | None = None, kind: str = "") -> list[str]:
    """The legal actions as text, all or those of one kind."""
    return [action.text for action in state.legal_actions(seat) if kind in ("", action.kind)]


def write(counts: Mapping[str, int]) -> str:
    """Counts of cards as text: "red 3 locomotive 1"."""
    return " ".join(f"{card} {number}" for card, number in counts.items() if number)


def hand(state: caboose.State, seat: int) -> str:
    """A seat's cards."""
    return write(state.to_dict()["hands"][seat])


def deck(state: caboose.State) -> str:
    """The cards of the deck, in deck order."""
    return write(state.to_dict()["deck"])


def discards(state: caboose.State) -> str:
    """The cards of the discards, in deck order."""
    return write(state.to_dict()["discard"])


def row(state: caboose.State) -> str:
    """The face-up row from the left."""
    return " ".join(card or "-" for card in state.to_dict()["face_up"])


def value(state: caboose.State, name: str) -> Any:
    """One entry of the position."""
    return state.to_dict()[name]


def things(state: caboose.State) -> tuple[Counter[str], list[int]]:
    """All cards of a position, and all tickets."""
    position = state.to_dict()
    cards = Counter(card for card in position["face_up"] if card)
    for pile in (position["deck"], position["discard"], *position["hands"]):
        cards.update(pile)
    tickets = position["ticket_deck"] + position["removed"]
    for place in ("tickets", "offers", "returned"):
        tickets = tickets + [ticket for ids in position[place] for ticket in ids]
    return cards, sorted(tickets)


def said(events: Iterable[caboose.Event]) -> list[str]:
    """Events in short: the kind, then the seat and the facts in their order."""
    return [_say(event) for event in events]


def _say(event: caboose.Event) -> str:
    parts = [event.kind, *([] if event.seat is None else [str(event.seat)])]
    for fact in event.facts.values():
        parts += map(str, fact) if isinstance(fact, list) else [str(fact)]
    return " ".join(parts)
