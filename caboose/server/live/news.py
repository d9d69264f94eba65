"""Taking in what other processes have stored: of one table in order, of many tables at once.

A line says what was played, so whoever has played everything before it plays on without reading.
Whoever has missed something reads, and so does everybody if more than the game has changed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from caboose.server.storage.append import StoredAction
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.table import DoesNotReplay, Table

AWAY_SECONDS = 10.0  # a table at which others look is kept in memory so long without anybody
AT_A_TIME = 50  # tables that are read again at once

Ear = Callable[[str, Any], Awaitable[None]]
"""Takes in one kind of word, given the table's id and what is said of it."""


class News:
    """What was heard and is not taken in yet."""

    def __init__(self, tables: LoadedTables, ears: Mapping[str, Ear]) -> None:
        self._tables = tables
        self._ears = {"played": self._hear_played, "changed": self._hear_changed, **ears}
        self._waiting: dict[str, deque[Any]] = {}  # by table, the words that have to wait
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: Exception | None = None

    def hear(self, words: Iterable[Any]) -> list[str]:
        """Take in these words, now or soon; the tables at which nobody looks through us any more.

        Others look after those, so they are forgotten. A newer version may say words that we do not
        know; they are passed over.
        """
        if self._failed is not None:
            failed, self._failed = self._failed, None
            raise failed  # something was missed: whoever listens has to begin again
        known = [word for word in words if word[0] in self._ears]
        away = self._tables.forget_idle(AWAY_SECONDS, {word[1] for word in known})
        for word in known:
            self._hear(word)
        return away

    def _hear(self, word: Any) -> None:
        kind, name, *said = word
        if name in self._waiting:
            self._waiting[name].append(word)
        elif kind != "played" or not self._play_on_at_once(name, said):
            self._waiting[name] = deque([word])
            task = asyncio.create_task(self._take_in(name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take_in(self, name: str) -> None:
        """Take in what waits at one table, word by word."""
        waiting = self._waiting[name]
        try:
            while waiting:
                kind, _, *said = waiting.popleft()
                await self._ears[kind](name, said)
        except Exception as error:  # noqa: BLE001 - it is raised where somebody can help it
            self._failed = error
        finally:
            del self._waiting[name]

    # ---- something was played --------------------------------------------------------------------

    def _play_on_at_once(self, name: str, said: Any) -> bool:
        """Play the next action of a table at which nothing else happens now; False if it cannot."""
        table = self._tables.heard_of(name)
        if table is None:
            return True
        if table.lock.locked() or not _play_next(table, said):
            return False
        table.show()
        return not _is_over(table)

    async def _hear_played(self, name: str, said: Any) -> None:
        """Wait for the turn that is being played; read what was missed, and an end's result."""
        table = self._tables.heard_of(name)
        if table is None:
            return
        async with table.lock:
            if not _play_next(table, said):
                await self._tables.catch_up(table)
        if _is_over(table) and table.meta.status == "playing":
            await self._tables.read_again(table)  # its result is stored, too
        else:
            table.show()

    # ---- something else has changed --------------------------------------------------------------

    async def _hear_changed(self, name: str, _: Any) -> None:
        """More than the game has changed at a table, perhaps its clock."""
        table = self._tables.heard_of(name)
        if table is not None:
            given = dict(table.added.given)
            await self._tables.read_again(table)
            if table.added.given != given:
                table.show_clock()


def _is_over(table: Table) -> bool:
    return table.state is not None and table.state.is_over


def _play_next(table: Table, said: Any) -> bool:
    """Play what was heard, or know it already; False if something before it is missing."""
    stored = StoredAction(table.id, *said)
    if stored.n <= table.at:
        return True
    if stored.n != table.at + 1 or not table.is_playing:
        return False
    try:
        table.replay(stored)
    except DoesNotReplay:
        return False  # what is stored counts, not what was said
    return True


async def hear_all(
    tables: LoadedTables, before: Callable[[Table], Awaitable[None]] | None = None
) -> None:
    """Something may have been missed: read everything again that is in memory."""

    async def hear(table: Table) -> None:
        if before is not None:
            await before(table)
        await tables.read_again(table)

    rest = iter(tables.loaded())
    while some := list(islice(rest, AT_A_TIME)):
        await asyncio.gather(*map(hear, some))
