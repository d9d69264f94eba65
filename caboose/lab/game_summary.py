"""What a designer wants to know of one game: who claimed what, which tickets, what failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from caboose.boards import LOCOMOTIVE
from caboose.engine.event import Event, sweeps
from caboose.engine.fields import SWEEP_AT
from caboose.engine.sets import members
from caboose.engine.state import State

# What can go wrong at a table, and how a page says it.
TROUBLES = {
    "deadlock": "the game ended because every seat passed",
    "pass": "a seat could do nothing and passed",
    "no_second_card": "a draw ended after one card because there was no other",
    "empty_slot": "deck and discards ran out, and a slot of the row stayed empty",
    "row_stands": "three locomotives lay face up and could not be swept away",
    "swept_again": "a new row was swept at once, by the same action",
    "no_tickets": "the ticket deck was empty at the end",
}


@dataclass(frozen=True, slots=True)
class TicketSummary:
    """One ticket in one seat's hands: offered, perhaps kept, perhaps completed."""

    ticket: int
    seat: int
    points: int  # won or, below zero, lost; 0 if it was returned
    is_kept: bool


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game, as far as a report needs it."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    owners: dict[int, int]  # route -> seat, claimed ones only
    tickets: tuple[TicketSummary, ...]
    turns: int
    reshuffles: int
    troubles: frozenset[str]  # of TROUBLES


def summarize_game(state: State) -> GameSummary:
    """Read a finished game with its history."""
    assert state.history is not None, "a summary needs the events"
    seats = state.score().seats
    steps = [step.events for step in state.history]
    kinds = Counter(event.kind for events in steps for event in events)
    return GameSummary(
        totals=tuple(seat.total for seat in seats),
        ranks=tuple(seat.rank for seat in seats),
        owners={
            route: seat for seat in range(len(seats)) for route in members(state.fields.owned[seat])
        },
        tickets=tuple(_ticket_tales(state, steps)),
        turns=int(state.fields.turns),
        reshuffles=kinds["reshuffled"],
        troubles=frozenset(_troubles(state, steps, kinds)),
    )


def _ticket_tales(state: State, steps: list[tuple[Event, ...]]) -> list[TicketSummary]:
    """Every ticket once for each time that it was offered."""
    points = [{each.ticket: each.points for each in seat.tickets} for seat in state.score().seats]
    summaries, offered = [], dict[int, list[int]]()
    for event in (event for events in steps for event in events):
        seat = event.seat
        if seat is None:
            continue
        if event.kind == "offered":
            offered[seat] = event.facts["tickets"]
        elif event.kind in ("kept", "chose_first_tickets"):
            kept = event.facts["tickets"]
            summaries += [
                TicketSummary(
                    ticket, seat, points[seat][ticket] if ticket in kept else 0, ticket in kept
                )
                for ticket in offered[seat]
            ]
    return summaries


def _troubles(state: State, steps: list[tuple[Event, ...]], kinds: Counter[str]) -> list[str]:
    found = _row_troubles(steps)
    if state.fields.ticket_deck_size == 0:
        found.append("no_tickets")
    if kinds["passed"]:
        found.append("pass")
    if kinds["draw_ended"]:
        found.append("no_second_card")
    if any(event.facts.get("reason") == "deadlock" for event in steps[-1]):
        found.append("deadlock")
    return found


def _row_troubles(steps: list[tuple[Event, ...]]) -> list[str]:
    """Follow the face-up row from event to event, and look at it whenever an action is done."""
    row: dict[int, str | None] = {}
    found = []
    for events in steps:
        for event in events:
            if event.kind == "laid":
                row[event.facts["slot"]] = event.facts["color"]
            elif event.kind == "took_face_up":
                row[event.facts["slot"]] = None
            elif event.kind == "swept":
                row = dict.fromkeys(row)
        cards = list(row.values())
        if None in cards:
            found.append("empty_slot")
        if cards.count(LOCOMOTIVE) >= SWEEP_AT:
            found.append("row_stands")
        if sweeps(events) > 1:
            found.append("swept_again")
    return found
