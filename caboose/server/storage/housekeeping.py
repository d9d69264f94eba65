"""One process keeps house for all: it does what has to be done for none of their tables.

Over PostgreSQL that is whoever holds a lock, on a connection of its own. The lock is free as soon
as that connection is gone: when the process ends, however it ends, and some seconds after it has
been stopped or cut off, since it says every second that it is there. What it says is useful: that
the tables of processes that are gone are free. A SQLite file has one process.

The lock saves work, nothing else: two who keep house for a moment do no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from caboose.server.logs import say
from caboose.server.metrics import KEEPS_HOUSE
from caboose.server.storage.database import Database
from caboose.server.storage.notify import FORGET_LOST, line_errors, open_line

LOOK_EVERY = 1.0  # seconds between two looks whether somebody is gone, or the lock is free
SILENCE = 4.0  # seconds after which a process that says nothing is not keeping house any more

_LOCK = b"SELECT pg_try_advisory_lock(20261118)"  # one after the other; the number is ours alone
_FORGET_LOST = FORGET_LOST.encode()

Work = Callable[[], Awaitable[object]]


async def keep_house(database: Database, work: Work) -> None:
    """Do this work for as long as the server runs, whenever no other process does it."""
    if not database.is_postgres:
        return await _at_work(work)
    while True:
        try:
            await _take_turn(database, work)
        except line_errors() as error:
            say("house_line_lost", why=type(error).__name__)
        await asyncio.sleep(LOOK_EVERY)


async def _take_turn(database: Database, work: Work) -> None:
    """Wait until nobody else keeps house, then do it until the line is lost."""
    async with await open_line(database, f"{database.me} house") as line:
        await line.execute(f"SET idle_session_timeout = '{SILENCE:g}s'".encode())
        while not await _ask(line, _LOCK):
            await asyncio.sleep(LOOK_EVERY)
        say("keeps_house")
        working = asyncio.create_task(_at_work(work))
        try:
            while True:
                await _ask(line, _FORGET_LOST)
                await asyncio.sleep(LOOK_EVERY)
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)


async def _at_work(work: Work) -> None:
    KEEPS_HOUSE.set(1)
    try:
        await work()
    finally:
        KEEPS_HOUSE.set(0)


async def _ask(line: Any, statement: bytes) -> Any:
    """The first value of an answer, if there is one; a dead line does not answer."""
    async with asyncio.timeout(SILENCE):
        cursor = await line.execute(statement)
        return (await cursor.fetchone() or [None])[0] if cursor.description else None
