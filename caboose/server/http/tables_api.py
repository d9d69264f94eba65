"""Tables over HTTP: open, invite, sit down, be ready, start, leave, play again, close."""

from __future__ import annotations

import asyncio
import hashlib
from functools import partial
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path

from caboose.server.bots.bots import is_bot
from caboose.server.host import Host
from caboose.server.http.caller import (
    HostDep,
    KnownGuest,
    MaybeGuest,
    TableId,
    UnhurriedGuest,
    chair_for,
    find_table,
)
from caboose.server.people.guests import Guest
from caboose.server.protocol.bodies import (
    BotInstead,
    Here,
    Invitation,
    Links,
    NewChair,
    NewTable,
    Opened,
    PlayNow,
    Ready,
    SeatTaken,
    Sit,
    TableList,
)
from caboose.server.protocol.closures import BY_CONSENT, BY_ITS_OWNER, Why
from caboose.server.protocol.messages import Options
from caboose.server.protocol.refusals import Refusal, conflict
from caboose.server.tables import consent, lists, opening, seating, starting
from caboose.server.tables.closing import close_table
from caboose.server.tables.seating import Seated, table_of
from caboose.server.tables.table import Table

router = APIRouter(prefix="/api", tags=["tables"])

INTRODUCTION = hashlib.sha256(b"caboose introduction 1").hexdigest()  # everybody knows this one

LinkWord = Annotated[str, Path(max_length=100)]


def here(table: Table, guest: Guest | None) -> Here:
    """A table, and what somebody is at it."""
    mine = table.meta.chairs_of(None if guest is None else guest.id)
    who = None if guest is None else guest.id
    return Here(table=table.info(), you=table.meta.you(who, mine[0] if mine else None))


async def seat_taken(host: Host, guest: Guest, seated: Seated) -> SeatTaken:
    """What somebody who has sat down is told."""
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
        if chair.kind == "bot":
            check_bot(chair.bot or "")


def check_bot(name: str) -> None:
    """Only bots that we have may sit down."""
    if not is_bot(name):
        raise Refusal(422, "unknown_bot", f"There is no bot {name!r}; see the list of levels.")


def _allowed(host: Host, options: Options) -> Options:
    """The options of a new table; where nobody may write on a server, nobody may at a table."""
    return options if host.settings.chat else options.model_copy(update={"chat": False})


@router.get("/lobby")
async def lobby(host: HostDep, guest: MaybeGuest) -> TableList:
    """Listed tables that wait for players, or that may be watched."""
    asks = None if guest is None else guest.id
    return TableList(tables=await host.store.read(lambda c: lists.lobby(c, asks)))


@router.post("/tables", status_code=201)
async def open_table(body: NewTable, host: HostDep, guest: KnownGuest) -> Opened:
    """Open a table. Share its invitations; keep the private link."""
    _check_bots(body.chairs)
    body = body.model_copy(update={"options": _allowed(host, body.options)})
    what = await asyncio.to_thread(host.boards.find, body.edition)
    most = host.settings.tables_per_guest

    def open_and_invite(connection: sa.Connection) -> tuple[Seated, dict[int, str]]:
        seated = opening.open_table(connection, guest, body, what, host.now(), most)
        return seated, seating.new_invitations(connection, guest, seated.table)

    seated, links = await host.store.write(open_and_invite)  # nobody knows of this table yet
    taken = await seat_taken(host, guest, seated)
    return Opened(**dict(taken), invitations=links)


