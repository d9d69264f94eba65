"""The fitted numbers of the belief: data of the package, with their birth certificate."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from caboose.players.belief.nets import Net

FILE = "fitted.json"


class Fitted(NamedTuple):
    """What `make learn` found."""

    style: Net  # from style evidence to styles
    ticket: Net  # from ticket evidence to the logarithm of a weight
    card: Any  # for each kind of card evidence, its part of the logarithm of a weight


def digest_of(numbers: dict[str, Any]) -> str:
    """One name for exactly these numbers."""
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()[:16]


def from_numbers(numbers: dict[str, Any]) -> Fitted:
    """The numbers as arrays."""
    style, ticket = (
        Net(*(np.array(numbers[name][part], np.float64) for part in Net._fields))
        for name in ("style", "ticket")
    )
    return Fitted(style, ticket, np.array(numbers["card"], np.float64))


def read_file() -> dict[str, Any]:
    """The file as it is: `numbers`, and under `certificate` where they come from."""
    text = files("caboose.players.belief").joinpath(FILE).read_text("utf-8")
    whole: dict[str, Any] = json.loads(text)
    return whole


@cache
def fitted() -> Fitted:
    """The numbers that the package carries."""
    return from_numbers(read_file()["numbers"])
