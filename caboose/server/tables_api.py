"""Tables over HTTP: open, invite, sit down, be ready, start, leave, play again, close."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path

from caboose.server import lists, opening, rows, seating, starting
from caboose.server.asking import (
    HostDep,
    KnownGuest,
    MaybeGuest,
    TableId,
    UnhurriedGuest,
    chair_for,
    find_table,
)
from caboose.server.bodies import (
    Here,
    Invitation,
    Links,
    NewChair,
    NewTable,
    Opened,
    PlayNow,
    Ready,
    Removal,
    SeatTaken,
    Sit,
    Tables,
)
from caboose.server.bots import is_bot
from caboose.server.closing import close_table
from caboose.server.ending import BY_ITS_OWNER
from caboose.server.guests import Guest
from caboose.server.host import Host
from caboose.server.refusals import Refusal, conflict, not_owner
from caboose.server.seating import Seated
from caboose.server.statements import insert_unless_there
from caboose.server.table import Table

router = APIRouter(prefix="/api", tags=["tables"])

INTRODUCTION = hashlib.sha256(b"caboose introduction 1").hexdigest()  # everybody knows this one

LinkWord = Annotated[str, Path(max_length=100)]


def _here(table: Table, guest: Guest | None) -> Here:
    mine = table.meta.chairs_of(None if guest is None else guest.id)
    who = None if guest is None else guest.id
    return Here(table=table.info(), you=table.meta.you(who, mine[0] if mine else None))


async def _seated(host: Host, guest: Guest, seated: Seated) -> SeatTaken:
    table = await find_table(host, seated.table)
    host.attendant.attend_if_due(table)
    links = {chair: f"/resume/{word}" for chair, word in seated.resumes.items()}
    return SeatTaken(
        table=table.info(),
        you=table.meta.you(guest.id, seated.chair),
        resume=links.get(seated.chair) if seated.chair is not None else None,
        private_links=links,
    )


def _check_bots(chairs: list[NewChair]) -> None:
    for chair in chairs:
        if chair.kind == "bot" and not is_bot(chair.bot or ""):
            raise Refusal(
                422, "unknown_bot", f"There is no bot {chair.bot!r}; see the list of levels."
            )


@router.get("/lobby")
async def lobby(host: HostDep) -> Tables:
    """Listed tables that wait for players, or that may be watched."""
    return Tables(tables=await host.store.read(lists.lobby))


@router.post("/tables", status_code=201)
async def open_table(body: NewTable, host: HostDep, guest: KnownGuest) -> Opened:
    """Open a table. Share its invitations; keep the private link."""
    _check_bots(body.chairs)
    what = await asyncio.to_thread(host.boards.find, body.edition)
    most = host.settings.tables_per_guest

    def open_and_invite(connection: sa.Connection) -> tuple[Seated, dict[int, str]]:
        seated = opening.open_table(connection, guest, body, what, host.now(), most)
        return seated, seating.new_invitations(connection, guest, seated.table)

    seated, links = await host.store.write(open_and_invite)  # nobody knows of this table yet
    taken = await _seated(host, guest, seated)
    return Opened(**dict(taken), invitations=links)


@router.post("/play", status_code=201)
async def play_now(body: PlayNow, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Play against bots, at once."""
    chairs = [NewChair(kind="me"), *(NewChair(kind="bot", bot=bot) for bot in body.bots)]
    options = body.options.model_copy(update={"start": "full"})
    secret, nonce = None, body.nonce
    if body.introduction:
        secret, nonce = INTRODUCTION, "0" * 64
        options = options.model_copy(update={"order": "given"})
    new = NewTable(
        edition=body.edition,
        chairs=chairs,
        options=options,
        nonce=nonce,
        commitment=body.commitment,
    )
    _check_bots(chairs)
    what = await asyncio.to_thread(host.boards.find, body.edition)
    most = host.settings.tables_per_guest
    seated = await host.tables.change(
        lambda c: opening.open_table(c, guest, new, what, host.now(), most, secret)
    )
    return await _seated(host, guest, seated)


@router.get("/tables/{table_id}")
async def show_table(table_id: TableId, host: HostDep, guest: MaybeGuest) -> Here:
    """How a table stands, and what the sender is at it."""
    table = await find_table(host, table_id)
    if table.meta.status != "waiting":
        chair_for(table, guest, None)  # who may not watch sees nothing
    return _here(table, guest)


