"""What happened in a game, step by step: as lines of text, and as numbers for a tensor.

The numbers of a step hold secrets; `seen_steps` leaves to a seat, or a spectator, what it saw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.boards.limits import MAX_OFFER
from caboose.engine.event import Event
from caboose.engine.fields import FACE_UP, NOBODY
from caboose.engine.history import Step
from caboose.engine.numbering import ACTIONS, KEEP, PASS
from caboose.engine.state import State

Array = np.ndarray[Any, Any]

# One step as numbers, each NOBODY where there is nothing to say.
STEP = np.dtype(
    [
        ("seat", np.int16),  # who acted
        ("action", np.int16),  # the number of the action
        ("kept", np.int16),  # how many tickets it kept, if the table saw that
        ("drawn", np.int16),  # secret: the card drawn from the deck
        ("offer", np.int16, (MAX_OFFER,)),  # secret: the tickets offered to it
        ("face_up", np.int16, (FACE_UP,)),  # the row afterwards
    ]
)
WIDTH = STEP.itemsize // 2
SOME_TICKETS = ACTIONS  # what a seat sees of another's choice of tickets
NO_STEPS = np.zeros(0, STEP)


def tell(step: Step) -> str:
    """A step in one line."""
    who = "deal" if step.seat is None else f"{step.seat} {step.action}"
    return " | ".join([who, *map(_tell_event, step.events)]) + "\n"


def _tell_event(event: Event) -> str:
    seat = [] if event.seat is None else [str(event.seat)]
    return " ".join([event.kind, *seat, *map(str, event.facts.values())])


def write_step(steps: Array, state: State, step: Step, number: int) -> Array:
    """The steps with one more; the deal is not one of them."""
    if step.seat is None:
        return steps
    line = np.full(WIDTH, NOBODY, np.int16).view(STEP)
    line["seat"], line["action"] = step.seat, number
    line["face_up"][0] = state.fields["face_up"]
    for event in step.events:
        if event.kind == "drew_blind":
            line["drawn"] = state.game.notation.color_number(event.facts["color"])
        elif event.kind == "offered":
            line["offer"][0, : event.facts["count"]] = event.facts["tickets"]
        elif event.kind == "kept":
            line["kept"] = event.facts["count"]
    return np.concatenate([steps, line])


def without_secrets(steps: Array, viewer: int | None) -> Array:
    """The steps as a seat, or a spectator (None), saw them."""
    seen = steps.copy()
    is_hidden = steps["seat"] != (NOBODY if viewer is None else viewer)
    seen["drawn"][is_hidden] = NOBODY
    seen["offer"][is_hidden] = NOBODY
    is_keep = (steps["action"] >= KEEP) & (steps["action"] < PASS)
    seen["action"][is_hidden & is_keep] = SOME_TICKETS
    return seen


def as_numbers(steps: Array) -> Array:
    """A line of numbers for each step, 0 where there is nothing to say."""
    return steps.view(np.int16).reshape(len(steps), WIDTH) + 1
