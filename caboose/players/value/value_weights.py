"""What the value has learned: data of the package, with its birth certificate."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from caboose.players.value.value_net import (
    SEAT_CELLS,
    SEAT_INPUTS,
    TICKET_CELLS,
    TICKET_INPUTS,
    Layers,
    ValueNets,
)

FILE = "value.json"
SHAPES = {"ticket": (TICKET_INPUTS, TICKET_CELLS), "seat": (SEAT_INPUTS, SEAT_CELLS)}


def digest_of(numbers: dict[str, Any]) -> str:
    """One name for exactly these numbers."""
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()[:16]


def layers_of(numbers: dict[str, Any]) -> Layers:
    """The numbers of one net as arrays; those of the first layer in one row."""
    arrays = {name: np.array(numbers[name], np.float32) for name in Layers._fields}
    return Layers(**{**arrays, "first": arrays["first"].ravel()})


def nets_of(numbers: dict[str, Any]) -> ValueNets:
    """Both nets."""
    for net, shape in SHAPES.items():
        if np.shape(numbers[net]["first"]) != shape:
            raise ValueError(f"these numbers of the net {net} are for other facts.")
    return ValueNets(layers_of(numbers["ticket"]), layers_of(numbers["seat"]))


def read_file() -> dict[str, Any]:
    """The file as it is: `numbers`, and under `certificate` where they come from."""
    text = files("caboose.players.value").joinpath(FILE).read_text("utf-8")
    whole: dict[str, Any] = json.loads(text)
    return whole


@cache
def value_nets() -> ValueNets:
    """The nets that the package carries."""
    return nets_of(read_file()["numbers"])
