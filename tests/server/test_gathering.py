"""How long a commit waits for others: not at all, a moment, or until some have come together."""

from __future__ import annotations

import pytest

from caboose.server.storage import gathering
from caboose.server.storage.gathering import LONGEST, MOMENT, SOME, SOON, Gathering


class Watch:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(gathering, "time", watch)
    return watch


def pause(watch: Watch, longest: float, tables: int, every: float) -> float:
    """How long a commit waits right after another, when actions have come at this pace."""
    waiting = Gathering(longest)
    for n in range(20):
        watch.now += every
        waiting.came(f"table {n % tables}")
    waiting.begins()
    return waiting.pause()


def test_a_table_alone_does_not_wait(watch: Watch) -> None:
    assert pause(watch, LONGEST, tables=1, every=0.001) == 0


def test_who_plays_slowly_does_not_wait(watch: Watch) -> None:
    assert pause(watch, LONGEST, tables=20, every=SOON) == 0


def test_many_wait_for_a_moment(watch: Watch) -> None:
    assert pause(watch, LONGEST, tables=20, every=0.001) == pytest.approx(MOMENT)


def test_a_process_with_a_part_of_the_load_waits_until_some_have_come(watch: Watch) -> None:
    every = 0.5 * (MOMENT + LONGEST) / SOME
    assert MOMENT < pause(watch, LONGEST, tables=20, every=every) < LONGEST
    assert pause(watch, LONGEST, tables=20, every=SOON / 10) == pytest.approx(LONGEST)


def test_a_process_that_carries_all_of_it_waits_no_longer_than_a_moment(watch: Watch) -> None:
    assert pause(watch, MOMENT, tables=20, every=SOON / 10) == pytest.approx(MOMENT)
