"""Talk at a table: one room for those who play, one for those who look on.

Players hear both rooms. Onlookers hear theirs, and hear the players; the players' room is theirs
alone to speak in. What a muted guest says reaches everybody but who muted them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from caboose.server import rows
from caboose.server.guests import plain
from caboose.server.messages import ChatLine, Refused, Room
from caboose.server.rates import Rates
from caboose.server.refusals import refused
from caboose.server.statements import notify
from caboose.server.store import Store
from caboose.server.table import Table
from caboose.server.tables import Tables
from caboose.server.viewer import Viewer

REMEMBERED = 50  # lines shown to whoever comes


class Chat:
    """All talk."""

    def __init__(
        self, store: Store, tables: Tables, per_minute: float, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._rates = Rates(per_minute / 60, burst=5)
        self._now = now
        self._delivered: deque[int] = deque(maxlen=1000)  # we hear our own lines, too

    async def say(self, viewer: Viewer, room: Room, text: str) -> ChatLine | Refused:
        """Say something; what was said, or why not."""
        words = plain(text)
        if viewer.guest is None:
            return refused(None, "no_guest", "give your name before you talk.")
        if not words:
            return refused(None, "nothing_said", "there is nothing to read in that.")
        if room == "table" and viewer.chair is None:
            return refused(None, "players_only", "only players speak there; use the other room.")
        if not self._rates.allow(viewer.guest):
            return refused(None, "too_fast", "you talk too fast; wait a few seconds.")
        values = {
            "table_id": viewer.table.id,
            "at": self._now(),
            "room": room,
            "guest_id": viewer.guest,
            "name": viewer.name,
            "text": words,
        }
        line_id = await self._store.write(lambda connection: self._keep(connection, values))
        line = ChatLine(
            id=line_id,
            at=values["at"],
            room=room,
            guest=viewer.guest,
            name=viewer.name,
            text=words,
        )
        self.deliver(viewer.table, line)
        return line

    def _keep(self, connection: sa.Connection, values: dict[str, Any]) -> int:
        stored = connection.execute(sa.insert(rows.chat).values(values))
        assert stored.inserted_primary_key is not None
        line = int(stored.inserted_primary_key[0])
        notify(connection, [f"chat:{values['table_id']}:{line}"])
        return line

    def deliver(self, table: Table, line: ChatLine) -> None:
        """Send a line to everybody who listens, once."""
        if line.id in self._delivered:
            return
        self._delivered.append(line.id)
        for viewer in list(table.viewers):
            viewer.hear(line)

    async def hear(self, table_id: str, line_id: int) -> None:
        """Another process has stored a line."""
        table = self._tables.peek(table_id)
        if table is None or not table.viewers:
            return
        chosen = sa.select(rows.chat).where(rows.chat.c.id == line_id)
        found = await self._store.read(lambda connection: connection.execute(chosen).first())
        if found is not None:
            self.deliver(table, _line(found))

    async def recent(self, table: str) -> list[ChatLine]:
        """The last lines, for whoever comes."""
        chosen = sa.select(rows.chat).where(rows.chat.c.table_id == table)
        newest = chosen.order_by(rows.chat.c.id.desc()).limit(REMEMBERED)
        found = await self._store.read(lambda connection: list(connection.execute(newest)))
        return [_line(row) for row in reversed(found)]

    async def muted_by(self, guest: str) -> set[str]:
        """Whom a guest does not want to hear."""
        chosen = sa.select(rows.mutes.c.muted_id).where(rows.mutes.c.guest_id == guest)
        found = await self._store.read(
            lambda connection: list(connection.execute(chosen).scalars())
        )
        return set(found)

    async def mute(self, guest: str, other: str, muted: bool) -> None:
        """Hear somebody no more, or again."""
        await self._store.write(lambda connection: _set_mute(connection, guest, other, muted))
        for table in self._tables.loaded():
            for viewer in table.viewers:
                if viewer.guest == guest:
                    (viewer.muted.add if muted else viewer.muted.discard)(other)


def _set_mute(connection: sa.Connection, guest: str, other: str, muted: bool) -> None:
    mutes = rows.mutes
    pair = (mutes.c.guest_id == guest) & (mutes.c.muted_id == other)
    connection.execute(sa.delete(mutes).where(pair))
    known = sa.select(rows.guests.c.id).where(rows.guests.c.id == other)
    if muted and connection.execute(known).first() is not None:
        connection.execute(sa.insert(mutes).values(guest_id=guest, muted_id=other))


def _line(row: sa.Row[Any]) -> ChatLine:
    return ChatLine(
        id=row.id, at=row.at, room=row.room, guest=row.guest_id, name=row.name, text=row.text
    )
