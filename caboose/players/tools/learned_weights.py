"""What the learned player has learned: data of the package, with its birth certificate."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from caboose.players.tools.learned_net import NET_NUMBERS, NETS

FILE = "learned.json"


def digest_of(numbers: list[list[float]]) -> str:
    """One name for exactly these numbers."""
    return hashlib.sha256(json.dumps(numbers).encode()).hexdigest()[:16]


def read_file() -> dict[str, Any]:
    """The file as it is: `numbers`, and under `certificate` where they come from."""
    text = files("caboose.players.tools").joinpath(FILE).read_text("utf-8")
    whole: dict[str, Any] = json.loads(text)
    return whole


@cache
def learned() -> np.ndarray[Any, Any]:
    """The numbers that the package carries, a row for each net."""
    return np.array(read_file()["numbers"], np.float32).reshape(NETS, NET_NUMBERS)
