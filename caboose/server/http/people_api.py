"""Members among each other over HTTP: profiles, friends, blocks, and asking to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query

from caboose.server.host import Host
from caboose.server.http.caller import HostDep, KnownGuest, MaybeGuest, TableId
from caboose.server.http.members_api import KnownMember
from caboose.server.people import friends, profiles
from caboose.server.protocol.bodies import Name
from caboose.server.protocol.commands import GuestId
from caboose.server.protocol.people import AskToTable, Friend, Friends, Profile, Shown
from caboose.server.storage.notify import tell_changed
from caboose.server.tables import personal_invitations
from caboose.server.tables.lists import hosted_by, seen_with

router = APIRouter(prefix="/api", tags=["people"])

Other = Annotated[GuestId, Path()]


@router.get("/profile")
async def profile(host: HostDep, guest: MaybeGuest, name: Annotated[Name, Query()]) -> Profile:
    """A member as others see them."""
    asks = None if guest is None else guest.id
    return await host.store.read_long(lambda c: profiles.profile_of(c, name, asks))


@router.get("/member/shown")
async def shown(host: HostDep, member: KnownMember) -> Shown:
    """What the sender lets others see."""
    return await host.store.read(lambda c: profiles.shown_by(c, member.id))


@router.put("/member/shown")
async def show(body: Shown, host: HostDep, member: KnownMember) -> Shown:
    """Let others see this from now on."""
    await host.store.write(lambda c: profiles.show(c, member.id, body))
    return body


# ---- friends -------------------------------------------------------------------------------------


@router.get("/friends")
async def all_friends(host: HostDep, member: KnownMember) -> Friends:
    """Whom one follows and where they sit now, who follows one, and who asks one to a table."""

    def read(connection: sa.Connection) -> Friends:
        followed = friends.followed_by(connection, member.id)
        seen = seen_with(connection, [each.guest for each in followed], member.id)
        return Friends(
            friends=[Friend(**dict(each), tables=seen.get(each.guest, [])) for each in followed],
            followers=friends.followers_of(connection, member.id),
            blocked=friends.blocked_by(connection, member.id),
            asked=personal_invitations.asked_to(connection, member.id),
        )

    return await host.store.read(read)


@router.put("/friends/{guest}", status_code=204)
async def follow(guest: Other, host: HostDep, member: KnownMember) -> None:
    """Follow a member."""
    now = host.now()
    await host.store.write(lambda c: friends.follow(c, member.id, guest, now))


@router.delete("/friends/{guest}", status_code=204)
async def unfollow(guest: Other, host: HostDep, member: KnownMember) -> None:
    """Follow somebody no more."""
    await host.store.write(lambda c: friends.unfollow(c, member.id, guest))


@router.put("/blocks/{guest}", status_code=204)
async def block(guest: Other, host: HostDep, member: KnownMember) -> None:
    """Want nothing to do with somebody: they cannot follow, ask, watch or be heard."""
    now = host.now()
    await _change_block(host, member.id, lambda c: friends.block(c, member.id, guest, now))
    await host.chat.mute(member.id, guest, muted=True)


@router.delete("/blocks/{guest}", status_code=204)
async def unblock(guest: Other, host: HostDep, member: KnownMember) -> None:
    """Let somebody be as everybody else again."""
    await _change_block(host, member.id, lambda c: friends.unblock(c, member.id, guest))
    await host.chat.mute(member.id, guest, muted=False)


async def _change_block(host: Host, member: str, change: Callable[[sa.Connection], None]) -> None:
    """Change whom somebody blocks, and look again at the tables that they host, everywhere."""

    def store(connection: sa.Connection) -> set[str]:
        change(connection)
        tables = hosted_by(connection, member)
        tell_changed(connection, tables)
        return tables

    tables = await host.store.write(store)
    for table in [table for table in host.tables.loaded() if table.id in tables]:
        await host.tables.reload(table)


# ---- asking to a table ---------------------------------------------------------------------------


@router.post("/tables/{table_id}/asked", status_code=204)
async def ask_to_table(
    table_id: TableId, body: AskToTable, host: HostDep, member: KnownMember
) -> None:
    """Ask a member whom one follows to one's table."""
    now = host.now()
    await host.store.write(
        lambda c: personal_invitations.ask_to_table(c, member, table_id, body.guest, now)
    )


@router.delete("/tables/{table_id}/asked", status_code=204)
async def decline(table_id: TableId, host: HostDep, guest: KnownGuest) -> None:
    """Decline to come to a table."""
    await host.store.write(lambda c: personal_invitations.decline(c, table_id, guest.id))
