"""What the learner sees and what it thinks: observations as features, and a small network."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from caboose.boards.limits import MAX_LENGTH
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
    PAY_LOCOMOTIVES,
)
from caboose.envs import layout_of

# Numbers as they are, each divided by what makes it about one.
SCALES = {
    "seat": 1, "deck_size": 30, "discard_size": 30, "turns": 40, "hand": 4, "unseen": 6,
    "hand_size": 8, "points": 20, "trains": 17, "ticket_count": 3, "seen": 3,
}  # fmt: skip
# Numbers of which it matters whether they reach a step: can a route be paid, is the end near?
STEPS = {"hand": range(1, 6), "trains": range(1, 9), "ticket_deck_size": range(1, 3)}


class Encoder(nn.Module):
    """Compact observations of one game as features: classes, steps and scaled numbers."""

    def __init__(self, game: Any) -> None:
        super().__init__()
        layout, tables = layout_of(game, compact=True), game.tables[0]
        places = {each.name: range(each.offset, each.offset + each.size) for each in layout.fields}
        offered = max(int(tables.offer), int(tables.first_offer))
        kinds, routes, tickets = int(tables.colors) + 1, int(tables.routes), int(tables.tickets)
        classes = [
            (places["phase"], range(5)),
            (places["pending_route"], range(routes)),
            (places["final_turns_left"], range(game.seats + 1)),
            (places["offer"][:offered], range(tickets)),
            (places["routes"], range(1, 2 + game.seats)),
            (places["tickets"], range(1, 4)),
        ]
        steps = [(places[name], values) for name, values in STEPS.items()]
        self.kinds, self.row = kinds, slice(places["face_up"][0], places["face_up"][-1] + 1)
        self._keep("classes", *_pairs(classes))
        self._keep("steps", *_pairs(steps))
        numbers = [(place, scale) for name, scale in SCALES.items() for place in places[name]]
        self._keep("numbers", *map(list, zip(*numbers, strict=True)))
        self.width = sum(len(self.get_buffer(name)) for name in ("classes", "steps", "numbers"))
        self.width += kinds

    def _keep(self, name: str, where: list[int], values: list[int]) -> None:
        self.register_buffer(name, torch.tensor(where), persistent=False)
        self.register_buffer(f"{name}_values", torch.tensor(values), persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """The features of observations, one line each."""
        row = observations[:, self.row, None] == torch.arange(self.kinds)
        parts = (
            observations[:, self.classes] == self.classes_values,
            observations[:, self.steps] >= self.steps_values,
            observations[:, self.numbers] / self.numbers_values,
            row.sum(1) / 2,
        )
        return torch.cat([part.float() for part in parts], 1)


def _pairs(groups: list[tuple[range, range]]) -> tuple[list[int], list[int]]:
    """Every place of a group with every value of it, as two lists."""
    pairs = [(place, value) for places, values in groups for place in places for value in values]
    return [place for place, _ in pairs], [value for _, value in pairs]


def actions_of(game: Any) -> list[int]:
    """The actions that a game can offer at all: of all boards' 264 numbers London needs 82."""
    tables = game.tables[0]
    colors, offered = int(tables.colors), max(int(tables.offer), int(tables.first_offer))
    lengths = range(int(tables.route_length.max()))
    return [
        *(DRAW_DECK, DRAW_TICKETS, PAY_LOCOMOTIVES, PASS, DRAW_FACE_UP + LOCOMOTIVE),
        *(DRAW_FACE_UP + color for color in range(colors)),
        *(CLAIM + route for route in range(int(tables.routes))),
        *(PAY + MAX_LENGTH * color + wild for color in range(colors) for wild in lengths),
        *(KEEP + place for place, kept in enumerate(KEPT_PLACES) if kept[-1] < offered),
    ]


class Network(nn.Module):
    """Two hidden layers, then a number for each action and one for the expected reward."""

    def __init__(self, game: Any, hidden: int = 256) -> None:
        super().__init__()
        self.encoder = Encoder(game)
        self.numbers = np.array(actions_of(game))  # of its actions, in the engine's numbering
        self.body = nn.Sequential(
            nn.Linear(self.encoder.width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.action, self.worth = nn.Linear(hidden, len(self.numbers)), nn.Linear(hidden, 1)
        for layer, gain in ((self.body[0], 1.4), (self.body[2], 1.4), (self.action, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, features: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the chances of its actions, masked ones at none, and the worth."""
        thought = self.body(features)
        chances = self.action(thought).masked_fill(~masks, -1e9).log_softmax(1)
        return chances, self.worth(thought)[:, 0]

    def masks(self, masks: np.ndarray[Any, Any]) -> Tensor:
        """The masks of its own actions."""
        return torch.from_numpy(masks[:, self.numbers])

    @torch.no_grad()
    def best(self, observations: np.ndarray[Any, Any], masks: np.ndarray[Any, Any]) -> Any:
        """The number of the likeliest action of each observation."""
        features = self.encoder(torch.from_numpy(observations))
        return self.numbers[self(features, self.masks(masks))[0].argmax(1).numpy()]
