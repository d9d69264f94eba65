"""One process of several keeps house; when it is gone, another does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.server.forked_server import Forked, Nursery
from tests.support.server.people import PATIENCE

WITHIN = 10.0  # seconds: four of silence, one until somebody looks, and a machine that is busy


@pytest.fixture
def two(
    nursery: Nursery, new_database: Callable[[str, Path], str], tmp_path: Path
) -> Iterator[list[Forked]]:
    """Two processes over one database."""
    address = new_database("postgres", tmp_path)
    servers = [Forked(nursery, tmp_path, address) for _ in range(2)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.end()


def keeps_house(server: Forked) -> bool:
    said = httpx.get(f"{server.url}/metrics").text
    return "caboose_keeps_house 1.0" in said


def wait_for_house(server: Forked, seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not keeps_house(server):
        assert time.monotonic() < until, "nobody keeps house"
        time.sleep(0.1)


def counted(server: Forked, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name))


def test_only_one_of_two_keeps_house_and_the_other_takes_over_when_it_is_killed(
    two: list[Forked],
) -> None:
    first, second = two
    wait_for_house(first)
    for _ in range(10):
        assert keeps_house(first)
        assert not keeps_house(second)
        time.sleep(0.2)
    first.kill()
    wait_for_house(second, WITHIN)


def test_who_is_stopped_does_not_hold_the_others_up(two: list[Forked]) -> None:
    first, second = two
    wait_for_house(first)
    first.pause()
    wait_for_house(second, WITHIN)
    first.go_on()
    until = time.monotonic() + WITHIN
    while keeps_house(first):  # it finds that its line was taken from it
        assert time.monotonic() < until
        time.sleep(0.1)
    assert keeps_house(second)


def test_who_does_not_keep_house_asks_the_database_little(two: list[Forked]) -> None:
    """What is due, that it is there, bans and analyses: each once in one to five seconds."""
    first, second = two
    wait_for_house(first)
    time.sleep(1)
    seconds = 6
    before = counted(second, "caboose_statements_total")
    time.sleep(seconds)
    assert counted(second, "caboose_statements_total") - before <= 2.5 * seconds
