"""Bells: whoever waits for something that is of no table is woken when it has changed.

A bell has a name, and rings in all processes: in the others over PostgreSQL's line. It says nothing
of what has changed; whoever is woken reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from caboose.server.storage.notify import tell_all
from caboose.server.storage.store import Store, T

RANG = "rang"  # the word for it on the line
ANY = ""  # whichever bell rings next
MOMENT = 0.3  # seconds for which what was read holds, unless the bell rings


@dataclass(frozen=True)
class Reading:
    """What was read, or is just being read, and until when it holds."""

    found: asyncio.Future[Any]
    ring: asyncio.Event
    until: float  # seconds of the monotonic clock

    @property
    def holds(self) -> bool:
        """May others have it?"""
        return not self.ring.is_set() and time.monotonic() < self.until


class Bells:
    """The bells of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, asyncio.Event] = {}
        self._readings: dict[str, Reading] = {}

    async def change(self, bell: str, work: Callable[[sa.Connection], T]) -> T:
        """Change something in one transaction, and ring for it everywhere."""

        def change_and_tell(connection: sa.Connection) -> T:
            result = work(connection)
            tell_all(connection, RANG, bell)
            return result

        result = await self._store.write(change_and_tell)
        self.ring(bell)
        return result

    def ring(self, bell: str) -> None:
        """Wake those who wait in this process."""
        for name in (bell, ANY):
            waiting = self._waiting.pop(name, None)
            if waiting is not None:
                waiting.set()

    async def hear(self, bell: str, _: Any) -> None:
        """Another process has rung."""
        self.ring(bell)

    async def read_once(self, bell: str, name: str, work: Callable[[sa.Connection], T]) -> T:
        """Read what a bell tells of: once for all who look at it in the same moment."""
        reading = self._readings.get(name)
        if reading is None or not reading.holds:
            found = asyncio.ensure_future(self._store.read(work))
            reading = Reading(found, self.next_ring(bell), time.monotonic() + MOMENT)
            kept = {other: each for other, each in self._readings.items() if each.holds}
            self._readings = {**kept, name: reading}
        result: T = await asyncio.shield(reading.found)
        return result

    def next_ring(self, bell: str) -> asyncio.Event:
        """What is set when a bell rings next: ask for it before you read what may change."""
        return self._waiting.setdefault(bell, asyncio.Event())


async def wait_for(ring: asyncio.Event, seconds: float) -> None:
    """Wait for a bell, but not longer than this."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ring.wait()
