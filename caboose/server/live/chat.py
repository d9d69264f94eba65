"""Talk at a table: one room for those who play, one for those who look on.

Players hear both rooms. Spectators hear theirs, and hear the players; the players' room is theirs
alone to speak in. What a muted guest says reaches everybody but who muted them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from caboose.server.live.viewer import Viewer
from caboose.server.people.guests import plain
from caboose.server.people.limits import Limits
from caboose.server.protocol.messages import ChatLine, Refused, Room
from caboose.server.protocol.refusals import Refusal, refused
from caboose.server.storage import rows
from caboose.server.storage.notify import tell, word
from caboose.server.storage.store import Store
from caboose.server.tables.loaded import LoadedTables
from caboose.server.tables.table import Table

REMEMBERED = 50  # lines shown to whoever comes


class Chat:
    """All talk."""

    def __init__(
        self, store: Store, tables: LoadedTables, limits: Limits, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._tables = tables
        self._limits = limits
        self._now = now

    async def say(self, viewer: Viewer, room: Room, text: str) -> ChatLine | Refused:
        """Say something; what was said, or why not."""
        words = plain(text)
        if viewer.guest is None:
            return refused(None, "no_guest", "enter your name before you write.")
        if not words:
            return refused(None, "nothing_said", "the message is empty.")
        if not (self._tables.settings.chat and viewer.table.meta.options.chat):
            return refused(None, "chat_off", "the chat is switched off here.")
        if room == "table" and viewer.chair is None:
            return refused(
                None, "players_only", "only players can write there; use the other room."
            )
        values = {
            "table_id": viewer.table.id,
            "at": self._now(),
            "room": room,
            "guest_id": viewer.guest,
            "name": viewer.name,
            "text": words,
        }
        who = viewer.guest, viewer.address

        def keep(connection: sa.Connection) -> int:
            self._limits.take_shared(connection, "chat", *who)
            return self._keep(connection, values)

        try:
            self._limits.take_here("chat", *who)
            line_id = await self._store.write(keep)
        except Refusal as refusal:
            return refused(None, refusal.code, refusal.sentence, refusal.values)
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
        tell(connection, [word("said", values["table_id"], line)])
        return line

    def deliver(self, table: Table, line: ChatLine) -> None:
        """Send a line to everybody who listens and has not heard it yet."""
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

    async def hear_missed(self, table: Table) -> None:
        """Other processes may have stored lines that we did not hear of."""
        if table.viewers:
            for line in await self.recent(table.id):
                self.deliver(table, line)

    async def recent(self, table: str) -> list[ChatLine]:
        """The last lines, for whoever comes; a rematch goes on with what was said before it."""
        chosen = sa.select(rows.chat).where(rows.chat.c.table_id.in_(_games_before(table)))
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


def _games_before(table: str) -> sa.Select[tuple[str]]:
    """A table, and those whose rematch it is, one after the other."""
    tables = rows.tables
    here = sa.select(tables.c.id, tables.c.rematch_of).where(tables.c.id == table)
    chain = here.cte("games", recursive=True)
    before = sa.select(tables.c.id, tables.c.rematch_of).where(tables.c.id == chain.c.rematch_of)
    return sa.select(chain.union(before).c.id)


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
