"""Members' bots over HTTP: make one, give it a new token, remove it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from caboose.server.http.caller import HostDep
from caboose.server.http.members_api import known_member
from caboose.server.people import member_bots
from caboose.server.people.forgetting import forget_guests
from caboose.server.people.guests import Guest, plain
from caboose.server.protocol.bodies import Token
from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.meeting import MemberBot, MemberBots, NewBot
from caboose.server.tables.leaving import leave_everywhere

router = APIRouter(prefix="/api/member/bots", tags=["members"])

Member = Annotated[Guest, Depends(known_member)]
BotId = Annotated[GuestId, Path()]


@router.get("")
async def my_bots(host: HostDep, guest: Member) -> MemberBots:
    """The sender's bots."""
    found = await host.store.read(partial(member_bots.bots_of, owners=[guest.id]))
    return MemberBots(
        bots=[
            MemberBot(
                guest=row.guest_id, name=row.name, created_at=row.created_at, seen_at=row.seen_at
            )
            for row in found
        ],
        most=host.settings.bots_per_member,
    )


@router.post("", status_code=201)
async def new_bot(body: NewBot, host: HostDep, guest: Member) -> Token:
    """Make a bot: its token is shown this once."""
    name, most = plain(body.name) or "Bot", host.settings.bots_per_member
    make = partial(member_bots.new_bot, owner=guest.id, name=name, now=host.now(), most=most)
    bot, token = await host.store.write(make)
    return Token(token=token, guest=bot, name=name)


@router.post("/{bot}/token", status_code=201)
async def new_token(bot: BotId, host: HostDep, guest: Member) -> Token:
    """A new token for a bot; the old one works no more, in other processes after a minute."""
    make = partial(member_bots.new_bot_token, owner=guest.id, bot=bot, now=host.now())
    token = await host.store.write(make)
    host.guests.look_up_again(bot)
    named = await host.guests.of_token(token, "bearer")
    assert named is not None
    return Token(token=token, guest=bot, name=named.name)


@router.delete("/{bot}", status_code=204)
async def remove(bot: BotId, host: HostDep, guest: Member) -> None:
    """Remove a bot; its finished games stay, without its name."""
    await host.store.read(partial(member_bots.refuse_others_bot, owner=guest.id, bot=bot))
    await leave_everywhere(host.tables, Guest(bot, "", bot=True), host.now())
    await host.tables.change(partial(forget_guests, guests=[bot], now=host.now()))
    host.guests.look_up_again(bot)
