"""What is compiled, and how often."""

from pathlib import Path
from typing import Any

import pytest

import caboose
from caboose.engine.compiled import INTERPRETED, ROOMS, compiled, room_of, sources_digest

PACKAGE = Path(caboose.__file__).parent


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


def test_every_room_with_compiled_code_is_kept_by_a_digest_of_its_own_sources() -> None:
    compiling = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        if "\n@compiled\n" in path.read_text("utf-8")
    }
    assert compiling == set(ROOMS)
    assert [room_of(f"caboose.{room}.some_module") for room in ROOMS] == list(ROOMS)
    assert len({sources_digest(room) for room in ROOMS}) == len(ROOMS)
