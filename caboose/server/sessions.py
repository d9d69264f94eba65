"""Looking at a table for a while: coming, being seen there, and going."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from caboose.server.guests import Guest
from caboose.server.host import Host
from caboose.server.metrics import CONNECTIONS
from caboose.server.refusals import Refusal
from caboose.server.table import Table
from caboose.server.viewer import Viewer


@asynccontextmanager
async def look(
    host: Host, table: Table, guest: Guest | None, chair: int | None, seen: int, address: str = ""
) -> AsyncIterator[Viewer]:
    """Be a viewer of a table until the connection ends; a Refusal if there are too many of them."""
    with _counted(host, guest, address):
        viewer = await _new_viewer(host, table, guest, chair, seen)
        was_deserted = not table.present()
        table.viewers.add(viewer)
        try:
            viewer.hear_lately(await host.chat.recent(table.id))
            await _presence(host, table)
            if was_deserted and table.present():
                await host.attendant.welcome_back(table)
            yield viewer
        finally:
            table.viewers.discard(viewer)
            await _presence(host, table)


async def _new_viewer(
    host: Host, table: Table, guest: Guest | None, chair: int | None, seen: int
) -> Viewer:
    """Somebody who comes to a table, as they are known there."""
    who, name = (None, "") if guest is None else (guest.id, guest.name)
    viewer = Viewer(table, who, name, chair, seen, host.now)
    if chair is not None:
        viewer.name = table.meta.chairs[chair].name
    if who is not None:
        viewer.muted = await host.chat.muted_by(who)
    if host.stopping:
        viewer.dismiss("stopping", "the server stops; the game goes on when it is back.")
    return viewer


@contextmanager
def _counted(host: Host, guest: Guest | None, address: str) -> Iterator[None]:
    """One more connection, of a guest or, if nobody has given a name, of an address."""
    most, whose = host.settings.connections_per_guest, address if guest is None else guest.id
    if host.connected.get(whose, 0) >= most:
        raise Refusal(
            429, "too_many_connections", f"You have {most} connections; close some of them."
        )
    host.connected[whose] += 1
    CONNECTIONS.inc()
    try:
        yield
    finally:
        CONNECTIONS.dec()
        host.connected[whose] -= 1
        if not host.connected[whose]:
            del host.connected[whose]


async def _presence(host: Host, table: Table) -> None:
    """Everybody sees who is there."""
    table.changed()
    if not host.stopping:
        await host.bus.tell_present(table)
