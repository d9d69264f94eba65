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
    return counted(server, "caboose_keeps_house") == 1


def counted(server: Forked, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name))


def keeper_and_other(two: list[Forked]) -> tuple[Forked, Forked]:
    """Who keeps house, and who does not; a machine that stalls may have changed that by now."""
    until = time.monotonic() + PATIENCE
    while True:
        keeping = [server for server in two if keeps_house(server)]
        if len(keeping) == 1:
            return keeping[0], next(server for server in two if server is not keeping[0])
        assert time.monotonic() < until, f"{len(keeping)} keep house"
        time.sleep(0.1)


def test_only_one_of_two_keeps_house_and_the_other_takes_over_when_it_is_killed(
    two: list[Forked],
) -> None:
    for _ in range(5):
        keeper, other = keeper_and_other(two)
        time.sleep(0.5)
    keeper.kill()
    until = time.monotonic() + WITHIN
    while not keeps_house(other):
        assert time.monotonic() < until, "nobody takes over"
        time.sleep(0.1)


def test_who_is_stopped_does_not_hold_the_others_up(two: list[Forked]) -> None:
    """The lock is taken from it, and when it goes on it finds that."""
    keeper, other = keeper_and_other(two)
    keeper.pause()
    until = time.monotonic() + WITHIN
    while not keeps_house(other):
        assert time.monotonic() < until, "nobody takes over"
        time.sleep(0.1)
    keeper.go_on()
    keeper_and_other(two)


def test_who_does_not_keep_house_asks_the_database_little(two: list[Forked]) -> None:
    """What is due every second, that it is there every three; bans and analyses now and then."""
    _, other = keeper_and_other(two)
    began, before = time.monotonic(), counted(other, "caboose_statements_total")
    time.sleep(4)
    asked = counted(other, "caboose_statements_total") - before
    assert asked <= 1.4 * (time.monotonic() - began) + 4
