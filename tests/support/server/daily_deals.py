"""The deals of a day that a test sets, and how they are played."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from caboose.server.events.deals import DAY, deals_of, end_of
from tests.support.server.people import Person, play_to_the_end
from tests.support.server.server_thread import Inside

NOON = end_of("2026-11-17") - DAY // 2
TODAY, CITY = "2026-11-17", deals_of("2026-11-17")[1].edition


class Calendar:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def look(club: Inside) -> None:
    """Do now what is due for deals."""
    club.run(club.host.deals.look())


def begin(person: Person, edition: str = CITY, day: str = TODAY) -> str:
    table: str = person.ask("POST", f"/api/daily/{day}/{edition}")["table"]
    return table


def play(person: Person, table: str, seed: int = 1) -> dict[str, Any]:
    """Play a deal to its end, anyhow."""

    async def scene() -> dict[str, Any]:
        async with person.look(table) as socket:
            return await play_to_the_end([socket], random.Random(seed))

    return asyncio.run(scene())


def end_early(people: tuple[Person, Person], table: str) -> None:
    """Close a game that has begun, by consent of both."""
    body = {"cmd_id": "first", "at": 0, "action": "keep 1 2"}
    people[0].ask("POST", f"/api/tables/{table}/actions", body)
    for person in people:
        person.ask("POST", f"/api/tables/{table}/close")
