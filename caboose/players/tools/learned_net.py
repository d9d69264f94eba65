"""The nets of a learned player: from facts to what an option is worth beside others.

Each has one hidden layer. What the facts of the position do to it is worked out once for all
options; facts that are zero cost nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caboose.engine.compiled import compiled
from caboose.players.tools.facts import FACTS, OPTION_FACTS

HIDDEN = 24  # cells of the hidden layer
INPUTS = len(FACTS) + OPTION_FACTS
BIAS = INPUTS * HIDDEN  # where the biases of the hidden cells begin in a net's numbers
SECOND = BIAS + HIDDEN  # and where what each cell adds to the answer
NET_NUMBERS = SECOND + HIDDEN

TURN_NET, KEEP_NET, PAY_NET = range(3)
NETS = 3


@compiled
def add_facts(numbers: Any, first: int, facts: Any, cells: Any) -> None:
    """Add what facts do to the hidden cells; `first` is the place of the first among all inputs."""
    for i in range(facts.shape[0]):
        fact = facts[i]
        if fact != 0.0:
            row = (first + i) * HIDDEN
            for j in range(HIDDEN):
                cells[j] += fact * numbers[row + j]


@compiled
def ask_learned(numbers: Any, facts: Any, options: Any, count: int, answers: Any) -> None:
    """What each option is worth beside the others."""
    shared, cells = np.empty(HIDDEN, np.float32), np.empty(HIDDEN, np.float32)
    for j in range(HIDDEN):
        shared[j] = numbers[BIAS + j]
    add_facts(numbers, 0, facts, shared)
    for option in range(count):
        cells[:] = shared
        add_facts(numbers, len(FACTS), options[option], cells)
        answers[option] = 0.0
        for j in range(HIDDEN):
            answers[option] += max(cells[j], np.float32(0.0)) * numbers[SECOND + j]
