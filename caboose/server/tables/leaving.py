"""Standing up from every table at once: who is forgotten, or may not come any more."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from caboose.server.people.guests import Guest
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables import lists, starting
from caboose.server.tables.loaded import LoadedTables


async def leave_everywhere(tables: LoadedTables, guest: Guest, now: int) -> None:
    """Leave all tables that wait, whose chairs are open again, or are played, where bots go on."""
    for table in await tables.store.read(lambda c: lists.running_with(c, guest.id)):
        leave = partial(starting.leave, guest=guest, table=table, now=now)
        with suppress(Refusal):  # its game has ended meanwhile
            await tables.change(leave, table)
