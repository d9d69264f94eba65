"""For whoever runs the server, with the operator's token: reports are read and acted on."""

from __future__ import annotations

import asyncio
import hmac
from functools import partial

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Request

from caboose.server.http.caller import HostDep, address_of, bearer_token
from caboose.server.people.bans import Ban, add_ban, all_bans, lift_ban
from caboose.server.people.guests import Guest, plain
from caboose.server.people.member_bots import bots_of
from caboose.server.protocol.bodies import RefusedBoards
from caboose.server.protocol.moderation import BanLine, BanLines, NewBan, ReportDone, Reports
from caboose.server.protocol.refusals import forbidden
from caboose.server.tables.leaving import leave_everywhere
from caboose.server.tables.reporting import finish_report, read_reports

HOUR = 3_600_000  # milliseconds


async def operator(request: Request, host: HostDep) -> None:
    """Whoever shows the token of the settings; anybody else is refused, and their tries counted."""
    token, shown = host.settings.operator_token, bearer_token(request) or ""
    if not token or not hmac.compare_digest(shown.encode(), token.encode()):
        host.limits.take_here("changes", None, address_of(request))
        raise forbidden("not_operator", "This is for whoever runs the server, with their token.")


router = APIRouter(prefix="/api/operator", tags=["operator"], dependencies=[Depends(operator)])


@router.get("/reports")
async def reports(host: HostDep) -> Reports:
    """What people have reported: those that wait first."""
    return Reports(reports=await host.store.read(read_reports))


@router.post("/reports/{report}", status_code=204)
async def finish(report: int, body: ReportDone, host: HostDep) -> None:
    """Note down what became of a report."""
    done = partial(finish_report, report=report, outcome=body.outcome, now=host.now())
    await host.store.write(done)


@router.get("/boards")
async def refused_boards(host: HostDep) -> RefusedBoards:
    """The host's own boards that cannot be played, and the checker's words on them."""
    return RefusedBoards(boards=await asyncio.to_thread(host.boards.refused))


@router.get("/bans")
async def bans(host: HostDep) -> BanLines:
    """Who may not come at present."""
    found = await host.store.read(all_bans)
    return BanLines(bans=[_line(ban) for ban in found if ban.holds_at(host.now())])


@router.post("/bans", status_code=201)
async def ban(body: NewBan, host: HostDep) -> BanLine:
    """Keep a guest or a network away. In the guest's games bots play on."""
    now = host.now()
    until = None if body.hours is None else now + int(body.hours * HOUR)

    def keep_away(connection: sa.Connection) -> Ban:
        why = plain(body.why)
        made = add_ban(connection, body.guest, body.network, until, why, now)
        return next(each for each in all_bans(connection) if each.id == made)

    made = await host.store.write(keep_away)
    await host.bans.read_again()
    if made.guest is not None:
        owner = made.guest
        await leave_everywhere(host.tables, Guest(owner, made.name or "", bot=False), now)
        for bot in await host.store.read(lambda c: bots_of(c, [owner])):
            await leave_everywhere(host.tables, Guest(bot.guest_id, bot.name, bot=True), now)
    return _line(made)


@router.delete("/bans/{ban}", status_code=204)
async def lift(ban: int, host: HostDep) -> None:
    """Let somebody come again."""
    await host.store.write(partial(lift_ban, ban=ban))
    await host.bans.read_again()


def _line(ban: Ban) -> BanLine:
    return BanLine(**vars(ban))
