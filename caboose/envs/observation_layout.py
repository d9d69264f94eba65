"""The layout of an observation: named parts of one line of 16-bit numbers.

The table in `docs/envs.md` is made from the list below. `observation.py` writes the parts in this
order. Zero is what a part says of seats, colors, routes and tickets that a game does not have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from caboose.boards.limits import (
    MAX_CARDS_PER_COLOR,
    MAX_COLORS,
    MAX_OFFER,
    MAX_POINTS,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRAINS,
)
from caboose.engine.fields import FACE_UP, LOCOMOTIVE, PHASES
from caboose.engine.game import Game

# What a ticket is to the viewer. From RETURNED on: its place in the ticket deck, counted from 1.
UNKNOWN, KEPT, COMPLETED, OFFERED, PUT_ASIDE, RETURNED = range(6)
REMOVED = -1

# What a route is to the viewer. From OWNED on: whose, counted from the viewer in order of play.
CLOSED, OPEN, OWNED = range(3)

MOST = 32_767  # the largest number of 16 bits; counters stop there
ALL_CARDS = (MAX_COLORS + 1) * MAX_CARDS_PER_COLOR


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an observation. `axes` names what each axis counts."""

    name: str
    axes: tuple[str, ...]
    low: int
    high: int
    meaning: str


