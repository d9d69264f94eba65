"""Keeping the peace at a table: send somebody away, switch the chat off, report somebody."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter

from caboose.server.http.caller import HostDep, KnownGuest, TableId, chair_for, find_table
from caboose.server.http.tables_api import here
from caboose.server.protocol.bodies import Here, Removal
from caboose.server.protocol.moderation import ChatSwitch, NewReport
from caboose.server.protocol.refusals import conflict, forbidden, not_owner
from caboose.server.tables import seating
from caboose.server.tables.reporting import file_report, scene_at

router = APIRouter(prefix="/api", tags=["moderation"])


@router.post("/tables/{table_id}/remove")
async def remove_spectator(
    table_id: TableId, body: Removal, host: HostDep, guest: KnownGuest
) -> Here:
    """Send a spectator away for good; for whoever opened the table."""
    table = await find_table(host, table_id)
    if table.meta.owner_id != guest.id:
        raise not_owner("remove someone")
    if table.meta.chairs_of(body.guest):
        raise conflict("has_chair", "Players cannot be removed, only spectators.")
    send_away = partial(seating.send_away, table=table_id, guest=body.guest)
    await host.tables.change(send_away, table_id)
    return here(table, guest)


@router.post("/tables/{table_id}/chat")
async def switch_chat(
    table_id: TableId, body: ChatSwitch, host: HostDep, guest: KnownGuest
) -> Here:
    """Let people write at a table, or not any more; for whoever opened it."""
    if body.on and not host.settings.chat:
        raise forbidden("chat_off", "The chat is switched off on this server.")
    switch = partial(seating.switch_chat, guest=guest, table=table_id, on=body.on)
    await host.tables.change(switch, table_id)
    return here(await find_table(host, table_id), guest)


@router.post("/tables/{table_id}/reports", status_code=204)
async def report(table_id: TableId, body: NewReport, host: HostDep, guest: KnownGuest) -> None:
    """Report somebody at the table to whoever runs the server; chat and game go with it."""
    table = await find_table(host, table_id)
    chair_for(table, guest, None)  # of what one may not see nothing is reported
    scene, now = scene_at(table), host.now()
    await host.store.write(lambda c: file_report(c, scene, guest, body.guest, body.words, now))
