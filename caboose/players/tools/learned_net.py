"""The nets of a learned player: from facts to what an option is worth beside others.

Each has one hidden layer. What the facts of the position do to it is worked out once for all
options; facts that are zero cost nothing. It goes fact by fact through all options, so that no sum
waits for the one before it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import add_eight, compiled
from caboose.players.tools.facts import FACTS, OPTION_FACTS

HIDDEN = 24  # cells of the hidden layer, a multiple of eight
INPUTS = len(FACTS) + OPTION_FACTS
BIAS = INPUTS * HIDDEN  # where the biases of the hidden cells begin in a net's numbers
SECOND = BIAS + HIDDEN  # and where what each cell adds to the answer
NET_NUMBERS = SECOND + HIDDEN

TURN_NET, KEEP_NET, PAY_NET = range(3)
NETS = 3


@compiled
def add_fact(numbers: Any, place: int, fact: float, cells: Any, option: int) -> None:
    """Add what a fact does to the hidden cells of an option; `place` is its among all inputs."""
    for at in range(0, HIDDEN, 8):
        add_eight(cells, option * HIDDEN + at, numbers, place * HIDDEN + at, fact)


@compiled
def ask_learned(numbers: Any, facts: Any, options: Any, count: int, answers: Any) -> None:
    """What each option is worth beside the others."""
    cells = np.empty(max(1, count) * HIDDEN, np.float32)
    for j in range(HIDDEN):
        cells[j] = numbers[BIAS + j]
    for i in range(facts.shape[0]):
        if facts[i] != 0.0:
            add_fact(numbers, i, facts[i], cells, 0)
    for j in range(HIDDEN, count * HIDDEN):
        cells[j] = cells[j - HIDDEN]
    for i in range(options.shape[1]):
        for option in range(count):
            if options[option, i] != 0.0:
                add_fact(numbers, len(FACTS) + i, options[option, i], cells, option)
    for option in range(count):
        answers[option] = add_up(numbers, cells, option)


@compiled
def add_up(numbers: Any, cells: Any, option: int) -> float:
    """What the hidden cells of an option make of it."""
    answer = np.float32(0.0)
    for j in range(HIDDEN):
        answer += max(cells[option * HIDDEN + j], np.float32(0.0)) * numbers[SECOND + j]
    return answer  # type: ignore[return-value]
