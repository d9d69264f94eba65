"""Looking at a table for a while: coming, being seen there, and going."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from caboose.server.host import Host
from caboose.server.live.viewer import Viewer
from caboose.server.metrics import CONNECTIONS
from caboose.server.people.addresses import network_of
from caboose.server.people.guests import Guest
from caboose.server.people.similar_names import told_apart
from caboose.server.protocol.refusals import Refusal
from caboose.server.tables.table import Table


@asynccontextmanager
async def look(
    host: Host, table: Table, guest: Guest | None, chair: int | None, seen: int, address: str = ""
) -> AsyncIterator[Viewer]:
    """Be a viewer of a table until the connection ends; a Refusal if there are too many of them."""
    with counted(host, guest, address):
        viewer = await _new_viewer(host, table, guest, chair, seen)
        viewer.address = address
        if viewer.chair is not None and not table.present():
            # Before anybody is there: in between, the attendant would find that their time is up.
            await host.attendant.welcome_back(table)
        host.presence.about_to_change(table)
        table.come(viewer)
        try:
            viewer.hear_lately(await host.chat.recent(table.id))
            yield viewer
        finally:
            host.presence.about_to_change(table)
            table.go(viewer)


async def _new_viewer(
    host: Host, table: Table, guest: Guest | None, chair: int | None, seen: int
) -> Viewer:
    """Somebody who comes to a table, as they are known there."""
    who, name = (None, "") if guest is None else (guest.id, guest.name)
    viewer = Viewer(table, who, name, chair, seen, host.now)
    if chair is not None:
        viewer.name = table.meta.chairs[chair].name
    elif who is not None:
        others = [each.name for each in table.spectators() if each.guest != who]
        viewer.name = told_apart(name, [*table.meta.names_but_of(who), *others])
    if who is not None:
        viewer.muted = await host.chat.muted_by(who)
    if host.stopping:
        viewer.dismiss("stopping", "the server stops; the game goes on when it is back.")
    return viewer


@contextmanager
def counted(host: Host, guest: Guest | None, address: str) -> Iterator[None]:
    """One more connection, of a guest or, if nobody has given a name, of an address."""
    most, whose = (
        host.settings.connections_per_guest,
        network_of(address) if guest is None else guest.id,
    )
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
