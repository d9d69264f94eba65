"""Small nets with one hidden layer, as `learning` fits them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caboose.engine.compiled import compiled


class Net(NamedTuple):
    """The numbers of a net."""

    first: Any  # by input and hidden cell
    first_bias: Any
    second: Any  # by hidden cell and output
    second_bias: Any


@compiled
def ask_net(net: Net, inputs: Any, outputs: Any) -> None:
    """What a net says to its inputs."""
    for k in range(outputs.shape[0]):
        outputs[k] = net.second_bias[k]
    for j in range(net.first_bias.shape[0]):
        cell = net.first_bias[j]
        for i in range(net.first.shape[0]):
            cell += inputs[i] * net.first[i, j]
        if cell > 0:
            for k in range(outputs.shape[0]):
                outputs[k] += cell * net.second[j, k]


@compiled
def to_chances(outputs: Any) -> None:
    """Make outputs chances that add up to one."""
    most, total = outputs[0], 0.0
    for k in range(1, outputs.shape[0]):
        most = max(most, outputs[k])
    for k in range(outputs.shape[0]):
        outputs[k] = np.exp(outputs[k] - most)
        total += outputs[k]
    for k in range(outputs.shape[0]):
        outputs[k] /= total