@router.post("/play", status_code=201)
async def play_now(body: PlayNow, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Play against bots, at once."""
    chairs = [NewChair(kind="me"), *(NewChair(kind="bot", bot=bot) for bot in body.bots)]
    options = _allowed(host, body.options).model_copy(update={"start": "full"})
    secret, nonce = None, body.nonce
    if body.introduction:
        secret, nonce = INTRODUCTION, "0" * 64
        options = options.model_copy(update={"order": "given", "rated": False})
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
    return await seat_taken(host, guest, seated)


@router.get("/tables/{table_id}")
async def show_table(table_id: TableId, host: HostDep, guest: MaybeGuest) -> Here:
    """How a table stands, and what the sender is at it."""
    table = await find_table(host, table_id)
    if table.meta.status != "waiting":
        chair_for(table, guest, None)  # somebody who may not watch sees nothing
    return here(table, guest)


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
        lambda c: seating.accept_invitation(c, guest, token, body, host.now()), found=table_of
    )
    return await seat_taken(host, guest, seated)


@router.get("/resume/{token}")
async def look_at_resume(token: LinkWord, host: HostDep) -> Invitation:
    """Which chair a private link belongs to. Looking takes nothing."""
    table_id, chair = await host.store.read(lambda c: seating.resume_of(c, token))
    return Invitation(table=(await find_table(host, table_id)).info(), chair=chair, taken=True)


@router.post("/resume/{token}", status_code=201)
async def resume(token: LinkWord, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Come back to a chair by its private link, from any device."""
    seated = await host.tables.change(
        lambda c: seating.resume(c, guest, token, host.now()), found=table_of
    )
    return await seat_taken(host, guest, seated)


@router.post("/tables/{table_id}/chairs", status_code=201)
async def join(table_id: TableId, body: Sit, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Sit down at a listed table, or on the chair kept for a rematch."""
    seated = await host.tables.change(
        lambda c: seating.join(c, guest, table_id, body, host.now()), table_id
    )
    return await seat_taken(host, guest, seated)


@router.post("/tables/{table_id}/chairs/{chair}/link", status_code=201)
async def new_private_link(
    table_id: TableId,
    chair: Annotated[int, Path(ge=0, le=4)],
    host: HostDep,
    guest: KnownGuest,
) -> SeatTaken:
    """A new private link for one's chair; other devices do not hold it any more."""
    make = partial(
        seating.new_private_link, guest=guest, table=table_id, chair=chair, now=host.now()
    )
    return await seat_taken(host, guest, await host.tables.change(make, table_id))


@router.post("/tables/{table_id}/chairs/{chair}/bot")
async def seat_bot(
    table_id: TableId,
    chair: Annotated[int, Path(ge=0, le=4)],
    body: BotInstead,
    host: HostDep,
    guest: KnownGuest,
) -> Here:
    """Let a bot play on a chair for which nobody has come; for whoever opened the table."""
    _check_bots([NewChair(kind="bot", bot=body.bot)])
    await host.tables.change(
        lambda c: seating.seat_bot(c, guest, table_id, chair, body.bot, host.now()), table_id
    )
    table = await find_table(host, table_id)
    host.attendant.attend_if_due(table)
    return here(table, guest)


@router.post("/tables/{table_id}/ready")
async def say_ready(table_id: TableId, body: Ready, host: HostDep, guest: UnhurriedGuest) -> Here:
    """Say that one is ready for the start, or not yet; the start does not wait for it."""
    await host.tables.change(lambda c: starting.say_ready(c, guest, table_id, body.ready), table_id)
    return here(await find_table(host, table_id), guest)


@router.post("/tables/{table_id}/start")
async def start(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Start the game; for whoever opened the table."""
    await host.tables.change(lambda c: starting.start(c, guest, table_id, host.now()), table_id)
    table = await find_table(host, table_id)
    host.attendant.attend_if_due(table)
    return here(table, guest)


@router.post("/tables/{table_id}/leave")
async def leave(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Stand up. In a game a bot plays on until the person comes back."""
    await host.tables.change(lambda c: starting.leave(c, guest, table_id, host.now()), table_id)
    table = await find_table(host, table_id)
    if table.is_playing and table.meta.all_consent:
        await _close(host, table, BY_CONSENT)  # all others had wanted that already
    host.attendant.attend_if_due(table)
    return here(table, guest)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table_id: TableId, body: Sit, host: HostDep, guest: KnownGuest) -> SeatTaken:
    """Play again with the same people; the order moves on by one."""
    most = host.settings.tables_per_guest
    seated = await host.tables.change(
        lambda c: opening.rematch(c, guest, table_id, body, host.now(), most),
        table_id,
        found=table_of,
    )
    return await seat_taken(host, guest, seated)


@router.post("/tables/{table_id}/close")
async def close(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Close a table: its host, until something is played; then all who play, each by asking so."""
    table = await find_table(host, table_id)
    await _ask_to_close(host, table, guest)
    return here(table, guest)


async def _ask_to_close(host: Host, table: Table, guest: Guest) -> None:
    """Close a table, unless others have to agree; if its game begins meanwhile, they are asked."""
    ask = partial(consent.ask_to_close, guest=guest, table=table.id, now=host.now())
    why = await host.tables.change(ask, table.id)
    if why is None:
        return
    try:
        closed = await _close(host, table, why)
    except Refusal as refusal:
        if why != BY_ITS_OWNER or refusal.code != "consent_missing":
            raise
        await _ask_to_close(host, table, guest)
    else:
        if not closed:
            raise conflict("ended", "The table is already closed, or its game is over.")


async def _close(host: Host, table: Table, why: Why) -> bool:
    return await close_table(host.tables, table, why, host.now(), consent.refuse_to_close)


@router.delete("/tables/{table_id}/close")
async def play_on(table_id: TableId, host: HostDep, guest: KnownGuest) -> Here:
    """Go on playing: a wish to close the game, one's own or another's, is off the table."""
    table = await find_table(host, table_id)
    decline = partial(consent.play_on, guest=guest, table=table_id, now=host.now())
    await host.tables.change(decline, table_id)
    return here(table, guest)
