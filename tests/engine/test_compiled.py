"""What is compiled, and how often."""

from typing import Any

import pytest

from caboose.engine.compiled import INTERPRETED, compiled


@compiled
def step_on(place: int, steps: int) -> int:
    return place + steps


@compiled
def walk(place: int) -> int:
    return step_on(step_on(step_on(place, 2), steps=5), -1)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_rule_is_compiled_once_whatever_constants_it_is_called_with() -> None:
    rule: Any = step_on
    caller: Any = walk
    assert caller(10) == 16
    caller.recompile()  # it may have come from the cache
    assert len(rule.signatures) == 1
