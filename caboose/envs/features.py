"""Features that a network learns from: observations with classes one-hot and numbers near one.

    batch = Batch("london", opponents="tourist", n=64, compact=True)
    encoder = Encoder(batch.game)
    encoder(batch.reset())                                # (64, encoder.width) float32

Raw observations name routes, tickets and cards by number, which says nothing of what is near what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from caboose.boards.limits import MAX_LENGTH
from caboose.engine.fields import LOCOMOTIVE
from caboose.engine.game import Game
from caboose.engine.numbering import (
    CLAIM,
    DRAW_DECK,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEPT_PLACES,
    PASS,
    PAY,
    PAY_LOCOMOTIVES,
)
from caboose.envs.observation_layout import layout_of

Array = np.ndarray[Any, Any]

# Numbers as they are, each divided by what makes it about one; the second group grows with the
# trains of an edition, as games do.
SCALES = {"seat": 1, "hand": 4, "ticket_count": 3, "seen": 3}
SCALES_BY_TRAINS = {
    "deck_size": 30, "discard_size": 30, "turns": 40, "unseen": 6, "hand_size": 8, "points": 20,
    "trains": 17,
}  # fmt: skip
TRAINS = 17  # of the edition for which the second group was written down


class Encoder:
    """Compact observations of one game as features: classes, steps and scaled numbers."""

    def __init__(self, game: Game) -> None:
        layout, tables = layout_of(game, compact=True), game.tables[0]
        places = {each.name: range(each.offset, each.offset + each.size) for each in layout.fields}
        self.observation_width = layout.width
        self._classes = _pairs(_classes(game, places))
        self._steps = _pairs(_steps(int(tables.route_length.max()), places))
        self._numbers = _scaled(places, int(tables.trains) / TRAINS)
        self._row = slice(places["face_up"][0], places["face_up"][-1] + 1)
        self._kinds = np.arange(int(tables.colors) + 1)
        parts = (self._classes, self._steps, self._numbers)
        self.width = sum(len(where) for where, _ in parts) + len(self._kinds)

    def __call__(self, observations: Array) -> Array:
        """The features of compact observations, one line each."""
        if observations.ndim != 2 or observations.shape[1] != self.observation_width:
            raise ValueError(
                f"features are made of compact observations, {self.observation_width} numbers"
                f" each, not of shape {observations.shape}; make the batch with compact=True."
            )
        (classes, equal), (steps, least), (numbers, scales) = (
            self._classes, self._steps, self._numbers,
        )  # fmt: skip
        row = (observations[:, self._row, None] == self._kinds).sum(axis=1) / 2
        parts = (
            observations[:, classes] == equal,
            observations[:, steps] >= least,
            observations[:, numbers] / scales,
            row,
        )
        return np.concatenate([part.astype(np.float32) for part in parts], axis=1)


def _classes(game: Game, places: dict[str, range]) -> list[tuple[range, range]]:
    """What is one of several, and which of its values are told apart."""
    tables = game.tables[0]
    routes, tickets = int(tables.routes), int(tables.tickets)
    return [
        (places["phase"], range(5)),
        (places["pending_route"], range(routes)),
        (places["final_turns_left"], range(game.seats + 1)),
        (places["offer"][: most_offered(game)], range(tickets)),
        (places["routes"], range(1, 2 + game.seats)),
        (places["tickets"], range(1, 4)),
    ]


def _steps(longest: int, places: dict[str, range]) -> list[tuple[range, range]]:
    """Numbers of which it matters what they reach: can a route be paid, is the end near?"""
    return [
        (places["hand"], range(1, longest + 2)),
        (places["trains"], range(1, 9)),
        (places["ticket_deck_size"], range(1, 3)),
    ]


def _scaled(places: dict[str, range], size: float) -> tuple[Array, Array]:
    """Every place of a number with what it is divided by."""
    scales = {**SCALES, **{name: scale * size for name, scale in SCALES_BY_TRAINS.items()}}
    pairs = [(place, scale) for name, scale in scales.items() for place in places[name]]
    return np.array([place for place, _ in pairs]), np.array([scale for _, scale in pairs])


def _pairs(groups: Iterable[tuple[range, range]]) -> tuple[Array, Array]:
    """Every place of a group with every value of it, as two lists."""
    pairs = [(place, value) for places, values in groups for place in places for value in values]
    return np.array([place for place, _ in pairs]), np.array([value for _, value in pairs])


def most_offered(game: Game) -> int:
    """The most tickets that are offered at once."""
    return max(int(game.tables[0].offer), int(game.tables[0].first_offer))


def actions_of(game: Game) -> Array:
    """The actions that a game can offer at all: of all boards' 264 numbers London needs 82."""
    tables, offered = game.tables[0], most_offered(game)
    colors, lengths = int(tables.colors), range(int(tables.route_length.max()))
    return np.array(
        [
            *(DRAW_DECK, DRAW_TICKETS, PAY_LOCOMOTIVES, PASS, DRAW_FACE_UP + LOCOMOTIVE),
            *(DRAW_FACE_UP + color for color in range(colors)),
            *(CLAIM + route for route in range(int(tables.routes))),
            *(PAY + MAX_LENGTH * color + wild for color in range(colors) for wild in lengths),
            *(KEEP + place for place, kept in enumerate(KEPT_PLACES) if kept[-1] < offered),
        ]
    )