@router.post("/tables/{table_id}/links", status_code=201)
async def links(table_id: TableId, host: HostDep, guest: KnownGuest) -> Links:
    """New invitations for the open chairs; older ones are dead."""
    made = await host.store.write(lambda c: seating.new_invitations(c, guest, table_id))
    return Links(invitations=made)


@router.get("/invitations/{token}")
async def look_at_invitation(token: LinkWord, host: HostDep) -> Invitation:
    """What an invitation offers. Looking takes nothing."""
    table_id, chair = await host.store.read(lambda c: seating.invited_to(c, token))
    return Invitation(table=(await find_table(host, table_id)).info(), chair=chair, taken=False)


@router.post("/invitations/{token}", status_code=201)
async def accept_invitation(
    token: LinkWord, body: Sit, host: HostDep, guest: KnownGuest
) -> SeatTaken:
    """Sit down on the chair that an invitation offers; it works once."""
    seated = await host.tables.change(
        lambda c: seating.accept_invitation(c, guest, token, body, host.now())
    )
    return await _seated(host, guest, seated)


@router.get("/resume/{token}")
async def look_at_resume(token: LinkWord, host: HostDep) -> Invitation:
    """Which chair a private link belongs to. Looking takes nothing."""
    table_id, chair = await host.store.read(lambda c: seating.resume_of(c, token))
    return Invitation(table=(await find_table(host, table_id)).info(), chair=chair, taken=True)


@router.post("/resume/{token}", status_code=201)
async def resume(token: LinkWord, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Come back to a chair by its private link, from any device."""
    seated = await host.tables.change(lambda c: seating.resume(c, guest, token, host.now()))
    return await _seated(host, guest, seated)


@router.post("/tables/{table_id}/chairs", status_code=201)
async def join(table_id: TableId, body: Sit, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Sit down at a listed table, or on the chair kept for a rematch."""
    seated = await host.tables.change(lambda c: seating.join(c, guest, table_id, body, host.now()))
    return await _seated(host, guest, seated)


@router.post("/tables/{table_id}/ready")
async def say_ready(table_id: TableId, body: Ready, host: HostDep, guest: UnhurriedGuest) -> Here:
    """Say that one is ready for the start, or not yet; the start does not wait for it."""
    await host.tables.change(lambda c: starting.say_ready(c, guest, table_id, body.ready), table_id)
    return _here(await find_table(host, table_id), guest)


@router.post("/tables/{table_id}/start")
async def start(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Start the game; for who opened the table."""
    await host.tables.change(lambda c: starting.start(c, guest, table_id, host.now()), table_id)
    table = await find_table(host, table_id)
    host.attendant.attend_if_due(table)
    return _here(table, guest)


@router.post("/tables/{table_id}/leave")
async def leave(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Stand up. In a game a bot plays on until the person comes back."""
    await host.tables.change(lambda c: starting.leave(c, guest, table_id, host.now()), table_id)
    table = await find_table(host, table_id)
    host.attendant.attend_if_due(table)
    return _here(table, guest)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table_id: TableId, body: Sit, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Play again with the same people; the order moves on by one."""
    most = host.settings.tables_per_guest
    seated = await host.tables.change(
        lambda c: opening.rematch(c, guest, table_id, body, host.now(), most)
    )
    old = host.tables.peek(table_id)
    if old is not None:
        await host.tables.reload(old)
    return await _seated(host, guest, seated)


@router.post("/tables/{table_id}/close")
async def close(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Close a table before its game is over; for who opened it."""
    table = await find_table(host, table_id)
    if table.meta.owner_id != guest.id:
        raise not_owner("close it")
    if not await close_table(host.tables, table, BY_ITS_OWNER, host.now()):
        raise conflict("ended", "The table is closed already, or its game is over.")
    return _here(table, guest)


@router.post("/tables/{table_id}/remove")
async def remove_onlooker(
    table_id: TableId, body: Removal, host: HostDep, guest: KnownGuest
) -> Here:
    """Send an onlooker away for good; for who opened the table."""
    table = await find_table(host, table_id)
    if table.meta.owner_id != guest.id:
        raise not_owner("send somebody away")
    if table.meta.chairs_of(body.guest):
        raise conflict("has_chair", "They sit at the table; only onlookers can be sent away.")
    gone = {"table_id": table_id, "guest_id": body.guest}
    await host.tables.change(
        lambda c: insert_unless_there(c, rows.removed_onlookers, gone), table_id
    )
    return _here(table, guest)
