"""Looking at a table for a while: coming, being seen there, and going."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from caboose.server.guests import Guest
from caboose.server.host import Host
from caboose.server.metrics import CONNECTIONS
from caboose.server.refusals import Refusal
from caboose.server.table import Table
from caboose.server.viewer import Viewer


@asynccontextmanager
async def look(
    host: Host, table: Table, guest: Guest | None, chair: int | None, seen: int
) -> AsyncIterator[Viewer]:
    """Be a viewer of a table until the connection ends."""
    _refuse_too_many(host, guest)
    who, name = (None, "") if guest is None else (guest.id, guest.name)
    viewer = Viewer(table, who, name, chair, seen, host.now)
    if chair is not None:
        viewer.name = table.meta.chairs[chair].name
    if who is not None:
        viewer.muted = await host.chat.muted_by(who)
    for line in await host.chat.recent(table.id, viewer.muted):
        viewer.answer(line)
    if host.stopping:
        viewer.dismiss("stopping", "the server stops; the game goes on when it is back.")
    was_deserted = not table.present()
    table.viewers.add(viewer)
    host.connected[who] += 1
    CONNECTIONS.inc()
    try:
        await _presence(host, table)
        if was_deserted and table.present():
            await host.attendant.welcome_back(table)
        yield viewer
    finally:
        table.viewers.discard(viewer)
        host.connected[who] -= 1
        CONNECTIONS.dec()
        await _presence(host, table)


def _refuse_too_many(host: Host, guest: Guest | None) -> None:
    most = host.settings.connections_per_guest
    if guest is not None and host.connected[guest.id] >= most:
        raise Refusal(
            429, "too_many_connections", f"You have {most} connections; close some of them."
        )


async def _presence(host: Host, table: Table) -> None:
    """Everybody sees who is there."""
    table.changed()
    if not host.stopping:
        await host.bus.tell_present(table)