PARTS = (
    Part("seat", (), 0, MAX_SEATS - 1, "the viewer's own seat; seat 0 began"),
    Part("seats", (), 2, MAX_SEATS, "how many play"),
    Part("phase", (), 0, len(PHASES) - 1, "what is to be decided: " + ", ".join(PHASES)),
    Part("decider", (), 0, MAX_SEATS - 1, "who decides, counted from the viewer"),
    Part("pending_route", (), -1, MAX_ROUTES - 1, "the route that awaits its payment, or -1"),
    Part("deck_size", (), 0, ALL_CARDS, "cards in the deck"),
    Part("discard_size", (), 0, ALL_CARDS, "cards in the discards"),
    Part("ticket_deck_size", (), 0, MAX_TICKETS, "tickets in the ticket deck"),
    Part("final_turns_left", (), -1, MAX_SEATS, "turns left in the final round, -1 before it"),
    Part("passes", (), 0, MAX_SEATS, "passes in a row"),
    Part("turns", (), 0, MOST, "turns finished so far"),
    Part("actions", (), 0, MOST, "actions so far, of all seats"),
    Part("end_reason", (), 0, 2, "0 while the game goes on, 1 final round, 2 deadlock"),
    Part("face_up", ("slots",), -1, MAX_COLORS, "the card in each slot, -1 for none"),
    Part("offer", ("places",), -1, MAX_TICKETS - 1, "tickets offered to the viewer, -1 for none"),
    Part("hand", ("cards",), 0, MAX_CARDS_PER_COLOR, "the viewer's cards"),
    Part("drawn", ("cards",), 0, MAX_CARDS_PER_COLOR, "cards it drew blind since the last shuffle"),
    Part(
        "unseen",
        ("cards",),
        0,
        MAX_CARDS_PER_COLOR,
        "cards in the deck or in other hands, those known to be held not counted",
    ),
    Part("discard", ("cards",), 0, MAX_CARDS_PER_COLOR, "the discards"),
    Part("shuffled", ("cards",), 0, MAX_CARDS_PER_COLOR, "the deck as last shuffled"),
    Part("revealed", ("cards",), 0, MAX_CARDS_PER_COLOR, "cards laid face up from it since"),
    Part("hand_size", ("seats",), 0, ALL_CARDS, "cards in each hand"),
    Part("blind", ("seats",), 0, ALL_CARDS, "cards drawn blind since the last shuffle"),
    Part("points", ("seats",), 0, MAX_TRAINS * MAX_POINTS, "points for routes"),
    Part("trains", ("seats",), 0, MAX_TRAINS, "trains left"),
    Part(
        "ticket_count",
        ("seats",),
        0,
        MAX_TICKETS,
        "tickets kept; of the others 0 until all have chosen their first",
    ),
    Part("offer_size", ("seats",), 0, MAX_OFFER, "tickets offered to each seat now"),
    Part("seen", ("seats", "cards"), 0, MAX_CARDS_PER_COLOR, "cards a seat is known to hold"),
    Part(
        "spent",
        ("seats", "cards"),
        0,
        MAX_CARDS_PER_COLOR,
        "cards paid since the last shuffle that nobody knew of",
    ),
    Part(
        "routes",
        ("routes",),
        0,
        OWNED + MAX_SEATS - 1,
        "0 closed to the viewer, 1 open to it, 2 its own, 3 the next seat's, and so on",
    ),
    Part(
        "tickets",
        ("tickets",),
        REMOVED,
        RETURNED + MAX_TICKETS,
        "0 unknown, 1 kept, 2 kept and completed, 3 offered, 4 put aside until all have chosen,"
        " 5 + p returned by the viewer and p-th from the top of the ticket deck,"
        " -1 given back by it and out of the game",
    ),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A part with its place in an observation."""

    name: str
    offset: int
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return int(np.prod(self.shape, dtype=np.int64))


class Layout:
    """Where each part of an observation stands, for so many seats, colors, routes and tickets."""

    def __init__(self, seats: int, colors: int, routes: int, tickets: int) -> None:
        self.sizes = np.array([seats, colors + 1, routes, tickets], np.int64)
        lengths = {
            "seats": seats,
            "cards": colors + 1,
            "routes": routes,
            "tickets": tickets,
            "slots": FACE_UP,
            "places": MAX_OFFER,
        }
        fields, offset = [], 0
        for part in PARTS:
            shape = tuple(lengths[axis] for axis in part.axes)
            field = Field(part.name, offset, shape, part.low, part.high, part.meaning)
            fields.append(field)
            offset += field.size
        self.fields = tuple(fields)
        self.width = offset

    def bounds(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The least and the largest number at each place of an observation."""
        low = np.concatenate([np.full(each.size, each.low, np.int16) for each in self.fields])
        high = np.concatenate([np.full(each.size, each.high, np.int16) for each in self.fields])
        return low, high

    def unpack(self, observations: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """The named parts of an observation, or of any array of observations; nothing is copied."""
        if observations.shape[-1] != self.width:
            raise ValueError(
                f"an observation of this layout has {self.width} numbers, not"
                f" {observations.shape[-1]}."
            )
        front = observations.shape[:-1]
        return {
            each.name: observations[..., each.offset : each.offset + each.size].reshape(
                front + each.shape
            )
            for each in self.fields
        }


FULL = Layout(MAX_SEATS, MAX_COLORS, MAX_ROUTES, MAX_TICKETS)
FIELDS = FULL.fields


def layout_of(game: Game, *, compact: bool = False) -> Layout:
    """The layout that serves all editions, or the one cut to this game's own counts."""
    if not compact:
        return FULL
    tables = game.tables[0]
    return Layout(int(tables.seats), int(tables.colors), int(tables.routes), int(tables.tickets))


def cut_to_compact(game: Game, observations: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Observations in the layout that serves all editions, cut to this game's own counts."""
    compact, parts, cut = layout_of(game, compact=True), FULL.unpack(observations), []
    kinds = compact.sizes[1]
    for part, field in zip(PARTS, compact.fields, strict=True):
        whole = parts[field.name]
        for axis, (name, length) in enumerate(zip(part.axes, field.shape, strict=True), start=1):
            kept = np.arange(length)
            if name == "cards":
                kept[-1] = LOCOMOTIVE
            whole = whole.take(kept, axis=axis)
        if field.name == "face_up":
            whole = np.where(whole == LOCOMOTIVE, kinds - 1, whole).astype(np.int16)
        cut.append(whole.reshape(len(observations), -1))
    return np.concatenate(cut, axis=1)


def unpack(observation: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The named parts of an observation in the layout that serves all editions."""
    return FULL.unpack(observation)


def write_table(layout: Layout = FULL) -> str:
    """The layout as a table for the docs."""
    lines = ["| name | at | shape | range | meaning |", "|---|--:|---|---|---|"]
    for part, field in zip(PARTS, layout.fields, strict=True):
        axes = " × ".join(
            f"{length} {axis}" for length, axis in zip(field.shape, part.axes, strict=True)
        )
        limits = f"{field.low} to {field.high}"
        lines.append(
            f"| `{field.name}` | {field.offset} | {axes or 'one number'} | {limits}"
            f" | {field.meaning} |"
        )
    return "\n".join(lines) + "\n"
