"""Members over HTTP: claim a name, its codes, passkeys and devices, and coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Path, Request, Response

from caboose.server.host import Host
from caboose.server.http.caller import COOKIE, HostDep, KnownGuest, MaybeGuest
from caboose.server.http.guests_api import me_of, remember
from caboose.server.people import devices, members, passkeys, recovery
from caboose.server.people.coming_along import bring_along
from caboose.server.people.devices import device_name, new_session, shown_id
from caboose.server.people.guests import Guest, plain
from caboose.server.people.passkeys import Home
from caboose.server.protocol.bodies import Me
from caboose.server.protocol.club import (
    Claim,
    CodeOwner,
    Device,
    DeviceCode,
    Membership,
    Passkey,
    PasskeyOptions,
    RecoveryCodes,
    SaidCode,
    ShownPasskey,
)
from caboose.server.protocol.refusals import Refusal, forbidden
from caboose.server.storage import rows

router = APIRouter(prefix="/api", tags=["members"])

DeviceId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
PasskeyId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


async def known_member(guest: KnownGuest) -> Guest:
    """Who is asking; 403 if they have not claimed their name."""
    if guest.bot:
        raise forbidden("program", "Only people can claim a name, not programs.")
    if not guest.member:
        raise members.not_member()
    return guest


KnownMember = Annotated[Guest, Depends(known_member)]


def _home(request: Request) -> Home:
    """The site as this browser sees it."""
    url = request.url
    return Home(url.hostname or "", f"{url.scheme}://{url.netloc}")


def _device(request: Request) -> str:
    return device_name(request.headers.get("user-agent", ""))


# ---- being a member ------------------------------------------------------------------------------


@router.post("/member", status_code=201)
async def claim(body: Claim, host: HostDep, guest: KnownGuest) -> RecoveryCodes:
    """Claim a name. Its recovery codes are shown this once."""
    name, now = plain(body.name), host.now()
    if not name:
        raise Refusal(422, "no_name", "Enter a name.")

    def keep(connection: sa.Connection) -> list[str]:
        members.claim(connection, guest.id, name, now)
        return recovery.give_codes(connection, guest.id, now)

    codes = await host.store.write(keep)
    host.guests.look_up_again(guest.id)
    return RecoveryCodes(codes=codes)


@router.get("/member")
async def membership(host: HostDep, member: KnownMember, request: Request) -> Membership:
    """What a member has: codes, passkeys, devices."""
    token = host.guests.read_signed(request.cookies.get(COOKIE), 200) or ""
    this = shown_id(token)

    def read(connection: sa.Connection) -> Membership:
        mine = sa.select(rows.members).where(rows.members.c.guest_id == member.id)
        row = connection.execute(mine).one()
        return Membership(
            name=member.name,
            since=row.since,
            rename_at=row.renamed_at + members.RENAMED_EVERY,
            codes_left=recovery.codes_left(connection, member.id),
            may_have_passkeys=_home(request).may_have_passkeys,
            passkeys=[
                Passkey(
                    id=key.id, device=key.device, created_at=key.created_at, used_at=key.used_at
                )
                for key in passkeys.passkeys_of(connection, member.id)
            ],
            devices=[
                Device(
                    id=one.id,
                    device=one.device,
                    here=one.id == this,
                    since=one.created_at,
                    seen_at=one.seen_at,
                )
                for one in devices.devices_of(connection, member.id)
            ],
        )

    return await host.store.read(read)


@router.post("/member/codes", status_code=201)
async def new_codes(host: HostDep, member: KnownMember) -> RecoveryCodes:
    """New recovery codes; older ones work no more."""
    now = host.now()
    codes = await host.store.write(lambda c: recovery.give_codes(c, member.id, now))
    return RecoveryCodes(codes=codes)


@router.post("/member/passkeys/options")
async def passkey_options(host: HostDep, member: KnownMember, request: Request) -> PasskeyOptions:
    """What a browser needs to make a passkey."""
    home, now = _home(request), host.now()
    options = await host.store.write(
        lambda c: passkeys.options_for_new(c, member.id, member.name, home, now)
    )
    return PasskeyOptions(options=options)


@router.post("/member/passkeys", status_code=204)
async def new_passkey(
    body: ShownPasskey, host: HostDep, member: KnownMember, request: Request
) -> None:
    """Keep the passkey that the browser has made."""
    home, device, now = _home(request), _device(request), host.now()
    await host.store.write(
        lambda c: passkeys.keep_passkey(c, member.id, body.credential, device, home, now)
    )


@router.delete("/member/passkeys/{passkey}", status_code=204)
async def remove_passkey(passkey: PasskeyId, host: HostDep, member: KnownMember) -> None:
    """Let a passkey work no more."""
    await host.store.write(lambda c: passkeys.remove_passkey(c, member.id, passkey))


@router.post("/member/devices", status_code=201)
async def code_for_device(host: HostDep, member: KnownMember) -> DeviceCode:
    """A code by which another device comes in; an older one works no more."""
    now = host.now()
    code, until = await host.store.write(lambda c: devices.code_for_device(c, member.id, now))
    return DeviceCode(code=code, path=f"/device#{code}", until=until)


@router.delete("/member/devices/{device}", status_code=204)
async def sign_device_out(device: DeviceId, host: HostDep, member: KnownMember) -> None:
    """Sign a device out; its open pages see it when they connect again."""
    await host.store.write(lambda c: devices.sign_out(c, member.id, device))
    host.guests.look_up_again(member.id)
    for table in host.tables.loaded():
        for viewer in [each for each in table.viewers if each.guest == member.id]:
            viewer.dismiss("look_again", "who is signed in has changed.")


# ---- coming back ---------------------------------------------------------------------------------


@router.post("/sign-in/code", status_code=201)
async def sign_in_by_code(
    body: SaidCode, host: HostDep, guest: MaybeGuest, request: Request, response: Response
) -> Me:
    """Come back by a recovery code. It works once."""
    return await _sign_in(host, guest, request, response, lambda c: recovery.use_code(c, body.code))


@router.post("/sign-in/device/whose")
async def whose_code(body: SaidCode, host: HostDep) -> CodeOwner:
    """Whose code it is. Looking takes nothing."""
    name = await host.store.read(lambda c: devices.whose_code(c, body.code, host.now()))
    return CodeOwner(name=name)


@router.post("/sign-in/device", status_code=201)
async def sign_in_by_device(
    body: SaidCode, host: HostDep, guest: MaybeGuest, request: Request, response: Response
) -> Me:
    """Come in by a code that another device shows. It works once."""
    now = host.now()
    return await _sign_in(
        host, guest, request, response, lambda c: devices.use_device_code(c, body.code, now)
    )


@router.post("/sign-in/passkey/options")
async def sign_in_options(host: HostDep, request: Request) -> PasskeyOptions:
    """What a browser needs to show a passkey."""
    home, now = _home(request), host.now()
    options = await host.store.write(lambda c: passkeys.options_for_sign_in(c, home, now))
    return PasskeyOptions(options=options)


@router.post("/sign-in/passkey", status_code=201)
async def sign_in_by_passkey(
    body: ShownPasskey, host: HostDep, guest: MaybeGuest, request: Request, response: Response
) -> Me:
    """Come back by a passkey."""
    home, now = _home(request), host.now()
    return await _sign_in(
        host,
        guest,
        request,
        response,
        lambda c: passkeys.use_passkey(c, body.credential, home, now),
    )


async def _sign_in(
    host: Host,
    guest: Guest | None,
    request: Request,
    response: Response,
    prove: Callable[[sa.Connection], str],
) -> Me:
    """Be a member from now on; what this browser has played as a guest comes along."""
    before = host.guests.read_signed(request.cookies.get(COOKIE), 200)

    def enter(connection: sa.Connection) -> tuple[str, set[str]]:
        member = prove(connection)
        tables = set() if guest is None else bring_along(connection, guest.id, member)
        if guest is not None and before is not None:
            devices.end_session(connection, before)
        return new_session(connection, member, _device(request), host.now()), tables

    token, tables = await host.store.write(enter)
    if guest is not None:
        host.guests.look_up_again(guest.id)
    for table in [table for table in host.tables.loaded() if table.id in tables]:
        await host.tables.reload(table)
    member = await host.guests.of_token(token, "cookie")
    assert member is not None
    remember(host, request, response, host.guests.sign(token))
    return await me_of(host, member)


@router.post("/sign-out", status_code=204)
async def sign_out(
    host: HostDep, member: KnownMember, request: Request, response: Response
) -> None:
    """Let this browser be nobody again. A guest would be lost by it; they can be forgotten."""
    token = host.guests.read_signed(request.cookies.get(COOKIE), 200)
    if token is not None:
        await host.store.write(lambda c: devices.end_session(c, token))
    host.guests.look_up_again(member.id)
    response.delete_cookie(COOKIE)
