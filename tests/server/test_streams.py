"""Streams of what belongs to no table: what they cost, and when they go on or end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from caboose.server.people.bans import add_ban
from caboose.server.storage.store import NO_ANSWER, NotStored
from tests.support.server.people import Person
from tests.support.server.raw_client import wait_until
from tests.support.server.server_thread import Inside, serving

WANTED = {"edition": "london", "seats": 2, "clock": {"turn_seconds": 45, "bank_seconds": 120}}
MINE = "/api/seeks/mine"


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Inside]:
    """A server that does not wait long for its database."""
    with serving(tmp_path, database_seconds=0.5) as server:
        yield server


def seeker(server: Inside) -> Person:
    """Somebody who waits for opponents."""
    ann = Person(server, "Ann")
    ann.ask("POST", "/api/seeks", WANTED)
    return ann


@contextmanager
def following(person: Person) -> Iterator[Iterator[Any]]:
    """The lines of somebody's search, those that say something and those that do not."""
    with person.http.stream("GET", f"{MINE}/stream") as answer:
        yield (json.loads(line) if line else None for line in answer.iter_lines())


def test_a_stream_outlives_a_database_that_does_not_answer(
    hasty: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, read = seeker(hasty), hasty.host.store.read

    async def lost(_: Any) -> Any:
        raise NotStored(NO_ANSWER)

    with following(ann) as lines:
        assert next(lines)["status"] == "waiting"
        monkeypatch.setattr(hasty.host.store, "read", lost)
        assert [next(lines) for _ in range(2)] == [None, None]  # two empty lines
        monkeypatch.setattr(hasty.host.store, "read", read)
        wait_until(lambda: ann.http.delete(MINE).status_code == 204, "that it answers again")
        assert next(line for line in lines if line is not None)["status"] == "none"
    assert "Traceback" not in hasty.log.getvalue()
    wait_until(lambda: not hasty.host.connected, "that nobody is counted any more")


def test_whoever_is_banned_is_sent_away_from_a_stream(hasty: Inside) -> None:
    ann = seeker(hasty)
    with following(ann) as lines:
        next(lines)
        ban = partial(
            add_ban,
            guest=ann.ask("GET", "/api/me")["guest"],
            network=None,
            until=None,
            why="",
            now=0,
        )
        hasty.run(hasty.host.store.write(ban))
        hasty.run(hasty.host.bans.read_again())
        assert all(line is None or line["status"] == "waiting" for line in lines)  # and it ends
    assert "Traceback" not in hasty.log.getvalue()


def test_looking_often_is_not_written_down_often(
    hasty: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each commit asks the disk to be sure, and moves wait for it."""
    ann = seeker(hasty)
    written, write = [], hasty.host.store.write

    async def counted(work: Any) -> Any:
        written.append(work)
        return await write(work)

    monkeypatch.setattr(hasty.host.store, "write", counted)
    for _ in range(30):
        assert ann.ask("GET", MINE)["status"] == "waiting"
    looks = [work for work in written if getattr(work, "func", None) is not None]
    assert len(looks) <= 2


def test_what_many_look_at_is_read_once(hasty: Inside) -> None:
    """Two hundred who follow an arena are told of each pairing at the same moment."""
    bells, read = hasty.host.bells, []

    def work(_: Any) -> int:
        read.append(1)
        return len(read)

    async def looks() -> list[int]:
        look = partial(bells.read_once, "arenas", "friday", work)
        together = await asyncio.gather(*(look() for _ in range(200)))
        bells.ring("arenas")
        return [*together, await look()]

    assert hasty.run(looks()) == [1] * 200 + [2]
